//! What a gap as a whole must have, and what it takes from the others.
//!
//! A cell that only one gap reaches is **owned** by it: the gap must pass there. A **way** is a choice of different
//! cells for the numbers of a gap, each a step from the one before. If the ways of a gap are few, all are walked: a
//! number keeps the cells that it has on some way, and cells that are on every way are lost to the other gaps.

use super::board::Board;
use super::state::{Contradiction, Inferred, State, Ways};

/// Steps that may be made to walk the ways of a gap. Most gaps that teach something need fewer.
const STEPS: u32 = 60;

/// The ways of a gap, taken together.
#[derive(Default)]
pub(super) struct Walk<const W: usize> {
    support: Vec<Board<W>>,   // number of the gap -> cells it has on some way
    common: Option<Board<W>>, // cells on every way; none before the first way
    way: Vec<usize>,          // the cells of the way so far
    steps: u32,               // still allowed
}

impl<const W: usize> State<W> {
    /// Looks at the gaps in which something changed; whether anything follows.
    pub(super) fn gaps(&mut self, ways: Ways) -> Inferred<bool> {
        let before = self.checkpoint();
        let (mut some, mut more) = (Board::EMPTY, Board::EMPTY);
        let mut first = 0;
        while let Some((start, end)) = self.gap(first) {
            let reach = self.reach(start, end);
            more |= some & reach;
            some |= reach;
            first = end;
        }
        let owned = some & !more;
        let news = owned & !self.owned;
        self.owned = owned;
        let mut first = 0;
        while let Some((start, end)) = self.gap(first) {
            first = end;
            let reach = self.reach(start, end);
            let is_stale = (start..end).any(|number| self.stale.contains(number));
            if !is_stale && !reach.meets(&news) {
                continue;
            }
            self.checks += 1;
            self.pass(start, end, reach & owned, ways)?;
            if self.changed_since(before) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lets a gap pass the cells that it owns.
    fn pass(&mut self, start: usize, end: usize, must: Board<W>, ways: Ways) -> Inferred {
        let count = must.count() as usize;
        if count > end - start {
            return Err(Contradiction);
        }
        if count == end - start {
            for number in start..end {
                self.drop_cells(number, !must)?;
            }
        }
        if ways == Ways::Walked {
            self.walk(start, end, must)?;
            (start..end).for_each(|number| self.stale.remove(number));
        }
        Ok(())
    }

    /// The next run of open numbers from here on, without its end.
    #[inline]
    pub(super) fn gap(&self, from: usize) -> Option<(usize, usize)> {
        let start = self.open.next(from)?;
        let end = (!self.open).next(start).unwrap_or(self.marks.len()).min(self.marks.len());
        Some((start, end))
    }

    #[inline]
    fn reach(&self, start: usize, end: usize) -> Board<W> {
        self.marks[start..end].iter().fold(Board::EMPTY, |all, &cells| all | cells)
    }

    /// Walks all ways of a gap, unless there are too many.
    fn walk(&mut self, start: usize, end: usize, must: Board<W>) -> Inferred {
        let mut walk = std::mem::take(&mut self.walk);
        walk.support.clear();
        walk.support.resize(end - start, Board::EMPTY);
        walk.common = None;
        walk.steps = STEPS;
        walk.way.clear();
        let is_whole = walk.go(self, (start, end), self.marks[start], must, Board::EMPTY);
        let result = if is_whole { self.learn(&walk, start, end) } else { Ok(()) };
        self.walk = walk;
        result
    }

    fn learn(&mut self, walk: &Walk<W>, start: usize, end: usize) -> Inferred {
        let Some(common) = walk.common else { return Err(Contradiction) };
        for (number, &support) in (start..end).zip(&walk.support) {
            self.drop_cells(number, !support)?;
        }
        if !common.is_empty() {
            for number in self.open.iter().filter(|number| !(start..end).contains(number)) {
                self.drop_cells(number, common)?;
            }
        }
        Ok(())
    }
}

impl<const W: usize> Walk<W> {
    /// Goes on to each of these cells; `false` if not all ways were walked.
    fn go(&mut self, state: &State<W>, gap: (usize, usize), to: Board<W>, must: Board<W>, used: Board<W>) -> bool {
        let number = gap.0 + self.way.len();
        let left = gap.1 - number - 1;
        for cell in to.iter() {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let one = Board::single(cell);
            let (used, must) = (used | one, must & !one);
            if must.count() as usize > left {
                continue;
            }
            self.way.push(cell);
            let is_whole = if left == 0 {
                self.arrive(&state.marks[gap.0..gap.1], used)
            } else {
                let next = state.steps.around[cell] & state.marks[number + 1] & !used;
                self.go(state, gap, next, must, used)
            };
            self.way.pop();
            if !is_whole {
                return false;
            }
        }
        true
    }

    /// A way; `false` if the ways so far show that nothing can be learnt.
    fn arrive(&mut self, marks: &[Board<W>], used: Board<W>) -> bool {
        for (support, &cell) in self.support.iter_mut().zip(&self.way) {
            support.insert(cell);
        }
        let common = self.common.map_or(used, |common| common & used);
        self.common = Some(common);
        !common.is_empty() || self.support != marks
    }
}
