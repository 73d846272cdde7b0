//! The exact engine of Sudoku: `pencilmark_nine::portable` for the usual board, and for all others a search that keeps
//! both what a cell may hold and where a digit may go.
//!
//! * `geometry`: which cells make a unit, for one shape of boxes.
//! * `board`: the candidates in both views; singles and locked candidates as soon as something changes.
//! * `matching`: what all-different says about a whole unit, asked when the rest is stuck.
//! * `search`: guesses.

mod board;
mod geometry;
mod matching;
mod search;

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, End, Observer, Outcome, Silent, Value, Var};
use pencilmark_nine::portable::{self, Hooks, State};
use pencilmark_search::Run;

use crate::engine::Work;
use crate::{Answer, Grid};

pub(super) use geometry::Geometry;

use super::Sudoku;

/// Nodes without a new solution before SAT takes over, on the usual board, where nodes are quick.
const NINE_NODES_BEFORE_SAT: u64 = 100_000;
/// The same on other boards, where they are not.
const NODES_BEFORE_SAT: u64 = 2_000;

/// See [`crate::Kind::exact`].
pub(super) fn exact<O: Observer>(puzzle: &Sudoku, run: &Run, watch: &mut O) -> Outcome<Answer> {
    if puzzle.box_shape() == (3, 3) {
        let state = State::of_marks(&marks(puzzle));
        Work::run(puzzle, run, watch, NINE_NODES_BEFORE_SAT, |work| {
            let mut reporter = Reporter { work, end: None };
            portable::search(state, &mut reporter);
            reporter.end.map_or(Ok(()), Err)
        })
    } else {
        exact_on(&Geometry::of(puzzle), puzzle, run, watch)
    }
}

/// The same for any board, given its geometry.
pub(super) fn exact_on<O: Observer>(geometry: &Geometry, puzzle: &Sudoku, run: &Run, watch: &mut O) -> Outcome<Answer> {
    Work::run(puzzle, run, watch, NODES_BEFORE_SAT, |work| search::search(geometry, puzzle, None, work))
}

/// A random solution of an empty board; nothing if it would take too many nodes.
pub(super) fn fill(geometry: &Geometry, blank: &Sudoku, seed: u64, budget: Budget) -> Option<Answer> {
    let run = Run { budget, ..Run::up_to(1) };
    let search = |work: &mut Work<'_, Silent>| search::search(geometry, blank, Some(seed), work);
    Work::run(blank, &run, &mut Silent, u64::MAX, search).solutions.pop()
}

/// The same on the usual board.
pub(super) fn fill_nine(seed: u64, nodes: u64) -> Option<Answer> {
    let mut fill = Fill { seed, nodes, answer: None };
    portable::search(State::of_marks(&[0x1ff; 81]), &mut fill);
    fill.answer
}

struct Fill {
    seed: u64,
    /// How many may be entered.
    nodes: u64,
    answer: Option<Answer>,
}

impl Hooks for Fill {
    fn node(&mut self) -> bool {
        self.nodes = self.nodes.saturating_sub(1);
        self.nodes > 0
    }

    fn pick(&mut self, mut digits: u16) -> usize {
        self.seed = key(self.seed, &[]);
        for _ in 0..self.seed % u64::from(digits.count_ones()) {
            digits &= digits - 1;
        }
        digits.trailing_zeros() as usize + 1
    }

    fn solution(&mut self, state: &State) -> bool {
        self.answer = Grid::new(9, 9, state.solution().map(|character| i32::from(character - b'0')).to_vec());
        false
    }
}

/// The candidates of a board of nine rows.
pub(super) fn marks(puzzle: &Sudoku) -> pencilmark_nine::Marks {
    let mut marks = [0; 81];
    for (marks, cell) in marks.iter_mut().zip(puzzle.cells.things()) {
        *marks = (cell.bits() >> 1) as u16;
    }
    marks
}

/// A search of the usual board that reports to an observer.
struct Reporter<'a, 'b, O> {
    work: &'a mut Work<'b, O>,
    end: Option<End>,
}

impl<O: Observer> Reporter<'_, '_, O> {
    fn go_on(&mut self, result: Result<(), End>) -> bool {
        self.end = result.err();
        self.end.is_none()
    }
}

impl<O: Observer> Hooks for Reporter<'_, '_, O> {
    fn node(&mut self) -> bool {
        let result = self.work.node();
        self.go_on(result)
    }

    fn inferred(&mut self, passes: u64, state: &State) -> bool {
        let result = self.work.checks(27 * passes);
        let single = |set: u16| set.is_power_of_two().then(|| Value(set.trailing_zeros() as u16 + 1));
        self.work.look(|| state.marks().into_iter().map(single).collect());
        self.go_on(result)
    }

    fn refuted(&mut self, passes: u64) -> bool {
        let result = self.work.checks(27 * passes);
        self.go_on(result)
    }

    fn assign(&mut self, cell: usize, digit: usize) {
        self.work.assign(Var(cell as u32), Value(digit as u16));
    }

    fn backtrack(&mut self, cell: usize) {
        self.work.backtrack(Var(cell as u32));
    }

    fn solution(&mut self, state: &State) -> bool {
        let digits = state.solution().map(|character| character - b'0');
        let result = solved(self.work, 9, digits.into_iter());
        self.go_on(result)
    }
}

/// A board of this side is full.
fn solved<O: Observer>(work: &mut Work<'_, O>, side: usize, digits: impl Iterator<Item = u8>) -> Result<(), End> {
    let values: Vec<Value> = digits.map(|digit| Value(digit.into())).collect();
    let board = values.iter().map(|value| i32::from(value.0)).collect();
    // There are as many values as cells.
    Grid::new(side, side, board).map_or(Ok(()), |answer| work.solution(answer, &values))
}
