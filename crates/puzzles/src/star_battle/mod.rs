//! Star Battle: the same number of stars in every row, column and region, and no two stars touch.
//!
//! Glossary: a **region** is a set of cells with the same label, usually connected but not necessarily; a **hole** is a
//! place that is not part of the board; a **line** is a row or a column; two cells **touch** when a king goes from one to
//! the other in one move. The number of regions need not be the number of rows: such a puzzle can be drawn, and
//! contradicts itself.

mod board;
mod contradiction;
mod corrections;
pub(crate) mod engine;
mod formats;
mod generate;
mod judge;
mod merge;
mod model;
mod parts;
mod presets;
mod symmetry;
mod techniques;
mod warnings;

use std::sync::Arc;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::hash::Hash;

use pencilmark_csp::{Observer, Outcome, Tally};
use pencilmark_search::{Parameters, Run};
use serde_json::{Map, Value as Json};

pub use parts::Malformed;

use parts::{is_word, letter};

use crate::technique::{self, Rating, Sheet};
use crate::text::json::Object;
use crate::{
    Alias, AliasRules, Alternatives, Answer, Board, Carried, Cell, Correction, Format, GenerateError, Grid, Kind,
    KindEntry, KindInfo, Lowered, ModelInfo, ParseError, Position, Reason, Setting, Settings, Source, Spec,
    StudentReport, Symmetry,
};

/// The largest number of rows.
pub const LARGEST: usize = 25;
/// The largest number of stars in a row.
pub const MOST_STARS: usize = 6;
/// Characters a label may have.
const LABEL_LENGTH: usize = 8;
const SIZES: &str = "a board has 4 to 25 rows and as many columns";

/// A puzzle: a square board in regions, and the number of stars in each row, column and region.
///
/// Two puzzles are equal when their regions have the same cells and they have the same number of stars; the names of
/// the regions are for reading only.
#[derive(Clone, Debug)]
pub struct StarBattle {
    regions: Grid<Option<usize>>, // region of each cell, numbered in reading order of first cells; `None`: a hole
    names: Vec<String>,           // region -> how people call it
    stars: usize,
}

impl PartialEq for StarBattle {
    fn eq(&self, other: &Self) -> bool {
        self.stars == other.stars && self.regions == other.regions
    }
}

impl StarBattle {
    /// A puzzle from the label of every cell (`None` is a hole) and the stars a row. Labels of letters become the names
    /// of the regions; others are replaced by A, B, C and so on.
    pub fn new<L: Clone + Eq + Hash + Display>(labels: &Grid<Option<L>>, stars: usize) -> Result<Self, Malformed> {
        let (rows, cols) = (labels.rows(), labels.cols());
        if rows != cols || !(1..=LARGEST).contains(&rows) {
            return Err(Malformed::Size(rows, cols));
        }
        if !(1..=MOST_STARS).contains(&stars) {
            return Err(Malformed::Stars(stars));
        }
        let mut number: HashMap<L, usize> = HashMap::new();
        let mut names: Vec<String> = Vec::new();
        let regions = labels.map(|label| {
            label.as_ref().map(|label| {
                *number.entry(label.clone()).or_insert_with(|| {
                    names.push(label.to_string());
                    names.len() - 1
                })
            })
        });
        if names.is_empty() {
            return Err(Malformed::NoCells);
        }
        if !names.iter().all(|name| is_word(name)) {
            names = (0..names.len()).map(|region| letter(region, names.len())).collect();
        }
        Ok(Self { regions, names, stars })
    }

    /// The region of each cell, numbered from 0 in reading order of their first cells; `None` is a hole.
    pub fn regions(&self) -> &Grid<Option<usize>> {
        &self.regions
    }

    /// How many regions there are.
    pub fn region_count(&self) -> usize {
        self.names.len()
    }

    /// What a region is called.
    pub fn region_name(&self, region: usize) -> &str {
        &self.names[region]
    }

    /// Stars in each row, column and region.
    pub fn stars(&self) -> usize {
        self.stars
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.regions.rows()
    }

    fn is_hole(&self, cell: Cell) -> bool {
        self.regions[cell].is_none()
    }

    /// The cells of a row without its holes.
    fn row(&self, row: usize) -> Vec<Cell> {
        (0..self.size()).map(|col| Cell { row, col }).filter(|&cell| !self.is_hole(cell)).collect()
    }

    /// The cells of a column without its holes.
    fn column(&self, col: usize) -> Vec<Cell> {
        (0..self.size()).map(|row| Cell { row, col }).filter(|&cell| !self.is_hole(cell)).collect()
    }

    /// The cells of every region, in reading order.
    fn region_cells(&self) -> Vec<Vec<Cell>> {
        let mut cells = vec![Vec::new(); self.region_count()];
        for cell in self.regions.cells() {
            if let Some(region) = self.regions[cell] {
                cells[region].push(cell);
            }
        }
        cells
    }

    /// Returns the connected pieces of a region, each in reading order, the largest first.
    fn pieces_of(&self, region: usize) -> Vec<Vec<Cell>> {
        let cells: Vec<Cell> = self.regions.cells().filter(|&cell| self.regions[cell] == Some(region)).collect();
        self.pieces(&cells)
    }

    /// Returns the connected pieces of some cells.
    fn pieces(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
        let mut pieces = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut piece, mut open) = (vec![first], vec![first]);
            while let Some(cell) = open.pop() {
                for next in self.regions.beside(cell).filter(|next| left.remove(next)) {
                    piece.push(next);
                    open.push(next);
                }
            }
            piece.sort_unstable();
            pieces.push(piece);
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
        pieces
    }

    /// The board without stars: -1 in holes, 0 elsewhere.
    fn blank(&self) -> Answer {
        self.regions.map(|region| if region.is_some() { 0 } else { -1 })
    }
}

