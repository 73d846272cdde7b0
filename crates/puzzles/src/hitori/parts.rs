//! What a puzzle is made of, beside its grid: names of cells, the labels of rules, and what cannot be drawn.

use pencilmark_csp::Label;

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

/// That at most one of these copies in a line is white.
pub(super) fn copies_rule(number: u16, line: &str, copies: &[Cell]) -> Label {
    let names = names(copies);
    let text = if copies.len() == 2 {
        format!("the two {number}s of {line} ({names}) are not both white")
    } else {
        format!("at most one of the {number}s of {line} ({names}) is white")
    };
    Label::new("copies", text)
}

/// That two cells side by side are not both shaded.
pub(super) fn touch_rule(one: Cell, other: Cell) -> Label {
    let (first, second) = (one.min(other), one.max(other));
    Label::new("touch", format!("{first} and {second} touch, so they are not both shaded"))
}

/// That the white cells are connected.
pub(super) fn connected_rule() -> Label {
    Label::new("connected", "the white cells are connected")
}

/// Names of cells for people: `r1c1, r1c4`.
fn names(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}
