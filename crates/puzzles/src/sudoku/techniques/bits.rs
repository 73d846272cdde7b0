//! Sets of cells: one word of 128 bits for boards up to 11 x 11, ten words of 64 for the others.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

use super::geometry::{Geometry, Layouts};

/// A set of cells by their places in reading order.
pub(crate) trait Bits:
    Copy
    + Debug
    + PartialEq
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// The empty set.
    const NONE: Self;

    /// The set of one cell.
    fn only(cell: usize) -> Self;

    /// Whether the cell is in it.
    fn has(self, cell: usize) -> bool;

    /// Whether there is no cell in it.
    fn is_empty(self) -> bool;

    /// How many cells are in it.
    fn len(self) -> usize;

    /// The first cell. Only of a set that is not empty.
    fn first(self) -> usize;

    /// The cells that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// The layouts of this width that have been made.
    fn layouts() -> &'static Layouts<Self>;

    /// The cells in increasing order.
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// Whether there is a cell in both.
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether all cells are in `other`.
    fn within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// The geometry of boards with boxes of this shape, made once.
    fn geometry(shape: (usize, usize)) -> &'static Geometry<Self> {
        Self::layouts().get(shape)
    }
}

/// The cells of a set, one after another.
pub(crate) struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.without(B::only(cell));
        Some(cell)
    }
}

impl Bits for u128 {
    const NONE: Self = 0;

    #[inline]
    fn only(cell: usize) -> Self {
        1 << cell
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self >> cell & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn len(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn layouts() -> &'static Layouts<Self> {
        static LAYOUTS: Layouts<u128> = Layouts::new();
        &LAYOUTS
    }
}

/// A set of up to 640 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wide([u64; 10]);

impl Wide {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, with) in words.iter_mut().zip(other.0) {
            *word = f(*word, with);
        }
        Self(words)
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAndAssign for Wide {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Bits for Wide {
    const NONE: Self = Self([0; 10]);

    #[inline]
    fn only(cell: usize) -> Self {
        let mut words = [0; 10];
        words[cell / 64] = 1 << (cell % 64);
        Self(words)
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn first(self) -> usize {
        let index = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        index * 64 + self.0[index].trailing_zeros() as usize
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn layouts() -> &'static Layouts<Self> {
        static LAYOUTS: Layouts<Wide> = Layouts::new();
        &LAYOUTS
    }
}

/// The digits of a set, in increasing order. Bit d stands for digit d.
pub(super) fn digits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let digit = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(digit)
    })
}
