//! A line and its cages together: a way to fill the line takes one filling of each cage that has several cells in it.
//!
//! What the cages and cells before have used up is a set of numbers; the sets that can come about, out of all subsets of
//! the numbers still open, are bits. Adding the numbers of a filling shifts those bits. A filling that lies on no way from
//! nothing to all numbers is struck off the list. This sees more than the line's differences and each cage alone.

use super::cage::Shape;
use super::lines::cell_of;
use super::state::{Lines, State, Table, WIDTH};

/// The most numbers still open in a line.
const OPEN: usize = 9;
/// Words for all subsets of them.
const WORDS: usize = 1 << (OPEN - 6);

type Sets = [u64; WORDS];

/// What has to get numbers together.
#[derive(Clone, Copy, Debug)]
enum Part {
    Cage(u8, u8), // and how far its lines are shifted
    Cell(u8),
}

/// Scratch space, and which cages have several cells in each line.
pub(super) struct Joint {
    members: Vec<Vec<(u8, u8, u16)>>, // line -> cage, shift, places outside
    parts: Vec<(Part, usize)>,        // with where its options end
    options: Vec<u16>,
    after: Vec<Sets>,
}

/// For each set of up to six numbers the subsets of six that it does not touch.
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
                members[crossed.line as usize].push((number as u8, crossed.shift, crossed.outside));
            }
        }
        Self { members, parts: Vec::new(), options: Vec::new(), after: Vec::new() }
    }

    /// Strikes off what does not fit together in a line; false if nothing does.
    pub(super) fn line(
        &mut self,
        line: usize,
        state: &mut State,
        layout: &Lines,
        cages: &[Shape],
        store: &mut Vec<u64>,
        most: u32,
    ) -> bool {
        let (mut free, mut places) = (layout.full, 0u16);
        for place in 0..layout.size {
            let marks = state.marks[cell_of(line, place)];
            if marks & marks.wrapping_sub(1) == 0 {
                free &= !marks;
            } else {
                places |= 1 << place;
            }
        }
        let open = free.count_ones();
        if open < 3 || open > most || open as usize > OPEN || places.count_ones() != open {
            return true;
        }
        let mut label = [0u16; WIDTH];
        let mut next = 1;
        for (number, label) in label.iter_mut().enumerate() {
            if free >> number & 1 == 1 {
                *label = next;
                next <<= 1;
            }
        }
        let relabel = |mut set: u16| {
            let mut to = 0;
            while set != 0 {
                to |= label[set.trailing_zeros() as usize];
                set &= set - 1;
            }
            to
        };
        // The parts and their options.
        self.parts.clear();
        self.options.clear();
        let mut several = 0;
        for &(number, shift, outside) in &self.members[line] {
            let inside = places & !outside;
            let table = state.tables[number as usize];
            if inside & inside.wrapping_sub(1) == 0 || table.len == 0 || table.len > 256 {
                continue;
            }
            several += 1;
            places &= outside;
            let cage = &cages[number as usize];
            let dead = cage.dead(state);
            let (start, len) = (table.start as usize, table.len as usize);
            let words = &store[start..start + len * cage.stride()];
            let mut seen: Sets = [0; WORDS];
            for index in 0..len {
                if (0..cage.planes).all(|plane| words[plane * len + index] & dead[plane] == 0) {
                    let set = relabel((words[cage.planes * len + index] >> shift) as u16 & free);
                    let (word, bit) = ((set >> 6) as usize, 1 << (set & 63));
                    if seen[word] & bit == 0 {
                        seen[word] |= bit;
                        self.options.push(set);
                    }
                }
            }
            self.parts.push((Part::Cage(number, shift), self.options.len()));
        }
        if several == 0 {
            return true;
        }
        while places != 0 {
            let place = places.trailing_zeros() as usize;
            places &= places - 1;
            let cell = cell_of(line, place);
            let mut marks = state.marks[cell] & free;
            while marks != 0 {
                self.options.push(label[marks.trailing_zeros() as usize]);
                marks &= marks - 1;
            }
            self.parts.push((Part::Cell(cell as u8), self.options.len()));
        }
        // From where all numbers can be reached.
        let words = (1usize << open).div_ceil(64);
        self.after.clear();
        self.after.resize(self.parts.len() + 1, [0; WORDS]);
        let all = (1usize << open) - 1;
        self.after[self.parts.len()][all >> 6] = 1 << (all & 63);
        for part in (0..self.parts.len()).rev() {
            let from = if part == 0 { 0 } else { self.parts[part - 1].1 };
            let mut here: Sets = [0; WORDS];
            let next = &self.after[part + 1];
            for &set in &self.options[from..self.parts[part].1] {
                let (high, low) = ((set >> 6) as usize, (set & 63) as usize);
                for word in 0..words {
                    if word & high == 0 {
                        here[word] |= next[word | high] >> low & APART[low];
                    }
                }
            }
            self.after[part] = here;
        }
        if self.after[0][0] & 1 == 0 {
            return false;
        }
        let mut before: Sets = [0; WORDS];
        before[0] = 1;
        let mut from = 0;
        for part in 0..self.parts.len() {
            let (kind, to) = self.parts[part];
            let goal = &self.after[part + 1];
            let mut reached: Sets = [0; WORDS];
            let mut lost: Sets = [0; WORDS];
            let mut any = false;
            for &set in &self.options[from..to] {
                let (high, low) = ((set >> 6) as usize, (set & 63) as usize);
                let mut alive = 0;
                for word in 0..words {
                    if word & high == 0 {
                        let made = (before[word] & APART[low]) << low & goal[word | high];
                        reached[word | high] |= made;
                        alive |= made;
                    }
                }
                if alive == 0 {
                    lost[high] |= 1 << low;
                    any = true;
                }
            }
            before = reached;
            from = to;
            if !any {
                continue;
            }
            let gone = |set: u16| lost[(set >> 6) as usize] >> (set & 63) & 1 == 1;
            match kind {
                Part::Cell(cell) => {
                    let cell = cell as usize;
                    let mut marks = state.marks[cell];
                    let mut left = marks;
                    while marks != 0 {
                        let number = marks.trailing_zeros() as usize;
                        marks &= marks - 1;
                        if gone(label[number]) {
                            left &= !(1 << number);
                        }
                    }
                    if left != state.marks[cell] && !state.keep(layout, cell, left) {
                        return false;
                    }
                }
                Part::Cage(number, shift) => {
                    let cage = &cages[number as usize];
                    let table = state.tables[number as usize];
                    let dead = cage.dead(state);
                    let (start, len) = (table.start as usize, table.len as usize);
                    let stride = cage.stride();
                    let mut kept = [0u16; 256];
                    let mut count = 0;
                    for index in 0..len {
                        let words = &store[start..];
                        let alive = (0..cage.planes).all(|plane| words[plane * len + index] & dead[plane] == 0);
                        if alive && !gone(relabel((words[cage.planes * len + index] >> shift) as u16 & free)) {
                            kept[count] = index as u16;
                            count += 1;
                        }
                    }
                    if count == 0 {
                        return false;
                    }
                    let to = store.len();
                    for plane in 0..stride {
                        for &index in &kept[..count] {
                            let word = store[start + plane * len + index as usize];
                            store.push(word);
                        }
                    }
                    state.tables[number as usize] = Table { start: to as u32, len: count as u32 };
                    state.cages |= 1 << number;
                }
            }
        }
        true
    }
}
