//! The shaded cells as a forest: the rule that white cells are connected, seen from the other side.
//!
//! Shaded cells that touch at corners form walls. A wall cuts the board in two exactly when it closes a loop or leads from
//! the border to the border. So take the shaded cells, and the border as one more, as nodes, with an edge wherever two of
//! them touch: the white cells are connected if and only if this graph is a forest, and a cell that touches one **tree**
//! twice is white.
//!
//! Each shaded cell carries the name of its tree. When two trees meet, the smaller one takes the name of the larger, and
//! only around its cells can a cell have come to touch a tree twice. The border is the largest tree.

use super::field::OPEN;

/// The name of the border's tree. Place 0 is not a cell of the board.
const BORDER: u16 = 0;
/// Not in the forest.
const NONE: u16 = u16::MAX;

/// The trees of the shaded cells. Cells are places in an array with a frame around the board, as in [`super::field::Field`].
#[derive(Clone, Debug)]
pub(super) struct Forest {
    stride: usize,
    rim: Vec<bool>,       // cell -> it lies on the border
    tree: Vec<u16>,       // shaded cell -> its tree, named after one of its cells
    next: Vec<u16>, // shaded cell -> the next one of the same tree; a tree that joined the border keeps its own round
    size: Vec<u16>, // tree -> how many cells
    joins: Vec<[u16; 2]>, // which tree took in which, in this order
}

impl Forest {
    /// No trees but the border's.
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        let stride = cols + 1;
        let places = (rows + 2) * stride + 1;
        let mut rim = vec![false; places];
        rim[stride + 1..][..cols].fill(true);
        rim[rows * stride + 1..][..cols].fill(true);
        for row in 1..=rows {
            rim[row * stride + 1] = true;
            rim[row * stride + cols] = true;
        }
        let mut size = vec![0; places];
        size[usize::from(BORDER)] = u16::MAX;
        let joins = Vec::with_capacity(places);
        Self { stride, rim, tree: vec![NONE; places], next: vec![0; places], size, joins }
    }

    /// How many trees have been joined.
    pub(super) fn joins(&self) -> usize {
        self.joins.len()
    }

    /// Takes in a shaded cell; adds to `forced` the open cells that now touch a tree twice. False if the cell itself does.
    #[inline]
    pub(super) fn plant(&mut self, cell: u16, shades: &[u8], forced: &mut Vec<u16>) -> bool {
        let at = usize::from(cell);
        self.tree[at] = cell;
        let [a, b, c, d] = self.corners(cell);
        let around = [self.tree[a], self.tree[b], self.tree[c], self.tree[d]];
        if around == [NONE; 4] && !self.rim[at] {
            self.next[at] = cell;
            self.size[at] = 1;
            return true;
        }
        self.graft(cell, around, shades, forced)
    }

    /// Takes in a shaded cell that touches these trees at its corners, or the border.
    fn graft(&mut self, cell: u16, around: [u16; 4], shades: &[u8], forced: &mut Vec<u16>) -> bool {
        let at = usize::from(cell);
        self.next[at] = cell;
        self.size[at] = 1;
        let [a, b, c, d] = around;
        let same = |one: u16, other: u16| one == other && one != NONE;
        let loops = same(a, b) | same(a, c) | same(a, d) | same(b, c) | same(b, d) | same(c, d);
        if loops || self.rim[at] && around.contains(&BORDER) {
            return false;
        }
        let mut tree = cell;
        if self.rim[at] {
            tree = self.join(tree, BORDER, shades, forced);
        }
        for other in around {
            if other != NONE {
                tree = self.join(tree, other, shades, forced);
            }
        }
        true
    }

    /// Undoes joins until only `joins` are left.
    pub(super) fn part(&mut self, joins: usize) {
        for index in (joins..self.joins.len()).rev() {
            let [larger, smaller] = self.joins[index];
            if larger != BORDER {
                self.next.swap(usize::from(larger), usize::from(smaller));
                self.size[usize::from(larger)] -= self.size[usize::from(smaller)];
            }
            self.rename(smaller, smaller);
        }
        self.joins.truncate(joins);
    }

    /// Takes out a cell whose joins are undone.
    #[inline]
    pub(super) fn uproot(&mut self, cell: u16) {
        self.tree[usize::from(cell)] = NONE;
    }

    /// Makes one tree of two, and returns its name.
    fn join(&mut self, one: u16, other: u16, shades: &[u8], forced: &mut Vec<u16>) -> u16 {
        let is_larger = self.size[usize::from(one)] > self.size[usize::from(other)];
        let (larger, smaller) = if is_larger { (one, other) } else { (other, one) };
        self.joins.push([larger, smaller]);
        self.rename(smaller, larger);
        let mut cell = smaller;
        loop {
            for corner in self.corners(cell) {
                if shades[corner] == OPEN && self.touches_twice(corner, larger) {
                    forced.push(corner as u16);
                }
            }
            cell = self.next[usize::from(cell)];
            if cell == smaller {
                break;
            }
        }
        if larger != BORDER {
            self.next.swap(usize::from(larger), usize::from(smaller));
            self.size[usize::from(larger)] += self.size[usize::from(smaller)];
        }
        larger
    }

    /// Gives all cells on the round of `start` the name of a tree.
    fn rename(&mut self, start: u16, name: u16) {
        let mut cell = start;
        loop {
            self.tree[usize::from(cell)] = name;
            cell = self.next[usize::from(cell)];
            if cell == start {
                break;
            }
        }
    }

    #[inline]
    fn touches_twice(&self, cell: usize, tree: u16) -> bool {
        let [a, b, c, d] = self.corners(cell as u16);
        let at = |corner: usize| u8::from(self.tree[corner] == tree);
        let border = u8::from(tree == BORDER && self.rim[cell]);
        at(a) + at(b) + at(c) + at(d) + border > 1
    }

    #[inline]
    fn corners(&self, cell: u16) -> [usize; 4] {
        let (cell, stride) = (usize::from(cell), self.stride);
        [cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1]
    }
}
