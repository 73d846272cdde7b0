//! The two formats that draw walls between cells: puzz.link and SBN. Neither can carry holes or regions in pieces.
//!
//! puzz.link: `starbattle/W/H/STARS/` and base-32 digits of 5 bits: vertical walls row by row, then, starting with a
//! new digit, horizontal walls row by row. SBN: the size twice, the stars, a flag, then base-64 digits of 6 bits, with
//! the padding in front: vertical walls row by row, horizontal walls column by column. In both, the most significant
//! bit comes first and 1 is a wall.

use super::super::{LARGEST, MOST_STARS, SIZES, StarBattle};
use super::build;
use crate::text::rows::{number, shown};
use crate::text::{Token, puzz_link};
use crate::{Cell, Format, Grid, ParseError, Parsed, Sniff, Source};

pub(super) const PUZZ_LINK: Format<StarBattle> = Format {
    id: "puzz-link",
    title: "https://puzz.link/p?starbattle/W/H/STARS/…",
    one_line: true,
    carries_solution: false,
    sniff: |source| puzz_link::sniff(source, NAME),
    read: |source, _| read_link(source).map(Parsed::new),
    write: Some(|puzzle, _| write_link(puzzle)),
};

pub(super) const SBN: Format<StarBattle> = Format {
    id: "sbn",
    title: "Star Battle Notation, such as AA2W…; entries after a flag `e` are skipped",
    one_line: true,
    carries_solution: false,
    sniff: sniff_sbn,
    read: |source, _| read_sbn(source).map(Parsed::new),
    write: Some(|puzzle, _| write_sbn(puzzle)),
};

const BASE_32: &str = "0123456789abcdefghijklmnopqrstuv";
const BASE_64: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

// ---- Walls and regions ---------------------------------------------------------------------------------------------

/// Whether there is a wall right of a cell, and below it.
struct Walls {
    right: Grid<bool>, // size x (size - 1)
    below: Grid<bool>, // (size - 1) x size
}

impl Walls {
    /// No walls yet.
    fn open(size: usize) -> Self {
        Self { right: Grid::filled(size, size - 1, false), below: Grid::filled(size - 1, size, false) }
    }

    fn of(regions: &Grid<Option<usize>>) -> Self {
        let mut walls = Self::open(regions.rows());
        for cell in walls.right.cells() {
            walls.right[cell] = regions[cell] != regions[Cell { col: cell.col + 1, ..cell }];
        }
        for cell in walls.below.cells() {
            walls.below[cell] = regions[cell] != regions[Cell { row: cell.row + 1, ..cell }];
        }
        walls
    }

    fn between(&self, a: Cell, b: Cell) -> bool {
        let first = a.min(b);
        if a.row == b.row { self.right[first] } else { self.below[first] }
    }

