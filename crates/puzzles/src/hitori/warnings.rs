//! What may be a slip: a cell without a number. Some formats have such cells, but in print every
//! cell of a Hitori has a number.

use super::Hitori;
use crate::text::named;
use crate::{Cell, Reason};

/// One cell in this many may be left over. A board with more cells without a number is meant so, or
/// is being written.
const MOST_LEFT_OVER: usize = 4;

/// A warning about the cells without a number.
pub(super) fn warnings(puzzle: &Hitori) -> Vec<Reason> {
    let numbers = puzzle.numbers();
    let empty: Vec<Cell> = numbers.cells().filter(|&cell| numbers[cell].is_none()).collect();
    if empty.is_empty() || empty.len() > numbers.len() / MOST_LEFT_OVER {
        return Vec::new();
    }
    let text = match empty.len() {
        1 => format!("{} has no number; every cell of a Hitori usually has one", named(&empty)),
        more => format!("{more} cells have no number, {}; every cell of a Hitori usually has one", named(&empty)),
    };
    vec![Reason::new("number", empty, text)]
}
