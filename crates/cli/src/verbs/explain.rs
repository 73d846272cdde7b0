//! `pencilmark explain`.

use std::fmt::Write as _;

use pencilmark::front;
use pencilmark::outcome::Why;
use pencilmark::teach::{ExplainRecord, Explanation, Placed};
use pencilmark::{Puzzle, Verdict};

use super::drawing::draw_numbered;
use super::teach::TeachRequest;
use super::verdict::SLIP;
use super::{item_title, one_page, origin};
use crate::args::{ExplainArgs, ExplainFormat};
use crate::exit::{Exit, Failure};
use crate::screen::{self, BAD, BOLD, DIM, GOOD, UNSURE, styled};

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Failure> {
    let request = TeachRequest::new(&args.asked, false)?;
    let is_text = args.format != ExplainFormat::Json;
    request.each(is_text, "explained", |item, puzzle, done| {
        let explanation = puzzle.explain(&request.course, args.from_position)?;
        match args.format {
            ExplainFormat::Text => {
                done.block(format!("{}\n{}", item_title(item), explanation_text(puzzle, &explanation, args.boards)));
            }
            ExplainFormat::Json => {
                done.line(&Placed::new(origin(item), puzzle, ExplainRecord::of(&explanation, &request.course)).line());
            }
            ExplainFormat::Markdown => {
                done.block(pencilmark::teach::page::markdown(puzzle, &explanation, &request.course));
            }
            ExplainFormat::Html => {
                done.line(one_page(
                    item.index(),
                    &pencilmark::teach::page::html(puzzle, &explanation, &request.course),
                )?);
            }
        }
        Ok(match (explanation.report.outcome.verdict(), explanation.ended) {
            _ if !explanation.mistakes.is_empty() => Exit::Mistaken,
            (Verdict::Refuted, _) => Exit::Refuted,
            _ if explanation.solved => Exit::Done,
            (_, Some(Why::Interrupted)) => Exit::Interrupted,
            (Verdict::Several, None) => Exit::Several,
            _ => Exit::GaveUp,
        })
    })
}

fn explanation_text(puzzle: &Puzzle, explanation: &Explanation, boards: bool) -> String {
    let width = screen::width();
    let mut text = front::preface(puzzle).map_or_else(String::new, |legend| {
        let legend = width.map_or(legend.clone(), |width| screen::wrap(&legend, width, 2));
        format!("{}\n", styled(DIM, legend))
    });
    if let Some(opening) = explanation.opening() {
        let _ = writeln!(text, "{}", styled(UNSURE, opening));
    }
    for (number, (before, step)) in explanation.steps.iter().enumerate() {
        if boards {
            let _ = writeln!(text, "{}", draw_numbered(&front::board_at(puzzle, before, Some(step))).trim_end());
        }
        let line = format!("{:>3}. {}: {}", number + 1, styled(BOLD, step.technique.title), step.why.reason);
        let _ = writeln!(text, "{}", width.map_or(line.clone(), |width| screen::wrap(&line, width, 5)));
    }
    let _ = write!(text, "{}", draw_numbered(&front::board_at(puzzle, &explanation.end, None)).trim_end());
    let style = match explanation.report.outcome.verdict() {
        _ if !explanation.mistakes.is_empty() => BAD,
        Verdict::Refuted => BAD,
        _ if explanation.solved => GOOD,
        _ => UNSURE,
    };
    let _ = write!(text, "\n{}", styled(style, explanation.ending()));
    if explanation.mistakes.is_empty() && explanation.report.outcome.verdict() == Verdict::Refuted {
        let _ = write!(text, "\n{}", styled(DIM, format_args!("{SLIP}.")));
    }
    text
}
