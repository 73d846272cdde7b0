//! Where things stand on a drawn board, and how large they are: what SVG, PNG and paper have in common.

use super::{horizontal, vertical};
use pencilmark_puzzles::{Board, Cell, Edge, Face, Tone};

/// The text that stands for a star, which is drawn as a shape.
pub const STAR: &str = "★";

/// The sizes of one drawing, in the unit of its cells. The origin is the upper left corner of the board, and y grows downwards.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The side of a cell.
    pub side: f64,
    /// The font size of values.
    pub value: f64,
    /// The font size of what stands in corners.
    pub corner: f64,
    /// The font size of pencil marks.
    pub mark: f64,
    marks: Option<Marks>,
    /// Whether any cell has a text in its corner, so that the rest moves down a little.
    corners: bool,
}

/// How wide a digit is, in parts of the font size.
const DIGIT: f64 = 0.6;

impl Measures {
    /// How far below the middle of a text its baseline is, in parts of the font size: half the height of a digit.
    pub const BASELINE: f64 = 0.36;

    /// The sizes of a board whose cells have this side.
    pub fn of(board: &Board, side: f64) -> Self {
        let faces = board.faces.things();
        let corners = faces.iter().any(|face| !face.corner.is_empty());
        let marks = Marks::of(board, 0);
        let longest = |text: fn(&Face) -> &str| {
            faces.iter().map(|face| text(face).chars().count()).max().unwrap_or(0).max(1) as f64
        };
        let value = (if corners { 0.5 } else { 0.56 } * side).min(0.74 * side / (DIGIT * longest(|face| &face.text)));
        let corner = (0.27 * side).min(0.86 * side / (DIGIT * longest(|face| &face.corner)));
        let mut measures = Self { side, value, corner, mark: corner, marks, corners };
        if let Some(marks) = marks {
            let (tall, wide) = (measures.body() / marks.rows as f64, 0.88 * side / marks.cols as f64);
            measures.mark = (0.27 * side).min(0.9 * tall).min(match marks.width {
                0 | 1 => 0.88 * wide / DIGIT,
                // Half a digit between numbers, so that they do not run into each other.
                width => 0.88 * wide / (DIGIT * (width as f64 + 0.5)),
            });
        }
        measures
    }

    /// The height of the part of a cell below its corner.
    fn body(&self) -> f64 {
        self.side * if self.corners { 0.68 } else { 0.92 }
    }

    fn origin(&self, cell: Cell) -> (f64, f64) {
        (cell.col as f64 * self.side, cell.row as f64 * self.side)
    }

    /// The middle of a cell's value.
    pub fn middle(&self, cell: Cell) -> (f64, f64) {
        let (left, top) = self.origin(cell);
        (left + self.side / 2.0, top + self.side * if self.corners { 0.61 } else { 0.5 })
    }

    /// Where the text in the corner of a cell begins, on its baseline.
    pub fn corner_baseline(&self, cell: Cell) -> (f64, f64) {
        let (left, top) = self.origin(cell);
        (left + 0.08 * self.side, top + 0.07 * self.side + 2.0 * Self::BASELINE * self.corner)
    }

    /// The pencil marks of a cell, each with the middle of its baseline.
    pub fn marks(&self, cell: Cell, face: &Face) -> Vec<((f64, f64), String)> {
        let Some(marks) = self.marks else { return Vec::new() };
        let (left, top) = self.origin(cell);
        let below = self.side - self.body() - 0.04 * self.side;
        let place = |(row, col, text): (usize, usize, String)| {
            let x = left + 0.06 * self.side + 0.88 * self.side * (col as f64 + 0.5) / marks.cols as f64;
            let y = top + below + self.body() * (row as f64 + 0.5) / marks.rows as f64 + Self::BASELINE * self.mark;
            ((x, y), text)
        };
        marks.places(face).into_iter().map(place).collect()
    }

    /// The corners of a cell's star.
    pub fn star(&self, cell: Cell) -> [(f64, f64); 10] {
        let ((x, y), radius) = (self.middle(cell), 0.36 * self.side);
        // The middle between top and feet lies a little above the centre of the circle: moved down to look centred.
        STAR_CORNERS.map(|(right, down)| (x + right * radius, y + (down + 0.0955) * radius))
    }
}

