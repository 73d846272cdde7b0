//! `pencilmark render`.

use pencilmark::batch::Plans;
use pencilmark::record::Goal;
use pencilmark::render::{Board, TextStyle};
use pencilmark::{Options, Puzzle, Report};

use super::drawing::draw_in;
use super::files::Files;
use super::{exit_of, item_title, one_svg, place, svg, verdict};
use crate::args::{DrawFormat, RenderArgs};
use crate::batch::{Blocks, Each, each};
use crate::exit::{Exit, Failure};
use crate::{input, screen};

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Failure> {
    let options =
        Options { budget: args.limits.budget(super::TIMEOUT), seed: args.limits.seed.announce(), ..Options::up_to(1) };
    let feed = input::feed(&args.input)?;
    // How many there will be is not known before all is read.
    let files = args.out.as_ref().map(|folder| Files::new(folder, 0)).transpose()?;
    let mut out = Blocks::new(anstream::stdout().lock());
    let plans = Plans::of(options.clone());
    let how = Each {
        threads: args.limits.threads,
        stop: &options.budget.stop,
        summary: None,
        titled: args.out.is_none() && args.format != DrawFormat::Svg,
        plans: None,
    };
    let ran = each(feed, &how, &mut out, |item, done| {
        let puzzle = match item.puzzle() {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(done.complain_about(error)),
        };
        let plan = if args.solved { Some(plans.get(puzzle.kind())?) } else { None };
        let report = plan.map(|plan| puzzle.solve_with(plan)).transpose()?;
        let answer = report.as_ref().and_then(Report::solution);
        let board = if args.candidates { puzzle.with_candidates().board(None) } else { puzzle.board(answer) };
        let text = drawing(puzzle, &board, args);
        match (&files, item.number()) {
            (Some(files), _) => write_file(files, item.index(), puzzle, args, &text)?,
            (None, _) if args.format == DrawFormat::Svg => done.line(one_svg(item.index(), &text)?),
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
    })?;
    if let Some(files) = &files {
        files.tell();
    }
    Ok(ran.exit)
}

fn drawing(puzzle: &Puzzle, board: &Board, args: &RenderArgs) -> String {
    if args.format == DrawFormat::Svg {
        return svg(puzzle, board);
    }
    let ascii = args.format == DrawFormat::Ascii;
    // A file has neither colour nor a width.
    let (colour, width) = if args.out.is_some() { (false, None) } else { (screen::has_colour(), screen::width()) };
    draw_in(board, &TextStyle { colour, ascii, ..TextStyle::default() }, width)
}

fn write_file(files: &Files<'_>, index: usize, puzzle: &Puzzle, args: &RenderArgs, text: &str) -> Result<(), Failure> {
    let name = puzzle.id().unwrap_or(puzzle.kind().id);
    // One drawing of a puzzle does not overwrite another.
    let shows = match (args.solved, args.candidates) {
        (true, _) => "-solved",
        (false, true) => "-candidates",
        (false, false) => "",
    };
    let ending = match args.format {
        DrawFormat::Svg => ".svg",
        DrawFormat::Text => ".txt",
        DrawFormat::Ascii => ".ascii.txt",
    };
    files.write(index as u64 + 1, name, &format!("{shows}{ending}"), text)
}
