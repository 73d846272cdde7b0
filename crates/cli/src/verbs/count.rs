//! `pencilmark count`.

use pencilmark::batch::Item;
use pencilmark::outcome::End;
use pencilmark::record::{Goal, Record};
use pencilmark::{Plan, Report};

use super::{SolveRequest, exit_of, item_title, origin, puzzle_of, took, verdict};
use crate::args::{CountArgs, VerdictFormat};
use crate::batch::Done;
use crate::exit::{Exit, Failure};
use crate::screen::counted;

pub(crate) fn run(args: &CountArgs) -> Result<Exit, Failure> {
    let mut request = SolveRequest::new(&args.work, Some(args.limit))?;
    request.keep = 1;
    let is_text = args.format == VerdictFormat::Text;
    let method = request.method.to_string();
    let show = |item: &Item<'_>, report: &Report, plan: &Plan, done: &mut Done| {
        if is_text {
            let took = took(&method, report.elapsed);
            done.line(&format!("{}: {} · {took}", item_title(item), words(item, report, plan)?));
        } else {
            done.line(&Record::of(origin(item), puzzle_of(item)?, report, Goal::Number, plan).line());
        }
        Ok(exit_of(report, Goal::Number))
    };
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method has one lifetime, a closure any")]
    request.verdicts(args.format, "counted", |item, plan| item.solve(plan), show)
}

fn words(item: &Item<'_>, report: &Report, plan: &Plan) -> Result<String, Failure> {
    let found = counted(report.outcome.found, "solution");
    Ok(match (report.outcome.end, &report.reason) {
        (_, Some(reason)) => format!("{found}: {reason} ({})", verdict::SLIP),
        (End::Exhausted, None) if report.outcome.found == 0 => format!("{found} ({})", verdict::SLIP),
        (End::Exhausted, None) => found,
        (End::Limit, None) => format!("at least {found} (--limit)"),
        (End::GaveUp(why), None) => format!("at least {found}; {}", verdict::gave_up(why, puzzle_of(item)?, plan)),
    })
}
