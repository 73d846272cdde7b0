//! A neutral drawing of a board: what stands in each cell, and which lines are thick. Terminal, SVG and the studio draw
//! the same board.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Cell, Grid};

/// How a cell looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Paper.
    #[default]
    Plain,
    /// Blacked out (Hitori).
    Shaded,
    /// Not part of the board.
    Hole,
}

/// The state of a cell in a search that is being watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Accent {
    /// It breaks no rule so far.
    Right,
    /// It is wrong, or has a part in a broken rule.
    Wrong,
    /// It was just decided, or is about to change.
    Focus,
}

/// What stands in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Face {
    /// The main text: a number, a star `★`; empty for a blank.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Whether the puzzle came with it, rather than a solver.
    #[serde(skip_serializing_if = "is_false")]
    pub given: bool,
    /// A small text in the upper left corner: a cage's target.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub corner: String,
    /// Pencil marks: the values still possible, shown when there is no text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u16>,
    /// Those of the marks that a step starts from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<u16>,
    /// Those of the marks that a step removes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<u16>,
    /// The background.
    #[serde(skip_serializing_if = "is_plain")]
    pub tone: Tone,
    /// Whether to draw attention to it, such as where two solutions differ.
    #[serde(skip_serializing_if = "is_false")]
    pub highlight: bool,
    /// Whether a step enters something here.
    #[serde(skip_serializing_if = "is_false")]
    pub entered: bool,
    /// Its state in a search that is being watched. Shown by colour alone, so only in a terminal with colour, not in SVG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accent: Option<Accent>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "Serde asks so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "Serde asks so")]
fn is_plain(tone: &Tone) -> bool {
    *tone == Tone::Plain
}

/// How a line between two cells looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// No line: beside a hole.
    None,
    /// An inner line.
    #[default]
    Thin,
    /// A border of a box, cage or region, or the frame.
    Thick,
}

/// A board, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Board {
    /// What stands in the cells.
    pub faces: Grid<Face>,
    /// The line left of each cell, and one more at the end of each row: rows x (cols + 1).
    pub vertical: Grid<Edge>,
    /// The line above each cell, and one more row at the bottom: (rows + 1) x cols.
    pub horizontal: Grid<Edge>,
    /// How many marks there may be in a cell and how they are laid out: rows and columns of marks. (0, 0): no marks.
    pub mark_shape: (usize, usize),
    /// Cells that a line runs through from middle to middle, in this order; none if there is no such line. A terminal leaves it
    /// out.
    pub path: Vec<Cell>,
    /// What a thick line runs around, in a word: `box`, `cage`, `region`; `None` where it is the frame alone.
    pub area: Option<&'static str>,
}

impl Board {
    /// A board whose thick lines run between cells of different `area`; the frame is thick. `None` is a hole: lines
    /// between two holes vanish, and a hole borders a cell with a thick line.
    pub fn with_areas<A: PartialEq>(faces: Grid<Face>, areas: &Grid<Option<A>>) -> Self {
        let (rows, cols) = (faces.rows(), faces.cols());
        let area = |row: Option<usize>, col: Option<usize>| match (row, col) {
            (Some(row), Some(col)) => areas.get(row, col).and_then(Option::as_ref),
            _ => None,
        };
        let edge = |a: Option<&A>, b: Option<&A>| match (a, b) {
            (None, None) => Edge::None,
            (a, b) if a == b => Edge::Thin,
            _ => Edge::Thick,
        };
        let lines = |rows: usize, cols: usize, before: fn(usize, usize) -> (Option<usize>, Option<usize>)| {
            let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
            let edges = cells.map(|(row, col)| {
                let (above, left) = before(row, col);
                edge(area(above, left), area(Some(row), Some(col)))
            });
            Grid::from_rows(edges.collect::<Vec<_>>().chunks(cols.max(1)).map(<[Edge]>::to_vec).collect())
        };
        let vertical = lines(rows, cols + 1, |row, col| (Some(row), col.checked_sub(1)));
        let horizontal = lines(rows + 1, cols, |row, col| (row.checked_sub(1), Some(col)));
        Self {
            faces,
            vertical: vertical.unwrap_or_else(|| Grid::filled(0, 0, Edge::None)),
            horizontal: horizontal.unwrap_or_else(|| Grid::filled(0, 0, Edge::None)),
            mark_shape: (0, 0),
            path: Vec::new(),
            area: None,
        }
    }
}