/// The ten corners of a star around (0, 0), the outer ones at distance 1 and the inner ones where the edges of a
/// pentagram cross. A table rather than sines, so that every machine writes the same digits.
pub const STAR_CORNERS: [(f64, f64); 10] = [
    (0.0, -1.0),
    (0.2245, -0.3090),
    (0.9511, -0.3090),
    (0.3633, 0.1180),
    (0.5878, 0.8090),
    (0.0, 0.3820),
    (-0.5878, 0.8090),
    (-0.3633, 0.1180),
    (-0.9511, -0.3090),
    (-0.2245, -0.3090),
];

/// All lines of one weight, each from one crossing (row, column) to another; pieces in a row are one line.
pub fn strokes(board: &Board, weight: Edge) -> Vec<((usize, usize), (usize, usize))> {
    let (rows, cols) = (board.faces.rows(), board.faces.cols());
    let mut strokes = Vec::new();
    for row in 0..=rows {
        for (start, length) in runs(cols, |col| horizontal(board, row, col) == weight) {
            strokes.push(((row, start), (row, start + length)));
        }
    }
    for col in 0..=cols {
        for (start, length) in runs(rows, |row| vertical(board, row, col) == weight) {
            strokes.push(((start, col), (start + length, col)));
        }
    }
    strokes
}

/// Stretches of consecutive indices below `count` that are `in_line`, as (start, length).
fn runs(count: usize, in_line: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for index in (0..count).filter(|&index| in_line(index)) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == index => *length += 1,
            _ => runs.push((index, 1)),
        }
    }
    runs
}

/// Which cells, in reading order, are holes that do not reach the outside through other holes.
pub fn enclosed_holes(board: &Board) -> Vec<bool> {
    let faces = &board.faces;
    let mut enclosed: Vec<bool> = faces.things().iter().map(|face| face.tone == Tone::Hole).collect();
    let outermost =
        |cell: &Cell| cell.row == 0 || cell.col == 0 || cell.row + 1 == faces.rows() || cell.col + 1 == faces.cols();
    let mut open: Vec<Cell> = faces.cells().filter(outermost).collect();
    while let Some(cell) = open.pop() {
        if std::mem::take(&mut enclosed[faces.index(cell)]) {
            open.extend(faces.beside(cell));
        }
    }
    enclosed
}

/// How the marks of a board are laid out, if any face shows marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Rows of marks in a cell.
    pub rows: usize,
    /// Columns of marks in a cell.
    pub cols: usize,
    /// Whether each value has a place of its own (1 first); if not, marks are listed in the order of the face.
    pub placed: bool,
    /// The width of the widest mark, in characters.
    pub width: usize,
}

impl Marks {
    /// The layout of a board's marks, with room for marks of at least `least` characters. `None`: there is nothing to make
    /// room for.
    pub fn of(board: &Board, least: usize) -> Option<Self> {
        let (rows, cols) = board.mark_shape;
        let room = rows.saturating_mul(cols);
        let shown = || board.faces.things().iter().filter(|face| face.text.is_empty()).flat_map(|face| &face.marks);
        let width = shown().max().map_or(0, |largest| largest.to_string().len()).max(least);
        let placed = shown().all(|&mark| mark > 0 && usize::from(mark) <= room);
        (room > 0 && width > 0).then_some(Self { rows, cols, placed, width })
    }

    /// The marks of a face as (row, column, text). Listed marks that do not fit end in how many more there are, or in an
    /// ellipsis where that is wider than a mark.
    pub fn places(self, face: &Face) -> Vec<(usize, usize, String)> {
        let room = self.rows * self.cols;
        let marks = if face.text.is_empty() { face.marks.as_slice() } else { &[] };
        let overflow = !self.placed && marks.len() > room;
        let places = marks.iter().take(if self.placed { marks.len() } else { room }).enumerate();
        places
            .map(|(order, &mark)| {
                let place = if self.placed { usize::from(mark) - 1 } else { order };
                let is_last = overflow && order + 1 == room;
                let text = if is_last { self.more(marks.len() - order) } else { mark.to_string() };
                (place / self.cols, place % self.cols, text)
            })
            .collect()
    }

    /// So many marks more, in no more room than a mark.
    fn more(self, count: usize) -> String {
        let text = format!("+{count}");
        if text.len() <= self.width { text } else { "…".to_owned() }
    }
}
