//! What is known about a puzzle, in words: the verdict, why a search gave up and what would help.

use pencilmark::outcome::{End, Why};
use pencilmark::remedy;
use pencilmark::{Plan, Puzzle, Report, Verdict};

use crate::remedy::in_flags;
use crate::screen::{BAD, GOOD, UNSURE, grouped, styled};

/// Where to find the slip in a puzzle without a solution.
pub(crate) const SLIP: &str = "`pencilmark check` lists single changes that give one solution";

/// What is known, in a few words; `drawn` if they stand below a board.
///
/// Of a model with rules of its own they say so: what it solves need not be a solution of the puzzle.
pub(crate) fn verdict(puzzle: &Puzzle, report: &Report, plan: &Plan, drawn: bool) -> String {
    let words = verdict_in_model(puzzle, report, plan, drawn);
    let other = puzzle.kind().models.iter().any(|model| model.id == plan.model && !model.faithful);
    if !other || report.outcome.verdict() == Verdict::Undecided {
        return words;
    }
    let remark = format!(", by the rules of model `{}`, which are not those of {}", plan.model, puzzle.kind().title);
    format!("{words}{}", styled(UNSURE, remark))
}

fn verdict_in_model(puzzle: &Puzzle, report: &Report, plan: &Plan, drawn: bool) -> String {
    let why = match report.outcome.end {
        End::GaveUp(why) => gave_up(why, puzzle, plan),
        _ => String::new(),
    };
    match report.outcome.verdict() {
        Verdict::Unique => styled(GOOD, "the only solution"),
        Verdict::Several if report.outcome.found == 2 => styled(UNSURE, "one of several solutions"),
        Verdict::Several => {
            let found = grouped(report.outcome.found as u64);
            styled(
                UNSURE,
                match report.outcome.end {
                    End::Exhausted => format!("{found} solutions, all of them"),
                    End::Limit => format!("{found} solutions, there may be more"),
                    End::GaveUp(_) => format!("at least {found} solutions; {why}"),
                },
            )
        }
        Verdict::Solved if why.is_empty() => styled(GOOD, "a solution"),
        Verdict::Solved => styled(GOOD, format_args!("a solution; whether it is the only one is open: {why}")),
        Verdict::Refuted => match &report.reason {
            Some(reason) => styled(BAD, format_args!("no solution: {reason} ({})", pointer(puzzle, plan))),
            None => styled(BAD, format_args!("no solution ({})", pointer(puzzle, plan))),
        },
        Verdict::Undecided => match &report.outcome.best {
            Some((_, cost)) if drawn => styled(UNSURE, format_args!("{why}; above, the best board, of cost {cost}")),
            Some((_, cost)) => styled(UNSURE, format_args!("{why}; the best board has cost {cost}")),
            None => styled(UNSURE, why),
        },
    }
}

/// Where to learn more about a search that found no solution. If it started from entries, one of them may be wrong.
fn pointer(puzzle: &Puzzle, plan: &Plan) -> &'static str {
    if plan.from_position && puzzle.position().is_some() { "`pencilmark check` judges the entries" } else { SLIP }
}

/// That a search gave up, why, and what would help.
pub(crate) fn gave_up(why: Why, puzzle: &Puzzle, plan: &Plan) -> String {
    let (reason, remedy) = remedy::gave_up(puzzle, why, plan);
    if remedy.is_empty() { reason.text } else { format!("{}; {}", reason.text, in_flags(&remedy)) }
}
