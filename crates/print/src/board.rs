//! A board as shapes: the same layers as in SVG, from bottom to top, and the texts row by row, so that they are read and copied that way.

use pencilmark::render::{Board, Edge, Face, Measures, STAR, Scheme, Tone, enclosed_holes, strokes};
use pencilmark::{Cell, Grid};

use crate::font::Weight;
use crate::shape::{Ink, Point, Shape, Text, rectangle};

/// What a board is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A picture, in the colours of the light scheme.
    Screen,
    /// Black on white. Blank cells have a hidden text, so that whoever copies or reads the board has a word for every cell.
    Paper,
}

impl Look {
    fn ink(self, class: &str) -> Ink {
        match (self, class) {
            (Self::Screen, _) => Scheme::Light.colour(class).map_or(Ink::BLACK, Ink),
            (Self::Paper, "paper") => Ink::grey(255),
            (Self::Paper, "hole") => Ink::grey(208),
            (Self::Paper, "shaded") => Ink::grey(168),
            (Self::Paper, "highlight" | "entered" | "shaded.highlight" | "shaded.entered") => Ink::grey(228),
            (Self::Paper, "path") => Ink::grey(218),
            (Self::Paper, "thin") => Ink::grey(112),
            (Self::Paper, _) => Ink::BLACK,
        }
    }

    /// The width of thin and of thick lines.
    pub(crate) fn lines(self, side: f64) -> (f64, f64) {
        let odd = |width: f64| f64::from(width as u32 | 1);
        match self {
            Self::Screen => (odd(side / 48.0), odd(side / 16.0).max(3.0)),
            Self::Paper => ((0.018 * side).clamp(0.35, 0.9), (0.07 * side).clamp(1.0, 3.2)),
        }
    }
}

/// Draws a board with its upper left corner at the origin.
pub(crate) fn draw(board: &Board, side: f64, look: Look) -> Vec<Shape> {
    let measures = Measures::of(board, side);
    let mut shapes = backgrounds(board, side, look);
    let (thin, thick) = look.lines(side);
    if board.path.len() > 1 {
        let points = board.path.iter().map(|cell| ((cell.col as f64 + 0.5) * side, (cell.row as f64 + 0.5) * side));
        let (class, width) = if look == Look::Screen { ("thin", side / 12.0) } else { ("path", side / 3.0) };
        shapes.push(Shape::Line { points: points.collect(), width, ink: look.ink(class), round: true });
    }
    for (class, width, edge) in [("thin", thin, Edge::Thin), ("thick", thick, Edge::Thick)] {
        for (start, end) in strokes(board, edge) {
            let points = [start, end].map(|(row, col)| (col as f64 * side, row as f64 * side)).to_vec();
            shapes.push(Shape::Line { points, width, ink: look.ink(class), round: false });
        }
    }
    let writer = Writer { board, measures, look };
    let words = words(board);
    let cols = board.faces.cols().max(1);
    let cells: Vec<Cell> = board.faces.cells().collect();
    for (cells, words) in cells.chunks(cols).zip(words.chunks(cols)) {
        let mut texts = Vec::new();
        for (&cell, word) in cells.iter().zip(words) {
            writer.cell(cell, word, &mut shapes, &mut texts);
        }
        let baseline = writer.baseline(cells[0]);
        shapes.push(match look {
            Look::Screen => Shape::Row { words: words.join(" "), texts },
            Look::Paper => row(words.join(" "), texts, (0.0, baseline), cols, side),
        });
    }
    shapes
}

/// A row of texts between two hidden spaces. Programs that extract text put lines together whose distance and font size suit each other: the spaces
/// give each row the same ends and a size that goes with the distance of rows, so that a board is one block of text, apart from its neighbour's.
fn row(words: String, mut texts: Vec<Text>, (x, baseline): Point, cols: usize, side: f64) -> Shape {
    let end = |col: f64| Text::new((x + col * side, baseline), 0.75 * side, Weight::Regular, " ").hidden();
    texts.insert(0, end(0.25));
    texts.push(end(cols as f64 - 0.25).ending());
    Shape::Row { words, texts }
}

