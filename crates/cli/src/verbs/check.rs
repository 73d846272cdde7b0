//! `pencilmark check`.

use pencilmark::{Check, Puzzle, Verdict};

use super::{complain_about, draw, each, options, print, seconds, title};
use crate::args::{CheckArgs, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::{BAD, DIM, GOOD, UNSURE, styled};
use crate::{input, pool};

/// More rules than this are too many to read; the first ones still show where to look.
const MOST_RULES: usize = 40;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let stop = pool::stop_on_ctrl_c();
    let options = options(&args.limits, &args.method, args.limit, &stop)?;
    let batch = input::batch(&args.input)?;
    let mut out = anstream::stdout().lock();
    let method = options.method.to_string();
    each(
        &batch,
        args.limits.threads,
        &stop,
        |puzzle| puzzle.check(&options),
        |index, result| {
            let (puzzle, check) = match result {
                Ok(done) => done,
                Err(error) if args.format == VerdictFormat::Json => {
                    print(&mut out, &serde_json::Value::from(record::malformed(index, error, &method)).to_string())?;
                    return Ok(Exit::Malformed);
                }
                Err(error) => return Ok(complain_about(error)),
            };
            match args.format {
                VerdictFormat::Text => print(&mut out, text(puzzle, &check, &method).trim_end())?,
                VerdictFormat::Json => {
                    let mut object = record::of(index, puzzle, &check.report, Aim::Number, &method);
                    record::add_check(&mut object, &check);
                    print(&mut out, &serde_json::Value::from(object).to_string())?;
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

fn text(puzzle: &Puzzle, check: &Check, method: &str) -> String {
    let took = styled(DIM, format_args!("{method} · {}", seconds(check.report.elapsed)));
    let head = |word: String| format!("{}: {word} · {took}\n", title(puzzle));
    match check.report.outcome.verdict() {
        Verdict::Unique if check.mistakes.is_empty() => head(styled(GOOD, "unique")),
        Verdict::Unique => {
            let cells: Vec<String> = check.mistakes.iter().map(ToString::to_string).collect();
            let wrong = styled(BAD, format_args!("entries that are not in the solution: {}", cells.join(", ")));
            format!("{}  {wrong}\n", head(styled(GOOD, "unique")))
        }
        Verdict::Several => {
            let mut text = head(styled(UNSURE, "several solutions"));
            let cells = check.differences.len();
            text.push_str(&format!("  Two of them, which differ in the {cells} marked cells:\n"));
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
                text.push_str(&format!("  {reason}\n"));
            }
            if let Some(conflict) = &check.conflict {
                let smallest = if conflict.minimal { " (each of them is needed)" } else { "" };
                text.push_str(&format!("  These cannot all hold{smallest}:\n"));
                for label in conflict.labels.iter().take(MOST_RULES) {
                    text.push_str(&format!("  - {label}\n"));
                }
                if conflict.labels.len() > MOST_RULES {
                    text.push_str(&format!("  … and {} more\n", conflict.labels.len() - MOST_RULES));
                }
            }
            text
        }
        Verdict::Solved | Verdict::Undecided => {
            let why = check.why().map_or(String::new(), |why| why.to_string());
            let found = if check.report.solution().is_some() { "; one solution was found" } else { "" };
            head(styled(UNSURE, format_args!("undecided: {why}{found}")))
        }
    }
}
