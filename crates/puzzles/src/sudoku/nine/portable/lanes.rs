//! Twelve words at once, four to a register, with instructions that every machine of an architecture has.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// How many words.
pub(super) const LANES: usize = 12;

/// Four words of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad(Words);

/// Twelve words, one a digit; the last three are padding. Three registers in step keep a processor busier than one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dozen([Quad; 3]);

impl Dozen {
    #[inline(always)]
    pub(super) fn all(word: u32) -> Self {
        Self([Quad::all(word); 3])
    }

    #[inline(always)]
    pub(super) fn of(words: &[u32; LANES]) -> Self {
        Self(from_fn(|quad| Quad::of(from_fn(|lane| words[4 * quad + lane]))))
    }

    #[inline(always)]
    pub(super) fn words(self) -> [u32; LANES] {
        let words = self.0.map(Quad::words);
        from_fn(|lane| words[lane / 4][lane % 4])
    }

    /// What is here and not in `other`.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self(from_fn(|quad| self.0[quad].without(other.0[quad])))
    }

    #[inline(always)]
    pub(super) fn is_zero(self) -> bool {
        (self.0[0] | self.0[1] | self.0[2]).is_zero()
    }

    /// The same where all registers are equal.
    #[inline(always)]
    pub(super) fn same_is_zero(self) -> bool {
        self.0[0].is_zero()
    }

    /// In every lane, the bits of any lane.
    #[inline(always)]
    pub(super) fn any(self) -> Self {
        let some = self.0[0] | self.0[1] | self.0[2];
        let some = some | some.swap_halves();
        Self([some | some.swap_neighbours(); 3])
    }

    /// In every lane, the bits of at least one lane, and those of at least two.
    #[inline(always)]
    pub(super) fn once_and_twice(self) -> (Self, Self) {
        let [a, b, c] = self.0;
        let (once, twice) = (a | b | c, a & b | (a | b) & c);
        let other = once.swap_halves();
        let (once, twice) = (once | other, twice | twice.swap_halves() | once & other);
        let other = once.swap_neighbours();
        (Self([once | other; 3]), Self([twice | twice.swap_neighbours() | once & other; 3]))
    }

    /// The lanes with this bit, as bits.
    #[inline(always)]
    pub(super) fn lanes_with(self, bit: u32) -> u16 {
        let [a, b, c] = self.0.map(|quad| (quad << (31 - bit) as i32).signs());
        a | b << 4 | c << 8
    }
}

macro_rules! operator {
    ($name:ident, $function:ident, $sign:tt) => {
        impl $name for Dozen {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                let [[a, b, c], [d, e, f]] = [self.0, other.0];
                Self([a $sign d, b $sign e, c $sign f])
            }
        }
    };
}

macro_rules! shift {
    ($name:ident, $function:ident, $sign:tt) => {
        impl $name<i32> for Dozen {
            type Output = Self;
            #[inline(always)]
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

#[cfg(target_arch = "x86_64")]
use sse2::Words;

/// With SSE2, which every x86-64 machine has.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "std::arch has functions for the instructions")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_cvtsi32_si128,
        _mm_cvtsi128_si32, _mm_movemask_epi8, _mm_movemask_ps, _mm_or_si128, _mm_sad_epu8, _mm_set1_epi32, _mm_setr_epi32,
        _mm_setzero_si128, _mm_shuffle_epi32, _mm_sll_epi32, _mm_srl_epi32, _mm_sub_epi32, _mm_xor_si128,
    };

    use super::{BitAnd, BitOr, BitXor, Quad, Shl, Shr};

    pub(super) type Words = __m128i;

    /// SAFETY: x86-64 includes SSE2, and these functions touch no memory but their arguments.
    macro_rules! sse2 {
        ($call:expr) => {
            unsafe { $call }
        };
    }

    impl Quad {
        #[inline(always)]
        pub(in super::super) fn all(word: u32) -> Self {
            Self(sse2!(_mm_set1_epi32(word.cast_signed())))
        }

        #[inline(always)]
        pub(in super::super) fn of(words: [u32; 4]) -> Self {
            let [a, b, c, d] = words.map(u32::cast_signed);
            Self(sse2!(_mm_setr_epi32(a, b, c, d)))
        }

        #[inline(always)]
        pub(in super::super) fn words(self) -> [u32; 4] {
            sse2!(std::mem::transmute(self.0))
        }

        /// What is here and not in `other`.
        #[inline(always)]
        pub(in super::super) fn without(self, other: Self) -> Self {
            Self(sse2!(_mm_andnot_si128(other.0, self.0)))
        }

        #[inline(always)]
        pub(in super::super) fn is_zero(self) -> bool {
            sse2!(_mm_movemask_epi8(_mm_cmpeq_epi32(self.0, _mm_setzero_si128())) == 0xffff)
        }

        /// The words in the order 1, 0, 3, 2.
        #[inline(always)]
        pub(in super::super) fn swap_neighbours(self) -> Self {
            Self(sse2!(_mm_shuffle_epi32::<0b10_11_00_01>(self.0)))
        }

        /// The words in the order 2, 3, 0, 1.
        #[inline(always)]
        pub(in super::super) fn swap_halves(self) -> Self {
            Self(sse2!(_mm_shuffle_epi32::<0b01_00_11_10>(self.0)))
        }

        /// The highest bit of each word.
        #[inline(always)]
        pub(in super::super) fn signs(self) -> u16 {
            sse2!(_mm_movemask_ps(_mm_castsi128_ps(self.0))) as u16
        }

        /// The sum of all bytes.
        #[inline(always)]
        pub(in super::super) fn sum_of_bytes(self) -> u32 {
            let sums = Self(sse2!(_mm_sad_epu8(self.0, _mm_setzero_si128())));
            sse2!(_mm_cvtsi128_si32((sums + sums.swap_halves()).0)).cast_unsigned()
        }
    }

    macro_rules! operator {
        ($name:ident, $function:ident, $intrinsic:ident) => {
            impl $name for Quad {
                type Output = Self;
                #[inline(always)]
                fn $function(self, other: Self) -> Self {
                    Self(sse2!($intrinsic(self.0, other.0)))
                }
            }
        };
    }

    macro_rules! shift {
        ($name:ident, $function:ident, $intrinsic:ident) => {
            impl $name<i32> for Quad {
                type Output = Self;
                #[inline(always)]
                fn $function(self, by: i32) -> Self {
                    Self(sse2!($intrinsic(self.0, _mm_cvtsi32_si128(by))))
                }
            }
        };
    }

    use std::ops::{Add, Sub};

    operator!(BitAnd, bitand, _mm_and_si128);
    operator!(BitOr, bitor, _mm_or_si128);
    operator!(BitXor, bitxor, _mm_xor_si128);
    operator!(Add, add, _mm_add_epi32);
    operator!(Sub, sub, _mm_sub_epi32);
    shift!(Shl, shl, _mm_sll_epi32);
    shift!(Shr, shr, _mm_srl_epi32);
}
