//! Who puts how many stars where: some units of one family as a **frame**, and what each unit of another family, a **giver**, puts inside.
//!
//! A giver puts at least as many stars inside as do not fit outside, and at most as many as fit inside. Where the least of all givers add up to what the frame takes, or the
//! most to what it needs, every giver puts exactly that many inside.

use super::cells::Cells;
use super::sheet::{COLUMNS, REGIONS, ROWS, StarSheet};

/// Some units of one family.
#[derive(Clone)]
pub(super) struct Frame<const W: usize> {
    pub(super) units: Vec<usize>,
    pub(super) cells: Cells<W>,
    pub(super) givers: usize, // the family
}

/// What a giver puts inside a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) least: usize,
    pub(super) most: usize,
}

/// Boards up to this size have all frames; larger ones narrow frames alone.
const SMALL_BOARD: usize = 11;
/// The most lines in a frame on a large board.
const NARROW: usize = 4;

impl<const W: usize> StarSheet<W> {
    /// The frames that people look at, small ones first: neighbouring lines, a region, two regions.
    pub(super) fn frames(&self) -> Vec<Frame<W>> {
        let geometry = &self.geometry;
        let size = geometry.puzzle.size();
        let longest = if size <= SMALL_BOARD { size - 1 } else { NARROW };
        let mut frames = Vec::new();
        for count in 1..=longest {
            for (family, crossing) in [(ROWS, COLUMNS), (COLUMNS, ROWS)] {
                let lines = geometry.family(family);
                for first in lines.start..=lines.end - count {
                    let units: Vec<usize> = (first..first + count).collect();
                    self.frame(&mut frames, &units, &[REGIONS, crossing]);
                }
            }
            let regions = geometry.family(REGIONS);
            if count == 1 {
                regions.for_each(|region| self.frame(&mut frames, &[region], &[ROWS, COLUMNS]));
            } else if count == 2 && size <= SMALL_BOARD {
                for first in regions.clone() {
                    for second in first + 1..regions.end {
                        self.frame(&mut frames, &[first, second], &[ROWS, COLUMNS]);
                    }
                }
            }
        }
        frames
    }

    fn frame(&self, frames: &mut Vec<Frame<W>>, units: &[usize], givers: &[usize]) {
        let units: Vec<usize> = units.iter().copied().filter(|&unit| self.missing[unit] > 0).collect();
        if units.is_empty() {
            return;
        }
        let cells = units.iter().fold(Cells::EMPTY, |cells, &unit| cells | self.geometry.units[unit]);
        frames.extend(givers.iter().map(|&givers| Frame { units: units.clone(), cells, givers }));
    }

    /// The stars that the frame still takes.
    pub(super) fn taken(&self, frame: &Frame<W>) -> usize {
        frame.units.iter().map(|&unit| self.missing(unit)).sum()
    }

    /// What a giver puts inside the frame.
    pub(super) fn share(&self, frame: &Frame<W>, giver: usize) -> Share {
        let missing = self.missing(giver);
        let free = self.free_in(giver);
        if missing == 0 {
            // Usually no cell is free. Where somebody has not dotted them yet, that the giver is full is not used.
            return Share { least: 0, most: self.room(free & frame.cells, self.geometry.stars()) };
        }
        let (inside, outside) = (free & frame.cells, free - frame.cells);
        let fit = |cells: Cells<W>| self.room(cells, missing - 1).min(missing);
        let (inside, outside) = match (inside.is_empty(), outside.is_empty()) {
            (true, _) => (0, missing),
            (_, true) => (missing, 0),
            _ => (fit(inside), fit(outside)),
        };
        Share { least: missing - outside, most: inside }
    }
}
