//! The report's printed run on sample 2, step by step.

use pencilmark::watch::{Event, Observer, Value};
use pencilmark::{Answer, Puzzle};

use pencilmark_lab::{LabError, Limits};

use super::{REPORTED, Runs};
use crate::evidence::numbers;
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling, arm};

/// The goal that the report prints: B is shaded.
const GOAL: [&str; 9] = [
    "WBWWBWWWW",
    "WWBWWBWBW",
    "WBWWBWBWW",
    "WWBWWWWWW",
    "WWWBWWBWB",
    "BWWWBWWWW",
    "WWWBWBWWB",
    "WBWWWWWBW",
    "BWWWBWWWW",
];

/// Its successors and saved states.
const PRINTED: (u64, u64) = (539, 540);

pub(super) fn claims(context: &Context<'_>, puzzle: &Puzzle, printed: &Runs) -> Result<Vec<Claim>, LabError> {
    Ok(vec![falls_by_four(context, puzzle)?, successors(printed), figures(printed), goal(puzzle)?])
}

/// The report's first heuristic: the number of white cells with a white duplicate in their row, plus the same for
/// columns.
pub(super) fn duplicates(numbers: &Answer, shaded: &[bool]) -> u64 {
    let white = |cell| !shaded.get(numbers.index(cell)).copied().unwrap_or(false);
    let twins = |cell, line: fn(pencilmark::Cell) -> usize| {
        let twin =
            |&other: &pencilmark::Cell| other != cell && line(other) == line(cell) && numbers[other] == numbers[cell];
        numbers.cells().filter(twin).any(white)
    };
    let count = |cell| u64::from(twins(cell, |cell| cell.row)) + u64::from(twins(cell, |cell| cell.col));
    numbers.cells().filter(|&cell| white(cell)).map(count).sum()
}

/// Records h of every state that is expanded.
struct Trace {
    numbers: Answer,
    h: Vec<u64>,
}

