//! The text formats of Hitori, one file per format, and what they share.

mod answer;
mod drawing;
mod grid;
mod janko;
pub(super) mod json;
mod puzz_link;
mod tatham;

use super::{Hitori, LARGEST, MOST, Malformed};
use crate::text::rows::{self, number, shown};
use crate::text::{Line, Token};
use crate::{Answer, Format, Grid, Kind as _, ParseError, Source};

/// Every format, the plainest first.
pub(super) const FORMATS: &[Format<Hitori>] =
    &[grid::FORMAT, answer::FORMAT, tatham::FORMAT, puzz_link::FORMAT, janko::FORMAT, drawing::FORMAT];

/// See [`crate::Kind::read_answer`].
pub(super) fn read_answer(puzzle: &Hitori, text: &Source<'_>) -> Result<Answer, ParseError> {
    rows::read_answer(text, puzzle.shape(), shade, "`B` for a shaded cell and `W` for a white one")
}

/// See [`crate::Kind::write_answer`]: rows of `W` and `B`.
pub(super) fn write_answer(answer: &Answer) -> String {
    rows::write_grid(answer, |&shade| if shade == 1 { "B" } else { "W" }.to_owned())
}

/// See [`crate::Kind::read_entry`].
pub(super) fn read_entry(symbol: &str) -> Option<i32> {
    shade(symbol)
}

/// See [`crate::Kind::write_entry`].
pub(super) fn write_entry(entry: i32) -> String {
    if entry == 1 { "B" } else { "W" }.to_owned()
}

/// What a word in an answer stands for: 1 shaded, 0 white.
fn shade(text: &str) -> Option<i32> {
    match text {
        "B" | "b" | "1" | "#" => Some(1),
        "W" | "w" | "0" | "." => Some(0),
        _ => None,
    }
}

/// The rows of numbers as text, `.` where there is none.
fn numbers(puzzle: &Hitori) -> String {
    rows::write_grid(puzzle.numbers(), |number| symbol(*number))
}

fn symbol(number: Option<u16>) -> String {
    number.map_or_else(|| ".".to_owned(), |number| number.to_string())
}

/// The cells of some lines: words if any line has blanks between them or the board is known to be one column wide,
/// single characters otherwise. No row is longer than [`MOST`].
fn cells<'a>(source: &Source<'a>, lines: &[Line<'a>], cols: Option<usize>) -> Result<Vec<Vec<Token<'a>>>, ParseError> {
    if let Some(rows) =
        rows::separated_cells(lines).filter(|rows| rows.len() <= MOST && rows.iter().all(|row| row.len() <= MOST))
    {
        return Ok(rows);
    }
    let words = cols == Some(1) || lines.iter().any(|line| line.text.trim().contains(char::is_whitespace));
    let mut rows = Vec::new();
    for line in lines {
        // Counted before the tokens are made: a line may be megabytes long.
        let too_long = if words {
            line.text.split_whitespace().nth(MOST).is_some()
        } else {
            line.text.trim().chars().nth(MOST).is_some()
        };
        if too_long || rows.len() == MOST {
            let what = format!("more than {MOST} {}", if too_long { "cells in a row" } else { "rows" });
            return Err(source.error_at(
                &line.trimmed(),
                what,
                format!("the largest supported board is {MOST} x {MOST}"),
            ));
        }
        rows.push(if words { line.words() } else { line.characters() });
    }
    Ok(rows)
}

/// The numbers of a rectangle of tokens: decimal, or a letter for 10 and up; `.`, `_` or `?` for none.
fn read_numbers(source: &Source<'_>, rows: &[Vec<Token<'_>>]) -> Result<Grid<Option<u16>>, ParseError> {
    let (height, width) = rows::rectangle(source, rows)?;
    // On a small board, a letter or two among numbers is a slip: `O` for 0, `l` for 1.
    let value = |token: &Token<'_>| single_letter(token).and_then(|c| c.to_digit(36));
    let is_stray = |token: &&Token<'_>| value(token).is_some_and(|value| value as usize > height.max(width));
    let mut stray = rows.iter().flatten().filter(is_stray);
    if stray.clone().count() * 10 <= height * width
        && let Some(token) = stray.next()
    {
        let what = format!("{} among numbers would be the number {}", shown(token.text), value(token).unwrap_or(0));
        return Err(source.error_at(token, what, "if it is meant, write the number itself"));
    }
    let mut letter: Option<Token<'_>> = None;
    let mut numbers = Vec::with_capacity(height * width);
    for token in rows.iter().flatten() {
        if let Some(c) = single_letter(token) {
            let first = letter.get_or_insert(*token);
            if first.text.starts_with(|first: char| first.is_ascii_lowercase() != c.is_ascii_lowercase()) {
                let what =
                    format!("{} beside {}: small and capital letters are mixed", shown(token.text), shown(first.text));
                return Err(source.error_at(token, what, "write numbers with blanks between them"));
            }
        }
        numbers.push(read_number(source, token)?);
    }
    Grid::new(height, width, numbers)
        .ok_or_else(|| source.error_at_start("the rows do not form a rectangle", "check them"))
}

fn read_number(source: &Source<'_>, token: &Token<'_>) -> Result<Option<u16>, ParseError> {
    if matches!(token.text, "." | "_" | "?") {
        return Ok(None);
    }
    if let Some(value) = single_letter(token).and_then(|c| c.to_digit(36)) {
        return Ok(Some(value as u16));
    }
    decimal(source, token).map(Some)
}

fn decimal(source: &Source<'_>, token: &Token<'_>) -> Result<u16, ParseError> {
    let value = number(source, token, "a cell's number", 1, i64::from(LARGEST));
    value.map(|value| value as u16).map_err(|mut error| {
        error.remedy.text += ", or `.` for a cell without a number";
        error
    })
}

fn single_letter(token: &Token<'_>) -> Option<char> {
    let mut chars = token.text.chars();
    chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none())
}

/// The puzzle that was read; its size and numbers have been checked, so this does not fail.
fn puzzle(source: &Source<'_>, numbers: Grid<Option<u16>>) -> Result<Hitori, ParseError> {
    Hitori::new(numbers)
        .map_err(|malformed: Malformed| source.error_at_start(malformed.to_string(), "correct the board"))
}

/// A side of the board from a word.
fn side(source: &Source<'_>, token: &Token<'_>, what: &str) -> Result<usize, ParseError> {
    number(source, token, what, 1, MOST as i64).map(|value| value as usize)
}

/// Whether an answer has the shape of the puzzle and only white and shaded cells, so that it can be written.
fn is_writable(puzzle: &Hitori, answer: &Answer) -> bool {
    let numbers = puzzle.numbers();
    (answer.rows(), answer.cols()) == (numbers.rows(), numbers.cols())
        && answer.things().iter().all(|shade| matches!(shade, 0 | 1))
}
