//! Hidato: one path of numbers over the whole board, each number next to the one before.
//!
//! Glossary: **N** is the number of cells that are not holes, and so the last number; a **given** is a number that the
//! puzzle comes with; a **gap** is what lies between two givens with no given in between; a **step** leads from a cell
//! to a neighbour, as a king moves or, in the orthogonal form (Numbrix), only up, down, left and right.

mod board;
mod contradiction;
mod corrections;
pub(crate) mod engine;
mod formats;
mod generate;
mod judge;
mod marks;
mod model;
mod parts;
mod presets;
mod symmetry;
mod techniques;

use std::sync::Arc;

use pencilmark_csp::rule::Graph;
use pencilmark_csp::{Observer, Outcome, Tally};
use pencilmark_search::{Parameters, Run};
use serde_json::{Map, Value as Json};

pub use parts::{Malformed, Moves, Square};

use crate::technique::{self, Rating, Sheet};
use crate::text::json::Object;
use crate::{
    Alias, AliasRules, Alternatives, Answer, Board, Carried, Cell, Correction, Format, GenerateError, Grid, Kind,
    KindEntry, KindInfo, Lowered, Marks, ModelInfo, ParseError, Position, Reason, Setting, Settings, Source, Spec,
    StudentReport, Symmetry,
};

/// The largest supported number of rows and of columns.
const MOST: usize = 30;

/// What an answer holds at a hole.
const HOLE: i32 = -1;

/// A Hidato: a board with at least one cell, whose givens are numbers from 1 to N. They may contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidato {
    squares: Grid<Square>,
    moves: Moves,
}

impl Hidato {
    /// A puzzle, if it can be drawn: 1 to 30 rows and columns, a cell that is not a hole, givens from 1 to N.
    pub fn new(squares: Grid<Square>, moves: Moves) -> Result<Self, Malformed> {
        let malformed = |cell, what, remedy| Err(Malformed { what, remedy, cell });
        let (rows, cols) = (squares.rows(), squares.cols());
        if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&cols) {
            let what = format!("the board has {rows} rows and {cols} columns");
            return malformed(None, what, format!("boards from 1 x 1 to {MOST} x {MOST} are supported"));
        }
        let last = squares.things().iter().filter(|&&square| square != Square::Hole).count();
        if last == 0 {
            let what = "every cell is a hole".to_owned();
            return malformed(None, what, "leave at least one cell for a number".to_owned());
        }
        for cell in squares.cells() {
            if let Square::Given(number) = squares[cell]
                && !(1..=last).contains(&usize::from(number))
            {
                let what = format!("{number} is out of range: the board has {last} cells for numbers");
                return malformed(Some(cell), what, format!("write a number from 1 to {last}"));
            }
        }
        Ok(Self { squares, moves })
    }

    /// The board.
    pub fn squares(&self) -> &Grid<Square> {
        &self.squares
    }

    /// Where a step may lead.
    pub fn moves(&self) -> Moves {
        self.moves
    }

    /// N: the last number, and the number of cells that are not holes.
    pub fn last(&self) -> u16 {
        self.cells().count() as u16
    }

    /// The cells that are not holes, in reading order.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.squares.cells().filter(|&cell| self.squares[cell] != Square::Hole)
    }

    /// The givens, by number; of a number given twice, in reading order.
    fn givens(&self) -> Vec<(u16, Cell)> {
        let given = |cell| match self.squares[cell] {
            Square::Given(number) => Some((number, cell)),
            _ => None,
        };
        let mut givens: Vec<_> = self.squares.cells().filter_map(given).collect();
        givens.sort_by_key(|&(number, _)| number);
        givens
    }

    /// The cells that a step from `cell` leads to, in reading order.
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let orthogonal = self.moves == Moves::Orthogonal;
        let step = move |other: &Cell| !orthogonal || other.row == cell.row || other.col == cell.col;
        self.squares.around(cell).filter(step).filter(|&other| self.squares[other] != Square::Hole)
    }

    /// Which cells are neighbours, by place among the cells that are not holes.
    fn graph(&self) -> Graph {
        let mut node = vec![0; self.squares.len()];
        for (index, cell) in self.cells().enumerate() {
            node[self.squares.index(cell)] = index as u32;
        }
        let around = |cell| self.neighbours(cell).map(|other| node[self.squares.index(other)]).collect();
        Graph { neighbours: self.cells().map(around).collect() }
    }
}

