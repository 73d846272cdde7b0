//! What can be reached from each candidate that is on, in a position that does not change: sets, without the ways.
//!
//! Chains and cycles are looked for only where these sets say that there are some. Candidates are numbered anew, without those that are gone, so that a
//! set is a few words long.

use super::super::houses::{PEERS, bits, each};
use super::super::state::State;
use super::hint::split;
use super::links::{Links, Mode};

/// The sets of a position, `words` words for each candidate.
#[derive(Default)]
pub(crate) struct Reach {
    /// The numbers of the candidates, and the candidates by number.
    number: Vec<u16>,
    candidates: Vec<u16>,
    words: usize,
    /// What is reached by one stride.
    next: Vec<u64>,
    /// What is off at once.
    weak: Vec<u64>,
    /// What is on in the end, and what is off.
    on: Vec<u64>,
    off: Vec<u64>,
}

impl Reach {
    /// Finds the sets of a position with these links.
    pub(super) fn list(&mut self, state: &State, links: &Links, mode: Mode) {
        self.number.resize(729, 0);
        self.candidates.clear();
        for cell in each(state.empty) {
            for digit in bits(state.marks[cell]) {
                self.number[cell * 9 + digit] = self.candidates.len() as u16;
                self.candidates.push((cell * 9 + digit) as u16);
            }
        }
        self.words = self.candidates.len().div_ceil(64);
        let size = self.candidates.len() * self.words;
        for sets in [&mut self.next, &mut self.weak, &mut self.on, &mut self.off] {
            sets.clear();
            sets.resize(size, 0);
        }
        for (index, &candidate) in self.candidates.iter().enumerate() {
            let (cell, digit) = split(candidate);
            let first = index * self.words;
            let add = |sets: &mut Vec<u64>, candidate: usize| {
                let number = usize::from(self.number[candidate]);
                sets[first + number / 64] |= 1 << (number % 64);
            };
            for stride in links.strides(candidate) {
                add(&mut self.next, usize::from(stride.on));
            }
            for peer in each(PEERS[cell] & state.boards[digit]) {
                add(&mut self.weak, peer * 9 + digit);
            }
            if mode != Mode::X {
                for other in bits(state.marks[cell] & !(1 << digit)) {
                    add(&mut self.weak, cell * 9 + other);
                }
            }
        }
        self.close();
    }

    /// Finds what is reached in the end, from each candidate in turn; what is known of those before it is used.
    fn close(&mut self) {
        let words = self.words;
        for source in 0..self.candidates.len() {
            let (mut on, mut off, mut todo) = ([0u64; 12], [0u64; 12], [0u64; 12]);
            todo[source / 64] |= 1 << (source % 64);
            while let Some(word) = (0..words).find(|&word| todo[word] != 0) {
                let node = word * 64 + todo[word].trailing_zeros() as usize;
                let first = node * words;
                let known = node < source;
                if known {
                    for word in 0..words {
                        on[word] |= self.on[first + word];
                        off[word] |= self.off[first + word];
                        todo[word] &= !self.on[first + word];
                    }
                } else {
                    on[word] |= 1 << (node % 64);
                    for word in 0..words {
                        off[word] |= self.weak[first + word];
                        todo[word] |= self.next[first + word] & !on[word];
                    }
                    todo[word] &= !on[word];
                }
            }
            let first = source * words;
            self.on[first..first + words].copy_from_slice(&on[..words]);
            self.off[first..first + words].copy_from_slice(&off[..words]);
        }
    }

    fn has(&self, sets: &[u64], from: u16, to: u16) -> bool {
        let [from, to] = [from, to].map(|candidate| usize::from(self.number[usize::from(candidate)]));
        sets[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    /// Whether a candidate that is on turns itself off.
    pub(super) fn refutes_itself(&self, source: u16) -> bool {
        self.has(&self.off, source, source)
    }

    /// Whether a candidate that is on leads to another one, or to itself by way of another one.
    pub(super) fn leads(&self, links: &Links, source: u16, to: u16) -> bool {
        if source == to {
            links.strides(source).iter().any(|stride| self.has(&self.on, stride.on, to))
        } else {
            self.has(&self.on, source, to)
        }
    }

    /// Whether something follows from every one of these candidates.
    pub(super) fn agree(&self, mut group: impl Iterator<Item = u16>) -> bool {
        let set = |sets: &'_ Vec<u64>, candidate: u16, word: usize| {
            sets[usize::from(self.number[usize::from(candidate)]) * self.words + word]
        };
        let Some(first) = group.next() else { return false };
        let (mut on, mut off) = ([0; 12], [0; 12]);
        for word in 0..self.words {
            on[word] = set(&self.on, first, word);
            off[word] = set(&self.off, first, word);
        }
        for candidate in group {
            for word in 0..self.words {
                on[word] &= set(&self.on, candidate, word);
                off[word] &= set(&self.off, candidate, word);
            }
        }
        on != [0; 12] || off != [0; 12]
    }
}
