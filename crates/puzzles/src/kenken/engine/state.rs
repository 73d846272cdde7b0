//! What is known at a node of the search: the marks of all cells, the ways left to fill each cage, and what to look at again.

/// Cells of a row in memory: the largest board.
pub const WIDTH: usize = 16;
/// The cage of a cell that is a cage of its own: nothing to look at.
pub const ALONE: u8 = u8::MAX;

/// What the marks of a cell belong to.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Rows, columns, numbers.
    pub size: usize,
    /// A mark for every number.
    pub full: u16,
    /// The cage of each cell, or [`ALONE`].
    pub owner: [u8; WIDTH * WIDTH],
}

/// Where in the store the ways to fill a cage are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) start: u32,
    pub(super) len: u32, // 0: they are not listed
}

/// The marks, and what has to be kept in step with them.
#[derive(Clone, Debug)]
pub struct State {
    /// Bit `n - 1` of a cell: it may hold n. Cell `(row, column)` is at `16 row + column`.
    pub marks: [u16; WIDTH * WIDTH],
    /// The ways to fill each cage.
    pub(super) tables: Vec<Table>,
    /// Cages with a changed cell.
    pub(super) cages: u128,
    /// Lines with a changed cell that singles have not seen: rows, then columns.
    pub(super) lines: u32,
    /// Lines with a changed cell that the matching has not seen.
    pub(super) stale: u32,
}

impl State {
    /// All marks everywhere, nothing listed.
    pub fn new(geometry: &Geometry, cages: usize) -> Self {
        let mut marks = [0; WIDTH * WIDTH];
        for row in marks.chunks_mut(WIDTH).take(geometry.size) {
            row[..geometry.size].fill(geometry.full);
        }
        Self { marks, tables: vec![Table::default(); cages], cages: 0, lines: 0, stale: 0 }
    }

    /// Copies another state over this one.
    #[inline]
    pub(super) fn copy(&mut self, other: &Self) {
        self.marks = other.marks;
        self.tables.copy_from_slice(&other.tables);
        (self.cages, self.lines, self.stale) = (other.cages, other.lines, other.stale);
    }

    /// Leaves a cell no other marks than these, which differ from what it has; false if none is left.
    #[inline]
    pub(super) fn keep(&mut self, geometry: &Geometry, cell: usize, marks: u16) -> bool {
        self.marks[cell] = marks;
        let lines = 1 << (cell / WIDTH) | 1 << (WIDTH + cell % WIDTH);
        self.lines |= lines;
        self.stale |= lines;
        let owner = geometry.owner[cell];
        if owner != ALONE {
            self.cages |= 1 << owner;
        }
        marks != 0
    }
}
