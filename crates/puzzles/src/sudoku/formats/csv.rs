//! A line of a table: `puzzle,solution`, as data sets have them. The columns that hold a board of one character per cell are the puzzle and its
//! solution; others, such as a number or a rating, are left out. The line that names the columns is a comment to all readers: see
//! [`Line::is_comment`](crate::text::Line::is_comment).

use crate::text::Token;
use crate::text::rows::shown;
use crate::{Answer, Grid, ParseError, Parsed, Settings, Sniff, Source};

use super::{build, is_blank, is_blank_cell, one_line, plain_cell, read_cell, symbol};
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
        return Err(source.error_at(&line, what, "write one character per cell in a column of its own: 81 for 9 x 9"));
    };
    let side = puzzle.text.len().isqrt();
    let cells =
        (0..puzzle.text.len()).map(|at| read_cell(source, &puzzle.at(at), side)).collect::<Result<Vec<_>, _>>()?;
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at(&puzzle, "not a square", ""))?;
    let parsed = Parsed::new(build(source, (puzzle.line, puzzle.column), cells, None, settings)?);
    let solution = solution.map(|solution| read_solution(source, &solution, side)).transpose()?;
    Ok(Parsed { solution, ..parsed })
}

/// The solution beside a puzzle of this side. One that is cut off or has a slip is an error: a table is checked for just that.
fn read_solution(source: &Source<'_>, column: &Token<'_>, side: usize) -> Result<Answer, ParseError> {
    let remedy = "correct the column, or leave it out";
    let length = column.text.chars().count();
    let wrong_length = || {
        let what = format!("this column has {length} cells, the board beside it {}", side * side);
        source.error_at(column, what, remedy)
    };
    // Here it may be the puzzle that is cut off, with blanks in its cells.
    if length != side * side {
        return Err(wrong_length());
    }
    let digit = |at| {
        let token = column.at(at);
        let digit = plain_cell(token.text, side).and_then(Candidates::single);
        digit.map(|digit| digit as i32).ok_or_else(|| {
            let what = if token.text.chars().all(is_blank_cell) {
                "a solution has no empty cells".to_owned()
            } else {
                format!("{} cannot stand in the solution of a {side} x {side} Sudoku", shown(token.text))
            };
            source.error_at(&token, what, remedy)
        })
    };
    let digits = (0..length).map(digit).collect::<Result<Vec<i32>, _>>()?;
    Grid::new(side, side, digits).ok_or_else(wrong_length)
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

/// The column with the puzzle, and the one with the solution: full, as long as the puzzle, and not the puzzle itself. If there
/// is none, one that is nearly so.
fn boards<'a>(line: &Token<'a>) -> Option<(Token<'a>, Option<Token<'a>>)> {
    let columns: Vec<Token<'a>> = line.split(is_separator).iter().map(unquoted).collect();
    let boards = || columns.iter().filter(|column| is_board(column));
    let is_full = |board: &Token<'_>| !board.text.contains(is_blank);
    let puzzle = boards().find(|board| !is_full(board)).or(boards().next())?;
    let is_other = |column: &&Token<'_>| column.column != puzzle.column;
    let solution = boards().filter(is_other).find(|board| is_full(board) && board.text.len() == puzzle.text.len());
    let meant = || columns.iter().filter(is_other).find(|column| is_nearly(column, puzzle.text.len()));
    Some((*puzzle, solution.or_else(meant).copied()))
}

/// Whether a column is as long as a board of `cells` cells, give or take an eighth, and most of it could stand in one. A
/// number, a rating or a remark is not.
fn is_nearly(column: &Token<'_>, cells: usize) -> bool {
    let length = column.text.chars().count();
    let is_cell = |c: &char| plain_cell(c.encode_utf8(&mut [0; 4]), cells.isqrt()).is_some();
    length.abs_diff(cells) <= cells / 8 && 4 * column.text.chars().filter(is_cell).count() >= 3 * length
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
