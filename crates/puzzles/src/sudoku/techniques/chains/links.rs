//! The links that chains are made of.
//!
//! A **node** says that a digit is in one of some cells: one cell, a group of cells where a box and a line cross, or the cells of an almost locked set that can
//! hold the digit. A **strong link** joins two nodes of which at least one is right, a **weak link** two of which at most one is.
//! A chain goes from a node that is supposed wrong along a strong link to one that is then right, along a weak link to one that is then wrong, and so on.

use super::super::bits::{Bits, digits};
use super::super::patterns::strong;
use super::super::sheet::Paper;
use super::closure::{Refuted, bits};
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
    pub(super) of_digit: Vec<u64>,
    /// The node of each mark of a single cell, or [`GROUP`].
    single: Vec<u16>,
    /// The nodes of several cells of each digit.
    several: Vec<Vec<u16>>,
    /// See [`Net::follow`] and [`Net::reach`].
    pub(super) reach: std::cell::OnceCell<(Vec<u64>, Vec<u64>)>,
    /// See [`Net::refuted`].
    pub(super) refuted: std::cell::OnceCell<Refuted<B>>,
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
        let side = paper.geometry.side;
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
        net.find_weak(paper);
        net
    }

    /// Finds the weak links between nodes.
    fn find_weak(&mut self, paper: &Paper<B>) {
        let Self { nodes, weak, words, of_digit, single, .. } = self;
        let words = *words;
        let mut join = |one: usize, other: usize| {
            weak[one * words + other / 64] |= 1 << (other % 64);
            weak[other * words + one / 64] |= 1 << (one % 64);
        };
        let mut alike: Vec<usize> = Vec::new();
        for row in of_digit.chunks_exact(words.max(1)) {
            alike.clear();
            alike.extend(bits(row));
            for (index, &one) in alike.iter().enumerate() {
                let seen = sight(paper, &nodes[one]);
                for &other in alike[index + 1..].iter().filter(|&&other| nodes[other].cells.within(seen)) {
                    join(one, other);
                }
            }
        }
        for cell in paper.open.cells() {
            let mut marks = paper.marks[cell];
            while marks != 0 {
                let one = single[cell * (MOST + 1) + marks.trailing_zeros() as usize];
                marks &= marks - 1;
                for other in digits(marks).map(|digit| single[cell * (MOST + 1) + digit]) {
                    if one != GROUP && other != GROUP {
                        join(usize::from(one), usize::from(other));
                    }
                }
            }
        }
    }

    /// The strong links of a node.
    #[inline]
    pub(in super::super) fn strong(&self, node: usize) -> &[Strong] {
        &self.links[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Returns what makes the link between two nodes strong.
    pub(in super::super) fn via(&self, from: usize, to: usize) -> Via {
        let link = self.strong(from).iter().find(|link| usize::from(link.to) == to);
        link.map_or(Via::Cell, |link| link.via)
    }

    /// The nodes that have a weak link to a mark, which need not be in the net.
    pub(in super::super) fn weak_to_mark(&self, paper: &Paper<B>, digit: usize, cell: usize, row: &mut [u64]) {
        let single = |cell: usize, digit: usize| self.single[cell * (MOST + 1) + digit];
        if single(cell, digit) != GROUP {
            return row.copy_from_slice(self.weak(usize::from(single(cell, digit))));
        }
        row.fill(0);
        let seen = paper.geometry.peers[cell];
        let alike = (seen & paper.digits[digit]).cells().map(|other| single(other, digit));
        let beside = digits(paper.marks[cell]).map(|digit| single(cell, digit));
        let within = |&&other: &&u16| self.nodes[usize::from(other)].cells.within(seen);
        let several = self.several[digit].iter().filter(within).copied();
        for other in alike.chain(beside).chain(several).filter(|&other| other != GROUP) {
            row[usize::from(other) / 64] |= 1 << (other % 64);
        }
    }

    /// The nodes that a node has a weak link to, as a row.
    pub(in super::super) fn weak(&self, node: usize) -> &[u64] {
        &self.weak[node * self.words..][..self.words]
    }
}

/// The cells that cannot hold the digit of a node if the node is right.
fn sight<B: Bits>(paper: &Paper<B>, node: &Node<B>) -> B {
    match node.cell {
        GROUP => paper.geometry.common_peers(node.cells),
        cell => paper.geometry.peers[usize::from(cell)],
    }
}

/// Groups where a box and a line cross, and their strong links.
fn groups<B: Bits>(paper: &Paper<B>, builder: &mut Builder<B>) {
    let geometry = paper.geometry;
    let side = geometry.side;
    for digit in 1..=side {
        for crossing in &geometry.crossings {
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
                let [row, col, square] = geometry.of(there.first());
                let lines = [row, col].into_iter().any(|line| there.within(geometry.units[line]));
                if lines && there.within(geometry.units[square]) {
                    let [one, other] = [here, there].map(|cells| builder.node(cells, digit));
                    builder.link(one, other, Via::Unit(unit as u8));
                }
            }
        }
    }
}
