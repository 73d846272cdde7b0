//! Sixteen boards side by side, and what can be deduced on them.
//!
//! The words are those of a [`Board`], one register for each word, and a lane is a board. Nothing moves between lanes, so a pass takes about 480
//! instructions for all sixteen boards.

use super::board::{Board, register, words};
use super::logic::{
    ALL, HIGH, LOW, and_not_both, and3, but, has_bit, or_and, or_but, or3, turn_bands, turn_stacks, two_of,
    whole_groups,
};
use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_cmpeq_epi32_mask, _mm512_cmpneq_epi32_mask, _mm512_or_si512, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_shuffle_i32x4, _mm512_srli_epi32, _mm512_sub_epi32, _mm512_test_epi32_mask,
    _mm512_testn_epi32_mask, _mm512_unpackhi_epi32, _mm512_unpackhi_epi64, _mm512_unpacklo_epi32,
    _mm512_unpacklo_epi64,
};

/// Sixteen boards: for each place in a box, row by row, the words of three triples of digits.
pub(super) type Words = [[__m512i; 3]; 9];

/// Which boards are in which state.
#[derive(Clone, Copy, Debug)]
pub(super) struct States {
    /// A contradiction.
    pub(super) dead: u16,
    /// Every cell has one digit and no digit is missing.
    pub(super) solved: u16,
    /// No digit was placed since the last pass.
    pub(super) stuck: u16,
}

/// One pass of deduction; `placed` is what the last one found in place.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
pub(super) fn pass(w: &mut Words, placed: &mut [__m512i; 3]) -> States {
    let zero = _mm512_setzero_si512();
    let low = _mm512_set1_epi32(LOW);
    let mut several = [zero; 9];
    let mut empty = zero;
    let mut open = zero;
    for (&[a, b, c], several) in w.iter().zip(&mut several) {
        let (one, two) = (or3(a, b, c), two_of(a, b, c));
        let rest = _mm512_sub_epi32(one, low);
        empty = or_but(empty, rest, one);
        *several = whole_groups(or_and(two, one, rest));
        open = _mm512_or_si512(open, *several);
    }
    let mut dead = _mm512_test_epi32_mask(empty, _mm512_set1_epi32(HIGH));
    let mut stuck = u16::MAX;
    let mut places = [zero; 3];
    for k in 0..3 {
        let mut v: [__m512i; 9] = std::array::from_fn(|n| w[n][k]);
        let now = v.iter().zip(&several).fold(zero, |now, (&v, &several)| or_but(now, v, several));
        stuck &= _mm512_cmpeq_epi32_mask(now, placed[k]);
        placed[k] = now;
        for (v, &several) in v.iter_mut().zip(&several) {
            *v = and_not_both(*v, several, now);
        }
        let turned: [_; 3] = std::array::from_fn(|r| turn_stacks(or3(v[3 * r], v[3 * r + 1], v[3 * r + 2])));
        for r in 0..3 {
            let (x, y) = (turned[(r + 1) % 3], turned[(r + 2) % 3]);
            let fit = or_and(_mm512_and_si512(x.0, y.1), x.1, y.0);
            for v in &mut v[3 * r..3 * r + 3] {
                *v = _mm512_and_si512(*v, fit);
            }
        }
        let turned: [_; 3] = std::array::from_fn(|c| turn_bands(or3(v[c], v[c + 3], v[c + 6])));
        for c in 0..3 {
            let (x, y) = (turned[(c + 1) % 3], turned[(c + 2) % 3]);
            let fit = or_and(_mm512_and_si512(x.0, y.1), x.1, y.0);
            for r in 0..3 {
                v[3 * r + c] = _mm512_and_si512(v[3 * r + c], fit);
            }
        }
        let one: [_; 3] = std::array::from_fn(|r| or3(v[3 * r], v[3 * r + 1], v[3 * r + 2]));
        let two: [_; 3] = std::array::from_fn(|r| two_of(v[3 * r], v[3 * r + 1], v[3 * r + 2]));
        let anywhere = or3(one[0], one[1], one[2]);
        dead |= _mm512_cmpneq_epi32_mask(anywhere, _mm512_set1_epi32(ALL));
        places[k] = _mm512_or_si512(or3(two[0], two[1], two[2]), two_of(one[0], one[1], one[2]));
        for n in 0..9 {
            w[n][k] = v[n];
        }
    }
    for w in w.iter_mut() {
        let single = or_but(or_but(but(w[0], places[0]), w[1], places[1]), w[2], places[2]);
        let whole = whole_groups(single);
        for k in 0..3 {
            w[k] = and_not_both(w[k], places[k], whole);
        }
    }
    let solved = _mm512_testn_epi32_mask(open, open) & !dead;
    States { dead, solved, stuck: stuck & !solved & !dead }
}

