//! Short names for operations on eight words at a time.

#[allow(clippy::wildcard_imports, reason = "the names of instructions have a prefix of their own")]
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn splat(value: i32) -> __m256i {
    _mm256_set1_epi32(value)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn and(a: __m256i, b: __m256i) -> __m256i {
    _mm256_and_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn or(a: __m256i, b: __m256i) -> __m256i {
    _mm256_or_si256(a, b)
}

/// `b` without `a`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn clear(a: __m256i, b: __m256i) -> __m256i {
    _mm256_andnot_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn left<const N: i32>(a: __m256i) -> __m256i {
    _mm256_slli_epi32::<N>(a)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn right<const N: i32>(a: __m256i) -> __m256i {
    _mm256_srli_epi32::<N>(a)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn minus(a: __m256i, b: __m256i) -> __m256i {
    _mm256_sub_epi32(a, b)
}

/// Both halves of a vector get the same four words.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn half<const SECOND: bool>(a: __m256i) -> __m256i {
    if SECOND { _mm256_permute2x128_si256::<0x11>(a, a) } else { _mm256_permute2x128_si256::<0x00>(a, a) }
}

/// For each band, its word of each half four times.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn bands(a: __m256i) -> [__m256i; 3] {
    [_mm256_shuffle_epi32::<0x00>(a), _mm256_shuffle_epi32::<0x55>(a), _mm256_shuffle_epi32::<0xaa>(a)]
}

/// The reverse of [`bands`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn gathered([a, b, c]: [__m256i; 3]) -> __m256i {
    _mm256_blend_epi32::<0b1100_1100>(_mm256_blend_epi32::<0b1010_1010>(a, b), c)
}

/// The low and the high halves of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn halves(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
}

/// The low and the high pairs of words of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pairs(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
}

/// The even and the odd words of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn words(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    (
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(a, b)),
    )
}
