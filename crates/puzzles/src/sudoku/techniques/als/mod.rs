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
const LINKED: usize = 5;
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
pub(crate) struct SetDigit<B> {
    set: u32,
    digit: u8,
    places: B,
    /// The marks of the digit that see all places.
    seen: B,
    /// Entries with the same digit and the same places are of one group.
    group: u32,
}

/// The entries with a digit and its places.
#[derive(Clone, Debug)]
struct Group<B> {
    places: B,
    seen: B,
    /// The group before it whose places begin with the same cell, or [`NOBODY`].
    before: u32,
    /// Its place among the groups of the digit.
    place: usize,
}

const NOBODY: u32 = u32::MAX;

/// The sets of a position.
#[derive(Clone, Debug)]
pub(crate) struct Almost<B: Bits> {
    sets: Vec<Set<B>>,
    entries: Vec<SetDigit<B>>,
    /// The entries of each digit.
    of_digit: Vec<Vec<u32>>,
    groups: Vec<Group<B>>,
    /// The groups of each digit.
    groups_of: Vec<Vec<u32>>,
    /// Words of a row of sets.
    words: usize,
    /// For each group the sets with such an entry, and those with which it is a restricted common, as rows; made when they are asked for.
    common: OnceCell<[Vec<u64>; 2]>,
    /// See [`Almost::joined`].
    joined: OnceCell<[Vec<u64>; 2]>,
}

