//! Boards as Pencilmark draws them in a terminal, in box-drawing characters or ASCII: see the façade's `render`.
//!
//! Three layouts are told apart: with all lines; with thick lines alone, where the gutters of thin ones stay blank; and with the gutters of
//! thin lines left out. In the last two, dots stand for empty cells.

use super::{Line, Sniff, Source, Token};
use crate::{Cell, Edge, Grid, KindInfo};

/// More lines than any drawing has, and more characters than any of its lines.
const MOST: usize = 400;

/// A cell as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// What stands in the middle; empty for an empty cell.
    pub text: String,
    /// What stands in the upper left corner.
    pub corner: String,
    /// Whether it is shaded.
    pub shaded: bool,
    /// Whether it is no part of the board.
    pub hole: bool,
    /// Line and column in the text.
    pub place: (usize, usize),
}

/// A board that was drawn.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The cells.
    pub cells: Grid<Drawn>,
    /// Whether the line left of a cell is thick; one more at the end of each row.
    vertical: Grid<Edge>,
    /// Whether the line above a cell is thick; one more row at the bottom.
    horizontal: Grid<Edge>,
    /// The line above the board, if there is one: it begins with the title of the kind.
    pub title: Option<String>,
}

/// The characters of a text in rows and columns.
struct Canvas<'a> {
    lines: Vec<(Line<'a>, Vec<char>)>,
    width: usize,
}

impl Canvas<'_> {
    fn at(&self, x: usize, y: usize) -> char {
        self.lines.get(y).and_then(|(_, line)| line.get(x)).copied().unwrap_or(' ')
    }

    fn is_art(&self, y: usize) -> bool {
        self.lines[y].1.iter().all(|&c| c == ' ' || is_art(c))
    }

    /// Whether a line is drawn across here.
    fn is_rule(&self, y: usize) -> bool {
        self.is_art(y) && self.lines[y].1.windows(2).any(|pair| pair.iter().all(|&c| is_across(c)))
    }

    /// Erases the strokes of a path, which stand where a drawing without one has other characters: those across between two cells of a row,
    /// all others in the lines between rows.
    fn erase_path(&mut self) {
        if (0..self.lines.len()).step_by(2).any(|y| !self.is_art(y)) {
            return;
        }
        for (y, (_, line)) in self.lines.iter_mut().enumerate() {
            let strokes: &[char] = if y % 2 == 1 { &['─'] } else { &['│', '╲', '╱', '╳'] };
            line.iter_mut().filter(|c| strokes.contains(c)).for_each(|c| *c = ' ');
        }
    }

    /// Whether any line is drawn down in this column.
    fn has_bar(&self, x: usize) -> bool {
        (0..self.lines.len()).any(|y| match self.at(x, y) {
            '|' | ':' => true,
            '+' => self.is_rule(y),
            c => is_art(c) && !c.is_ascii() && !is_across(c) && !matches!(c, '╴' | '╸' | '╶' | '╺' | '╼' | '╾'),
        })
    }
}

fn is_art(c: char) -> bool {
    matches!(c, '+' | '-' | '.' | ':' | '|' | '\u{2500}'..='\u{257f}')
}

fn is_across(c: char) -> bool {
    matches!(c, '-' | '.' | '─' | '━')
}

fn is_frame(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    text.len() > 4
        && text.chars().all(|c| is_across(c) || c == '+' || is_art(c) && !c.is_ascii() || c == ' ')
        && text.contains(['━', '-'])
}

impl Drawing {
    /// Whether a text begins with the frame of a board, below a title or not, whatever else it is.
    pub fn is_framed(source: &Source<'_>) -> bool {
        let is_box = |line: &Line<'_>| line.text.trim().starts_with(['┏', '┌']) && is_frame(line);
        source.content().take(2).any(|line| is_box(&line))
    }

