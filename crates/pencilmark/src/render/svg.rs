//! A board as a self-contained SVG picture.
//!
//! Cells have whole-number corners, and the view box starts half a pixel off them: lines are an odd number of pixels
//! wide, so at natural size every line covers whole pixels and is crisp. Everything of one look is one path or one
//! group: background squares, thin lines, thick lines, stars, texts. Layers from bottom to top: paper, holes, shaded
//! cells, highlights, what a step enters, the path, lines, texts.
//!
//! Baselines are placed by hand (a share of the font size below the middle), because renderers disagree about
//! `dominant-baseline`. Colours live in a style sheet under a class that names the scheme, and sizes in attributes, so
//! that pictures of all sizes and schemes can stand in one page and leave the page's own classes alone.

use super::scheme::Scheme;
use super::{Measures, STAR, enclosed_holes, strokes};
use pencilmark_puzzles::{Board, Cell, Edge, Tone};
use std::fmt::Write as _;

/// How a board is drawn as SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgStyle {
    /// The side of a cell in pixels, from 8 to 512; what is outside is moved inside.
    pub cell: usize,
    /// The colours.
    pub scheme: Scheme,
    /// What the picture is called for people who do not see it; if empty, its size is told.
    pub title: String,
    /// Whether rows and columns have their numbers at the edges, for texts that name cells: r4c2.
    pub numbered: bool,
}

impl Default for SvgStyle {
    fn default() -> Self {
        Self { cell: 48, scheme: Scheme::Auto, title: String::new(), numbered: false }
    }
}

/// Draws a board as an SVG document.
pub fn svg(board: &Board, style: &SvgStyle) -> String {
    Picture::of(board, style).document(style)
}

struct Picture<'a> {
    board: &'a Board,
    /// The side of a cell.
    side: usize,
    measures: Measures,
}

impl<'a> Picture<'a> {
    fn of(board: &'a Board, style: &SvgStyle) -> Self {
        let side = style.cell.clamp(8, 512);
        Self { board, side, measures: Measures::of(board, side as f64) }
    }

