//! A puzzle that somebody draws by hand: what stands in its cells, and which of them belong together.
//!
//! A sketch becomes a puzzle by way of the drawing that every kind reads back, so it knows of no kind.

use pencilmark_puzzles::{Applies, Board, Cell, Edge, Face, Grid, ParseError, Remedy, Tone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::read::ReadOptions;
use crate::render::{TextStyle, text};
use crate::{Puzzle, Settings, registry};

/// A drawing by hand.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// The kind that it is to be.
    pub kind: String,
    /// What the drawing leaves open, such as the number of stars.
    #[serde(default)]
    pub settings: std::collections::BTreeMap<String, String>,
    /// The cells, row by row.
    pub cells: Vec<Vec<SketchCell>>,
}

/// A cell of a drawing by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SketchCell {
    /// What is given there.
    pub text: String,
    /// What stands in its corner: the target of a cage.
    pub corner: String,
    /// Whether it is no part of the board.
    pub hole: bool,
    /// The cage, box or region that it belongs to, by number.
    pub area: usize,
}

/// Boards are at most this long and wide, whatever their kind.
const LARGEST: usize = 50;
/// A cell holds at most so many characters.
const LONGEST: usize = 24;

impl Sketch {
    /// Draws a puzzle without its entries, as [`Sketch::read`] reads it.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// # use pencilmark::front::sketch::Sketch;
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// assert_eq!(Sketch::of(&puzzle).read()?.links(), puzzle.links());
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Self {
        let (kind, like, board) = (puzzle.kind(), puzzle.generator_settings(), puzzle.clues.board(None, None));
        let left_open = kind.settings.iter().filter(|setting| setting.applies == Applies::ReadingAndGenerating);
        let settings = left_open
            .filter_map(|setting| {
                let name = setting.parameter.name;
                like.get(name).map(|value| (name.to_owned(), value.to_string()))
            })
            .collect();
        let areas = areas(&board);
        let cells = areas.cells().map(|cell| {
            let face = &board.faces[cell];
            SketchCell {
                text: face.text.clone(),
                corner: face.corner.clone(),
                hole: face.tone == Tone::Hole,
                area: areas[cell],
            }
        });
        let cells: Vec<SketchCell> = cells.collect();
        let cells = cells.chunks(areas.cols().max(1)).map(<[SketchCell]>::to_vec).collect();
        Self { kind: kind.id.to_owned(), settings, cells }
    }

    /// The puzzle that it shows.
    pub fn read(&self) -> Result<Puzzle, ParseError> {
        let error = |what: String, remedy: &str| ParseError {
            name: "drawing".to_owned(),
            line: 1,
            column: 1,
            what,
            remedy: Remedy::new(remedy),
        };
        let width = self.cells.first().map_or(0, Vec::len);
        if self.cells.is_empty() || self.cells.len() > LARGEST || width == 0 || width > LARGEST {
            let what = format!("a board of {} rows and {width} columns cannot be drawn", self.cells.len());
            return Err(error(what, "draw 1 to 50 rows and columns"));
        }
        let Some(cells) = Grid::from_rows(self.cells.clone()) else {
            return Err(error("the rows have different lengths".to_owned(), "draw a rectangle; holes are cells, too"));
        };
        if let Some(entry) = registry::kind(&self.kind) {
            let (title, rows) = (entry.info.title, self.cells.len());
            if entry.info.square && rows != width {
                let what = format!("a {title} has as many rows as columns, and this drawing has {rows} and {width}");
                return Err(error(what, "draw a square"));
            }
            if let Some(hole) = cells.cells().find(|&cell| cells[cell].hole && !entry.info.holes) {
                return Err(error(format!("a {title} has no holes, and {hole} is one"), "make it a cell again"));
            }
        }
        let long = |cell: &&SketchCell| cell.text.chars().count().max(cell.corner.chars().count()) > LONGEST;
        if let Some(cell) = cells.things().iter().find(long) {
            let what = format!("`{}{}` is too long for a cell", cell.text, cell.corner);
            return Err(error(what, "write a number or a target"));
        }
        let face = |cell: &SketchCell| Face {
            text: plain(&cell.text),
            given: true,
            corner: plain(&cell.corner),
            tone: if cell.hole { Tone::Hole } else { Tone::Plain },
            ..Face::default()
        };
        let areas = cells.map(|cell| (!cell.hole).then_some(cell.area));
        let board = Board::with_areas(cells.map(face), &areas);
        let settings = self.settings.iter().fold(Settings::default(), |all, (name, value)| all.with(name, value));
        let format = Some("drawing".to_owned());
        let options = ReadOptions { kind: Some(self.kind.clone()), format, settings, ..ReadOptions::default() };
        Puzzle::parse_with("drawing", &text(&board, &TextStyle::default()), &options)
    }
}

/// Returns the area of each cell: cells that no thick line divides have the same number.
fn areas(board: &Board) -> Grid<usize> {
    let none = usize::MAX;
    let mut area = board.faces.map(|_| none);
    for (number, first) in area.cells().enumerate() {
        let mut open = vec![first];
        while let Some(Cell { row, col }) = open.pop() {
            if area.get(row, col).is_none_or(|&known| known != none) {
                continue;
            }
            area[Cell { row, col }] = number;
            let thin = |lines: &Grid<Edge>, row, col| lines.get(row, col) == Some(&Edge::Thin);
            open.extend(thin(&board.horizontal, row, col).then(|| Cell { row: row.wrapping_sub(1), col }));
            open.extend(thin(&board.horizontal, row + 1, col).then_some(Cell { row: row + 1, col }));
            open.extend(thin(&board.vertical, row, col).then(|| Cell { row, col: col.wrapping_sub(1) }));
            open.extend(thin(&board.vertical, row, col + 1).then_some(Cell { row, col: col + 1 }));
        }
    }
    area
}

/// What stands in a cell without anything that could be taken for a line of the drawing.
fn plain(text: &str) -> String {
    text.chars().filter(|glyph| !glyph.is_control() && !('\u{2500}'..='\u{257f}').contains(glyph)).collect()
}