    /// The board in a text, if all of it is a drawing with a frame, and a title above it at most.
    pub(super) fn read(source: &Source<'_>) -> Option<Self> {
        let mut lines: Vec<Line<'_>> = source.content().take(MOST + 1).collect();
        if lines.len() > MOST || lines.iter().any(|line| line.text.len() > 8 * MOST) {
            return None;
        }
        let title = (lines.len() > 1 && !is_frame(&lines[0]) && is_frame(&lines[1])).then(|| lines.remove(0));
        // Below the board may stand how it was solved.
        let last = lines.iter().rposition(is_frame)?;
        if lines.len() - last - 1 <= 2 {
            lines.truncate(last + 1);
        }
        if lines.len() < 3 || !is_frame(&lines[0]) || !is_frame(lines.last()?) {
            return None;
        }
        let indent = lines.iter().map(|line| line.text.chars().take_while(|c| *c == ' ').count()).min()?;
        let lines: Vec<(Line<'_>, Vec<char>)> =
            lines.iter().map(|line| (*line, line.text.trim_end().chars().skip(indent).collect())).collect();
        let width = lines.iter().map(|(_, line)| line.len()).max()?;
        let mut canvas = Canvas { lines, width };
        canvas.erase_path();
        let mut drawing = canvas.layout().and_then(|layout| layout.read(&canvas, indent))?;
        drawing.title = title.map(|line| line.text.trim().to_owned());
        Some(drawing)
    }

    /// Whether the title above the board, if there is one, begins with a name of this kind.
    pub fn may_be(&self, kind: &KindInfo) -> bool {
        let mut names = kind.aliases.iter().map(|alias| alias.title).chain([kind.title]);
        self.title.as_ref().is_none_or(|line| names.any(|name| line.starts_with(name)))
    }

    /// What the title says beyond kind, size and name: see [`Kind::variant`](crate::Kind::variant).
    pub fn remarks(&self) -> impl Iterator<Item = &str> {
        // ASCII titles have hyphens in place of dots.
        let parts = self.title.iter().flat_map(|title| title.split(" · ").flat_map(|part| part.split(" - ")).skip(1));
        parts.map(str::trim)
    }

    /// Whether the board is drawn with a thick line between two cells, neither of which is a hole.
    pub fn has_areas(&self) -> bool {
        let (rows, cols) = (self.cells.rows(), self.cells.cols());
        let solid = |row: usize, col: usize| self.cells.get(row, col).is_some_and(|cell| !cell.hole);
        let beside = |row: usize, col: usize| {
            solid(row, col) && self.vertical.get(row, col + 1) == Some(&Edge::Thick) && solid(row, col + 1)
        };
        let below = |row: usize, col: usize| {
            solid(row, col) && self.horizontal.get(row + 1, col) == Some(&Edge::Thick) && solid(row + 1, col)
        };
        (0..rows).any(|row| (0..cols).any(|col| beside(row, col) || below(row, col)))
    }

    /// For every cell the number of the area that thick lines enclose; `None` for a hole.
    pub fn areas(&self) -> Grid<Option<usize>> {
        let mut areas: Grid<Option<usize>> = self.cells.map(|_| None);
        let mut count = 0;
        for start in self.cells.cells() {
            if areas[start].is_some() || self.cells[start].hole {
                continue;
            }
            areas[start] = Some(count);
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                for next in self.cells.beside(cell) {
                    if areas[next].is_none() && !self.cells[next].hole && !self.is_apart(cell, next) {
                        areas[next] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        areas
    }

    fn is_apart(&self, one: Cell, other: Cell) -> bool {
        let edge = if one.row == other.row {
            self.vertical.get(one.row, one.col.max(other.col))
        } else {
            self.horizontal.get(one.row.max(other.row), one.col)
        };
        edge == Some(&Edge::Thick)
    }

    /// The cells as tokens, row by row.
    pub fn rows(&self) -> Vec<Vec<Token<'_>>> {
        let row = |row| (0..self.cells.cols()).map(move |col| self.token(Cell { row, col })).collect();
        (0..self.cells.rows()).map(row).collect()
    }

    /// A cell as a token, for errors.
    pub fn token(&self, cell: Cell) -> Token<'_> {
        let drawn = &self.cells[cell];
        Token { text: &drawn.text, line: drawn.place.0, column: drawn.place.1 }
    }

    /// `Yes` if the text is a drawing that `fits`, and its title may be that of this kind.
    pub fn sniff(source: &Source<'_>, kind: &KindInfo, fits: impl Fn(&Self) -> bool) -> Sniff {
        let fits = source.drawing().is_some_and(|drawing| drawing.may_be(kind) && fits(&drawing));
        if fits { Sniff::Yes } else { Sniff::No }
    }
}

/// Where the cells of a drawing lie: the first character and the number of characters.
struct CellSpans {
    columns: Vec<(usize, usize)>,
    rows: Vec<(usize, usize)>,
    /// Whether all lines are drawn, so that a missing one belongs to a hole.
    all: bool,
}

/// How values are spaced between two bars, if no thin lines separate them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crowding {
    /// At most one value, or values far apart.
    None,
    /// Rows without gutters, whose cells share the blank between them.
    Joined,
    /// Cells without blanks beside their values, in rows with gutters.
    Tight,
}

impl Canvas<'_> {
    fn layout(&self) -> Option<CellSpans> {
        let height = self.lines.len();
        let bars: Vec<usize> = (0..self.width).filter(|&x| self.has_bar(x)).collect();
        let rules: Vec<usize> = (0..height).filter(|&y| self.is_rule(y)).collect();
        let thin = |c: &char| matches!(c, '│' | '─' | ':');
        let all =
            self.lines.iter().any(|(_, line)| line.iter().any(thin) || line.windows(3).any(|run| run == ['.'; 3]));
        let even =
            height % 2 == 1 && (0..height).step_by(2).all(|y| self.is_art(y)) && rules.iter().all(|y| y % 2 == 0);
        let (first, last) = (*bars.first()?, *bars.last()?);
        if first != 0 || last + 1 != self.width {
            return None;
        }
        let dots = |y: usize| {
            self.lines[y].1.iter().any(|&c| c == '·' || c == '.' || c.is_alphanumeric() || c == '★' || c == '*')
        };
        // Every second line is a gutter, and none of them has anything to say.
        let gutters = even && (0..height).step_by(2).all(|y| self.is_rule(y) || !dots(y));
        let crowding = if all { Crowding::None } else { self.crowding(&bars) };
        if all || gutters && crowding != Crowding::Joined {
            let step_of = |places: &[usize]| places.windows(2).map(|pair| pair[1] - pair[0]).fold(0, common);
            let steps = |places: &[usize], step: usize| {
                let end = places.last().copied().unwrap_or(0);
                (step > 1).then(|| (0..end).step_by(step).map(|at| (at + 1, step - 1)).collect::<Vec<_>>())
            };
            let rows: Vec<(usize, usize)> =
                if even { (1..height).step_by(2).map(|y| (y, 1)).collect() } else { steps(&rules, step_of(&rules))? };
            let mut step = step_of(&bars);
            if crowding == Crowding::Tight {
                // Some columns may have no bar between them, but no cell is wider than the widest
                // value.
                let size = self.widest(&rows)? + 1;
                step = (step % size == 0).then_some(size)?;
            }
            return Some(CellSpans { columns: steps(&bars, step)?, rows, all });
        }
        self.joined(&bars, &rules)
    }

