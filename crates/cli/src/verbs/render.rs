//! `pencilmark render`.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::{Options, Puzzle, Report};

use super::{svg, title, verdict};
use crate::args::{DrawFormat, RenderArgs};
use crate::batch::{Blocks, Each, each};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::{input, screen};

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Failure> {
    let options = Options { budget: args.limits.budget(super::PATIENCE), seed: args.limits.seed, ..Options::up_to(1) };
    let feed = input::feed(&args.input)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Usage(format!("cannot make the folder {}: {error}", folder.display())))?;
    }
    let mut out = Blocks::new(anstream::stdout().lock());
    let written = AtomicUsize::new(0);
    let how = Each {
        threads: args.limits.threads,
        stop: &options.budget.stop,
        summary: None,
        titled: args.out.is_none() && args.format != DrawFormat::Svg,
        quick: None,
    };
    let ran = each(feed, &how, &mut out, |at, puzzle, done| {
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(done.complain_about(error)),
        };
        let report = if args.solved { Some(puzzle.solve(&options)?) } else { None };
        let answer = report.as_ref().and_then(Report::solution);
        let colour = args.out.is_none() && screen::has_colour();
        let text = drawing(puzzle, answer, args.format, colour);
        match (&args.out, at.place) {
            (Some(folder), _) => {
                write_file(folder, at.index, puzzle, args.format, &text)?;
                written.fetch_add(1, Ordering::Relaxed);
            }
            (None, _) if args.format == DrawFormat::Svg => done.line(text.trim_end()),
            (None, Some(place)) => done.block(format!("{}\n{text}", title(puzzle, Some(place)))),
            (None, None) => done.block(text),
        }
        let Some(report) = &report else { return Ok(Exit::Done) };
        if answer.is_none() {
            let why = verdict::verdict(puzzle, report, &puzzle.plan(&options)?, false);
            done.remark(format!("puzzle {}, drawn without a solution: {why}", at.index + 1));
        }
        Ok(record::exit(report, Aim::Solution))
    })?;
    if let Some(folder) = &args.out {
        let written = written.into_inner();
        screen::remark(&format!("wrote {} into {}", screen::counted(written, "file"), folder.display()));
    }
    Ok(ran.exit)
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
