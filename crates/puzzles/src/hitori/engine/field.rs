//! The board during a search: which cells are white or shaded, what follows from that, and how to take it back.
//!
//! All rules but one are about two cells: cells side by side are not both shaded, copies are not both white. What follows
//! from a cell is a walk over them. The one that is left is the [`Forest`]'s.

use super::copies::{self, MORE};
use super::forest::Forest;
use crate::{Answer, Grid};

/// What is known of a cell: nothing, or its shade.
pub(super) const OPEN: u8 = 0;
pub(super) const WHITE: u8 = 1;
pub(super) const SHADED: u8 = 2;

/// A place that is not a cell of the board and is always shaded: the copy of cells without copies.
const NOWHERE: u16 = 0;

/// A state of the search. Cells are places in an array with a frame of white cells around the board: a row above, one below,
/// and a column between the end of a row and the start of the next.
#[derive(Clone, Debug)]
pub(super) struct Field {
    rows: usize,
    cols: usize,
    stride: usize,
    shades: Vec<u8>,
    copies: Vec<[u16; 2]>, // the next copy in the row and in the column, round and round
    forest: Forest,
    forced: Vec<u16>, // cells that the forest makes white
    white: Trail,
    shaded: Trail,
    planted: usize, // how many shaded cells are in the forest
}

/// Cells of one shade in the order in which they became known.
#[derive(Clone, Debug)]
struct Trail {
    cells: Vec<u16>,
    len: usize,
    head: usize, // what follows from cells before this one is known
}

impl Trail {
    /// Without a branch: whether a cell is news can hardly be predicted.
    #[inline]
    fn push_if(&mut self, cell: u16, news: bool) {
        self.cells[self.len] = cell;
        self.len += usize::from(news);
    }
}

/// What supposing a shade leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consistency {
    /// Some rule cannot be kept.
    Inconsistent,
    /// So many cells followed that the rest was not looked at.
    Unknown,
    /// All that follows is known, and no rule is broken.
    Consistent,
}

/// How much was known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    white: usize,
    shaded: usize,
    joins: usize,
}

impl Field {
    /// A board with these numbers, every cell open.
    pub(super) fn new(numbers: &Grid<Option<u16>>) -> Self {
        let (rows, cols) = (numbers.rows(), numbers.cols());
        let stride = cols + 1;
        let places = (rows + 2) * stride + 1;
        let mut shades = vec![WHITE; places];
        for row in 1..=rows {
            shades[row * stride + 1..][..cols].fill(OPEN);
        }
        shades[usize::from(NOWHERE)] = SHADED;
        let trail = Trail { cells: vec![0; rows * cols + 1], len: 0, head: 0 };
        Self {
            rows,
            cols,
            stride,
            shades,
            copies: copies::link(numbers),
            forest: Forest::new(rows, cols),
            forced: Vec::new(),
            white: trail.clone(),
            shaded: trail,
            planted: 0,
        }
    }

