//! `pencilmark render`.

use std::path::Path;

use pencilmark::{Options, Puzzle, Report};

use super::{complain_about, each, print, title};
use crate::args::{DrawFormat, RenderArgs};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::{input, pool, screen};

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Failure> {
    let stop = pool::stop_on_ctrl_c();
    let options = Options { budget: args.limits.budget(&stop), seed: args.limits.seed, ..Options::up_to(1) };
    let batch = input::batch(&args.input)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Usage(format!("cannot make the folder {}: {error}", folder.display())))?;
    }
    let mut out = anstream::stdout().lock();
    let solve = |puzzle: &Puzzle| if args.solved { puzzle.solve(&options).map(Some) } else { Ok(None) };
    each(&batch, args.limits.threads, &stop, solve, |index, result| {
        let (puzzle, report): (&Puzzle, Option<Report>) = match result {
            Ok(done) => done,
            Err(error) => return Ok(complain_about(error)),
        };
        let answer = report.as_ref().and_then(Report::solution);
        let colour = args.out.is_none() && screen::has_colour();
        let text = drawing(puzzle, answer, args.format, colour);
        match &args.out {
            Some(folder) => write_file(folder, index, puzzle, args.format, &text)?,
            None if batch.len() > 1 && args.format != DrawFormat::Svg => {
                print(&mut out, &format!("{}\n{text}", title(puzzle)))?;
            }
            None => print(&mut out, text.trim_end())?,
        }
        Ok(report.map_or(Exit::Done, |report| record::exit(&report, Aim::Solution)))
    })
}

fn drawing(puzzle: &Puzzle, answer: Option<&pencilmark::Answer>, format: DrawFormat, colour: bool) -> String {
    let board = puzzle.board(answer);
    match format {
        DrawFormat::Svg => pencilmark::render::svg(&board, &pencilmark::render::SvgStyle::default()),
        format => {
            let style =
                pencilmark::render::TextStyle { colour, ascii: format == DrawFormat::Ascii, ..Default::default() };
            pencilmark::render::text(&board, &style)
        }
    }
}

fn write_file(folder: &Path, index: usize, puzzle: &Puzzle, format: DrawFormat, text: &str) -> Result<(), Failure> {
    let ending = if format == DrawFormat::Svg { "svg" } else { "txt" };
    let name = puzzle.id().unwrap_or(puzzle.kind().id);
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect();
    let path = folder.join(format!("{:03}-{safe}.{ending}", index + 1));
    std::fs::write(&path, text).map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}
