//! Four words in a register of SSE2, which every x86-64 CPU has.
//!
//! The compiler asks for `unsafe` around these intrinsics although SSE2 is always there, because operators cannot carry `#[target_feature]`.
//! That is why this type is here and not in `portable`, which is safe code throughout.

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_cvtsi32_si128,
    _mm_cvtsi128_si32, _mm_movemask_epi8, _mm_movemask_ps, _mm_or_si128, _mm_sad_epu8, _mm_set1_epi32, _mm_setr_epi32,
    _mm_setzero_si128, _mm_shuffle_epi32, _mm_sll_epi32, _mm_srl_epi32, _mm_sub_epi32, _mm_xor_si128,
};
use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

use super::portable::Quad;

/// Four words of 32 bits in a register.
#[derive(Clone, Copy, Debug)]
pub struct Sse2(__m128i);

/// Calls one intrinsic of SSE2 that works on values.
macro_rules! sse2 {
    ($intrinsic:ident $(::<$constant:literal>)? ($($value:ident $(. $field:tt)?),*)) => {{
        #[expect(unsafe_code, reason = "the CPU must have SSE2")]
        // SAFETY: every x86-64 CPU has SSE2, and the arguments are values: no intrinsic named in this file takes a pointer.
        unsafe { $intrinsic $(::<$constant>)? ($($value $(. $field)?),*) }
    }};
}

impl Quad for Sse2 {
    #[inline]
    fn all(word: u32) -> Self {
        let word = word.cast_signed();
        Self(sse2!(_mm_set1_epi32(word)))
    }

    #[inline]
    fn of(words: [u32; 4]) -> Self {
        let [a, b, c, d] = words.map(u32::cast_signed);
        Self(sse2!(_mm_setr_epi32(a, b, c, d)))
    }

    #[inline]
    fn words(self) -> [u32; 4] {
        #[expect(unsafe_code, reason = "a register is four words")]
        // SAFETY: both types are 16 bytes, and every bit pattern is a value of either.
        unsafe {
            std::mem::transmute::<__m128i, [u32; 4]>(self.0)
        }
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        Self(sse2!(_mm_andnot_si128(other.0, self.0)))
    }

    #[inline]
    fn is_zero(self) -> bool {
        let zero = sse2!(_mm_setzero_si128());
        let equal = sse2!(_mm_cmpeq_epi32(self.0, zero));
        sse2!(_mm_movemask_epi8(equal)) == 0xffff
    }

    #[inline]
    fn swap_neighbours(self) -> Self {
        Self(sse2!(_mm_shuffle_epi32::<0b10_11_00_01>(self.0)))
    }

    #[inline]
    fn swap_halves(self) -> Self {
        Self(sse2!(_mm_shuffle_epi32::<0b01_00_11_10>(self.0)))
    }

    #[inline]
    fn signs(self) -> u16 {
        let floats = sse2!(_mm_castsi128_ps(self.0));
        sse2!(_mm_movemask_ps(floats)) as u16
    }

    #[inline]
    fn sum_of_bytes(self) -> u32 {
        let zero = sse2!(_mm_setzero_si128());
        let sums = Self(sse2!(_mm_sad_epu8(self.0, zero)));
        let sum = sums + sums.swap_halves();
        sse2!(_mm_cvtsi128_si32(sum.0)).cast_unsigned()
    }
}

macro_rules! operator {
    ($name:ident, $function:ident, $intrinsic:ident) => {
        impl $name for Sse2 {
            type Output = Self;
            #[inline]
            fn $function(self, other: Self) -> Self {
                Self(sse2!($intrinsic(self.0, other.0)))
            }
        }
    };
}

macro_rules! shift {
    ($name:ident, $function:ident, $intrinsic:ident) => {
        impl $name<i32> for Sse2 {
            type Output = Self;
            #[inline]
            fn $function(self, by: i32) -> Self {
                let by = sse2!(_mm_cvtsi32_si128(by));
                Self(sse2!($intrinsic(self.0, by)))
            }
        }
    };
}

operator!(BitAnd, bitand, _mm_and_si128);
operator!(BitOr, bitor, _mm_or_si128);
operator!(BitXor, bitxor, _mm_xor_si128);
operator!(Add, add, _mm_add_epi32);
operator!(Sub, sub, _mm_sub_epi32);
shift!(Shl, shl, _mm_sll_epi32);
shift!(Shr, shr, _mm_srl_epi32);
