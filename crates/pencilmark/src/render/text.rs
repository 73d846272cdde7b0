//! A board in a terminal: box-drawing lines, or plain ASCII.
//!
//! All characters count as one column wide. A board of up to [`WIDE`] columns has all its lines; a larger one drops the
//! thin lines and shows blank cells as dots, so that it still fits a screen and the boxes stand out:
//!
//! - **joined** (boxes, or no inner border at all): gutters without a thick line vanish, and neighbours share the blank
//!   between them. Borders of holes go too, for holes show as gaps among numbers and dots.
//! - **sparse** (regions of any shape): all gutters stay, thin lines are left out.
//!
//! A path is drawn in the gutters, from cell to cell, in place of the thin lines there; ASCII has no strokes to spare for it.

use super::canvas::{Canvas, Ink, Role};
use super::junction::{Arms, ascii_horizontal, ascii_vertical};
use super::lines::{Mode, across, down, straight};
use super::{Marks, enclosed_holes};
use std::fmt::Write as _;

use pencilmark_puzzles::{Accent, Board, Cell, Edge, Face, Tone};

/// The largest number of columns that is drawn with thin lines by default.
const WIDE: usize = 16;

/// Which lines a board in text shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// All lines up to 16 columns and where cells take several lines of text; else the thick ones.
    #[default]
    Auto,
    /// Thin and thick lines.
    All,
    /// Thick lines alone; blank cells are dots.
    Thick,
}

/// How a board is drawn as text.
#[allow(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether to write ANSI escapes: givens bold, entries cyan, shaded cells in reverse video, highlights
    /// yellow; under a search right green, wrong red and the focus on gold.
    pub colour: bool,
    /// Whether to write ASCII alone: `+ - |` for thick lines and `. :` for thin ones.
    pub ascii: bool,
    /// Which lines to draw.
    pub lines: Lines,
    /// Room for values of so many characters, even where none is so long: a board that fills up keeps its size.
    pub value_width: usize,
    /// Room for pencil marks of so many characters, even where there are none: a board whose marks vanish keeps its size. 0:
    /// room for the marks that there are.
    pub mark_width: usize,
    /// Room for highlights around shaded cells, even where there are none: boards beside each other are alike.
    pub wide: bool,
    /// Whether to draw cells without blanks beside their values, so that a board fits a narrow
    /// screen.
    pub tight: bool,
    /// Whether rows and columns have their numbers at the edges, for texts that name cells: r4c2.
    pub numbered: bool,
}

/// Draws a board as lines of text, each closed by a newline and without blanks at its end.
pub fn text(board: &Board, style: &TextStyle) -> String {
    if board.faces.is_empty() {
        return String::new();
    }
    let layout = Layout::of(board, style);
    let mut canvas = Canvas::new(layout.columns.size, layout.rows.size);
    layout.draw_lines(&mut canvas);
    layout.draw_path(&mut canvas);
    for cell in board.faces.cells() {
        layout.draw_face(&mut canvas, cell);
    }
    let lines = canvas.lines(style.colour);
    if style.numbered { layout.numbered(&lines) } else { lines }
}

/// Where cells and gutters lie along one direction.
struct Axis {
    /// The start and size (0 or 1) of each gutter; one more than there are cells.
    gutters: Vec<(usize, usize)>,
    /// The start and size of each cell.
    cells: Vec<(usize, usize)>,
    /// The size of all together.
    size: usize,
}

impl Axis {
    /// The middle of each cell.
    fn middles(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().map(|&(start, size)| start + size / 2)
    }

    /// `cell` is the size of a cell; `closing` is what it gains before a gutter that is there.
    fn new(gutters: &[bool], cell: usize, closing: usize) -> Self {
        let mut axis = Self { gutters: Vec::new(), cells: Vec::new(), size: 0 };
        for (index, &gutter) in gutters.iter().enumerate() {
            axis.gutters.push((axis.size, usize::from(gutter)));
            axis.size += usize::from(gutter);
            if let Some(&next) = gutters.get(index + 1) {
                let size = cell + if next { closing } else { 0 };
                axis.cells.push((axis.size, size));
                axis.size += size;
            }
        }
        axis
    }
}

