//! A cage, laid out for the engine, and what its listed fillings imply.
//!
//! A filling is one bit per cell and number, so that it survives exactly when it has no bit outside the marks. What all
//! survivors have together are the new marks; a number that every survivor has in a line is nowhere else in that line.

use pencilmark_csp::rule::Operator;

use super::fillings::{Filling, PLANES};
use super::state::{Geometry, State, Table, WIDTH};
use crate::kenken::Cage;

/// Where a cell of a cage is, on the board and in the words of a filling.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    cell: u8,
    pub(super) row: u8, // as lines are counted: rows, then columns
    pub(super) col: u8,
    /// Its word in a filling.
    pub plane: u8,
    /// Where its numbers begin in that word.
    pub shift: u8,
    slots: [(u8, u64); 2], // in the word of lines: how far to shift, and whether at all
}

impl Spot {
    /// The bits of a number in the word of lines.
    #[inline]
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
pub struct Shape {
    pub(super) operator: Operator,
    pub(super) target: u64,
    pub(super) size: u8,
    /// Its cells, as states count them.
    pub cells: Vec<u8>,
    /// Where they are.
    pub spots: Vec<Spot>,
    /// Words of a filling.
    pub(super) planes: usize,
    pub(super) crossed: Vec<Crossed>,
}

impl Shape {
    /// A cage of a board of this size.
    pub fn new(cage: &Cage, size: usize) -> Self {
        let cells: Vec<u8> = cage.cells.iter().map(|cell| (cell.row * WIDTH + cell.col) as u8).collect();
        let mut held = [0u16; 2 * WIDTH]; // line -> its places in the cage
        for cell in &cage.cells {
            held[cell.row] |= 1 << cell.col;
            held[WIDTH + cell.col] |= 1 << cell.row;
        }
        let per = 64 / size;
        let mut crossed: Vec<Crossed> = Vec::new();
        for (line, held) in held.into_iter().enumerate() {
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
            Spot { cell, row, col, plane: (place / per) as u8, shift, slots: [slot(row), slot(col)] }
        };
        let spots = cells.iter().enumerate().map(spot).collect();
        let planes = cells.len().div_ceil(per);
        Self { operator: cage.operator, target: cage.target, size: size as u8, cells, spots, planes, crossed }
    }

    /// Whether its fillings can be listed at all.
    pub(in crate::kenken) fn fits(&self) -> bool {
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
    #[inline]
    pub(super) fn dead(&self, state: &State) -> [u64; PLANES] {
        let mut dead = [u64::MAX; PLANES];
        for spot in &self.spots {
            dead[spot.plane as usize % PLANES] &= !(u64::from(state.marks[spot.cell as usize]) << spot.shift);
        }
        dead
    }

    /// Applies what the listed fillings imply; false if none survives. A list that got short is rewritten if there is
    /// `room` for that.
    #[inline]
    pub(super) fn sift(
        &self,
        number: usize,
        state: &mut State,
        geometry: &Geometry,
        store: &mut Vec<u64>,
        room: Option<&mut Vec<u16>>,
    ) -> bool {
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
        if survivors.count * 2 <= table.len
            && table.len >= 16
            && let Some(indices) = room
        {
            state.tables[number] = self.shrink(table, state, store, indices);
        }
        self.apply(state, geometry, &survivors.union, survivors.common)
    }

    /// The marks that some filling uses, and the numbers that all have in a line.
    #[inline]
    pub(super) fn apply(&self, state: &mut State, geometry: &Geometry, union: &[u64; PLANES], common: u64) -> bool {
        for spot in &self.spots {
            let cell = spot.cell as usize;
            let marks = (union[spot.plane as usize % PLANES] >> spot.shift) as u16 & geometry.full;
            if marks != state.marks[cell] && !state.keep(geometry, cell, marks) {
                return false;
            }
        }
        for crossed in &self.crossed {
            let must = (common >> crossed.shift) as u16 & geometry.full;
            let mut outside = if must == 0 { 0 } else { crossed.outside };
            while outside != 0 {
                let place = outside.trailing_zeros() as usize;
                outside &= outside - 1;
                let cell = super::lines::cell_of(crossed.line as usize, place);
                let marks = state.marks[cell];
                if marks & must != 0 && !state.keep(geometry, cell, marks & !must) {
                    return false;
                }
            }
        }
        true
    }

    /// Calls `act` with the index and the lines of each listed filling that the marks allow.
    #[inline]
    pub(super) fn each(&self, table: Table, state: &State, store: &[u64], mut act: impl FnMut(usize, u64)) {
        let dead = self.dead(state);
        let (start, len) = (table.start as usize, table.len as usize);
        let (cells, lines) = store[start..start + len * self.stride()].split_at(len * self.planes);
        for index in 0..len {
            let outside = (0..self.planes).fold(0, |outside, plane| outside | cells[plane * len + index] & dead[plane]);
            if outside == 0 {
                act(index, lines[index]);
            }
        }
    }

    /// A list of some fillings of a list.
    pub(super) fn select(&self, table: Table, indices: &[u16], store: &mut Vec<u64>) -> Table {
        let start = store.len() as u32;
        for plane in 0..self.stride() {
            let from = table.start as usize + plane * table.len as usize;
            for &index in indices {
                store.push(store[from + index as usize]);
            }
        }
        Table { start, len: indices.len() as u32 }
    }

    /// A list of the survivors alone.
    fn shrink(&self, table: Table, state: &State, store: &mut Vec<u64>, indices: &mut Vec<u16>) -> Table {
        indices.clear();
        self.each(table, state, store, |index, _| indices.push(index as u16));
        self.select(table, indices, store)
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
#[inline]
fn survivors(cells: &[u64], lines: &[u64], dead: u64) -> Survivors {
    let (mut union, mut common, mut count) = (0, u64::MAX, 0u64);
    let lines = &lines[..cells.len()];
    for index in 0..cells.len() {
        let alive = u64::from(cells[index] & dead == 0).wrapping_neg();
        union |= cells[index] & alive;
        common &= lines[index] | !alive;
        count += alive & 1;
    }
    Survivors { union: [union, 0, 0, 0], common, count: count as u32 }
}

/// A mark for every number up to `size`.
pub(in crate::kenken) fn full(size: usize) -> u16 {
    ((1u32 << size) - 1) as u16
}
