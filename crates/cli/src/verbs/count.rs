//! `pencilmark count`.

use pencilmark::{End, Plan, Puzzle, Report, SolveError};

use super::{Asked, complain_about, each, place, print, seconds, title, verdict};
use crate::args::{CountArgs, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::record::{self, Aim};
use crate::screen::{DIM, counted, styled};

pub(crate) fn run(args: &CountArgs) -> Result<Exit, Failure> {
    let asked = Asked::new(&args.work, Some(args.limit))?;
    let batch = input::batch(&args.work.input)?;
    let mut out = anstream::stdout().lock();
    let method = asked.method.to_string();
    each(
        &batch,
        args.work.limits.threads,
        &asked.stop,
        (args.format == VerdictFormat::Text).then_some("counted"),
        |_, puzzle| -> Result<_, SolveError> {
            let (options, plan) = asked.options(puzzle)?;
            Ok((puzzle.solve(&options)?, plan))
        },
        |index, result| {
            let (puzzle, (report, plan)) = match result {
                Ok(done) => done,
                Err(error) if args.format == VerdictFormat::Json => {
                    print(&mut out, &record::line(record::malformed(index, error, &method)))?;
                    return Ok(Exit::Malformed);
                }
                Err(error) => return Ok(complain_about(error)),
            };
            match args.format {
                VerdictFormat::Text => {
                    let took = styled(DIM, format_args!(" · {method} · {}", seconds(report.elapsed)));
                    print(
                        &mut out,
                        &format!("{}: {}{took}", title(puzzle, place(&batch, index)), words(puzzle, &report, &plan)),
                    )?;
                }
                VerdictFormat::Json => {
                    let object = record::of(index, puzzle, &report, Aim::Number, &asked.method, &plan);
                    print(&mut out, &record::line(object))?;
                }
            }
            Ok(record::exit(&report, Aim::Number))
        },
    )
}

fn words(puzzle: &Puzzle, report: &Report, plan: &Plan) -> String {
    let found = counted(report.outcome.solutions.len(), "solution");
    match (report.outcome.end, &report.reason) {
        (_, Some(reason)) => format!("{found}: {reason}"),
        (End::Exhausted, None) => found,
        (End::Limit, None) => format!("at least {found} (--limit)"),
        (End::GaveUp(why), None) => format!("at least {found}; {}", verdict::gave_up(why, puzzle, plan)),
    }
}