struct Layout<'a> {
    board: &'a Board,
    style: &'a TextStyle,
    mode: Mode,
    /// Whether a path takes the place of thin lines.
    linked: bool,
    /// The width of the widest value.
    value: usize,
    marks: Option<Marks>,
    /// The line of a cell on which its body starts: 1 below corners, else 0.
    body: usize,
    /// Whether neighbours share the blank between them.
    shared: bool,
    /// Which cells are holes inside the board.
    enclosed: Vec<bool>,
    columns: Axis,
    rows: Axis,
}

impl<'a> Layout<'a> {
    /// The drawn lines with the numbers of columns above, and of rows to their left.
    fn numbered(&self, lines: &str) -> String {
        let edge = self.rows.cells.len().to_string().len() + 1;
        let mut text = " ".repeat(edge);
        for (col, middle) in self.columns.middles().enumerate() {
            let number = (col + 1).to_string();
            let start = (edge + middle + 1).saturating_sub(number.len().div_ceil(2)).max(text.len());
            text += &" ".repeat(start - text.len());
            text += &number;
        }
        text.push('\n');
        let rows: Vec<usize> = self.rows.middles().collect();
        for (at, line) in lines.lines().enumerate() {
            let number =
                rows.iter().position(|&middle| middle == at).map_or_else(String::new, |row| (row + 1).to_string());
            let _ = writeln!(text, "{number:>width$} {line}", width = edge - 1);
        }
        text
    }

    fn of(board: &'a Board, style: &'a TextStyle) -> Self {
        let faces = board.faces.things();
        let widest = |text: fn(&Face) -> &str| faces.iter().map(|face| width(text(face))).max().unwrap_or(0);
        let value = widest(|face| &face.text).max(style.value_width).max(1);
        let corner = widest(|face| &face.corner);
        let marks = Marks::of(board, style.mark_width);
        let body = usize::from(corner > 0);
        let height = body + marks.map_or(1, |marks| marks.rows);

        let thick = match style.lines {
            Lines::Auto => board.faces.cols() > WIDE && height == 1,
            Lines::All => false,
            Lines::Thick => true,
        };
        let mode = match (thick, straight(board)) {
            (false, _) => Mode::All,
            (true, false) => Mode::Sparse,
            (true, true) => Mode::Joined,
        };
        let linked = mode == Mode::All && !board.path.is_empty() && !style.ascii;
        let filled = |face: &Face| face.tone == Tone::Shaded && !style.colour;
        let shared = mode == Mode::Joined && height == 1 && !faces.iter().any(|face| face.highlight || filled(face));
        // Where a cell is both filled and fenced, the fence stands outside the filling.
        let margin = match style.tight {
            true if !faces.iter().any(|face| face.highlight || filled(face)) => 0,
            _ if style.wide || faces.iter().any(|face| face.highlight && filled(face)) => 4,
            _ => 2,
        };

        let marks_width = marks.map_or(0, |marks| marks.cols * (marks.width + 1) - 1);
        let mut inner = (value + margin).max(marks_width + margin.min(2)).max(corner);
        if marks.is_none() && (inner - value) % 2 == 1 {
            inner += 1;
        }
        let gutters = |rows: bool| -> Vec<bool> {
            let (count, length) =
                if rows { (board.faces.rows(), board.faces.cols()) } else { (board.faces.cols(), board.faces.rows()) };
            let edge = |line: usize, at: usize| {
                if rows { across(board, mode, line, at) } else { down(board, mode, at, line) }
            };
            (0..=count).map(|line| mode != Mode::Joined || (0..length).any(|at| edge(line, at) != Edge::None)).collect()
        };
        let (cell, closing) = if shared { (value + 1, 1) } else { (inner, 0) };
        let columns = Axis::new(&gutters(false), cell, closing);
        let rows = Axis::new(&gutters(true), height, 0);
        Self { board, style, mode, linked, value, marks, body, shared, enclosed: enclosed_holes(board), columns, rows }
    }

