//! Equivalent puzzles: turned, reflected, renumbered, as the rules of a kind allow.
//!
//! Glossary: a **symmetry** says where each cell of the new board comes from, and what becomes of each number; puzzles are **equivalent** if a symmetry
//! of their kind turns one into the other; the **canonical form** is the same for all equivalent puzzles, and is one of them.

use pencilmark_csp::random::key;

use crate::{Cell, Grid, Kind};

/// A way to turn a puzzle into an equivalent one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// For each cell of the new board the cell that it comes from.
    from: Grid<Cell>,
    /// What becomes of each number, from 0 on; numbers beyond stay as they are.
    values: Vec<u16>,
}

impl Symmetry {
    /// Takes each cell from another one, and leaves numbers as they are.
    pub fn new(from: Grid<Cell>) -> Self {
        Self { from, values: Vec::new() }
    }

    /// Turns and reflects a board in one of eight ways: the number of quarter turns to the right, and 4 more for a reflection before. The ways 0, 2, 4 and 6 keep
    /// rows and columns what they are.
    pub fn turned((rows, cols): (usize, usize), way: usize) -> Self {
        let (turns, reflected) = (way % 4, way % 8 >= 4);
        let (new_rows, new_cols) = if turns % 2 == 0 { (rows, cols) } else { (cols, rows) };
        let from = Grid::filled(new_rows, new_cols, Cell { row: 0, col: 0 });
        let source = |Cell { row, col }: Cell| {
            let (row, col) = match turns {
                0 => (row, col),
                1 => (rows - 1 - col, row),
                2 => (rows - 1 - row, cols - 1 - col),
                _ => (col, cols - 1 - row),
            };
            Cell { row, col: if reflected { cols - 1 - col } else { col } }
        };
        let cells: Vec<Cell> = from.cells().map(source).collect();
        Self::new(Grid::new(new_rows, new_cols, cells).unwrap_or(from))
    }

    /// All ways to turn and reflect a board: eight if it is square, else the four that keep its shape.
    pub fn turns((rows, cols): (usize, usize)) -> impl Iterator<Item = Self> {
        (0..8).step_by(if rows == cols { 1 } else { 2 }).map(move |way| Self::turned((rows, cols), way))
    }

    /// One of these at random.
    pub fn any_turn(shape: (usize, usize), seed: u64) -> Self {
        let way = key(seed, &[]) as usize % 8;
        Self::turned(shape, if shape.0 == shape.1 { way } else { way / 2 * 2 })
    }

    /// The same, where number n becomes `values[n]`.
    #[must_use]
    pub fn renumbered(self, values: Vec<u16>) -> Self {
        Self { values, ..self }
    }

    /// Rows and columns of the new board.
    pub fn shape(&self) -> (usize, usize) {
        (self.from.rows(), self.from.cols())
    }

    /// What becomes of a number.
    pub fn value(&self, value: u16) -> u16 {
        self.values.get(usize::from(value)).copied().unwrap_or(value)
    }

    /// What stands in each cell of the new board.
    pub fn grid<T: Clone>(&self, grid: &Grid<T>) -> Grid<T> {
        self.from.map(|&cell| grid[cell].clone())
    }

    /// Where each cell goes.
    pub fn to(&self) -> Grid<Cell> {
        let most = |of: fn(&Cell) -> usize| self.from.things().iter().map(of).max().map_or(0, |last| last + 1);
        let mut to = Grid::filled(most(|cell| cell.row), most(|cell| cell.col), Cell { row: 0, col: 0 });
        for cell in self.from.cells() {
            to[self.from[cell]] = cell;
        }
        to
    }

    /// Returns the symmetry that leads to the puzzle with the smallest JSON.
    pub(crate) fn smallest(puzzle: &dyn Kind, symmetries: impl Iterator<Item = Self>) -> Self {
        let text = |symmetry: &Self| serde_json::Value::Object(puzzle.moved(symmetry).to_json()).to_string();
        symmetries.min_by_key(text).unwrap_or_else(|| Self::turned(puzzle.shape(), 0))
    }
}

/// The numbers from 0 to `count` - 1 in random order.
pub(crate) fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&number| key(seed, &[number as u64]));
    order
}
