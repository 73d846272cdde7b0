//! How many pieces a set of nodes falls into, and into how many with one node more or less.
//!
//! - **base**: the board before the change that is asked about;
//! - **cut**: node -> how many pieces its piece leaves behind without it (Hopcroft and Tarjan 1973).
//!
//! A method that evaluates all moves from one board asks about one node after another. The first question is answered by a
//! search of its own; the second pays for a search of the base that answers all further ones in constant time.

use crate::Value;
use crate::rule::Connected;

/// The pieces of a [`Connected`] set, remembered for one board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    asked: u32,                 // questions about the base so far
    count: u32,                 // pieces of the base
    label: Vec<u32>,            // node -> its piece; 0 = outside
    cut: Vec<u32>,              // node inside -> pieces that are left of its own without it
    order: Vec<u32>,            // node -> 1 + its place in the visit
    low: Vec<u32>,              // node -> the earliest place that its subtree has an edge to
    open: Vec<u32>,             // nodes to visit
    path: Vec<(u32, u32, u32)>, // node, its parent, the next edge to look at
}

impl Pieces {
    /// The base changes.
    pub(crate) fn forget(&mut self) {
        self.asked = 0;
    }

    /// Counts the pieces, less one, from scratch.
    pub(crate) fn violation(&mut self, rule: &Connected, values: &[Value]) -> u32 {
        let inside = |node: u32| values[rule.vars[node as usize].index()] == rule.inside;
        self.order.clear();
        self.order.resize(rule.vars.len(), 0);
        let mut count = 0u32;
        for start in 0..rule.vars.len() as u32 {
            if self.order[start as usize] > 0 || !inside(start) {
                continue;
            }
            count += 1;
            self.order[start as usize] = 1;
            self.open.push(start);
            while let Some(node) = self.open.pop() {
                for &next in &rule.graph.neighbours[node as usize] {
                    if self.order[next as usize] == 0 && inside(next) {
                        self.order[next as usize] = 1;
                        self.open.push(next);
                    }
                }
            }
        }
        count.saturating_sub(1)
    }

    /// The same for a board that differs from the base in this node alone.
    pub(crate) fn violation_by_one(&mut self, rule: &Connected, values: &[Value], node: u32) -> u32 {
        self.asked += 1;
        match self.asked {
            1 => return self.violation(rule, values),
            2 => {
                self.search(rule, |other| {
                    (values[rule.vars[other as usize].index()] == rule.inside) != (other == node)
                });
            }
            _ => {}
        }
        let count = if self.label[node as usize] > 0 {
            self.count - 1 + self.cut[node as usize]
        } else {
            let around = &rule.graph.neighbours[node as usize];
            let label = |index: usize| self.label[around[index] as usize];
            let new = |&index: &usize| label(index) > 0 && (0..index).all(|before| label(before) != label(index));
            self.count + 1 - (0..around.len()).filter(new).count() as u32
        };
        count.saturating_sub(1)
    }

    /// Visits every piece depth first.
    fn search(&mut self, rule: &Connected, inside: impl Fn(u32) -> bool) {
        let nodes = rule.vars.len();
        for scratch in [&mut self.label, &mut self.cut, &mut self.order, &mut self.low] {
            scratch.clear();
            scratch.resize(nodes, 0);
        }
        self.count = 0;
        let mut visited = 0;
        for root in 0..nodes as u32 {
            if self.order[root as usize] > 0 || !inside(root) {
                continue;
            }
            self.count += 1;
            visited += 1;
            self.enter(root, visited);
            self.path.push((root, root, 0));
            while let Some((node, parent, edge)) = self.path.last_mut() {
                let (at, up) = (*node as usize, *parent as usize);
                let Some(&next) = rule.graph.neighbours[at].get(*edge as usize) else {
                    self.path.pop();
                    if at != up {
                        self.low[up] = self.low[up].min(self.low[at]);
                        // What hangs on `up` alone is a piece of its own without it; of the root, everything does.
                        self.cut[up] += u32::from(self.low[at] >= self.order[up]);
                    }
                    continue;
                };
                *edge += 1;
                if !inside(next) {
                    continue;
                }
                if self.order[next as usize] == 0 {
                    visited += 1;
                    self.enter(next, visited);
                    // The rest of the piece, on the side of its parent.
                    self.cut[next as usize] = 1;
                    self.path.push((next, at as u32, 0));
                } else {
                    self.low[at] = self.low[at].min(self.order[next as usize]);
                }
            }
        }
    }

    fn enter(&mut self, node: u32, place: u32) {
        let at = node as usize;
        (self.order[at], self.low[at], self.label[at]) = (place, place, self.count);
    }
}
