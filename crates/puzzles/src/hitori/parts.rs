//! What a puzzle is made of, beside its grid: names of cells, and what cannot be drawn.

use super::{LARGEST, MOST};
use crate::Cell;

/// Why a rectangle is not a Hitori.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Too large, or nothing at all.
    #[error("a board of {rows} rows and {cols} columns is not supported: boards go from 1 x 1 to {MOST} x {MOST}")]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// Not from 1 to [`LARGEST`].
    #[error("{cell} holds {number}: numbers go from 1 to {LARGEST}")]
    Number {
        /// Where.
        cell: Cell,
        /// What stands there.
        number: u16,
    },
}

/// Names of cells for people: `r1c1, r1c4`.
pub(super) fn names(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}
