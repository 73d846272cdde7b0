//! A character for every cell and digit on one line, 729 for nine rows: the digit where it is possible, `.` or `0` where
//! it is not.

use pencilmark_search::Parameters;

use crate::text::rows::shown;
use crate::{Carried, Grid, ParseError, Parsed, Sniff, Source};

use super::{Candidates, build, digit_of, is_blank, one_line, symbol};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::MOST;
use crate::sudoku::parts::is_supported;

/// The side of a board with this many cells and digits, if it is supported.
fn side_of(characters: usize) -> Option<usize> {
    (1..=MOST).find(|side| side * side * side == characters).filter(|&side| is_supported(side))
}

/// Whether `digit` is possible, by the character in its place.
fn mark(c: char, digit: usize) -> Option<bool> {
    if is_blank(c) { Some(false) } else { (digit_of(c) == Some(digit)).then_some(true) }
}

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Some(text) = source.single_line().map(|token| token.text).filter(|text| text.is_ascii()) else {
        return Sniff::No;
    };
    let Some(side) = side_of(text.len()) else { return Sniff::No };
    let marks: Vec<Option<bool>> = text.chars().enumerate().map(|(at, c)| mark(c, at % side + 1)).collect();
    let wrong = marks.iter().filter(|mark| mark.is_none()).count();
    if side == 4 {
        // 64 characters are also the cells of an 8 x 8 board, which may be blank or almost so.
        let set = marks.iter().filter(|&&mark| mark == Some(true)).count();
        return if wrong == 0 && set >= 8 { Sniff::Maybe } else { Sniff::No };
    }
    // A few wrong characters are left to the reader to report.
    if wrong * 10 <= marks.len() { Sniff::Maybe } else { Sniff::No }
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let token = one_line(source)?;
    let count = token.text.chars().count();
    let Some(side) = side_of(count) else {
        let what = format!("{count} characters are not the pencil marks of a board");
        let remedy = "write one character for every cell and digit: 729 for 9 x 9, 4096 for 16 x 16";
        return Err(source.error((token.line, token.column + count), what, remedy));
    };
    let mut cells = vec![Candidates::NONE; side * side];
    for (place, c) in token.text.chars().enumerate() {
        let (index, digit) = (place / side, place % side + 1);
        match mark(c, digit) {
            Some(true) => cells[index] = cells[index].union(Candidates::only(digit)),
            Some(false) => {}
            None => {
                let cell = crate::Cell { row: index / side, col: index % side };
                let what = format!("{} in the place of digit {digit} of {cell}", shown(&c.to_string()));
                let remedy = format!("write `{}` where the digit is possible and `.` where it is not", symbol(digit));
                return Err(source.error((token.line, token.column + place), what, remedy));
            }
        }
    }
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("not a square", ""))?;
    build(source, (token.line, token.column), cells, None, settings).map(Parsed::new)
}

pub(super) fn write(puzzle: &Sudoku, _: &Carried) -> Option<String> {
    let side = puzzle.side();
    let marks = puzzle
        .cells()
        .things()
        .iter()
        .flat_map(|cell| (1..=side).map(move |digit| if cell.contains(digit) { symbol(digit) } else { '.' }));
    puzzle.is_usual().then(|| marks.chain(['\n']).collect())
}
