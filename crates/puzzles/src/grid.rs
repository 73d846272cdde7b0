//! A rectangle of things, and the names of its cells.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A place on a board. Rows and columns count from 0; people see `r1c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub col: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

/// As people write it: `r1c1`.
impl serde::Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl schemars::JsonSchema for Cell {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^r[0-9]+c[0-9]+$", "description": "A cell: its row and column, from 1." })
    }
}

/// A rectangle of things, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    things: Vec<T>,
}

/// An array of rows.
impl<T: serde::Serialize> serde::Serialize for Grid<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter_rows())
    }
}

impl<T: schemars::JsonSchema> schemars::JsonSchema for Grid<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Grid_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <Vec<Vec<T>>>::json_schema(generator)
    }
}

/// A filled board: numbers in Sudoku, KenKen and Hidato; 1 = shaded in Hitori; 1 = star in Star Battle; -1 = hole.
pub type Answer = Grid<i32>;

impl<T> Grid<T> {
    /// A grid of `rows` x `cols` things; `None` if that is not the number of things.
    pub fn new(rows: usize, cols: usize, things: Vec<T>) -> Option<Self> {
        (rows.checked_mul(cols) == Some(things.len())).then_some(Self { rows, cols, things })
    }

    /// The same thing everywhere.
    pub fn filled(rows: usize, cols: usize, thing: T) -> Self
    where
        T: Clone,
    {
        Self { rows, cols, things: vec![thing; rows * cols] }
    }

    /// A grid from its rows; `None` when they differ in length.
    pub fn from_rows(rows: Vec<Vec<T>>) -> Option<Self> {
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        rows.iter().all(|row| row.len() == width).then(|| Self {
            rows: height,
            cols: width,
            things: rows.into_iter().flatten().collect(),
        })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How many cells.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// The things, row by row.
    pub fn things(&self) -> &[T] {
        &self.things
    }

    /// The rows.
    pub fn iter_rows(&self) -> impl Iterator<Item = &[T]> {
        self.things.chunks(self.cols.max(1))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let cols = self.cols;
        (0..self.things.len()).map(move |index| Cell { row: index / cols, col: index % cols })
    }

    /// The place of a cell in reading order.
    pub fn index(&self, cell: Cell) -> usize {
        cell.row * self.cols + cell.col
    }

    /// The cell at a place in reading order.
    pub fn cell(&self, index: usize) -> Cell {
        Cell { row: index / self.cols, col: index % self.cols }
    }

    /// The thing in a cell, if the cell is on the board.
    pub fn get(&self, row: usize, col: usize) -> Option<&T> {
        if row < self.rows && col < self.cols { self.things.get(row * self.cols + col) } else { None }
    }

    /// The same grid of other things.
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { rows: self.rows, cols: self.cols, things: self.things.iter().map(f).collect() }
    }

    /// The up to four cells above, left, right and below.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
        const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        self.at_steps(cell, &STEPS)
    }

    /// The up to eight cells around, as a king moves.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
        const STEPS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        self.at_steps(cell, &STEPS)
    }

    fn at_steps(&self, cell: Cell, steps: &'static [(isize, isize)]) -> impl Iterator<Item = Cell> + use<T> {
        let (rows, cols) = (self.rows, self.cols);
        steps.iter().filter_map(move |&(down, right)| {
            let row = cell.row.checked_add_signed(down).filter(|&row| row < rows)?;
            let col = cell.col.checked_add_signed(right).filter(|&col| col < cols)?;
            Some(Cell { row, col })
        })
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;
    fn index(&self, cell: Cell) -> &T {
        &self.things[cell.row * self.cols + cell.col]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.things[cell.row * self.cols + cell.col]
    }
}
