//! What is known about a board, by rows and by columns at the same time.
//!
//! Lines count from 1, and cell `at` of a line is bit `at` of its word, so that the neighbours of a line and of a cell
//! always exist: lines 0 and `size + 1` have no cells.

use super::super::{LARGEST, StarBattle};
use super::union::{Known, Unions};
use crate::Cell;

/// Words for the lines of a board and the two beyond its edges, rounded up for vectors.
pub(super) const WIDTH: usize = (LARGEST + 2).next_multiple_of(4);
/// A set of cells, line by line.
pub(super) type Lines = [u32; WIDTH];
/// The direction of rows; columns are direction 1.
pub const ROWS: usize = 0;

/// Some rule cannot hold any more.
#[derive(Clone, Copy, Debug)]
pub struct Refuted;

/// What never changes about a puzzle.
pub struct Geometry {
    pub(super) size: usize,
    pub(super) stars: usize,
    pub(super) parts: [Vec<Lines>; 2],          // direction, region -> its cells
    pub(super) meets: [Lines; 2],               // direction, line -> the regions that have cells there
    pub(super) unions: Option<&'static Unions>, // of a strip, if they are few
    regions: [[[u8; WIDTH]; WIDTH]; 2],         // direction, line, place -> region
}

impl Geometry {
    /// The geometry of a puzzle with as many regions as rows.
    pub fn new(puzzle: &StarBattle) -> Self {
        let parts = vec![[0; WIDTH]; puzzle.region_count()];
        let mut geometry = Self {
            size: puzzle.size(),
            stars: puzzle.stars,
            parts: [parts.clone(), parts],
            meets: [[0; WIDTH]; 2],
            unions: Unions::of(puzzle.size(), puzzle.stars),
            regions: [[[0; WIDTH]; WIDTH]; 2],
        };
        for cell in puzzle.regions.cells() {
            let Some(region) = puzzle.regions[cell] else { continue };
            let (row, col) = (cell.row + 1, cell.col + 1);
            for (direction, line, at) in [(0, row, col), (1, col, row)] {
                geometry.parts[direction][region][line] |= 1 << at;
                geometry.meets[direction][line] |= 1 << region;
                geometry.regions[direction][line][at] = region as u8;
            }
        }
        geometry
    }

    /// The cell at place `col` of a row.
    pub(super) fn cell(row: usize, col: usize) -> Cell {
        Cell { row: row - 1, col: col - 1 }
    }
}

/// What is known in one state of the search, and what has to be looked at again.
#[derive(Clone, Copy)]
pub struct State {
    /// Direction, line: the cells that may hold a star, or do.
    pub open: [Lines; 2],
    /// Direction, line: the cells that hold one.
    pub starred: [Lines; 2],
    pub(super) last: [u32; 2],             // direction -> lines that take one more star only
    pub(super) room: [u16; LARGEST],       // region -> its open cells
    pub(super) held: [u16; LARGEST],       // region -> its stars
    pub(super) ways: [u16; LARGEST],       // region -> placements when they were last listed
    pub(super) known: [[Known; WIDTH]; 2], // direction, strip -> what is known about it
    pub(super) undecided: u16,             // cells that may hold a star or not
    pub(super) strips: [u32; 2],           // direction -> strips to look at: strip i is lines i and i + 1
    pub(super) counts: u32,                // regions to count
    pub(super) tables: u32,                // regions whose placements are to be listed
    pub(super) crowded: u32,               // regions with many placements, to be listed last
    pub(super) intervals: bool,            // whether something changed since intervals were looked at
}

impl State {
    /// Nothing is known but where the holes are.
    pub fn new(geometry: &Geometry) -> Self {
        let lines = (2 << geometry.size) - 2;
        let mut state = Self {
            open: [[0; WIDTH]; 2],
            starred: [[0; WIDTH]; 2],
            last: if geometry.stars == 1 { [lines; 2] } else { [0; 2] },
            room: [0; LARGEST],
            held: [0; LARGEST],
            ways: [u16::MAX; LARGEST],
            known: [[Known::nothing(geometry.unions, lines); WIDTH]; 2],
            undecided: 0,
            strips: [lines; 2],
            counts: (1 << geometry.size) - 1,
            tables: (1 << geometry.size) - 1,
            crowded: 0,
            intervals: true,
        };
        for (region, [rows, cols]) in geometry.parts[0].iter().zip(&geometry.parts[1]).map(|(a, b)| [a, b]).enumerate()
        {
            for line in 1..=geometry.size {
                state.open[0][line] |= rows[line];
                state.open[1][line] |= cols[line];
                state.room[region] += rows[line].count_ones() as u16;
            }
        }
        state.undecided = state.room.iter().sum();
        state
    }

    /// The open cells of a line that hold no star yet.
    pub fn free(&self, direction: usize, line: usize) -> u32 {
        self.open[direction][line] & !self.starred[direction][line]
    }

    /// No star in these cells of a line.
    #[inline]
    pub fn clear(&mut self, geometry: &Geometry, direction: usize, line: usize, cells: u32) -> Result<(), Refuted> {
        let gone = self.open[direction][line] & cells;
        if gone == 0 {
            return Ok(());
        }
        if gone & self.starred[direction][line] != 0 {
            return Err(Refuted);
        }
        self.intervals = true;
        self.open[direction][line] &= !gone;
        self.strips[direction] |= 3 << (line - 1);
        self.strips[1 - direction] |= gone | gone >> 1;
        for at in bits(gone) {
            self.open[1 - direction][at] &= !(1 << line);
            let region = usize::from(geometry.regions[direction][line][at]);
            self.undecided -= 1;
            self.room[region] -= 1;
            if usize::from(self.room[region]) < geometry.stars {
                return Err(Refuted);
            }
            self.counts |= 1 << region;
            self.tables |= 1 << region;
        }
        Ok(())
    }

    /// A star at place `at` of a line, and so none around it.
    pub fn star(&mut self, geometry: &Geometry, direction: usize, line: usize, at: usize) -> Result<(), Refuted> {
        if self.starred[direction][line] >> at & 1 == 1 {
            return Ok(());
        }
        if self.open[direction][line] >> at & 1 == 0 {
            return Err(Refuted);
        }
        let region = usize::from(geometry.regions[direction][line][at]);
        self.undecided -= 1;
        self.held[region] += 1;
        self.counts |= 1 << region;
        self.tables |= 1 << region;
        self.intervals = true;
        for (direction, line, at) in [(direction, line, at), (1 - direction, at, line)] {
            self.starred[direction][line] |= 1 << at;
            self.strips[direction] |= 3 << (line - 1);
            let missing = geometry.stars as u32 - self.starred[direction][line].count_ones().min(geometry.stars as u32);
            self.last[direction] &= !(1 << line);
            if missing == 1 {
                // Such a line keeps the stars of a region apart.
                self.last[direction] |= 1 << line;
                self.tables |= geometry.meets[direction][line];
            }
        }
        let around = 7 << (at - 1);
        self.clear(geometry, direction, line - 1, around)?;
        self.clear(geometry, direction, line, around & !(1 << at))?;
        self.clear(geometry, direction, line + 1, around)
    }

    /// Stars at these places of a line.
    pub(super) fn star_all(
        &mut self,
        geometry: &Geometry,
        direction: usize,
        line: usize,
        cells: u32,
    ) -> Result<(), Refuted> {
        bits(cells).try_for_each(|at| self.star(geometry, direction, line, at))
    }
}

/// The places of the bits of a word.
#[inline]
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let at = word.trailing_zeros() as usize;
            word &= word - 1;
            at
        })
    })
}
