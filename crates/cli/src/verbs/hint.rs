//! `pencilmark hint`.

use std::fmt::Write as _;

use pencilmark::front;
use pencilmark::outcome::Why;
use pencilmark::teach::{Hint, HintRecord, Placed, Step, TeachOptions, stages};
use pencilmark::{Cell, Puzzle};

use super::drawing::draw_numbered;
use super::teach::TeachRequest;
use super::{item_title, origin};
use crate::args::{HintArgs, StageArg, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::screen::{self, BAD, BOLD, DIM, GOOD, UNSURE, counted, styled};

pub(crate) fn run(args: &HintArgs) -> Result<Exit, Failure> {
    let request = TeachRequest::new(&args.asked, false)?;
    let is_text = args.format == VerdictFormat::Text;
    request.each(is_text, "hinted", |item, puzzle, done| {
        let hint = puzzle.hint(&request.course, args.all)?;
        if is_text {
            done.block(format!("{}\n{}", item_title(item), hint_text(puzzle, &hint, &request.course, args)));
        } else {
            done.line(
                &Placed::new(origin(item), puzzle, HintRecord::of(puzzle, &hint, &request.course, args.all)).line(),
            );
        }
        Ok(exit(&hint))
    })
}

fn exit(hint: &Hint) -> Exit {
    match hint {
        Hint::Mistakes(_) => Exit::Mistaken,
        Hint::Steps { several: Some(_), .. } | Hint::Fork { .. } => Exit::Several,
        Hint::Steps { .. } | Hint::Solved => Exit::Done,
        Hint::NoSolution { .. } => Exit::Refuted,
        Hint::GaveUp(Why::Interrupted) => Exit::Interrupted,
        Hint::Stuck | Hint::GaveUp(_) => Exit::GaveUp,
    }
}

fn hint_text(puzzle: &Puzzle, hint: &Hint, course: &TeachOptions, args: &HintArgs) -> String {
    let text = match hint {
        Hint::Mistakes(mistakes) => {
            let verb = if mistakes.len() == 1 { "There is a mistake:" } else { "There are mistakes:" };
            let list: Vec<String> = mistakes.iter().map(|mistake| format!("- {mistake}")).collect();
            format!("{}\n{}", styled(BAD, verb), list.join("\n"))
        }
        Hint::Steps { steps, left_out, .. } if args.all => {
            let mut text = all(puzzle, steps);
            if let Some(why) = left_out {
                let _ = write!(text, "\n{}", styled(UNSURE, format_args!("There may be more: {why}.")));
            }
            text
        }
        Hint::Steps { steps, .. } => {
            steps.first().map_or_else(String::new, |step| staged(puzzle, step, course.tier(step.technique), args.stage))
        }
        Hint::Solved => styled(GOOD, "Everything is filled in, and it is right."),
        Hint::NoSolution { reason, conflict, corrections } => {
            let why = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
            let mut text = styled(BAD, format_args!("The puzzle has no solution{why}."));
            if let Some(corrections) = corrections {
                let _ = write!(text, "\n{}", corrections.text);
            }
            if reason.is_none() && conflict.is_some() {
                let _ = write!(text, "\n{}", styled(DIM, "`pencilmark check --conflict` shows which rules conflict."));
            }
            text
        }
        Hint::Fork { cell, values } => {
            format!("{} No easy step follows.", several(puzzle, *cell, values))
        }
        Hint::Stuck => styled(UNSURE, "None of the techniques sees a step."),
        Hint::GaveUp(why) => styled(UNSURE, format_args!("Gave up: {why}.")),
    };
    let text = match hint {
        Hint::Steps { several: Some((cell, values)), .. } => {
            format!("{} This still follows:\n{text}", several(puzzle, *cell, values))
        }
        _ => text,
    };
    wrapped(&text)
}

/// Says that the puzzle has several solutions, and names a cell in which two of them differ.
fn several(puzzle: &Puzzle, cell: Cell, values: &[u16]) -> String {
    let tell = |value: Option<&u16>| value.map_or_else(String::new, |&value| front::tell_entry(puzzle, value.into()));
    let (one, other) = (tell(values.first()), tell(values.get(1)));
    // `is 1 in one and 2 in another` rather than `is 1 in one and is 2 in another`.
    let other = other.strip_prefix("is ").filter(|_| one.starts_with("is ")).unwrap_or(&other);
    styled(UNSURE, format_args!("The puzzle has several solutions: {cell} {one} in one and {other} in another."))
}

/// One step, up to a stage.
fn staged(puzzle: &Puzzle, step: &Step, tier: u8, stage: StageArg) -> String {
    let tier = styled(DIM, format_args!("(tier {tier}, rated {})", step.rating));
    let [title, place, cells, reason] = stages(step);
    let mut text = format!("{} {tier}", styled(BOLD, title));
    if let Some(legend) = puzzle.legend().filter(|_| stage >= StageArg::Where) {
        let _ = write!(text, "\n{}", styled(DIM, legend));
    }
    if stage >= StageArg::Where && stage < StageArg::Reason {
        let _ = write!(text, "\n{place}");
    }
    if stage == StageArg::Cells {
        let _ = write!(text, "\n{cells}");
    }
    if stage >= StageArg::Reason {
        let _ = write!(text, "\n{reason}");
        for reason in puzzle.unwritten(step) {
            let _ = write!(text, "\n{}", styled(DIM, format_args!("- {reason}")));
        }
    }
    match stage {
        StageArg::Technique => more(&mut text, "where"),
        StageArg::Where => more(&mut text, "cells"),
        StageArg::Cells => more(&mut text, "reason"),
        StageArg::Reason => more(&mut text, "apply"),
        StageArg::Apply => {
            let _ = write!(text, "\n{}", draw_numbered(&front::board_after(puzzle, step)).trim_end());
        }
    }
    text
}

fn more(text: &mut String, stage: &str) {
    let _ = write!(text, "\n{}", styled(DIM, format_args!("More: --stage {stage}")));
}

/// Every step, those of a technique together.
fn all(puzzle: &Puzzle, steps: &[Step]) -> String {
    let verb = if steps.len() == 1 { "can be taken now:" } else { "can be taken now, the easiest first:" };
    let mut text = format!("{} {verb}", counted(steps.len(), "step"));
    for together in steps.chunk_by(|one, next| one.technique == next.technique) {
        let conclusions: Vec<String> = together.iter().map(|step| front::conclusions(puzzle, step)).collect();
        let title = together.first().map_or("", |step| step.technique.title);
        let _ = write!(text, "\n- {}: {}", styled(BOLD, title), conclusions.join("; "));
    }
    text
}

/// Lines no wider than the terminal. Boards stay as they are.
fn wrapped(text: &str) -> String {
    let line = |line: &str| match screen::width() {
        Some(width) if !line.contains(['│', '┃', '━', '─']) => screen::wrap(line, width, 2),
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
