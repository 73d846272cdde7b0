//! Drawing a [`Board`]: as text for a terminal, as SVG for the web. Where things stand on a drawn board, and how large they are, is in
//! [`Measures`], for whoever draws it on something else.
//!
//! All of them read the neutral board alone and know nothing of kinds. All are pure: the same board and style give the same
//! bytes. A board whose line grids are too small for its faces is drawn without the missing lines.
//!
//! Glossary: a **face** is what stands in a cell; a **gutter** is the strip between two cells (or at the frame) where a
//! line runs; an **arm** is one of the up to four lines that meet where gutters cross, in a **junction**; a
//! **fence** is the pair of marks around a highlighted value.

mod canvas;
pub(crate) mod junction;
mod lines;
mod measures;
mod scheme;
mod svg;
mod text;

pub use measures::{Marks, Measures, STAR, STAR_CORNERS, enclosed_holes, strokes};
pub use scheme::Scheme;
pub use svg::{Coordinate, SvgStyle, svg};
pub use text::{Lines, TextStyle, text};

pub use pencilmark_puzzles::{Accent, Board, Edge, Face, Tone};

/// The line left of column `col` (or at the right end) in `row`.
fn vertical(board: &Board, row: usize, col: usize) -> Edge {
    board.vertical.get(row, col).copied().unwrap_or(Edge::None)
}

/// The line above row `row` (or at the bottom) in `col`.
fn horizontal(board: &Board, row: usize, col: usize) -> Edge {
    board.horizontal.get(row, col).copied().unwrap_or(Edge::None)
}
