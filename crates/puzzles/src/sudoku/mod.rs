//! Sudoku: every row, column and box holds each digit once.
//!
//! Glossary: the **side** is the number of rows, of columns and of digits; a **box** has r rows and c columns, and
//! r x c is the side; a **unit** is a row, a column or a box; the **candidates** of a cell are the digits its clue
//! leaves possible: one for a **given**, all for a **blank**, anything else for a clue in **pencil marks**.

mod board;
mod contradiction;
mod corrections;
mod engine;
mod formats;
pub(crate) mod generate;
mod judge;
mod model;
pub(crate) mod parts;
mod presets;
mod ratings;
mod sudokupad;
mod symmetry;
mod techniques;

pub use parts::{Candidates, ShapeError};

use std::sync::Arc;

use pencilmark_csp::{Meter, Observer, Outcome, Tally};
use pencilmark_search::{Parameters, Run};
use serde_json::{Map, Value as Json};

use parts::Unit;

use crate::technique::{self, Rating, Sheet};
use crate::text::json::Object;
use crate::{
    Alternatives, Answer, Board, Carried, Cell, Correction, Format, GenerateError, Grid, Kind, KindEntry, KindInfo,
    Lowered, Marks, ModelInfo, ParseError, Position, Reason, Setting, Settings, Source, Spec, StudentReport, Symmetry,
};

/// One puzzle: a square board divided into boxes, and the candidates of each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sudoku {
    box_rows: usize,
    box_cols: usize,
    cells: Grid<Candidates>,
}

impl Sudoku {
    /// The name of the format with one character per cell on one line.
    pub const LINE: &str = "line";

    /// A puzzle with boxes of (rows, columns). Contradictory clues make a valid puzzle without solutions.
    pub fn new(box_shape: (usize, usize), cells: Grid<Candidates>) -> Result<Self, ShapeError> {
        let (rows, cols) = (cells.rows(), cells.cols());
        if rows != cols {
            return Err(ShapeError::NotSquare { rows, cols });
        }
        parts::check_shape(rows, box_shape)?;
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
        parts::usual_shape(self.side()) == Some(self.box_shape())
    }

