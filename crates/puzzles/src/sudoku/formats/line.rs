//! One character a cell, all on one line.

use crate::{Grid, Hints, ParseError, Parsed, Sniff, Source};

use super::{build, digits, is_blank, one_line, plain_cell, shape, symbol};
use crate::sudoku::Sudoku;
use crate::sudoku::candidates::MOST;
use crate::text::rows::shown;

/// The side of a board with so many cells, if it is a square that is served.
fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && shape::is_served(side)).then_some(side)
}

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Some(text) = source.single_line().map(|token| token.text).filter(|text| text.len() <= MOST * MOST) else {
        return Sniff::No;
    };
    match side_of(text.len()) {
        Some(side) if text.char_indices().all(|(at, c)| plain_cell(&text[at..at + c.len_utf8()], side).is_some()) => {
            Sniff::Maybe
        }
        _ if is_slip(text) => Sniff::Maybe,
        _ => Sniff::No,
    }
}

/// Whether the line is nearly one of 81 characters, so that the reader can say what is wrong: too long, too short, or
/// with a few wrong characters. No row of another kind is of such a length and has blanks.
fn is_slip(text: &str) -> bool {
    const SIDE: usize = 9;
    let count = text.chars().count();
    let proper = text.chars().filter(|&c| plain_cell(c.encode_utf8(&mut [0; 4]), SIDE).is_some()).count();
    let blanks = text.chars().filter(|&c| is_blank(c)).count();
    (52..=110).contains(&count) && proper * 10 >= count * 9 && blanks >= SIDE
}

pub(super) fn read(source: &Source<'_>, hints: &Hints) -> Result<Parsed<Sudoku>, ParseError> {
    let token = one_line(source)?;
    let count = token.text.chars().count();
    let Some(side) = side_of(count) else {
        let what = format!("{count} characters do not make a board");
        let remedy = "write one character a cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625";
        return Err(source.error((token.line, token.column + count), what, remedy));
    };
    let mut cells = Vec::with_capacity(count);
    for (column, (at, c)) in token.text.char_indices().enumerate() {
        let text = &token.text[at..at + c.len_utf8()];
        cells.push(plain_cell(text, side).ok_or_else(|| {
            let what = format!("{} cannot stand in a cell of a {side} x {side} Sudoku", shown(text));
            let remedy = format!("write {}, or `.` for an empty cell", digits(side));
            source.error((token.line, token.column + column), what, remedy)
        })?);
    }
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("not a square", ""))?;
    build(source, (token.line, token.column), cells, None, hints).map(Parsed::new)
}

pub(super) fn write(parsed: &Parsed<Sudoku>) -> Option<String> {
    let puzzle = &parsed.puzzle;
    let text = puzzle.cells().things().iter().map(|cell| cell.single().map_or('.', symbol));
    (puzzle.is_plain() && puzzle.is_usual()).then(|| text.chain(['\n']).collect())
}