/// The boards where a digit is settled in two cells of a box; no pass removes either.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn twice_in_a_box(w: &Words) -> u16 {
    let mut once = [_mm512_setzero_si512(); 3];
    let mut twice = _mm512_setzero_si512();
    for &[a, b, c] in w {
        let (one, two) = (or3(a, b, c), two_of(a, b, c));
        let several = whole_groups(or_and(two, one, _mm512_sub_epi32(one, _mm512_set1_epi32(LOW))));
        for (once, digits) in once.iter_mut().zip([a, b, c]) {
            let settled = but(digits, several);
            twice = or_and(twice, *once, settled);
            *once = _mm512_or_si512(*once, settled);
        }
    }
    _mm512_test_epi32_mask(twice, twice)
}

/// The cells with two digits, place by place: the lowest bits of their groups.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn pairs(w: &Words) -> [__m512i; 9] {
    w.map(|[a, b, c]| {
        let (one, two, three) = (or3(a, b, c), two_of(a, b, c), and3(a, b, c));
        let rest = _mm512_and_si512(one, _mm512_sub_epi32(one, _mm512_set1_epi32(LOW)));
        let full = and3(one, _mm512_srli_epi32::<1>(one), _mm512_srli_epi32::<2>(one));
        let (rest, two) = (has_bit(rest), has_bit(two));
        let more = _mm512_or_si512(or_and(full, rest, two), has_bit(three));
        but(_mm512_or_si512(rest, two), more)
    })
}

/// The board of one lane.
#[inline]
pub(super) fn board(w: &Words, lane: usize) -> Board {
    let mut rows = [[0; 16]; 3];
    for (place, triples) in w.iter().enumerate() {
        for (k, &triple) in triples.iter().enumerate() {
            rows[place / 3][4 * k + place % 3] = words(triple)[lane];
        }
    }
    Board(rows.map(register))
}

/// The boards of all lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn boards(w: &Words) -> [Board; 16] {
    let rows: [[__m512i; 16]; 3] = std::array::from_fn(|r| {
        transpose(&std::array::from_fn(|n| {
            let (k, c) = (n / 4, n % 4);
            if c < 3 && k < 3 { w[3 * r + c][k] } else { _mm512_setzero_si512() }
        }))
    });
    std::array::from_fn(|lane| Board([rows[0][lane], rows[1][lane], rows[2][lane]]))
}

/// Sixteen boards as lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn lanes(boards: &[Board; 16]) -> Words {
    let rows: [[__m512i; 16]; 3] = std::array::from_fn(|r| transpose(&std::array::from_fn(|lane| boards[lane].0[r])));
    std::array::from_fn(|place| std::array::from_fn(|k| rows[place / 3][4 * k + place % 3]))
}

/// Exchanges words and lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose(a: &[__m512i; 16]) -> [__m512i; 16] {
    let pairs: [__m512i; 16] = std::array::from_fn(|n| {
        let (x, y) = (a[n / 2 * 2], a[n / 2 * 2 + 1]);
        if n % 2 == 0 { _mm512_unpacklo_epi32(x, y) } else { _mm512_unpackhi_epi32(x, y) }
    });
    let fours: [__m512i; 16] = std::array::from_fn(|n| {
        let (x, y) = (pairs[n / 4 * 4 + n % 4 / 2], pairs[n / 4 * 4 + 2 + n % 4 / 2]);
        if n % 2 == 0 { _mm512_unpacklo_epi64(x, y) } else { _mm512_unpackhi_epi64(x, y) }
    });
    // Register 4 j + i has, in lane l, word 4 l + i of rows 4 j to 4 j + 3.
    let eights: [__m512i; 16] = std::array::from_fn(|n| {
        let (i, half, odd) = (n % 4, n / 8, n / 4 % 2);
        let (x, y) = (fours[8 * half + i], fours[8 * half + 4 + i]);
        if odd == 0 { _mm512_shuffle_i32x4::<0b10_00_10_00>(x, y) } else { _mm512_shuffle_i32x4::<0b11_01_11_01>(x, y) }
    });
    // Register 8 half + 4 odd + i has lanes l = odd, odd + 2 of both fours of that half.
    std::array::from_fn(|n| {
        let (lane, i) = (n / 4, n % 4);
        let (x, y) = (eights[4 * (lane % 2) + i], eights[8 + 4 * (lane % 2) + i]);
        if lane < 2 { _mm512_shuffle_i32x4::<0b10_00_10_00>(x, y) } else { _mm512_shuffle_i32x4::<0b11_01_11_01>(x, y) }
    })
}
