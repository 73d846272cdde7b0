//! Four words at once, with what every machine of an architecture has.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// Four words of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Quad(Words);

impl fmt::Debug for Quad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_array().fmt(f)
    }
}

#[cfg(target_arch = "x86_64")]
use sse2::Words;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "std::arch has functions for the instructions")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi32, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi32,
        _mm_setr_epi32, _mm_setzero_si128, _mm_shuffle_epi32, _mm_sll_epi32, _mm_cvtsi32_si128, _mm_srl_epi32, _mm_xor_si128,
    };

    use super::{BitAnd, BitOr, BitXor, Quad, Shl, Shr};

    pub(super) type Words = __m128i;

    // SAFETY, for all: every x86_64 machine has SSE2, and these functions touch no memory.
    impl Quad {
        #[inline(always)]
        pub(in super::super) fn all(word: u32) -> Self {
            Self(unsafe { _mm_set1_epi32(word.cast_signed()) })
        }

        #[inline(always)]
        pub(in super::super) fn of(words: [u32; 4]) -> Self {
            let [a, b, c, d] = words.map(u32::cast_signed);
            Self(unsafe { _mm_setr_epi32(a, b, c, d) })
        }

        #[inline(always)]
        pub(in super::super) fn to_array(self) -> [u32; 4] {
            unsafe { std::mem::transmute(self.0) }
        }

        /// What is in `other` and not here.
        #[inline(always)]
        pub(in super::super) fn not_and(self, other: Self) -> Self {
            Self(unsafe { _mm_andnot_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub(in super::super) fn is_zero(self) -> bool {
            unsafe { _mm_movemask_epi8(_mm_cmpeq_epi32(self.0, _mm_setzero_si128())) == 0xffff }
        }

        /// The words in the order 1, 0, 3, 2.
        #[inline(always)]
        pub(in super::super) fn swap_neighbours(self) -> Self {
            Self(unsafe { _mm_shuffle_epi32::<0b10_11_00_01>(self.0) })
        }

        /// The words in the order 2, 3, 0, 1.
        #[inline(always)]
        pub(in super::super) fn swap_halves(self) -> Self {
            Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
        }
    }

    impl BitAnd for Quad {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            Self(unsafe { _mm_and_si128(self.0, other.0) })
        }
    }

    impl BitOr for Quad {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            Self(unsafe { _mm_or_si128(self.0, other.0) })
        }
    }

    impl BitXor for Quad {
        type Output = Self;
        #[inline(always)]
        fn bitxor(self, other: Self) -> Self {
            Self(unsafe { _mm_xor_si128(self.0, other.0) })
        }
    }

    impl Shl<i32> for Quad {
        type Output = Self;
        #[inline(always)]
        fn shl(self, by: i32) -> Self {
            Self(unsafe { _mm_sll_epi32(self.0, _mm_cvtsi32_si128(by)) })
        }
    }

    impl Shr<i32> for Quad {
        type Output = Self;
        #[inline(always)]
        fn shr(self, by: i32) -> Self {
            Self(unsafe { _mm_srl_epi32(self.0, _mm_cvtsi32_si128(by)) })
        }
    }
}
