//! The links that chains are made of.
//!
//! A **node** says that a digit is in one of some cells: one cell, a group of cells where a box and a line cross, or the cells of an almost locked set that can
//! hold the digit. A **strong link** joins two nodes of which at least one is right, a **weak link** two of which at most one is.
//! A chain goes from a node that is supposed wrong along a strong link to one that is then right, along a weak link to one that is then wrong, and so on.

use super::super::bits::{Bits, digits};
use super::super::patterns::strong;
use super::super::sheet::Paper;
use crate::sudoku::parts::MOST;

/// A digit in one of some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node<B> {
    pub(in super::super) digit: usize,
    pub(in super::super) cells: B,
    /// The only cell, or [`GROUP`].
    pub(in super::super) cell: u16,
}

/// A net of more nodes than this, on a large board that is almost empty, is not searched: following all its chains would take too long.
const MANY: usize = 2000;

/// Stands for the cell of a node with several cells.
pub(in super::super) const GROUP: u16 = u16::MAX;

/// Why one of two nodes is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Via {
    /// The digit has no other places in the unit.
    Unit(u8),
    /// The cell has no other marks.
    Cell,
    /// An almost locked set, by its number: whichever digit is not there, all others are.
    Almost(u32),
}

/// A strong link to another node.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Strong {
    pub(in super::super) to: u16,
    pub(in super::super) via: Via,
}

/// Nodes with at least one strong link, and their links.
#[derive(Clone, Debug)]
pub(crate) struct Net<B> {
    pub(in super::super) nodes: Vec<Node<B>>,
    /// The strong links of all nodes, node by node.
    links: Vec<Strong>,
    /// Where those of each node begin, and where the last ones end.
    first: Vec<u32>,
    /// Words a row of a matrix of nodes.
    pub(in super::super) words: usize,
    /// For each node the nodes that it has a weak link to.
    weak: Vec<u64>,
    /// For each digit its nodes.
    of_digit: Vec<u64>,
    /// The node of each mark of a single cell, or [`GROUP`].
    single: Vec<u16>,
    /// The nodes of several cells of each digit.
    several: Vec<Vec<u16>>,
    /// See [`Net::follow`] and [`Net::reach`].
    reach: std::cell::OnceCell<(Vec<u64>, Vec<u64>)>,
    /// See [`Net::refuted`].
    refuted: std::cell::OnceCell<Refuted<B>>,
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

/// The nets of a position, made when they are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Links<B: Bits> {
    pub(in super::super) plain: Net<B>,
    grouped: std::cell::OnceCell<Net<B>>,
    almost: std::cell::OnceCell<Net<B>>,
}

impl<B: Bits> Links<B> {
    pub(in super::super) fn new(paper: &Paper<B>) -> Self {
        Self {
            plain: Net::new(paper, false, false),
            grouped: std::cell::OnceCell::new(),
            almost: std::cell::OnceCell::new(),
        }
    }

    /// With groups of cells and almost locked sets.
    pub(in super::super) fn almost(&self, paper: &Paper<B>) -> &Net<B> {
        self.almost.get_or_init(|| Net::new(paper, true, true))
    }

    /// With groups of cells as nodes.
    pub(in super::super) fn grouped(&self, paper: &Paper<B>) -> &Net<B> {
        self.grouped.get_or_init(|| Net::new(paper, true, false))
    }
}

