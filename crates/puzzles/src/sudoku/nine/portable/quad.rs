//! Four words at once, with instructions that every machine of an architecture has.

/// Four words of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad(Words);

#[cfg(not(target_arch = "x86_64"))]
use plain::Words;
#[cfg(target_arch = "x86_64")]
use sse2::Words;

/// As the compiler sees fit.
#[cfg(not(target_arch = "x86_64"))]
mod plain {
    use std::array::from_fn;
    use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

    use super::Quad;

    pub(super) type Words = [u32; 4];

    impl Quad {
        #[inline]
        pub(in super::super) fn all(word: u32) -> Self {
            Self([word; 4])
        }

        #[inline]
        pub(in super::super) fn of(words: [u32; 4]) -> Self {
            Self(words)
        }

        #[inline]
        pub(in super::super) fn words(self) -> [u32; 4] {
            self.0
        }

        #[inline]
        pub(in super::super) fn without(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane] & !other.0[lane]))
        }

        #[inline]
        pub(in super::super) fn is_zero(self) -> bool {
            self.0 == [0; 4]
        }

        #[inline]
        pub(in super::super) fn swap_neighbours(self) -> Self {
            let [a, b, c, d] = self.0;
            Self([b, a, d, c])
        }

        #[inline]
        pub(in super::super) fn swap_halves(self) -> Self {
            let [a, b, c, d] = self.0;
            Self([c, d, a, b])
        }

        #[inline]
        pub(in super::super) fn signs(self) -> u16 {
            let [a, b, c, d] = self.0.map(|word| (word >> 31) as u16);
            a | b << 1 | c << 2 | d << 3
        }

        #[inline]
        pub(in super::super) fn sum_of_bytes(self) -> u32 {
            self.0.iter().flat_map(|word| word.to_le_bytes()).map(u32::from).sum()
        }
    }

    macro_rules! operator {
        ($name:ident, $function:ident, $sign:tt) => {
            impl $name for Quad {
                type Output = Self;
                #[inline]
                fn $function(self, other: Self) -> Self {
                    Self(from_fn(|lane| self.0[lane] $sign other.0[lane]))
                }
            }
        };
    }

    macro_rules! shift {
        ($name:ident, $function:ident, $sign:tt) => {
            impl $name<i32> for Quad {
                type Output = Self;
                #[inline]
                fn $function(self, by: i32) -> Self {
                    Self(self.0.map(|word| word $sign by))
                }
            }
        };
    }

    operator!(BitAnd, bitand, &);
    operator!(BitOr, bitor, |);
    operator!(BitXor, bitxor, ^);
    operator!(Add, add, +);
    operator!(Sub, sub, -);
    shift!(Shl, shl, <<);
    shift!(Shr, shr, >>);
}

/// With SSE2, which every x86-64 machine has.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "std::arch has functions for the instructions")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_cvtsi32_si128,
        _mm_cvtsi128_si32, _mm_movemask_epi8, _mm_movemask_ps, _mm_or_si128, _mm_sad_epu8, _mm_set1_epi32,
        _mm_setr_epi32, _mm_setzero_si128, _mm_shuffle_epi32, _mm_sll_epi32, _mm_srl_epi32, _mm_sub_epi32,
        _mm_xor_si128,
    };

    use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

    use super::Quad;

    pub(super) type Words = __m128i;

    /// SAFETY: x86-64 includes SSE2, and these functions touch no memory but their arguments.
    macro_rules! sse2 {
        ($call:expr) => {
            unsafe { $call }
        };
    }

    impl Quad {
        #[inline]
        pub(in super::super) fn all(word: u32) -> Self {
            Self(sse2!(_mm_set1_epi32(word.cast_signed())))
        }

        #[inline]
        pub(in super::super) fn of(words: [u32; 4]) -> Self {
            let [a, b, c, d] = words.map(u32::cast_signed);
            Self(sse2!(_mm_setr_epi32(a, b, c, d)))
        }

        #[inline]
        pub(in super::super) fn words(self) -> [u32; 4] {
            sse2!(std::mem::transmute(self.0))
        }

        /// What is here and not in `other`.
        #[inline]
        pub(in super::super) fn without(self, other: Self) -> Self {
            Self(sse2!(_mm_andnot_si128(other.0, self.0)))
        }

        #[inline]
        pub(in super::super) fn is_zero(self) -> bool {
            sse2!(_mm_movemask_epi8(_mm_cmpeq_epi32(self.0, _mm_setzero_si128())) == 0xffff)
        }

        /// The words in the order 1, 0, 3, 2.
        #[inline]
        pub(in super::super) fn swap_neighbours(self) -> Self {
            Self(sse2!(_mm_shuffle_epi32::<0b10_11_00_01>(self.0)))
        }

        /// The words in the order 2, 3, 0, 1.
        #[inline]
        pub(in super::super) fn swap_halves(self) -> Self {
            Self(sse2!(_mm_shuffle_epi32::<0b01_00_11_10>(self.0)))
        }

        /// The highest bit of each word.
        #[inline]
        pub(in super::super) fn signs(self) -> u16 {
            sse2!(_mm_movemask_ps(_mm_castsi128_ps(self.0))) as u16
        }

        /// The sum of all bytes.
        #[inline]
        pub(in super::super) fn sum_of_bytes(self) -> u32 {
            let sums = Self(sse2!(_mm_sad_epu8(self.0, _mm_setzero_si128())));
            sse2!(_mm_cvtsi128_si32((sums + sums.swap_halves()).0)).cast_unsigned()
        }
    }

    macro_rules! operator {
        ($name:ident, $function:ident, $intrinsic:ident) => {
            impl $name for Quad {
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
            impl $name<i32> for Quad {
                type Output = Self;
                #[inline]
                fn $function(self, by: i32) -> Self {
                    Self(sse2!($intrinsic(self.0, _mm_cvtsi32_si128(by))))
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
}