impl Hidato {
    /// The kind's description: names, rules, settings, methods and techniques.
    pub const INFO: KindInfo = KindInfo {
        id: "hidato",
        title: "Hidato",
        summary: "one path of consecutive numbers through all cells",
        short_rules: "Write the numbers from 1 to the number of cells, each once, so that each stands next to the one before it: above, \
                      below, beside or diagonally; never diagonally if the puzzle is called orthogonal.",
        rules: "Write the numbers from 1 to N into the cells, each once; N is the number of cells.\n\
                Each number stands next to the one before it: above, below, beside or diagonally.\n\
                Numbers that are given stay. Holes are not part of the board: no number goes there, and the path \
                does not step on them.\n\
                In the orthogonal form, also called Numbrix, diagonal steps are not allowed.",
        sizes: "any rectangle to 30x30, with holes",
        square: false,
        holes: true,
        template: include_str!("template.txt"),
        models: &[
            ModelInfo { id: "numbers", title: "each number has a cell", faithful: true },
            ModelInfo { id: "cells", title: "each cell has a number", faithful: true },
        ],
        presets: presets::PRESETS,
        clues: &["given"],
        aliases: &[
            Alias::new("hidoku", "Hidoku"),
            Alias {
                titles: true,
                rules: Some(AliasRules {
                    short: "Write the numbers from 1 to the number of cells, each once, so that each stands above, below or \
                            beside the one before it; never diagonally.",
                    full: "Write the numbers from 1 to N into the cells, each once; N is the number of cells.\n\
                           Each number stands above, below or beside the one before it; diagonal steps are not allowed.\n\
                           Numbers that are given stay. Holes are not part of the board: no number goes there, and the path \
                           does not step on them.\n\
                           Numbrix is Hidato without diagonal steps.",
                    sizes: "any rectangle to 30x30, with holes",
                }),
                form: Some(
                    "# A Numbrix form. The first line is rows and columns; change it for other sizes.\n\
                     # Write a number over a dot where one is given, and x for a hole; leave the other dots.\n\
                     # To have your entries checked, add a line \"# position\" below the board, and the board with them; \
                     {1,5} are marks.\n",
                ),
                ..Alias::with("numbrix", "Numbrix", &[(parts::ORTHOGONAL.name(), "yes")])
            },
        ],
        settings: &[
            Setting::reading(&parts::ORTHOGONAL),
            Setting::size(1, MOST, (8, 8)),
            Setting::generating(&Setting::LEVEL),
            Setting::generating(&Setting::TEACH),
            Setting::generating(&Setting::SCORE),
            Setting::generating(&Setting::CLUES),
            Setting::generating(&generate::HOLES),
            Setting::generating(&generate::SHAPE),
            Setting::generating(&generate::ENDS),
            Setting::generating(&Setting::MISSING),
            Setting::generating(&Setting::MINIMAL),
            Setting::generating(&Setting::SEVERAL_OK),
        ],
        methods: &[],
        techniques: &techniques::INFOS,
        hardest_step,
        first_marks: Some(
            "Pencil marks begin with the numbers that are near enough to the numbers before and after them.",
        ),
        report: Some(StudentReport { title: "Hidato: A Tale of Love & Numbers", year: Some(2021) }),
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
    KindEntry::new(&Hidato::INFO, Hidato::formats(), Hidato::from_json, generate::generator).with_form(generate::form)
}

/// See [`KindInfo::hardest_step`].
fn hardest_step(tier: u8) -> Option<Rating> {
    // Ways of tier 5 are rated by their number.
    if tier > 4 {
        return None;
    }
    technique::highest_rating(Hidato::INFO.techniques, tier)
}

impl Kind for Hidato {
    fn info(&self) -> &'static KindInfo {
        &Self::INFO
    }

    fn shape(&self) -> (usize, usize) {
        (self.squares.rows(), self.squares.cols())
    }

    fn variant(&self) -> Option<String> {
        (self.moves == Moves::Orthogonal).then(|| parts::ORTHOGONAL.name().to_owned())
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

    fn lower(&self, model: &str) -> Lowered {
        model::lower(self, model)
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

    fn marks(&self, entries: Option<&Grid<Option<i32>>>) -> Marks {
        marks::marks(self, entries)
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
        Some(techniques::sheet(self, position))
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
        let (rows, cols) = self.shape();
        let symbol = |square: &Square| if *square == Square::Hole { '#' } else { '.' };
        let lines: Vec<String> = self.squares.iter_rows().map(|row| row.iter().map(symbol).collect()).collect();
        let settings = Settings::default().with(parts::ORTHOGONAL.name(), self.moves == Moves::Orthogonal);
        if self.squares.things().contains(&Square::Hole) {
            settings.with(generate::SHAPE.name(), lines.join("/"))
        } else {
            settings.with(Settings::SIZE, format!("{rows}x{cols}"))
        }
    }
}
