//! Pencil marks: the numbers that can reach a cell in time.
//!
//! Between two placed numbers the path runs over empty cells, one step a number. So a missing number can stand in an empty
//! cell only if the cell is no more steps away from the next placed number below, and from the next one above, than the
//! numbers are apart.

use pencilmark_csp::{Domain, Value};

use super::contradiction::distances;
use super::{Hidato, Square};
use crate::{Cell, Grid, Kind as _, Marks};

/// The marks next to the givens and what has been entered. Entries in holes and over givens say nothing.
pub(super) fn marks(puzzle: &Hidato, entries: Option<&Grid<Option<i32>>>) -> Marks {
    let entered = |cell: Cell| entries.and_then(|entries| *entries.get(cell.row, cell.col)?);
    let at = |cell: Cell| match puzzle.squares[cell] {
        Square::Hole => None,
        Square::Given(number) => Some(i32::from(number)),
        Square::Empty => entered(cell),
    };
    let (rows, cols) = puzzle.shape();
    let mut marks = Marks::none(rows, cols);
    let mut placed: Vec<(u16, Cell)> = Vec::new();
    for cell in puzzle.cells() {
        let number = at(cell).and_then(|number| u16::try_from(number).ok());
        marks[cell] = number.map_or_else(Domain::empty, |number| Domain::only(Value(number)));
        placed.extend(number.filter(|number| (1..=puzzle.last()).contains(number)).map(|number| (number, cell)));
    }
    placed.sort_unstable();
    // Of a number placed twice, one place is as wrong as the other.
    placed.dedup_by_key(|&mut (number, _)| number);
    let open: Vec<Cell> = puzzle.cells().filter(|&cell| at(cell).is_none()).collect();
    let steps_from = |&(number, cell): &(u16, Cell)| {
        let steps = distances(puzzle, cell, |next| at(next).is_none());
        (number, steps.map(|&steps| u16::try_from(steps?).ok()))
    };
    let mut below: Option<(u16, Grid<Option<u16>>)> = None;
    for above in placed.iter().map(Some).chain([None]) {
        let above = above.map(steps_from);
        let first = below.as_ref().map_or(1, |(number, _)| number + 1);
        let last = above.as_ref().map_or(puzzle.last(), |(number, _)| number - 1);
        for &cell in &open {
            let least = below.as_ref().map_or(Some(first), |(number, steps)| Some(number + steps[cell]?));
            let most = above.as_ref().map_or(Some(last), |(number, steps)| number.checked_sub(steps[cell]?));
            let (Some(least), Some(most)) = (least, most) else { continue };
            marks[cell].extend((least..=most).map(Value));
        }
        below = above;
    }
    marks
}
