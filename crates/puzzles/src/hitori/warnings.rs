//! Warnings about cells without a number. Some formats allow such cells, but every cell of a
//! printed Hitori has a number.

use super::Hitori;
use crate::text::named;
use crate::{Cell, Reason};

/// At most one cell in this many counts as forgotten. With more, the blanks are intended or the
/// board is still being written.
const MOST_LEFT_OVER: usize = 4;

pub(super) fn warnings(puzzle: &Hitori) -> Vec<Reason> {
    let numbers = puzzle.numbers();
    let empty: Vec<Cell> = numbers.cells().filter(|&cell| numbers[cell].is_none()).collect();
    if empty.len() == numbers.len() {
        // A form that was not filled in.
        return vec![Reason::new("number", [], "no cell has a number; every cell of a Hitori usually has one")];
    }
    if empty.is_empty() || empty.len() > numbers.len() / MOST_LEFT_OVER {
        return Vec::new();
    }
    let text = match empty.len() {
        1 => format!("{} has no number; every cell of a Hitori usually has one", named(&empty)),
        more => format!("{more} cells have no number, {}; every cell of a Hitori usually has one", named(&empty)),
    };
    vec![Reason::new("number", empty, text)]
}
