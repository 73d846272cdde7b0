//! Equivalent Sudoku: digits renamed, rows and columns exchanged within bands and stacks, bands and stacks exchanged, and the board turned over its diagonal
//! if its boxes are square.
//!
//! The canonical form of a puzzle is the smallest of all equivalent ones, read row by row, where an empty cell is smaller than any digit: the *minlex* form.
//! It is found row by row. All ways that lead to the same smallest rows so far are kept; what rows of empty cells do not tell apart is left open until
//! a later row does, so that there are few.

use super::{Candidates, Sudoku};
use pencilmark_csp::random::key;

use crate::symmetry::shuffled;
use crate::{Cell, Grid, Kind as _, Symmetry};

/// A way to begin the smallest board.
#[derive(Clone)]
struct Way {
    /// Whether rows and columns have been exchanged.
    transposed: bool,
    /// Where the rows so far come from.
    rows: Vec<usize>,
    /// Stacks that are empty so far, in any order; they come first.
    empty: Vec<usize>,
    /// The other stacks, in order.
    stacks: Vec<Stack>,
    /// What each digit is called; 0 if it has not come up yet.
    names: Vec<u8>,
    /// How many have.
    named: u8,
}

/// A stack in which something stands.
#[derive(Clone)]
struct Stack {
    /// Columns that are empty so far, in any order; they come first.
    empty: Vec<usize>,
    /// The other columns, in order.
    columns: Vec<usize>,
}

/// More ways than this are not followed: a board that is so much like itself has no canonical form here.
const MOST_WAYS: usize = 100_000;

/// Stands for a digit that has not come up yet: it is larger than all that have.
const NEW: u8 = u8::MAX;

/// The symmetry that leads to the canonical form; `None` if the board is too much like itself, or has clues in pencil marks.
pub(super) fn to_canonical(puzzle: &Sudoku) -> Option<Symmetry> {
    if !puzzle.is_plain() || puzzle.contradiction().is_some() {
        return None;
    }
    let side = puzzle.side();
    let (rows, cols) = puzzle.box_shape();
    let digits = puzzle.cells().map(|clue| clue.single().map_or(0, |digit| digit as u8));
    let boards = [digits.clone(), Symmetry::turned((side, side), 7).grid(&digits)];
    let mut ways: Vec<Way> = [false, true][..if rows == cols { 2 } else { 1 }]
        .iter()
        .map(|&transposed| Way {
            transposed,
            rows: Vec::new(),
            empty: (0..side / cols).collect(),
            stacks: Vec::new(),
            names: vec![0; side + 1],
            named: 0,
        })
        .collect();
    for place in 0..side {
        let read =
            |way: &Way, row: usize| way.read(&boards[usize::from(way.transposed)].things()[row * side..][..side], cols);
        let rows_of = |way: &Way| candidates(&boards[usize::from(way.transposed)], way, place, rows);
        let least = ways.iter().flat_map(|way| rows_of(way).into_iter().map(|row| read(way, row))).min()?;
        let mut next: Vec<Way> = Vec::new();
        for way in &ways {
            let board = &boards[usize::from(way.transposed)];
            for row in rows_of(way).into_iter().filter(|&row| read(way, row) == least) {
                way.extend(row, &board.things()[row * side..][..side], cols, &mut next)?;
            }
        }
        ways = next;
    }
    ways.pop().map(|way| way.symmetry(side, cols))
}

/// The rows that may come next. Of empty rows in a band, and of empty bands, one stands for all.
fn candidates(board: &Grid<u8>, way: &Way, place: usize, height: usize) -> Vec<usize> {
    let side = board.rows();
    let is_empty = |row: usize| board.things()[row * side..][..side].iter().all(|&digit| digit == 0);
    let rows_of = |band: usize| (band * height..(band + 1) * height).filter(|row| !way.rows.contains(row));
    let one_of_the_empty = |band: usize| {
        let mut empty = false;
        rows_of(band).filter(move |&row| !(is_empty(row) && std::mem::replace(&mut empty, true)))
    };
    match way.rows.last() {
        Some(&last) if !place.is_multiple_of(height) => one_of_the_empty(last / height).collect(),
        _ => {
            let mut empty = false;
            (0..side / height)
                .filter(|&band| !way.rows.contains(&(band * height)))
                .filter(|&band| {
                    !((band * height..(band + 1) * height).all(is_empty) && std::mem::replace(&mut empty, true))
                })
                .flat_map(one_of_the_empty)
                .collect()
        }
    }
}

