//! Puzzles that are as hard as asked for.
//!
//! A **wish** says how hard: levels, scores, a technique to teach. A **draft** is a puzzle in the making whose solution is known: a kind says how to begin one, how to change
//! one, and, where clues are cells of the solution, how to give one more away. The rest is the same for all kinds: climb the draft with the techniques that the wish allows, and
//! where they are stuck, give a clue away or change the draft there; where they get through too easily, change it anywhere. What the techniques solve has one solution as a rule, so that a search for a second
//! one is asked only at the end.

mod steer;
mod wish;

pub(crate) use steer::{Draft, steer};
pub(crate) use wish::{Wish, around};
