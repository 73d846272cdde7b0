//! Text formats, one file each, and what they share.

mod candidate_grid;
mod csv;
mod drawing;
mod grid;
pub(super) mod json;
mod line;
mod pencil_marks;
mod puzz_link;
mod sdk;
mod tatham;
mod text_grid;

use pencilmark_search::Parameters;

use crate::text::rows::{self, shown};
use crate::{Answer, Format, Grid, ParseError, Source};

use super::parts::{BOX, Candidates, MOST, digit_of, is_blank, is_blank_cell, resolve_shape, symbol};
use super::{ShapeError, Sudoku};
use crate::text::{Token, counted};
use text_grid::TextGrid;

pub(super) static FORMATS: &[Format<Sudoku>] = &[
    Format {
        id: Sudoku::LINE,
        title: "one character per cell on one line (.sdm); digits 1-9, then A-P; `.` or `0` empty; groups and ?bd= addresses, too",
        one_line: true,
        carries_solution: false,
        sniff: line::sniff,
        read: line::read,
        write: Some(line::write),
    },
    Format {
        id: "grid",
        title: "rows of characters or numbers, with or without lines around the boxes",
        one_line: false,
        carries_solution: false,
        sniff: grid::sniff,
        read: grid::read,
        write: Some(grid::write),
    },
    Format {
        id: "sdk",
        title: ".sdk files: nine rows, header lines such as #D, sections [Puzzle] and [State]",
        one_line: false,
        carries_solution: false,
        sniff: sdk::sniff,
        read: sdk::read,
        write: Some(sdk::write),
    },
    Format {
        id: "csv",
        title: "a line of a table: puzzle,solution, as its first line names them; other columns are left out",
        one_line: true,
        carries_solution: true,
        sniff: csv::sniff,
        read: csv::read,
        write: Some(csv::write),
    },
    Format {
        id: "pencil-marks",
        title: "one line with a character for every cell and digit (729 for nine rows), `.` where it is excluded",
        one_line: true,
        carries_solution: false,
        sniff: pencil_marks::sniff,
        read: pencil_marks::read,
        write: Some(pencil_marks::write),
    },
    Format {
        id: "candidates",
        title: "rows of cells, each as its candidates: 1459; above nine digits 1,4,12",
        one_line: false,
        carries_solution: false,
        sniff: candidate_grid::sniff,
        read: candidate_grid::read,
        write: Some(candidate_grid::write),
    },
    Format::drawing(drawing::sniff, drawing::read),
    Format {
        id: "tatham",
        title: "game ID of Simon Tatham's Solo: 3x3:1d9_4b6a7…",
        one_line: true,
        carries_solution: false,
        sniff: tatham::sniff,
        read: tatham::read,
        write: Some(tatham::write),
    },
    Format {
        id: "puzz-link",
        title: "puzz.link address: https://puzz.link/p?sudoku/9/9/…",
        one_line: true,
        carries_solution: false,
        sniff: puzz_link::sniff,
        read: puzz_link::read,
        write: Some(puzz_link::write),
    },
];

/// Reads a filled board: rows as in `grid`, or all cells on one line.
pub(super) fn read_answer(puzzle: &Sudoku, source: &Source<'_>) -> Result<Answer, ParseError> {
    let side = puzzle.side();
    let rows = TextGrid::read(source, source.content())?.cells();
    let tokens: Vec<Token<'_>> = match rows.as_slice() {
        [only] if only.len() == side * side => only.clone(),
        _ => {
            if rows.len() != side {
                let what = match rows.as_slice() {
                    [only] => format!("this line has {}, the board {}", counted(only.len(), "cell"), side * side),
                    _ => format!("the solution has {} rows, the board {side}", rows.len()),
                };
                return Err(source.error_at_start(what, "give the solution in the shape of the puzzle above it"));
            }
            check_rows(source, &rows, side)?;
            rows.into_iter().flatten().collect()
        }
    };
    let digit = |token: &Token<'_>| match read_cell(source, token, side)?.single() {
        Some(digit) => Ok(digit as i32),
        None => Err(source.error_at(token, "a solution has no empty cells", format!("write {}", digits(side)))),
    };
    let things = tokens.iter().map(digit).collect::<Result<Vec<i32>, _>>()?;
    Grid::new(side, side, things).ok_or_else(|| source.error_at_end("the solution has another size", ""))
}

/// See [`crate::Kind::read_entry`].
pub(super) fn read_entry(symbol: &str) -> Option<i32> {
    plain_cell(symbol, MOST)?.single().map(|digit| digit as i32)
}

/// Writes one as rows of numbers.
pub(super) fn write_answer(answer: &Answer) -> String {
    rows::write_grid(answer, i32::to_string)
}

