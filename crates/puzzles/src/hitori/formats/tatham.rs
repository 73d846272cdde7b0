//! The game ID of `singles` in Simon Tatham's collection: `WxH:` and one character per cell, 1-9, a-z = 10-35, A-Z = 36-61.

use pencilmark_search::Parameters;

use super::super::{Hitori, MOST};
use super::{puzzle, side};
use crate::text::Token;
use crate::text::rows::shown;
use crate::{Carried, Format, Grid, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hitori> = Format {
    id: "tatham",
    title: "game ID of Tatham's `singles`: WxH: and one character per cell",
    one_line: true,
    carries_solution: false,
    sniff,
    read,
    write: Some(write),
};

fn value(c: char) -> Option<u16> {
    match c {
        '0'..='9' => Some(c as u16 - '0' as u16),
        'a'..='z' => Some(c as u16 - 'a' as u16 + 10),
        'A'..='Z' => Some(c as u16 - 'A' as u16 + 36),
        _ => None,
    }
}

fn character(value: u16) -> Option<char> {
    let alphabet = ('0'..='9').chain('a'..='z').chain('A'..='Z');
    alphabet.clone().nth(usize::from(value)).filter(|_| value > 0)
}

/// `WxH` or `W` for a square, then `d` and the letter of a difficulty; returns the words for the two sides.
fn parameters<'a>(word: &Token<'a>) -> Option<(Token<'a>, Token<'a>)> {
    let size = word.text.trim_end_matches(|c: char| c.is_ascii_alphabetic() && c != 'x');
    let difficulty = &word.text[size.len()..];
    let known = difficulty.is_empty() || difficulty.len() == 2 && difficulty.starts_with('d');
    if !known {
        return None;
    }
    let sides = Token { text: size, ..*word }.split(|c| c == 'x');
    let is_number = |word: &Token<'_>| word.text.bytes().all(|b| b.is_ascii_digit());
    match sides[..] {
        [side] if size == side.text && is_number(&side) => Some((side, side)),
        [width, height] if size.matches('x').count() == 1 && is_number(&width) && is_number(&height) => {
            Some((width, height))
        }
        _ => None,
    }
}

/// The parameters and the cells of an ID.
fn parts<'a>(source: &Source<'a>) -> Option<(Token<'a>, Token<'a>)> {
    let id = source.single_line()?;
    let (before, after) = id.text.split_once(':')?;
    let column = id.column + before.chars().count() + 1;
    Some((Token { text: before, ..id }, Token { text: after, line: id.line, column }))
}

/// A random seed instead of an ID: `8x8#1234`.
fn seed<'a>(source: &Source<'a>) -> Option<Token<'a>> {
    let line = source.single_line()?;
    let (before, _) = line.text.split_once('#')?;
    parameters(&Token { text: before, ..line }).map(|_| line)
}

fn sniff(source: &Source<'_>) -> Sniff {
    let Some((before, cells)) = parts(source) else {
        return if seed(source).is_some() { Sniff::Maybe } else { Sniff::No };
    };
    let Some((width, height)) = parameters(&before) else { return Sniff::No };
    let (Ok(width), Ok(height)) = (width.text.parse::<usize>(), height.text.parse::<usize>()) else { return Sniff::No };
    if width > MOST || height > MOST || cells.text.len() > MOST * MOST + 2 {
        return Sniff::No;
    }
    let values: Vec<Option<u16>> = cells.text.chars().map(value).collect();
    let largest = width.max(height) as u16;
    let proper = values.iter().filter(|value| value.is_some_and(|value| (1..=largest).contains(&value))).count();
    let known = values.iter().filter(|value| value.is_some()).count();
    if values.len() == width * height && proper == values.len() {
        Sniff::Yes
    } else if values.len() <= width * height + 2 && proper * 10 >= values.len() * 8 || known == width * height {
        // Too short, too long, or with a few wrong characters.
        Sniff::Maybe
    } else {
        Sniff::No
    }
}

fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<Hitori>, ParseError> {
    const FORM: &str = "write WxH:CELLS, such as 3x3:113123133";
    let Some((before, cells)) = parts(source) else {
        if let Some(seed) = seed(source) {
            let what = format!("{} is a random seed: only the program itself can make a board of it", shown(seed.text));
            return Err(source.error_at(&seed, what, "give the specific game ID, the one with `:`"));
        }
        return Err(source.error_at_start("not a game ID: no `:` after the size, or more than one line", FORM));
    };
    let Some((width, height)) = parameters(&before) else {
        let what = format!("{} is not the size of a `singles` board", shown(before.text));
        return Err(source.error_at(&before, what, FORM));
    };
    let (cols, rows) = (side(source, &width, "the width")?, side(source, &height, "the height")?);
    let mut numbers = Vec::with_capacity(rows * cols);
    for (place, c) in cells.text.chars().enumerate().take(rows * cols) {
        match value(c) {
            Some(value) if value > 0 => numbers.push(Some(value)),
            _ => {
                let what = format!("{} is not a cell's number", shown(&c.to_string()));
                return Err(source.error_at(&cells.at(place), what, "write 1-9, a-z for 10-35, A-Z for 36-61"));
            }
        }
    }
    let found = cells.text.chars().count();
    if found != rows * cols {
        let what = format!("a board {cols} wide and {rows} high has {} cells, there are {found}", rows * cols);
        return Err(source.error_at(&cells.at(found.min(rows * cols)), what, "write one character per cell"));
    }
    let Some(numbers) = Grid::new(rows, cols, numbers) else {
        return Err(source.error_at(&cells, "the cells do not form a rectangle", FORM));
    };
    puzzle(source, numbers).map(Parsed::new)
}

/// Only what the program itself takes: sides from 2, numbers up to the longer side.
fn write(puzzle: &Hitori, _: &Carried) -> Option<String> {
    let numbers = puzzle.numbers();
    let (rows, cols) = (numbers.rows(), numbers.cols());
    let largest = rows.max(cols) as u16;
    let fits = |number: &Option<u16>| number.filter(|&number| number <= largest).and_then(character);
    let cells: Option<String> = numbers.things().iter().map(fits).collect();
    cells.filter(|_| rows >= 2 && cols >= 2).map(|cells| format!("{cols}x{rows}:{cells}\n"))
}
