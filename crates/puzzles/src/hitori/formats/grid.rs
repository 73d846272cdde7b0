//! Rows of numbers, with or without a first line `ROWS COLS`.
//!
//! The first line is taken for the size when it holds two numbers and the rows below it have that number and length. A first
//! row of a two-column board may look the same; what is written has the line, so it reads back exactly.

use pencilmark_search::Parameters;

use super::super::{Hitori, MOST};
use super::{cells, numbers, puzzle, read_numbers, side};
use crate::text::rows::are_regions;
use crate::text::{Line, Token};
use crate::{Carried, Format, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hitori> = Format {
    id: "grid",
    title: "rows of numbers, with or without a first line ROWS COLS; letters for 10 and up",
    one_line: false,
    carries_solution: false,
    sniff,
    read,
    write: Some(write),
};

/// The longest line that a row of numbers needs, with room for wide columns.
const WIDEST: usize = MOST * 16;

fn sniff(source: &Source<'_>) -> Sniff {
    let lines: Vec<Line<'_>> = source.content().take(MOST + 2).collect();
    if !(2..=MOST + 1).contains(&lines.len()) || lines.iter().any(|line| line.text.len() > WIDEST) {
        return Sniff::No;
    }
    let Ok(GridText { header, rows }) = layout(source, &lines) else { return Sniff::No };
    let mut lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    let usual = lengths[lengths.len() / 2];
    // One slip, in a row or in the number of rows, is left to the reader to report; more is another format.
    let mut slips = lengths.iter().filter(|&&length| length != usual).count();
    if let Some((height, width)) = header {
        let side = |word: Token<'_>| word.text.parse::<usize>().ok();
        slips += side(height).map_or(2, |height| height.abs_diff(rows.len()));
        slips += if side(width) == Some(usual) { 0 } else { 2 };
    }
    if slips > usize::from(lines.len() > 2) {
        return Sniff::No;
    }
    if header.is_none() && are_regions(&rows) {
        // The labels of a Star Battle; if the caller names the kind, it is read all the same.
        return Sniff::No;
    }
    let (mut digits, mut letters, mut wrong) = (0, 0, 0);
    for token in rows.iter().flatten() {
        match token.text {
            // A board with empty cells is nearly always some other puzzle; if the caller names the kind, it is read all the same.
            "." | "_" | "?" => return Sniff::No,
            text if text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit()) && text.bytes().any(|b| b != b'0') => {
                digits += 1;
            }
            text => match text.chars().next().and_then(|c| c.to_digit(36)) {
                // Letters are numbers only where the board is wide enough to need them: others name regions.
                Some(value) if text.len() == 1 && value >= 10 && value as usize <= usual.max(rows.len()) => {
                    letters += 1;
                }
                _ => wrong += 1,
            },
        }
    }
    // A few wrong words are left to the reader to report.
    if digits == 0 || letters > 4 * digits || wrong * 10 > digits { Sniff::No } else { Sniff::Maybe }
}

fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<Hitori>, ParseError> {
    let lines: Vec<Line<'_>> = source.content().take(MOST + 2).collect();
    let GridText { header, rows } = layout(source, &lines)?;
    if let Some((rows_word, cols_word)) = header {
        let (height, width) =
            (side(source, &rows_word, "the number of rows")?, side(source, &cols_word, "the number of columns")?);
        if rows.len() != height {
            let what = format!("the first line says {height} rows, there are {}", rows.len());
            return Err(source.error_at(&rows_word, what, "correct the line ROWS COLS, or the rows below it"));
        }
        if rows[0].len() != width {
            let what = format!("the first line says {width} columns, the row below it has {}", rows[0].len());
            return Err(source.error_at(&cols_word, what, "correct the line ROWS COLS, or the rows below it"));
        }
    }
    puzzle(source, read_numbers(source, &rows)?).map(Parsed::new)
}

struct GridText<'a> {
    header: Option<(Token<'a>, Token<'a>)>,
    rows: Vec<Vec<Token<'a>>>,
}

/// Tells a first line `ROWS COLS` from a row: it is one when the size fits, or when two words cannot be a row of this board.
fn layout<'a>(source: &Source<'a>, lines: &[Line<'a>]) -> Result<GridText<'a>, ParseError> {
    if let [first, below @ ..] = lines
        && !below.is_empty()
        && first.text.split_whitespace().take(3).count() == 2
        && let [rows_word, cols_word] = first.words()[..]
    {
        let side = |word: &Token<'_>| word.text.parse::<usize>().ok();
        let (height, width) = (side(&rows_word), side(&cols_word));
        let rows = cells(source, below, width)?;
        let fits = height == Some(rows.len()) && rows.iter().all(|row| Some(row.len()) == width);
        let a_row = lines.iter().all(|line| line.text.split_whitespace().take(3).count() == 2);
        if fits || height.is_some() && width.is_some() && !a_row {
            return Ok(GridText { header: Some((rows_word, cols_word)), rows });
        }
    }
    Ok(GridText { header: None, rows: cells(source, lines, None)? })
}

/// A board with blank cells would be taken for another puzzle when read back.
fn write(puzzle: &Hitori, _: &Carried) -> Option<String> {
    let grid = puzzle.numbers();
    let text = || format!("{} {}\n{}", grid.rows(), grid.cols(), numbers(puzzle));
    grid.things().iter().all(Option::is_some).then(text)
}
