//! `pencilmark count`.

use pencilmark::{End, Plan, Puzzle, Report};

use super::{Asked, title, took, verdict};
use crate::args::{CountArgs, VerdictFormat};
use crate::batch::{At, Done};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::counted;

pub(crate) fn run(args: &CountArgs) -> Result<Exit, Failure> {
    let mut asked = Asked::new(&args.work, Some(args.limit))?;
    asked.keep = 1;
    let is_text = args.format == VerdictFormat::Text;
    let method = asked.method.to_string();
    let show = |at: At, puzzle: &Puzzle, report: &Report, plan: &Plan, done: &mut Done| {
        if is_text {
            let took = took(&method, report.elapsed);
            done.line(&format!("{}: {} · {took}", title(puzzle, at.place), words(puzzle, report, plan)));
        } else {
            done.line(&record::line(record::of(at.index, puzzle, report, Aim::Number, &asked.method, plan)));
        }
        record::exit(report, Aim::Number)
    };
    let quick = asked.quick(args.limit, false, &show);
    asked.verdicts(args.format, "counted", &quick, Puzzle::solve, show)
}

fn words(puzzle: &Puzzle, report: &Report, plan: &Plan) -> String {
    let found = counted(report.outcome.found, "solution");
    match (report.outcome.end, &report.reason) {
        (_, Some(reason)) => format!("{found}: {reason}"),
        (End::Exhausted, None) => found,
        (End::Limit, None) => format!("at least {found} (--limit)"),
        (End::GaveUp(why), None) => format!("at least {found}; {}", verdict::gave_up(why, puzzle, plan)),
    }
}