    /// The areas inside walls, numbered in reading order.
    fn areas(&self, size: usize) -> Grid<Option<usize>> {
        let mut areas: Grid<Option<usize>> = Grid::filled(size, size, None);
        let mut count = 0;
        for start in areas.cells() {
            if areas[start].is_some() {
                continue;
            }
            areas[start] = Some(count);
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                for next in areas.beside(cell) {
                    if areas[next].is_none() && !self.between(cell, next) {
                        areas[next] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        areas
    }

    /// The puzzle inside these walls. A wall with the same region on both sides is a slip of the pen.
    fn puzzle(&self, source: &Source<'_>, at: &Token<'_>, size: usize, stars: usize) -> Result<StarBattle, ParseError> {
        let areas = self.areas(size);
        let clean = Self::of(&areas);
        for cell in areas.cells() {
            for other in areas.beside(cell).filter(|&other| cell < other) {
                if self.between(cell, other) && !clean.between(cell, other) {
                    let what = format!("the wall between {cell} and {other} ends inside a region");
                    return Err(source.error_at(at, what, "close the region with walls, or remove this one"));
                }
            }
        }
        build(source, &areas, stars)
    }
}

/// Whether there are no holes and every region is in one piece: the walls say everything.
pub(super) fn are_connected(puzzle: &StarBattle) -> bool {
    Walls::of(&puzzle.regions).areas(puzzle.size()) == puzzle.regions
}

// ---- Digits and bits -----------------------------------------------------------------------------------------------

/// The bits of a text of digits, most significant first.
fn bits(source: &Source<'_>, text: &Token<'_>, alphabet: &str, width: u32) -> Result<Vec<bool>, ParseError> {
    let mut bits = Vec::with_capacity(text.text.len() * width as usize);
    for (index, c) in text.text.chars().enumerate() {
        let Some(digit) = alphabet.find(c) else {
            let what = format!("{} is not a digit of the walls", shown(&c.to_string()));
            return Err(source.error_at(&text.at(index), what, format!("write one of {alphabet}")));
        };
        bits.extend((0..width).rev().map(|bit| digit >> bit & 1 == 1));
    }
    Ok(bits)
}

fn digits(bits: &[bool], alphabet: &str, width: usize) -> String {
    let value = |chunk: &[bool]| (0..width).fold(0, |sum, bit| sum * 2 + usize::from(chunk.get(bit) == Some(&true)));
    bits.chunks(width).filter_map(|chunk| alphabet.chars().nth(value(chunk))).collect()
}

/// Fails unless the text of the walls has the length that the size asks for.
fn right_length(source: &Source<'_>, text: &Token<'_>, size: usize, wanted: usize) -> Result<(), ParseError> {
    let length = text.text.chars().count();
    if length == wanted {
        return Ok(());
    }
    let what = format!("the walls have {length} characters, a {size} x {size} board needs {wanted}");
    Err(source.error_at(text, what, "copy the whole text, to its last character"))
}

// ---- puzz.link -----------------------------------------------------------------------------------------------------

const NAME: &str = "starbattle";

fn read_link(source: &Source<'_>) -> Result<StarBattle, ParseError> {
    let [width, height, stars, text] = &puzz_link::parts(source, NAME, "starbattle/WIDTH/HEIGHT/STARS/WALLS")?;
    let size = number(source, width, "a width", 1, LARGEST as i64)? as usize;
    if number(source, height, "a height", 1, LARGEST as i64)? as usize != size {
        let what = format!("the board has {} rows and {size} columns", shown(height.text).replace('`', ""));
        return Err(source.error_at(height, what, SIZES));
    }
    let stars = number(source, stars, "a number of stars", 1, MOST_STARS as i64)? as usize;
    let half = (size * (size - 1)).div_ceil(5);
    right_length(source, text, size, 2 * half)?;
    let bits = bits(source, text, BASE_32, 5)?;
    let mut walls = Walls::open(size);
    for (index, cell) in walls.right.cells().enumerate() {
        walls.right[cell] = bits[index];
    }
    for (index, cell) in walls.below.cells().enumerate() {
        walls.below[cell] = bits[half * 5 + index];
    }
    walls.puzzle(source, text, size, stars)
}

fn write_link(puzzle: &StarBattle) -> Option<String> {
    are_connected(puzzle).then(|| {
        let (size, walls) = (puzzle.size(), Walls::of(&puzzle.regions));
        let text = digits(walls.right.things(), BASE_32, 5) + &digits(walls.below.things(), BASE_32, 5);
        puzz_link::address(NAME, &format!("{size}/{size}/{}/{text}", puzzle.stars))
    })
}

// ---- SBN -----------------------------------------------------------------------------------------------------------

/// The size, when the text begins like SBN.
fn sbn_size(text: &str) -> Option<usize> {
    let head: Vec<char> = text.chars().take(4).collect();
    let [first, second, stars, flag] = head[..] else { return None };
    let size = BASE_64.find(first).filter(|&size| (1..=LARGEST).contains(&size))?;
    (first == second && ('1'..='6').contains(&stars) && matches!(flag, 'W' | 'e')).then_some(size)
}

fn sniff_sbn(source: &Source<'_>) -> Sniff {
    let Some(line) = source.single_line() else { return Sniff::No };
    let Some(size) = sbn_size(line.text) else { return Sniff::No };
    let digits = line.text.bytes().skip(4).take_while(|b| b.is_ascii() && BASE_64.contains(char::from(*b))).count();
    let wanted = (2 * size * (size - 1)).div_ceil(6);
    let marked = line.text.as_bytes()[3] == b'e';
    let whole = if marked { digits >= wanted } else { digits == wanted && line.text.len() == 4 + wanted };
    if whole { Sniff::Yes } else { Sniff::Maybe }
}

fn read_sbn(source: &Source<'_>) -> Result<StarBattle, ParseError> {
    let form = "write the size twice, the stars, W and the walls, such as AA2W…";
    let Some(line) = source.single_line() else {
        return Err(source.error_at_start("SBN is one line", form));
    };
    let Some(size) = sbn_size(line.text) else {
        return Err(source.error_at(&line, format!("{} does not begin like SBN", shown(line.text)), form));
    };
    // `sbn_size` has seen that the first four characters are ASCII and the third a digit.
    let stars = usize::from(line.text.as_bytes()[2] - b'0');
    let wanted = (2 * size * (size - 1)).div_ceil(6);
    let mut text = Token { text: &line.text[4..], line: line.line, column: line.column + 4 };
    if line.text.as_bytes()[3] == b'e' && text.text.is_char_boundary(wanted) {
        text.text = &text.text[..wanted];
    }
    right_length(source, &text, size, wanted)?;
    let all = bits(source, &text, BASE_64, 6)?;
    let bits = &all[all.len() - 2 * size * (size - 1)..];
    let mut walls = Walls::open(size);
    for (index, cell) in walls.right.cells().enumerate() {
        walls.right[cell] = bits[index];
    }
    for cell in walls.below.cells() {
        walls.below[cell] = bits[size * (size - 1) + cell.col * (size - 1) + cell.row];
    }
    walls.puzzle(source, &text, size, stars)
}

fn write_sbn(puzzle: &StarBattle) -> Option<String> {
    if !are_connected(puzzle) {
        return None;
    }
    let (size, walls) = (puzzle.size(), Walls::of(&puzzle.regions));
    let count = 2 * size * (size - 1);
    let mut bits = vec![false; count.div_ceil(6) * 6 - count];
    bits.extend(walls.right.things());
    for col in 0..size {
        bits.extend((0..size - 1).map(|row| walls.below[Cell { row, col }]));
    }
    let code = BASE_64.chars().nth(size)?;
    Some(format!("{code}{code}{}W{}\n", puzzle.stars, digits(&bits, BASE_64, 6)))
}
