//! Four words at once: what the search needs of them, and an implementation in plain Rust.
//!
//! Every machine runs the search with [`Native`]. On x86-64 that is [`Sse2`](super::super::sse2::Sse2), which the compiler would not arrive at by
//! itself; elsewhere it is `Plain`. Tests run the search with both and compare every step.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

/// The implementation for this architecture.
#[cfg(target_arch = "x86_64")]
pub type Native = super::super::sse2::Sse2;
/// The implementation for this architecture.
#[cfg(not(target_arch = "x86_64"))]
pub type Native = Plain;

pub use plain::Plain;

/// Four words of 32 bits. Operators act on each word by itself; sums wrap around, and shifts are by less than 32.
pub trait Quad:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<i32, Output = Self>
    + Shr<i32, Output = Self>
{
    /// The same word four times.
    fn all(word: u32) -> Self;

    /// These words.
    fn of(words: [u32; 4]) -> Self;

    /// The words.
    fn words(self) -> [u32; 4];

    /// The bits that are set here and not in `other`.
    fn without(self, other: Self) -> Self;

    /// Whether all words are zero.
    fn is_zero(self) -> bool;

    /// The words in the order 1, 0, 3, 2.
    fn swap_neighbours(self) -> Self;

    /// The words in the order 2, 3, 0, 1.
    fn swap_halves(self) -> Self;

    /// The highest bit of each word; that of word 0 is the lowest.
    fn signs(self) -> u16;

    /// The sum of all 16 bytes.
    fn sum_of_bytes(self) -> u32;
}

mod plain {
    use std::array::from_fn;
    use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

    use super::Quad;

    /// Four words without any intrinsics; the compiler may or may not vectorise it.
    #[derive(Clone, Copy, Debug)]
    pub struct Plain([u32; 4]);

    impl Quad for Plain {
        #[inline]
        fn all(word: u32) -> Self {
            Self([word; 4])
        }

        #[inline]
        fn of(words: [u32; 4]) -> Self {
            Self(words)
        }

        #[inline]
        fn words(self) -> [u32; 4] {
            self.0
        }

        #[inline]
        fn without(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane] & !other.0[lane]))
        }

        #[inline]
        fn is_zero(self) -> bool {
            self.0 == [0; 4]
        }

        #[inline]
        fn swap_neighbours(self) -> Self {
            let [a, b, c, d] = self.0;
            Self([b, a, d, c])
        }

        #[inline]
        fn swap_halves(self) -> Self {
            let [a, b, c, d] = self.0;
            Self([c, d, a, b])
        }

        #[inline]
        fn signs(self) -> u16 {
            let [a, b, c, d] = self.0.map(|word| (word >> 31) as u16);
            a | b << 1 | c << 2 | d << 3
        }

        #[inline]
        fn sum_of_bytes(self) -> u32 {
            self.0.iter().flat_map(|word| word.to_le_bytes()).map(u32::from).sum()
        }
    }

    macro_rules! operator {
        ($name:ident, $function:ident, $word:expr) => {
            impl $name for Plain {
                type Output = Self;
                #[inline]
                fn $function(self, other: Self) -> Self {
                    Self(from_fn(|lane| $word(self.0[lane], other.0[lane])))
                }
            }
        };
    }

    macro_rules! shift {
        ($name:ident, $function:ident) => {
            impl $name<i32> for Plain {
                type Output = Self;
                #[inline]
                fn $function(self, by: i32) -> Self {
                    Self(self.0.map(|word| word.$function(by)))
                }
            }
        };
    }

    operator!(BitAnd, bitand, u32::bitand);
    operator!(BitOr, bitor, u32::bitor);
    operator!(BitXor, bitxor, u32::bitxor);
    operator!(Add, add, u32::wrapping_add);
    operator!(Sub, sub, u32::wrapping_sub);
    shift!(Shl, shl);
    shift!(Shr, shr);
}
