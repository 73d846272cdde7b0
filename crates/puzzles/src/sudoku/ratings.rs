//! Ratings of 9x9 Sudoku on the scale of Sudoku Explainer.

use std::cell::RefCell;

use pencilmark_csp::Meter;
use pencilmark_explainer::{Rater, Tenths};

use super::Sudoku;
use crate::technique::Rating;

/// Returns ER, EP and ED of a 9x9 puzzle with ordinary boxes and givens alone. Other puzzles, and
/// those without a single solution, have no such ratings; nor has any puzzle if the budget runs out.
pub(super) fn ratings(puzzle: &Sudoku, meter: &Meter) -> Vec<(&'static str, Rating)> {
    thread_local! {
        static RATER: RefCell<Rater> = RefCell::default();
    }
    if puzzle.box_shape() != (3, 3) || puzzle.side() != 9 || !puzzle.is_plain() {
        return Vec::new();
    }
    let mut givens = [0; 81];
    for (given, clue) in givens.iter_mut().zip(puzzle.cells().things()) {
        *given = clue.single().map_or(0, |digit| digit as u8);
    }
    let rated = RATER.with_borrow_mut(|rater| rater.rate(&givens, &mut || meter.check().is_err()));
    let tenths = |Tenths(tenths): Tenths| Rating(tenths.into());
    rated.map_or_else(
        |_| Vec::new(),
        |rated| vec![("er", tenths(rated.er)), ("ep", tenths(rated.ep)), ("ed", tenths(rated.ed))],
    )
}
