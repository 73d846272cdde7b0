//! A line of a table: `puzzle,solution`, as data sets have them. The line above a table says which columns they are; without such a line, it is
//! those that hold a board of one character per cell. Other columns, such as a number or a rating, are left out.
//!
//! A table may have been through a spreadsheet, and a puzzle may be cut off, empty or turned into a number. Then the board beside it is still its
//! solution, not a puzzle: see [`Row::puzzle_by_shape`].

use pencilmark_search::Parameters;

use crate::text::batch::is_nine;
use crate::text::rows::shown;
use crate::text::table::{cells, separator_of};
use crate::text::{Token, rows};
use crate::{Answer, Carried, Grid, ParseError, Parsed, Sniff, Source};

use super::{build, counted, is_blank, is_blank_cell, one_line, plain_cell, read_cell, symbol};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::{Candidates, MOST, is_supported};

/// No line of two boards and some remarks is longer.
const LONGEST: usize = 8 * MOST * MOST;

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Some(line) = source.single_line() else { return Sniff::No };
    let Some(row) = Row::new(source, &line) else { return Sniff::No };
    let named = row.puzzle.and_then(|place| row.cells.get(place));
    let is_row = row.cells.iter().any(|cell| is_board(cell) || is_broken_board(cell))
        || source.columns.is_some() && row.open_quote().is_some()
        || named.is_some_and(|cell| is_remnant(cell) && !cell.text.is_empty());
    if is_row { Sniff::Yes } else { Sniff::No }
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let line = one_line(source)?;
    let row = Row::new(source, &line);
    let place = row.as_ref().and_then(|row| row.puzzle.or_else(|| row.puzzle_by_shape()));
    let Some((row, place)) = row.as_ref().zip(place) else {
        if let Some(cell) = row.as_ref().and_then(Row::open_quote) {
            let what = "the cell that begins here does not end on this line";
            return Err(source.error_at(cell, what, "write every row of the table on one line"));
        }
        let remedy = "write one character per cell in a column of its own: 81 for 9 x 9";
        return Err(source.error_at(&line, "no column holds a puzzle", remedy));
    };
    let puzzle = row.cells[place];
    let side = side_of(&puzzle).ok_or_else(|| row.damage(source, &puzzle))?;
    let tokens = rows::characters(&[puzzle]);
    let cells = tokens.iter().map(|token| read_cell(source, token, side)).collect::<Result<Vec<_>, _>>()?;
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at(&puzzle, "not a square", ""))?;
    let parsed = Parsed::new(build(source, (puzzle.line, puzzle.column), cells, None, settings)?);
    // An empty cell claims nothing.
    let solution = row
        .solution
        .or_else(|| row.solution_by_shape(place))
        .map(|place| row.cells[place])
        .filter(|cell| !cell.text.is_empty());
    let solution = solution.map(|cell| read_solution(source, &cell, side)).transpose()?;
    Ok(parsed.with_solution(solution))
}

/// The solution beside a puzzle of this side. One that is cut off or has a slip is an error: a table is checked for just that.
fn read_solution(source: &Source<'_>, column: &Token<'_>, side: usize) -> Result<Answer, ParseError> {
    let remedy = "correct the column, or leave it out";
    let tokens = rows::characters(&[*column]);
    let wrong_length = || {
        let what = if is_rounded(column.text) {
            format!("{} is a rounded number, not a solution", shown(column.text))
        } else {
            format!("this column has {}, the board beside it {}", counted(tokens.len(), "cell"), side * side)
        };
        source.error_at(column, what, remedy)
    };
    if tokens.len() != side * side {
        return Err(wrong_length());
    }
    let digit = |token: &Token<'_>| {
        let digit = plain_cell(token.text, side).and_then(Candidates::single);
        digit.map(|digit| digit as i32).ok_or_else(|| {
            let what = if token.text.chars().all(is_blank_cell) {
                "a solution has no empty cells".to_owned()
            } else {
                format!("{} cannot stand in the solution of a {side} x {side} Sudoku", shown(token.text))
            };
            source.error_at(token, what, remedy)
        })
    };
    let digits = tokens.iter().map(digit).collect::<Result<Vec<i32>, _>>()?;
    Grid::new(side, side, digits).ok_or_else(wrong_length)
}

