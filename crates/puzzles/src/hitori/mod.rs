//! Hitori: shade cells until no number stands twice in a row or column.
//!
//! Glossary: a cell is **shaded** or **white**; an answer holds 1 for shaded and 0 for white. **Copies** are the cells of
//! one row or column that show the same number: at most one of them stays white. A cell without a number (`.` in
//! puzz.link) is never a copy.

mod draw;
mod engine;
mod formats;
mod generate;
mod judge;
mod model;
mod presets;
#[cfg(test)]
mod tests;

use pencilmark_csp::{Observer, Outcome};
use pencilmark_search::Run;
use serde_json::{Map, Value as Json};

use crate::text::json::{Object, Value};
use crate::text::rows;
use crate::{
    Answer, Board, Broken, Cell, Format, GenerateError, Grid, Hints, Kind, KindInfo, Lowered, ModelInfo, ParseError,
    Position, Source, Spec,
};

/// The most rows, and the most columns.
pub const MOST: usize = 50;
/// The largest number in a cell.
pub const LARGEST: u16 = 9999;

/// A Hitori: a rectangle of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hitori {
    numbers: Grid<Option<u16>>,
}

/// Why a rectangle is not a Hitori.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Too large, or nothing at all.
    #[error("a board of {rows} rows and {cols} columns is not served: from 1 x 1 to {MOST} x {MOST}")]
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

impl Hitori {
    /// A puzzle with these numbers; `None` is a cell without a number.
    pub fn new(numbers: Grid<Option<u16>>) -> Result<Self, Malformed> {
        let (rows, cols) = (numbers.rows(), numbers.cols());
        if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&cols) {
            return Err(Malformed::Size { rows, cols });
        }
        for cell in numbers.cells() {
            if let Some(number) = numbers[cell].filter(|number| !(1..=LARGEST).contains(number)) {
                return Err(Malformed::Number { cell, number });
            }
        }
        Ok(Self { numbers })
    }

    /// The numbers.
    pub fn numbers(&self) -> &Grid<Option<u16>> {
        &self.numbers
    }

    /// The rows and then the columns, each with its name and its cells in order.
    fn lines(&self) -> Vec<(String, Vec<Cell>)> {
        let (rows, cols) = self.shape();
        let across =
            (0..rows).map(|row| (format!("row {}", row + 1), (0..cols).map(|col| Cell { row, col }).collect()));
        let down =
            (0..cols).map(|col| (format!("column {}", col + 1), (0..rows).map(|row| Cell { row, col }).collect()));
        across.chain(down).collect()
    }

    /// The numbers that a line shows more than once, each with its cells in order.
    fn copies(&self, line: &[Cell]) -> Vec<(u16, Vec<Cell>)> {
        let mut shown: Vec<(u16, Cell)> = line.iter().filter_map(|&cell| Some((self.numbers[cell]?, cell))).collect();
        shown.sort_unstable();
        let groups = shown.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
        groups.map(|group| (group[0].0, group.iter().map(|&(_, cell)| cell).collect())).collect()
    }
}

/// Names of cells for people: `r1c1, r1c4`.
fn names(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}

impl Kind for Hitori {
    const INFO: KindInfo = KindInfo {
        id: "hitori",
        title: "Hitori",
        summary: "shade cells until no number stands twice in a row or column",
        rules: "Every cell shows a number; shade some of the cells. \
            No number may stand twice among the white cells of a row, nor among those of a column. \
            Two shaded cells never touch side by side; they may touch at a corner. \
            The white cells hang together: from each one a walk over white cells, side by side, leads to every other.",
        sizes: "any rectangle to 50x50, numbers to 9999",
        template: "\
# A Hitori to fill in: write a number over every dot, with blanks between the numbers.
# Add or remove rows and columns as you need (up to 50 x 50); all rows must be equally long.
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
",
        models: &[
            ModelInfo { id: "cells", title: "each cell is white or shaded", faithful: true },
            ModelInfo {
                id: "weak",
                title: "the same, but whites need not hang together: each only needs a white neighbour",
                faithful: false,
            },
        ],
        presets: presets::PRESETS,
    };

    fn formats() -> &'static [Format<Self>] {
        formats::FORMATS
    }

    fn shape(&self) -> (usize, usize) {
        (self.numbers.rows(), self.numbers.cols())
    }

    fn from_json(object: &Object<'_>, _: &Hints) -> Result<Self, ParseError> {
        let field = object.required("grid")?;
        let numbers = object.grid(field, "`grid`", MOST, |cell| match cell.value {
            Value::Null => Ok(None),
            _ => Ok(Some(object.integer(cell, "the number", 1, i64::from(LARGEST))? as u16)),
        })?;
        Self::new(numbers).map_err(|malformed| object.error(field, malformed.to_string(), "correct the grid"))
    }

    fn to_json(&self) -> Map<String, Json> {
        let rows: Vec<&[Option<u16>]> = self.numbers.iter_rows().collect();
        Map::from_iter([(
            "grid".to_owned(),
            Json::from(rows.iter().map(|row| Json::from(row.to_vec())).collect::<Vec<_>>()),
        )])
    }

    fn read_answer(&self, text: &Source<'_>) -> Result<Answer, ParseError> {
        rows::read_answer(text, self.shape(), formats::shade, "`B` for a shaded cell and `W` for a white one")
    }

    fn write_answer(&self, answer: &Answer) -> String {
        formats::shades(answer)
    }

    fn read_entry(symbol: &str) -> Option<i32> {
        formats::shade(symbol)
    }

    fn write_entry(entry: i32) -> String {
        if entry == 1 { "B" } else { "W" }.to_owned()
    }

    fn lower(&self, model: &str) -> Lowered {
        model::lower(self, model)
    }

    fn judge(&self, answer: &Answer) -> Result<(), Broken> {
        judge::judge(self, answer)
    }

    fn judge_model(&self, model: &str, answer: &Answer) -> Result<(), Broken> {
        if model == model::WEAK { judge::judge_weak(self, answer) } else { judge::judge(self, answer) }
    }

    fn contradiction(&self) -> Option<String> {
        judge::contradiction(self)
    }

    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board {
        draw::board(self, answer, position)
    }

    fn exact<O: Observer>(&self, run: &Run, watch: &mut O) -> Outcome<Answer> {
        engine::solve(self, run, watch)
    }

    fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Self, GenerateError> {
        generate::generate(spec, seed, index)
    }
}
