//! All that follows from an assumption, in the order in which Sudoku Explainer finds it, with the reasons.
//!
//! Glossary: the **closure** of a literal are the literals that follow from it; a **node** is one of them, with its **parents**, the literals that it was
//! concluded from; a **clash** is a candidate that would have to be both on and off, which ends the closure. In a **dynamic** closure, candidates that are
//! off are gone: the last one of a cell or house is on, for all the reasons that took the others away.
//!
//! The order matters: it decides by which of several ways a literal is reached, and so how complex the hints are.

use super::super::houses::{CELLS, HOUSES, PEERS_BY_HOUSE, SPOTS, bits, each, two};
use super::super::state::State;
use super::Budget;
use super::advanced::{Advanced, Extra};
use super::hint::{Cause, split};

/// No nested chain.
pub(super) const FLAT: u32 = u32::MAX;

/// A literal that follows, and why.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) literal: u16,
    pub(super) cause: Cause,
    /// Where its parents begin in the list of all parents; they end where those of the next node begin.
    pub(super) parents: u32,
    /// The length of a longest way from the assumption: at most the number of literals needed.
    pub(super) depth: u16,
    /// The nested chain behind it.
    pub(super) nested: u32,
}

/// What follows from one literal.
pub(super) struct Closure {
    /// The candidates that are on, by digit.
    pub(super) on: [u128; 9],
    /// The candidates that are off, by digit.
    pub(super) off: [u128; 9],
    /// The nodes, in the order of their discovery; a clash adds a node for a candidate that has its opposite already.
    pub(super) nodes: Vec<Node>,
    pub(super) parents: Vec<u16>,
    /// The node of each literal that follows.
    index: Vec<u16>,
    /// The two nodes that contradict each other, the one that is on first.
    pub(super) clash: Option<[u16; 2]>,
}

impl Default for Closure {
    fn default() -> Self {
        Self { on: [0; 9], off: [0; 9], nodes: Vec::new(), parents: Vec::new(), index: vec![0; 1458], clash: None }
    }
}

/// Which conclusions a closure draws.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules {
    /// X links alone: Nishio.
    pub nishio: bool,
    /// Whether candidates that are off are gone.
    pub dynamic: bool,
    /// Whether, and how far, it looks for more once nothing simple follows: see `advanced`.
    pub level: u8,
}

/// The position while a closure grows, and what is still to be looked at.
#[derive(Default)]
pub(super) struct Growth {
    /// What is left of the position.
    now: Option<Box<State>>,
    /// Nodes that are on and off, in order; what is before the heads is done.
    on_queue: Vec<u16>,
    off_queue: Vec<u16>,
    on_head: usize,
    off_head: usize,
}

impl Closure {
    /// The node of a literal that follows.
    pub(super) fn node(&self, literal: u16) -> u16 {
        self.index[usize::from(literal)]
    }

    /// The parents of a node.
    pub(super) fn parents_of(&self, node: u16) -> &[u16] {
        let node = usize::from(node);
        let end = self.nodes.get(node + 1).map_or(self.parents.len(), |next| next.parents as usize);
        &self.parents[self.nodes[node].parents as usize..end]
    }

    /// Finds what follows from a literal in a position.
    pub(super) fn grow(
        &mut self,
        literal: u16,
        before: &State,
        rules: Rules,
        growth: &mut Growth,
        advanced: &mut Advanced,
        budget: &mut Budget,
    ) {
        self.on = [0; 9];
        self.off = [0; 9];
        self.nodes.clear();
        self.parents.clear();
        self.clash = None;
        growth.on_queue.clear();
        growth.off_queue.clear();
        (growth.on_head, growth.off_head) = (0, 0);
        self.add(literal, Cause::Assumed, FLAT, 0, growth);
        if !rules.dynamic {
            while self.clash.is_none() {
                if let Some(node) = next(&growth.on_queue, &mut growth.on_head) {
                    self.step_on(node, before, rules, growth);
                } else if let Some(node) = next(&growth.off_queue, &mut growth.off_head) {
                    let (found, count) = self.step_off(node, before, rules);
                    self.conclude(node, &found[..count], before, before, growth);
                } else {
                    return;
                }
            }
            return;
        }
        // The position is moved out of the growth, so that both can be changed.
        let mut now = growth.now.take().unwrap_or_else(|| Box::new(before.clone()));
        (*now).clone_from(before);
        while self.clash.is_none() {
            if let Some(node) = next(&growth.on_queue, &mut growth.on_head) {
                self.step_on(node, &now, rules, growth);
            } else if let Some(node) = next(&growth.off_queue, &mut growth.off_head) {
                let (found, count) = self.step_off(node, &now, rules);
                let (cell, digit) = split(self.nodes[usize::from(node)].literal / 2);
                now.remove(cell, digit);
                self.conclude(node, &found[..count], before, &now, growth);
            } else if rules.level == 0 || !self.look_further(before, &now, rules, growth, advanced, budget) {
                break;
            }
        }
        growth.now = Some(now);
    }

    /// Adds a literal whose parents are those noted from `parents` on.
    #[inline]
    fn add(&mut self, literal: u16, cause: Cause, nested: u32, parents: usize, growth: &mut Growth) {
        let node = self.note(literal, cause, nested, parents);
        let (cell, digit) = split(literal / 2);
        if literal % 2 == 1 {
            self.on[digit] |= 1 << cell;
            growth.on_queue.push(node);
        } else {
            self.off[digit] |= 1 << cell;
            growth.off_queue.push(node);
        }
        self.index[usize::from(literal)] = node;
    }

