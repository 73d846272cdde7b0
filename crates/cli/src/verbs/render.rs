//! `pencilmark render`.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};

use pencilmark::batch::Plans;
use pencilmark::record::Goal;
use pencilmark::render::{Board, TextStyle};
use pencilmark::{Options, Puzzle, Report};

use super::drawing::draw_in;
use super::files::Files;
use super::{exit_of, item_title, one_picture, place, png, svg, verdict};
use crate::args::{DrawFormat, RenderArgs};
use crate::ascii::is_ascii;
use crate::batch::{Blocks, Each, each};
use crate::exit::{Exit, Failure};
use crate::{input, screen};

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Failure> {
    check(args)?;
    let options = Options::default().budget(args.limits.budget(super::TIMEOUT)).seed(args.limits.seed.announce());
    let feed = input::feed(&args.input)?;
    // How many there will be is not known before all is read.
    let files = args.out.as_ref().map(|folder| Files::new(folder, 0, true)).transpose()?;
    let mut out = Blocks::new(super::data_or_text(!is_picture(args.format)));
    let plans = Plans::of(options.clone());
    let how = Each {
        threads: args.limits.threads,
        stop: &options.budget.stop,
        summary: None,
        titled: args.out.is_none() && !is_picture(args.format),
        plans: None,
    };
    // Not text, so it is not written as lines are.
    let first_png: Mutex<Option<Vec<u8>>> = Mutex::default();
    let ran = each(feed, &how, &mut out, |item, done| {
        let puzzle = match item.puzzle() {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(done.complain_about(error)),
        };
        let plan = if args.solved { Some(plans.get(puzzle.kind())?) } else { None };
        let report = plan.map(|plan| puzzle.solver().plan(plan).run()).transpose()?;
        let answer = report.as_ref().and_then(Report::solution);
        let board = if args.candidates { puzzle.with_candidates().board(None) } else { puzzle.board(answer) };
        let (text, png) = match args.format {
            DrawFormat::Png => (String::new(), png(&board, args.width)?),
            _ => (drawing(puzzle, &board, args), Vec::new()),
        };
        match (&files, item.number()) {
            (Some(files), _) if args.format == DrawFormat::Png => write_file(files, item.index(), puzzle, args, &png)?,
            (Some(files), _) => write_file(files, item.index(), puzzle, args, text.as_bytes())?,
            (None, _) if args.format == DrawFormat::Png => {
                one_picture(item.index(), "PNG")?;
                *first_png.lock().unwrap_or_else(PoisonError::into_inner) = Some(png);
            }
            (None, _) if args.format == DrawFormat::Svg => {
                one_picture(item.index(), "SVG")?;
                done.line(text.trim_end());
            }
            // Without a title, a drawing would not say how many stars there are.
            (None, number) if number.is_some() || puzzle.variant().is_some() => {
                done.block(format!("{}\n{text}", item_title(item)));
            }
            (None, _) => done.block(text),
        }
        let (Some(report), Some(plan)) = (&report, plan) else { return Ok(Exit::Done) };
        if answer.is_none() {
            let why = verdict::verdict(puzzle, report, plan, false);
            done.remark(format!("{}: drawn without a solution: {why}", place(item)));
        }
        Ok(exit_of(report, Goal::Solution))
    });
    if let Some(png) = first_png.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let mut out = std::io::stdout().lock();
        out.write_all(&png).and_then(|()| out.flush())?;
    }
    let ran = ran?;
    if let Some(files) = &files {
        files.tell();
    }
    Ok(ran.exit)
}

fn is_picture(format: DrawFormat) -> bool {
    matches!(format, DrawFormat::Svg | DrawFormat::Png)
}

/// What cannot be drawn as asked for.
fn check(args: &RenderArgs) -> Result<(), Failure> {
    if args.width.is_some() && args.format != DrawFormat::Png {
        return Err(Failure::Usage("--width is for --format png alone".to_owned()));
    }
    if args.format == DrawFormat::Png && args.out.is_none() && std::io::stdout().is_terminal() {
        let help = "write it into a file with > FILE, or each puzzle into a file of its own with --out FOLDER";
        return Err(Failure::Usage(format!("a PNG picture is not for a terminal\n  help: {help}")));
    }
    Ok(())
}

fn drawing(puzzle: &Puzzle, board: &Board, args: &RenderArgs) -> String {
    if args.format == DrawFormat::Svg {
        return svg(puzzle, board);
    }
    let ascii = args.format == DrawFormat::Ascii || is_ascii() && args.out.is_none();
    // A file has neither colour nor a width.
    let (colour, width) = if args.out.is_some() { (false, None) } else { (screen::has_colour(), screen::width()) };
    draw_in(board, &TextStyle { colour, ascii, ..TextStyle::default() }, width)
}

fn write_file(
    files: &Files<'_>,
    index: usize,
    puzzle: &Puzzle,
    args: &RenderArgs,
    content: &[u8],
) -> Result<(), Failure> {
    let name = puzzle.id().unwrap_or(puzzle.kind().id);
    // One drawing of a puzzle does not overwrite another.
    let shows = match (args.solved, args.candidates) {
        (true, _) => "-solved",
        (false, true) => "-candidates",
        (false, false) => "",
    };
    let ending = match args.format {
        DrawFormat::Svg => ".svg",
        DrawFormat::Png => ".png",
        DrawFormat::Text => ".txt",
        DrawFormat::Ascii => ".ascii.txt",
    };
    files.write(index as u64 + 1, name, &format!("{shows}{ending}"), content)
}
