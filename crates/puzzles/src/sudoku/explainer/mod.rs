//! How hard a 9x9 Sudoku is, on the scale of Sudoku Explainer (Juillerat 2006), version 1.2.1.
//!
//! Glossary: a **step** places a digit or removes candidates, and has a rating, 1.0 and up. The puzzle is solved by always taking the first step of the
//! easiest technique that has one. **ER** is the rating of the hardest step taken, **EP** (the pearl) of the hardest one up to the first placement, and
//! **ED** (the diamond) of the first. The techniques are tried in the order of [`TECHNIQUES`]; each looks at the board in a fixed order, and takes its
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
mod sets;
mod singles;
mod state;
mod wings;

use std::fmt;

use chains::{Budget, Chains};
use state::State;

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

impl fmt::Display for Rating {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}/{}", self.er, self.ep, self.ed)
    }
}

/// Why there is no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unrated {
    /// The givens contradict each other.
    NoSolution,
    /// Ratings are for puzzles with one solution.
    SeveralSolutions,
    /// The caller did not want to wait any longer.
    Stopped,
}

/// ER where the techniques do not solve a puzzle.
const BEYOND: u8 = 200;

/// What a step did: how it is rated, and whether it placed a digit.
#[derive(Clone, Copy)]
struct Step {
    rating: u8,
    placed: bool,
}

/// A technique takes its step, if it has one, and rates it.
type Technique = fn(&mut State) -> Option<u8>;

/// The techniques up to aligned pairs, with whether they place a digit. Hidden singles come first, apart: they are taken all at once.
const TECHNIQUES: [(Technique, bool); 19] = [
    (locking::direct, true),
    (|state| sets::direct_hidden(state, 2), true),
    (singles::naked_single, true),
    (|state| sets::direct_hidden(state, 3), true),
    (locking::pointing_or_claiming, false),
    (|state| sets::naked(state, 2), false),
    (|state| fish::fish(state, 2), false),
    (|state| sets::hidden(state, 2), false),
    (|state| sets::naked(state, 3), false),
    (|state| fish::fish(state, 3), false),
    (|state| sets::hidden(state, 3), false),
    (|state| wings::wing(state, false), false),
    (|state| wings::wing(state, true), false),
    (loops::unique_loop, false),
    (|state| sets::naked(state, 4), false),
    (|state| fish::fish(state, 4), false),
    (|state| sets::hidden(state, 4), false),
    (grave::grave, false),
    (exclusion::pair, false),
];

/// Rates puzzles. It keeps the memory of its searches, so make one per thread and keep it.
#[derive(Default)]
pub struct Rater {
    chains: Chains,
}

impl Rater {
    /// Rates a puzzle: 81 digits row by row, 0 for an empty cell (as is anything above 9). `stop` is asked now and then whether to give up.
    pub fn rate(&mut self, givens: &[u8; 81], stop: &mut dyn FnMut() -> bool) -> Result<Rating, Unrated> {
        let mut state = State::new(givens).ok_or(Unrated::NoSolution)?;
        let mut budget = Budget::new(stop);
        let mut rating = Rating::default();
        let mut note = |step: Step| {
            rating.er = rating.er.max(Tenths(step.rating));
            if rating.ep.0 == 0 {
                if rating.ed.0 == 0 {
                    rating.ed = rating.er;
                }
                if step.placed {
                    rating.ep = rating.er;
                }
            }
        };
        if let Some(rating) = singles::full_houses(&mut state) {
            note(Step { rating, placed: true });
        } else if let Some(rating) = singles::easiest_hidden_single(&state) {
            note(Step { rating, placed: true });
        }
        loop {
            if let Some(rating) = singles::hidden_singles(&mut state) {
                note(Step { rating, placed: true });
            }
            if state.is_solved() {
                return Ok(rating);
            }
            let step = TECHNIQUES
                .iter()
                .find_map(|(technique, placed)| Some(Step { rating: technique(&mut state)?, placed: *placed }))
                .or_else(|| self.chain(&mut state, &mut budget));
            if budget.is_spent() {
                return Err(Unrated::Stopped);
            }
            match step {
                Some(step) => note(step),
                None => return Ok(Rating { er: Tenths(BEYOND), ..rating }),
            }
        }
    }

    /// Takes the first step beyond aligned pairs.
    fn chain(&mut self, state: &mut State, budget: &mut Budget) -> Option<Step> {
        if let Some(step) = self.chains.step(chains::Technique::Simple, state, budget) {
            return Some(step);
        }
        if let Some(rating) = exclusion::triplet(state) {
            return Some(Step { rating, placed: false });
        }
        chains::TECHNIQUES.into_iter().find_map(|technique| self.chains.step(technique, state, budget))
    }
}
