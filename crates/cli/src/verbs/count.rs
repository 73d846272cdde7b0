//! `pencilmark count`.

use pencilmark::{End, Report};

use super::{complain_about, each, options, place, print, seconds, title};
use crate::args::{CountArgs, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::record::{self, Aim};
use crate::screen::{DIM, counted, styled};

pub(crate) fn run(args: &CountArgs) -> Result<Exit, Failure> {
    let options = options(&args.work, Some(args.limit))?;
    let batch = input::batch(&args.work.input)?;
    let mut out = anstream::stdout().lock();
    let method = options.method.to_string();
    each(
        &batch,
        args.work.limits.threads,
        &options.budget.stop,
        (args.format == VerdictFormat::Text).then_some("counted"),
        |puzzle| puzzle.solve(&options),
        |index, result| {
            let (puzzle, report) = match result {
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
                    print(&mut out, &format!("{}: {}{took}", title(puzzle, place(&batch, index)), words(&report)))?;
                }
                VerdictFormat::Json => {
                    print(&mut out, &record::line(record::of(index, puzzle, &report, Aim::Number, &method)))?;
                }
            }
            Ok(record::exit(&report, Aim::Number))
        },
    )
}

fn words(report: &Report) -> String {
    let found = counted(report.outcome.solutions.len(), "solution");
    match (report.outcome.end, &report.reason) {
        (_, Some(reason)) => format!("{found}: {reason}"),
        (End::Exhausted, None) => found,
        (End::Limit, None) => format!("at least {found} (--limit)"),
        (End::GaveUp(why), None) => format!("at least {found} ({why})"),
    }
}
