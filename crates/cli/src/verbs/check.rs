//! `pencilmark check`.

use std::fmt::Write as _;

use pencilmark::batch::Item;
use pencilmark::check::{Claim, Conflict, Progress};
use pencilmark::record::Record;
use pencilmark::{Check, Corrections, Plan, Verdict};

use super::drawing::draw_beside;
use super::{SolveRequest, item_title, origin, puzzle_of, took, verdict};
use crate::args::{CheckArgs, VerdictFormat};
use crate::batch::Done;
use crate::exit::{Exit, Failure};
use crate::screen::{BAD, BOLD, GOOD, UNSURE, counted, styled};

/// A longer conflict is folded: it is too much to read.
const MOST_RULES: usize = 6;

/// How many clues to blame are named.
const MOST_BLAMED: usize = 6;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let request = SolveRequest::new(&args.work, Some(args.limit))?;
    let is_text = args.format == VerdictFormat::Text;
    let method = request.method.to_string();
    let show = |item: &Item<'_>, check: &Check, plan: &Plan, done: &mut Done| {
        if is_text {
            let took = took(&method, check.report.elapsed);
            let head = format!("{}: {}", item_title(item), word(item, check, plan)?);
            done.verdict(if args.brief {
                format!("{head}{} · {took}", in_brief(check))
            } else {
                format!("{head} · {took}\n{}{}", found(item, check, args.conflict)?, came_with(check))
            });
        } else {
            done.line(&Record::of_check(origin(item), puzzle_of(item)?, check, plan).line());
        }
        Ok(match check.report.outcome.verdict() {
            _ if check.has_mistakes() => Exit::Mistaken,
            Verdict::Unique => Exit::Done,
            Verdict::Several => Exit::Several,
            Verdict::Refuted => Exit::Refuted,
            Verdict::Solved | Verdict::Undecided => Exit::GaveUp,
        })
    };
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method has one lifetime, a closure any")]
    request.verdicts(args.format, "unique", |item, plan| item.check(plan), show)
}

/// Why there is no solution, and whether what came with the puzzle is right, on the same line.
fn in_brief(check: &Check) -> String {
    let mut text = check.report.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    let words = check.found.corrections.as_ref().map(Corrections::words).unwrap_or_default();
    if !words.is_empty() {
        let more = if words.len() > MOST_BLAMED { ", …" } else { "" };
        let shown = words[..words.len().min(MOST_BLAMED)].join(", ");
        let _ = write!(text, "; probably one clue is wrong: {shown}{more}");
    }
    if let Some(claim) = &check.found.claim {
        let _ = write!(text, "; {}", claimed(claim));
    }
    if let Some(progress) = &check.found.progress
        && let Some(words) = entered(progress)
    {
        let mistakes: Vec<String> = progress.mistakes.iter().map(ToString::to_string).collect();
        let space = if mistakes.is_empty() { "" } else { " " };
        let _ = write!(text, "; {words}{space}{}", mistakes.join(", "));
    }
    text
}

/// Whether what came with the puzzle is right.
fn came_with(check: &Check) -> String {
    let mut text = check.found.claim.as_ref().map_or_else(String::new, |claim| format!("  {}\n", claimed(claim)));
    if let Some(progress) = &check.found.progress
        && let Some(words) = entered(progress)
    {
        let _ = writeln!(text, "  {words}");
        for mistake in &progress.mistakes {
            let _ = writeln!(text, "  - {mistake}");
        }
    }
    text
}

fn claimed(claim: &Claim) -> String {
    match &claim.reason {
        None => styled(GOOD, "the solution in the text is right"),
        Some(reason) => styled(BAD, format_args!("the solution in the text is wrong: {reason}")),
    }
}

/// Whether entries and pencil marks are right, if there are any; the mistakes follow.
fn entered(progress: &Progress) -> Option<String> {
    let entries = match progress.entries {
        0 => None,
        1 => Some("entry".to_owned()),
        more => Some(counted(more, "entry")),
    };
    let marks = (progress.marks > 0).then(|| format!("pencil marks in {}", counted(progress.marks, "cell")));
    let what = entries.into_iter().chain(marks).collect::<Vec<_>>().join(" and ");
    if what.is_empty() {
        return None;
    }
    let verb = if (progress.entries, progress.marks) == (1, 0) { "is" } else { "are" };
    // Of entries that contradict each other, it is not known which one is wrong.
    let together = progress.mistakes.iter().any(|mistake| mistake.cells.len() > 1);
    Some(match (progress.right, progress.mistakes.len()) {
        (Some(true), _) => styled(GOOD, format_args!("your {what} {verb} right")),
        (Some(false), _) if progress.entries + progress.marks == 1 => {
            styled(BAD, format_args!("your {what} {verb} wrong:"))
        }
        (Some(false), _) if together => styled(BAD, format_args!("your {what} cannot all be right:")),
        (Some(false), wrong) => styled(BAD, format_args!("{} wrong:", how_many(wrong, progress))),
        (None, _) => styled(UNSURE, format_args!("whether your {what} {verb} right is not known")),
    })
}

