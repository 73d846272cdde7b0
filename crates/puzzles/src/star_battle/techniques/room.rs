//! How many stars fit into a set of cells.
//!
//! A 2x2 block holds at most one star, so a set that is covered by some blocks has room for no more stars than there are blocks. The smallest number of
//! blocks is found by branching on the first cell in reading order: only two blocks with it have more cells to come.

use super::cells::Cells;
use super::sheet::{Geometry, StarSheet};

impl<const W: usize> Geometry<W> {
    /// For how many stars the cells have room, as far as blocks show; if more than `most`, `most + 1`.
    pub(super) fn room(&self, cells: Cells<W>, most: usize) -> usize {
        if self.fits(cells, most + 1) { most + 1 } else { self.cover(cells, most) }
    }

    /// Whether so many stars fit when each is put into the first cell that is left. If not, they may fit in another way.
    fn fits(&self, mut cells: Cells<W>, stars: usize) -> bool {
        for _ in 0..stars {
            let Some(first) = cells.first() else { return false };
            cells = cells - self.near[first];
        }
        true
    }

    /// The smallest number of blocks that cover the cells; if more than `most`, `most + 1`.
    fn cover(&self, cells: Cells<W>, most: usize) -> usize {
        let Some(first) = cells.first() else { return 0 };
        if most == 0 {
            return 1;
        }
        let [right, left] = &self.blocks[first];
        let (after_right, after_left) = (cells - *right, cells - *left);
        if after_right.is_within(after_left) {
            return 1 + self.cover(after_right, most - 1);
        }
        if after_left.is_within(after_right) {
            return 1 + self.cover(after_left, most - 1);
        }
        let best = self.cover(after_right, most - 1);
        if best == 0 { 1 } else { 1 + best.min(self.cover(after_left, best - 1)) }
    }
}

impl<const W: usize> StarSheet<W> {
    /// See [`Geometry::room`].
    pub(super) fn room(&self, cells: Cells<W>, most: usize) -> usize {
        self.geometry.room(cells, most)
    }

    /// The cells in as few groups as possible, each inside a 2x2 block, if `most` groups are enough; more groups than that otherwise.
    pub(super) fn groups(&self, cells: Cells<W>, most: usize) -> Vec<Cells<W>> {
        let mut groups = Vec::new();
        let mut rest = cells;
        while let Some(first) = rest.first() {
            let [right, left] = self.geometry.blocks[first];
            let most = most.saturating_sub(groups.len());
            let block = if self.room(rest - right, most) <= self.room(rest - left, most) { right } else { left };
            groups.push(rest & block);
            rest = rest - block;
        }
        groups
    }

    /// What follows if `cells` hold at least `need` stars and have room for no more: cells that hold one, since there is less room without them, and
    /// free cells anywhere that hold none, since a star there would leave less room.
    pub(super) fn packed(&self, cells: Cells<W>, need: usize) -> Option<(Cells<W>, Cells<W>)> {
        if need == 0 || self.room(cells, need) > need {
            return None;
        }
        let is_forced = |&place: &usize| self.room(cells.without(place), need - 1) < need;
        let forced: Cells<W> = cells.iter().filter(is_forced).collect();
        let around = cells.iter().fold(Cells::EMPTY, |around, place| around | self.geometry.near[place]) & self.free;
        let is_barred = |&place: &usize| {
            let left = need - usize::from(cells.has(place));
            left > 0 && self.room(cells - self.geometry.near[place], left - 1) < left
        };
        let barred: Cells<W> = around.iter().filter(is_barred).collect();
        Some((forced, barred - forced))
    }
}