    /// Determines how values between two bars are spaced.
    fn crowding(&self, bars: &[usize]) -> Crowding {
        let texts = bars.windows(2).flat_map(|pair| {
            let rows = (0..self.lines.len()).filter(|&y| !self.is_rule(y));
            rows.map(|y| (pair[0] + 1..pair[1]).map(|x| self.at(x, y)).collect::<String>())
        });
        let mut crowding = Crowding::None;
        for text in texts.filter(|text| text.split_whitespace().count() > 1 && !text.contains("   ")) {
            // Joined cells begin with the blank that they share.
            if text.starts_with(' ') {
                return Crowding::Joined;
            }
            crowding = Crowding::Tight;
        }
        crowding
    }

    /// Returns the width of the widest value in these rows.
    fn widest(&self, rows: &[(usize, usize)]) -> Option<usize> {
        let words = rows.iter().flat_map(|&(y, _)| {
            let text: String = self.lines[y].1.iter().map(|&c| if is_art(c) && c != '.' { ' ' } else { c }).collect();
            text.split_whitespace().map(|word| word.chars().count()).collect::<Vec<_>>()
        });
        words.max()
    }

    /// Lays out cells that share the blank between them: as many columns as fit the widest value.
    fn joined(&self, bars: &[usize], rules: &[usize]) -> Option<CellSpans> {
        let rows: Vec<(usize, usize)> = (0..self.lines.len()).filter(|y| !rules.contains(y)).map(|y| (y, 1)).collect();
        let size = self.widest(&rows)? + 1;
        let mut columns = Vec::new();
        for pair in bars.windows(2) {
            let inner = pair[1] - pair[0] - 1;
            if inner < size + 1 || (inner - 1) % size != 0 {
                return None;
            }
            columns.extend((0..(inner - 1) / size).map(|index| (pair[0] + 1 + index * size, size)));
        }
        Some(CellSpans { columns, rows, all: false })
    }
}