impl Observer for Trace {
    fn see(&mut self, event: Event<'_>) {
        if let Event::Look(board) = event {
            let shaded: Vec<bool> = board.iter().map(|cell| *cell == Some(Value(1))).collect();
            self.h.push(duplicates(&self.numbers, &shaded));
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

/// Whether h goes from the first number to 0 by 4 a step.
pub(super) fn decreases_by_four(h: &[u64], first: u64) -> bool {
    h.first() == Some(&first) && h.last() == Some(&0) && h.windows(2).all(|pair| pair[0] == pair[1] + 4)
}

fn falls_by_four(context: &Context<'_>, puzzle: &Puzzle) -> Result<Claim, LabError> {
    let mut trace = Trace { numbers: numbers(puzzle)?, h: Vec::new() };
    let options = arm("", "greedy/report", Limits::default(), 1)?.options(0, context.stop);
    context.solve_watched(puzzle, &options, &mut trace)?;
    let falls = when(decreases_by_four(&trace.h, 84), "h is 84 first, 4 less after every step, and 0 last");
    let ruling = Ruling::fact(falls, "it is not");
    let ends = |h: Option<&u64>| h.map_or_else(String::new, ToString::to_string);
    let falls: Vec<i64> = trace.h.windows(2).map(|pair| pair[0] as i64 - pair[1] as i64).collect();
    let fall = |which: Option<&i64>| which.map_or_else(String::new, ToString::to_string);
    Ok(Claim {
        claim: "On sample 2, h falls from 84 to 0 by 4 a step.".to_owned(),
        about: About::Program,
        reported: "84, 80, ..., 4, 0: 22 states".to_owned(),
        measured: format!(
            "{} states from {} to {}; a step lowers h by {} at least and {} at most (greedy search, h counted as the \
             report does)",
            trace.h.len(),
            ends(trace.h.first()),
            ends(trace.h.last()),
            fall(falls.iter().min()),
            fall(falls.iter().max()),
        ),
        reason: ruling.because(
            "Each shaded cell frees its duplicate in the row and its duplicate in the column, which lowers h by \
             four; and every step costs 1, not 4.",
            "Our greedy search breaks ties differently, and takes another path.",
        ),
        ruling,
    })
}

/// Whether two counts are within 5 % of each other.
pub(super) fn are_close(one: u64, other: u64) -> bool {
    one.abs_diff(other) * 20 <= one.max(other)
}

fn successors(printed: &Runs) -> Claim {
    let run = printed.greedy().first();
    let close = run.is_some_and(|run| are_close(run.generated, PRINTED.0) && are_close(run.stored, PRINTED.1));
    let ruling = Ruling::fact(when(close, "both counts are within 5 %"), "one is not");
    Claim {
        claim: "On sample 2, greedy search generates 539 successors and saves 540 states.".to_owned(),
        about: About::Program,
        reported: "539 and 540".to_owned(),
        measured: run.map_or_else(String::new, |run| {
            format!(
                "{} generated, including the first state, and {} held: one run of a deterministic search",
                run.generated, run.stored
            )
        }),
        reason: ruling.because(
            "Ties of h are broken differently, and the states on the path have slightly different numbers of \
             successors.",
            "Ties of h are broken differently, which leads elsewhere.",
        ),
        ruling,
    }
}

/// The figures of the report's table.
fn figures(printed: &Runs) -> Claim {
    let names = super::METHODS.map(|(name, _)| name);
    let text = |figures: [(u64, u64); 4]| {
        let parts = names.iter().zip(figures).map(|(name, (held, generated))| format!("{name} {held} / {generated}"));
        parts.collect::<Vec<_>>().join(", ")
    };
    let ours = printed.of.each_ref().map(|runs| runs.first().map_or((0, 0), |run| (run.stored, run.generated)));
    Claim {
        claim: "The four methods hold and generate as many states as the table says.".to_owned(),
        about: About::Program,
        reported: text(REPORTED.map(|(held, generated, _)| (held, generated))),
        measured: format!("on sample 2, held / generated, with the first seed: {}", text(ours)),
        ruling: Ruling::not_comparable("the figures are means over two boards, of which one is not printed"),
        reason: "Greedy search on sample 2 alone has figures of its own, in the row above.".to_owned(),
    }
}

/// What the figures of the table are.
pub(super) fn means(printed: &Runs) -> Claim {
    Claim {
        claim: "The figures of the table are means over two boards.".to_owned(),
        about: About::Program,
        reported: "588 generated, where the printed run has 539".to_owned(),
        measured: printed.greedy().first().map_or_else(String::new, |run| {
            format!(
                "sample 2 alone: {}; a mean of 588 would need {} on the other board",
                run.generated,
                2 * 588 - PRINTED.0
            )
        }),
        ruling: Ruling::not_comparable("the other board is not printed"),
        reason: "Our count for sample 2 agrees with the printed run, not with the table.".to_owned(),
    }
}

fn goal(puzzle: &Puzzle) -> Result<Claim, LabError> {
    let rows = GOAL.map(|row| row.chars().map(|cell| i32::from(cell == 'B')).collect()).to_vec();
    let goal = Answer::from_rows(rows).ok_or_else(|| LabError::Request("the goal is not a board".to_owned()))?;
    let judged = puzzle.judge(&goal);
    let ruling = Ruling::fact(when(judged.is_ok(), "the judge accepts it under the real rule"), "the judge rejects it");
    Ok(Claim {
        claim: "The goal that the report prints is a solution.".to_owned(),
        about: About::Program,
        reported: "shown as the goal state".to_owned(),
        measured: match &judged {
            Ok(()) => {
                format!(
                    "the judge accepts it under the real rule; {} cells are shaded",
                    super::attempts::count_shaded(&goal)
                )
            }
            Err(broken) => format!("the judge rejects it: {}", broken.text),
        },
        reason: ruling.because(
            "The search under the weak rule happens to end at a colouring that is also a solution.",
            "The weak rule accepts it, the real rule does not.",
        ),
        ruling,
    })
}
