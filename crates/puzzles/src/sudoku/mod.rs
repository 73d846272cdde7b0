//! Sudoku: every row, column and box holds each digit once.
//!
//! Glossary: the **side** is the number of rows, of columns and of digits; a **box** has r rows and c columns, and
//! r x c is the side; a **unit** is a row, a column or a box; the **candidates** of a cell are the digits its clue
//! leaves possible: one for a **given**, all for a **blank**, anything else for a clue in **pencil marks**.

mod candidates;
mod draw;
mod engine;
mod formats;
mod generate;
mod json;
mod judge;
mod model;
pub mod nine;
mod presets;
mod shape;
mod singles;
#[cfg(test)]
mod tests;

pub use candidates::Candidates;
pub use shape::ShapeError;

use pencilmark_csp::{Observer, Outcome};
use pencilmark_search::Run;
use serde_json::{Map, Value as Json};

use crate::text::json::Object;
use crate::{
    Answer, Board, Broken, Cell, Format, GenerateError, Grid, Hints, Kind, KindInfo, Lowered, ModelInfo, ParseError,
    Position, Source, Spec,
};

/// One puzzle: a square board divided into boxes, and the candidates of each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sudoku {
    box_rows: usize,
    box_cols: usize,
    cells: Grid<Candidates>,
}

/// A row, a column or a box, with its name.
#[derive(Clone, Debug)]
struct Unit {
    name: String,
    cells: Vec<Cell>,
}

impl Sudoku {
    /// A puzzle with boxes of (rows, columns). Contradictory clues make a valid puzzle without solutions.
    pub fn new(box_shape: (usize, usize), cells: Grid<Candidates>) -> Result<Self, ShapeError> {
        let (rows, cols) = (cells.rows(), cells.cols());
        if rows != cols {
            return Err(ShapeError::NotSquare { rows, cols });
        }
        shape::check(rows, box_shape)?;
        let beyond = |cell: &Candidates| cell.without(Candidates::all(rows)).digits().next();
        if let Some(digit) = cells.things().iter().find_map(beyond) {
            return Err(ShapeError::Digit { digit, side: rows });
        }
        Ok(Self { box_rows: box_shape.0, box_cols: box_shape.1, cells })
    }

    /// Rows, columns and digits.
    pub fn side(&self) -> usize {
        self.cells.rows()
    }

    /// Rows and columns of a box.
    pub fn box_shape(&self) -> (usize, usize) {
        (self.box_rows, self.box_cols)
    }

    /// The candidates of every cell.
    pub fn cells(&self) -> &Grid<Candidates> {
        &self.cells
    }

    /// Whether every cell is a given or a blank: no clues in pencil marks.
    pub fn is_plain(&self) -> bool {
        let all = Candidates::all(self.side());
        self.cells.things().iter().all(|&cell| cell == all || cell.single().is_some())
    }

    /// Whether the boxes have the usual shape for the side, so that a text need not say it.
    fn is_usual(&self) -> bool {
        shape::usual(self.side()) == Some(self.box_shape())
    }

    /// The rows, then the columns, then the boxes.
    fn units(&self) -> Vec<Unit> {
        let (side, rows, cols) = (self.side(), self.box_rows, self.box_cols);
        let unit = |kind: &str, index: usize, cell: &dyn Fn(usize) -> Cell| Unit {
            name: format!("{kind} {}", index + 1),
            cells: (0..side).map(cell).collect(),
        };
        let mut units: Vec<Unit> = (0..side).map(|row| unit("row", row, &|col| Cell { row, col })).collect();
        units.extend((0..side).map(|col| unit("column", col, &|row| Cell { row, col })));
        // A band is as high as a box and holds `rows` boxes, because the side is rows x cols.
        units.extend((0..side).map(|index| {
            let (top, left) = (index / rows * rows, index % rows * cols);
            unit("box", index, &|place| Cell { row: top + place / cols, col: left + place % cols })
        }));
        units
    }
}

const TEMPLATE: &str = "\
# Sudoku: write the digits of the puzzle over the dots and leave a dot for each empty cell.
# Other sides: as many rows and columns as digits; lines as below show where the boxes are.
. . . | . . . | . . .
. . . | . . . | . . .
. . . | . . . | . . .
------+-------+------
. . . | . . . | . . .
. . . | . . . | . . .
. . . | . . . | . . .
------+-------+------
. . . | . . . | . . .
. . . | . . . | . . .
. . . | . . . | . . .
";

impl Kind for Sudoku {
    const INFO: KindInfo = KindInfo {
        id: "sudoku",
        title: "Sudoku",
        summary: "each digit once in every row, column and box",
        rules: "Fill every empty cell with a digit. Each row, each column and each box with a thick border holds every \
                digit exactly once: 1 to 9 on the usual board of nine rows and nine columns, 1 to the number of rows on \
                others. The digits that are given stay; where a cell is given a few small digits, it holds one of them.",
        sizes: "4x4 to 25x25; boxes such as 2x3 and 3x4, others with --box",
        template: TEMPLATE,
        models: &[ModelInfo { id: "cells", title: "a digit for every cell", faithful: true }],
        presets: presets::PRESETS,
    };

    fn formats() -> &'static [Format<Self>] {
        formats::FORMATS
    }

    fn shape(&self) -> (usize, usize) {
        (self.side(), self.side())
    }

    fn from_json(object: &Object<'_>, hints: &Hints) -> Result<Self, ParseError> {
        json::read(object, hints)
    }

    fn to_json(&self) -> Map<String, Json> {
        json::write(self)
    }

    fn read_answer(&self, text: &Source<'_>) -> Result<Answer, ParseError> {
        formats::read_answer(self, text)
    }

    fn write_answer(&self, answer: &Answer) -> String {
        crate::text::rows::write_grid(answer, i32::to_string)
    }

    fn lower(&self, _model: &str) -> Lowered {
        model::lower(self)
    }

    fn judge(&self, answer: &Answer) -> Result<(), Broken> {
        judge::judge(self, answer)
    }

    fn contradiction(&self) -> Option<String> {
        judge::contradiction(self)
    }

    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board {
        draw::board(self, answer, position)
    }

    fn exact<O: Observer>(&self, run: &Run, watch: &mut O) -> Outcome<Answer> {
        engine::exact(self, run, watch)
    }

    fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Self, GenerateError> {
        generate::generate(spec, seed, index)
    }
}
