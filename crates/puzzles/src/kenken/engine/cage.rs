//! A cage, laid out for the engine, and what its listed fillings imply.
//!
//! A filling is one bit a cell and number, so that it survives exactly when it has no bit outside the marks. What all
//! survivors have together are the new marks; a number that every survivor has in a line is nowhere else in that line.

use pencilmark_csp::rule::Operator;

use super::fillings::{Filling, PLANES};
use super::state::{Lines, State, Table, WIDTH};
use crate::kenken::Cage;

/// Where a cell of a cage is, on the board and in the words of a filling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) row: u8, // as lines are counted: rows, then columns
    pub(super) col: u8,
    pub(super) plane: u8,
    pub(super) shift: u8,
    slots: [(u8, u64); 2], // in the word of lines: how far to shift, and whether at all
}

impl Spot {
    /// The bits of a number in the word of lines.
    #[inline(always)]
    pub(super) fn in_lines(&self, bit: u16) -> u64 {
        self.slots.iter().fold(0, |lines, &(shift, mask)| lines | (u64::from(bit) << shift) & mask)
    }
}

/// A line with several cells of a cage, and others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossed {
    pub(super) line: u8,
    pub(super) shift: u8,    // of its numbers in the word of lines
    pub(super) outside: u16, // places of the line that are not in the cage
}

/// A cage.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) operator: Operator,
    pub(super) target: u64,
    pub(super) size: u8,
    /// Its cells, as states count them.
    pub(super) cells: Vec<u8>,
    pub(super) spots: Vec<Spot>,
    /// Words of a filling.
    pub(super) planes: usize,
    pub(super) crossed: Vec<Crossed>,
}

impl Shape {
    pub(super) fn new(cage: &Cage, size: usize) -> Self {
        let cells: Vec<u8> = cage.cells.iter().map(|cell| (cell.row * WIDTH + cell.col) as u8).collect();
        let held = |line: usize| -> u16 {
            let at = |&cell: &u8| {
                let (row, col) = (cell as usize / WIDTH, cell as usize % WIDTH);
                if line < WIDTH { (row == line).then_some(col) } else { (col + WIDTH == line).then_some(row) }
            };
            cells.iter().filter_map(at).fold(0, |held, place| held | 1 << place)
        };
        let per = 64 / size;
        let mut crossed: Vec<Crossed> = Vec::new();
        for line in 0..2 * WIDTH {
            let held = held(line);
            if (2..size as u32).contains(&held.count_ones()) && crossed.len() < per {
                let shift = (crossed.len() * size) as u8;
                crossed.push(Crossed { line: line as u8, shift, outside: !held & full(size) });
            }
        }
        let slot = |line: u8| {
            let crossed = crossed.iter().find(|crossed| crossed.line == line);
            crossed.map_or((0, 0), |crossed| (crossed.shift, u64::MAX))
        };
        let spot = |(place, &cell): (usize, &u8)| {
            let (row, col) = (cell / WIDTH as u8, cell % WIDTH as u8 + WIDTH as u8);
            let shift = (place % per * size) as u8;
            Spot { row, col, plane: (place / per) as u8, shift, slots: [slot(row), slot(col)] }
        };
        let spots = cells.iter().enumerate().map(spot).collect();
        let planes = cells.len().div_ceil(per);
        Self { operator: cage.operator, target: cage.target, size: size as u8, cells, spots, planes, crossed }
    }

    /// Whether its fillings can be listed at all.
    pub(super) fn fits(&self) -> bool {
        self.planes <= PLANES
    }

    /// Words of a filling in the store, those of its lines among them.
    pub(super) fn stride(&self) -> usize {
        self.planes + 1
    }

    /// Puts fillings into the store.
    pub(super) fn store(&self, fillings: &[Filling], store: &mut Vec<u64>) -> Table {
        let start = store.len() as u32;
        for plane in 0..self.planes {
            store.extend(fillings.iter().map(|filling| filling.cells[plane]));
        }
        store.extend(fillings.iter().map(|filling| filling.lines));
        Table { start, len: fillings.len() as u32 }
    }

    /// The bits of a filling that the marks do not allow.
    #[inline(always)]
    pub(super) fn dead(&self, state: &State) -> [u64; PLANES] {
        let mut dead = [u64::MAX; PLANES];
        for (&cell, spot) in self.cells.iter().zip(&self.spots) {
            dead[spot.plane as usize] &= !(u64::from(state.marks[cell as usize]) << spot.shift);
        }
        dead
    }

