//! A board as a PNG picture.

use pencilmark::render::Board;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use crate::board::{Look, draw};
use crate::shape::{Ink, Point, Shape, Text};

/// How a board is drawn as PNG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PngStyle {
    /// The width of the picture in pixels; if not set, a cell has 96, or less if that would make a very large picture.
    pub width: Option<u32>,
}

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// Nothing could be read on it.
    #[error("{columns} columns do not fit into {width} pixels; a picture of them is at least {least} pixels wide")]
    TooNarrow {
        /// Columns of the board.
        columns: usize,
        /// The width asked for.
        width: u32,
        /// The smallest width for this board.
        least: u32,
    },
    /// It has more pixels than fit into memory, or could not be packed.
    #[error("a picture of {0} by {1} pixels is too large")]
    TooLarge(u32, u32),
}

/// Cells have this side unless the caller says otherwise.
const CELL: usize = 96;
/// The default picture has at most so many pixels on a side.
const LARGE: usize = 4096;
/// The smallest cell with a number that can be read.
const SMALLEST: usize = 12;
/// The largest picture, in pixels.
const MOST: u64 = 1 << 28;

/// Draws a board as a PNG file.
pub fn png(board: &Board, style: &PngStyle) -> Result<Vec<u8>, PngError> {
    let (rows, cols) = (board.faces.rows(), board.faces.cols());
    let side = match style.width {
        None => CELL.min(LARGE / rows.max(cols).max(1)),
        Some(width) => side_for(cols, width as usize),
    };
    if side < SMALLEST {
        let least = size(cols, SMALLEST) as u32;
        return Err(PngError::TooNarrow { columns: cols, width: style.width.unwrap_or(LARGE as u32), least });
    }
    let (drawn_width, height) = (size(cols, side), size(rows, side));
    let width = style.width.map_or(drawn_width, |width| width as usize);
    let too_large = PngError::TooLarge(width as u32, height as u32);
    if width as u64 * height as u64 > MOST {
        return Err(too_large);
    }
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    picture.fill(Color::WHITE);
    // Lines are an odd number of pixels wide: half a pixel off the corners of cells, they cover whole pixels.
    let edge = margin(side) as f64 + 0.5;
    let left = edge + ((width - drawn_width) / 2) as f64;
    for shape in draw(board, side as f64, Look::Screen) {
        paint(&mut picture, &shape.moved((left, edge)));
    }
    picture.encode_png().map_err(|_| too_large)
}

/// What is left free around a board.
fn margin(side: usize) -> usize {
    (side / 16).max(2) + 1 + side / 8
}

/// The length of a picture with so many cells in a row.
fn size(cells: usize, side: usize) -> usize {
    cells * side + 2 * margin(side) + 1
}

/// The largest cells with which a row of so many is not wider than this.
fn side_for(cells: usize, width: usize) -> usize {
    let mut side = width / cells.max(1);
    while side > 0 && size(cells, side) > width {
        side -= 1;
    }
    side
}

fn paint(picture: &mut Pixmap, shape: &Shape) {
    let fill = |picture: &mut Pixmap, path: Option<Path>, paint: Paint<'_>| {
        if let Some(path) = path {
            picture.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    };
    match shape {
        // The edges of cells lie half-way between pixels: smoothed, they would show.
        Shape::Area { corners, ink } => {
            fill(picture, polygon(corners, true), Paint { anti_alias: corners.len() != 4, ..colour(*ink) });
        }
        Shape::Text(_) | Shape::Row { .. } => {
            for text in shape.texts() {
                if let Some(ink) = text.ink {
                    fill(picture, outline(text), colour(ink));
                }
            }
        }
        Shape::Line { points, width, ink, round } => {
            let (line_cap, line_join) =
                if *round { (LineCap::Round, LineJoin::Round) } else { (LineCap::Square, LineJoin::Miter) };
            let stroke = Stroke { width: *width as f32, line_cap, line_join, ..Stroke::default() };
            if let Some(path) = polygon(points, false) {
                picture.stroke_path(&path, &colour(*ink), &stroke, Transform::identity(), None);
            }
        }
    }
}

fn colour(Ink([red, green, blue]): Ink) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn polygon(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        if index == 0 { path.move_to(x as f32, y as f32) } else { path.line_to(x as f32, y as f32) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The outlines of all glyphs of a text.
fn outline(text: &Text) -> Option<Path> {
    let face = text.weight.face();
    let scale = text.size / f64::from(face.units_per_em());
    let mut pen = Pen { path: PathBuilder::new(), at: text.at, scale };
    for character in text.words.chars() {
        let glyph = text.weight.glyph(character);
        face.outline_glyph(glyph, &mut pen);
        pen.at.0 += text.weight.advance(glyph) * text.size / 1000.0;
    }
    pen.path.finish()
}

/// Draws outlines, whose y grows upwards, where the text stands.
struct Pen {
    path: PathBuilder,
    at: Point,
    scale: f64,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        ((self.at.0 + f64::from(x) * self.scale) as f32, (self.at.1 - f64::from(y) * self.scale) as f32)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use pencilmark::Puzzle;

    use super::*;

    fn sudoku() -> Board {
        Puzzle::parse(".1.....23.....3.").expect("a puzzle").board(None)
    }

    #[test]
    fn a_picture_is_as_wide_as_asked_for() {
        for width in [60, 100, 481, 2000] {
            let bytes = png(&sudoku(), &PngStyle { width: Some(width) }).expect("a picture");
            assert_eq!(Pixmap::decode_png(&bytes).expect("a PNG").width(), width);
        }
        let least = match png(&sudoku(), &PngStyle { width: Some(20) }) {
            Err(PngError::TooNarrow { least, .. }) => least,
            other => panic!("{other:?}"),
        };
        assert!(png(&sudoku(), &PngStyle { width: Some(least) }).is_ok());
        assert!(png(&sudoku(), &PngStyle { width: Some(least - 1) }).is_err());
    }

    #[test]
    fn what_stands_on_the_board_is_on_the_picture() {
        let picture = Pixmap::decode_png(&png(&sudoku(), &PngStyle::default()).expect("a picture")).expect("a PNG");
        let dark = |row: usize, col: usize| {
            let start = |index: usize| index * CELL + margin(CELL) + CELL / 4;
            let place = |x: usize, y: usize| picture.pixel(x as u32, y as u32).expect("inside");
            (0..CELL / 2)
                .flat_map(|x| (0..CELL / 2).map(move |y| (x, y)))
                .filter(|&(x, y)| place(start(col) + x, start(row) + y).red() < 100)
                .count()
        };
        let given = [(0, 1), (1, 3), (2, 0), (3, 2)];
        for (row, col) in (0..4).flat_map(|row| (0..4).map(move |col| (row, col))) {
            assert_eq!(dark(row, col) > 50, given.contains(&(row, col)), "row {row}, column {col}: {}", dark(row, col));
        }
    }
}
