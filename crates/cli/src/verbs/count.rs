//! `pencilmark count`.

use pencilmark::{End, Plan, Puzzle, Report};

use super::{Asked, data_or_text, seconds, title, verdict};
use crate::args::{CountArgs, VerdictFormat};
use crate::batch::{At, Blocks, Done, Each, each};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::record::{self, Aim};
use crate::screen::{DIM, counted, styled};

pub(crate) fn run(args: &CountArgs) -> Result<Exit, Failure> {
    let asked = Asked::new(&args.work, Some(args.limit))?;
    let feed = input::feed(&args.work.input)?;
    let is_text = args.format == VerdictFormat::Text;
    let mut out = Blocks::new(data_or_text(is_text));
    let method = asked.method.to_string();
    let show = |at: At, puzzle: &Puzzle, report: &Report, plan: &Plan, done: &mut Done| {
        if is_text {
            let took = styled(DIM, format_args!(" · {method} · {}", seconds(report.elapsed)));
            done.line(&format!("{}: {}{took}", title(puzzle, at.place), words(puzzle, report, plan)));
        } else {
            done.line(&record::line(record::of(at.index, puzzle, report, Aim::Number, &asked.method, plan)));
        }
        record::exit(report, Aim::Number)
    };
    let quick = asked.quick(args.limit, false, &show);
    let how = Each {
        threads: args.work.limits.threads,
        stop: &asked.stop,
        summary: is_text.then_some("counted"),
        titled: is_text,
        quick: if is_text && asked.is_plain() { Some(&quick) } else { None },
    };
    let ran = each(feed, &how, &mut out, |at, puzzle, done| match puzzle {
        Ok(puzzle) => {
            let (options, plan) = asked.options(puzzle, |_| ())?;
            Ok(show(at, puzzle, &puzzle.solve(options)?, plan, done))
        }
        Err(error) if is_text => Ok(done.complain_about(error)),
        Err(error) => {
            done.line(&record::line(record::malformed(at.index, error, &method)));
            Ok(Exit::Malformed)
        }
    })?;
    Ok(ran.exit)
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