    fn draw_lines(&self, canvas: &mut Canvas) {
        let ink = |thick: bool| Ink { role: if thick { Role::Plain } else { Role::Faint }, ..Ink::default() };
        for (row, &(y, _)) in self.rows.gutters.iter().enumerate().filter(|(_, gutter)| gutter.1 > 0) {
            for (col, &(x, wide)) in self.columns.cells.iter().enumerate() {
                let edge = self.shown(across(self.board, self.mode, row, col));
                for x in x..x + wide {
                    canvas.put(x, y, self.across(edge), ink(edge == Edge::Thick));
                }
            }
        }
        for (col, &(x, _)) in self.columns.gutters.iter().enumerate().filter(|(_, gutter)| gutter.1 > 0) {
            for (row, &(y, tall)) in self.rows.cells.iter().enumerate() {
                let edge = self.shown(down(self.board, self.mode, row, col));
                for y in y..y + tall {
                    canvas.put(x, y, self.down(edge), ink(edge == Edge::Thick));
                }
            }
            for (row, &(y, _)) in self.rows.gutters.iter().enumerate().filter(|(_, gutter)| gutter.1 > 0) {
                let arms = self.arms(row, col);
                if self.linked && !arms.thick() {
                    continue;
                }
                let glyph = if self.style.ascii { arms.ascii() } else { arms.box_drawing() };
                canvas.put(x, y, glyph, ink(arms.thick()));
            }
        }
    }

    /// The line as it is drawn beside a path.
    fn shown(&self, edge: Edge) -> Edge {
        if self.linked && edge == Edge::Thin { Edge::None } else { edge }
    }

    /// A stroke from each cell of the path to the next, in the gutter between them.
    fn draw_path(&self, canvas: &mut Canvas) {
        if !self.linked {
            return;
        }
        let ink = Ink { role: Role::Entry, ..Ink::default() };
        let mut falling = vec![false; (self.board.faces.rows() + 1) * (self.board.faces.cols() + 1)];
        let mut rising = falling.clone();
        for pair in self.board.path.windows(2) {
            let (one, other) = (pair[0], pair[1]);
            let (row, col) = (one.row.max(other.row), one.col.max(other.col));
            let (gutter_x, gutter_y) = (self.columns.gutters[col].0, self.rows.gutters[row].0);
            if one.row == other.row {
                canvas.put(gutter_x, self.rows.cells[row].0, '─', ink);
            } else if one.col == other.col {
                let (x, wide) = self.columns.cells[col];
                canvas.put(x + (wide - self.value) / 2 + self.value / 2, gutter_y, '│', ink);
            } else {
                let corner = row * (self.board.faces.cols() + 1) + col;
                let is_falling = (one.row < other.row) == (one.col < other.col);
                falling[corner] |= is_falling;
                rising[corner] |= !is_falling;
                let stroke = match (falling[corner], rising[corner]) {
                    (true, true) => '╳',
                    (true, false) => '╲',
                    _ => '╱',
                };
                canvas.put(gutter_x, gutter_y, stroke, ink);
            }
        }
    }

    fn arms(&self, row: usize, col: usize) -> Arms {
        let before = |index: usize, edge: &dyn Fn(usize) -> Edge| index.checked_sub(1).map_or(Edge::None, edge);
        Arms {
            up: before(row, &|row| down(self.board, self.mode, row, col)),
            right: across(self.board, self.mode, row, col),
            down: down(self.board, self.mode, row, col),
            left: before(col, &|col| across(self.board, self.mode, row, col)),
        }
    }

    fn across(&self, edge: Edge) -> char {
        if self.style.ascii {
            return ascii_horizontal(edge);
        }
        Arms { up: Edge::None, right: edge, down: Edge::None, left: edge }.box_drawing()
    }

    fn down(&self, edge: Edge) -> char {
        if self.style.ascii {
            return ascii_vertical(edge);
        }
        Arms { up: edge, right: Edge::None, down: edge, left: Edge::None }.box_drawing()
    }

