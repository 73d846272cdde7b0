//! The verbs, one file each.

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod render;
pub(crate) mod solve;
pub(crate) mod tour;
pub(crate) mod words;

use std::io::Write;
use std::time::Duration;

use pencilmark::{Budget, Options, ParseError, Puzzle, SolveError, StopSignal};

use crate::args::LimitArgs;
use crate::exit::{Exit, Failure};
use crate::input::Batch;
use crate::method_args::MethodArgs;
use crate::{pool, screen};

/// A batch at work: every puzzle is given to `work` in parallel, and every result to `show` in input order. Malformed
/// puzzles go to `show` as they are. Answers the exit code of the whole.
pub(crate) fn each<R: Send>(
    batch: &Batch,
    threads: usize,
    stop: &StopSignal,
    work: impl Fn(&Puzzle) -> Result<R, SolveError> + Sync,
    mut show: impl FnMut(usize, Result<(&Puzzle, R), &ParseError>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    let bar = screen::progress(batch.len() as u64, "puzzles");
    pool::in_order(
        batch.len(),
        pool::threads(threads),
        stop,
        &bar,
        |index| batch[index].as_ref().map(&work),
        |index, result| {
            let shown = match (&batch[index], result) {
                (Ok(puzzle), Ok(Ok(result))) => show(index, Ok((puzzle, result)))?,
                (_, Ok(Err(error))) => return Err(error.into()),
                (Err(error), _) | (_, Err(error)) => show(index, Err(error))?,
            };
            exit = exit.min(shown);
            Ok(())
        },
    )?;
    Ok(if stop.is_raised() { Exit::Interrupted } else { exit })
}

/// What the limits and the method's flags ask for.
pub(crate) fn options(
    limits: &LimitArgs,
    method: &MethodArgs,
    limit: usize,
    stop: &StopSignal,
) -> Result<Options, Failure> {
    Ok(Options {
        method: method.choice()?,
        model: method.model.clone(),
        limit,
        budget: limits.budget(stop),
        seed: limits.seed,
    })
}

impl LimitArgs {
    pub(crate) fn budget(&self, stop: &StopSignal) -> Budget {
        Budget {
            time: (self.timeout > 0.0).then(|| Duration::from_secs_f64(self.timeout)),
            nodes: self.max_nodes,
            states: None,
            stop: stop.clone(),
        }
    }
}

/// "Sudoku 9x9, forum-12": what a puzzle is called above its board.
pub(crate) fn title(puzzle: &Puzzle) -> String {
    let (rows, cols) = puzzle.shape();
    let name = puzzle.id().map_or(String::new(), |id| format!(" · {id}"));
    screen::styled(screen::BOLD, format_args!("{} {rows}×{cols}{name}", puzzle.kind().title))
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
