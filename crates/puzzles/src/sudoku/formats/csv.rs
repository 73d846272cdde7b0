//! A line of a table: `puzzle,solution`, as data sets have them. The columns that hold a board of one character a cell are the puzzle and its
//! solution; others, such as a number or a rating, are left out. The line that names the columns is a comment to all readers: see
//! [`Line::is_comment`](crate::text::Line::is_comment).

use crate::text::Token;
use crate::{Grid, ParseError, Parsed, Settings, Sniff, Source};

use super::{build, is_blank, one_line, plain_cell, read_cell, symbol};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::{Candidates, MOST, is_supported};

/// No line of two boards and some remarks is longer.
const LONGEST: usize = 8 * MOST * MOST;

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Some(line) = source.single_line().filter(|line| line.text.len() <= LONGEST) else { return Sniff::No };
    if line.text.contains(is_separator) && boards(&line).is_some() { Sniff::Yes } else { Sniff::No }
}

pub(super) fn read(source: &Source<'_>, settings: &Settings) -> Result<Parsed<Sudoku>, ParseError> {
    let line = one_line(source)?;
    let Some((puzzle, solution)) = boards(&line) else {
        let what = "no column holds a board";
        return Err(source.error_at(&line, what, "write one character a cell in a column of its own: 81 for 9 x 9"));
    };
    let side = puzzle.text.len().isqrt();
    let cells =
        (0..puzzle.text.len()).map(|at| read_cell(source, &puzzle.at(at), side)).collect::<Result<Vec<_>, _>>()?;
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at(&puzzle, "not a square", ""))?;
    let parsed = Parsed::new(build(source, (puzzle.line, puzzle.column), cells, None, settings)?);
    let digit = |c: char| plain_cell(c.encode_utf8(&mut [0; 4]), side).and_then(Candidates::single);
    let solution = solution.and_then(|solution| {
        let digits = solution.text.chars().map(|c| digit(c).map(|digit| digit as i32)).collect::<Option<Vec<i32>>>()?;
        Grid::new(side, side, digits)
    });
    Ok(Parsed { solution, ..parsed })
}

pub(super) fn write(parsed: &Parsed<Sudoku>) -> Option<String> {
    let (puzzle, solution) = (&parsed.puzzle, parsed.solution.as_ref()?);
    let text: String = puzzle.cells().things().iter().map(|cell| cell.single().map_or('.', symbol)).collect();
    let digit =
        |&value: &i32| usize::try_from(value).ok().filter(|digit| (1..=puzzle.side()).contains(digit)).map(symbol);
    let solution: String = solution.things().iter().map(digit).collect::<Option<_>>()?;
    let fits = puzzle.is_plain() && puzzle.is_usual() && text.contains('.') && solution.len() == text.len();
    fits.then(|| format!("{text},{solution}\n"))
}

fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';' | '\t')
}

/// The column with the puzzle, and the one with the solution: full, as long as the puzzle, and not the puzzle itself.
fn boards<'a>(line: &Token<'a>) -> Option<(Token<'a>, Option<Token<'a>>)> {
    let columns = line.split(is_separator);
    let boards: Vec<Token<'a>> = columns.iter().map(unquoted).filter(is_board).collect();
    let is_full = |board: &Token<'_>| !board.text.contains(is_blank);
    let puzzle = boards.iter().find(|board| !is_full(board)).or(boards.first())?;
    let solution = boards
        .iter()
        .find(|board| board.column != puzzle.column && is_full(board) && board.text.len() == puzzle.text.len());
    Some((*puzzle, solution.copied()))
}

fn is_board(column: &Token<'_>) -> bool {
    let side = column.text.len().isqrt();
    let is_cell = |c: char| plain_cell(c.encode_utf8(&mut [0; 4]), side).is_some();
    column.text.len() == side * side && is_supported(side) && column.text.is_ascii() && column.text.chars().all(is_cell)
}

/// A column without the blanks and quotes around it.
fn unquoted<'a>(column: &Token<'a>) -> Token<'a> {
    let text = column.text.trim().trim_matches('"').trim();
    let before = text.as_ptr() as usize - column.text.as_ptr() as usize;
    Token { text, column: column.column + column.text[..before].chars().count(), ..*column }
}
