//! The shortest chains from a node.

use super::super::bits::Bits;
use super::links::{GROUP, Net, Via};

/// Which links a chain may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Only {
    /// Those of one digit.
    Digit,
    /// Cells with two marks, linked by a digit that they share.
    Pairs,
    /// All.
    Any,
}

/// The shortest chains from a node that is supposed wrong.
pub(in super::super) struct Search {
    /// How each right node was reached: the wrong node before it.
    before: Vec<u16>,
    /// How each wrong node was reached: the right node before it, or itself at the start.
    from: Vec<u16>,
    /// Strong links to each right node; 0 if it was not reached.
    pub(in super::super) length: Vec<u16>,
    /// The right nodes in the order in which they were reached.
    pub(in super::super) queue: Vec<u16>,
    /// The nodes that have not been found wrong yet, as a row.
    free: Vec<u64>,
    /// The nodes to be reached, as a row.
    wanted: Vec<u64>,
}

impl Search {
    pub(in super::super) fn new() -> Self {
        Self {
            before: Vec::new(),
            from: Vec::new(),
            length: Vec::new(),
            queue: Vec::new(),
            free: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// All nodes that are right if `start` is wrong.
    pub(in super::super) fn run<B: Bits>(&mut self, net: &Net<B>, start: usize, only: Only) {
        self.run_to(net, start, only, None);
    }

    /// The same, until all nodes of a row have been reached.
    pub(in super::super) fn run_to<B: Bits>(&mut self, net: &Net<B>, start: usize, only: Only, row: Option<&[u64]>) {
        let count = net.nodes.len();
        if self.length.len() == count {
            // Only what the last run touched has to be forgotten.
            self.queue.iter().for_each(|&right| self.length[usize::from(right)] = 0);
        } else {
            *self = Self::new();
            self.before.resize(count, GROUP);
            self.from.resize(count, GROUP);
            self.length.resize(count, 0);
        }
        self.queue.clear();
        self.wanted.clear();
        self.wanted.extend(row.unwrap_or_default());
        self.free.clear();
        self.free.resize(net.words, u64::MAX);
        self.free[start / 64] &= !(1 << (start % 64));
        self.from[start] = start as u16;
        self.expand(net, start, 1, only);
        let mut head = 0;
        while head < self.queue.len() {
            let right = usize::from(self.queue[head]);
            head += 1;
            if row.is_some() {
                self.wanted[right / 64] &= !(1 << (right % 64));
                if self.wanted.iter().all(|&word| word == 0) {
                    break;
                }
            }
            let length = self.length[right] + 1;
            let digit = net.nodes[right].digit;
            for word in 0..net.words {
                let mut row = net.weak(right)[word];
                if only != Only::Any {
                    row &= net.of_digit[digit * net.words + word];
                }
                row &= self.free[word];
                self.free[word] &= !row;
                while row != 0 {
                    let wrong = word * 64 + row.trailing_zeros() as usize;
                    row &= row - 1;
                    self.from[wrong] = right as u16;
                    self.expand(net, wrong, length, only);
                }
            }
        }
    }

    fn expand<B: Bits>(&mut self, net: &Net<B>, wrong: usize, length: u16, only: Only) {
        for link in net.strong(wrong) {
            let fits = match only {
                Only::Digit => matches!(link.via, Via::Unit(_)),
                Only::Pairs => link.via == Via::Cell,
                Only::Any => true,
            };
            let to = usize::from(link.to);
            if fits && self.length[to] == 0 {
                self.length[to] = length;
                self.before[to] = wrong as u16;
                self.queue.push(link.to);
            }
        }
    }

    /// The chain to a right node: wrong, right, wrong, right, …
    pub(in super::super) fn chain(&self, end: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut right = end;
        loop {
            chain.push(right);
            let wrong = usize::from(self.before[right]);
            chain.push(wrong);
            let from = usize::from(self.from[wrong]);
            if from == wrong || self.length[right] == 1 {
                break;
            }
            right = from;
        }
        chain.reverse();
        chain
    }
}