    /// Makes a node, without counting its literal among those that follow.
    #[inline]
    fn note(&mut self, literal: u16, cause: Cause, nested: u32, parents: usize) -> u16 {
        let mut depth = 1;
        for &parent in &self.parents[parents..] {
            depth = depth.max(self.nodes[usize::from(parent)].depth + 1);
        }
        self.nodes.push(Node { literal, cause, parents: parents as u32, depth, nested });
        (self.nodes.len() - 1) as u16
    }

    /// A candidate is on: the others of its cell are off, and those of its digit in its houses.
    #[inline]
    fn step_on(&mut self, node: u16, now: &State, rules: Rules, growth: &mut Growth) {
        let (cell, digit) = split(self.nodes[usize::from(node)].literal / 2);
        if !rules.nishio {
            for other in bits(now.marks[cell] & !(1 << digit)) {
                if self.turn_off(node, cell, other, Cause::Cell, growth) {
                    return;
                }
            }
        }
        for (kind, lot) in PEERS_BY_HOUSE[cell].into_iter().enumerate() {
            let fresh = lot & now.boards[digit] & !self.off[digit];
            for peer in each(fresh) {
                if self.turn_off(node, peer, digit, Cause::house(kind), growth) {
                    return;
                }
            }
        }
    }

    /// A candidate is off because of a node. Says whether it is on as well.
    #[inline]
    fn turn_off(&mut self, node: u16, cell: usize, digit: usize, cause: Cause, growth: &mut Growth) -> bool {
        let literal = (cell * 9 + digit) as u16 * 2;
        let clash = self.on[digit] >> cell & 1 == 1;
        if clash || self.off[digit] >> cell & 1 == 0 {
            let parents = self.parents.len();
            self.parents.push(node);
            if clash {
                let off = self.note(literal, cause, FLAT, parents);
                self.clash = Some([self.index[usize::from(literal) + 1], off]);
            } else {
                self.add(literal, cause, FLAT, parents, growth);
            }
        }
        clash
    }

    /// A candidate is off: if its cell or one of its houses is left with one other, that one is on. Up to four candidates, each with its cause.
    #[inline]
    fn step_off(&self, node: u16, now: &State, rules: Rules) -> ([(u16, Cause); 4], usize) {
        let (cell, digit) = split(self.nodes[usize::from(node)].literal / 2);
        let mut found = [(0, Cause::Assumed); 4];
        let mut count = 0;
        if !rules.nishio && two(now.marks[cell]) {
            let other = (now.marks[cell] & !(1 << digit)).trailing_zeros() as usize;
            found[0] = ((cell * 9 + other) as u16, Cause::Cell);
            count = 1;
        }
        for kind in 0..3 {
            let house = usize::from(HOUSES[cell][kind]);
            let spots = now.spots[house][digit];
            if two(spots) {
                let other = spots & !(1 << SPOTS[cell][kind]);
                let candidate = u16::from(CELLS[house][other.trailing_zeros() as usize]) * 9 + digit as u16;
                if !found[..count].iter().any(|&(met, _)| met == candidate) {
                    found[count] = (candidate, Cause::house(kind));
                    count += 1;
                }
            }
        }
        (found, count)
    }

    /// Candidates are on because of a node that is off, and of those that were off before it.
    #[inline]
    fn conclude(&mut self, node: u16, found: &[(u16, Cause)], before: &State, now: &State, growth: &mut Growth) {
        let gone = self.nodes[usize::from(node)].literal / 2;
        for &(candidate, cause) in found {
            let (cell, digit) = split(candidate);
            let clash = self.off[digit] >> cell & 1 == 1;
            if !clash && self.on[digit] >> cell & 1 == 1 {
                continue;
            }
            let parents = self.parents.len();
            self.parents.push(node);
            match cause {
                Cause::Cell => {
                    for other in bits(before.marks[cell] & !now.marks[cell]) {
                        let other = (cell * 9 + other) as u16;
                        if other != gone {
                            self.parents.push(self.index[usize::from(other) * 2]);
                        }
                    }
                }
                cause => {
                    let house = usize::from(HOUSES[cell][cause as usize]);
                    for spot in bits(before.spots[house][digit] & !now.spots[house][digit]) {
                        let other = u16::from(CELLS[house][spot]) * 9 + digit as u16;
                        if other != gone {
                            self.parents.push(self.index[usize::from(other) * 2]);
                        }
                    }
                }
            }
            if clash {
                let on = self.note(candidate * 2 + 1, cause, FLAT, parents);
                self.clash = Some([on, self.index[usize::from(candidate) * 2]]);
                return;
            }
            self.add(candidate * 2 + 1, cause, FLAT, parents, growth);
        }
    }

    /// Nothing simple follows any more. Says whether something more advanced does.
    fn look_further(
        &mut self,
        before: &State,
        now: &State,
        rules: Rules,
        growth: &mut Growth,
        advanced: &mut Advanced,
        budget: &mut Budget,
    ) -> bool {
        advanced.look(rules.level, before, now, budget);
        let mut any = false;
        for index in 0..advanced.extras.len() {
            let Extra { candidate, ref needs, nested } = advanced.extras[index];
            let (cell, digit) = split(candidate);
            if self.off[digit] >> cell & 1 == 1 {
                continue;
            }
            let parents = self.parents.len();
            for &need in &advanced.needs[needs.clone()] {
                self.parents.push(self.index[usize::from(need) * 2]);
            }
            self.add(candidate * 2, Cause::Advanced, nested, parents, growth);
            any = true;
        }
        any
    }
}

/// The next node of a queue.
fn next(queue: &[u16], head: &mut usize) -> Option<u16> {
    let node = queue.get(*head).copied()?;
    *head += 1;
    Some(node)
}
