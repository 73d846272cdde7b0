//! The text formats of Hidato.

mod drawing;
mod generator;
mod grid;
mod janko;
pub(super) mod json;
mod kudamono;

use super::{HOLE, Hidato, MOST, Malformed, Moves, Square};
use crate::text::rows::{self, shown};
use crate::text::{Line, Token};
use crate::{Answer, Format, Grid, Kind as _, ParseError, Source};

pub(super) const FORMATS: &[Format<Hidato>] =
    &[grid::FORMAT, kudamono::FORMAT, janko::FORMAT, generator::FORMAT, drawing::FORMAT];

/// Longer than any row of a supported board; a longer line is not even split into words.
const LONGEST_LINE: usize = 2000;

/// Squares from the words of a grid: `empty` says which words mean an empty cell.
fn squares(source: &Source<'_>, words: &[Vec<Token<'_>>], moves: Moves, empty: &[&str]) -> Result<Hidato, ParseError> {
    rows::rectangle(source, words)?;
    let mut squares = Vec::with_capacity(words.len());
    for row in words {
        squares.push(row.iter().map(|word| square(source, word, empty)).collect::<Result<Vec<_>, _>>()?);
    }
    // The rows are equally long.
    let squares = Grid::from_rows(squares).unwrap_or_else(|| Grid::filled(0, 0, Square::Empty));
    Hidato::new(squares, moves).map_err(|malformed| match malformed.cell {
        Some(cell) => source.error_at(&words[cell.row][cell.col], malformed.what, malformed.remedy),
        None => refuse(source, malformed),
    })
}

fn square(source: &Source<'_>, word: &Token<'_>, empty: &[&str]) -> Result<Square, ParseError> {
    if empty.contains(&word.text) {
        return Ok(Square::Empty);
    }
    if is_hole(word.text) {
        return Ok(Square::Hole);
    }
    if !is_digits(word.text) {
        let what = format!("{} cannot stand in a cell", shown(word.text));
        return Err(source.error_at(word, what, "write a number, `.` for an empty cell or `x` for a hole"));
    }
    given(source, word)
}

/// A given; whether it is in the range of the board is for [`Hidato::new`] to say.
fn given(source: &Source<'_>, word: &Token<'_>) -> Result<Square, ParseError> {
    word.text.parse().map(Square::Given).map_err(|_| {
        let what = format!("{} is out of range", shown(word.text));
        source.error_at(word, what, format!("no board has more than {} cells", MOST * MOST))
    })
}

fn is_hole(word: &str) -> bool {
    matches!(word, "#" | "x" | "X" | "-1")
}

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn refuse(source: &Source<'_>, malformed: Malformed) -> ParseError {
    source.error_at_start(malformed.what, malformed.remedy)
}

/// Up to `most` lines. Fails on more or longer lines than any board has, before memory is spent on them.
fn bounded<'a>(
    source: &Source<'_>,
    lines: impl Iterator<Item = Line<'a>>,
    most: usize,
) -> Result<Vec<Line<'a>>, ParseError> {
    let remedy = || format!("boards up to {MOST} x {MOST} are supported; check where this puzzle ends");
    let mut kept: Vec<Line<'a>> = Vec::new();
    for line in lines {
        if kept.len() == most {
            return Err(source.error_at(&line.trimmed(), format!("more than {MOST} rows"), remedy()));
        }
        if line.text.len() > LONGEST_LINE {
            let what = format!("a line of {} characters cannot be a row of a board", line.text.chars().count());
            return Err(source.error_at(&line.trimmed(), what, remedy()));
        }
        kept.push(line);
    }
    Ok(kept)
}

/// How a square is written where `.` is empty.
fn symbol(puzzle: &Hidato, square: Square) -> String {
    match square {
        // A line with nothing but `#` and one word more would read as a comment.
        Square::Hole if puzzle.squares.cols() <= 2 => "x".to_owned(),
        Square::Hole => "#".to_owned(),
        Square::Empty => ".".to_owned(),
        Square::Given(number) => number.to_string(),
    }
}

/// See [`crate::Kind::read_answer`].
pub(super) fn read_answer(puzzle: &Hidato, text: &Source<'_>) -> Result<Answer, ParseError> {
    let symbol = |word: &str| if is_hole(word) { Some(HOLE) } else { word.parse().ok().filter(|&number| number > 0) };
    rows::read_answer(text, puzzle.shape(), symbol, "a number, or `x` for a hole")
}

/// See [`crate::Kind::write_answer`].
pub(super) fn write_answer(answer: &Answer) -> String {
    let symbol = |&number: &i32| if number == HOLE { "x".to_owned() } else { number.to_string() };
    if answer.cols() == 1 {
        // One number per line would read as one digit per cell: a single line says it without doubt.
        let line: Vec<String> = answer.things().iter().map(symbol).collect();
        return line.join(" ") + "\n";
    }
    rows::write_grid(answer, symbol)
}
