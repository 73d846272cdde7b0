//! Almost locked sets: n cells of a unit with n + 1 digits among them. Take away one digit, and the cells hold all the others.
//!
//! Glossary: a digit's **places** in a set are the cells of the set where it is marked; a mark outside that sees all of them **locks** the set if it is right. A
//! **restricted common** digit of two sets has places in both that all see each other, so that at most one of the sets holds it.

mod blossom;
mod chain;
mod sue_de_coq;

pub(super) use blossom::{DEATH_BLOSSOM, death_blossom};
pub(super) use chain::{ALS_CHAIN, ALS_XY_WING, ALS_XZ, als_chain, als_xy_wing, als_xz};
pub(super) use sue_de_coq::{SUE_DE_COQ, sue_de_coq};

use std::cell::OnceCell;

use super::bits::{Bits, digits};
use super::sheet::Paper;
use super::telling::Because;
use crate::sudoku::parts::MOST;

/// More sets than this are not looked at.
const MANY: usize = 3000;

/// Sets of up to this many cells are links of chains, and this many of them.
const LINKED: usize = 4;
const FEW: usize = 250;

/// One set.
#[derive(Clone, Debug)]
pub(crate) struct Set<B> {
    pub(super) cells: B,
    pub(super) marks: u32,
    pub(super) unit: usize,
    /// Its first entry; the others follow, one a digit.
    first: usize,
}

/// A digit of a set.
#[derive(Clone, Debug)]
pub(crate) struct Entry<B> {
    set: u32,
    digit: u8,
    places: B,
    /// The marks of the digit that see all places.
    seen: B,
}

/// The sets of a position.
#[derive(Clone, Debug)]
pub(crate) struct Almost<B: Bits> {
    sets: Vec<Set<B>>,
    entries: Vec<Entry<B>>,
    /// The entries of each digit.
    of_digit: Vec<Vec<u32>>,
    /// For each entry those of other sets with which it is a restricted common; made when it is asked for.
    common: OnceCell<Vec<Vec<u32>>>,
    /// See [`Almost::has_wing`].
    wing: OnceCell<bool>,
}

impl<B: Bits> Almost<B> {
    pub(super) fn new(paper: &Paper<B>) -> Self {
        let side = paper.layout.side;
        let largest = if side <= 9 { side - 1 } else { 4 };
        let mut sets: Vec<(B, u32, usize)> = Vec::new();
        for cell in paper.double.cells() {
            sets.push((B::only(cell), paper.marks[cell], paper.layout.square_of(cell)));
        }
        for unit in (0..3 * side).rev() {
            let mut cells = [0_u16; MOST];
            let mut count = 0;
            for cell in (paper.layout.units[unit] & paper.open).cells() {
                cells[count] = cell as u16;
                count += 1;
            }
            let most = largest.min(count.saturating_sub(1));
            collect(paper, &cells[..count], most, unit, B::NONE, 0, &mut sets);
        }
        // Small sets first. A set in a box and in a line is found twice, and kept as one of the box.
        sets.sort_by_key(|(cells, ..)| cells.len());
        sets.truncate(MANY);
        let mut almost = Self {
            sets: Vec::new(),
            entries: Vec::new(),
            of_digit: vec![Vec::new(); side + 1],
            common: OnceCell::new(),
            wing: OnceCell::new(),
        };
        for (cells, marks, unit) in sets {
            let twice = !paper.layout.is_square(unit)
                && cells.within(paper.layout.units[paper.layout.square_of(cells.first())]);
            if !twice {
                let first = almost.entries.len();
                for digit in digits(marks) {
                    let places = paper.digits[digit] & cells;
                    let seen = paper.seen_by_all(digit, places);
                    almost.of_digit[digit].push(almost.entries.len() as u32);
                    almost.entries.push(Entry { set: almost.sets.len() as u32, digit: digit as u8, places, seen });
                }
                almost.sets.push(Set { cells, marks, unit, first });
            }
        }
        almost
    }

    /// Numbers of sets, with their digits and the places of these; a set lacks at most one digit. Small sets alone, as many as a net can take.
    pub(super) fn links(&self) -> impl Iterator<Item = (u32, impl Iterator<Item = (usize, B)>)> {
        let small = self.sets.iter().enumerate().filter(|(_, set)| (2..=LINKED).contains(&set.cells.len())).take(FEW);
        small.map(|(index, _)| {
            let part = |entry: &Entry<B>| (usize::from(entry.digit), entry.places);
            (index as u32, self.entries_of(index).iter().map(part))
        })
    }

