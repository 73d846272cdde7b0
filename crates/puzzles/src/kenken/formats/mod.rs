//! The text formats: a list of cages, Tatham's game IDs, janko's files.

mod cursor;
mod drawing;
mod janko;
pub(super) mod json;
mod list;
mod tatham;

use super::{Cage, Flaw, KenKen, Where};
use crate::text::rows::{self, shown};
use crate::text::{ParseError, Source, Token};
use crate::{Answer, Cell, Format, Kind as _};

/// All of them.
pub(super) static FORMATS: &[Format<KenKen>] = &[
    Format {
        id: "list",
        title: "size, then a line for each cage: [(0,0),(1,0)] add 11",
        one_line: false,
        carries_solution: false,
        sniff: list::sniff,
        read: list::read,
        write: Some(list::write),
    },
    Format {
        id: "tatham",
        title: "game ID of Simon Tatham's Keen: 6:a_a_13…,s1d2…",
        one_line: true,
        carries_solution: false,
        sniff: tatham::sniff,
        read: tatham::read,
        write: Some(tatham::write),
    },
    Format {
        id: "janko",
        title: "janko.at Kendoku: clues in [problem], cages in [areas]",
        one_line: false,
        carries_solution: true,
        sniff: janko::sniff,
        read: janko::read,
        write: Some(janko::write),
    },
    drawing::FORMAT,
];

/// See [`crate::Kind::read_answer`].
pub(super) fn read_answer(puzzle: &KenKen, text: &Source<'_>) -> Result<Answer, ParseError> {
    let size = puzzle.size();
    let number = |text: &str| text.parse().ok().filter(|number| (1..=size as i32).contains(number));
    rows::read_answer(text, puzzle.shape(), number, &format!("a number from 1 to {size}"))
}

/// See [`crate::Kind::write_answer`].
pub(super) fn write_answer(answer: &Answer) -> String {
    rows::write_grid(answer, ToString::to_string)
}

/// The board's size.
fn read_size(source: &Source<'_>, token: &Token<'_>) -> Result<usize, ParseError> {
    let (least, most) = (*KenKen::SIZES.start(), *KenKen::SIZES.end());
    let remedy = format!("boards from {least}x{least} to {most}x{most} are supported");
    if token.text.is_empty() || !token.text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(source.error_at(token, format!("{} is not a size", shown(token.text)), remedy));
    }
    match token.text.parse::<usize>() {
        Ok(size) if KenKen::SIZES.contains(&size) => Ok(size),
        _ => Err(source.error_at(token, format!("the size {} is out of range", shown(token.text)), remedy)),
    }
}

/// A cage's target.
fn read_target(source: &Source<'_>, token: &Token<'_>) -> Result<u64, ParseError> {
    if token.text.is_empty() || !token.text.bytes().all(|b| b.is_ascii_digit()) {
        let what = format!("{} is not a target", shown(token.text));
        return Err(source.error_at(token, what, "write a whole number, such as 24"));
    }
    match token.text.parse::<u64>() {
        Ok(target) if target <= KenKen::LARGEST_TARGET => Ok(target),
        _ => {
            let remedy = format!("write a number up to {}", KenKen::LARGEST_TARGET);
            Err(source.error_at(token, format!("the target {} is too large", shown(token.text)), remedy))
        }
    }
}

type Place = (usize, usize); // line and column

/// Cages as they are read, with the places of their parts.
struct Reading<'s, 'a> {
    source: &'s Source<'a>,
    size: usize,
    size_at: Place,
    cages: Vec<Cage>,
    places: Vec<(Place, Vec<Place>)>, // cage -> its place, and those of its cells
}

impl<'s, 'a> Reading<'s, 'a> {
    fn new(source: &'s Source<'a>, size: usize, size_at: Place) -> Self {
        Self { source, size, size_at, cages: Vec::new(), places: Vec::new() }
    }

    fn add(&mut self, cage: Cage, at: Place, cells_at: Vec<Place>) {
        self.cages.push(cage);
        self.places.push((at, cells_at));
    }

    fn finish(self) -> Result<KenKen, ParseError> {
        KenKen::new(self.size, self.cages).map_err(|Flaw { at, what, remedy }| match at {
            Where::Size => self.source.error(self.size_at, what, remedy),
            Where::Board => self.source.error_at_end(what, remedy),
            Where::Cage(cage) => self.source.error(self.places[cage].0, what, remedy),
            Where::Cell(cage, cell) => self.source.error(self.places[cage].1[cell], what, remedy),
        })
    }
}

/// The cell at a place in reading order.
fn cell_at(size: usize, place: usize) -> Cell {
    Cell { row: place / size, col: place % size }
}
