//! What is known about a puzzle, in words: the verdict, why a search gave up and what would help.

use pencilmark::{End, Plan, Puzzle, Report, Verdict, Why};

use crate::screen::{BAD, GOOD, UNSURE, grouped, styled};

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
            Some(reason) => styled(BAD, format_args!("no solution: {reason}")),
            None => styled(BAD, "no solution (`pencilmark check` says why)"),
        },
        Verdict::Undecided => match &report.outcome.best {
            Some((_, cost)) if drawn => styled(UNSURE, format_args!("{why}; above, the best board, of cost {cost}")),
            Some((_, cost)) => styled(UNSURE, format_args!("{why}; the best board has cost {cost}")),
            None => styled(UNSURE, why),
        },
    }
}

/// That a search gave up, why, and what would help.
pub(crate) fn gave_up(why: Why, puzzle: &Puzzle, plan: &Plan) -> String {
    let budget = &plan.run.budget;
    let spent = |limit: Option<u64>, what: &str, flag: &str| {
        let limit = limit.map_or_else(|| "the most".to_owned(), grouped);
        format!("gave up after {limit} {what} ({flag} N for more)")
    };
    match why {
        Why::Time => {
            let time = budget.time.map_or_else(|| "its time".to_owned(), |time| format!("{} s", time.as_secs_f64()));
            format!("gave up after {time} (--timeout N for longer)")
        }
        Why::Nodes => spent(budget.nodes, "nodes", "--max-nodes"),
        Why::Checks => spent(budget.checks, "checks", "--max-checks"),
        Why::Evaluations => spent(budget.evaluations, "evaluations", "--max-evaluations"),
        Why::Memory => match budget.states {
            Some(states) => spent(Some(states as u64), "states or solutions held at once", "--max-states"),
            None => format!("gave up: {why} (--max-states N sets how many states or solutions are held)"),
        },
        Why::Interrupted => "interrupted".to_owned(),
        Why::Incomplete | Why::Unsuited => format!("gave up: {}", reason(why, puzzle, plan)),
    }
}

/// Why a search gave up, for programs: without the names of flags.
pub(crate) fn reason(why: Why, puzzle: &Puzzle, plan: &Plan) -> String {
    if why != Why::Unsuited {
        return why.to_string();
    }
    let model = plan.model;
    let moves = puzzle.moves(model).join(", ");
    let others: Vec<&str> = puzzle.kind().models.iter().map(|known| known.id).filter(|&known| known != model).collect();
    let others = if others.is_empty() { String::new() } else { format!("; other models: {}", others.join(", ")) };
    format!("the method, as it is set, does not fit model `{model}`, which has the moves {moves}{others}")
}