impl StarBattle {
    /// The kind's description: names, rules, settings, methods and techniques.
    pub const INFO: KindInfo = KindInfo {
        id: "star-battle",
        title: "Star Battle",
        summary: "stars in every row, column and region, none touching another",
        short_rules: "Put as many stars as the puzzle says into every row, every column and every outlined region. Two stars \
                      never touch, not even at a corner.",
        rules: "Put stars into cells so that every row, every column and every outlined region holds the given number of \
                stars. Two stars never touch, not even at a corner. Holes are not part of the board and take no star.",
        sizes: "4x4 to 25x25, 1 to 6 stars; regions of any shape, holes",
        square: true,
        holes: true,
        template: include_str!("template.txt"),
        models: &[
            ModelInfo { id: "cells", title: "cell -> star or not", faithful: true },
            ModelInfo { id: "region-stars", title: "each star of a region -> its cell", faithful: true },
            ModelInfo { id: "row-stars", title: "each star of a row -> its column", faithful: true },
        ],
        presets: presets::PRESETS,
        clues: &[],
        aliases: &[
            Alias {
                titles: true,
                rules: Some(AliasRules {
                    short: "Put one queen into every row, every column and every outlined region. Two queens never touch, not \
                            even at a corner.",
                    full: "Put queens into cells so that every row, every column and every outlined region holds exactly one. \
                           Two queens never touch, not even at a corner; two on the same long diagonal are fine. Holes are not \
                           part of the board and take no queen.\n\
                           Queens is Star Battle with one star: a queen is drawn as a star, and written Q or *.",
                    sizes: "4x4 to 25x25; regions of any shape, holes",
                }),
                form: Some(
                    "# Queens: the first line says how many rows there are, and that each has one queen. Below it, one letter a \
                     cell:\n\
                     # the same letter for all cells of a region, another one for each region; @ is a hole.\n\
                     # To have your entries checked, add a line \"# position\" below the board, and rows of Q (queen), x (none) \
                     and `.` (open).\n",
                ),
                ..Alias::with("queens", "Queens", &[(parts::STARS.name(), "1")])
            },
            Alias::with("two-not-touch", "Two Not Touch", &[(parts::STARS.name(), "2")]),
        ],
        settings: &[
            Setting::reading(&parts::STARS),
            Setting::size(4, LARGEST, (10, 10)),
            Setting::generating(&Setting::LEVEL),
            Setting::generating(&Setting::TEACH),
            Setting::generating(&Setting::SCORE),
            Setting::generating(&generate::REGIONS),
            Setting::generating(&Setting::SEVERAL_OK),
        ],
        methods: &[&merge::INFO],
        techniques: &techniques::INFOS,
        hardest_step,
        first_marks: None,
        report: Some(StudentReport {
            title: "CS541 Artificial Intelligence: Winter 2020 Term Project Report",
            year: Some(2020),
        }),
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
    KindEntry::new(&StarBattle::INFO, StarBattle::formats(), StarBattle::from_json, generate::generator)
        .with_form(generate::form)
}

/// See [`KindInfo::hardest_step`].
fn hardest_step(tier: u8) -> Option<Rating> {
    // From tier 3 on, groups are rated by their size.
    if tier > 2 {
        return None;
    }
    technique::highest_rating(StarBattle::INFO.techniques, tier)
}

impl Kind for StarBattle {
    fn info(&self) -> &'static KindInfo {
        &Self::INFO
    }

    fn shape(&self) -> (usize, usize) {
        (self.size(), self.size())
    }

    fn variant(&self) -> Option<String> {
        Some(parts::count_stars(self.stars))
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
        if entry == 1 { "has a star" } else { "has no star" }.to_owned()
    }

    fn legend(&self) -> Option<String> {
        let names = self.area_names().into_iter().map(|(cell, name)| format!("{name} at {cell}"));
        Some(format!("Regions: {}.", names.collect::<Vec<_>>().join(", ")))
    }

    fn area_names(&self) -> Vec<(Cell, String)> {
        let cells = self.region_cells();
        let first = |(region, cells): (usize, &Vec<Cell>)| Some((*cells.first()?, self.region_name(region).to_owned()));
        cells.iter().enumerate().filter_map(first).collect()
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

    fn warnings(&self) -> Vec<Reason> {
        warnings::warnings(self)
    }

    fn corrections(&self, conflict: Option<&[Reason]>) -> Box<dyn Iterator<Item = Alternatives> + '_> {
        Box::new(corrections::corrections(self, conflict))
    }

    fn corrected(&self, correction: &Correction) -> Option<Arc<dyn Kind>> {
        Some(Arc::new(corrections::corrected(self, correction)?))
    }

    fn unfinished(&self) -> Option<Reason> {
        let (rows, regions) = (self.size(), self.region_count());
        let counted = if regions == 1 { "1 region".to_owned() } else { format!("{regions} regions") };
        let text = format!("the board has {counted}; {rows} rows need {rows}");
        (regions != rows).then(|| Reason::new("region", [], text))
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

    fn run_own(&self, method: &str, run: &Run, watch: &mut dyn Observer) -> Option<Outcome<Answer>> {
        (method == merge::INFO.id).then(|| merge::solve(self, run, watch))
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
        let size = self.size();
        Settings::default().with(Settings::SIZE, format!("{size}x{size}")).with(parts::STARS.name(), self.stars())
    }
}
