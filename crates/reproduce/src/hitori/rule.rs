//! The rule that the report uses: no white cell has shaded cells on all sides. The real rule is that all white cells
//! are connected.

use pencilmark::Puzzle;

use pencilmark_lab::{Arm, Instance, LabError, Limits};

use crate::evidence::{Share, each_run, solve_error};
use crate::{Claim, Context, Verdict};

/// The most colourings to count.
const MAX_COLOURINGS: usize = 1000;

pub(super) fn claims(context: &Context<'_>, boards: &[Instance], sample: &Puzzle) -> Result<Vec<Claim>, LabError> {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let weak = Arm { seeds: 1, solutions: MAX_COLOURINGS, limits, ..Arm::parse("exact:model=weak")? };
    let real = Arm { seeds: 1, solutions: MAX_COLOURINGS, limits, ..Arm::parse("exact")? };
    let count = |puzzle: &Puzzle, arm: &Arm| {
        let report = puzzle.solve(&arm.options(0, context.stop)).map_err(solve_error)?;
        Ok::<_, LabError>(report.outcome.found)
    };
    let counts =
        each_run(context, "colourings under the weak rule", boards, &weak, |puzzle, _, _| count(puzzle, &weak))?;
    let (weak, real) = (count(sample, &weak)?, count(sample, &real)?);
    let several = Share::of(counts.iter().map(|&count| count > 1));
    let verdict = is_right_rule(weak, real, several);
    Ok(vec![Claim {
        claim: "Hitori's third rule is that no white cell has shaded cells on all sides.".to_owned(),
        reported: "rule 3; a rerun: it admits 30 colourings of sample 2, the real rule 1".to_owned(),
        measured: format!(
            "sample 2 has {weak} colourings under this rule and {real} under the real one, that all white cells are \
             connected; of boards with one solution, {several} have several colourings"
        ),
        verdict,
        reason: verdict.because(
            "On these boards it admits nothing that the real rule does not.",
            "It is a weaker rule: two adjacent white cells may be cut off from the rest, so a goal need not be a \
             solution.",
        ),
    }])
}

/// Holds if the rule admits nothing but solutions.
pub(super) fn is_right_rule(weak: usize, real: usize, several: Share) -> Verdict {
    Verdict::all([Verdict::of(weak == real), several.never()])
}
