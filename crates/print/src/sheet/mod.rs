//! Puzzles on pages: what a sheet or a booklet is made of. How it is laid out is in `layout.rs` and `slots.rs`, the solutions in `solutions.rs` and `below.rs`,
//! title and contents in `front.rs`.

mod below;
mod front;
mod layout;
mod slots;
mod solutions;
#[cfg(test)]
mod tests;

use pencilmark::render::Board;
use pencilmark::{Answer, Caption, Position, Puzzle, Remedy};
use serde::Deserialize;

use crate::font::missing;
use crate::shape::{Point, Shape};
use layout::PageBuilder;

/// The paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points.
    fn size(self) -> Point {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// How many puzzles go on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "u64")]
pub struct PerPage(u8);

impl PerPage {
    /// All that there are, as columns and rows.
    const GRIDS: [(u8, (usize, usize)); 5] = [(1, (1, 1)), (2, (1, 2)), (4, (2, 2)), (6, (2, 3)), (9, (3, 3))];

    /// So many; `None` if that is not one of 1, 2, 4, 6 and 9.
    pub fn new(number: u64) -> Option<Self> {
        Self::GRIDS.iter().find(|(known, _)| u64::from(*known) == number).map(|&(known, _)| Self(known))
    }

    /// The number.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// Columns and rows.
    fn grid(self) -> (usize, usize) {
        Self::GRIDS.iter().find(|(known, _)| *known == self.0).map_or((1, 1), |&(_, grid)| grid)
    }

    /// The next smaller number, with larger places.
    fn fewer(self) -> Option<Self> {
        Self::GRIDS.iter().rev().find(|(known, _)| *known < self.0).map(|&(known, _)| Self(known))
    }
}

impl TryFrom<u64> for PerPage {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("{number} puzzles do not share a page evenly; choose 1, 2, 4, 6 or 9"))
    }
}

/// Where solutions are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solutions {
    /// On pages of their own, after all puzzles.
    #[default]
    End,
    /// Upside down on the same page: at its foot, or beside the puzzle.
    Below,
    /// Nowhere.
    None,
}

/// How much of the rules is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rules {
    /// A line for each kind on a page.
    #[default]
    Short,
    /// The rules of each kind on a page.
    Full,
    /// Nothing.
    None,
}

/// A puzzle to print.
#[derive(Clone, Debug)]
pub struct PrintItem {
    /// The puzzle. What has been entered so far is not printed.
    pub puzzle: Puzzle,
    /// Its solution, if it is known.
    pub solution: Option<Answer>,
    /// How hard it is, in words: `level 2`.
    pub level: Option<String>,
}

impl PrintItem {
    /// The puzzle with what is printed beside its board.
    pub fn new(puzzle: Puzzle, caption: &Caption) -> Self {
        Self { puzzle, solution: caption.solution.clone(), level: caption.level.clone() }
    }

    /// The board as it is printed, without entries.
    fn board(&self) -> Board {
        self.puzzle.with_position(Position::empty(self.puzzle.shape())).board(None)
    }

    /// The solution as it is printed: small, so without what stands in corners.
    fn solved(&self) -> Option<Board> {
        let mut board = self.puzzle.board(Some(self.solution.as_ref()?));
        let cells: Vec<_> = board.faces.cells().collect();
        for cell in cells {
            board.faces[cell].corner.clear();
        }
        Some(board)
    }

    /// "Puzzle 3 · Star Battle · 2 stars · level 4", in parts.
    fn heading(&self, number: usize) -> Vec<String> {
        let kind = self.puzzle.called().to_owned();
        let parts = [Some(format!("Puzzle {number}")), Some(kind), self.puzzle.variant(), self.level.clone()];
        parts.into_iter().flatten().collect()
    }