/// Whether two rows have a bit in common.
pub(in super::super) fn meet(one: &[u64], other: &[u64]) -> bool {
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

/// Collects nodes and strong links.
struct Builder<B> {
    nodes: Vec<Node<B>>,
    /// Both directions of every link.
    links: Vec<(u16, Strong)>,
    /// The node of each mark of a single cell.
    single: Vec<u16>,
    /// The nodes of several cells of each digit.
    several: Vec<Vec<u16>>,
}

impl<B: Bits> Builder<B> {
    fn single(&mut self, cell: usize, digit: usize) -> u16 {
        let slot = &mut self.single[cell * (MOST + 1) + digit];
        if *slot == GROUP {
            *slot = self.nodes.len() as u16;
            self.nodes.push(Node { digit, cells: B::only(cell), cell: cell as u16 });
        }
        *slot
    }

    fn node(&mut self, cells: B, digit: usize) -> u16 {
        if cells.len() == 1 {
            return self.single(cells.first(), digit);
        }
        let known = self.several[digit].iter().find(|&&node| self.nodes[usize::from(node)].cells == cells);
        known.copied().unwrap_or_else(|| {
            let node = self.nodes.len() as u16;
            self.nodes.push(Node { digit, cells, cell: GROUP });
            self.several[digit].push(node);
            node
        })
    }

    fn link(&mut self, one: u16, other: u16, via: Via) {
        self.links.push((one, Strong { to: other, via }));
        self.links.push((other, Strong { to: one, via }));
    }
}

impl<B: Bits> Net<B> {
    fn new(paper: &Paper<B>, grouped: bool, almost: bool) -> Self {
        let side = paper.layout.side;
        let mut builder = Builder {
            nodes: Vec::with_capacity(256),
            links: Vec::with_capacity(512),
            single: vec![GROUP; side * side * (MOST + 1)],
            several: vec![Vec::new(); side + 1],
        };
        for digit in 1..=side {
            for link in strong(paper, digit, u128::MAX) {
                let [one, other] = link.ends.map(|cell| builder.single(cell, digit));
                builder.link(one, other, Via::Unit(link.unit as u8));
            }
        }
        for cell in paper.double.cells() {
            let set = paper.marks[cell];
            let [one, other] = [set.trailing_zeros(), set.ilog2()].map(|digit| builder.single(cell, digit as usize));
            builder.link(one, other, Via::Cell);
        }
        if grouped {
            groups(paper, &mut builder);
        }
        if almost {
            for (index, digits) in paper.almost().links() {
                let nodes: Vec<u16> = digits.map(|(digit, cells)| builder.node(cells, digit)).collect();
                for (place, &one) in nodes.iter().enumerate() {
                    nodes[place + 1..].iter().for_each(|&other| builder.link(one, other, Via::Almost(index)));
                }
            }
        }
        let Builder { mut nodes, links: mut pairs, mut single, mut several } = builder;
        if nodes.len() > MANY {
            nodes.clear();
            pairs.clear();
            single.fill(GROUP);
            several.iter_mut().for_each(Vec::clear);
        }
        let words = nodes.len().div_ceil(64);
        // The links in order of their nodes, by counting.
        let mut first = vec![0_u32; nodes.len() + 2];
        pairs.iter().for_each(|&(from, _)| first[usize::from(from) + 2] += 1);
        (2..first.len()).for_each(|index| first[index] += first[index - 1]);
        let mut links = vec![Strong { to: 0, via: Via::Cell }; pairs.len()];
        for (from, link) in pairs {
            let place = &mut first[usize::from(from) + 1];
            links[*place as usize] = link;
            *place += 1;
        }
        let mut net = Self {
            weak: vec![0; words * nodes.len()],
            of_digit: vec![0; words * (side + 1)],
            single,
            several,
            reach: std::cell::OnceCell::new(),
            refuted: std::cell::OnceCell::new(),
            words,
            nodes,
            links,
            first,
        };
        for (index, node) in net.nodes.iter().enumerate() {
            net.of_digit[node.digit * words + index / 64] |= 1 << (index % 64);
        }
        let mut row = vec![0; words];
        for index in 0..net.nodes.len() {
            row.fill(0);
            let node = net.nodes[index];
            net.weak_to(paper, node, &mut row);
            net.weak[index * words..][..words].copy_from_slice(&row);
        }
        net
    }

    /// The strong links of a node.
    #[inline]
    pub(in super::super) fn strong(&self, node: usize) -> &[Strong] {
        &self.links[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// The nodes that are right if this one is wrong, along chains of any length, as a row.
    pub(in super::super) fn reach(&self, node: usize) -> &[u64] {
        &self.closed().1[node * self.words..][..self.words]
    }

    /// Adds the nodes that have a weak link to this one, which need not be in the net.
    pub(in super::super) fn weak_to(&self, paper: &Paper<B>, node: Node<B>, row: &mut [u64]) {
        let seen = if node.cell == GROUP {
            paper.layout.common_peers(node.cells)
        } else {
            paper.layout.peers[usize::from(node.cell)]
        };
        let mut add = |other: u16| row[usize::from(other) / 64] |= 1 << (other % 64);
        let single = |cell: usize, digit: usize| self.single[cell * (MOST + 1) + digit];
        for cell in (seen & paper.digits[node.digit]).cells() {
            let other = single(cell, node.digit);
            if other != GROUP {
                add(other);
            }
        }
        for &other in &self.several[node.digit] {
            if self.nodes[usize::from(other)].cells.within(seen) {
                add(other);
            }
        }
        if node.cell != GROUP {
            for digit in digits(paper.marks[usize::from(node.cell)] & !(1 << node.digit)) {
                let other = single(usize::from(node.cell), digit);
                if other != GROUP {
                    add(other);
                }
            }
        }
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
                marks: vec![B::NONE; paper.layout.side + 1],
                ends: vec![0; words],
                others: vec![0; words * self.nodes.len()],
            };
            for (digit, marks) in refuted.marks.iter_mut().enumerate() {
                for cell in paper.digits[digit].cells() {
                    weak.fill(0);
                    self.weak_to(paper, Node { digit, cells: B::only(cell), cell: cell as u16 }, &mut weak);
                    for wrong in bits(&weak).filter(|&wrong| meet(self.reach(wrong), &weak)) {
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

    /// The nodes that a node has a weak link to, as a row.
    pub(in super::super) fn weak(&self, node: usize) -> &[u64] {
        &self.weak[node * self.words..][..self.words]
    }
}

/// Groups where a box and a line cross, and their strong links.
fn groups<B: Bits>(paper: &Paper<B>, builder: &mut Builder<B>) {
    let layout = paper.layout;
    let side = layout.side;
    for digit in 1..=side {
        for crossing in &layout.crossings {
            let here = paper.digits[digit] & crossing.both;
            if here.is_empty() {
                continue;
            }
            for (unit, rest) in [(crossing.square, crossing.square_rest), (crossing.line, crossing.line_rest)] {
                let there = paper.digits[digit] & rest;
                if there.is_empty() || (here.len() == 1 && there.len() == 1) {
                    continue;
                }
                // The other part has to be a node as well: within one box and one line.
                let [row, col, square] = layout.of(there.first());
                let lines = [row, col].into_iter().any(|line| there.within(layout.units[line]));
                if lines && there.within(layout.units[square]) {
                    let [one, other] = [here, there].map(|cells| builder.node(cells, digit));
                    builder.link(one, other, Via::Unit(unit as u8));
                }
            }
        }
    }
}

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
    /// The wrong nodes.
    wrongs: Vec<u16>,
    /// The nodes to be reached.
    wanted: Vec<u64>,
}

impl Search {
    pub(in super::super) fn new() -> Self {
        Self {
            before: Vec::new(),
            from: Vec::new(),
            length: Vec::new(),
            queue: Vec::new(),
            wrongs: Vec::new(),
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
            self.wrongs.iter().for_each(|&wrong| self.from[usize::from(wrong)] = GROUP);
        } else {
            *self = Self::new();
            self.before.resize(count, GROUP);
            self.from.resize(count, GROUP);
            self.length.resize(count, 0);
        }
        self.queue.clear();
        self.wrongs.clear();
        self.wanted.clear();
        self.wanted.extend(row.unwrap_or_default());
        self.wrongs.push(start as u16);
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
                let mut row = net.weak[right * net.words + word];
                if only != Only::Any {
                    row &= net.of_digit[digit * net.words + word];
                }
                while row != 0 {
                    let wrong = word * 64 + row.trailing_zeros() as usize;
                    row &= row - 1;
                    if self.from[wrong] == GROUP {
                        self.from[wrong] = right as u16;
                        self.wrongs.push(wrong as u16);
                        self.expand(net, wrong, length, only);
                    }
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
