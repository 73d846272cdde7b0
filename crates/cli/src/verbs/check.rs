//! `pencilmark check`.

use std::fmt::Write as _;

use pencilmark::{Check, Plan, Puzzle, Report, Verdict};

use super::{Asked, draw, title, took, verdict};
use crate::args::{CheckArgs, VerdictFormat};
use crate::batch::{At, Done};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::{BAD, GOOD, UNSURE, counted, styled};

/// More rules than this are too many to read; the first ones still show where to look.
const MOST_RULES: usize = 40;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let asked = Asked::new(&args.work, Some(args.limit))?;
    let is_text = args.format == VerdictFormat::Text;
    let method = asked.method.to_string();
    let show = |at: At, puzzle: &Puzzle, check: &Check, plan: &Plan, done: &mut Done| {
        if is_text {
            done.verdict(text(&title(puzzle, at.place), puzzle, check, plan, &method));
        } else {
            let mut object = record::of(at.index, puzzle, &check.report, Aim::Number, &asked.method, plan);
            record::add_check(&mut object, check);
            done.line(&record::line(object));
        }
        match check.report.outcome.verdict() {
            Verdict::Unique => Exit::Done,
            Verdict::Several => Exit::Several,
            Verdict::Refuted => Exit::Refuted,
            Verdict::Solved | Verdict::Undecided => Exit::GaveUp,
        }
    };
    let show_report = |at: At, puzzle: &Puzzle, report: &Report, plan: &Plan, done: &mut Done| {
        show(at, puzzle, &Check::of(report.clone()), plan, done)
    };
    let quick = asked.quick(2, false, &show_report);
    asked.verdicts(args.format, "unique", &quick, Puzzle::check, show)
}

fn text(title: &str, puzzle: &Puzzle, check: &Check, plan: &Plan, method: &str) -> String {
    let claim = match &check.claim {
        Some(broken) => format!("  {}\n", styled(BAD, format_args!("the solution in the text is wrong: {broken}"))),
        None => String::new(),
    };
    found(title, puzzle, check, plan, method) + &claim
}

fn found(title: &str, puzzle: &Puzzle, check: &Check, plan: &Plan, method: &str) -> String {
    let took = took(method, check.report.elapsed);
    let head = |word: String| format!("{title}: {word} · {took}\n");
    match check.report.outcome.verdict() {
        Verdict::Unique if check.mistakes.is_empty() => head(styled(GOOD, "unique")),
        Verdict::Unique => {
            let cells: Vec<String> = check.mistakes.iter().map(ToString::to_string).collect();
            let wrong = styled(BAD, format_args!("entries that are not in the solution: {}", cells.join(", ")));
            format!("{}  {wrong}\n", head(styled(GOOD, "unique")))
        }
        Verdict::Several => {
            let mut text = head(styled(UNSURE, "several solutions"));
            let cells = counted(check.differences.len(), "marked cell");
            let _ = writeln!(text, "  Two of them; they differ in {cells}:");
            for answer in &check.report.outcome.solutions {
                let mut board = puzzle.board(Some(answer));
                for &cell in &check.differences {
                    board.faces[cell].highlight = true;
                }
                text.push_str(&draw(&board));
            }
            text
        }
        Verdict::Refuted => {
            let mut text = head(styled(BAD, "no solution"));
            if let Some(reason) = &check.report.reason {
                let _ = writeln!(text, "  {reason}");
            }
            if let Some(conflict) = &check.conflict {
                let smallest = if conflict.minimal { " (each of them is needed)" } else { "" };
                let _ = writeln!(text, "  These cannot all hold{smallest}:");
                for label in conflict.labels.iter().take(MOST_RULES) {
                    let _ = writeln!(text, "  - {label}");
                }
                if conflict.labels.len() > MOST_RULES {
                    let _ = writeln!(text, "  … and {} more", conflict.labels.len() - MOST_RULES);
                }
            }
            text
        }
        Verdict::Solved | Verdict::Undecided => {
            let why = check.why().map_or(String::new(), |why| verdict::gave_up(why, puzzle, plan));
            let found = if check.report.solution().is_some() { "; one solution was found" } else { "" };
            head(styled(UNSURE, format_args!("undecided: {why}{found}")))
        }
    }
}
