//! A line and its cages together: a way to fill the line takes one filling of each cage that has several cells in it.
//!
//! What the cages and cells before have used up is a set of numbers; the sets that can come about, out of all subsets of
//! the numbers still open, are bits. Adding the numbers of a filling shifts those bits. A filling that lies on no way from
//! nothing to all numbers is struck off the list. This sees more than the line's differences and each cage alone.

use super::cage::Shape;
use super::lines::cell_of;
use super::propagate::STORE;
use super::state::{Geometry, State, WIDTH};

/// The most numbers still open in a line.
const OPEN: u32 = 9;
/// Words for all subsets of them.
const WORDS: usize = 1 << (OPEN - 6);
/// The most fillings of a cage to look at.
const FILLINGS: usize = 256;

/// Sets of numbers: bit s is the set with the binary digits of s.
type Sets<const W: usize> = [u64; W];

/// What has to get numbers together.
#[derive(Clone, Copy, Debug)]
enum Part {
    Cage { number: u8, shift: u8 },
    Cell(u8),
}

/// Which cages have several cells in each line, and scratch space.
pub(super) struct Joint {
    members: Vec<Vec<Member>>,
    parts: Vec<(Part, usize)>, // with where its options end
    options: Vec<u16>,
    after: Vec<Sets<WORDS>>,
}

/// A cage with several cells in a line.
#[derive(Clone, Copy, Debug)]
struct Member {
    cage: u8,
    shift: u8,    // where a filling has its numbers in this line
    outside: u16, // the places of the line that it leaves to others
}

/// New names for the numbers that are still open in a line.
struct Labels {
    free: u16,
    bits: [u16; WIDTH],
}

impl Labels {
    #[inline]
    fn new(free: u16) -> Self {
        let mut bits = [0; WIDTH];
        let mut next = 1;
        for (number, bit) in bits.iter_mut().enumerate() {
            let open = free >> number & 1;
            *bit = next * open;
            next <<= open;
        }
        Self { free, bits }
    }

    #[inline]
    fn of(&self, set: u16) -> u16 {
        let (mut set, mut to) = (set & self.free, 0);
        while set != 0 {
            to |= self.bits[set.trailing_zeros() as usize & 15];
            set &= set - 1;
        }
        to
    }
}

/// For each set of six numbers the sets of six that it does not touch.
static APART: [u64; 64] = {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut other = 0;
        while other < 64 {
            if set & other == 0 {
                table[set] |= 1 << other;
            }
            other += 1;
        }
        set += 1;
    }
    table
};

impl Joint {
    pub(super) fn new(cages: &[Shape]) -> Self {
        let mut members = vec![Vec::new(); 2 * WIDTH];
        for (number, cage) in cages.iter().enumerate() {
            for crossed in &cage.crossed {
                let member = Member { cage: number as u8, shift: crossed.shift, outside: crossed.outside };
                members[crossed.line as usize].push(member);
            }
        }
        Self { members, parts: Vec::new(), options: Vec::new(), after: Vec::new() }
    }

    /// Strikes off what does not fit together in a line; false if nothing does, `None` if the line has no such cage or too
    /// many numbers open.
    #[inline]
    pub(super) fn line(
        &mut self,
        line: usize,
        state: &mut State,
        geometry: &Geometry,
        cages: &[Shape],
        store: &mut Vec<u64>,
    ) -> Option<bool> {
        let (mut free, mut places) = (geometry.full, 0u16);
        for place in 0..geometry.size {
            let marks = state.marks[cell_of(line, place)];
            if marks & marks.wrapping_sub(1) == 0 {
                free &= !marks;
            } else {
                places |= 1 << place;
            }
        }
        let open = free.count_ones();
        if !(3..=OPEN).contains(&open) || places.count_ones() != open {
            return None;
        }
        let labels = Labels::new(free);
        if !self.collect(line, places, &labels, state, cages, store) {
            return None;
        }
        Some(match open {
            ..=6 => self.narrow::<1>(open, &labels, state, geometry, cages, store),
            7 => self.narrow::<2>(open, &labels, state, geometry, cages, store),
            8 => self.narrow::<4>(open, &labels, state, geometry, cages, store),
            _ => self.narrow::<WORDS>(open, &labels, state, geometry, cages, store),
        })
    }