impl<B: Bits> Almost<B> {
    pub(super) fn new(paper: &Paper<B>) -> Self {
        let side = paper.geometry.side;
        let largest = if side <= 9 { side - 1 } else { 4 };
        let mut sets: Vec<(B, u32, usize)> = Vec::new();
        for cell in paper.double.cells() {
            sets.push((B::only(cell), paper.marks[cell], paper.geometry.square_of(cell)));
        }
        for unit in (0..3 * side).rev() {
            let mut cells = [0_u16; MOST];
            let mut count = 0;
            for cell in (paper.geometry.units[unit] & paper.open).cells() {
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
            groups: Vec::new(),
            groups_of: vec![Vec::new(); side + 1],
            words: 0,
            common: OnceCell::new(),
            joined: OnceCell::new(),
        };
        let mut latest = vec![NOBODY; side * side * (side + 1)];
        for (cells, marks, unit) in sets {
            let twice = !paper.geometry.is_square(unit)
                && cells.within(paper.geometry.units[paper.geometry.square_of(cells.first())]);
            if !twice {
                let first = almost.entries.len();
                for digit in digits(marks) {
                    let places = paper.digits[digit] & cells;
                    let group = almost.group(paper, digit, places, &mut latest);
                    let seen = almost.groups[group as usize].seen;
                    almost.of_digit[digit].push(almost.entries.len() as u32);
                    let set = almost.sets.len() as u32;
                    almost.entries.push(SetDigit { set, digit: digit as u8, places, seen, group });
                }
                almost.sets.push(Set { cells, marks, unit, first });
            }
        }
        almost.words = almost.sets.len().div_ceil(64).max(1);
        almost
    }

    /// The group of a digit and its places. `latest` is the last one for each digit and first place.
    fn group(&mut self, paper: &Paper<B>, digit: usize, places: B, latest: &mut [u32]) -> u32 {
        let latest = &mut latest[digit * paper.marks.len() + places.first()];
        let mut group = *latest;
        while group != NOBODY && self.groups[group as usize].places != places {
            group = self.groups[group as usize].before;
        }
        if group == NOBODY {
            group = self.groups.len() as u32;
            let (seen, place) = (paper.seen_by_all(digit, places), self.groups_of[digit].len());
            self.groups.push(Group { places, seen, before: *latest, place });
            self.groups_of[digit].push(group);
            *latest = group;
        }
        group
    }

    /// Numbers of sets, with their digits and the places of these; a set lacks at most one digit. Small sets alone, as many as a net can take.
    pub(super) fn links(&self) -> impl Iterator<Item = (u32, impl Iterator<Item = (usize, B)>)> {
        let small = self.sets.iter().enumerate().filter(|(_, set)| (2..=LINKED).contains(&set.cells.len())).take(FEW);
        small.map(|(index, _)| {
            let part = |entry: &SetDigit<B>| (usize::from(entry.digit), entry.places);
            (index as u32, self.entries_of(index).iter().map(part))
        })
    }

    /// A set by its number.
    pub(super) fn set(&self, index: u32) -> &Set<B> {
        &self.sets[index as usize]
    }

    fn entries_of(&self, set: usize) -> &[SetDigit<B>] {
        &self.entries[self.sets[set].first..][..self.sets[set].marks.count_ones() as usize]
    }

    /// The entry of a digit that the set has.
    fn entry(&self, set: usize, digit: usize) -> usize {
        let Set { marks, first, .. } = self.sets[set];
        first + (marks & ((1 << digit) - 1)).count_ones() as usize
    }

    /// The sets of which some mark locks two that are joined, and those to which two sets that some mark locks give different digits, as rows: the sets of an
    /// ALS-XZ, and the middle of an ALS-XY-wing.
    fn joined(&self, paper: &Paper<B>) -> &[Vec<u64>; 2] {
        self.joined.get_or_init(|| {
            let words = self.words;
            let [mut pairs, mut middles, mut locked, mut given] = [(); 4].map(|()| vec![0_u64; words]);
            let add = |row: &mut [u64], more: &[u64]| row.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            // By digits: what the sets of each group of z give to others if they lose z, and what all that one mark locks give.
            let long = words * (paper.geometry.side + 1);
            let (mut gives, mut by) = (Vec::new(), vec![0_u64; long]);
            for z in 1..=paper.geometry.side {
                gives.clear();
                gives.resize(long * self.groups_of[z].len(), 0);
                for entry in self.of_digit[z].iter().map(|&entry| &self.entries[entry as usize]) {
                    let gives = &mut gives[self.groups[entry.group as usize].place * long..][..long];
                    let others = self.entries_of(entry.set as usize).iter().filter(|other| other.digit != entry.digit);
                    others.for_each(|other| add(&mut gives[usize::from(other.digit) * words..], self.common(other)));
                }
                for cell in paper.digits[z].cells() {
                    [&mut locked, &mut given, &mut by].into_iter().for_each(|row| row.fill(0));
                    for (gives, &group) in gives.chunks_exact(long).zip(&self.groups_of[z]) {
                        if self.groups[group as usize].seen.has(cell) {
                            add(&mut locked, &self.rows()[0][group as usize * words..][..words]);
                            add(&mut by, gives);
                        }
                    }
                    for row in by.chunks_exact(words) {
                        for (word, &row) in row.iter().enumerate() {
                            pairs[word] |= row & locked[word];
                            middles[word] |= row & given[word];
                            given[word] |= row;
                        }
                    }
                }
            }
            [pairs, middles]
        })
    }

    /// Whether a digit is restricted common to two sets that both have it.
    fn is_common(&self, one: usize, other: usize, digit: usize) -> bool {
        self.entries[self.entry(other, digit)].places.within(self.entries[self.entry(one, digit)].seen)
    }

    /// The sets with which the digit of an entry is a restricted common, as a row.
    fn common(&self, entry: &SetDigit<B>) -> &[u64] {
        &self.rows()[1][entry.group as usize * self.words..][..self.words]
    }

    fn rows(&self) -> &[Vec<u64>; 2] {
        let words = self.words;
        self.common.get_or_init(|| {
            let mut members = vec![0_u64; words * self.groups.len()];
            for SetDigit { set, group, .. } in &self.entries {
                members[*group as usize * words + *set as usize / 64] |= 1 << (set % 64);
            }
            let mut common = vec![0_u64; words * self.groups.len()];
            for groups in &self.groups_of {
                for (one, seen) in groups.iter().map(|&one| (one as usize, self.groups[one as usize].seen)) {
                    let row = &mut common[one * words..][..words];
                    let others = groups.iter().map(|&other| other as usize).filter(|_| !seen.is_empty());
                    for other in others.filter(|&other| self.groups[other].places.within(seen)) {
                        row.iter_mut().zip(&members[other * words..][..words]).for_each(|(word, more)| *word |= more);
                    }
                }
            }
            [members, common]
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
        // One digit more than all cells that can still be chosen.
        if union.count_ones() as usize <= most.min(size + cells.len() - index) + 1 {
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