impl Way {
    /// What a digit is called; 0 stays 0.
    fn name(&self, digit: u8) -> u8 {
        match (digit, self.names[usize::from(digit)]) {
            (0, _) => 0,
            (_, 0) => NEW,
            (_, name) => name,
        }
    }

    /// What stands in some columns that may come in any order, the smallest first.
    fn sorted(&self, row: &[u8], columns: impl Iterator<Item = usize>) -> Vec<u8> {
        let mut names: Vec<u8> = columns.map(|column| self.name(row[column])).collect();
        names.sort_unstable();
        names
    }

    /// How a row reads at its smallest.
    fn read(&self, row: &[u8], width: usize) -> Vec<u8> {
        let columns_of = |stack: usize| stack * width..(stack + 1) * width;
        let mut parts: Vec<Vec<u8>> = self.empty.iter().map(|&stack| self.sorted(row, columns_of(stack))).collect();
        parts.sort_unstable();
        for stack in &self.stacks {
            parts.push(self.sorted(row, stack.empty.iter().copied()));
            parts.push(stack.columns.iter().map(|&column| self.name(row[column])).collect());
        }
        let mut text = parts.concat();
        let mut named = self.named;
        for name in text.iter_mut().filter(|name| **name == NEW) {
            named += 1;
            *name = named;
        }
        text
    }

    /// The ways to take a row as [`Way::read`] reads it; `None` if they are too many.
    fn extend(&self, number: usize, row: &[u8], width: usize, ways: &mut Vec<Self>) -> Option<()> {
        let columns_of = |stack: usize| stack * width..(stack + 1) * width;
        let mut parts: Vec<(Vec<u8>, usize)> =
            self.empty.iter().map(|&stack| (self.sorted(row, columns_of(stack)), stack)).collect();
        parts.sort_unstable();
        let filled = parts.iter().position(|(part, _)| part.iter().any(|&name| name != 0)).unwrap_or(parts.len());
        let (empty, filled) = parts.split_at(filled);
        let mut start = self.clone();
        start.rows.push(number);
        start.empty = empty.iter().map(|&(_, stack)| stack).collect();
        // Stacks that read alike come in any order.
        let alike: Vec<Vec<usize>> = filled
            .chunk_by(|(one, _), (other, _)| one == other)
            .map(|same| same.iter().map(|&(_, stack)| stack).collect())
            .collect();
        each_order(&alike, &mut Vec::new(), &mut |order| {
            let fresh = order.iter().map(|&stack| Stack { empty: columns_of(stack).collect(), columns: Vec::new() });
            let stacks: Vec<Stack> = fresh.chain(self.stacks.iter().cloned()).collect();
            let mut way = start.clone();
            way.stacks = Vec::with_capacity(stacks.len());
            way.place(row, &stacks, ways)
        })
    }

    /// Places what the row has in these stacks, one after another.
    fn place(self, row: &[u8], stacks: &[Stack], ways: &mut Vec<Self>) -> Option<()> {
        let Some((stack, rest)) = stacks.split_first() else {
            ways.push(self);
            return (ways.len() <= MOST_WAYS).then_some(());
        };
        let mut by_name: Vec<(u8, usize)> =
            stack.empty.iter().map(|&column| (self.name(row[column]), column)).collect();
        by_name.sort_unstable();
        let columns = |is: fn(u8) -> bool| -> Vec<usize> {
            by_name.iter().filter(|&&(name, _)| is(name)).map(|&(_, column)| column).collect()
        };
        let (empty, known, new) =
            (columns(|name| name == 0), columns(|name| name != 0 && name != NEW), columns(|name| name == NEW));
        each_order(&[new], &mut Vec::new(), &mut |order| {
            let mut way = self.clone();
            let columns: Vec<usize> = known.iter().chain(order).chain(&stack.columns).copied().collect();
            for &column in &columns {
                let digit = usize::from(row[column]);
                if digit != 0 && way.names[digit] == 0 {
                    way.named += 1;
                    way.names[digit] = way.named;
                }
            }
            way.stacks.push(Stack { empty: empty.clone(), columns });
            way.place(row, rest, ways)
        })
    }

