//! The verbs, one file each.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod document;
pub(crate) mod drawing;
pub(crate) mod equivalent;
pub(crate) mod explain;
pub(crate) mod files;
mod fish;
pub(crate) mod generate;
pub(crate) mod grade;
pub(crate) mod hint;
pub(crate) mod list;
mod manual;
pub(crate) mod print;
pub(crate) mod render;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod solve;
pub(crate) mod studio;
mod teach;
pub(crate) mod tour;
pub(crate) mod verdict;
pub(crate) mod words;

use std::io::Write;
use std::time::Duration;

use pencilmark::batch::{Item, Plans};
use pencilmark::outcome::Account;
use pencilmark::record::{Goal, Origin, Record, Status};
use pencilmark::registry::KindInfo;
use pencilmark::render::Board;
use pencilmark::{Budget, MethodChoice, Options, ParseError, Plan, Puzzle, Remedy, Report, SolveError, StopSignal};
use pencilmark_print::{PngError, PngStyle};

use crate::args::{LimitArgs, VerdictFormat, WorkArgs};
use crate::batch::{Blocks, Done, Each, each};
use crate::exit::{Exit, Failure};
use crate::screen::{DIM, styled};
use crate::{input, remedy, screen};

/// How long a complete method tries, unless `--timeout` says otherwise.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// What the method's flags and the limits ask for; what they leave open depends on the kind.
pub(crate) struct SolveRequest<'a> {
    work: &'a WorkArgs,
    pub(crate) method: MethodChoice,
    limit: Option<usize>,
    pub(crate) from_position: bool,
    /// How many solutions to keep of those that are counted.
    pub(crate) keep: usize,
    /// Bytes that those may take; what suits the method if not set.
    pub(crate) memory: Option<usize>,
    pub(crate) stop: StopSignal,
    /// What all searches hold together, whatever their kinds.
    account: Account,
}

impl<'a> SolveRequest<'a> {
    pub(crate) fn new(work: &'a WorkArgs, limit: Option<usize>) -> Result<Self, Failure> {
        let method = work.method.choice()?;
        work.limits.seed.announce();
        let (keep, memory, stop) = (usize::MAX, None, StopSignal::default());
        let account = Account::default();
        Ok(Self { work, method, limit, from_position: false, keep, memory, stop, account })
    }

    /// How to solve puzzles of each kind. `adapt` may change what the arguments ask for.
    pub(crate) fn plans<'s>(&'s self, adapt: impl Fn(&mut Options) + Send + Sync + 's) -> Plans<'s> {
        Plans::new(move |kind| {
            let mut options = self.general(kind)?;
            adapt(&mut options);
            options.plan(kind)
        })
    }

    /// Methods that prove nothing look for one solution and are not given as long.
    fn general(&self, kind: &'static KindInfo) -> Result<Options, SolveError> {
        let budget = Budget {
            stop: self.stop.clone(),
            memory: self.memory,
            account: self.account.clone(),
            ..self.work.limits.budget(TIMEOUT)
        };
        let mut options = Options::default()
            .method(self.method.clone())
            .preset(self.work.method.preset.clone())
            .model(self.work.method.model.clone())
            .limit(self.limit.unwrap_or(2))
            .keep(self.keep)
            .budget(budget)
            .seed(self.work.limits.seed.number())
            .from_position(self.from_position);
        if !self.method.info.is_complete(&options.plan(kind)?.run.parameters) {
            options.limit = self.limit.unwrap_or(1);
            options.budget.time = self.work.limits.budget(Options::TIME_WITHOUT_PROOF).time;
        }
        Ok(options)
    }

