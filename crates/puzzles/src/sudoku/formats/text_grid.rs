//! Rows of cells with lines drawn between the boxes.
//!
//! Glossary: a **bar** is a line between two columns, a **rule line** one between two rows; what stands between two bars
//! is a **segment**.

use super::super::parts::{BOX, is_blank_cell};
use crate::text::rows::{characters, is_bar, is_rule_line, separated_cells};
use crate::text::{Line, Token};
use crate::{ParseError, Remedy, Source};

/// More lines than any board has, with a rule line between all rows.
const MOST_LINES: usize = 64;
/// More characters than any row has, with 25 candidates in each of 25 cells.
const LONGEST: usize = 4096;

/// A text as rows and lines.
pub(super) struct TextGrid<'a> {
    source: Source<'a>,
    rows: Vec<Row<'a>>,
    rule_lines: Vec<(usize, Line<'a>)>, // rows above it, where it stands
}

struct Row<'a> {
    line: Line<'a>,
    segments: Vec<Vec<Token<'a>>>, // words
}

impl<'a> TextGrid<'a> {
    /// Tells rows from rule lines, and splits rows into segments and words.
    pub(super) fn read(source: &Source<'a>, lines: impl Iterator<Item = Line<'a>>) -> Result<Self, ParseError> {
        let mut text_grid = Self { source: *source, rows: Vec::new(), rule_lines: Vec::new() };
        let lines: Vec<Line<'a>> = lines.take(MOST_LINES + 1).collect();
        let is_square = is_square(&lines);
        let separated = separated_cells(&lines);
        for (index, line) in lines.into_iter().enumerate() {
            if index >= MOST_LINES || line.text.len() > LONGEST {
                let what =
                    if index >= MOST_LINES { "too many lines for a board" } else { "a line too long for a board" };
                let remedy = "boards up to 25 x 25 are supported; separate puzzles by blank lines";
                return Err(source.error_at(&line.trimmed(), what, remedy));
            }
            if is_rule_line(line.text) && !is_square {
                text_grid.rule_lines.push((text_grid.rows.len(), line));
            } else if let Some(row) = separated.as_ref().and_then(|rows| rows.get(text_grid.rows.len())) {
                text_grid.rows.push(Row { line, segments: vec![row.clone()] });
            } else {
                let segments =
                    line.trimmed().split(is_bar).iter().map(|part| part.split(char::is_whitespace)).collect();
                text_grid.rows.push(Row { line, segments });
            }
        }
        if text_grid.rows.is_empty() {
            return Err(source.error_at_end("there are no cells", "write one line for each row of the board"));
        }
        Ok(text_grid)
    }

    /// Whether lines are drawn in both directions.
    pub(super) fn has_boxes(&self) -> bool {
        let bars = |row: &Row<'_>| row.segments.iter().filter(|words| !words.is_empty()).count() > 1;
        self.rows.iter().any(bars) && self.rule_lines.iter().any(|&(above, _)| above > 0 && above < self.rows.len())
    }

    /// How many rows.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Line and column of the first cell.
    pub(super) fn start(&self) -> (usize, usize) {
        let token = self.rows[0].line.trimmed();
        (token.line, token.column)
    }

