//! `pencilmark solve`.

use std::fmt::Write as _;
use std::io::Write;

use std::time::Duration;

use pencilmark::{Answer, Counters, End, Puzzle, Report, Verdict};

use super::{Blocks, complain_about, draw, each, options, place, seconds, svg, title};
use crate::args::{ResultFormat, SolveArgs};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::{BAD, DIM, GOOD, UNSURE, styled};
use crate::{input, screen};

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let options = options(&args.work, args.limit)?;
    let batch = input::batch(&args.work.input)?;
    let mut out = Blocks::new(anstream::stdout().lock());
    let method = options.method.to_string();
    let mut total = (Counters::default(), Duration::ZERO);
    let exit = each(
        &batch,
        args.work.limits.threads,
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
            total.0.add(&report.counters);
            total.1 += report.elapsed;
            let found = &report.outcome.solutions;
            // Two tell whether there is only one; who asks for more wants to see them.
            let shown = &found[..found.len().min(if options.limit > 2 { options.limit } else { 1 })];
            match args.format {
                ResultFormat::Json => {
                    let mut object = record::of(index, puzzle, &report, Aim::Solution, &method);
                    if options.limit > 2 {
                        object.insert("all_solutions".to_owned(), found.iter().map(record::rows).collect());
                    }
                    out.print_line(&record::line(object))?;
                }
                ResultFormat::Text => {
                    let title = title(puzzle, place(&batch, index));
                    let boards = if args.brief { String::new() } else { boards(puzzle, &report, shown) };
                    out.print(&text(&format!("{title}\n{boards}"), &report, &method, args.stats))?;
                }
                ResultFormat::Svg => {
                    for answer in shown {
                        out.print_line(svg(puzzle, &puzzle.board(Some(answer))).trim_end())?;
                    }
                }
                ResultFormat::Line | ResultFormat::Grid if shown.is_empty() => {
                    absent(&mut out, args.format, index, record::outcome(&report, Aim::Solution))?;
                    screen::remark(&format!("puzzle {}: {}", index + 1, verdict(&report)));
                }
                ResultFormat::Line => shown.iter().try_for_each(|answer| out.print_line(&line(answer)))?,
                ResultFormat::Grid => shown.iter().try_for_each(|answer| out.print(&puzzle.write_answer(answer)))?,
            }
            Ok(record::exit(&report, Aim::Solution))
        },
    )?;
    if args.stats && args.format == ResultFormat::Text && batch.len() > 1 {
        out.print(&format!("All together · {method} · {}\n{}", seconds(total.1), counters(&total.0)))?;
    }
    Ok(exit)
}

/// Something in place of a solution that is not there, so that results keep in step with puzzles.
fn absent(out: &mut Blocks<impl Write>, format: ResultFormat, index: usize, outcome: &str) -> Result<(), Failure> {
    match format {
        ResultFormat::Line => out.print_line(""),
        ResultFormat::Grid => out.print(&format!("# puzzle {}: {outcome}", index + 1)),
        ResultFormat::Text | ResultFormat::Json | ResultFormat::Svg => Ok(()),
    }
}

/// The solutions drawn; without any, the best board of the method or the puzzle itself.
fn boards(puzzle: &Puzzle, report: &Report, shown: &[Answer]) -> String {
    let best = report.outcome.best.as_ref().map(|(board, _)| board);
    match shown {
        [] => draw(&puzzle.board(best)),
        _ => shown.iter().map(|answer| draw(&puzzle.board(Some(answer)))).collect(),
    }
}

/// Board, verdict and counters for people.
fn text(head: &str, report: &Report, method: &str, stats: bool) -> String {
    let mut text = format!("{head}{}", verdict(report));
    let took = format!(" · {method} · {}", seconds(report.elapsed));
    text.push_str(&styled(DIM, took));
    text.push('\n');
    if stats {
        text.push_str(&counters(&report.counters));
    }
    text
}

fn counters(counters: &Counters) -> String {
    let mut text = String::new();
    for (name, count) in counters.rows().into_iter().filter(|&(_, count)| count > 0) {
        let _ = writeln!(text, "  {name:<12} {count:>12}");
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
        Verdict::Several if report.outcome.solutions.len() == 2 => styled(UNSURE, "one of several solutions"),
        Verdict::Several => {
            let more = if report.outcome.exhausted() { "all of them" } else { "there may be more" };
            styled(UNSURE, format_args!("{} solutions, {more}", report.outcome.solutions.len()))
        }
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