    /// What a screen reader says in place of the board: the puzzle as text.
    fn description(&self, number: usize) -> String {
        let (rows, cols) = self.puzzle.shape();
        let kind = self.puzzle.kind();
        let formats = pencilmark::registry::kind(kind.id).map_or(&[][..], |entry| &entry.formats);
        let written = formats.iter().filter(|format| !format.one_line).find_map(|format| self.puzzle.write(format.id));
        let text = written.unwrap_or_default();
        // Solution and entries follow the puzzle, and are not to be given away.
        let alone = text.split("\n# solution").next().and_then(|text| text.split("\n# position").next()).unwrap_or("");
        let lines: Vec<&str> = alone.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        format!("Puzzle {number}, {} of {rows} rows and {cols} columns: {}", self.puzzle.called(), lines.join("; "))
    }
}

/// Puzzles that stand together under a heading.
#[derive(Clone, Debug, Default)]
pub struct Chapter {
    /// The heading, if there is one.
    pub title: Option<String>,
    /// A few words below it.
    pub text: Option<String>,
    /// How many puzzles go on a page here.
    pub per_page: Option<PerPage>,
    /// The puzzles.
    pub entries: Vec<PrintItem>,
}

/// Puzzles to print, and how. Puzzles are numbered through all chapters.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The title.
    pub title: Option<String>,
    /// A line below the title of a booklet.
    pub subtitle: Option<String>,
    /// The paper.
    pub paper: Paper,
    /// How many puzzles go on a page; if not set, 2, and 1 in large print.
    pub per_page: Option<PerPage>,
    /// Whether to print large.
    pub large: bool,
    /// Where the solutions are.
    pub solutions: Solutions,
    /// How much of the rules is told.
    pub rules: Rules,
    /// Whether it begins with a page that has its title and contents.
    pub contents: bool,
    /// The puzzles.
    pub chapters: Vec<Chapter>,
}

/// A printed sheet.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The PDF file.
    pub bytes: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
    /// Characters of titles and names that are not in the fonts, and are printed as question marks.
    pub missing: Vec<char>,
}

/// Why a sheet cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// There is nothing to print.
    #[error("there are no puzzles to print")]
    NoPuzzles,
    /// A board would be too small to be read or filled in.
    #[error("puzzle {number}, {kind} {rows}×{cols}, is too large for its place: its cells would be {tenths} mm wide", tenths = tenths(*.micrometres))]
    TooLarge {
        /// The puzzle's number on the sheet.
        number: usize,
        /// Its kind.
        kind: &'static str,
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
        /// How wide its cells would be.
        micrometres: u64,
        /// What to do.
        remedy: Remedy,
    },
    /// A solution would be too small to be read.
    #[error("the solution of puzzle {number}, {kind} {rows}×{cols}, is too large for its place")]
    SolutionTooLarge {
        /// The puzzle's number on the sheet.
        number: usize,
        /// Its kind.
        kind: &'static str,
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
        /// What to do.
        remedy: Remedy,
    },
}

fn tenths(micrometres: u64) -> String {
    format!("{:.1}", micrometres as f64 / 1000.0)
}

impl SheetError {
    /// What to do about it: options are `per-page` and `solutions`.
    pub fn remedy(&self) -> Remedy {
        match self {
            Self::NoPuzzles => Remedy::default(),
            Self::TooLarge { remedy, .. } | Self::SolutionTooLarge { remedy, .. } => remedy.clone(),
        }
    }
}

impl Sheet {
    /// A sheet with these puzzles, and defaults for the rest.
    pub fn of(entries: Vec<PrintItem>) -> Self {
        Self { chapters: vec![Chapter { entries, ..Chapter::default() }], ..Self::default() }
    }

    /// The sheet as a PDF file.
    pub fn pdf(&self) -> Result<Printed, SheetError> {
        if self.chapters.iter().all(|chapter| chapter.entries.is_empty()) {
            return Err(SheetError::NoPuzzles);
        }
        let document = PageBuilder::new(self).document()?;
        let shapes = document.pages.iter().flat_map(|page| &page.parts).flat_map(|part| &part.shapes);
        let mut lacking: Vec<char> = shapes.flat_map(Shape::texts).flat_map(|text| missing(&text.words)).collect();
        lacking.sort_unstable();
        lacking.dedup();
        Ok(Printed { bytes: document.write(), pages: document.pages.len(), missing: lacking })
    }
}