    /// A batch whose results are verdicts: every puzzle is given to `solve`, what comes of it to `show`. `word` stands for a puzzle that
    /// exits with 0.
    pub(crate) fn verdicts<T>(
        &self,
        format: VerdictFormat,
        word: &str,
        solve: impl Fn(&Item<'_>, &Plan) -> Option<Result<T, SolveError>> + Sync,
        show: impl Fn(&Item<'_>, &T, &Plan, &mut Done) -> Result<Exit, Failure> + Sync,
    ) -> Result<Exit, Failure> {
        let is_text = format == VerdictFormat::Text;
        let feed = input::feed(&self.work.input)?;
        let plans = self.plans(|_| ());
        let how = Each {
            threads: self.work.limits.threads,
            stop: &self.stop,
            summary: is_text.then_some(word),
            titled: is_text,
            plans: is_text.then_some(&plans),
        };
        let method = self.method.to_string();
        let ran = each(feed, &how, &mut Blocks::new(data_or_text(is_text)), |item, done| {
            if let Some((kind, _)) = item.kind_and_shape() {
                let plan = match plans.get(kind) {
                    Ok(plan) => plan,
                    Err(error) => return unsuited(item, error, &plans, (!is_text).then_some(&method), done),
                };
                if let Some(found) = solve(item, plan) {
                    return show(item, &found?, plan, done);
                }
            }
            match item.puzzle() {
                Err(error) if is_text => done.complain(remedy::explained(error)),
                Err(error) => done.line(&Record::malformed(origin(item), error, &method).line()),
                Ok(_) => {}
            }
            Ok(Exit::Malformed)
        })?;
        Ok(ran.exit)
    }
}

impl LimitArgs {
    pub(crate) fn budget(&self, default: Duration) -> Budget {
        let time = self.timeout.map_or(default, Duration::from_secs_f64);
        Budget {
            time: Some(if time.is_zero() { Duration::MAX } else { time }),
            nodes: self.max_nodes,
            checks: self.max_checks,
            evaluations: self.max_evaluations,
            states: self.max_states,
            ..Budget::default()
        }
    }
}

/// "Sudoku 9×9 · forum-12": what a puzzle is called above its board.
pub(crate) fn title(puzzle: &Puzzle) -> String {
    styled(screen::BOLD, puzzle.title())
}

/// The same for an item of a batch, with the place where it stands if that is a file: names are not always different. The puzzle of a line
/// need not be made for that.
pub(crate) fn item_title(item: &Item<'_>) -> String {
    let id = item.id().map(str::to_owned);
    let name = match (item.number(), item.name(), item.line()) {
        (Some(_), Some(name), Some(line)) if &**name != "-" => {
            let place = format!("{name}:{line}");
            Some(id.map_or(place.clone(), |id| format!("{id} · {place}")))
        }
        (number, ..) => id.or(number.map(|number| format!("#{number}"))),
    };
    item.kind_and_shape().zip(item.called()).map_or_else(String::new, |((_, shape), called)| {
        styled(screen::BOLD, pencilmark::front::title(called, shape, item.variant().as_deref(), name.as_deref()))
    })
}

/// Where an item stands, in the way of errors: "puzzles.sdm:12"; without a text, its number.
pub(crate) fn place(item: &Item<'_>) -> String {
    match (item.name(), item.line()) {
        (Some(name), Some(line)) => format!("{name}:{line}"),
        _ => format!("puzzle {}", item.index() + 1),
    }
}

/// A puzzle that the method, its model or its preset is not for is an error, and the batch goes on; what suits no kind at all ends it.
/// `method` is for its record, where there are records.
pub(crate) fn unsuited(
    item: &Item<'_>,
    error: SolveError,
    plans: &Plans<'_>,
    method: Option<&String>,
    done: &mut Done,
) -> Result<Exit, Failure> {
    if pencilmark::registry::kinds().iter().all(|entry| plans.get(entry.info).is_err()) {
        return Err(error.into());
    }
    let (name, line) = (item.name().map_or_else(String::new, ToString::to_string), item.line().unwrap_or(1));
    let error = ParseError { name, line, column: 1, what: error.to_string(), remedy: Remedy::default() };
    match method {
        Some(method) => done.line(&Record::unsuited(origin(item), puzzle_of(item)?, &error, method).line()),
        None if item.name().is_none() => done.complain(format!("{}: {}", place(item), error.what)),
        None => done.complain(remedy::explained(&error)),
    }
    Ok(Exit::Usage)
}

/// Where an item comes from, for its record.
pub(crate) fn origin(item: &Item<'_>) -> Origin {
    Origin { index: item.index(), file: item.name().map(ToString::to_string), line: item.line() }
}

/// The exit code for somebody who wanted `goal`.
pub(crate) fn exit_of(report: &Report, goal: Goal) -> Exit {
    match Status::of(report, goal) {
        Status::Solved => Exit::Done,
        Status::Refuted => Exit::Refuted,
        Status::GaveUp => Exit::GaveUp,
        Status::Malformed => Exit::Malformed,
    }
}

/// The puzzle of an item that was solved.
pub(crate) fn puzzle_of<'i>(item: &'i Item<'_>) -> Result<&'i Puzzle, Failure> {
    item.puzzle().map_err(|error| Failure::Malformed(remedy::explained(error)))
}

/// The SVG of a board, under the name of its puzzle.
pub(crate) fn svg(puzzle: &Puzzle, board: &Board) -> String {
    let (rows, cols) = puzzle.shape();
    let title = format!("{} of {rows} rows and {cols} columns", puzzle.called());
    pencilmark::render::svg(board, &pencilmark::render::SvgStyle { title, ..Default::default() })
}

/// Whether the drawing with this number is the first: a file of one picture cannot hold several.
pub(crate) fn one_picture(index: usize, format: &str) -> Result<(), Failure> {
    if index == 0 {
        return Ok(());
    }
    let article = if format == "SVG" { "an" } else { "a" };
    let what = format!("{article} {format} file holds one drawing; only the first one was written");
    let small = format.to_lowercase();
    let help = format!(
        "`pencilmark render --format {small} --out FOLDER` writes each puzzle into a file of its own; --solved adds the solution"
    );
    Err(Failure::Usage(format!("{what}\n  help: {help}")))
}

/// The PNG of a board, as wide as asked for.
pub(crate) fn png(board: &Board, width: Option<u32>) -> Result<Vec<u8>, Failure> {
    let what = |error: PngError| {
        let remedy = match error {
            PngError::TooNarrow { least, .. } => format!("--width {least}"),
            PngError::TooLarge(..) => "--width PIXELS makes it smaller; --format svg has no pixels".to_owned(),
        };
        Failure::Usage(format!("{error}\n  help: {remedy}"))
    };
    pencilmark_print::png(board, &PngStyle { width }).map_err(what)
}

/// The page with this number, if it is the first: one document explains one puzzle.
pub(crate) fn one_page(index: usize, text: &str) -> Result<&str, Failure> {
    if index == 0 {
        return Ok(text.trim_end());
    }
    Err(Failure::Usage("a page explains one puzzle; only the first one was written".to_owned()))
}

/// "exact · 12 µs": what solved a puzzle, and how long that took where it is known. Lines that are solved together have no time of their own.
pub(crate) fn took(method: &str, time: Duration) -> String {
    let time = if time.is_zero() { String::new() } else { format!(" · {}", seconds(time)) };
    styled(DIM, format_args!("{method}{time}"))
}

/// A duration as people read it.
pub(crate) fn seconds(time: Duration) -> String {
    pencilmark::front::display::duration(time.as_secs_f64())
}

/// Standard output, for words with colour or for data without.
pub(crate) fn data_or_text(is_text: bool) -> Box<dyn Write> {
    if is_text { Box::new(screen::stdout()) } else { Box::new(std::io::stdout()) }
}

/// Writes a line to standard output.
pub(crate) fn print(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
