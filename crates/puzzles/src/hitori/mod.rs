//! Hitori: shade cells until no number stands twice in a row or column.
//!
//! Glossary: a cell is **shaded** or **white**; an answer holds 1 for shaded and 0 for white. **Copies** are the cells of
//! one row or column that show the same number: at most one of them stays white. A cell without a number (`.` in
//! puzz.link) is never a copy.

mod board;
mod contradiction;
mod corrections;
mod engine;
mod formats;
mod generate;
mod judge;
mod model;
mod parts;
mod presets;
mod symmetry;
mod techniques;
mod warnings;

use std::sync::Arc;

use pencilmark_csp::{Observer, Outcome, Tally};
use pencilmark_search::{Parameters, Run};
use serde_json::{Map, Value as Json};

pub use parts::Malformed;

use crate::technique::{self, Rating, Sheet};
use crate::text::json::Object;
use crate::{
    Alternatives, Answer, Board, Carried, Cell, Correction, Format, GenerateError, Grid, Kind, KindEntry, KindInfo,
    Lowered, ModelInfo, ParseError, Position, Reason, Setting, Source, Spec, StudentReport, Symmetry,
};

/// The most rows, and the most columns.
pub const MOST: usize = 50;
/// The largest number in a cell.
pub const LARGEST: u16 = 9999;
/// The model with the weak rule, which has a judge of its own.
const WEAK: &str = "weak";

/// A Hitori: a rectangle of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hitori {
    numbers: Grid<Option<u16>>,
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

impl Hitori {
    /// The kind's description: names, rules, settings, methods and techniques.
    pub const INFO: KindInfo = KindInfo {
        id: "hitori",
        title: "Hitori",
        summary: "shade cells until no number stands twice in a row or column",
        short_rules: "Shade cells so that no number stands twice among the white cells of a row or column. Shaded cells never \
            touch side by side, and the white cells stay connected side by side.",
        rules: "Every cell shows a number; shade some of the cells. \
            No number may stand twice among the white cells of a row, nor among those of a column. \
            Two shaded cells never touch side by side; they may touch at a corner. \
            The white cells are connected: from each one a walk over white cells, side by side, leads to every other.",
        sizes: "any rectangle to 50x50, numbers to 9999",
        square: false,
        holes: false,
        template: include_str!("template.txt"),
        models: &[
            ModelInfo { id: "cells", title: "each cell is white or shaded", faithful: true },
            ModelInfo {
                id: WEAK,
                title: "the same, but whites need not be connected: each only needs a white neighbour",
                faithful: false,
            },
        ],
        presets: presets::PRESETS,
        clues: &[],
        aliases: &[],
        settings: &[
            Setting::size(1, MOST, (8, 8)),
            Setting::generating(&Setting::LEVEL),
            Setting::generating(&Setting::TEACH),
            Setting::generating(&Setting::SCORE),
            Setting::generating(&generate::SHADED),
            Setting::generating(&Setting::SEVERAL_OK),
        ],
        methods: &[],
        techniques: &techniques::TECHNIQUES,
        hardest_step,
        first_marks: None,
        report: Some(StudentReport {
            title: "Solving Hitori Grid game using informed and local search algorithms and comparing their \
                    time and space complexities",
            year: None,
        }),
    };

    /// Returns its text formats.
    pub fn formats() -> &'static [Format<Self>] {
        formats::FORMATS
    }

    /// Reads the kind's own fields of a JSON object (`grid`, `cages`, …).
    pub fn from_json(object: &Object<'_>, _: &Parameters) -> Result<Self, ParseError> {
        formats::json::from_json(object)
    }

    /// Makes puzzle number `index` of a seed. It depends on these arguments alone, and has exactly
    /// one solution unless several are allowed.
    pub fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Self, GenerateError> {
        spec.draw(&Self::INFO, generate::generator, seed, index)
    }
}

/// The entry of the kind.
pub fn entry() -> KindEntry {
    KindEntry::new(&Hitori::INFO, Hitori::formats(), Hitori::from_json, generate::generator).with_form(generate::form)
}

/// See [`KindInfo::hardest_step`].
fn hardest_step(tier: u8) -> Option<Rating> {
    // Chains and walls of tier 5 are rated by their length.
    if tier > 4 {
        return None;
    }
    technique::highest_rating(Hitori::INFO.techniques, tier)
}

impl Kind for Hitori {
    fn info(&self) -> &'static KindInfo {
        &Self::INFO
    }

    fn shape(&self) -> (usize, usize) {
        (self.numbers.rows(), self.numbers.cols())
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

    fn read_entry(&self, symbol: &str) -> Option<i32> {
        formats::read_entry(symbol)
    }

    fn write_entry(&self, entry: i32) -> String {
        formats::write_entry(entry)
    }

    fn tell_entry(&self, entry: i32) -> String {
        if entry == 1 { "is shaded" } else { "is white" }.to_owned()
    }

    fn lower(&self, model: &str) -> Lowered {
        model::lower(self, model)
    }

    fn judge(&self, answer: &Answer) -> Result<(), Reason> {
        judge::judge(self, answer)
    }

    fn judge_model(&self, model: &str, answer: &Answer) -> Result<(), Reason> {
        judge::judge_model(self, model, answer)
    }

    fn contradiction(&self) -> Option<Reason> {
        contradiction::contradiction(self)
    }

    fn warnings(&self) -> Vec<Reason> {
        warnings::warnings(self)
    }

    fn corrections(&self, conflict: Option<&[Reason]>) -> Box<dyn Iterator<Item = Alternatives> + '_> {
        Box::new(corrections::corrections(self, conflict))
    }

    fn corrected(&self, correction: &Correction) -> Option<Arc<dyn Kind>> {
        Some(Arc::new(corrections::corrected(self, correction)?))
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

    fn sheet(&self, position: Option<&Position>) -> Option<Box<dyn Sheet>> {
        Some(Box::new(techniques::Shading::new(self, position)))
    }

    fn symmetry(&self, seed: u64) -> Symmetry {
        symmetry::random(self, seed)
    }

    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        // Numbers can be exchanged in any way.
        None
    }

    fn canonical(&self) -> Option<Symmetry> {
        Some(symmetry::to_canonical(self))
    }

    fn moved(&self, symmetry: &Symmetry) -> Arc<dyn Kind> {
        Arc::new(symmetry::moved(self, symmetry))
    }

    fn moved_entry(&self, _: &Symmetry, entry: i32) -> i32 {
        entry // The numbers are clues; entries are shaded or not.
    }
}
