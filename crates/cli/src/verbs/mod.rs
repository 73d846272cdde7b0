//! The verbs, one file each.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod document;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod render;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod solve;
pub(crate) mod tour;
pub(crate) mod verdict;
pub(crate) mod words;

use std::io::Write;
use std::sync::OnceLock;
use std::time::Duration;

use pencilmark::nine::{self, Nine};
use pencilmark::{Budget, MethodChoice, Options, Plan, Puzzle, Report, SolveError, StopSignal};

use crate::args::{LimitArgs, VerdictFormat, WorkArgs};
use crate::batch::{At, Blocks, Done, Each, Quick, each};
use crate::exit::{Exit, Failure};
use crate::screen::{DIM, styled};
use crate::{input, record, screen};

/// How long a complete method tries, unless `--timeout` says otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What the method's flags and the limits ask for; what they leave open depends on the kind.
pub(crate) struct Asked<'a> {
    work: &'a WorkArgs,
    pub(crate) method: MethodChoice,
    limit: Option<usize>,
    pub(crate) from_position: bool,
    /// How many solutions to keep of those that are counted.
    pub(crate) keep: usize,
    /// Bytes that those may take; what suits the method if not set.
    pub(crate) memory: Option<usize>,
    pub(crate) stop: StopSignal,
    /// What it comes to for each kind.
    plans: Vec<OnceLock<Result<(Options, Plan), SolveError>>>,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(work: &'a WorkArgs, limit: Option<usize>) -> Result<Self, Failure> {
        let method = work.method.choice()?;
        let plans = pencilmark::kinds().iter().map(|_| OnceLock::new()).collect();
        let (keep, memory, stop) = (usize::MAX, None, StopSignal::default());
        Ok(Self { work, method, limit, from_position: false, keep, memory, stop, plans })
    }

    /// How to solve puzzles of this kind. `adapt` may change it; it must be the same every time.
    pub(crate) fn options(
        &self,
        puzzle: &Puzzle,
        adapt: impl Fn(&mut Options),
    ) -> Result<&(Options, Plan), SolveError> {
        let kind = pencilmark::kinds().iter().position(|entry| entry.info.id == puzzle.kind().id).unwrap_or(0);
        let plan = || {
            let mut options = self.general(puzzle)?;
            adapt(&mut options);
            let plan = puzzle.plan(&options)?;
            Ok((options, plan))
        };
        self.plans[kind].get_or_init(plan).as_ref().map_err(Clone::clone)
    }

    /// Methods that prove nothing look for one solution and are not given as long.
    fn general(&self, puzzle: &Puzzle) -> Result<Options, SolveError> {
        let mut options = Options {
            method: self.method.clone(),
            preset: self.work.method.preset.clone(),
            model: self.work.method.model.clone(),
            limit: self.limit.unwrap_or(2),
            keep: self.keep,
            budget: Budget { stop: self.stop.clone(), memory: self.memory, ..self.work.limits.budget(PATIENCE) },
            seed: self.work.limits.seed,
            from_position: self.from_position,
        };
        if !self.method.info.is_complete(&puzzle.plan(&options)?.run.parameters) {
            options.limit = self.limit.unwrap_or(1);
            options.budget.time = self.work.limits.budget(pencilmark::PATIENCE).time;
        }
        Ok(options)
    }

    /// What to do with a 9x9 Sudoku on a line and its only solution, when up to `limit` are asked for: to `show` it as any other.
    /// Unless it is `drawn`, what is shown depends on its kind and shape alone, and one puzzle stands for all.
    pub(crate) fn quick<'s>(
        &'s self,
        limit: usize,
        drawn: bool,
        show: &'s (impl Fn(At, &Puzzle, &Report, &Plan, &mut Done) -> Exit + Sync),
    ) -> impl Fn(Option<usize>, &Nine, &Nine, &mut Done) -> Result<Exit, Failure> + Sync + 's {
        let blank = nine::puzzle(&[b'.'; 81]).ok().filter(|_| !drawn);
        move |place, line, solution, done| {
            let puzzle = match &blank {
                Some(blank) => blank.clone(),
                None => nine::puzzle(line).map_err(|error| Failure::Malformed(error.to_string()))?,
            };
            let report = nine::report(solution, limit);
            let (_, plan) = self.options(&puzzle, |_| ())?;
            Ok(show(At { index: place.unwrap_or(0), place }, &puzzle, &report, plan, done))
        }
    }

    /// A batch whose results are verdicts: every puzzle is given to `solve`, what comes of it to `show`. `word` stands for a puzzle that
    /// exits with 0.
    pub(crate) fn verdicts<T>(
        &self,
        format: VerdictFormat,
        word: &str,
        quick: &Quick<'_>,
        solve: impl Fn(&Puzzle, &Options) -> Result<T, SolveError> + Sync,
        show: impl Fn(At, &Puzzle, &T, &Plan, &mut Done) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        let is_text = format == VerdictFormat::Text;
        let feed = input::feed(&self.work.input)?;
        let how = Each {
            threads: self.work.limits.threads,
            stop: &self.stop,
            summary: is_text.then_some(word),
            titled: is_text,
            quick: (is_text && self.is_plain()).then_some(quick),
        };
        let method = self.method.to_string();
        let ran = each(feed, &how, &mut Blocks::new(data_or_text(is_text)), |at, puzzle, done| match puzzle {
            Ok(puzzle) => {
                let (options, plan) = self.options(puzzle, |_| ())?;
                Ok(show(at, puzzle, &solve(puzzle, options)?, plan, done))
            }
            Err(error) if is_text => Ok(done.complain_about(error)),
            Err(error) => {
                done.line(&record::line(record::malformed(at.index, error, &method)));
                Ok(Exit::Malformed)
            }
        })?;
        Ok(ran.exit)
    }

    /// Whether lines with 9x9 Sudoku can go to the solver that does nothing but solve: nobody asks for another way or counts
    /// what is done on it.
    pub(crate) fn is_plain(&self) -> bool {
        let (method, limits) = (&self.work.method, &self.work.limits);
        let unlimited = [limits.max_nodes, limits.max_evaluations, limits.max_checks].iter().all(Option::is_none);
        self.method.info.id == MethodChoice::default().info.id
            && method.model.is_none()
            && method.preset.is_none()
            && unlimited
            && limits.timeout.is_none_or(|time| time == 0.0 || time >= 1.0)
            && !self.from_position
    }
}