/// "1 of your 2 entries is": how many of several are wrong.
fn how_many(wrong: usize, progress: &Progress) -> String {
    let all = progress.entries + progress.marks;
    let what = match (progress.entries, progress.marks) {
        (_, 0) => "entries",
        (0, _) => "cells with pencil marks",
        _ => "notes",
    };
    match wrong {
        1 => format!("1 of your {all} {what} is"),
        2 if all == 2 => format!("both your {what} are"),
        _ if wrong == all => format!("all your {all} {what} are"),
        _ => format!("{wrong} of your {all} {what} are"),
    }
}

/// The verdict.
fn word(item: &Item<'_>, check: &Check, plan: &Plan) -> Result<String, Failure> {
    Ok(match check.report.outcome.verdict() {
        Verdict::Unique => styled(GOOD, "unique"),
        Verdict::Several => styled(UNSURE, "several solutions"),
        Verdict::Refuted => styled(BAD, "no solution"),
        Verdict::Solved | Verdict::Undecided => {
            let puzzle = puzzle_of(item)?;
            let why = check.why().map_or(String::new(), |why| verdict::gave_up(why, puzzle, plan));
            let found = if check.report.solution().is_some() { "; one solution was found" } else { "" };
            styled(UNSURE, format_args!("undecided: {why}{found}"))
        }
    })
}

/// What shows the verdict: two solutions, or why there is none.
fn found(item: &Item<'_>, check: &Check, unfold: bool) -> Result<String, Failure> {
    Ok(match check.report.outcome.verdict() {
        Verdict::Several => {
            let cells = counted(check.found.differences.len(), "marked cell");
            let puzzle = puzzle_of(item)?;
            let solutions = check.report.outcome.solutions.iter();
            let boards = solutions.map(|answer| {
                let mut board = puzzle.board(Some(answer));
                check.found.differences.iter().for_each(|&cell| board.faces[cell].highlight = true);
                board
            });
            let boards = draw_beside(&boards.collect::<Vec<_>>());
            format!("  Two of them; they differ in {cells}:\n{boards}")
        }
        Verdict::Refuted => {
            let corrections = check.found.corrections.as_ref();
            let text = corrections.map_or_else(String::new, |found| format!("  {}\n", styled(BOLD, &found.text)));
            let reason = check.report.reason.as_ref();
            let text = text + &reason.map_or_else(String::new, |reason| format!("  {reason}\n"));
            let corrected = corrections.is_some_and(|found| !found.changes.is_empty());
            let rules = check.found.conflict.as_ref().filter(|_| reason.is_none() || unfold);
            let rules = rules.map(|found| conflict(found, unfold)).unwrap_or_default();
            let blamed = check.found.conflict.as_ref().filter(|_| !corrected).map(blamed).unwrap_or_default();
            text + &rules + &blamed
        }
        Verdict::Unique | Verdict::Solved | Verdict::Undecided => String::new(),
    })
}

/// Lists the rules that cannot all hold. If they are many, only counts them unless `unfold` is set.
fn conflict(conflict: &Conflict, unfold: bool) -> String {
    let count = conflict.rules.len();
    let needed = if conflict.minimal { " (each of them is needed)" } else { "" };
    if count > MOST_RULES && !unfold {
        return format!("  {count} rules cannot all hold{needed}; --conflict lists them.\n");
    }
    let mut text = format!("  These cannot all hold{needed}:\n");
    for rule in &conflict.rules {
        let _ = writeln!(text, "  - {rule}");
    }
    text
}

/// Names the clues that could be changed to get a solution.
fn blamed(conflict: &Conflict) -> String {
    let names = |clue: &pencilmark::Reason| clue.cells.first().map_or_else(|| clue.text.clone(), ToString::to_string);
    let mut blamed: Vec<String> = conflict.blamed.iter().take(MOST_BLAMED).map(names).collect();
    let others = conflict.blamed.len() - blamed.len();
    if others > 0 {
        blamed.push(counted(others, "other"));
    }
    match blamed.as_slice() {
        [] => String::new(),
        [one] => format!("  With {one} changed, it has a solution.\n"),
        [first @ .., last] => {
            format!("  With any one of {} or {last} changed, it has a solution.\n", first.join(", "))
        }
    }
}
