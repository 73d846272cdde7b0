//! `pencilmark check`.

use std::fmt::Write as _;

use pencilmark::{Check, Plan, Puzzle, SolveError, Verdict};

use super::{Asked, Blocks, complain_about, draw, each, place, seconds, title, verdict};
use crate::args::{CheckArgs, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::record::{self, Aim};
use crate::screen::{BAD, DIM, GOOD, UNSURE, counted, styled};

/// More rules than this are too many to read; the first ones still show where to look.
const MOST_RULES: usize = 40;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let asked = Asked::new(&args.work, Some(args.limit))?;
    let batch = input::batch(&args.work.input)?;
    let mut out = Blocks::new(anstream::stdout().lock());
    let mut after_drawing = false;
    let method = asked.method.to_string();
    each(
        &batch,
        args.work.limits.threads,
        &asked.stop,
        (args.format == VerdictFormat::Text).then_some("unique"),
        |_, puzzle| -> Result<_, SolveError> {
            let (options, plan) = asked.options(puzzle)?;
            Ok((puzzle.check(&options)?, plan))
        },
        |index, result| {
            let (puzzle, (check, plan)) = match result {
                Ok(done) => done,
                Err(error) if args.format == VerdictFormat::Json => {
                    out.print_line(&record::line(record::malformed(index, error, &method)))?;
                    return Ok(Exit::Malformed);
                }
                Err(error) => return Ok(complain_about(error)),
            };
            match args.format {
                VerdictFormat::Text => {
                    // Verdicts of one line stand close together, drawings and lists apart.
                    let title = title(puzzle, place(&batch, index));
                    let text = text(&title, puzzle, &check, &plan, &method);
                    let is_long = text.trim_end().contains('\n');
                    if is_long || after_drawing {
                        out.print(&text)?;
                    } else {
                        out.print_line(text.trim_end())?;
                    }
                    after_drawing = is_long;
                }
                VerdictFormat::Json => {
                    let mut object = record::of(index, puzzle, &check.report, Aim::Number, &asked.method, &plan);
                    record::add_check(&mut object, &check);
                    out.print_line(&record::line(object))?;
                }
            }
            Ok(match check.report.outcome.verdict() {
                Verdict::Unique => Exit::Done,
                Verdict::Several => Exit::Several,
                Verdict::Refuted => Exit::Refuted,
                Verdict::Solved | Verdict::Undecided => Exit::GaveUp,
            })
        },
    )
}

fn text(title: &str, puzzle: &Puzzle, check: &Check, plan: &Plan, method: &str) -> String {
    let claim = match &check.claim {
        Some(broken) => format!("  {}\n", styled(BAD, format_args!("the solution in the text is wrong: {broken}"))),
        None => String::new(),
    };
    found(title, puzzle, check, plan, method) + &claim
}

fn found(title: &str, puzzle: &Puzzle, check: &Check, plan: &Plan, method: &str) -> String {
    let took = styled(DIM, format_args!("{method} · {}", seconds(check.report.elapsed)));
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
