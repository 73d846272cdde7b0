//! The rule that the report plays by: no white cell with shaded cells all around it, where all white cells should hang together.

use pencilmark::Puzzle;

use crate::{Arm, Instance, LabError, Limits};

use super::super::evidence::{Share, each_run, trouble};
use super::super::{Claim, Desk, Verdict};

/// Colourings that are counted at most.
const MOST: usize = 1000;

pub(super) fn claims(desk: &Desk<'_>, boards: &[Instance], sample: &Puzzle) -> Result<Vec<Claim>, LabError> {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let weak = Arm { seeds: 1, solutions: MOST, limits, ..Arm::parse("exact:model=weak")? };
    let real = Arm { seeds: 1, solutions: MOST, limits, ..Arm::parse("exact")? };
    let count = |puzzle: &Puzzle, arm: &Arm| {
        let report = puzzle.solve(&arm.options(0, desk.stop)).map_err(trouble)?;
        Ok::<_, LabError>(report.outcome.found)
    };
    let counts = each_run(desk, "colourings under the weak rule", boards, &weak, |puzzle, _, _| count(puzzle, &weak))?;
    let (weak, real) = (count(sample, &weak)?, count(sample, &real)?);
    let several = Share::of(counts.iter().map(|&count| count > 1));
    let verdict = is_right_rule(weak, real, several);
    Ok(vec![Claim {
        claim: "Hitori's third rule is that no white cell has shaded cells all around it.".to_owned(),
        reported: "rule 3; a rerun: it admits 30 colourings of sample 2, the real rule 1".to_owned(),
        measured: format!(
            "sample 2 has {weak} colourings under this rule and {real} under the real one, that all white cells hang together; of boards \
             with one solution, {several} have several colourings"
        ),
        verdict,
        reason: verdict.because(
            "On these boards it admits nothing that the real rule does not.",
            "It is a weaker rule: two white cells side by side may be cut off from the rest, so a goal need not be a solution.",
        ),
    }])
}

/// Holds if the rule admits nothing but solutions.
pub(super) fn is_right_rule(weak: usize, real: usize, several: Share) -> Verdict {
    Verdict::all([Verdict::of(weak == real), several.never()])
}
