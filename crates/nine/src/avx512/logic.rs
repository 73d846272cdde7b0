//! Logic on 512 bits, and the layout that the other files share: words, their groups of three bits, and how to rotate them.
//!
//! All of it acts on 32-bit words that hold nine groups of three bits, group `3 * band + stack` for the box.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_set1_epi32, _mm512_shldi_epi32, _mm512_slli_epi32, _mm512_srli_epi32,
    _mm512_sub_epi32, _mm512_ternarylogic_epi32,
};

/// The lowest bit of each group.
pub(super) const LOW: i32 = 0o111_111_111;
/// The highest bit of each group.
pub(super) const HIGH: i32 = LOW << 2;
/// All bits of all groups.
pub(super) const ALL: i32 = 0o777_777_777;

/// `a | b | c`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xfe>(a, b, c)
}

/// `a & b & c`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn and3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0x80>(a, b, c)
}

/// `a ^ b ^ c`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0x96>(a, b, c)
}

/// Where at least two of three are set.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn two_of(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xe8>(a, b, c)
}

/// `a | b & !c`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn or_but(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xf4>(a, b, c)
}

/// `a | b & c`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xf8>(a, b, c)
}

/// `a & !(b & c)`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn and_not_both(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0x70>(a, b, c)
}

/// `a & !b`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn but(a: __m512i, b: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0x30>(a, b, b)
}

/// `yes` where the mask is set, else `no`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn pick(mask: i32, yes: __m512i, no: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xca>(_mm512_set1_epi32(mask), yes, no)
}

/// Sets all bits of the groups that have a bit.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn whole_groups(a: __m512i) -> __m512i {
    let any = has_bit(a);
    _mm512_sub_epi32(_mm512_slli_epi32::<3>(any), any)
}

/// The lowest bit of the groups that have a bit.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn has_bit(a: __m512i) -> __m512i {
    let any = or3(a, _mm512_srli_epi32::<1>(a), _mm512_srli_epi32::<2>(a));
    _mm512_and_si512(any, _mm512_set1_epi32(LOW))
}

/// The groups one stack and two stacks to the right, round the band. Bits above the groups are junk.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn turn_stacks(a: __m512i) -> (__m512i, __m512i) {
    let one = pick(0o007_007_007, _mm512_srli_epi32::<6>(a), _mm512_slli_epi32::<3>(a));
    let two = pick(0o700_700_700, _mm512_slli_epi32::<6>(a), _mm512_srli_epi32::<3>(a));
    (one, two)
}

/// The groups one band and two bands down, round the stack. Bits above the groups are junk.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
pub(super) fn turn_bands(a: __m512i) -> (__m512i, __m512i) {
    let high = _mm512_slli_epi32::<5>(a);
    (_mm512_shldi_epi32::<9>(a, high), _mm512_shldi_epi32::<18>(a, high))
}