/// What stands above a board whose upper left corner is here, so that it is extracted as if it were one more row of the board.
pub(crate) fn caption(words: String, texts: Vec<Text>, board: &Board, side: f64, (x, y): Point) -> Shape {
    let measures = Measures::of(board, side);
    let first = measures.middle(Cell { row: 0, col: 0 }).1 + Measures::BASELINE * measures.value;
    row(words, texts, (x, y + first - side), board.faces.cols(), side)
}

fn backgrounds(board: &Board, side: f64, look: Look) -> Vec<Shape> {
    let enclosed = enclosed_holes(board);
    let class = |cell: Cell| {
        let face = &board.faces[cell];
        match (face.tone, face.entered, face.highlight) {
            (Tone::Hole, ..) => enclosed[board.faces.index(cell)].then_some("hole"),
            (Tone::Plain, true, _) => Some("entered"),
            (Tone::Plain, false, true) => Some("highlight"),
            (Tone::Plain, false, false) => (look == Look::Screen).then_some("paper"),
            (Tone::Shaded, true, _) => Some("shaded.entered"),
            (Tone::Shaded, false, true) => Some("shaded.highlight"),
            (Tone::Shaded, false, false) => Some("shaded"),
        }
    };
    let square = |cell: Cell| {
        let (class, at) = (class(cell)?, (cell.col as f64 * side, cell.row as f64 * side));
        // No line hides the seam between two holes.
        let overlap = |other: Cell| {
            let is_hole =
                other.row < board.faces.rows() && other.col < board.faces.cols() && enclosed[board.faces.index(other)];
            if class == "hole" && is_hole { side / 20.0 } else { 0.0 }
        };
        let (right, below) = (Cell { col: cell.col + 1, ..cell }, Cell { row: cell.row + 1, ..cell });
        let corners = rectangle(at, side + overlap(right), side + overlap(below));
        Some(Shape::Area { corners, ink: look.ink(class) })
    };
    board.faces.cells().filter_map(square).collect()
}

struct Writer<'a> {
    board: &'a Board,
    measures: Measures,
    look: Look,
}

impl Writer<'_> {
    fn baseline(&self, cell: Cell) -> f64 {
        self.measures.middle(cell).1 + Measures::BASELINE * self.measures.value
    }

    /// Draws what stands in a cell.
    fn cell(&self, cell: Cell, word: &str, shapes: &mut Vec<Shape>, texts: &mut Vec<Text>) {
        let (face, measures) = (&self.board.faces[cell], &self.measures);
        let shaded = face.tone == Tone::Shaded;
        let ink = |class: &str| self.look.ink(if shaded && self.look == Look::Screen { "inverse" } else { class });
        let baseline = (measures.middle(cell).0, self.baseline(cell));
        if !face.corner.is_empty() {
            let text =
                Text::new(measures.corner_baseline(cell), measures.corner, Weight::Regular, face.corner.as_str());
            texts.push(text.in_ink(ink("target")));
        }
        if face.text == STAR {
            let class = if face.given { "given" } else { "entry" };
            shapes.push(Shape::Area { corners: measures.star(cell).to_vec(), ink: ink(class) });
        } else if !face.text.is_empty() {
            let (weight, class) = if face.given { (Weight::Bold, "given") } else { (Weight::Regular, "entry") };
            let text = Text::new(baseline, measures.value, weight, face.text.as_str()).centred();
            texts.push(text.in_ink(ink(class)));
        }
        let marks = measures.marks(cell, face);
        if self.look == Look::Paper
            && marks.is_empty()
            && face.corner.is_empty()
            && (face.text.is_empty() || face.text == STAR)
        {
            let word = if face.text == STAR { "*" } else { word };
            texts.push(Text::new(baseline, measures.value, Weight::Regular, word).centred().hidden());
        }
        for (at, mark) in marks {
            let is_in = |marks: &[u16]| mark.parse().is_ok_and(|mark| marks.contains(&mark));
            let (weight, class) = match (is_in(&face.gone), is_in(&face.picked)) {
                (true, _) => (Weight::Bold, "gone"),
                (false, true) => (Weight::Bold, "picked"),
                (false, false) => (Weight::Regular, "mark"),
            };
            let text = Text::new(at, measures.mark, weight, mark).centred();
            if class == "gone" {
                let (y, width) = (at.1 - Measures::BASELINE * measures.mark, text.width());
                let points = vec![(text.at.0, y), (text.at.0 + width, y)];
                shapes.push(Shape::Line { points, width: measures.mark / 10.0, ink: ink(class), round: false });
            }
            texts.push(text.in_ink(ink(class)));
        }
    }
}