pub(super) fn write(puzzle: &Sudoku, carried: &Carried) -> Option<String> {
    let solution = carried.solution.as_deref()?;
    let text: String = puzzle.cells().things().iter().map(|cell| cell.single().map_or('.', symbol)).collect();
    let digit =
        |&value: &i32| usize::try_from(value).ok().filter(|digit| (1..=puzzle.side()).contains(digit)).map(symbol);
    let solution: String = solution.things().iter().map(digit).collect::<Option<_>>()?;
    let fits = puzzle.is_plain() && puzzle.is_usual() && text.contains('.') && solution.len() == text.len();
    fits.then(|| format!("{text},{solution}\n"))
}

/// A line of a table.
struct Row<'a> {
    cells: Vec<Token<'a>>,
    /// The columns of the puzzle and of its solution, if they have names.
    puzzle: Option<usize>,
    solution: Option<usize>,
    /// Whether the table names any of the two, though this row may have lost a cell.
    is_named: bool,
}

impl<'a> Row<'a> {
    /// The cells of a line; `None` if it has but one, or is too long for a row.
    fn new(source: &Source<'a>, line: &Token<'a>) -> Option<Self> {
        if line.text.len() > LONGEST {
            return None;
        }
        let columns = source.columns.filter(|columns| columns.count > 1 && line.text.contains(columns.separator));
        let separator = columns.map(|columns| columns.separator).or_else(|| separator_of(line.text))?;
        let cells = cells(line, separator);
        let is_named = columns.is_some_and(|columns| columns.puzzle.or(columns.solution).is_some());
        // A row with more or fewer cells has not its columns where the names are.
        let columns = columns.filter(|columns| columns.count == cells.len());
        let is_number = |place: usize| cells[place].text.len() <= 2 && cells[place].text.parse::<u8>().is_ok();
        let puzzle = columns.and_then(|columns| {
            let place = columns.puzzle?;
            (!columns.may_be_number || !is_number(place)).then_some(place)
        });
        Some(Self { cells, puzzle, solution: columns.and_then(|columns| columns.solution), is_named })
    }

    /// A cell whose quote is not closed.
    fn open_quote(&self) -> Option<&Token<'a>> {
        self.cells.iter().find(|cell| cell.text.starts_with('"'))
    }

    /// The places of the cells that hold a board.
    fn boards(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|&place| is_board(&self.cells[place]))
    }

    fn is_full(&self, place: usize) -> bool {
        !self.cells[place].text.contains(is_blank)
    }

    /// The column with the puzzle where none is named: the first board with an empty cell. A full board alone may be a puzzle, too, unless names
    /// say that there is more to the table; but beside what may be left of a puzzle it is the solution, and then that is the column.
    fn puzzle_by_shape(&self) -> Option<usize> {
        let is_other = |&place: &usize| Some(place) != self.solution;
        if let Some(puzzle) = self.boards().filter(is_other).find(|&place| !self.is_full(place)) {
            return Some(puzzle);
        }
        let full = self.boards().next();
        let is_left = |&place: &usize| {
            let cell = &self.cells[place];
            let is_remnant = || is_remnant(cell) && (full > Some(place) || !cell.text.is_empty());
            !is_board(cell) && (is_broken_board(cell) || full.is_some() && is_remnant())
        };
        let left = (0..self.cells.len()).filter(is_other).find(is_left);
        left.or_else(|| full.filter(|_| !self.is_named))
    }

    /// The column with the solution where none is named: full, as long as the puzzle, and not the puzzle itself. If there is none, one that was
    /// meant to be.
    fn solution_by_shape(&self, puzzle: usize) -> Option<usize> {
        let size = self.cells[puzzle].text.len();
        let is_other = |place: &usize| *place != puzzle;
        let solution =
            self.boards().filter(is_other).find(|&place| self.is_full(place) && self.cells[place].text.len() == size);
        // Where columns have names, one that is not full has another purpose, such as what a person has entered.
        let is_meant = |&place: &usize| {
            let cell = &self.cells[place];
            is_nearly(cell, size) && !(self.is_named && is_board(cell) && !self.is_full(place))
        };
        solution.or_else(|| (0..self.cells.len()).filter(is_other).find(is_meant))
    }

    /// What is wrong with the cell of the puzzle.
    fn damage(&self, source: &Source<'_>, cell: &Token<'_>) -> ParseError {
        let count = cell.text.chars().count();
        let as_text = "read the column as text when the table is imported, and write `.` for an empty cell";
        if cell.text.is_empty() {
            return source.error_at(cell, "there is no puzzle in this row", "fill in the cell, or delete the row");
        }
        if is_rounded(cell.text) {
            let what = format!("{} is a rounded number: the puzzle is lost", shown(cell.text));
            return source.error_at(cell, what, as_text);
        }
        let beside = self.boards().map(|place| self.cells[place].text.len()).next();
        let square = |side: usize| side * side;
        let above = || (1..=MOST).filter(|&side| is_supported(side)).map(square).find(|&size| size >= count);
        let Some(size) = beside.or_else(above).filter(|_| is_remnant(cell)) else {
            let what = format!("{} is not a puzzle of one character per cell", shown(cell.text));
            return source.error_at(cell, what, "write one character per cell: 81 for 9 x 9");
        };
        let what = format!("this cell has {count} of {size} characters");
        if count < size && cell.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let what = format!("{what}; perhaps zeros at its start were dropped");
            return source.error_at(cell, what, as_text);
        }
        source.error_at(cell, what, "write one character per cell, and `.` for an empty one")
    }
}