impl LimitArgs {
    pub(crate) fn budget(&self, patience: Duration) -> Budget {
        let time = self.timeout.map_or(patience, Duration::from_secs_f64);
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

/// "Sudoku 9×9 · forum-12": what a puzzle is called above its board; without a name, its `place` in a batch.
pub(crate) fn title(puzzle: &Puzzle, place: Option<usize>) -> String {
    let (rows, cols) = puzzle.shape();
    let name = match (puzzle.id(), place) {
        (Some(id), _) => format!(" · {id}"),
        (None, Some(place)) => format!(" · #{}", place + 1),
        (None, None) => String::new(),
    };
    styled(screen::BOLD, format_args!("{} {rows}×{cols}{name}", puzzle.kind().title))
}

/// The SVG of a board, under the name of its puzzle.
pub(crate) fn svg(puzzle: &Puzzle, board: &pencilmark::Board) -> String {
    let (rows, cols) = puzzle.shape();
    let title = format!("{} of {rows} rows and {cols} columns", puzzle.kind().title);
    pencilmark::render::svg(board, &pencilmark::render::SvgStyle { title, ..Default::default() })
}

/// "exact · 12 µs": what solved a puzzle, and how long that took where it is known. Lines that are solved together have no time of their own.
pub(crate) fn took(method: &str, time: Duration) -> String {
    let time = if time.is_zero() { String::new() } else { format!(" · {}", seconds(time)) };
    styled(DIM, format_args!("{method}{time}"))
}

/// A time for people.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}

/// Standard output, for words with colour or for data without.
pub(crate) fn data_or_text(is_text: bool) -> Box<dyn Write> {
    if is_text { Box::new(anstream::stdout()) } else { Box::new(std::io::stdout()) }
}

/// Writes a line to standard output.
pub(crate) fn print(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// The drawing of a board for the terminal at hand.
pub(crate) fn draw(board: &pencilmark::Board) -> String {
    let style = pencilmark::render::TextStyle { colour: screen::has_colour(), ..Default::default() };
    pencilmark::render::text(board, &style)
}
