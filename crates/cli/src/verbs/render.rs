//! `pencilmark render`.

use std::path::Path;

use pencilmark::{Options, Puzzle, Report};

use super::{Blocks, complain_about, each, svg, title, verdict};
use crate::args::{DrawFormat, RenderArgs};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::{input, screen};

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Failure> {
    let options = Options { budget: args.limits.budget(super::PATIENCE), seed: args.limits.seed, ..Options::up_to(1) };
    let batch = input::batch(&args.input)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Usage(format!("cannot make the folder {}: {error}", folder.display())))?;
    }
    let mut out = Blocks::new(anstream::stdout().lock());
    let mut written = 0;
    let solved = |_, puzzle: &Puzzle| if args.solved { puzzle.solve(&options).map(Some) } else { Ok(None) };
    let exit = each(&batch, args.limits.threads, &options.budget.stop, None, solved, |index, result| {
        let (puzzle, report): (&Puzzle, Option<Report>) = match result {
            Ok(done) => done,
            Err(error) => return Ok(complain_about(error)),
        };
        let answer = report.as_ref().and_then(Report::solution).cloned();
        let colour = args.out.is_none() && screen::has_colour();
        let text = drawing(puzzle, answer.as_ref(), args.format, colour);
        match &args.out {
            Some(folder) => {
                write_file(folder, index, puzzle, args.format, &text)?;
                written += 1;
            }
            None if args.format == DrawFormat::Svg => out.print_line(text.trim_end())?,
            None if batch.len() > 1 => out.print(&format!("{}\n{text}", title(puzzle, Some(index))))?,
            None => out.print(&text)?,
        }
        let Some(report) = report else { return Ok(Exit::Done) };
        if answer.is_none() {
            let why = verdict::verdict(puzzle, &report, &puzzle.plan(&options)?, false);
            screen::remark(&format!("puzzle {}, drawn without a solution: {why}", index + 1));
        }
        Ok(record::exit(&report, Aim::Solution))
    })?;
    if let Some(folder) = &args.out {
        screen::remark(&format!("wrote {} into {}", screen::counted(written, "file"), folder.display()));
    }
    Ok(exit)
}

fn drawing(puzzle: &Puzzle, answer: Option<&pencilmark::Answer>, format: DrawFormat, colour: bool) -> String {
    let board = puzzle.board(answer);
    match format {
        DrawFormat::Svg => svg(puzzle, &board),
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
