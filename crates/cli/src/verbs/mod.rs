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
use std::time::Duration;

use pencilmark::{Budget, MethodChoice, Options, ParseError, Plan, Puzzle, SolveError, StopSignal};

use crate::args::{LimitArgs, WorkArgs};
use crate::exit::{Exit, Failure};
use crate::input::Batch;
use crate::{pool, screen};

/// A batch at work: every puzzle is given to `work` in parallel, and every result to `show` in input order. Malformed
/// puzzles go to `show` as they are. Answers the exit code of the whole.
///
/// With `done`, the word for a puzzle that exits with 0, a batch ends with a summary on standard error.
pub(crate) fn each<R: Send, E: Into<Failure> + Send>(
    batch: &Batch,
    threads: usize,
    stop: &StopSignal,
    done: Option<&str>,
    work: impl Fn(usize, &Puzzle) -> Result<R, E> + Sync,
    mut show: impl FnMut(usize, Result<(&Puzzle, R), &ParseError>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut exits: Vec<Exit> = Vec::new();
    let mut progress = screen::Progress::new(batch.len() as u64, "puzzles");
    pool::stop_on_ctrl_c(stop);
    pool::in_order(
        batch.len(),
        pool::threads(threads),
        stop,
        &mut progress,
        |index| batch[index].as_ref().map(|puzzle| work(index, puzzle)),
        |index, result| {
            let shown = match (&batch[index], result) {
                (Ok(puzzle), Ok(Ok(result))) => show(index, Ok((puzzle, result)))?,
                (_, Ok(Err(error))) => return Err(error.into()),
                (Err(error), _) | (_, Err(error)) => show(index, Err(error))?,
            };
            exits.push(shown);
            Ok(())
        },
    )?;
    if let Some(done) = done.filter(|_| batch.len() > 1) {
        screen::remark(&summary(&exits, done));
    }
    if stop.is_raised() {
        return Ok(interrupted(exits.len(), batch.len()));
    }
    Ok(exits.into_iter().min().unwrap_or(Exit::Done))
}

/// Says on standard error how far the work came.
pub(crate) fn interrupted(done: usize, total: usize) -> Exit {
    let far = if total > 1 { format!(" after {done} of {total}") } else { String::new() };
    screen::remark(&format!("interrupted{far}"));
    Exit::Interrupted
}

/// "12 puzzles: 10 unique, 1 without solution, 1 malformed".
fn summary(exits: &[Exit], done: &str) -> String {
    let words = [
        (Exit::Done, done),
        (Exit::Several, "with several solutions"),
        (Exit::Refuted, "without solution"),
        (Exit::GaveUp, "given up"),
        (Exit::Malformed, "malformed"),
    ];
    let parts: Vec<String> = words
        .into_iter()
        .map(|(exit, word)| (exits.iter().filter(|&&other| other == exit).count(), word))
        .filter(|&(number, _)| number > 0)
        .map(|(number, word)| format!("{number} {word}"))
        .collect();
    format!("{}: {}", screen::counted(exits.len(), "puzzle"), parts.join(", "))
}

/// How long a complete method tries, unless `--timeout` says otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What the method's flags and the limits ask for; what they leave open depends on the puzzle.
pub(crate) struct Asked<'a> {
    work: &'a WorkArgs,
    pub(crate) method: MethodChoice,
    limit: Option<usize>,
    pub(crate) from_position: bool,
    pub(crate) stop: StopSignal,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(work: &'a WorkArgs, limit: Option<usize>) -> Result<Self, Failure> {
        let method = work.method.choice()?;
        Ok(Self { work, method, limit, from_position: false, stop: StopSignal::default() })
    }

    /// How to solve this puzzle. Methods that prove nothing look for one solution and are not given as long.
    pub(crate) fn options(&self, puzzle: &Puzzle) -> Result<(Options, Plan), SolveError> {
        let mut options = Options {
            method: self.method.clone(),
            preset: self.work.method.preset.clone(),
            model: self.work.method.model.clone(),
            limit: self.limit.unwrap_or(2),
            budget: Budget { stop: self.stop.clone(), ..self.work.limits.budget(PATIENCE) },
            seed: self.work.limits.seed,
            from_position: self.from_position,
        };
        if !self.method.info.is_complete(&puzzle.plan(&options)?.run.parameters) {
            options.limit = self.limit.unwrap_or(1);
            options.budget.time = self.work.limits.budget(pencilmark::PATIENCE).time;
        }
        let plan = puzzle.plan(&options)?;
        Ok((options, plan))
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
            stop: StopSignal::default(),
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
    screen::styled(screen::BOLD, format_args!("{} {rows}×{cols}{name}", puzzle.kind().title))
}

/// The place of a puzzle in a batch, where there are several.
pub(crate) fn place(batch: &Batch, index: usize) -> Option<usize> {
    (batch.len() > 1).then_some(index)
}

/// The SVG of a board, under the name of its puzzle.
pub(crate) fn svg(puzzle: &Puzzle, board: &pencilmark::Board) -> String {
    let (rows, cols) = puzzle.shape();
    let title = format!("{} of {rows} rows and {cols} columns", puzzle.kind().title);
    pencilmark::render::svg(board, &pencilmark::render::SvgStyle { title, ..Default::default() })
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

/// A malformed puzzle in text output: the error goes to standard error, the batch goes on.
pub(crate) fn complain_about(error: &ParseError) -> Exit {
    screen::complain(&error.to_string());
    Exit::Malformed
}

/// Writes to standard output what may take several lines, with a blank line before all but the first.
pub(crate) struct Blocks<W> {
    out: W,
    first: bool,
}

impl<W: Write> Blocks<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, first: true }
    }

    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        let gap = if std::mem::take(&mut self.first) { "" } else { "\n" };
        print(&mut self.out, &format!("{gap}{}", text.trim_end()))
    }

    /// The same without a blank line.
    pub(crate) fn print_line(&mut self, text: &str) -> Result<(), Failure> {
        self.first = false;
        print(&mut self.out, text)
    }
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