/// Whether a column was meant to hold a full board of `size` cells: as long, give or take an eighth, and most of it could stand in one; the
/// beginning of one; or one that was taken for a number. An identifier, a rating or a remark is not.
fn is_nearly(column: &Token<'_>, size: usize) -> bool {
    let length = column.text.chars().count();
    let is_cell = |c: &char| plain_cell(c.encode_utf8(&mut [0; 4]), size.isqrt()).is_some();
    let proper = column.text.chars().filter(is_cell).count();
    length.abs_diff(size) <= size / 8 && 4 * proper >= 3 * length
        || (size / 3..size).contains(&length) && size > 16 && proper == length && !column.text.contains(is_blank)
        || exponent(column.text) == Some(size - 1)
}

/// Whether a column may be what is left of a board: nothing, a number that was rounded, or a few characters of it.
fn is_remnant(column: &Token<'_>) -> bool {
    const FEWEST: usize = 10;
    let text = column.text;
    let is_cell = |c: char| plain_cell(c.encode_utf8(&mut [0; 4]), MOST).is_some();
    let proper = text.chars().filter(|&c| is_cell(c)).count();
    let has_blanks = || text.chars().any(is_blank);
    text.is_empty()
        || is_rounded(text)
        || text.len() >= FEWEST && !text.contains(' ') && has_blanks() && proper * 10 >= text.chars().count() * 9
}

/// The same for most of a 9 x 9 board, which nothing else looks like.
fn is_broken_board(column: &Token<'_>) -> bool {
    const SIDE: usize = 9;
    let count = column.text.chars().count();
    let is_cell = |c: &char| c.is_ascii_digit() || is_blank(*c);
    let proper = column.text.chars().filter(is_cell).count();
    let blanks = column.text.chars().filter(|&c| is_blank(c)).count();
    (52..=110).contains(&count) && proper * 10 >= count * 9 && blanks >= SIDE
}

/// Whether a text is a number that a spreadsheet has made of more digits than it can hold: `3.48E+80`.
fn is_rounded(text: &str) -> bool {
    const DIGITS: usize = 15;
    exponent(text).is_some_and(|exponent| exponent >= DIGITS)
}

/// The exponent of a number in scientific notation, with a point or a comma.
fn exponent(text: &str) -> Option<usize> {
    let (number, exponent) = text.split_once(['E', 'e'])?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    exponent.strip_prefix('+').filter(|_| !number.is_empty() && is_number(number))?.parse().ok()
}

fn is_board(column: &Token<'_>) -> bool {
    let is_cell = |side: usize| move |c: char| plain_cell(c.encode_utf8(&mut [0; 4]), side).is_some();
    is_nine(column.text.as_bytes())
        || column.text.is_ascii() && side_of(column).is_some_and(|side| column.text.chars().all(is_cell(side)))
}

/// The side of a board with as many cells as a column has characters, if there is such a board.
fn side_of(column: &Token<'_>) -> Option<usize> {
    let count = column.text.chars().count();
    let side = count.isqrt();
    (side * side == count && is_supported(side)).then_some(side)
}