    fn draw_face(&self, canvas: &mut Canvas, cell: Cell) {
        let face = &self.board.faces[cell];
        let ((x, wide), (y, tall)) = (self.columns.cells[cell.col], self.rows.cells[cell.row]);
        let shaded = face.tone == Tone::Shaded;
        let ink = |role: Role| Ink { role, shaded, highlight: face.highlight, accent: face.accent };
        let mut fill = |glyph: char, role: Role| {
            for (x, y) in (x..x + wide).flat_map(|x| (y..y + tall).map(move |y| (x, y))) {
                canvas.put(x, y, glyph, ink(role));
            }
        };
        match (face.tone, self.style.colour, self.style.ascii) {
            // Among cells with all their lines, a blank hole would look like a blank cell.
            (Tone::Hole, _, ascii) if self.mode == Mode::All && self.enclosed[self.board.faces.index(cell)] => {
                fill(if ascii { '/' } else { '░' }, Role::Faint);
            }
            (Tone::Shaded, true, _) => fill(' ', Role::Plain),
            (Tone::Plain, true, _) if face.accent == Some(Accent::Focus) => fill(' ', Role::Plain),
            (Tone::Shaded, false, true) => fill('#', Role::Plain),
            (Tone::Shaded, false, false) => fill('▓', Role::Plain),
            (Tone::Plain | Tone::Hole, ..) => {}
        }
        if face.tone == Tone::Hole {
            return;
        }
        // A corner belongs to its cage: it is neither right nor wrong.
        let corner = Ink { accent: face.accent.filter(|&accent| accent == Accent::Focus), ..ink(Role::Plain) };
        canvas.write(x, y, &self.spell(&face.corner), corner);

        let places = self.marks.map(|marks| marks.places(face)).unwrap_or_default();
        let left = if self.shared { x + 1 } else { x + (wide - self.value) / 2 };
        let middle = y + self.body + (tall - self.body - 1) / 2;
        let dotted = self.mode != Mode::All && !shaded && places.is_empty();
        let (value, role) = match face.text.as_str() {
            "" if dotted => (if self.style.ascii { "." } else { "·" }, Role::Faint),
            text => (text, if face.given { Role::Given } else { Role::Entry }),
        };
        canvas.write(left + self.value - width(value), middle, &self.spell(value), ink(role));
        if face.highlight {
            let (open, close) = if self.style.ascii { ('<', '>') } else { ('‹', '›') };
            let (start, end) = match (places.is_empty(), shaded && !self.style.colour) {
                (true, false) => (left - 1, left + self.value),
                (true, true) => (left - 2, left + self.value + 1),
                (false, _) => (x, x + wide - 1),
            };
            canvas.put(start, middle, open, ink(role));
            canvas.put(end, middle, close, ink(role));
        }
        if let Some(marks) = self.marks {
            let first = x + (wide + 1).saturating_sub(marks.cols * (marks.width + 1)) / 2;
            for (row, col, text) in places {
                let x = first + col * (marks.width + 1) + marks.width.saturating_sub(width(&text));
                let is_in = |marks: &[u16]| text.parse().is_ok_and(|mark| marks.contains(&mark));
                let ink = match (is_in(&face.gone), is_in(&face.picked)) {
                    (true, _) => Ink { accent: Some(Accent::Wrong), ..ink(Role::Entry) },
                    (false, true) => Ink { accent: Some(Accent::Right), ..ink(Role::Entry) },
                    (false, false) => ink(Role::Faint),
                };
                canvas.write(x, y + self.body + row, &self.spell(&text), ink);
            }
        }
    }

    /// A text with one character a column, and ASCII alone if that is the style.
    fn spell(&self, text: &str) -> String {
        let spell = |glyph: char| match glyph {
            _ if glyph.is_control() => '?',
            _ if glyph.is_ascii() || !self.style.ascii => glyph,
            '★' => '*',
            '×' => 'x',
            '÷' => '/',
            '−' | '–' => '-',
            '·' | '…' => '.',
            '○' => 'o',
            _ => '?',
        };
        text.chars().map(spell).collect()
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