    /// The symmetry, with what is still open settled somehow.
    fn symmetry(mut self, side: usize, width: usize) -> Symmetry {
        let blank = self.empty.iter().flat_map(|&stack| stack * width..(stack + 1) * width);
        let filled = self.stacks.iter().flat_map(|stack| stack.empty.iter().chain(&stack.columns).copied());
        let columns: Vec<usize> = blank.chain(filled).collect();
        for digit in 1..=side {
            if self.names[digit] == 0 {
                self.named += 1;
                self.names[digit] = self.named;
            }
        }
        let names = self.names.iter().map(|&name| name.into()).collect();
        from_lines(&self.rows, &columns, self.transposed).renumbered(names)
    }
}

/// Calls `each` with every order in which each group's members come in any order, until it answers `None`.
fn each_order(
    groups: &[Vec<usize>],
    so_far: &mut Vec<usize>,
    each: &mut impl FnMut(&[usize]) -> Option<()>,
) -> Option<()> {
    let Some((group, rest)) = groups.split_first() else { return each(so_far) };
    if group.is_empty() {
        return each_order(rest, so_far, each);
    }
    for index in 0..group.len() {
        let mut left = group.clone();
        so_far.push(left.remove(index));
        let groups: Vec<Vec<usize>> = std::iter::once(left).chain(rest.iter().cloned()).collect();
        each_order(&groups, so_far, each)?;
        so_far.pop();
    }
    Some(())
}

/// A random symmetry.
pub(super) fn random(puzzle: &Sudoku, seed: u64) -> Symmetry {
    let side = puzzle.side();
    let (rows, cols) = puzzle.box_shape();
    // Groups of lines in random order, and the lines of each as well.
    let lines = |size: usize, purpose: u64| -> Vec<usize> {
        let groups = shuffled(side / size, key(seed, &[purpose]));
        let lines = groups.into_iter().flat_map(|group| {
            shuffled(size, key(seed, &[purpose, group as u64])).into_iter().map(move |line| group * size + line)
        });
        lines.collect()
    };
    let (rows_from, cols_from) = (lines(rows, 1), lines(cols, 2));
    let transposed = rows == cols && key(seed, &[3]) % 2 == 1;
    let names = shuffled(side, key(seed, &[4])).into_iter().map(|digit| digit as u16 + 1);
    from_lines(&rows_from, &cols_from, transposed).renumbered(std::iter::once(0).chain(names).collect())
}

/// The symmetry that takes its rows and columns from these, of the board turned over its diagonal if it is `transposed`.
fn from_lines(rows: &[usize], cols: &[usize], transposed: bool) -> Symmetry {
    let source = |cell: Cell| {
        let (row, col) = (rows[cell.row], cols[cell.col]);
        if transposed { Cell { row: col, col: row } } else { Cell { row, col } }
    };
    let mut from = Grid::filled(rows.len(), cols.len(), Cell { row: 0, col: 0 });
    for cell in from.cells() {
        from[cell] = source(cell);
    }
    Symmetry::new(from)
}

/// The puzzle after a symmetry of boxes of this shape.
pub(super) fn moved(puzzle: &Sudoku, symmetry: &Symmetry) -> Sudoku {
    let rename = |clue: &Candidates| -> Candidates {
        clue.digits().map(|digit| usize::from(symmetry.value(digit as u16))).collect()
    };
    Sudoku { cells: symmetry.grid(&puzzle.cells.map(rename)), ..puzzle.clone() }
}