/// A word for each cell, in reading order: what stands in it, a dot if that is nothing, `#` for a hole and behind a shaded number. On a board
/// that shows nothing but regions, a blank cell has the letter of its region.
fn words(board: &Board) -> Vec<String> {
    let faces = &board.faces;
    let is_blank = |face: &Face| face.text.is_empty() && face.corner.is_empty() && face.marks.is_empty();
    let regions = faces.things().iter().all(is_blank).then(|| regions(board));
    let word = |cell: Cell| {
        let face = &faces[cell];
        match (face.tone, &regions) {
            (Tone::Hole, _) => "#".to_owned(),
            (Tone::Shaded, _) => format!("{}#", face.text),
            (Tone::Plain, _) if !face.text.is_empty() => face.text.clone(),
            (Tone::Plain, _) if !face.corner.is_empty() => face.corner.clone(),
            (Tone::Plain, _) if !face.marks.is_empty() => {
                let marks: Vec<String> = face.marks.iter().map(u16::to_string).collect();
                format!("{{{}}}", marks.join(","))
            }
            (Tone::Plain, Some(regions)) => region_name(regions[cell]),
            (Tone::Plain, None) => ".".to_owned(),
        }
    };
    faces.cells().map(word).collect()
}

fn region_name(region: usize) -> String {
    let letters = ('A'..='Z').chain('a'..='z');
    letters.clone().nth(region).map_or_else(|| (region + 1).to_string(), String::from)
}

/// The region of each cell, numbered in reading order: cells with no thick line between them.
fn regions(board: &Board) -> Grid<usize> {
    let faces = &board.faces;
    let mut regions = Grid::filled(faces.rows(), faces.cols(), usize::MAX);
    let mut count = 0;
    for first in faces.cells() {
        if regions[first] != usize::MAX || faces[first].tone == Tone::Hole {
            continue;
        }
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut regions[cell], count) == count {
                continue;
            }
            let near =
                faces.beside(cell).filter(|&other| is_joined(board, cell, other) && regions[other] == usize::MAX);
            open.extend(near.collect::<Vec<Cell>>());
        }
        count += 1;
    }
    regions
}

/// Whether no thick line runs between two cells side by side.
fn is_joined(board: &Board, one: Cell, other: Cell) -> bool {
    let (row, col) = (one.row.max(other.row), one.col.max(other.col));
    let line = if one.row == other.row { board.vertical.get(row, col) } else { board.horizontal.get(row, col) };
    line == Some(&Edge::Thin) && board.faces[other].tone != Tone::Hole
}

#[cfg(test)]
mod tests {
    use pencilmark::Puzzle;

    use super::*;

    fn rows(text: &str) -> Vec<String> {
        let shapes = draw(&Puzzle::parse(text).expect("a puzzle").board(None), 30.0, Look::Paper);
        let row = |shape: Shape| if let Shape::Row { words, .. } = shape { Some(words) } else { None };
        shapes.into_iter().filter_map(row).collect()
    }

    #[test]
    fn every_cell_has_a_word_in_reading_order() {
        assert_eq!(rows(".1.....23.....3."), [". 1 . .", ". . . 2", "3 . . .", ". . 3 ."]);
        assert_eq!(rows("4 1\nAABB\nACBB\nCCDD\nCDDD\n"), ["A A B B", "A C B B", "C C D D", "C D D D"]);
    }

    #[test]
    fn holes_are_told_apart_from_blank_cells() {
        assert_eq!(rows("1 . x\n. x .\n. . 7\n"), ["1 . #", ". # .", ". . 7"]);
    }

    #[test]
    fn every_colour_of_a_picture_is_one_of_the_scheme() {
        for class in
            ["paper", "hole", "shaded", "highlight", "entered", "shaded.highlight", "shaded.entered", "thin", "thick"]
        {
            assert!(Scheme::Light.colour(class).is_some(), "{class}");
        }
        for class in ["given", "entry", "target", "mark", "picked", "gone", "inverse"] {
            assert!(Scheme::Light.colour(class).is_some(), "{class}");
        }
    }
}
