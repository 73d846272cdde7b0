//! Sets of cells as bits in reading order, and where a step leads from all of them at once.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::state::{Contradiction, Inferred};
use crate::hidato::{Hidato, Moves};

/// A set of cells, or of numbers: one bit for each, in `W` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hidato) struct Board<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Board<W> {
    pub(in crate::hidato) const EMPTY: Self = Self([0; W]);

    #[inline]
    pub(in crate::hidato) fn single(bit: usize) -> Self {
        let mut board = Self::EMPTY;
        board.insert(bit);
        board
    }

    #[inline]
    pub(in crate::hidato) fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    #[inline]
    pub(in crate::hidato) fn remove(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    #[inline]
    pub(in crate::hidato) fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    #[inline]
    pub(in crate::hidato) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(in crate::hidato) fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    #[inline]
    pub(in crate::hidato) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it has exactly one element.
    #[inline]
    pub(in crate::hidato) fn is_single(&self) -> bool {
        let mut seen = 0;
        let mut more = 0;
        for &word in &self.0 {
            more |= word & word.wrapping_sub(1);
            more |= if seen == 0 { 0 } else { word };
            seen |= word;
        }
        seen != 0 && more == 0
    }

    /// The least element, or 0 of an empty set.
    #[inline]
    pub(in crate::hidato) fn first(&self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        64 * word + self.0[word].trailing_zeros() as usize % 64
    }

    /// The least element from here on.
    #[inline]
    pub(in crate::hidato) fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        if word >= W {
            return None;
        }
        let mut bits = self.0[word] & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(64 * word + bits.trailing_zeros() as usize)
    }

    #[inline]
    pub(in crate::hidato) fn iter(self) -> Elements<W> {
        Elements { rest: self, word: 0 }
    }

    /// Every element plus this, for 0 < `by` < 64; what goes beyond the words is lost.
    #[inline]
    pub(super) fn up(self, by: u32) -> Self {
        let carry = |word: usize| if word > 0 { self.0[word - 1] >> (64 - by) } else { 0 };
        Self(std::array::from_fn(|word| self.0[word] << by | carry(word)))
    }

    /// Every element less this, for 0 < `by` < 64.
    #[inline]
    pub(super) fn down(self, by: u32) -> Self {
        let carry = |word: usize| if word + 1 < W { self.0[word + 1] << (64 - by) } else { 0 };
        Self(std::array::from_fn(|word| self.0[word] >> by | carry(word)))
    }
}

/// The elements of a [`Board`], the least first.
pub(in crate::hidato) struct Elements<const W: usize> {
    rest: Board<W>,
    word: usize,
}

impl<const W: usize> Iterator for Elements<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.rest.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> BitAnd for Board<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const W: usize> BitOr for Board<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> Not for Board<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitAndAssign for Board<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Board<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Where steps lead.
pub(in crate::hidato) struct Steps<const W: usize> {
    /// The cells that are not holes.
    pub(in crate::hidato) cells: Board<W>,
    /// Cell -> its neighbours.
    pub(in crate::hidato) around: Vec<Board<W>>,
    cols: u32,
    orthogonal: bool,
    not_first: Board<W>, // columns but the first
    not_last: Board<W>,
}

impl<const W: usize> Steps<W> {
    pub(in crate::hidato) fn new(puzzle: &Hidato) -> Self {
        let squares = &puzzle.squares;
        let cols = squares.cols();
        let mut steps = Self {
            cells: Board::EMPTY,
            around: Vec::new(),
            cols: cols as u32,
            orthogonal: puzzle.moves == Moves::Orthogonal,
            not_first: Board::EMPTY,
            not_last: Board::EMPTY,
        };
        for place in 0..squares.len() {
            if place % cols > 0 {
                steps.not_first.insert(place);
            }
            if place % cols + 1 < cols {
                steps.not_last.insert(place);
            }
        }
        for cell in puzzle.cells() {
            steps.cells.insert(squares.index(cell));
        }
        steps.around = (0..squares.len()).map(|place| steps.from(Board::single(place)) & steps.cells).collect();
        steps
    }

    /// The cells for the numbers 0, 2, 4, ..., and for 1, 3, 5, ...: orthogonal steps change the colour of a chessboard,
    /// and if one colour has more cells, the path begins there.
    pub(super) fn classes(&self) -> Inferred<[Board<W>; 2]> {
        let cols = self.cols as usize;
        let mut colours = [Board::EMPTY; 2];
        for place in self.cells.iter() {
            colours[(place / cols + place % cols) % 2].insert(place);
        }
        let [light, dark] = colours.map(|cells| cells.count());
        match light.abs_diff(dark) {
            _ if !self.orthogonal => Ok([self.cells; 2]),
            0 => Ok([self.cells; 2]),
            1 if light > dark => Ok(colours),
            1 => Ok([colours[1], colours[0]]),
            _ => Err(Contradiction),
        }
    }

    /// The cells with at least one, at least two and at least three neighbours among these cells.
    #[inline]
    pub(super) fn beside(&self, cells: Board<W>) -> [Board<W>; 3] {
        let (left, right) = (cells.up(1) & self.not_first, cells.down(1) & self.not_last);
        let mut count = [Board::EMPTY; 3];
        let mut add = |board: Board<W>| {
            count[2] |= count[1] & board;
            count[1] |= count[0] & board;
            count[0] |= board;
        };
        let rows = if self.orthogonal { [Board::EMPTY, cells, Board::EMPTY] } else { [left, cells, right] };
        add(left);
        add(right);
        for row in rows {
            add(row.up(self.cols));
            add(row.down(self.cols));
        }
        count
    }

    /// Where one step leads from any of these cells, holes included.
    #[inline]
    pub(in crate::hidato) fn from(&self, cells: Board<W>) -> Board<W> {
        let beside = (cells.up(1) & self.not_first) | (cells.down(1) & self.not_last);
        let row = if self.orthogonal { cells } else { cells | beside };
        beside | row.up(self.cols) | row.down(self.cols)
    }
}