    /// A set by its number.
    pub(super) fn set(&self, index: u32) -> &Set<B> {
        &self.sets[index as usize]
    }

    fn entries_of(&self, set: usize) -> &[Entry<B>] {
        &self.entries[self.sets[set].first..][..self.sets[set].marks.count_ones() as usize]
    }

    /// The entry of a digit that the set has.
    fn entry(&self, set: usize, digit: usize) -> usize {
        let Set { marks, first, .. } = self.sets[set];
        first + (marks & ((1 << digit) - 1)).count_ones() as usize
    }

    /// Whether there is an ALS-XY-wing: some mark locks two sets, which give different digits to a third.
    fn has_wing(&self, paper: &Paper<B>) -> bool {
        *self.wing.get_or_init(|| {
            let common = self.common();
            let mut by = vec![0_u32; self.sets.len()];
            let mut touched: Vec<u32> = Vec::new();
            (1..=paper.layout.side).any(|z| {
                paper.digits[z].cells().any(|cell| {
                    touched.drain(..).for_each(|set| by[set as usize] = 0);
                    let locked = self.of_digit[z].iter().map(|&entry| &self.entries[entry as usize]);
                    for set in locked.filter(|entry| entry.seen.has(cell)).map(|entry| entry.set as usize) {
                        for (place, entry) in self.entries_of(set).iter().enumerate() {
                            if usize::from(entry.digit) == z {
                                continue;
                            }
                            for &other in &common[self.sets[set].first + place] {
                                let middle = self.entries[other as usize].set;
                                touched.push(middle);
                                by[middle as usize] |= 1 << entry.digit;
                                if !by[middle as usize].is_power_of_two() {
                                    return true;
                                }
                            }
                        }
                    }
                    false
                })
            })
        })
    }

    /// Whether a digit is restricted common to two sets that both have it.
    fn is_common(&self, one: usize, other: usize, digit: usize) -> bool {
        self.entries[self.entry(other, digit)].places.within(self.entries[self.entry(one, digit)].seen)
    }

    /// For each entry those of other sets with which it is a restricted common.
    fn common(&self) -> &[Vec<u32>] {
        self.common.get_or_init(|| {
            let mut common = vec![Vec::new(); self.entries.len()];
            for entries in &self.of_digit {
                for (index, &one) in entries.iter().enumerate() {
                    if self.entries[one as usize].seen.is_empty() {
                        continue;
                    }
                    for &other in &entries[index + 1..] {
                        if self.entries[other as usize].places.within(self.entries[one as usize].seen) {
                            common[one as usize].push(other);
                            common[other as usize].push(one);
                        }
                    }
                }
            }
            common
        })
    }
}

/// Sets of two or more cells.
fn collect<B: Bits>(
    paper: &Paper<B>,
    cells: &[u16],
    most: usize,
    unit: usize,
    chosen: B,
    marks: u32,
    sets: &mut Vec<(B, u32, usize)>,
) {
    let size = chosen.len();
    if size >= 2 && marks.count_ones() as usize == size + 1 {
        sets.push((chosen, marks, unit));
    }
    if size == most || sets.len() > 4 * MANY {
        return;
    }
    for (index, &cell) in cells.iter().enumerate() {
        let union = marks | paper.marks[usize::from(cell)];
        if union.count_ones() as usize <= most + 1 {
            collect(paper, &cells[index + 1..], most, unit, chosen | B::only(usize::from(cell)), union, sets);
        }
    }
}

impl<B: Bits> Paper<B> {
    /// That the cells of a set have no other digits. Where each of its digits can go matters too.
    pub(super) fn locked_without(&self, because: &mut Because, set: &Set<B>) {
        for cell in set.cells.cells() {
            self.only_marks(because, cell, self.marks[cell]);
        }
        because.unit(set.unit);
    }

    /// `r1c1 and r1c2 (1, 2 and 3)`
    pub(super) fn set_name(&self, set: &Set<B>) -> String {
        format!("{} ({})", self.names(set.cells), Self::both(set.marks))
    }
}
