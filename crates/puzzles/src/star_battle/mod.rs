//! Star Battle: so many stars in every row, column and region, and no two of them touch.
//!
//! Glossary: a **region** is a set of cells with the same label, usually connected but not necessarily; a **hole** is a
//! place that is not part of the board; a **line** is a row or a column; two cells **touch** when a king goes from one to
//! the other in one move. The number of regions need not be the number of rows: such a puzzle can be drawn, and
//! contradicts itself.

mod contradiction;
mod draw;
mod engine;
mod formats;
mod generate;
mod judge;
mod merge;
mod model;
mod presets;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

use pencilmark_csp::{Observer, Outcome};
use pencilmark_search::Run;
use serde_json::{Map, Value as Json};

use crate::text::json::{Object, Value};
use crate::text::rows;
use crate::{
    Answer, Board, Broken, Cell, Format, GenerateError, Grid, Hints, Kind, KindInfo, Lowered, ModelInfo, OwnMethod,
    ParseError, Position, Source, Spec,
};

/// The largest number of rows.
pub const LARGEST: usize = 25;
/// The largest number of stars a row.
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

/// Why something cannot be drawn as a Star Battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Not a square of a served size.
    #[error("the board has {0} rows and {1} columns")]
    Size(usize, usize),
    /// Too few or too many stars.
    #[error("{0} stars a row are out of range")]
    Stars(usize),
    /// Nothing but holes.
    #[error("the board has no cells, only holes")]
    NoCells,
}

impl Malformed {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Size(..) => SIZES,
            Self::Stars(_) => "a row has 1 to 6 stars",
            Self::NoCells => "give every cell of a region the label of the region",
        }
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

    /// How a region is called.
    pub fn region_name(&self, region: usize) -> &str {
        &self.names[region]
    }

    /// Stars in each row, column and region.
    pub fn stars(&self) -> usize {
        self.stars
    }

    /// Rows, which are as many as columns.
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

    /// The board without stars: -1 in holes, 0 elsewhere.
    fn blank(&self) -> Answer {
        self.regions.map(|region| if region.is_some() { 0 } else { -1 })
    }
}

/// Whether two cells are the same or touch.
fn near(a: Cell, b: Cell) -> bool {
    a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1
}

/// "1 star", "2 stars".
fn count_stars(stars: usize) -> String {
    if stars == 1 { "1 star".to_owned() } else { format!("{stars} stars") }
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(char::is_alphabetic) && name.chars().count() <= LABEL_LENGTH
}

/// The name of region number `region` of `count`: a letter while there are enough, a number otherwise.
fn letter(region: usize, count: usize) -> String {
    let letters = || ('A'..='Z').chain('a'..='z');
    let name = letters().nth(region).filter(|_| count <= letters().count());
    name.map_or_else(|| (region + 1).to_string(), String::from)
}

impl Kind for StarBattle {
    const INFO: KindInfo = KindInfo {
        id: "star-battle",
        title: "Star Battle",
        summary: "stars in every row, column and region, none touching another",
        rules: "Put stars into cells so that every row, every column and every outlined region holds the given number of \
                stars. Two stars never touch, not even at a corner. Holes are not part of the board and take no star.",
        sizes: "4x4 to 25x25, 1 to 6 stars; regions of any shape, holes",
        template: "\
# Star Battle: the first line says how many rows there are and how many stars each has. Below it, one letter a cell:
# the same letter for all cells of a region, another one for each region; @ is a hole.
10 2
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
AAAAAAAAAA
",
        models: &[
            ModelInfo { id: "cells", title: "cell -> star or not", faithful: true },
            ModelInfo { id: "region-stars", title: "each star of a region -> its cell", faithful: true },
            ModelInfo { id: "row-stars", title: "each star of a row -> its column", faithful: true },
        ],
        presets: presets::PRESETS,
    };

    fn formats() -> &'static [Format<Self>] {
        formats::FORMATS
    }

    fn shape(&self) -> (usize, usize) {
        (self.size(), self.size())
    }

    fn from_json(object: &Object<'_>, hints: &Hints) -> Result<Self, ParseError> {
        let field = object.required("regions")?;
        let labels = object.grid(field, "`regions`", LARGEST, |cell| match &cell.value {
            Value::Text(text) if matches!(text.as_str(), "@" | "#") => Ok(None),
            Value::Text(text) if (1..=LABEL_LENGTH).contains(&text.chars().count()) => Ok(Some(text.clone())),
            _ => {
                let number = object.integer(cell, "a region", -1, 9999)?;
                Ok((number >= 0).then(|| number.to_string()))
            }
        })?;
        let stars = match (object.get("stars"), hints.stars) {
            (Some(field), _) => object.integer(field, "`stars`", 1, MOST_STARS as i64)? as usize,
            (None, Some(stars)) => stars,
            (None, None) => {
                let what = "no field `stars`, which says how many stars a row has";
                return Err(object.error_here(what, "add \"stars\": 2, or give --stars N"));
            }
        };
        Self::new(&labels, stars).map_err(|error| object.error(field, error.to_string(), error.remedy()))
    }

    fn to_json(&self) -> Map<String, Json> {
        let number = |region: &Option<usize>| region.map_or_else(|| Json::from(-1), Json::from);
        let rows: Vec<Json> = self.regions.iter_rows().map(|row| row.iter().map(number).collect()).collect();
        Map::from_iter([("regions".to_owned(), rows.into()), ("stars".to_owned(), self.stars.into())])
    }

    fn read_answer(&self, text: &Source<'_>) -> Result<Answer, ParseError> {
        let expected = "`*` (or `x`, `1`) for a star, `.` (or `0`) for none, `@` for a hole";
        let mut answer = rows::read_answer(text, self.shape(), formats::star, expected)?;
        for cell in self.regions.cells() {
            // A dot in a hole says no more than the hole itself.
            if self.is_hole(cell) && answer[cell] == 0 {
                answer[cell] = -1;
            }
        }
        Ok(answer)
    }

    fn write_answer(&self, answer: &Answer) -> String {
        let symbol = |value: &i32| match value {
            1 => '*',
            -1 => '@',
            _ => '.',
        };
        answer.iter_rows().map(|row| row.iter().map(symbol).chain(['\n']).collect::<String>()).collect()
    }

    fn read_entry(symbol: &str) -> Option<i32> {
        match symbol {
            "*" | "1" => Some(1),
            "x" | "X" | "0" => Some(0),
            _ => None,
        }
    }

    fn write_entry(entry: i32) -> String {
        if entry == 1 { "*" } else { "x" }.to_owned()
    }

    fn lower(&self, model: &str) -> Lowered {
        match model {
            "region-stars" => model::region_stars(self),
            "row-stars" => model::row_stars(self),
            _ => model::cells(self),
        }
    }

    fn judge(&self, answer: &Answer) -> Result<(), Broken> {
        judge::judge(self, answer)
    }

    fn contradiction(&self) -> Option<String> {
        contradiction::contradiction(self)
    }

    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board {
        draw::board(self, answer, position)
    }

    fn exact<O: Observer>(&self, run: &Run, watch: &mut O) -> Outcome<Answer> {
        engine::solve(self, run, watch)
    }

    fn own_methods() -> &'static [OwnMethod<Self>] {
        &[merge::METHOD]
    }

    fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Self, GenerateError> {
        generate::generate(spec, seed, index)
    }
}
