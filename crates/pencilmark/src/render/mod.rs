//! Drawing a [`Board`]: as text for a terminal, as SVG for paper and the web.
//!
//! Both read the neutral board alone and know nothing of kinds. Both are pure: the same board and style give the same
//! bytes. A board whose line grids are too small for its faces is drawn without the missing lines.
//!
//! Glossary: a **face** is what stands in a cell; a **gutter** is the strip between two cells (or at the frame) where a
//! line runs; an **arm** is one of the up to four lines that meet where gutters cross, in a **junction**; a
//! **fence** is the pair of marks around a highlighted value.

mod canvas;
mod junction;
mod lines;
mod scheme;
mod svg;
#[cfg(test)]
mod tests;
mod text;

pub use scheme::Scheme;
pub use svg::{Coordinate, SvgStyle, svg};
pub use text::{Lines, TextStyle, text};

pub use pencilmark_puzzles::{Accent, Board, Edge, Face, Tone};

use pencilmark_puzzles::Cell;

/// The text that stands for a star: SVG draws it as a shape.
const STAR: &str = "★";

/// The line left of column `col` (or at the right end) in `row`.
fn vertical(board: &Board, row: usize, col: usize) -> Edge {
    board.vertical.get(row, col).copied().unwrap_or(Edge::None)
}

/// The line above row `row` (or at the bottom) in `col`.
fn horizontal(board: &Board, row: usize, col: usize) -> Edge {
    board.horizontal.get(row, col).copied().unwrap_or(Edge::None)
}

/// Which cells, in reading order, are holes that do not reach the outside through other holes.
fn enclosed_holes(board: &Board) -> Vec<bool> {
    let faces = &board.faces;
    let mut enclosed: Vec<bool> = faces.things().iter().map(|face| face.tone == Tone::Hole).collect();
    let outermost =
        |cell: &Cell| cell.row == 0 || cell.col == 0 || cell.row + 1 == faces.rows() || cell.col + 1 == faces.cols();
    let mut open: Vec<Cell> = faces.cells().filter(outermost).collect();
    while let Some(cell) = open.pop() {
        if std::mem::take(&mut enclosed[faces.index(cell)]) {
            open.extend(faces.beside(cell));
        }
    }
    enclosed
}

/// How the marks of a board are laid out, if any face shows marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marks {
    rows: usize,
    cols: usize,
    /// Whether each value has a place of its own (1 first); if not, marks are listed in the order of the face.
    placed: bool,
    /// The width of the widest mark, in characters.
    width: usize,
}

impl Marks {
    /// The layout of a board's marks, with room for marks of at least `least` characters. `None`: there is nothing to make
    /// room for.
    fn of(board: &Board, least: usize) -> Option<Self> {
        let (rows, cols) = board.mark_shape;
        let room = rows.saturating_mul(cols);
        let shown = || board.faces.things().iter().filter(|face| face.text.is_empty()).flat_map(|face| &face.marks);
        let width = shown().max().map_or(0, |largest| largest.to_string().len()).max(least);
        let placed = shown().all(|&mark| mark > 0 && usize::from(mark) <= room);
        (room > 0 && width > 0).then_some(Self { rows, cols, placed, width })
    }

    /// The marks of a face as (row, column, text). Listed marks that do not fit end in how many more there are, or in an
    /// ellipsis where that is wider than a mark.
    fn places(self, face: &Face) -> Vec<(usize, usize, String)> {
        let room = self.rows * self.cols;
        let marks = if face.text.is_empty() { face.marks.as_slice() } else { &[] };
        let overflow = !self.placed && marks.len() > room;
        let places = marks.iter().take(if self.placed { marks.len() } else { room }).enumerate();
        places
            .map(|(order, &mark)| {
                let place = if self.placed { usize::from(mark) - 1 } else { order };
                let is_last = overflow && order + 1 == room;
                let text = if is_last { self.more(marks.len() - order) } else { mark.to_string() };
                (place / self.cols, place % self.cols, text)
            })
            .collect()
    }

    /// So many marks more, in no more room than a mark.
    fn more(self, count: usize) -> String {
        let text = format!("+{count}");
        if text.len() <= self.width { text } else { "…".to_owned() }
    }
}
