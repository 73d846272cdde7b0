//! Watching a search: a trace in a file, an animation in the terminal, or lines of progress in a pipe.

mod plain;
mod play;
mod player;
mod show;
mod tally;
mod terminal;

use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use pencilmark::watch::{Both, Trace, TraceOptions};
use pencilmark::{Options, Plan, Puzzle, Report};

use crate::args::{ResultFormat, SolveArgs};
use crate::exit::Failure;
use crate::input::{Feed, ShowProgress};
use crate::screen;
use crate::values::parse_speed;

/// The heading above all that is about watching.
const WATCHING: &str = "Watching";

/// How to watch.
#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    /// Play the search in the terminal: right cells green, wrong ones red, those about to change gold
    ///
    /// Keys: space pauses, right and left arrow step forward and back, + and - change the speed, t shows moves that are only
    /// tried, e runs to the end, q leaves. Takes one puzzle, and ends at the first solution unless --limit asks for more.
    /// There is no time limit unless --timeout sets one. In a pipe: lines of progress on standard error.
    #[arg(long, help_heading = WATCHING)]
    pub(crate) animate: bool,
    /// Steps a second to begin with; 10 if not set
    #[arg(long, value_name = "N", requires = "animate", value_parser = parse_speed, help_heading = WATCHING)]
    pub(crate) speed: Option<f64>,
    /// Write what the method does to FILE: one JSON object an event
    ///
    /// The format is described in docs/trace.md. Puzzles are solved one after the other, each with its header, its events and
    /// its end. `-` is standard output, and takes the place of the results of --format json.
    #[arg(long, value_name = "FILE", help_heading = WATCHING)]
    pub(crate) trace: Option<PathBuf>,
    /// Trace moves that are only tried, too
    #[arg(long, requires = "trace", help_heading = WATCHING)]
    pub(crate) trace_all: bool,
    /// Events of a puzzle after which the rest is counted but left out; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "trace", help_heading = WATCHING)]
    pub(crate) trace_limit: u64,
}

/// Where traces go.
type Out = Mutex<Box<dyn Write + Send>>;

/// A watch that is set up.
pub(crate) struct Watch<'a> {
    args: &'a WatchArgs,
    /// Whether the user set these.
    timeout: bool,
    limit: bool,
    trace: Option<Out>,
}

impl<'a> Watch<'a> {
    /// Opens what is needed; an animation takes one puzzle alone.
    pub(crate) fn new(args: &'a SolveArgs, mut feed: Feed) -> Result<(Self, Feed), Failure> {
        let watch = &args.watch;
        if watch.animate {
            let mut batch = feed.all();
            if batch.len() > 1 {
                screen::remark(&format!("--animate shows the first of {} puzzles", batch.len()));
                batch.truncate(1);
            }
            feed = Feed { progress: ShowProgress::Never, ..Feed::of(batch) };
        }
        let trace = match watch.trace.as_deref() {
            None => None,
            Some(path) if path == Path::new("-") => {
                if args.format != ResultFormat::Json {
                    let text =
                        "`--trace -` would mix with the results; name a file, or add --format json for the trace alone";
                    return Err(Failure::Usage(text.to_owned()));
                }
                Some(Mutex::new(Box::new(io::stdout()) as Box<dyn Write + Send>))
            }
            Some(path) => {
                let same =
                    |file: &PathBuf| matches!((file.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
                if args.work.input.files.iter().any(same) {
                    let text = format!("--trace would overwrite the puzzles in {}; name another file", path.display());
                    return Err(Failure::Usage(text));
                }
                let file = File::create(path)
                    .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
                Some(Mutex::new(Box::new(file) as Box<dyn Write + Send>))
            }
        };
        let (timeout, limit) = (args.work.limits.timeout.is_some(), args.limit.is_some());
        Ok((Self { args: watch, timeout, limit, trace }, feed))
    }

    /// Whether puzzles have to be solved one after the other.
    pub(crate) fn in_turn(&self) -> bool {
        self.args.animate || self.trace.is_some()
    }

    /// Whether the trace takes the place of the results.
    pub(crate) fn takes_output(&self) -> bool {
        self.args.trace.as_deref() == Some(Path::new("-"))
    }

    /// What to change in the options: who looks on is not hurried, and wants to see a solution in the end rather than how
    /// others are ruled out.
    pub(crate) fn adapt(&self, options: &mut Options) {
        if self.args.animate && !self.timeout {
            options.budget.time = Some(std::time::Duration::MAX);
        }
        if self.args.animate && !self.limit {
            options.limit = 1;
        }
    }

    /// Solves a puzzle under the watch.
    pub(crate) fn solve(&self, index: usize, puzzle: &Puzzle, plan: &Plan) -> Result<Report, Failure> {
        let Some(out) = &self.trace else { return self.traced(puzzle, plan, None) };
        let limit = if self.args.trace_limit == 0 { u64::MAX } else { self.args.trace_limit };
        let settings = TraceOptions { index, tries: self.args.trace_all, limit };
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        self.traced(puzzle, plan, Some(Trace::new(puzzle, plan, settings, &mut *out)))
    }

    fn traced(&self, puzzle: &Puzzle, plan: &Plan, trace: Option<Tracer<'_>>) -> Result<Report, Failure> {
        if !self.args.animate {
            return match trace {
                None => Ok(puzzle.solver().plan(plan).run()?),
                Some(mut trace) => {
                    let report = puzzle.solver().plan(plan).watch(&mut trace).run()?;
                    self.end(Some(trace), &report)?;
                    Ok(report)
                }
            };
        }
        if io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb") {
            let (report, trace) = play::play(puzzle, plan, trace, self.args.speed)?;
            self.end(trace, &report)?;
            return Ok(report);
        }
        screen::remark("--animate needs a terminal: here is plain progress");
        let mut watch = Both(trace, plain::Plain::new(plan.method.info.id));
        let report = puzzle.solver().plan(plan).watch(&mut watch).run()?;
        watch.1.end();
        self.end(watch.0, &report)?;
        Ok(report)
    }

    fn end(&self, trace: Option<Tracer<'_>>, report: &Report) -> Result<(), Failure> {
        let Some(trace) = trace else { return Ok(()) };
        trace.end(report).map_err(|error| match &self.args.trace {
            Some(path) if !self.takes_output() => {
                Failure::Usage(format!("cannot write the trace to {}: {error}", path.display()))
            }
            _ => error.into(),
        })
    }
}

type Tracer<'a> = Trace<&'a mut Box<dyn Write + Send>>;
