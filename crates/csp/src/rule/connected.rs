//! The cells that take a value are connected: the white cells of a Hitori.

use std::sync::Arc;

use crate::{Encoder, Level, Lookup, Store, Value, Var, Wipeout};

/// Which nodes are adjacent, by position in [`Connected::vars`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The neighbours of each node.
    pub neighbours: Vec<Vec<u32>>,
}

/// The variables that take the value `inside` form one piece (or none at all).
#[derive(Clone, Debug)]
pub struct Connected {
    /// The nodes.
    pub vars: Vec<Var>,
    /// The edges.
    pub graph: Arc<Graph>,
    /// The value of the nodes that must be connected.
    pub inside: Value,
}

impl Connected {
    pub(super) fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    /// Pieces that hold a sure cell and can never join another, minus one.
    pub(super) fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        let value = |node: usize| assignment.get(self.vars[node]);
        let pieces = self.pieces(|node| value(node).is_none_or(|value| value == self.inside));
        let separate = pieces.iter().filter(|piece| piece.iter().any(|&node| value(node as usize).is_some())).count();
        (separate as u64).saturating_sub(1)
    }

    /// Cells that no sure cell can reach stay outside; a cell that alone joins two sure cells is inside.
    pub(super) fn narrow_at(&self, store: &mut Store, _: Level) -> Result<(), Wipeout> {
        let possible = |node: usize| store.contains(self.vars[node], self.inside);
        let sure = |node: usize| possible(node) && store.is_assigned(self.vars[node]);
        let Some(root) = (0..self.vars.len()).find(|&node| sure(node)) else { return Ok(()) };
        let tree = Tree::grow(&self.graph, root, possible, sure);
        let forced = tree.cut_nodes();
        let cut_off: Vec<usize> = (0..self.vars.len()).filter(|&node| possible(node) && !tree.reached(node)).collect();
        for node in cut_off {
            store.remove(self.vars[node], self.inside)?;
        }
        for node in forced {
            store.assign(self.vars[node], self.inside)?;
        }
        Ok(())
    }

    /// Nothing up front: connectivity is left to [`Connected::cuts`].
    #[allow(clippy::unused_self)]
    pub(super) fn encode(&self, _: &mut Encoder) {}

    /// For each piece but the largest: if one of its cells and one cell of the largest are inside, so is a cell of the
    /// border around it.
    pub(super) fn cuts(&self, model: &[Value], into: &mut Encoder) {
        let mut pieces = self.pieces(|node| model[self.vars[node].index()] == self.inside);
        pieces.sort_by_key(Vec::len);
        let Some(largest) = pieces.pop() else { return };
        let anchor = self.is_inside(largest[0], into);
        for piece in pieces {
            let mut border: Vec<u32> =
                piece.iter().flat_map(|&node| self.graph.neighbours[node as usize].iter().copied()).collect();
            border.sort_unstable();
            border.dedup();
            border.retain(|node| !piece.contains(node));
            let border: Vec<_> = border.into_iter().map(|node| self.is_inside(node, into)).collect();
            for &node in &piece {
                let mut clause = border.clone();
                clause.push(!anchor);
                clause.push(!self.is_inside(node, into));
                into.clause(clause);
            }
        }
    }

    fn is_inside(&self, node: u32, into: &mut Encoder) -> crate::Lit {
        into.is(self.vars[node as usize], self.inside)
    }

    fn pieces(&self, inside: impl Fn(usize) -> bool) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.vars.len()];
        let mut pieces = Vec::new();
        for start in 0..self.vars.len() {
            if seen[start] || !inside(start) {
                continue;
            }
            seen[start] = true;
            let mut piece = vec![start as u32];
            let mut next = 0;
            while let Some(&node) = piece.get(next) {
                next += 1;
                for &other in &self.graph.neighbours[node as usize] {
                    if !seen[other as usize] && inside(other as usize) {
                        seen[other as usize] = true;
                        piece.push(other);
                    }
                }
            }
            pieces.push(piece);
        }
        pieces
    }
}

/// A depth-first tree over the possible cells, rooted at a sure one (Hopcroft and Tarjan 1973).
struct Tree {
    order: Vec<u32>,  // node -> 1 + its place in the visit, 0 = not reached
    low: Vec<u32>,    // node -> the earliest place reachable by one back edge from its subtree
    sure: Vec<u32>,   // node -> sure cells in its subtree
    parent: Vec<u32>, // node -> its parent; the root is its own
    visit: Vec<u32>,  // nodes in the order of the visit
}

impl Tree {
    fn grow(graph: &Graph, root: usize, possible: impl Fn(usize) -> bool, sure: impl Fn(usize) -> bool) -> Self {
        let nodes = graph.neighbours.len();
        let mut tree = Self {
            order: vec![0; nodes],
            low: vec![0; nodes],
            sure: vec![0; nodes],
            parent: vec![0; nodes],
            visit: Vec::with_capacity(nodes),
        };
        let mut stack: Vec<(u32, u32)> = Vec::new(); // node, next edge to look at
        tree.enter(root as u32, root as u32, sure(root));
        stack.push((root as u32, 0));
        while let Some((node, edge)) = stack.last_mut() {
            let at = *node as usize;
            let Some(&other) = graph.neighbours[at].get(*edge as usize) else {
                stack.pop();
                let up = tree.parent[at] as usize;
                if up != at {
                    tree.low[up] = tree.low[up].min(tree.low[at]);
                    tree.sure[up] += tree.sure[at];
                }
                continue;
            };
            *edge += 1;
            let to = other as usize;
            if !possible(to) {
                continue;
            }
            if tree.order[to] == 0 {
                tree.enter(other, at as u32, sure(to));
                stack.push((other, 0));
            } else if other != tree.parent[at] {
                tree.low[at] = tree.low[at].min(tree.order[to]);
            }
        }
        tree
    }

    fn enter(&mut self, node: u32, parent: u32, sure: bool) {
        self.visit.push(node);
        let place = self.visit.len() as u32;
        let at = node as usize;
        (self.order[at], self.low[at], self.sure[at], self.parent[at]) = (place, place, sure.into(), parent);
    }

    fn reached(&self, node: usize) -> bool {
        self.order[node] != 0
    }

    /// Nodes other than the root whose removal would cut a sure cell off from the root.
    fn cut_nodes(&self) -> Vec<usize> {
        let mut forced = Vec::new();
        for &node in &self.visit[1..] {
            let (at, up) = (node as usize, self.parent[node as usize] as usize);
            let is_root = self.parent[up] as usize == up;
            if !is_root && self.low[at] >= self.order[up] && self.sure[at] > 0 {
                forced.push(up);
            }
        }
        forced.dedup();
        forced
    }
}
