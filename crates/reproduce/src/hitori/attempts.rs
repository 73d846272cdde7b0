//! Runs on Hitori boards: how many states were held and generated, and whether the answer is valid under the real rule
//! too.

use pencilmark::{Answer, Puzzle};

use pencilmark_lab::{Arm, Instance, LabError};

use crate::Context;
use crate::evidence::{Median, Share, each_run};
use crate::tasks::one_row;

/// A run of a method.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    /// The board, by its number.
    pub(super) board: usize,
    /// Whether it found an answer under the rule of its model.
    pub(super) solved: bool,
    /// Whether the answer is valid under the real rule: the white cells are connected.
    pub(super) valid: bool,
    /// Cells that the answer shades.
    pub(super) shaded: Option<u64>,
    /// The most states held at once; hill climbing holds one board.
    pub(super) stored: u64,
    /// States generated; for hill climbing, boards evaluated.
    pub(super) generated: u64,
    pub(super) seconds: f64,
}

one_row!(Attempt: solved, valid, shaded, stored, generated);

/// An arm on every board with all its seeds.
pub(super) fn attempts(
    context: &Context<'_>,
    name: &str,
    boards: &[Instance],
    arm: &Arm,
) -> Result<Vec<Attempt>, LabError> {
    each_run(context, name, boards, arm, |puzzle, board, options| attempt(context, puzzle, board, options))
}

fn attempt(
    context: &Context<'_>,
    puzzle: &Puzzle,
    board: usize,
    options: &pencilmark::Options,
) -> Result<Attempt, LabError> {
    let report = context.solve(puzzle, options)?;
    let (counters, answer) = (&report.counters, report.solution());
    let is_walk = counters.generated == 0;
    Ok(Attempt {
        board,
        solved: answer.is_some(),
        valid: answer.is_some_and(|answer| puzzle.judge(answer).is_ok()),
        shaded: answer.map(count_shaded),
        stored: if is_walk { 1 } else { counters.peak_stored },
        generated: if is_walk { counters.evaluations } else { counters.generated },
        seconds: report.elapsed.as_secs_f64(),
    })
}

/// How many cells are shaded.
pub(super) fn count_shaded(answer: &Answer) -> u64 {
    answer.things().iter().filter(|&&cell| cell == 1).count() as u64
}

pub(super) fn solved(runs: &[Attempt]) -> Share {
    Share::by_puzzle(runs.iter().map(|run| (run.board, run.solved)))
}

/// The median of a count.
pub(super) fn median_count(runs: &[Attempt], of: impl Fn(&Attempt) -> u64) -> Median {
    Median::of(&runs.iter().map(|run| of(run) as f64).collect::<Vec<_>>())
}

/// The median time, in seconds.
pub(super) fn seconds(runs: &[Attempt]) -> String {
    Median::of(&runs.iter().map(|run| run.seconds).collect::<Vec<_>>()).format(|seconds| format!("{seconds:.4}"))
}
