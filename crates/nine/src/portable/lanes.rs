//! Twelve words at once, four to a register.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

use super::quad::Quad;

/// The number of words.
pub(super) const LANES: usize = 12;

/// Twelve words, one per digit; the last three are padding. Working on three registers in step keeps a CPU busier than one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dozen<Q>([Q; 3]);

impl<Q: Quad> Dozen<Q> {
    #[inline]
    pub(super) fn all(word: u32) -> Self {
        Self([Q::all(word); 3])
    }

    #[inline]
    pub(super) fn of(words: &[u32; LANES]) -> Self {
        Self(from_fn(|quad| Q::of(from_fn(|lane| words[4 * quad + lane]))))
    }

    #[inline]
    pub(super) fn words(self) -> [u32; LANES] {
        let words = self.0.map(Q::words);
        from_fn(|lane| words[lane / 4][lane % 4])
    }

    /// The bits that are set here and not in `other`.
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self(from_fn(|quad| self.0[quad].without(other.0[quad])))
    }

    #[inline]
    pub(super) fn is_zero(self) -> bool {
        (self.0[0] | self.0[1] | self.0[2]).is_zero()
    }

    /// The same, given that all three registers are equal.
    #[inline]
    pub(super) fn same_is_zero(self) -> bool {
        self.0[0].is_zero()
    }

    /// In every lane, the bits of any lane.
    #[inline]
    pub(super) fn any(self) -> Self {
        let some = self.0[0] | self.0[1] | self.0[2];
        let some = some | some.swap_halves();
        Self([some | some.swap_neighbours(); 3])
    }

    /// In every lane, the bits of at least one lane, and those of at least two.
    #[inline]
    pub(super) fn once_and_twice(self) -> (Self, Self) {
        let [a, b, c] = self.0;
        let (once, twice) = (a | b | c, a & b | (a | b) & c);
        let other = once.swap_halves();
        let (once, twice) = (once | other, twice | twice.swap_halves() | once & other);
        let other = once.swap_neighbours();
        (Self([once | other; 3]), Self([twice | twice.swap_neighbours() | once & other; 3]))
    }

    /// The bits of exactly two lanes.
    #[inline]
    pub(super) fn exactly_two(self) -> u32 {
        let [a, b, c] = self.0;
        let join = |(once, twice, thrice): (Q, Q, Q), (o, t, h): (Q, Q, Q)| {
            (once | o, twice | t | once & o, thrice | h | once & t | twice & o)
        };
        let four = (a | b | c, a & b | (a | b) & c, a & b & c);
        let two = join(four, (four.0.swap_halves(), four.1.swap_halves(), four.2.swap_halves()));
        let one = join(two, (two.0.swap_neighbours(), two.1.swap_neighbours(), two.2.swap_neighbours()));
        one.1.without(one.2).words()[0]
    }

    /// The lanes with this bit, as bits.
    #[inline]
    pub(super) fn lanes_with(self, bit: u32) -> u16 {
        let [a, b, c] = self.0.map(|quad| (quad << (31 - bit) as i32).signs());
        a | b << 4 | c << 8
    }
}

macro_rules! operator {
    ($name:ident, $function:ident, $sign:tt) => {
        impl<Q: Quad> $name for Dozen<Q> {
            type Output = Self;
            #[inline]
            fn $function(self, other: Self) -> Self {
                let [[a, b, c], [d, e, f]] = [self.0, other.0];
                Self([a $sign d, b $sign e, c $sign f])
            }
        }
    };
}

macro_rules! shift {
    ($name:ident, $function:ident, $sign:tt) => {
        impl<Q: Quad> $name<i32> for Dozen<Q> {
            type Output = Self;
            #[inline]
            fn $function(self, by: i32) -> Self {
                let [a, b, c] = self.0;
                Self([a $sign by, b $sign by, c $sign by])
            }
        }
    };
}

operator!(BitAnd, bitand, &);
operator!(BitOr, bitor, |);
operator!(BitXor, bitxor, ^);
shift!(Shl, shl, <<);
shift!(Shr, shr, >>);
