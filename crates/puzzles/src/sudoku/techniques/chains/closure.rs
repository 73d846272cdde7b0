//! What follows from a net of links along chains of any length.
//!
//! A **row** is a set of nodes: bit i of word w is node 64 w + i.

use super::super::bits::Bits;
use super::super::sheet::Paper;
use super::links::Net;
use super::search::Only;

/// Whether two rows have a bit in common.
pub(in super::super) fn intersects(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Forgets the bits before one.
pub(in super::super) fn keep_from(row: &mut [u64], first: usize) {
    row[..first / 64].fill(0);
    row[first / 64] &= u64::MAX << (first % 64);
}

/// The bits of a row.
pub(in super::super) fn bits(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(index, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(index * 64 + bit)
        })
    })
}

/// What chains rule out.
#[derive(Clone, Debug)]
pub(in super::super) struct Refuted<B> {
    /// For each digit the marks that refute themselves: if such a mark is right, some chain makes it wrong. Whatever any chain rules out is among them.
    pub(in super::super) marks: Vec<B>,
    /// The ends of all chains that rule out a mark, as a row.
    pub(in super::super) ends: Vec<u64>,
    /// For each of them its other ends, as a row.
    others: Vec<u64>,
}

impl<B: Bits> Net<B> {
    /// The nodes that are right if this one is wrong, along chains of any length, as a row.
    pub(in super::super) fn reach(&self, node: usize) -> &[u64] {
        &self.closed().1[node * self.words..][..self.words]
    }

    /// The nodes that are right if this one is right, along a weak link, a strong link, and so on, as a row.
    pub(in super::super) fn follow(&self, node: usize) -> &[u64] {
        &self.closed().0[node * self.words..][..self.words]
    }

    fn closed(&self) -> &(Vec<u64>, Vec<u64>) {
        self.reach.get_or_init(|| self.close())
    }

    /// Follows all chains: from each node that is right, and from each that is wrong.
    fn close(&self) -> (Vec<u64>, Vec<u64>) {
        let (count, words) = (self.nodes.len(), self.words);
        // From a node that is right, along a weak and a strong link, to one that is then right.
        let mut next = vec![0_u64; count * words];
        for from in 0..count {
            let row = &mut next[from * words..][..words];
            for wrong in bits(self.weak(from)) {
                for link in self.strong(wrong) {
                    row[usize::from(link.to) / 64] |= 1 << (link.to % 64);
                }
            }
        }
        // Then on and on. Most nodes lead to one that has been followed to the end, and to what that leads to; `left` is what has not been followed.
        let (mut row, mut left) = (vec![0_u64; words], vec![0_u64; words]);
        let mut done = vec![0_u64; words];
        for from in 0..count {
            row.copy_from_slice(&next[from * words..][..words]);
            left.copy_from_slice(&row);
            let first = |left: &[u64], done: &[u64]| {
                let known = left.iter().zip(done).position(|(left, done)| left & done != 0);
                known.map(|word| (word, left[word] & done[word])).or_else(|| {
                    let word = left.iter().position(|&left| left != 0)?;
                    Some((word, left[word]))
                })
            };
            while let Some((word, set)) = first(&left, &done) {
                let node = word * 64 + set.trailing_zeros() as usize;
                let is_done = done[word] & set != 0;
                left[word] &= !(1 << (node % 64));
                for ((row, left), &more) in row.iter_mut().zip(&mut left).zip(&next[node * words..][..words]) {
                    *left = if is_done { *left & !more } else { *left | more & !*row };
                    *row |= more;
                }
            }
            next[from * words..][..words].copy_from_slice(&row);
            done[from / 64] |= 1 << (from % 64);
        }
        let mut reach = vec![0; count * words];
        for from in 0..count {
            for link in self.strong(from) {
                let to = usize::from(link.to);
                let row = &mut reach[from * words..][..words];
                row[to / 64] |= 1 << (to % 64);
                row.iter_mut().zip(&next[to * words..][..words]).for_each(|(word, more)| *word |= more);
            }
        }
        (next, reach)
    }

    /// What chains rule out: marks that make some nodes wrong, one of which leads to another.
    pub(in super::super) fn refuted(&self, paper: &Paper<B>) -> &Refuted<B> {
        self.refuted.get_or_init(|| {
            let words = self.words;
            let mut weak = vec![0; words];
            let mut refuted = Refuted {
                marks: vec![B::NONE; paper.geometry.side + 1],
                ends: vec![0; words],
                others: vec![0; words * self.nodes.len()],
            };
            for (digit, marks) in refuted.marks.iter_mut().enumerate() {
                for cell in paper.digits[digit].cells() {
                    self.weak_to_mark(paper, digit, cell, &mut weak);
                    for wrong in bits(&weak).filter(|&wrong| intersects(self.reach(wrong), &weak)) {
                        *marks |= B::only(cell);
                        refuted.ends[wrong / 64] |= 1 << (wrong % 64);
                        let others = &mut refuted.others[wrong * words..][..words];
                        let reached = self.reach(wrong).iter().zip(&weak).map(|(reach, weak)| reach & weak);
                        others.iter_mut().zip(reached).for_each(|(others, more)| *others |= more);
                    }
                }
            }
            refuted
        })
    }

    /// The other ends of the chains from this one that rule out a mark; those that come before it in the net are left out, as a chain read backwards is the
    /// same chain.
    pub(in super::super) fn other_ends(&self, paper: &Paper<B>, start: usize, only: Only, row: &mut [u64]) {
        row.copy_from_slice(&self.refuted(paper).others[start * self.words..][..self.words]);
        if only != Only::Any {
            let alike = &self.of_digit[self.nodes[start].digit * self.words..][..self.words];
            row.iter_mut().zip(alike).for_each(|(word, alike)| *word &= alike);
        }
        keep_from(row, start);
    }
}