    /// The rows, then the columns, then the boxes.
    fn units(&self) -> Vec<Unit> {
        let (side, rows, cols) = (self.side(), self.box_rows, self.box_cols);
        let unit = |kind, index: usize, cell: &dyn Fn(usize) -> Cell| Unit {
            kind,
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

impl Sudoku {
    /// The kind's description: names, rules, settings, methods and techniques.
    pub const INFO: KindInfo = KindInfo {
        id: "sudoku",
        title: "Sudoku",
        summary: "each digit once in every row, column and box",
        short_rules: "Fill every empty cell so that each row, each column and each box with a thick border holds every digit \
                      once, from 1 to the number of rows.",
        rules: "Fill every empty cell with a digit. Each row, each column and each box with a thick border holds every \
                digit exactly once: 1 to 9 on the usual board of nine rows and nine columns, 1 to the number of rows on \
                others. The digits that are given stay; where a cell is given a few small digits, it holds one of them.",
        sizes: "4x4 to 25x25; boxes such as 2x3 and 3x4, or of a shape that you set",
        square: true,
        holes: false,
        template: include_str!("template.txt"),
        models: &[ModelInfo { id: "cells", title: "a digit for every cell", faithful: true }],
        presets: presets::PRESETS,
        clues: &["given", "marks"],
        aliases: &[],
        settings: &[
            Setting::reading(&parts::BOX),
            Setting::size(parts::LEAST, parts::MOST, (9, 9)),
            Setting::generating(&Setting::LEVEL),
            Setting::generating(&Setting::TEACH),
            Setting::generating(&Setting::SCORE),
            Setting::generating(&Setting::CLUES),
            Setting::generating(&Setting::MISSING),
            Setting::generating(&generate::SYMMETRY),
            Setting::generating(&generate::MASK),
            Setting::generating(&Setting::MINIMAL),
            Setting::generating(&Setting::SEVERAL_OK),
        ],
        methods: &[],
        techniques: techniques::INFOS,
        hardest_step,
        first_marks: None,
        report: Some(StudentReport { title: "Search, Constraint Satisfaction, and Sudoku", year: None }),
    };

    /// Returns its text formats.
    pub fn formats() -> &'static [Format<Self>] {
        formats::FORMATS
    }

    /// Reads the kind's own fields of a JSON object (`grid`, `cages`, …).
    pub fn from_json(object: &Object<'_>, settings: &Parameters) -> Result<Self, ParseError> {
        formats::json::from_json(object, settings)
    }

    /// Makes puzzle number `index` of a seed. It depends on these arguments alone, and has exactly
    /// one solution unless several are allowed.
    pub fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Self, GenerateError> {
        spec.draw(&Self::INFO, generate::generator, seed, index)
    }
}

/// The entry of the kind.
pub fn entry() -> KindEntry {
    KindEntry::new(&Sudoku::INFO, Sudoku::formats(), Sudoku::from_json, generate::generator).with_form(generate::form)
}

/// See [`KindInfo::hardest_step`].
fn hardest_step(tier: u8) -> Option<Rating> {
    // Chains are held to the last rating of tier 5; single digits in lines are rated higher than their technique.
    if tier > 5 {
        return None;
    }
    technique::highest_rating(Sudoku::INFO.techniques, tier).max(Some(techniques::IN_LINE))
}

impl Kind for Sudoku {
    fn info(&self) -> &'static KindInfo {
        &Self::INFO
    }

    fn shape(&self) -> (usize, usize) {
        (self.side(), self.side())
    }

    fn to_json(&self) -> Map<String, Json> {
        formats::json::to_json(self)
    }

    fn write(&self, format: &str, carried: &Carried) -> Option<String> {
        Format::write_in(formats::FORMATS, format, self, carried)
    }

    fn read_answer(&self, text: &Source<'_>) -> Result<Answer, ParseError> {
        formats::read_answer(self, text)
    }

    fn write_answer(&self, answer: &Answer) -> String {
        formats::write_answer(answer)
    }

    fn lower(&self, _model: &str) -> Lowered {
        model::lower(self)
    }

    fn judge(&self, answer: &Answer) -> Result<(), Reason> {
        judge::judge(self, answer)
    }

    fn links(&self) -> Vec<String> {
        sudokupad::link(self).into_iter().collect()
    }

    fn contradiction(&self) -> Option<Reason> {
        contradiction::contradiction(self)
    }

    fn corrections(&self, conflict: Option<&[Reason]>) -> Box<dyn Iterator<Item = Alternatives> + '_> {
        Box::new(corrections::corrections(self, conflict))
    }

    fn corrected(&self, correction: &Correction) -> Option<Arc<dyn Kind>> {
        Some(Arc::new(corrections::corrected(self, correction)?))
    }

    fn read_entry(&self, symbol: &str) -> Option<i32> {
        formats::read_entry(symbol)
    }

    fn with_marks(&self, marks: &Marks) -> Option<Arc<dyn Kind>> {
        let mut marked = self.clone();
        for cell in self.cells.cells() {
            let digits: Candidates = marks.values(cell).into_iter().map(usize::from).collect();
            marked.cells[cell] = self.cells[cell].intersection(digits);
        }
        Some(Arc::new(marked))
    }

    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board {
        board::board(self, answer, position)
    }

    fn exact(&self, run: &Run, mut watch: &mut dyn Observer) -> Outcome<Answer> {
        engine::exact(self, run, &mut watch)
    }

    fn exact_counted(&self, run: &Run, tally: &mut Tally) -> Outcome<Answer> {
        engine::exact(self, run, tally)
    }

    fn ratings(&self, meter: &Meter) -> Vec<(&'static str, Rating)> {
        ratings::ratings(self, meter)
    }

    fn sheet(&self, position: Option<&Position>) -> Option<Box<dyn Sheet>> {
        Some(techniques::sheet(self, position))
    }

    fn symmetry(&self, seed: u64) -> Symmetry {
        symmetry::random(self, seed)
    }

    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        // Numbers can be exchanged in any way.
        None
    }

    fn canonical(&self) -> Option<Symmetry> {
        symmetry::to_canonical(self)
    }

    fn moved(&self, symmetry: &Symmetry) -> Arc<dyn Kind> {
        Arc::new(symmetry::moved(self, symmetry))
    }

    fn like(&self) -> Settings {
        let (side, (rows, cols)) = (self.side(), self.box_shape());
        Settings::default()
            .with(Settings::SIZE, format!("{side}x{side}"))
            .with(parts::BOX.name(), format!("{rows}x{cols}"))
    }
}
