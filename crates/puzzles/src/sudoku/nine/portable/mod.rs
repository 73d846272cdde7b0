//! The search without special instructions, the same on every machine.
//!
//! `state` holds the candidates and infers, `choose` says where to guess; here are guesses, and whoever wants to know about them (`Hooks`). A guess
//! is a cell: its digits are tried one by one.

mod choose;
mod lanes;
mod quad;
mod state;
#[cfg(test)]
mod tests;
mod text;

use super::{Found, Marks};
use state::Inferred;
pub(in crate::sudoku) use state::State;

/// Whoever takes part in a search. What returns `false` ends it.
pub(in crate::sudoku) trait Hooks {
    /// A state is entered.
    fn node(&mut self) -> bool {
        true
    }

    /// Inference is done: so many passes over all units. It did not refute the state.
    fn inferred(&mut self, passes: u64, state: &State) -> bool {
        let _ = (passes, state);
        true
    }

    /// Inference refuted the state, in so many passes.
    fn refuted(&mut self, passes: u64) -> bool {
        let _ = passes;
        true
    }

    /// Which of these digits to try next (bit d - 1 is the digit d).
    fn pick(&mut self, digits: u16) -> usize {
        digits.trailing_zeros() as usize + 1
    }

    /// A guess: this cell, in reading order, holds this digit.
    fn assign(&mut self, cell: usize, digit: usize) {
        let _ = (cell, digit);
    }

    /// The guess is undone.
    fn backtrack(&mut self, cell: usize) {
        let _ = cell;
    }

    /// A state with one digit in every cell, by the rules.
    fn solution(&mut self, state: &State) -> bool;
}

/// Looks for up to `limit` solutions.
pub(super) fn solve(marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    collect(State::of_marks(marks), limit, u64::MAX, see)
}

/// The same from 81 characters: `1` to `9` are givens, anything else is empty. It ends early with more than `most` guesses.
pub(super) fn solve_line(line: &[u8; 81], limit: usize, most: u64, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    collect(State::of_line(line), limit, most, see)
}

/// Searches a state and all below it; false if somebody ended the search.
pub(in crate::sudoku) fn search(mut state: State, hooks: &mut impl Hooks) -> bool {
    if !hooks.node() {
        return false;
    }
    let (inferred, passes) = state.infer();
    match inferred {
        Inferred::Refuted => hooks.refuted(passes),
        Inferred::Solved => hooks.inferred(passes, &state) && hooks.solution(&state),
        Inferred::Stuck => {
            if !hooks.inferred(passes, &state) {
                return false;
            }
            let (cell, mut digits) = state.choose();
            while digits != 0 {
                let digit = hooks.pick(digits);
                digits &= !(1 << (digit - 1));
                hooks.assign(cell, digit);
                if !search(state.with(cell, digit), hooks) {
                    return false;
                }
                hooks.backtrack(cell);
            }
            true
        }
    }
}

struct Collect<'a> {
    found: Found,
    limit: usize,
    /// Guesses.
    most: u64,
    see: &'a mut dyn FnMut(&[u8; 81]),
}

fn collect(state: State, limit: usize, most: u64, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    let mut collect = Collect { found: Found::NONE, limit, most, see };
    if limit > 0 {
        search(state, &mut collect);
    }
    collect.found
}

impl Hooks for Collect<'_> {
    fn node(&mut self) -> bool {
        self.found.guesses <= self.most
    }

    fn assign(&mut self, _: usize, _: usize) {
        self.found.guesses += 1;
    }

    fn solution(&mut self, state: &State) -> bool {
        let solution = state.solution();
        if self.found.solutions == 0 {
            self.found.first = solution;
        }
        self.found.solutions += 1;
        (self.see)(&solution);
        self.found.solutions < self.limit
    }
}
