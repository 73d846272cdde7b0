//! Guesses on a board of any shape: a cell with few digits or a digit with few places, weighted by failures (dom/wdeg).

use pencilmark_csp::random::key;
use pencilmark_csp::{End, Observer, Value, Var};

use super::board::{Board, Conflict};
use super::geometry::Geometry;
use crate::engine::Work;
use crate::sudoku::Sudoku;

/// Looks at everything; with a seed, guesses are tried in random order.
pub(super) fn search<O: Observer>(
    geometry: &Geometry,
    puzzle: &Sudoku,
    seed: Option<u64>,
    work: &mut Work<'_, O>,
) -> Result<(), End> {
    let mut board = Board::new(geometry);
    let mut clues = puzzle.cells.things().iter().enumerate();
    let start = clues.try_for_each(|(cell, clue)| board.keep(cell, clue.bits() >> 1));
    board.take_counts();
    let weights = vec![1; 3 * geometry.side];
    Search { board, weights, saved: Vec::new(), seed, states: 0, work }.explore(start)
}

struct Search<'a, 'b, 'c, O> {
    board: Board<'a>,
    /// Of each unit: 1, and 1 more for every conflict it showed.
    weights: Vec<u32>,
    /// The states to come back to, one after the other.
    saved: Vec<u32>,
    /// Of the order of guesses, if it is random.
    seed: Option<u64>,
    states: u64,
    work: &'c mut Work<'b, O>,
}

impl<O: Observer> Search<'_, '_, '_, O> {
    /// Looks at the state on the board, which a guess has led to or to a conflict, and at all below it.
    fn explore(&mut self, start: Result<(), Conflict>) -> Result<(), End> {
        self.work.node()?;
        let inferred = start.and_then(|()| self.board.infer());
        let counts = self.board.take_counts();
        self.work.prunings(counts.prunings);
        self.work.propagated(counts.settled);
        self.work.checks(counts.checks)?;
        if let Err(Conflict(unit)) = inferred {
            self.weights[unit] += 1;
            return Ok(());
        }
        let cells = 0..self.board.geometry.side * self.board.geometry.side;
        let digit = |set: u32| set.trailing_zeros() as u16 + 1;
        let board = &self.board;
        let single = |cell: usize| Some(board.cands(cell)).filter(|set| set.is_power_of_two());
        self.work.look(|| cells.clone().map(|cell| single(cell).map(|set| Value(digit(set)))).collect());
        let mut guesses = self.choose();
        self.states += 1;
        if let Some(seed) = self.seed {
            guesses.sort_by_cached_key(|&(cell, digit)| key(seed, &[self.states, cell as u64, digit as u64]));
        }
        if guesses.is_empty() {
            let digits = cells.map(|cell| digit(board.cands(cell)) as u8);
            return super::solved(self.work, self.board.geometry.side, digits);
        }
        let mark = self.saved.len();
        self.saved.extend_from_slice(self.board.known());
        for (index, &(cell, digit)) in guesses.iter().enumerate() {
            if index > 0 {
                self.board.restore(&self.saved[mark..]);
            }
            let var = Var(cell as u32);
            self.work.assign(var, Value(digit as u16 + 1));
            let start = self.board.keep(cell, 1 << digit);
            self.board.take_counts(); // a decision is no inference
            self.explore(start)?;
            self.saved.truncate(mark + self.board.known().len());
            self.work.backtrack(var);
        }
        self.saved.truncate(mark);
        Ok(())
    }

    /// The guesses, one of which is right: the digits of a cell, or the places of a digit in a unit. None if all cells are filled.
    fn choose(&self) -> Vec<(usize, usize)> {
        let (board, geometry) = (&self.board, self.board.geometry);
        let side = geometry.side;
        let mut best = None;
        let mut least = f64::INFINITY;
        for (cell, seats) in geometry.seats.iter().enumerate() {
            let count = board.cands(cell).count_ones();
            if count > 1 {
                let weight: u32 = seats.iter().map(|seat| self.weights[seat.unit]).sum();
                let score = f64::from(count) / f64::from(weight);
                if score < least {
                    (best, least) = (Some((cell, None)), score);
                }
            }
        }
        for unit in 0..3 * side {
            for digit in 0..side {
                let count = board.places(unit, digit).count_ones();
                if count > 1 {
                    let score = f64::from(count) / f64::from(3 * self.weights[unit]);
                    if score < least {
                        (best, least) = (Some((unit, Some(digit))), score);
                    }
                }
            }
        }
        let members = |set: u32| (0..side).filter(move |member| set >> member & 1 == 1);
        match best {
            None => Vec::new(),
            Some((cell, None)) => members(board.cands(cell)).map(|digit| (cell, digit)).collect(),
            Some((unit, Some(digit))) => {
                members(board.places(unit, digit)).map(|place| (geometry.cells[unit][place], digit)).collect()
            }
        }
    }
}
