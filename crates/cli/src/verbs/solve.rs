//! `pencilmark solve`.

use pencilmark::{Answer, End, Puzzle, Report, Verdict};

use super::{complain_about, draw, each, options, print, seconds, title};
use crate::args::{ResultFormat, SolveArgs};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::{BAD, DIM, GOOD, UNSURE, styled};
use crate::{input, pool};

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let stop = pool::stop_on_ctrl_c();
    let options = options(&args.limits, &args.method, args.limit.max(1), &stop)?;
    let batch = input::batch(&args.input)?;
    let mut out = anstream::stdout().lock();
    let method = options.method.to_string();
    each(
        &batch,
        args.limits.threads,
        &stop,
        |puzzle| puzzle.solve(&options),
        |index, result| {
            let (puzzle, report) = match result {
                Ok(done) => done,
                Err(error) if args.format == ResultFormat::Json => {
                    print(&mut out, &serde_json::Value::from(record::malformed(index, error, &method)).to_string())?;
                    return Ok(Exit::Malformed);
                }
                Err(error) => return Ok(complain_about(error)),
            };
            let answer = report.solution();
            match args.format {
                ResultFormat::Json => {
                    let object = record::of(index, puzzle, &report, Aim::Solution, &method);
                    print(&mut out, &serde_json::Value::from(object).to_string())?;
                }
                ResultFormat::Text => print(&mut out, &text(puzzle, &report, &method, args.stats))?,
                ResultFormat::Svg => {
                    let svg = pencilmark::render::svg(&puzzle.board(answer), &pencilmark::render::SvgStyle::default());
                    print(&mut out, svg.trim_end())?;
                }
                // An empty line keeps results in step with puzzles.
                ResultFormat::Line => print(&mut out, &answer.map_or(String::new(), line))?,
                ResultFormat::Grid => {
                    print(&mut out, &answer.map_or(String::new(), |answer| puzzle.write_answer(answer)))?;
                }
            }
            Ok(record::exit(&report, Aim::Solution))
        },
    )
}

/// Board, verdict and counters for people.
fn text(puzzle: &Puzzle, report: &Report, method: &str, stats: bool) -> String {
    let mut text = format!("{}\n{}{}", title(puzzle), draw(&puzzle.board(report.solution())), verdict(report));
    let took = format!(" · {method} · {}", seconds(report.elapsed));
    text.push_str(&styled(DIM, took));
    text.push('\n');
    if stats {
        for (name, count) in report.counters.rows().into_iter().filter(|&(_, count)| count > 0) {
            text.push_str(&format!("  {name:<12} {count:>12}\n"));
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
        Verdict::Undecided => styled(UNSURE, format_args!("gave up: {why}")),
    }
}

/// A board on one line: without separators where every cell is one character.
pub(crate) fn line(answer: &Answer) -> String {
    let cells: Vec<String> = answer.things().iter().map(ToString::to_string).collect();
    let separator = if cells.iter().all(|cell| cell.len() == 1) { "" } else { "," };
    cells.join(separator)
}