    /// Applies what the listed fillings imply; false if none survives.
    #[inline(always)]
    pub(super) fn sift(&self, number: usize, state: &mut State, layout: &Lines, store: &mut Vec<u64>) -> bool {
        let table = state.tables[number];
        let dead = self.dead(state);
        let (start, len) = (table.start as usize, table.len as usize);
        let words = &store[start..start + len * self.stride()];
        let survivors = if self.planes == 1 {
            let (cells, lines) = words.split_at(len);
            survivors(cells, lines, dead[0])
        } else {
            self.survivors(words, len, &dead)
        };
        if survivors.count == 0 {
            return false;
        }
        if survivors.count * 2 <= table.len && table.len >= 16 {
            state.tables[number] = self.shrink(table, store, &dead, survivors.count);
        }
        self.apply(state, layout, &survivors.union, survivors.common)
    }

    /// The marks that some filling uses, and the numbers that all have in a line.
    #[inline(always)]
    pub(super) fn apply(&self, state: &mut State, layout: &Lines, union: &[u64; PLANES], common: u64) -> bool {
        for (&cell, spot) in self.cells.iter().zip(&self.spots) {
            let cell = cell as usize;
            let marks = (union[spot.plane as usize] >> spot.shift) as u16 & layout.full;
            if marks != state.marks[cell] && !state.keep(layout, cell, marks) {
                return false;
            }
        }
        for crossed in &self.crossed {
            let must = (common >> crossed.shift) as u16 & layout.full;
            let mut outside = if must == 0 { 0 } else { crossed.outside };
            while outside != 0 {
                let place = outside.trailing_zeros() as usize;
                outside &= outside - 1;
                let cell = super::lines::cell_of(crossed.line as usize, place);
                let marks = state.marks[cell];
                if marks & must != 0 && !state.keep(layout, cell, marks & !must) {
                    return false;
                }
            }
        }
        true
    }

    /// A list of the survivors alone.
    fn shrink(&self, table: Table, store: &mut Vec<u64>, dead: &[u64; PLANES], count: u32) -> Table {
        let (start, len) = (table.start as usize, table.len as usize);
        let to = store.len();
        store.resize(to + count as usize * self.stride(), 0);
        let (from, into) = store.split_at_mut(to);
        let from = &from[start..start + len * self.stride()];
        let count = count as usize;
        let mut next = 0;
        for index in 0..len {
            let alive = (0..self.planes).all(|plane| from[plane * len + index] & dead[plane] == 0);
            if alive {
                for plane in 0..self.stride() {
                    into[plane * count + next] = from[plane * len + index];
                }
                next += 1;
            }
        }
        Table { start: to as u32, len: count as u32 }
    }

    fn survivors(&self, words: &[u64], len: usize, dead: &[u64; PLANES]) -> Survivors {
        let mut found = Survivors { union: [0; PLANES], common: u64::MAX, count: 0 };
        let lines = &words[self.planes * len..];
        for index in 0..len {
            let outside = (0..self.planes).fold(0, |outside, plane| outside | words[plane * len + index] & dead[plane]);
            if outside == 0 {
                for plane in 0..self.planes {
                    found.union[plane] |= words[plane * len + index];
                }
                found.common &= lines[index];
                found.count += 1;
            }
        }
        found
    }
}

/// What the fillings within the marks have together and in common.
struct Survivors {
    union: [u64; PLANES],
    common: u64,
    count: u32,
}

/// The same for fillings of one word: a loop without branches.
#[inline(always)]
fn survivors(cells: &[u64], lines: &[u64], dead: u64) -> Survivors {
    let (mut union, mut common, mut count) = (0, u64::MAX, 0u64);
    for (&cells, &lines) in cells.iter().zip(lines) {
        let alive = u64::from(cells & dead == 0).wrapping_neg();
        union |= cells & alive;
        common &= lines | !alive;
        count += alive & 1;
    }
    Survivors { union: [union, 0, 0, 0], common, count: count as u32 }
}

/// A mark for every number up to `size`.
pub(super) fn full(size: usize) -> u16 {
    ((1u32 << size) - 1) as u16
}