/// Builds the puzzle from its cells in reading order; `stated` is the shape of a box if the text says it.
fn build(
    source: &Source<'_>,
    at: (usize, usize),
    cells: Grid<Candidates>,
    stated: Option<(usize, usize)>,
    settings: &Parameters,
) -> Result<Sudoku, ParseError> {
    let fail = |error: ShapeError| source.error(at, error.to_string(), error.remedy());
    let shape = resolve_shape(cells.rows(), stated, BOX.get(settings)).map_err(fail)?;
    Sudoku::new(shape, cells).map_err(fail)
}

/// Fails unless every row has as many cells as there are rows.
fn check_rows(source: &Source<'_>, rows: &[Vec<Token<'_>>], side: usize) -> Result<(), ParseError> {
    for (index, row) in rows.iter().enumerate() {
        if row.len() != side {
            let place = row.get(side).or(row.last()).map_or((source.first_line, 1), |token| (token.line, token.column));
            let what = format!("row {} has {}, but there are {side} rows", index + 1, counted(row.len(), "cell"));
            return Err(source.error(place, what, "make rows and columns equally many; write `.` for an empty cell"));
        }
    }
    Ok(())
}

/// A cell of a plain board: a digit as a symbol or a number, or a blank.
fn read_cell(source: &Source<'_>, token: &Token<'_>, side: usize) -> Result<Candidates, ParseError> {
    plain_cell(token.text, side).ok_or_else(|| {
        let what = format!("{} cannot stand in a cell of a {side} x {side} Sudoku", shown(token.text));
        source.error_at(token, what, format!("write {}, or `.` for an empty cell", digits(side)))
    })
}

fn plain_cell(text: &str, side: usize) -> Option<Candidates> {
    let mut chars = text.chars();
    let digit = match (chars.next()?, chars.next()) {
        (c, None) if is_blank_cell(c) => return Some(Candidates::all(side)),
        (c, None) => digit_of(c)?,
        _ => number(text)?,
    };
    (1..=side).contains(&digit).then(|| Candidates::only(digit))
}

/// A number of one or two decimal digits that does not begin with 0.
fn number(text: &str) -> Option<usize> {
    let decimal = !text.starts_with('0') && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if decimal { text.parse().ok() } else { None }
}

/// "a digit from 1 to 9".
fn digits(side: usize) -> String {
    if side <= 9 {
        format!("a digit from 1 to {side}")
    } else {
        let (first, last) = (symbol(10), symbol(side));
        let letters = if side == 10 { first.to_string() } else { format!("{first} to {last}") };
        format!("a digit from 1 to {side} ({letters} from 10 on)")
    }
}

/// The text as one line.
fn one_line<'a>(source: &Source<'a>) -> Result<Token<'a>, ParseError> {
    let mut content = source.content();
    let Some(line) = content.next() else {
        return Err(source.error_at_end("there is no puzzle", "write it on one line"));
    };
    match content.next() {
        Some(second) => Err(source.error_at(&second.trimmed(), "a second line", "write one puzzle on one line")),
        None => Ok(line.trimmed()),
    }
}

/// A part of a plain board in reading order.
#[derive(Clone, Copy)]
enum Piece {
    Digit(usize),
    Blanks(u8),
}

/// The givens of a plain board, and the blanks between them in runs of at most `longest`.
fn pieces(puzzle: &Sudoku, longest: u8) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for cell in puzzle.cells().things() {
        match (cell.single(), pieces.last_mut()) {
            (Some(digit), _) => pieces.push(Piece::Digit(digit)),
            (None, Some(Piece::Blanks(count))) if *count < longest => *count += 1,
            (None, _) => pieces.push(Piece::Blanks(1)),
        }
    }
    pieces
}

/// Rows of words in aligned columns, with lines between the boxes.
pub(super) fn boxed(words: &Grid<String>, (box_rows, box_cols): (usize, usize)) -> String {
    let width = words.things().iter().map(String::len).max().unwrap_or(1);
    let mut text = String::new();
    for (index, row) in words.iter_rows().enumerate() {
        if index > 0 && index % box_rows == 0 {
            let dashes = box_cols * (width + 1);
            let boxes = row.len() / box_cols;
            // The outer boxes have a blank less than the inner ones.
            let lines: Vec<String> =
                (0..boxes).map(|at| "-".repeat(dashes + usize::from(at > 0 && at + 1 < boxes))).collect();
            text += &lines.join("+");
            text.push('\n');
        }
        let boxes: Vec<String> = row
            .chunks(box_cols)
            .map(|cells| cells.iter().map(|word| format!("{word:>width$}")).collect::<Vec<_>>().join(" "))
            .collect();
        text += boxes.join(" | ").trim_end();
        text.push('\n');
    }
    text
}
