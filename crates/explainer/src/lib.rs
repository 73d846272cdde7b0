//! How hard a 9x9 Sudoku is, on the scale of Sudoku Explainer (Juillerat 2006), version 1.2.1.
//!
//! Glossary: a **step** places a digit or removes candidates, and has a rating, 1.0 and up. The puzzle is solved by always taking the first step of the
//! easiest technique that has one. **ER** is the rating of the hardest step taken, **EP** (the pearl) of the hardest one up to the first placement, and
//! **ED** (the diamond) of the first. The techniques are tried in the order of `TECHNIQUES`; each looks at the board in a fixed order, and takes its
//! first step, or, where it rates steps by their length, its easiest.
//!
//! Ratings are compared as they are computed there, in floating point, and are cut to tenths when they are shown: two steps that are shown as 6.7 are not
//! always rated alike.

mod chains;
mod exclusion;
mod fish;
mod grave;
mod houses;
mod locking;
mod loops;
mod order;
mod sets;
mod singles;
mod state;
#[cfg(test)]
mod tests;
mod wings;

use std::fmt;

use chains::{Budget, Chains};
use order::{SOUND, Step, TECHNIQUES, first_step};
use state::State;

use pencilmark_nine::Solver;

/// A rating in tenths: 72 is shown as 7.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u8);

impl fmt::Display for Tenths {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rating {
    /// The hardest step; 20.0 if all techniques together do not solve the puzzle, 0.0 if there is nothing to solve.
    pub er: Tenths,
    /// The hardest step up to the first digit that is placed; 0.0 if none is.
    pub ep: Tenths,
    /// The first step; 0.0 if there is none.
    pub ed: Tenths,
}

impl Rating {
    /// Counts the next step, if there is one.
    fn note(&mut self, step: Option<Step>) {
        let Some(step) = step else { return };
        self.er = self.er.max(Tenths(step.rating));
        if self.ep == Tenths(0) {
            if self.ed == Tenths(0) {
                self.ed = self.er;
            }
            if step.placed {
                self.ep = self.er;
            }
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}/{}", self.er, self.ep, self.ed)
    }
}

/// Why there is no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unrated {
    /// The givens contradict each other.
    #[error("a puzzle without a solution has no rating")]
    NoSolution,
    /// Some techniques rely on there being one solution.
    #[error("a puzzle with several solutions has no rating")]
    SeveralSolutions,
    /// The caller did not want to wait any longer.
    #[error("the rating was stopped")]
    Stopped,
}

/// ER where the techniques do not solve a puzzle.
const BEYOND: u8 = 200;

/// Rates puzzles. It keeps the memory of its searches, so make one per thread and keep it.
#[derive(Default)]
pub struct Rater {
    chains: Chains,
    solver: Option<Box<Solver>>,
}

impl Rater {
    /// Rates a puzzle: 81 digits row by row, 0 for an empty cell (as is anything above 9). `stop` is asked now and then whether to give up; the hardest
    /// puzzles take minutes.
    pub fn rate(&mut self, givens: &[u8; 81], stop: &mut dyn FnMut() -> bool) -> Result<Rating, Unrated> {
        let mut state = State::new(givens).ok_or(Unrated::NoSolution)?;
        let mut budget = Budget::new(stop);
        let mut rating = Rating::default();
        let first = singles::full_houses(&mut state).or_else(|| singles::easiest_hidden_single(&state));
        rating.note(first.map(|rating| Step { rating, placed: true }));
        let mut proper = false;
        loop {
            rating.note(singles::hidden_singles(&mut state).map(|rating| Step { rating, placed: true }));
            // Whatever sound techniques solve has this solution and no other.
            if state.is_solved() {
                return Ok(rating);
            }
            let mut step = first_step(&TECHNIQUES[..SOUND], &mut state);
            if step.is_none() {
                if !proper {
                    self.check(givens)?;
                    proper = true;
                }
                step = first_step(&TECHNIQUES[SOUND..], &mut state).or_else(|| self.chain(&mut state, &mut budget));
                if budget.is_spent() {
                    return Err(Unrated::Stopped);
                }
            }
            if step.is_none() {
                return Ok(Rating { er: Tenths(BEYOND), ..rating });
            }
            rating.note(step);
        }
    }

    /// Fails unless there is one solution.
    fn check(&mut self, givens: &[u8; 81]) -> Result<(), Unrated> {
        let line = givens.map(|digit| if digit < 10 { b'0' + digit } else { b'.' });
        match self.solver.get_or_insert_default().solve(&line, 2).solutions {
            0 => Err(Unrated::NoSolution),
            1 => Ok(()),
            _ => Err(Unrated::SeveralSolutions),
        }
    }

    /// Takes the first step beyond aligned pairs.
    fn chain(&mut self, state: &mut State, budget: &mut Budget) -> Option<Step> {
        self.chains
            .simple(state)
            .or_else(|| exclusion::triplet(state).map(|rating| Step { rating, placed: false }))
            .or_else(|| self.chains.multiple(state, budget))
    }
}

/// Rates one puzzle: see [`Rater::rate`].
pub fn rate(givens: &[u8; 81], stop: &mut dyn FnMut() -> bool) -> Result<Rating, Unrated> {
    Rater::default().rate(givens, stop)
}
