//! `pencilmark explain`.

use std::fmt::Write as _;

use pencilmark::teach::{ExplainRecord, Explanation, Placed};
use pencilmark::{Puzzle, Verdict};

use super::drawing::draw;
use super::teach::Asked;
use super::{item_title, one_page, origin};
use crate::args::{ExplainArgs, ExplainFormat};
use crate::exit::{Exit, Failure};
use crate::screen::{self, BAD, BOLD, GOOD, UNSURE, counted, styled};

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Failure> {
    let asked = Asked::new(&args.course, &args.input, &args.limits, false)?;
    let is_text = args.format != ExplainFormat::Json;
    asked.each(is_text, "explained", |item, puzzle, done| {
        let explanation = puzzle.explain(&asked.course, args.from_position)?;
        match args.format {
            ExplainFormat::Text => {
                done.block(format!("{}\n{}", item_title(item), told(puzzle, &explanation, args.boards)));
            }
            ExplainFormat::Json => {
                done.line(&Placed::new(origin(item), puzzle, ExplainRecord::of(&explanation)).line());
            }
            ExplainFormat::Markdown => done.block(pencilmark::teach::page::markdown(puzzle, &explanation)),
            ExplainFormat::Html => {
                done.line(one_page(item.index(), &pencilmark::teach::page::html(puzzle, &explanation))?);
            }
        }
        Ok(match explanation.report.outcome.verdict() {
            Verdict::Refuted => Exit::Refuted,
            Verdict::Several if !explanation.solved => Exit::Several,
            _ if explanation.solved => Exit::Done,
            _ => Exit::GaveUp,
        })
    })
}

fn told(puzzle: &Puzzle, explanation: &Explanation, boards: bool) -> String {
    let mut text = String::new();
    let width = screen::width();
    for (number, (before, step)) in explanation.steps.iter().enumerate() {
        if boards {
            let _ = writeln!(text, "{}", draw(&puzzle.board_at(before, Some(step))).trim_end());
        }
        let line = format!("{:>3}. {}: {}", number + 1, styled(BOLD, step.technique.title), step.why.reason);
        let _ = writeln!(text, "{}", width.map_or(line.clone(), |width| screen::wrap(&line, width, 5)));
    }
    let _ = write!(text, "{}", draw(&puzzle.board_at(&explanation.end, None)).trim_end());
    let steps = counted(explanation.steps.len(), "step");
    let end = match explanation.report.outcome.verdict() {
        Verdict::Refuted => styled(BAD, "There is no solution."),
        _ if explanation.solved => styled(GOOD, format_args!("Solved in {steps}.")),
        Verdict::Several => {
            styled(UNSURE, format_args!("After {steps} nothing more follows: there are several solutions."))
        }
        _ => styled(UNSURE, format_args!("After {steps} the techniques see nothing more.")),
    };
    let _ = write!(text, "\n{end}");
    text
}