    /// Lists the parts of a line with open `places`, and their options; false if no part is a cage.
    #[inline]
    fn collect(
        &mut self,
        line: usize,
        mut places: u16,
        labels: &Labels,
        state: &State,
        cages: &[Shape],
        store: &[u64],
    ) -> bool {
        self.parts.clear();
        self.options.clear();
        for member in &self.members[line] {
            let inside = places & !member.outside;
            let table = state.tables[member.cage as usize];
            if inside & inside.wrapping_sub(1) == 0 || table.len == 0 || table.len as usize > FILLINGS {
                continue;
            }
            places &= member.outside;
            let cage = &cages[member.cage as usize];
            let mut seen: Sets<WORDS> = [0; WORDS];
            cage.each(table, state, store, |_, lines| {
                let set = labels.of((lines >> member.shift) as u16);
                let (word, bit) = (set as usize >> 6 & (WORDS - 1), 1 << (set & 63));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    self.options.push(set);
                }
            });
            self.parts.push((Part::Cage { number: member.cage, shift: member.shift }, self.options.len()));
        }
        if self.parts.is_empty() {
            return false;
        }
        while places != 0 {
            let cell = cell_of(line, places.trailing_zeros() as usize);
            places &= places - 1;
            let mut marks = state.marks[cell] & labels.free;
            while marks != 0 {
                self.options.push(labels.bits[marks.trailing_zeros() as usize & 15]);
                marks &= marks - 1;
            }
            self.parts.push((Part::Cell(cell as u8), self.options.len()));
        }
        true
    }

    /// Strikes off the options that lie on no way from nothing to all numbers; false if there is no way.
    #[inline]
    fn narrow<const W: usize>(
        &mut self,
        open: u32,
        labels: &Labels,
        state: &mut State,
        geometry: &Geometry,
        cages: &[Shape],
        store: &mut Vec<u64>,
    ) -> bool {
        let count = self.parts.len();
        self.after.clear();
        self.after.resize(count + 1, [0; WORDS]);
        let all = (1usize << open) - 1;
        self.after[count][all >> 6] = 1 << (all & 63);
        for part in (0..count).rev() {
            let from = if part == 0 { 0 } else { self.parts[part - 1].1 };
            let mut here: Sets<W> = [0; W];
            let mut copies = [[0; W]; W];
            let next = &self.after[part + 1];
            for high in 0..W {
                for word in 0..W {
                    copies[high][word] = if word & high == 0 { next[word | high] } else { 0 };
                }
            }
            for &set in &self.options[from..self.parts[part].1] {
                let (high, low) = (set as usize >> 6 & (W - 1), set & 63);
                let (next, apart) = (&copies[high], APART[low as usize]);
                for word in 0..W {
                    here[word] |= next[word] >> low & apart;
                }
            }
            self.after[part][..W].copy_from_slice(&here);
        }
        if self.after[0][0] & 1 == 0 {
            return false;
        }
        let mut before: Sets<W> = [0; W];
        before[0] = 1;
        let mut from = 0;
        for part in 0..count {
            let (kind, to) = self.parts[part];
            let mut goal: Sets<W> = [0; W];
            goal.copy_from_slice(&self.after[part + 1][..W]);
            let mut copies = [[0; W]; W];
            for high in 0..W {
                for word in 0..W {
                    copies[high][word] = if word & high == high { before[word & !high] } else { 0 };
                }
            }
            let mut reached: Sets<W> = [0; W];
            let mut lost: Sets<W> = [0; W];
            for &set in &self.options[from..to] {
                let (high, low) = (set as usize >> 6 & (W - 1), set & 63);
                let (before, apart) = (&copies[high], APART[low as usize]);
                let mut alive = 0;
                for word in 0..W {
                    let made = (before[word] & apart) << low & goal[word];
                    reached[word] |= made;
                    alive |= made;
                }
                lost[high] |= u64::from(alive == 0) << low;
            }
            before = reached;
            from = to;
            if lost.iter().any(|&lost| lost != 0) {
                let gone = |set: u16| lost[set as usize >> 6 & (W - 1)] >> (set & 63) & 1 == 1;
                if !strike(kind, labels, gone, state, geometry, cages, store) {
                    return false;
                }
            }
        }
        true
    }
}

/// Takes options from a part; false if none is left.
#[inline]
fn strike(
    part: Part,
    labels: &Labels,
    gone: impl Fn(u16) -> bool,
    state: &mut State,
    geometry: &Geometry,
    cages: &[Shape],
    store: &mut Vec<u64>,
) -> bool {
    match part {
        Part::Cell(cell) => {
            let cell = cell as usize;
            let mut marks = state.marks[cell];
            let mut left = marks;
            while marks != 0 {
                let bit = marks & marks.wrapping_neg();
                marks &= marks - 1;
                if gone(labels.of(bit)) {
                    left &= !bit;
                }
            }
            left == state.marks[cell] || state.keep(geometry, cell, left)
        }
        Part::Cage { number, shift } => {
            let cage = &cages[number as usize];
            let table = state.tables[number as usize];
            if store.len() > STORE {
                return true;
            }
            let mut kept = [0u16; FILLINGS + 1];
            let mut count = 0;
            cage.each(table, state, store, |index, lines| {
                kept[count] = index as u16;
                count += usize::from(!gone(labels.of((lines >> shift) as u16)));
            });
            state.tables[number as usize] = cage.select(table, &kept[..count], store);
            state.cages |= 1 << number;
            count > 0
        }
    }
}