    /// The cells of the board, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        let (rows, cols, stride) = (self.rows, self.cols, self.stride);
        (1..=rows).flat_map(move |row| (row * stride + 1..=row * stride + cols).map(|cell| cell as u16))
    }

    /// What is known, row by row.
    pub(super) fn shades(&self) -> impl Iterator<Item = &[u8]> {
        self.shades[self.stride..].chunks_exact(self.stride).take(self.rows).map(|row| &row[1..])
    }

    /// The shaded cells as an answer.
    pub(super) fn answer(&self) -> Option<Answer> {
        let mut things = Vec::with_capacity(self.rows * self.cols);
        for row in self.shades() {
            things.extend(row.iter().map(|&shade| i32::from(shade == SHADED)));
        }
        Grid::new(self.rows, self.cols, things)
    }

    /// How large an array has to be to have a place for every cell.
    pub(super) fn places(&self) -> usize {
        self.shades.len()
    }

    /// The cell at a place in reading order.
    pub(super) fn cell(&self, index: usize) -> u16 {
        ((index / self.cols + 1) * self.stride + index % self.cols + 1) as u16
    }

    /// The place of a cell in reading order.
    pub(super) fn index(&self, cell: u16) -> usize {
        let cell = usize::from(cell);
        (cell / self.stride - 1) * self.cols + cell % self.stride - 1
    }

    /// What is known of a cell.
    #[inline]
    pub(super) fn shade(&self, cell: u16) -> u8 {
        self.shades[usize::from(cell)]
    }

    /// Whether the number of the cell stands elsewhere in its row or column.
    pub(super) fn has_copies(&self, cell: u16) -> bool {
        self.copies[usize::from(cell)] != [cell; 2]
    }

    /// How many cells are known.
    pub(super) fn known(&self) -> usize {
        self.white.len + self.shaded.len
    }

    /// A state to come back to.
    pub(super) fn mark(&self) -> Mark {
        Mark { white: self.white.len, shaded: self.shaded.len, joins: self.forest.joins() }
    }

    /// The cells that became white, and those that became shaded, since then.
    pub(super) fn since(&self, mark: Mark) -> [&[u16]; 2] {
        [&self.white.cells[mark.white..self.white.len], &self.shaded.cells[mark.shaded..self.shaded.len]]
    }

    /// Makes everything open again that was open then.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.forest.part(mark.joins);
        for &cell in &self.white.cells[mark.white..self.white.len] {
            self.shades[usize::from(cell)] = OPEN;
        }
        for &cell in &self.shaded.cells[mark.shaded..self.shaded.len] {
            self.shades[usize::from(cell)] = OPEN;
        }
        for &cell in &self.shaded.cells[mark.shaded..self.planted.max(mark.shaded)] {
            self.forest.uproot(cell);
        }
        self.planted = self.planted.min(mark.shaded);
        (self.white.len, self.white.head) = (mark.white, mark.white);
        (self.shaded.len, self.shaded.head) = (mark.shaded, mark.shaded);
    }

    /// What is known before any cell is: on a board of one row or column, a shaded cell that is not at an end cuts it in
    /// two, as it touches the border twice. False if nothing solves the puzzle.
    pub(super) fn begin(&mut self) -> bool {
        if self.rows == 1 || self.cols == 1 {
            for cell in self.cells().skip(1).take((self.rows * self.cols).saturating_sub(2)) {
                self.whiten(cell);
            }
        }
        self.propagate(usize::MAX) == Consistency::Consistent
    }

    /// Gives an open cell a shade, and everything that follows; true if no rule is broken. If not, the field has to go
    /// [back](Field::back_to) to a mark.
    pub(super) fn suppose(&mut self, cell: u16, shade: u8) -> bool {
        self.suppose_up_to(cell, shade, usize::MAX) == Consistency::Consistent
    }

    /// The same, but stops when more than `known` cells are known. Unless all is fine, the field has to go back to a mark.
    pub(super) fn suppose_up_to(&mut self, cell: u16, shade: u8, known: usize) -> Consistency {
        if shade == WHITE {
            self.whiten(cell);
        } else {
            self.darken(cell);
        }
        self.propagate(known)
    }

    /// Makes a cell white unless it is known; returns what was known.
    #[inline]
    fn whiten(&mut self, cell: u16) -> u8 {
        let now = self.shades[usize::from(cell)];
        self.shades[usize::from(cell)] = if now == OPEN { WHITE } else { now };
        self.white.push_if(cell, now == OPEN);
        now
    }

    /// Makes a cell shaded unless it is known; returns what was known.
    #[inline]
    fn darken(&mut self, cell: u16) -> u8 {
        let now = self.shades[usize::from(cell)];
        self.shades[usize::from(cell)] = if now == OPEN { SHADED } else { now };
        self.shaded.push_if(cell, now == OPEN);
        now
    }

    /// Everything that follows; the forest, which costs most, comes last.
    fn propagate(&mut self, most: usize) -> Consistency {
        while self.known() <= most {
            while self.white.head < self.white.len {
                let cell = self.white.cells[self.white.head];
                self.white.head += 1;
                if !self.darken_copies(cell) {
                    return Consistency::Inconsistent;
                }
            }
            while self.shaded.head < self.shaded.len {
                let cell = self.shaded.cells[self.shaded.head];
                self.shaded.head += 1;
                if !self.whiten_beside(cell) {
                    return Consistency::Inconsistent;
                }
            }
            while self.planted < self.shaded.len && self.white.head == self.white.len {
                let cell = self.shaded.cells[self.planted];
                self.planted += 1;
                if !self.plant(cell) {
                    return Consistency::Inconsistent;
                }
            }
            if self.white.head == self.white.len {
                return Consistency::Consistent;
            }
        }
        Consistency::Unknown
    }

    #[inline]
    fn darken_copies(&mut self, cell: u16) -> bool {
        let [across, down] = self.copies[usize::from(cell)];
        let mut known = 0;
        for next in [across & !MORE, down & !MORE] {
            known |= self.darken(if next == cell { NOWHERE } else { next });
        }
        if (across | down) & MORE != 0 {
            for axis in 0..2 {
                let mut next = self.copies[usize::from(cell)][axis] & !MORE;
                while next != cell {
                    known |= self.darken(next);
                    next = self.copies[usize::from(next)][axis] & !MORE;
                }
            }
        }
        known & WHITE == 0
    }

    #[inline]
    fn whiten_beside(&mut self, cell: u16) -> bool {
        let stride = self.stride as u16;
        let beside = [cell - stride, cell - 1, cell + 1, cell + stride];
        beside.into_iter().fold(0, |known, cell| known | self.whiten(cell)) & SHADED == 0
    }

    #[inline]
    fn plant(&mut self, cell: u16) -> bool {
        let fits = self.forest.plant(cell, &self.shades, &mut self.forced);
        while let Some(cell) = self.forced.pop() {
            self.whiten(cell);
        }
        fits
    }
}