    fn document(&self, style: &SvgStyle) -> String {
        let (rows, cols) = (self.board.faces.rows(), self.board.faces.cols());
        let (thin, thick) = (odd(self.side / 48), odd(self.side / 16).max(3));
        let margin = thick + self.side / 8;
        // The numbers of rows and columns stand to the left and above.
        let edge = margin + if style.numbered { self.side * 2 / 5 } else { 0 };
        let (width, height) = (cols * self.side + edge + margin + 1, rows * self.side + edge + margin + 1);
        let title = match style.title.as_str() {
            "" => format!("Board of {rows} rows and {cols} columns"),
            title => escape(title),
        };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"-{edge}.5 -{edge}.5 {width} {height}\">\n<title>{title}</title>\n{}",
            style.scheme.class(),
            style.scheme.style_sheet(),
        );
        let _ = writeln!(
            out,
            "<rect class=\"page\" x=\"-{edge}.5\" y=\"-{edge}.5\" width=\"{width}\" height=\"{height}\"/>"
        );
        self.backgrounds(&mut out);
        self.path(&mut out);
        for (class, weight, edge) in [("thin", thin, Edge::Thin), ("thick", thick, Edge::Thick)] {
            let lines = self.lines(edge);
            if !lines.is_empty() {
                let _ = writeln!(
                    out,
                    "<path class=\"{class}\" fill=\"none\" stroke-width=\"{weight}\" stroke-linecap=\"square\" d=\"{lines}\"/>"
                );
            }
        }
        self.texts(&mut out);
        if style.numbered {
            self.numbers(&mut out, margin);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The numbers of columns above the board, and of rows to its left.
    fn numbers(&self, out: &mut String, margin: usize) {
        let (side, size) = (self.side as f64, 0.27 * self.side as f64);
        let (beside, mut texts) = (-(margin as f64) - size / 2.0, String::new());
        let middle = |index: usize| (index as f64 + 0.5) * side;
        for col in 0..self.board.faces.cols() {
            put(&mut texts, "mark", (middle(col), beside + Measures::BASELINE * size), &(col + 1).to_string());
        }
        for row in 0..self.board.faces.rows() {
            put(&mut texts, "mark", (beside, middle(row) + Measures::BASELINE * size), &(row + 1).to_string());
        }
        let size = Coordinate(size);
        let _ = write!(out, "<g class=\"numbers\" text-anchor=\"middle\" font-size=\"{size}\">\n{texts}</g>\n");
    }

    fn backgrounds(&self, out: &mut String) {
        let faces = &self.board.faces;
        let enclosed = enclosed_holes(self.board);
        let mut layer = |class: &str, belongs: &dyn Fn(Cell) -> bool| {
            let square = |cell: Cell| {
                let (x, y, side) = (cell.col * self.side, cell.row * self.side, self.side);
                format!("M{x} {y}h{side}v{side}h-{side}z")
            };
            path(out, class, &faces.cells().filter(|&cell| belongs(cell)).map(square).collect::<String>());
        };
        layer("paper", &|cell| faces[cell].tone == Tone::Plain);
        layer("hole", &|cell| enclosed[faces.index(cell)]);
        layer("shaded", &|cell| faces[cell].tone == Tone::Shaded);
        layer("highlight", &|cell| faces[cell].highlight && faces[cell].tone == Tone::Plain);
        layer("entered", &|cell| faces[cell].entered && faces[cell].tone == Tone::Plain);
        layer("shaded entered", &|cell| faces[cell].entered && faces[cell].tone == Tone::Shaded);
        layer("shaded highlight", &|cell| {
            faces[cell].highlight && !faces[cell].entered && faces[cell].tone == Tone::Shaded
        });
    }

    /// The line from middle to middle, in the colour of the thin lines, which numbers stand out against.
    fn path(&self, out: &mut String) {
        let middle = |cell: &Cell| {
            let at = |index: usize| Coordinate((index * self.side) as f64 + self.side as f64 / 2.0);
            format!("{},{}", at(cell.col), at(cell.row))
        };
        let points: Vec<String> = self.board.path.iter().map(middle).collect();
        if points.len() > 1 {
            let (weight, points) = (odd(self.side / 12), points.join(" "));
            let _ = writeln!(
                out,
                "<polyline class=\"thin\" fill=\"none\" stroke-width=\"{weight}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\" points=\"{points}\"/>"
            );
        }
    }

    /// All lines of one weight.
    fn lines(&self, weight: Edge) -> String {
        let stroke = |((top, left), (bottom, right)): ((usize, usize), (usize, usize))| {
            let start = format!("M{} {}", left * self.side, top * self.side);
            if top == bottom {
                format!("{start}h{}", (right - left) * self.side)
            } else {
                format!("{start}v{}", (bottom - top) * self.side)
            }
        };
        strokes(self.board, weight).into_iter().map(stroke).collect()
    }

    fn texts(&self, out: &mut String) {
        let (mut stars, mut values, mut corners, mut marks) =
            ([String::new(), String::new(), String::new(), String::new()], String::new(), String::new(), String::new());
        let sizes = &self.measures;
        for cell in self.board.faces.cells() {
            let face = &self.board.faces[cell];
            let shaded = face.tone == Tone::Shaded;
            let shade = if shaded { " inverse" } else { "" };
            let middle = sizes.middle(cell);
            if face.text == STAR {
                let stars = &mut stars[usize::from(shaded) * 2 + usize::from(face.given)];
                star(stars, &sizes.star(cell));
            } else if !face.text.is_empty() {
                let class = if face.given { "given" } else { "entry" };
                let baseline = middle.1 + Measures::BASELINE * sizes.value;
                put(&mut values, &format!("{class}{shade}"), (middle.0, baseline), &face.text);
            }
            if !face.corner.is_empty() {
                put(&mut corners, &format!("target{shade}"), sizes.corner_baseline(cell), &face.corner);
            }
            for ((x, y), text) in sizes.marks(cell, face) {
                let is_in = |marks: &[u16]| text.parse().is_ok_and(|mark| marks.contains(&mark));
                let part = match (is_in(&face.gone), is_in(&face.picked)) {
                    (true, _) => " gone",
                    (false, true) => " picked",
                    (false, false) => "",
                };
                put(&mut marks, &format!("mark{part}{shade}"), (x, y), &text);
            }
        }
        for (class, path_of) in
            ["entry star", "given star", "entry inverse star", "given inverse star"].iter().zip(&stars)
        {
            path(out, class, path_of);
        }
        let groups = [
            ("values", "middle", sizes.value, values),
            ("corners", "start", sizes.corner, corners),
            ("marks", "middle", sizes.mark, marks),
        ];
        for (class, anchor, size, texts) in groups.iter().filter(|group| !group.3.is_empty()) {
            let size = Coordinate(*size);
            let _ = write!(out, "<g class=\"{class}\" text-anchor=\"{anchor}\" font-size=\"{size}\">\n{texts}</g>\n");
        }
    }
}

/// A path of a class; nothing if it is empty.
fn path(out: &mut String, class: &str, data: &str) {
    if !data.is_empty() {
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{data}\"/>");
    }
}

fn put(out: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    let _ = writeln!(
        out,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
        Coordinate(x),
        Coordinate(y),
        escape(text)
    );
}

fn star(path: &mut String, corners: &[(f64, f64)]) {
    for (index, &(x, y)) in corners.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if index == 0 { "M" } else { "L" }, Coordinate(x), Coordinate(y));
    }
    path.push('z');
}

/// The odd number at or just above.
fn odd(number: usize) -> usize {
    number | 1
}

/// A coordinate of a picture: at most two decimals and no zeros at its end. What is not finite is 0, for a picture with
/// `NaN` in it would not be drawn at all.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate(pub f64);

impl Coordinate {
    /// In hundredths, rounded.
    pub fn hundredths(self) -> i64 {
        if self.0.is_finite() { (self.0 * 100.0).round() as i64 } else { 0 }
    }
}

impl std::fmt::Display for Coordinate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = self.hundredths();
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// A text as XML holds it; what XML cannot hold becomes `?`.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for glyph in text.chars() {
        match glyph {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ if glyph.is_control() || matches!(glyph, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            _ => out.push(glyph),
        }
    }
    out
}
