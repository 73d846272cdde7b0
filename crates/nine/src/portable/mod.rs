//! The search that is the same on every machine, step by step. It is safe code throughout.
//!
//! `state` holds the candidates and infers, `choose` says where to guess; this file makes the guesses and reports to [`Hooks`]. A guess picks a
//! cell, whose digits are tried one by one, or several cells if the hooks say so (`loose`). [`Quad`] is the one part with an implementation per architecture.

#![forbid(unsafe_code)]

mod choose;
mod lanes;
mod quad;
pub(crate) mod state;
mod text;

use super::loose::{self, givens_of_line, givens_of_marks};
use super::{Found, Marks};
pub use quad::{Native, Plain, Quad};
use state::Inferred;

/// A board in the search that this machine runs.
pub type State = state::State<Native>;

/// What a search reports to, and asks for the order of digits. A method that returns `false` ends the search.
pub trait Hooks<Q = Native> {
    /// A state is entered.
    fn node(&mut self) -> bool {
        true
    }

    /// Inference is done, after this many passes over all units, and did not refute the state.
    fn inferred(&mut self, passes: u64, state: &state::State<Q>) -> bool {
        let _ = (passes, state);
        true
    }

    /// Inference refuted the state, after this many passes.
    fn refuted(&mut self, passes: u64) -> bool {
        let _ = passes;
        true
    }

    /// Which of these digits to try next (bit d - 1 is the digit d).
    fn pick(&mut self, digits: u16) -> usize {
        digits.trailing_zeros() as usize + 1
    }

    /// Whether to guess in several cells before the next inference.
    fn leaps(&mut self) -> bool {
        false
    }

    /// A guess: this cell, in reading order, holds this digit.
    fn assign(&mut self, cell: usize, digit: usize) {
        let _ = (cell, digit);
    }

    /// The guess is undone.
    fn backtrack(&mut self, cell: usize) {
        let _ = cell;
    }

    /// A solution: a state with one digit in every cell.
    fn solution(&mut self, state: &state::State<Q>) -> bool;
}

/// Looks for up to `limit` solutions.
pub(super) fn solve(marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    solve_with::<Native>(marks, limit, see)
}

/// The same with a given implementation of [`Quad`].
pub fn solve_with<Q: Quad>(marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    collect(state::State::<Q>::of_marks(marks), || givens_of_marks(marks), limit, u64::MAX, Some(see))
}

/// Looks for up to `limit` solutions of 81 characters: `1` to `9` are givens, anything else is empty. It stops once it has made more than `most`
/// guesses.
pub(super) fn solve_line(line: &[u8; 81], limit: usize, most: u64) -> Found {
    collect(State::of_line(line), || givens_of_line(line), limit, most, None)
}

/// The same with a given implementation of [`Quad`]; `see` is called with every solution.
pub fn solve_line_with<Q: Quad>(line: &[u8; 81], limit: usize, most: u64, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    collect(state::State::<Q>::of_line(line), || givens_of_line(line), limit, most, Some(see))
}

/// Searches a state and everything below it; `false` if a hook ended the search.
pub fn search<Q: Quad>(mut state: state::State<Q>, hooks: &mut impl Hooks<Q>) -> bool {
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
            if hooks.leaps() {
                let (cells, count) = state.scattered();
                if count > 0 {
                    return guess(&state, &cells[..count], hooks);
                }
            }
            guess(&state, &[state.choose()], hooks)
        }
    }
}

/// Tries the candidates of the first cell, each with all candidates of the second, and so on.
fn guess<Q: Quad>(state: &state::State<Q>, cells: &[(usize, u16)], hooks: &mut impl Hooks<Q>) -> bool {
    let Some((&(cell, mut digits), others)) = cells.split_first() else { return true };
    while digits != 0 {
        let digit = hooks.pick(digits);
        digits &= !(1 << (digit - 1));
        hooks.assign(cell, digit);
        let next = state.with(cell, digit);
        if !(if others.is_empty() { search(next, hooks) } else { guess(&next, others, hooks) }) {
            return false;
        }
        hooks.backtrack(cell);
    }
    true
}

/// What is called with every solution, if anything is.
type See<'a> = Option<&'a mut dyn FnMut(&[u8; 81])>;

struct Collect<'a, G> {
    found: Found,
    limit: usize,
    /// How many guesses may be made.
    most: u64,
    /// Counts the givens, which is only worth it for puzzles that need a guess.
    givens: G,
    /// How many they are, once they are counted.
    counted: Option<usize>,
    see: See<'a>,
}

fn collect<Q: Quad>(
    state: state::State<Q>,
    givens: impl Fn() -> usize,
    limit: usize,
    most: u64,
    see: See<'_>,
) -> Found {
    let mut collect = Collect { found: Found::NONE, limit, most, givens, counted: None, see };
    if limit > 0 {
        search(state, &mut collect);
    }
    collect.found
}

impl<Q: Quad, G: Fn() -> usize> Hooks<Q> for Collect<'_, G> {
    fn node(&mut self) -> bool {
        self.found.guesses <= self.most
    }

    fn leaps(&mut self) -> bool {
        let givens = *self.counted.get_or_insert_with(&self.givens);
        loose::leaps(givens, self.found.guesses)
    }

    fn assign(&mut self, _: usize, _: usize) {
        self.found.guesses += 1;
    }

    fn solution(&mut self, state: &state::State<Q>) -> bool {
        if self.found.solutions == 0 {
            self.found.first = state.solution();
        }
        self.found.solutions += 1;
        if let Some(see) = &mut self.see {
            see(&state.solution());
        }
        self.found.solutions < self.limit
    }
}
