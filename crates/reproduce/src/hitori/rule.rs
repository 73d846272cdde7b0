//! The rule that the report uses: no white cell has shaded cells on all sides. The real rule is that all white cells
//! are connected.

use pencilmark::Puzzle;

use pencilmark_lab::{Arm, Instance, LabError, Limits};

use super::Rows;
use crate::evidence::{Share, each_run};
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling, arm};

/// The most colourings to count.
const MAX_COLOURINGS: usize = 1000;

pub(super) fn claims(context: &Context<'_>, boards: &[Instance], sample: &Puzzle) -> Result<Rows, LabError> {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let counting = |method| Ok::<_, LabError>(Arm { solutions: MAX_COLOURINGS, ..arm("", method, limits, 1)? });
    let (weak, real) = (counting("exact:model=weak")?, counting("exact")?);
    let count = |puzzle: &Puzzle, arm: &Arm| {
        Ok::<_, LabError>(context.solve(puzzle, &arm.options(0, context.stop))?.outcome.found)
    };
    let counts =
        each_run(context, "colourings under the weak rule", boards, &weak, |puzzle, _, _| count(puzzle, &weak))?;
    let (weak, real) = (count(sample, &weak)?, count(sample, &real)?);
    let several = Share::of(counts.iter().map(|&count| count > 1));
    Ok(Rows { claims: vec![third_rule(weak, real, several)], found: vec![thirty_colourings(weak, real)] })
}

fn third_rule(weak: usize, real: usize, several: Share) -> Claim {
    let ruling = is_right_rule(weak, real, several);
    Claim {
        claim: "Hitori's third rule is that no white cell has shaded cells on all sides.".to_owned(),
        about: About::Program,
        reported: "rule 3, which the program uses".to_owned(),
        measured: format!(
            "sample 2 has {weak} colourings under this rule and {real} under the real one, that all white cells are \
             connected; of boards with one solution, {several} have several colourings"
        ),
        reason: ruling.because(
            "On these boards it admits nothing that the real rule does not.",
            "It is a weaker rule: two adjacent white cells may be cut off from the rest, so a goal need not be a \
             solution.",
        ),
        ruling,
    }
}

fn thirty_colourings(weak: usize, real: usize) -> Claim {
    let ruling = Ruling::fact(when((weak, real) == (30, 1), "the counts are 30 and 1"), "they are not");
    Claim {
        claim: "The report's rule admits 30 colourings of sample 2, the real rule 1.".to_owned(),
        about: About::Program,
        reported: "30 and 1".to_owned(),
        measured: format!("{weak} and {real}, counted exactly"),
        reason: ruling.because("The same counts.", "Other counts."),
        ruling,
    }
}

/// Holds if the rule admits nothing but solutions.
pub(super) fn is_right_rule(weak: usize, real: usize, several: Share) -> Ruling {
    let same = Ruling::fact(when(weak == real, "both rules admit as much of sample 2"), "they do not");
    Ruling::all([same, several.never().qualified("of boards with several colourings")])
}
