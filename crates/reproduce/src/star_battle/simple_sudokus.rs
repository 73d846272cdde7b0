//! What the report says about AC-3 and Sudoku: that AC-3 alone solves only simple ones.

use pencilmark_lab::experiment::Instances;
use pencilmark_lab::{LabError, Limits};

use crate::evidence::{Share, generated};
use crate::{About, Claim, Context, Ruling, arm};

const AC3: &str = "AC-3 alone";
const SIMPLE: &str = "simple sudokus";
const HARD: &str = "hard sudokus";

pub(super) fn claim(context: &Context<'_>, count: usize) -> Result<Claim, LabError> {
    let group = |name: &str| Instances { group: Some(name.to_owned()), ..generated("sudoku", "9", count) };
    let mut boards = context.instances(&group(SIMPLE).with("missing", 0.54))?;
    boards.extend(context.instances(&group(HARD).with("minimal", "yes"))?);
    let limits = Limits { checks: Some(10_000_000), ..Limits::default() };
    let records = context.run("AC-3 on sudokus", &boards, vec![arm(AC3, "ac-3", limits, 1)?])?;
    let solved = |name: &str| Share::solved(&records.iter().filter(|record| record.group == name).collect::<Vec<_>>());
    Ok(only_simple(solved(SIMPLE), solved(HARD)))
}

/// Holds if AC-3 alone solves most simple boards and few hard ones.
fn only_simple(simple: Share, hard: Share) -> Claim {
    let solves_simple = simple.more_than(0.5);
    let ruling = Ruling::all([
        solves_simple.clone().qualified("for simple boards"),
        hard.less_than(0.5).qualified("for hard boards"),
    ]);
    Claim {
        claim: "AC-3 can solve only simple Sudokus.".to_owned(),
        about: About::Method,
        reported: "read elsewhere, not tested".to_owned(),
        measured: format!(
            "without search, AC-3 solves {simple} of the boards with 37 clues and {hard} of those with a minimal set"
        ),
        reason: ruling.because(
            "With many clues each cell soon has one digit left; with few, search is needed.",
            if solves_simple.verdict == crate::Verdict::DoesNotHold {
                "It does not even solve most of the simple ones."
            } else {
                "It solves many hard ones too."
            },
        ),
        ruling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn the_verdict_follows_the_data() {
        let share = |hits| Share::new(hits, 50);
        for (simple, hard, verdict) in [
            (50, 0, Verdict::Holds),
            (50, 50, Verdict::DoesNotHold),
            (0, 0, Verdict::DoesNotHold),
            (27, 0, Verdict::Undecided),
        ] {
            assert_eq!(only_simple(share(simple), share(hard)).ruling.verdict, verdict);
        }
    }
}
