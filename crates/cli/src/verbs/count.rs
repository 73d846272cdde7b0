//! `pencilmark count`.

use pencilmark::{End, Report};

use super::{complain_about, each, options, print, seconds, title};
use crate::args::{CountArgs, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::{DIM, styled};
use crate::{input, pool};

pub(crate) fn run(args: &CountArgs) -> Result<Exit, Failure> {
    let stop = pool::stop_on_ctrl_c();
    let options = options(&args.limits, &args.method, args.limit, &stop)?;
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
                Err(error) if args.format == VerdictFormat::Json => {
                    print(&mut out, &serde_json::Value::from(record::malformed(index, error, &method)).to_string())?;
                    return Ok(Exit::Malformed);
                }
                Err(error) => return Ok(complain_about(error)),
            };
            match args.format {
                VerdictFormat::Text => {
                    let took = styled(DIM, format_args!(" · {method} · {}", seconds(report.elapsed)));
                    print(&mut out, &format!("{}: {}{took}", title(puzzle), words(&report)))?;
                }
                VerdictFormat::Json => {
                    let object = record::of(index, puzzle, &report, Aim::Number, &method);
                    print(&mut out, &serde_json::Value::from(object).to_string())?;
                }
            }
            Ok(record::exit(&report, Aim::Number))
        },
    )
}

fn words(report: &Report) -> String {
    let found = report.outcome.solutions.len();
    let noun = if found == 1 { "solution" } else { "solutions" };
    match (report.outcome.end, &report.reason) {
        (_, Some(reason)) => format!("0 solutions: {reason}"),
        (End::Exhausted, None) => format!("{found} {noun}"),
        (End::Limit, None) => format!("at least {found} {noun} (--limit)"),
        (End::GaveUp(why), None) => format!("at least {found} {noun} ({why})"),
    }
}
