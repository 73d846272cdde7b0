//! Stars at random: the same number in every row and column, none touching another.
//!
//! Row by row, with the columns of a row as bits. What rows below can still take is bounded: a column holds at most
//! one star in every two rows, and so do two neighbouring columns together.

use pencilmark_csp::{Meter, Why};
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::{Cell, Grid};

/// Rows tried before starting again.
const NODES: usize = 600;

/// A placement, or `None` when this start led nowhere.
pub(super) fn place(
    size: usize,
    stars: usize,
    random: &mut ChaCha8Rng,
    meter: &Meter,
) -> Result<Option<Grid<bool>>, Why> {
    let mut search = Search {
        size,
        patterns: patterns(size, stars),
        needed: vec![stars; size],
        chosen: Vec::new(),
        nodes: 0,
        random,
        meter,
    };
    let found = search.extend()?;
    let mut grid = Grid::filled(size, size, false);
    for (row, &pattern) in search.chosen.iter().enumerate() {
        for col in (0..size).filter(|&col| pattern >> col & 1 == 1) {
            grid[Cell { row, col }] = true;
        }
    }
    Ok(found.then_some(grid))
}

/// All ways to put stars into a row.
fn patterns(size: usize, stars: usize) -> Vec<u32> {
    let mut patterns: Vec<(u32, usize)> = vec![(0, 0)]; // columns, and the first column that is free again
    for _ in 0..stars {
        let longer = |&(pattern, from): &(u32, usize)| (from..size).map(move |col| (pattern | 1 << col, col + 2));
        patterns = patterns.iter().flat_map(longer).collect();
    }
    patterns.into_iter().map(|(pattern, _)| pattern).collect()
}

struct Search<'a> {
    size: usize,
    patterns: Vec<u32>,
    needed: Vec<usize>, // column -> stars it still needs
    chosen: Vec<u32>,   // row -> its pattern
    nodes: usize,
    random: &'a mut ChaCha8Rng,
    meter: &'a Meter,
}

impl Search<'_> {
    /// Fills the rows that are left.
    fn extend(&mut self) -> Result<bool, Why> {
        if self.chosen.len() == self.size {
            return Ok(true);
        }
        self.meter.check()?;
        let above = self.chosen.last().copied().unwrap_or(0);
        let full = (0..self.size).filter(|&col| self.needed[col] == 0).fold(0u32, |bits, col| bits | 1 << col);
        let blocked = above | above << 1 | above >> 1 | full;
        let mut fitting: Vec<u32> = self.patterns.iter().copied().filter(|&pattern| pattern & blocked == 0).collect();
        fitting.shuffle(self.random);
        for pattern in fitting {
            self.shift(pattern, false);
            if self.feasible(pattern) {
                self.nodes += 1;
                self.chosen.push(pattern);
                if self.extend()? {
                    return Ok(true);
                }
                self.chosen.pop();
            }
            self.shift(pattern, true);
            if self.nodes > NODES {
                break;
            }
        }
        Ok(false)
    }

    fn shift(&mut self, pattern: u32, back: bool) {
        for col in (0..self.size).filter(|&col| pattern >> col & 1 == 1) {
            if back { self.needed[col] += 1 } else { self.needed[col] -= 1 }
        }
    }

    /// Whether the rows below `pattern` can still hold what the columns need.
    fn feasible(&self, pattern: u32) -> bool {
        let rows = self.size - self.chosen.len() - 1;
        let touched = pattern | pattern << 1 | pattern >> 1;
        let room = |blocked: bool| if blocked { rows / 2 } else { rows.div_ceil(2) };
        (0..self.size).all(|col| {
            let alone = self.needed[col] <= room(touched >> col & 1 == 1);
            let both = pattern >> col & 3 != 0;
            alone && (col + 1 == self.size || self.needed[col] + self.needed[col + 1] <= room(both))
        })
    }
}
