//! Runs of hill climbing on Hidato: how every try begins and ends, what its steps gain, and the loss of the best board.
//!
//! - **pair**: two consecutive numbers; it is **broken** if they are not in neighbouring cells. The cost is twice the
//!   number of broken pairs;
//! - **error**: a number that is not given and is not next to both its predecessor and its successor, as the report
//!   defines it;
//! - **loss**: errors over cells.

use pencilmark::watch::{Event, Observer};
use pencilmark::{Answer, Cell, Puzzle};

use pencilmark_lab::{Arm, Instance, LabError};

use crate::Context;
use crate::evidence::{each_run, is_stopped_by_budget, numbers};
use crate::tasks::one_row;

/// A run of hill climbing.
#[derive(Clone, Debug)]
pub(super) struct ClimbingRun {
    /// The board, by its number.
    pub(super) board: usize,
    pub(super) solved: bool,
    /// Whether it solved or made all its tries; otherwise its budget was exhausted.
    pub(super) ended: bool,
    /// Of the best board.
    pub(super) loss: f64,
    /// The loss as the report's code counts it.
    pub(super) loss_of_the_code: f64,
    pub(super) tries: Vec<Try>,
    pub(super) checks: u64,
    pub(super) evaluations: u64,
    pub(super) seconds: f64,
}

one_row!(ClimbingRun: solved, ended, loss, loss_of_the_code, checks, evaluations);

impl ClimbingRun {
    /// The lowest number of broken pairs of any try.
    pub(super) fn lowest(&self) -> u64 {
        self.tries.iter().map(|one| one.lowest).min().unwrap_or(0)
    }

    /// The checks until it is solved; infinite if it is not.
    pub(super) fn effort(&self) -> f64 {
        if self.solved { self.checks as f64 } else { f64::INFINITY }
    }

    /// Whether no later try reached a lower cost than the first.
    pub(super) fn best_is_first(&self) -> bool {
        let lowest = |tries: &[Try]| tries.iter().map(|one| one.lowest).min().unwrap_or(u64::MAX);
        self.tries.split_first().is_some_and(|(first, rest)| first.lowest <= lowest(rest))
    }

    /// The number of steps that fixed one pair, and of steps that fixed any.
    pub(super) fn gains(&self) -> (u64, u64) {
        self.tries.iter().fold((0, 0), |(ones, all), one| (ones + one.gained_one, all + one.gained))
    }
}

/// A try: from a start to a restart or the end. The first three fields are numbers of broken pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Try {
    pub(super) start: u64,
    pub(super) last: u64,
    pub(super) lowest: u64,
    /// Steps that fixed one pair.
    pub(super) gained_one: u64,
    /// Steps that fixed any.
    pub(super) gained: u64,
}

/// Records the tries of a run.
#[derive(Default)]
struct TryObserver(Vec<Try>);

impl Observer for TryObserver {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Start(_, cost) => {
                let start = cost / 2;
                self.0.push(Try { start, last: start, lowest: start, ..Try::default() });
            }
            Event::Step(_, cost) => {
                if let Some(now) = self.0.last_mut() {
                    let broken = cost / 2;
                    now.gained += u64::from(broken < now.last);
                    now.gained_one += u64::from(broken + 1 == now.last);
                    now.last = broken;
                    now.lowest = now.lowest.min(broken);
                }
            }
            _ => {}
        }
    }
}

/// An arm of hill climbing on every board with all its seeds.
pub(super) fn climbs(
    context: &Context<'_>,
    name: &str,
    boards: &[Instance],
    arm: &Arm,
) -> Result<Vec<ClimbingRun>, LabError> {
    each_run(context, name, boards, arm, |puzzle, board, options| climb(context, puzzle, board, options))
}

fn climb(
    context: &Context<'_>,
    puzzle: &Puzzle,
    board: usize,
    options: &pencilmark::Options,
) -> Result<ClimbingRun, LabError> {
    let mut observer = TryObserver::default();
    let report = context.solve_watched(puzzle, options, &mut observer)?;
    let givens = numbers(puzzle)?;
    let best = report.solution().or(report.outcome.best.as_ref().map(|(board, _)| board));
    let share = |count: fn(&Answer, &Answer) -> usize| {
        best.map_or(1.0, |best| count(&givens, best) as f64 / givens.len() as f64)
    };
    Ok(ClimbingRun {
        board,
        solved: report.solution().is_some(),
        ended: !is_stopped_by_budget(&report),
        loss: share(errors),
        loss_of_the_code: share(errors_of_the_code),
        tries: observer.0,
        checks: report.counters.checks,
        evaluations: report.counters.evaluations,
        seconds: report.elapsed.as_secs_f64(),
    })
}

/// The number of errors: numbers that are not given and not next to both their predecessor and their successor.
pub(super) fn errors(givens: &Answer, board: &Answer) -> usize {
    let place = places(board);
    let is_beside = |number: usize, other: usize| match (place.get(number), place.get(other)) {
        (Some(&Some(cell)), Some(&Some(next))) => are_neighbours(cell, next),
        _ => true,
    };
    let missing = missing(givens, board);
    missing.filter(|&number| !(is_beside(number, number - 1) && is_beside(number, number + 1))).count()
}

/// The number of errors as the report's code counts them: missing numbers that are not next to the previous missing
/// number.
pub(super) fn errors_of_the_code(givens: &Answer, board: &Answer) -> usize {
    let place = places(board);
    let mut missing: Vec<usize> = missing(givens, board).collect();
    missing.sort_unstable();
    let apart = |pair: &&[usize]| match (place[pair[0]], place[pair[1]]) {
        (Some(cell), Some(next)) => !are_neighbours(cell, next),
        _ => false,
    };
    missing.windows(2).filter(apart).count()
}

fn missing<'a>(givens: &'a Answer, board: &'a Answer) -> impl Iterator<Item = usize> + 'a {
    board.cells().filter(|&cell| givens[cell] == 0 && board[cell] > 0).map(|cell| board[cell] as usize)
}

/// Number -> its cell.
fn places(board: &Answer) -> Vec<Option<Cell>> {
    let mut place = vec![None; board.len() + 2];
    for cell in board.cells() {
        if let Some(slot) =
            usize::try_from(board[cell]).ok().filter(|&number| number > 0).and_then(|number| place.get_mut(number))
        {
            *slot = Some(cell);
        }
    }
    place
}

pub(super) fn are_neighbours(cell: Cell, other: Cell) -> bool {
    cell.row.abs_diff(other.row).max(cell.col.abs_diff(other.col)) == 1
}