    /// The cells as words.
    pub(super) fn words(&self) -> Vec<Vec<Token<'a>>> {
        self.rows.iter().map(|row| row.segments.concat()).collect()
    }

    /// The cells: words when that makes as many columns as rows, else characters when that does; when neither does,
    /// whatever they look like.
    pub(super) fn cells(&self) -> Vec<Vec<Token<'a>>> {
        let words = self.words();
        if self.are_words(&words) { words } else { words.iter().map(|row| characters(row)).collect() }
    }

    fn are_words(&self, words: &[Vec<Token<'a>>]) -> bool {
        let height = self.height();
        if height > 1 && words.iter().any(|row| row.len() == height) {
            return true;
        }
        let length = |row: &Vec<Token<'_>>| row.iter().map(|word| word.text.chars().count()).sum::<usize>();
        if words.iter().any(|row| length(row) == height || row.len() == 1) {
            return false;
        }
        words.iter().flatten().all(|word| word.text.len() <= 2)
    }

    /// The shape of a box, if lines are drawn between boxes. `cells` are the rows as words or characters, all of them
    /// as long as there are rows.
    pub(super) fn box_shape(&self, cells: &[Vec<Token<'a>>]) -> Result<Option<(usize, usize)>, ParseError> {
        let side = self.height();
        let bars: Vec<Vec<usize>> = self.rows.iter().zip(cells).map(|(row, cells)| bars(row, cells)).collect();
        if let Some(index) = bars.iter().position(|row| *row != bars[0]) {
            let what = format!("the bars in row {} are not where those of row 1 are", index + 1);
            let remedy = "draw them after the same columns in every row, or leave them out";
            return Err(self.source.error_at(&self.rows[index].line.trimmed(), what, remedy));
        }
        let inner: Vec<_> = self.rule_lines.iter().filter(|&&(above, _)| above > 0 && above < side).collect();
        let mut lines: Vec<usize> = inner.iter().map(|&&(above, _)| above).collect();
        lines.dedup();
        let below = inner.first().map_or(self.start(), |(_, line)| (line.number, line.trimmed().column));
        let fail = |place: (usize, usize), what: String| {
            let remedy =
                Remedy::new("draw lines between boxes of equal shape, or leave them out and say what shape they have")
                    .or_set(BOX.name());
            self.source.error(place, what, remedy)
        };
        let uneven_bars = |()| fail(self.start(), format!("uneven bars: after columns {}", list(&bars[0])));
        let cols = spacing(&bars[0], side).map_err(uneven_bars)?;
        let rows =
            spacing(&lines, side).map_err(|()| fail(below, format!("uneven lines: below rows {}", list(&lines))))?;
        match (rows, cols) {
            (Some(rows), Some(cols)) if rows * cols != side => Err(fail(
                below,
                format!("the lines draw boxes of {rows} rows and {cols} columns on {side} x {side} cells"),
            )),
            (Some(rows), Some(cols)) => Ok(Some((rows, cols))),
            (Some(rows), None) => Ok(Some((rows, side / rows))),
            (None, Some(cols)) => Ok(Some((side / cols, cols))),
            (None, None) => Ok(None),
        }
    }
}

/// Whether there are as many lines as each has cells, and nothing else: then a line of dashes is a row of empty cells.
fn is_square(lines: &[Line<'_>]) -> bool {
    let is_cell = |c: char| c.is_alphanumeric() || is_blank_cell(c);
    let count = |line: &Line<'_>| line.text.chars().filter(|c| !c.is_whitespace()).take(MOST_LINES).count();
    let plain = |line: &Line<'_>| line.text.chars().all(|c| c.is_whitespace() || is_cell(c));
    lines.len() <= MOST_LINES
        && lines.iter().all(|line| line.text.len() <= LONGEST && count(line) == lines.len() && plain(line))
}

/// How many cells stand before each inner bar of a row.
fn bars(row: &Row<'_>, cells: &[Token<'_>]) -> Vec<usize> {
    let mut before = Vec::new();
    let ends = row.segments.iter().filter_map(|words| words.last()).map(|word| word.column + word.text.chars().count());
    for end in ends {
        let count = cells.partition_point(|cell| cell.column < end);
        if count < cells.len() {
            before.push(count);
        }
    }
    before
}

/// The distance between lines that stand at equal distances; `None` without lines, or with one beside every cell.
fn spacing(places: &[usize], side: usize) -> Result<Option<usize>, ()> {
    let Some(&step) = places.first() else { return Ok(None) };
    let even = side.is_multiple_of(step) && places.iter().copied().eq((1..side / step).map(|times| times * step));
    if even { Ok((step > 1).then_some(step)) } else { Err(()) }
}

fn list(places: &[usize]) -> String {
    places.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
