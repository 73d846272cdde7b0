//! `pencilmark solve`.

use std::fmt::Write as _;
use std::io::Write;

use pencilmark::{Answer, End, Puzzle, Report, Verdict};

use super::{Blocks, complain_about, draw, each, options, seconds, title};
use crate::args::{ResultFormat, SolveArgs};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::{BAD, DIM, GOOD, UNSURE, styled};
use crate::{input, screen};

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let options = options(&args.limits, &args.method, args.limit)?;
    let batch = input::batch(&args.input)?;
    let mut out = Blocks::new(anstream::stdout().lock());
    let method = options.method.to_string();
    each(
        &batch,
        args.limits.threads,
        &options.budget.stop,
        (args.format == ResultFormat::Text).then_some("solved"),
        |puzzle| puzzle.solve(&options),
        |index, result| {
            let (puzzle, report) = match result {
                Ok(done) => done,
                Err(error) if args.format == ResultFormat::Json => {
                    out.print_line(&record::line(record::malformed(index, error, &method)))?;
                    return Ok(Exit::Malformed);
                }
                Err(error) => {
                    absent(&mut out, args.format, index, "malformed")?;
                    return Ok(complain_about(error));
                }
            };
            let answer = report.solution();
            match args.format {
                ResultFormat::Json => {
                    let object = record::of(index, puzzle, &report, Aim::Solution, &method);
                    out.print_line(&record::line(object))?;
                }
                ResultFormat::Text => out.print(&text(puzzle, &report, &method, args.stats))?,
                ResultFormat::Svg => {
                    let svg = pencilmark::render::svg(&puzzle.board(answer), &pencilmark::render::SvgStyle::default());
                    out.print_line(svg.trim_end())?;
                }
                ResultFormat::Line | ResultFormat::Grid => match answer {
                    Some(answer) if args.format == ResultFormat::Line => out.print_line(&line(answer))?,
                    Some(answer) => out.print(&puzzle.write_answer(answer))?,
                    None => {
                        absent(&mut out, args.format, index, record::outcome(&report, Aim::Solution))?;
                        screen::remark(&format!("puzzle {}: {}", index + 1, verdict(&report)));
                    }
                },
            }
            Ok(record::exit(&report, Aim::Solution))
        },
    )
}

/// Something in place of a solution that is not there, so that results keep in step with puzzles.
fn absent(out: &mut Blocks<impl Write>, format: ResultFormat, index: usize, outcome: &str) -> Result<(), Failure> {
    match format {
        ResultFormat::Line => out.print_line(""),
        ResultFormat::Grid => out.print(&format!("# puzzle {}: {outcome}", index + 1)),
        ResultFormat::Text | ResultFormat::Json | ResultFormat::Svg => Ok(()),
    }
}

/// Board, verdict and counters for people.
fn text(puzzle: &Puzzle, report: &Report, method: &str, stats: bool) -> String {
    let best = report.outcome.best.as_ref().map(|(board, _)| board);
    let board = puzzle.board(report.solution().or(best));
    let mut text = format!("{}\n{}{}", title(puzzle), draw(&board), verdict(report));
    let took = format!(" · {method} · {}", seconds(report.elapsed));
    text.push_str(&styled(DIM, took));
    text.push('\n');
    if stats {
        for (name, count) in report.counters.rows().into_iter().filter(|&(_, count)| count > 0) {
            let _ = writeln!(text, "  {name:<12} {count:>12}");
        }
    }
    text
}

/// What is known, in a few words.
pub(crate) fn verdict(report: &Report) -> String {
    let why = match report.outcome.end {
        End::GaveUp(why) => why.to_string(),
        _ => String::new(),
    };
    match report.outcome.verdict() {
        Verdict::Unique => styled(GOOD, "the only solution"),
        Verdict::Several => styled(UNSURE, "one of several solutions"),
        Verdict::Solved if why.is_empty() => styled(GOOD, "a solution"),
        Verdict::Solved => styled(GOOD, format_args!("a solution; whether it is the only one is open: {why}")),
        Verdict::Refuted => match &report.reason {
            Some(reason) => styled(BAD, format_args!("no solution: {reason}")),
            None => styled(BAD, "no solution (`pencilmark check` says why)"),
        },
        Verdict::Undecided => match &report.outcome.best {
            Some((_, cost)) => styled(UNSURE, format_args!("gave up: {why}; above, the best board, of cost {cost}")),
            None => styled(UNSURE, format_args!("gave up: {why}")),
        },
    }
}

/// A board on one line: without separators where every cell is one character.
pub(crate) fn line(answer: &Answer) -> String {
    let cells: Vec<String> = answer.things().iter().map(ToString::to_string).collect();
    let separator = if cells.iter().all(|cell| cell.len() == 1) { "" } else { "," };
    cells.join(separator)
}