impl CellSpans {
    fn read(&self, canvas: &Canvas<'_>, indent: usize) -> Option<Drawing> {
        let (height, width) = (self.rows.len(), self.columns.len());
        let mut cells = Grid::filled(height, width, Drawn::default());
        let (mut vertical, mut horizontal) =
            (Grid::filled(height, width + 1, Edge::None), Grid::filled(height + 1, width, Edge::None));
        let edge = |c: char| match c {
            '┃' | '━' | '|' | '-' => Edge::Thick,
            '│' | '─' | ':' | '.' => Edge::Thin,
            _ => Edge::None,
        };
        for (row, &(y, tall)) in self.rows.iter().enumerate() {
            for (col, &(x, wide)) in self.columns.iter().enumerate() {
                let cell = Cell { row, col };
                // A gutter is one character wide; where there is none, a value or a blank is no line.
                let above = y.checked_sub(1).map_or(' ', |y| canvas.at(x + wide / 2, y));
                let below = canvas.at(x + wide / 2, y + tall);
                let left = x.checked_sub(1).map_or(' ', |x| canvas.at(x, y));
                let right = canvas.at(x + wide, y);
                let line = |c: char, y: usize| {
                    if canvas.lines.get(y).is_some() && canvas.is_art(y) { edge(c) } else { Edge::None }
                };
                horizontal[cell] = y.checked_sub(1).map_or(Edge::None, |y| line(above, y));
                horizontal[Cell { row: row + 1, col }] = line(below, y + tall);
                vertical[cell] = if left == '.' { Edge::None } else { edge(left) };
                vertical[Cell { row, col: col + 1 }] = if right == '.' { Edge::None } else { edge(right) };
                let region: Vec<String> =
                    (y..y + tall).map(|y| (x..x + wide).map(|x| canvas.at(x, y)).collect()).collect();
                let place = (canvas.lines[y].0.number, indent + x + 1);
                let mut drawn = Drawn { place, ..read_cell(&region)? };
                let open = [
                    horizontal[cell],
                    horizontal[Cell { row: row + 1, col }],
                    vertical[cell],
                    vertical[Cell { row, col: col + 1 }],
                ];
                let blank = region.iter().all(|line| line.trim().is_empty());
                drawn.hole |= blank && (!self.all || open.contains(&Edge::None));
                cells[cell] = drawn;
            }
        }
        Some(Drawing { cells, vertical, horizontal, title: None })
    }
}

/// What a cell holds; `None` if it is more than a corner and a value.
fn read_cell(region: &[String]) -> Option<Drawn> {
    let count = |wanted: &[char]| region.iter().flat_map(|line| line.chars()).filter(|c| wanted.contains(c)).count();
    let size: usize = region.iter().map(|line| line.chars().count()).sum();
    let hole = count(&['░', '/']) == size;
    let shaded = count(&['▓', '#']) > 1;
    let plain = |line: &String| -> String {
        line.chars().map(|c| if matches!(c, '▓' | '#' | '░' | '‹' | '›' | '<' | '>') { ' ' } else { c }).collect()
    };
    let words: Vec<String> = region.iter().map(plain).map(|line| line.trim().to_owned()).collect();
    // A corner begins at the line; pencil marks do not.
    if words.len() > 1 && !words[0].is_empty() && !hole && region[0].starts_with(' ') {
        return None;
    }
    let (corner, text) = match words.as_slice() {
        _ if hole => (String::new(), String::new()),
        [text] => (String::new(), text.clone()),
        [corner, text] => (corner.clone(), text.clone()),
        _ => return None,
    };
    let text = if matches!(text.as_str(), "·" | ".") { String::new() } else { text };
    if text.contains(' ') { None } else { Some(Drawn { text, corner, shaded, hole, place: (0, 0) }) }
}

/// The greatest common divisor.
fn common(one: usize, other: usize) -> usize {
    if other == 0 { one } else { common(other, one % other) }
}
