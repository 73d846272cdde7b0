//! Patterns that the numbers alone make, found once for a puzzle.

use super::sheet::Geometry;

/// Patterns of numbers. Some of a pattern's cells may be decided in a position; what the pattern tells of the others still holds.
#[derive(Default)]
pub(super) struct Patterns {
    /// Three copies side by side, in order.
    pub(super) triples: Vec<[u16; 3]>,
    /// A cell between two copies: left or above, the cell, right or below. No triples.
    pub(super) sandwiches: Vec<[u16; 3]>,
    /// Two copies side by side, and the others of their line. No triples, unless there are more.
    pub(super) pairs: Vec<([u16; 2], Vec<u16>)>,
    /// A cell, two of its neighbours, and a copy of each: the two copies touch.
    pub(super) offsets: Vec<[u16; 5]>,
}

impl Patterns {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let mut patterns = Self::default();
        for cell in geometry.cells() {
            let [above, left, right, below] = geometry.beside(cell);
            for (before, after) in [(left, right), (above, below)] {
                patterns.line(geometry, before, cell, after);
            }
            patterns.offset(geometry, cell);
        }
        patterns
    }

    fn line(&mut self, geometry: &Geometry, before: u16, cell: u16, after: u16) {
        let nowhere = geometry.nowhere();
        let same = |one: u16, other: u16| {
            one != nowhere
                && other != nowhere
                && geometry.number(one).is_some()
                && geometry.number(one) == geometry.number(other)
        };
        if same(before, after) {
            if same(before, cell) {
                self.triples.push([before, cell, after]);
            } else {
                self.sandwiches.push([before, cell, after]);
            }
        } else if same(cell, after) {
            let mut others = geometry.copies_in_line(cell, after);
            others.retain(|&other| other != cell && other != after);
            if !others.is_empty() && others != [after + (after - cell)] {
                self.pairs.push(([cell, after], others));
            }
        }
    }

    fn offset(&mut self, geometry: &Geometry, cell: u16) {
        let beside = geometry.beside(cell);
        for (index, &one) in beside.iter().enumerate().filter(|&(_, &one)| one != geometry.nowhere()) {
            // Two copies on opposite sides make a sandwich.
            let others = beside[index + 1..].iter().filter(|&&other| other != geometry.nowhere());
            for &other in others.filter(|other| !geometry.copies(one).contains(other)) {
                for &copy in geometry.copies(one).iter().filter(|&&copy| copy != cell && copy != other) {
                    for &far in geometry
                        .copies(other)
                        .iter()
                        .filter(|&&far| far != cell && far != one && geometry.touch(copy, far))
                    {
                        self.offsets.push([cell, one, other, copy, far]);
                    }
                }
            }
        }
    }
}
