//! Rows of numbers: `.`, `0` or `_` is empty, `#`, `x` or `-1` a hole. A first line `ROWS COLS` is optional; it may end
//! in the word `orthogonal`.
//!
//! A board with two columns may begin with a row that looks like its size. It is read as the size when the numbers fit
//! the rows below it, so a size line is always written.

use pencilmark_search::Parameters;

use super::super::{Hidato, MOST, Moves};
use super::{bounded, is_digits, is_hole, squares, symbol};
use crate::text::Token;
use crate::text::rows::{self, is_full_with_repeats, separated_cells, shown};
use crate::{Carried, Format, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hidato> = Format {
    id: "grid",
    title: "rows of numbers, `.` empty, `x` a hole; a first line `ROWS COLS` or `ROWS COLS orthogonal` is optional",
    one_line: false,
    carries_solution: false,
    sniff,
    read,
    write: Some(write),
};

const EMPTY: &[&str] = &[".", "0", "_", "*", "-", "?"];
const ORTHOGONAL: &str = "orthogonal";

/// Whether rows of the right symbols form a rectangle. Few numbers may repeat: a Hidato has each once, apart from
/// slips, while a Sudoku or a Hitori repeats them all over.
fn sniff(source: &Source<'_>) -> Sniff {
    let Ok(words) = words(source) else { return Sniff::No };
    let (header, board) = split(&words);
    let width = board.first().map_or(0, Vec::len);
    let fits = |word: &Token<'_>| EMPTY.contains(&word.text) || is_hole(word.text) || is_digits(word.text);
    let wrong = board.iter().flatten().filter(|word| !fits(word)).count();
    // Numbers of several digits among blanks are hardly another puzzle, so a slip in a few cells is left to the reader to report.
    let is_long = |word: &Token<'_>| word.text.len() > 1 && is_digits(word.text);
    let has_long = board.iter().flatten().any(is_long);
    let few = wrong == 0 || has_long && header.is_none() && wrong * 5 <= board.iter().map(Vec::len).sum();
    let rectangle = few && board.iter().all(|row| row.len() == width);
    if !rectangle || width == 0 || width > MOST || (header.is_none() && board.len() < 2) {
        return Sniff::No;
    }
    if header.is_some_and(|header| header.len() == 3) {
        return Sniff::Yes;
    }
    if is_full_with_repeats(board) {
        // A Hitori is like that; if the caller names the kind, it is read all the same.
        return Sniff::No;
    }
    let is_given = |word: &&Token<'_>| is_digits(word.text) && !EMPTY.contains(&word.text);
    let mut givens: Vec<&str> = board.iter().flatten().filter(is_given).map(|word| word.text).collect();
    let all = givens.len();
    givens.sort_unstable();
    givens.dedup();
    if (all - givens.len()) * 8 <= all { Sniff::Maybe } else { Sniff::No }
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Hidato>, ParseError> {
    let words = words(source)?;
    let (header, board) = split(&words);
    let mut moves = Moves::asked_for(settings);
    if let Some(header) = header {
        if let Some(word) = header.get(2) {
            if !word.text.eq_ignore_ascii_case(ORTHOGONAL) {
                let what = format!("{} after rows and columns", shown(word.text));
                return Err(source.error_at(word, what, format!("remove it, or write `{ORTHOGONAL}`")));
            }
            moves = Moves::Orthogonal;
        }
        let rows = rows::number(source, &header[0], "a number of rows", 1, MOST as i64)? as usize;
        let cols = rows::number(source, &header[1], "a number of columns", 1, MOST as i64)? as usize;
        let (height, width) = rows::rectangle(source, board)?;
        if (height, width) != (rows, cols) {
            let what = format!("the first line says {rows} rows and {cols} columns; there are {height} and {width}");
            return Err(source.error_at(&header[0], what, "correct it, or leave it out"));
        }
    }
    squares(source, board, moves, EMPTY).map(Parsed::new)
}

/// The cells of each line: words, or characters when no line has a blank between two words.
fn words<'a>(source: &Source<'a>) -> Result<Vec<Vec<Token<'a>>>, ParseError> {
    let lines = bounded(source, source.content(), MOST + 1)?;
    if let Some(rows) = separated_cells(&lines) {
        return Ok(rows);
    }
    let spaced = lines.iter().any(|line| line.text.trim().contains(char::is_whitespace));
    Ok(lines.iter().map(|line| if spaced { line.words() } else { line.characters() }).collect())
}

/// The size line, if there is one, and the rows.
fn split<'w, 'a>(words: &'w [Vec<Token<'a>>]) -> (Option<&'w [Token<'a>]>, &'w [Vec<Token<'a>>]) {
    let Some((first, rest)) = words.split_first() else { return (None, words) };
    let numbers = |row: &[Token<'_>]| row.iter().all(|word| is_digits(word.text));
    let is_header = match &first[..] {
        [rows, cols, word] => numbers(&[*rows, *cols]) && word.text.chars().filter(|c| c.is_alphabetic()).count() > 1,
        [rows, cols] if numbers(first) => {
            let as_said = rows.text.parse() == Ok(rest.len()) && cols.text == "2";
            // One row cannot have two cells when the others have not.
            rest.first().is_some_and(|row| row.len() != 2 || as_said)
        }
        _ => false,
    };
    if is_header { (Some(first), rest) } else { (None, words) }
}

#[allow(clippy::unnecessary_wraps)] // other formats cannot carry every puzzle
fn write(puzzle: &Hidato, _: &Carried) -> Option<String> {
    let (rows, cols) = (puzzle.squares.rows(), puzzle.squares.cols());
    let word = if puzzle.moves == Moves::Orthogonal { " orthogonal" } else { "" };
    let grid = rows::write_grid(&puzzle.squares, |&square| symbol(puzzle, square));
    Some(format!("{rows} {cols}{word}\n{grid}"))
}
