//! `KenKen`: a Latin square whose cages make their targets.
//!
//! Glossary: a **cage** is a group of cells that touch side by side, with a target and usually an operator; a **line**
//! is a row or a column; a **single cell** is a cage of one: it holds its target, whatever its operator. Minus and
//! divide over more than two cells mean the largest minus, or over, all the others. A cage **without operator** makes
//! its target by any of the four.

mod board;
mod contradiction;
mod corrections;
pub(crate) mod engine;
mod formats;
pub(crate) mod generate;
pub(crate) mod judge;
mod model;
mod parts;
mod presets;
mod symmetry;
mod techniques;

use std::sync::Arc;

use pencilmark_csp::{Observer, Outcome, Tally};
use pencilmark_search::{Parameters, Run};
use serde_json::{Map, Value as Json};

pub use parts::{Cage, Flaw, Where};

use crate::technique::{self, Rating, Sheet};
use crate::text::json::Object;
use crate::{
    Alias, Alternatives, Answer, Board, Carried, Cell, Correction, Format, GenerateError, Grid, Kind, KindEntry,
    KindInfo, Lowered, ModelInfo, ParseError, Position, Reason, Setting, Settings, Source, Spec, StudentReport,
    Symmetry,
};

/// A puzzle: cages that cover a square board, each cell once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KenKen {
    cages: Vec<Cage>,
    owner: Grid<usize>, // cell -> the cage it is in
}

impl KenKen {
    /// The smallest and the largest supported board.
    pub const SIZES: std::ops::RangeInclusive<usize> = 3..=16;

    /// The largest target that every format can carry: whole numbers are exact in JSON up to here.
    pub const LARGEST_TARGET: u64 = (1 << 53) - 1;

    /// A puzzle from its cages, in any order; what cannot be drawn is a flaw.
    ///
    /// Afterwards the cells of a cage are in reading order, the cages in the order of their first cells, and a single
    /// cell has the operator `=`, so that equal puzzles are equal values.
    pub fn new(size: usize, cages: Vec<Cage>) -> Result<Self, Flaw> {
        let (cages, owner) = parts::tile(size, cages)?;
        Ok(Self { cages, owner })
    }

    /// Rows, columns, and the largest number.
    pub fn size(&self) -> usize {
        self.owner.rows()
    }

    /// The cages, by their first cells.
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// The cage that a cell is in.
    pub fn cage_at(&self, cell: Cell) -> &Cage {
        &self.cages[self.owner[cell]]
    }

    /// For each cell the number of its cage in [`KenKen::cages`].
    pub(crate) fn owners(&self) -> &Grid<usize> {
        &self.owner
    }
}

impl KenKen {
    /// The kind's description: names, rules, settings, methods and techniques.
    pub const INFO: KindInfo = KindInfo {
        id: "kenken",
        title: "KenKen",
        summary: "a Latin square in cages; the numbers of a cage make its target by arithmetic",
        short_rules: "Fill the board with the numbers from 1 to its size, each once in every row and column. The numbers of a cage, in \
any order, make its target: added (+), multiplied (×), the largest minus the others (−) or divided by them (÷); without a sign, by \
one of these.",
        rules: "Fill the board with the numbers from 1 to its size, so that every row and every column holds each number \
once. The board is divided into cages. The numbers of a cage make the target in its corner by the operator beside it: \
they add up to it (+), multiply to it (×), or the largest minus all the others (−), or the largest divided by all the \
others (÷), is the target. The order in the cage does not matter, and a number may be in a cage twice if rows and \
columns allow it. A cage of one cell holds its target. A target without operator is made by any one of the four.",
        sizes: "3x3 to 16x16",
        square: true,
        holes: false,
        template: include_str!("template.txt"),
        models: &[ModelInfo { id: "cells", title: "one variable per cell, its number", faithful: true }],
        presets: presets::PRESETS,
        clues: &["cage"],
        aliases: &[
            Alias::new("calcudoku", "Calcudoku"),
            Alias::new("mathdoku", "Mathdoku"),
            Alias::new("kendoku", "Kendoku"),
        ],
        settings: &[
            Setting::size(*Self::SIZES.start(), *Self::SIZES.end(), (6, 6)),
            Setting::generating(&Setting::LEVEL),
            Setting::generating(&Setting::TEACH),
            Setting::generating(&Setting::SCORE),
            Setting::generating(&generate::OPERATORS),
            Setting::generating(&generate::CAGES),
            Setting::generating(&generate::NO_OPERATORS),
            Setting::generating(&Setting::SEVERAL_OK),
        ],
        methods: &[],
        techniques: &techniques::ALL,
        hardest_step,
        first_marks: Some("Pencil marks begin with the numbers that each cage allows by itself."),
        report: Some(StudentReport { title: "CS560 Assignment 1: Kenken", year: Some(2019) }),
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
    KindEntry::new(&KenKen::INFO, KenKen::formats(), KenKen::from_json, generate::generator).with_form(generate::form)
}

/// See [`KindInfo::hardest_step`].
fn hardest_step(tier: u8) -> Option<Rating> {
    // All steps are rated as their techniques are.
    if tier > 5 {
        return None;
    }
    technique::highest_rating(KenKen::INFO.techniques, tier)
}

impl Kind for KenKen {
    fn info(&self) -> &'static KindInfo {
        &Self::INFO
    }

    fn shape(&self) -> (usize, usize) {
        (self.size(), self.size())
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

    fn lower(&self, _: &str) -> Lowered {
        model::lower(self)
    }

    fn judge(&self, answer: &Answer) -> Result<(), Reason> {
        judge::judge(self, answer)
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
        Some(Box::new(techniques::KenKenSheet::new(self, position)))
    }

    fn symmetry(&self, seed: u64) -> Symmetry {
        symmetry::random(self, seed)
    }

    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        Some(symmetry::all(self).collect())
    }

    fn canonical(&self) -> Option<Symmetry> {
        Some(symmetry::to_canonical(self))
    }

    fn moved(&self, symmetry: &Symmetry) -> Arc<dyn Kind> {
        Arc::new(symmetry::moved(self, symmetry))
    }

    fn like(&self) -> Settings {
        let size = self.size();
        let is_hidden = |cage: &Cage| cage.cells.len() == 1 || cage.operator == pencilmark_csp::rule::Operator::Any;
        let largest = self.cages.iter().map(|cage| cage.cells.len()).max().unwrap_or(1);
        Settings::default()
            .with(Settings::SIZE, format!("{size}x{size}"))
            .with(generate::CAGES.name(), format!("1..{}", largest.clamp(2, 9)))
            .with(generate::NO_OPERATORS.name(), self.cages.iter().all(is_hidden))
    }
}
