//! One board in three registers, and what can be deduced on it.
//!
//! A cell has a band i, a row r of the band, a stack b and a column c of the stack; a digit is 3 k + f, where k is its *triple*. A 32-bit word holds all boxes (i, b)
//! and the digits f of one triple, at bit 9 i + 3 b + f. Register r holds the words of row r, its 128-bit lane k those of triple k, and word c of the lane is column c. So the
//! cells of a box are combined by combining registers and lanes, and bands or stacks are rotated by a shift. One pass:
//! 1. cells with one digit left: no other cell of the box has it;
//! 2. a digit's rows in the boxes of a band are a permutation of three: candidates that are part of none go;
//! 3. the same with columns and stacks;
//! 4. digits with one place in a box: no other digit is there.
//!
//! Singles of rows and columns follow from 2, 3 and 4.

use super::super::loose::LEAP;
use super::logic::{
    ALL, HIGH, LOW, and_not_both, and3, but, has_bit, or_and, or_but, or3, turn_bands, turn_stacks, two_of,
    whole_groups,
};
use super::score::best_of_board;
use std::arch::x86_64::{
    __m512i, _MM_PERM_ENUM, _mm512_and_si512, _mm512_cmpneq_epi32_mask, _mm512_mask_and_epi32, _mm512_mask_or_epi32,
    _mm512_or_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_shuffle_epi32, _mm512_shuffle_i32x4,
    _mm512_srli_epi32, _mm512_sub_epi32, _mm512_test_epi32_mask,
};

/// The words in use: three of four in three of four lanes.
pub(super) const USED: u16 = 0x0777;

/// The candidates of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board(pub(super) [__m512i; 3]);

/// The result of deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A contradiction.
    Dead,
    /// Every cell has one digit, and no house lacks one.
    Solved,
    /// Neither: a guess is needed.
    Open,
}

/// One digit in one cell: which words hold the cell, and the bit of the digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) triple: usize,
    pub(super) bit: u32,
}

/// The other two words of the lane: the other columns.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn other_columns(a: __m512i) -> (__m512i, __m512i) {
    const ONE: _MM_PERM_ENUM = 0b11_00_10_01;
    const TWO: _MM_PERM_ENUM = 0b11_01_00_10;
    (_mm512_shuffle_epi32::<ONE>(a), _mm512_shuffle_epi32::<TWO>(a))
}

/// The same word of the other two lanes: the other triples.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn other_triples(a: __m512i) -> (__m512i, __m512i) {
    (_mm512_shuffle_i32x4::<0b11_00_10_01>(a, a), _mm512_shuffle_i32x4::<0b11_01_00_10>(a, a))
}

impl Board {
    /// Deduces what it can.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi2")]
    pub(super) fn deduce(&mut self) -> State {
        let mut placed = _mm512_set1_epi32(-1);
        let mut w = self.0;
        let low = _mm512_set1_epi32(LOW);
        loop {
            let mut several = w;
            let mut empty = _mm512_setzero_si512();
            for (w, several) in w.iter().zip(&mut several) {
                let (v, u) = other_triples(*w);
                let (one, two) = (or3(*w, v, u), two_of(*w, v, u));
                let rest = _mm512_sub_epi32(one, low);
                empty = or_but(empty, rest, one);
                *several = whole_groups(or_and(two, one, rest));
            }
            let now = or_but(or_but(but(w[0], several[0]), w[1], several[1]), w[2], several[2]);
            let (v, u) = other_columns(now);
            let now = or3(now, v, u);
            if _mm512_test_epi32_mask(empty, _mm512_set1_epi32(HIGH)) & USED != 0 {
                return State::Dead;
            }
            let open = or3(several[0], several[1], several[2]);
            if _mm512_test_epi32_mask(open, open) & USED == 0 {
                self.0 = w;
                return if self.has_all_digits(now) { State::Solved } else { State::Dead };
            }
            if _mm512_cmpneq_epi32_mask(now, placed) & USED == 0 {
                self.0 = w;
                return if self.is_twice_in_a_box(&several) { State::Dead } else { State::Open };
            }
            placed = now;
            for (w, several) in w.iter_mut().zip(several) {
                *w = and_not_both(*w, several, placed);
            }

            let turned = w.map(|w| {
                let (v, u) = other_columns(w);
                turn_stacks(or3(w, v, u))
            });
            for r in 0..3 {
                let (v, u) = (turned[(r + 1) % 3], turned[(r + 2) % 3]);
                w[r] = _mm512_and_si512(w[r], or_and(_mm512_and_si512(v.0, u.1), v.1, u.0));
            }

            let (one, two) = turn_bands(or3(w[0], w[1], w[2]));
            let ((v1, u1), (v2, u2)) = (other_columns(one), other_columns(two));
            let fit = or_and(_mm512_and_si512(v1, u2), v2, u1);
            w = w.map(|w| _mm512_and_si512(w, fit));

            let (one, two) = (or3(w[0], w[1], w[2]), two_of(w[0], w[1], w[2]));
            let ((v1, u1), (v2, u2)) = (other_columns(one), other_columns(two));
            let anywhere = or3(one, v1, u1);
            let places = _mm512_or_si512(two_of(one, v1, u1), or3(two, v2, u2));
            if _mm512_cmpneq_epi32_mask(anywhere, _mm512_set1_epi32(ALL)) & USED != 0 {
                return State::Dead;
            }
            w = w.map(|w| {
                let single = but(w, places);
                let (v, u) = other_triples(single);
                and_not_both(w, places, whole_groups(or3(single, v, u)))
            });
        }
    }

    /// Whether a digit is settled in two cells of a box; no pass removes either.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn is_twice_in_a_box(&self, several: &[__m512i; 3]) -> bool {
        let [a, b, c]: [__m512i; 3] = std::array::from_fn(|r| but(self.0[r], several[r]));
        let column = or3(a, b, c);
        let (v, u) = other_columns(column);
        let twice = _mm512_or_si512(two_of(a, b, c), two_of(column, v, u));
        _mm512_test_epi32_mask(twice, twice) & USED != 0
    }

    /// Whether every house has all digits, given the digits of the boxes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi2")]
    fn has_all_digits(&self, boxes: __m512i) -> bool {
        let [a, b, c] = self.0.map(|w| {
            let (v, u) = other_columns(w);
            let row = or3(w, v, u);
            let (v, u) = turn_stacks(row);
            or3(row, v, u)
        });
        let column = or3(self.0[0], self.0[1], self.0[2]);
        let (v, u) = turn_bands(column);
        let all = _mm512_and_si512(and3(a, b, c), _mm512_and_si512(boxes, or3(column, v, u)));
        let all = _mm512_and_si512(all, _mm512_set1_epi32(ALL));
        _mm512_cmpneq_epi32_mask(all, _mm512_set1_epi32(ALL)) & USED == 0
    }

    /// The board with the candidate as the digit of its cell, and the board without it.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn branch(&self, candidate: Candidate) -> (Self, Self) {
        let Candidate { row, column, triple, bit } = candidate;
        let group = 7 << (bit.trailing_zeros() / 3 * 3);
        let (keep, without) = (_mm512_set1_epi32(!group), _mm512_set1_epi32(!bit as i32));
        let digit = _mm512_set1_epi32(bit as i32);
        let (mut yes, mut no) = (*self, *self);
        for r in 0..3 {
            let cell = if r == row { 0x111 << column } else { 0 };
            let word = if r == row { 1 << (4 * triple + column) } else { 0 };
            yes.0[r] = _mm512_mask_and_epi32(self.0[r], cell, self.0[r], keep);
            yes.0[r] = _mm512_mask_or_epi32(yes.0[r], word, yes.0[r], digit);
            no.0[r] = _mm512_mask_and_epi32(self.0[r], word, self.0[r], without);
        }
        (yes, no)
    }

    /// Guesses in up to three cells with two digits, each in a band and a stack of its own, or else as [`Self::choose`] says; returns how often. All boards
    /// go to `stack`, the one with the first digit in all cells last.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi2,bmi1")]
    pub(super) fn leap(mut self, stack: &mut Vec<Self>) -> u64 {
        let (_, mut pairs) = self.open_and_pairs();
        let mut guesses = 0;
        while guesses < LEAP as u64 {
            let Some(candidate) = self.first(&pairs).or_else(|| if guesses == 0 { self.choose(false) } else { None })
            else {
                break;
            };
            let (yes, no) = self.branch(candidate);
            stack.push(no);
            self = yes;
            guesses += 1;
            let the_box = candidate.bit.trailing_zeros() / 3;
            let near = 0o777 << (the_box / 3 * 9) | 0o007_007_007 << (the_box % 3 * 3);
            pairs = pairs.map(|pairs| _mm512_and_si512(pairs, _mm512_set1_epi32(!near)));
        }
        if guesses > 0 {
            stack.push(self);
        }
        guesses
    }

    /// The cells with several digits, and those with two, as the lowest bits of their groups.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn open_and_pairs(&self) -> ([__m512i; 3], [__m512i; 3]) {
        let low = _mm512_set1_epi32(LOW);
        let mut open = [_mm512_setzero_si512(); 3];
        let mut pairs = open;
        for r in 0..3 {
            let w = self.0[r];
            let (v, u) = other_triples(w);
            let (one, two, three) = (or3(w, v, u), two_of(w, v, u), and3(w, v, u));
            let rest = _mm512_and_si512(one, _mm512_sub_epi32(one, low));
            let full = and3(one, _mm512_srli_epi32::<1>(one), _mm512_srli_epi32::<2>(one));
            let more = _mm512_or_si512(or_and(full, has_bit(rest), has_bit(two)), has_bit(three));
            open[r] = has_bit(_mm512_or_si512(rest, two));
            pairs[r] = but(open[r], more);
        }
        (open, pairs)
    }

    /// A candidate of a cell with two digits (of the best such cell if `careful`), or else of a digit with two places in a box, or else of any open
    /// cell. `None` if no cell is open: then deduction stopped because a digit stands twice in a box.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi2,bmi1")]
    pub(super) fn choose(&self, careful: bool) -> Option<Candidate> {
        let (open, mut pairs) = self.open_and_pairs();
        if careful {
            pairs = best_of_board(self, &pairs);
        }
        if let Some(candidate) = self.first(&pairs) {
            return Some(candidate);
        }
        let [a, b, c] = self.0;
        let (one, two, three) = (or3(a, b, c), two_of(a, b, c), and3(a, b, c));
        let (v, u) = other_columns(one);
        let more = or_and(three, two, _mm512_or_si512(v, u));
        let (more_v, more_u) = other_columns(more);
        let more = _mm512_or_si512(or3(more, more_v, more_u), and3(one, v, u));
        let several = _mm512_or_si512(two_of(one, v, u), {
            let (v, u) = other_columns(two);
            or3(two, v, u)
        });
        let twice = but(several, more);
        for (row, (&w, &open)) in self.0.iter().zip(&open).enumerate() {
            let found = and3(w, twice, whole_groups(open));
            let some = _mm512_test_epi32_mask(found, found) & USED;
            if some != 0 {
                let place = some.trailing_zeros() as usize;
                let bits = words(found)[place];
                return Some(Candidate { row, column: place % 4, triple: place / 4, bit: bits & bits.wrapping_neg() });
            }
        }
        self.first(&open)
    }

    /// The lowest candidate of the first of these cells.
    #[inline]
    #[target_feature(enable = "avx512f,bmi1")]
    fn first(&self, cells: &[__m512i; 3]) -> Option<Candidate> {
        for (row, &cells) in cells.iter().enumerate() {
            let some = _mm512_test_epi32_mask(cells, cells) & USED;
            if some != 0 {
                let column = some.trailing_zeros() as usize % 4;
                let low = words(cells)[column];
                let group = (low & low.wrapping_neg()) * 7;
                let w = words(self.0[row]);
                let triple = (0..3).find(|k| w[4 * k + column] & group != 0).unwrap_or(0);
                let bit = w[4 * triple + column] & group;
                return Some(Candidate { row, column, triple, bit: bit & bit.wrapping_neg() });
            }
        }
        None
    }
}

/// The words of a register.
#[inline]
pub(super) fn words(a: __m512i) -> [u32; 16] {
    #[expect(unsafe_code, reason = "a register is sixteen words")]
    // SAFETY: both types are 64 bytes, and every bit pattern is a value of either.
    unsafe {
        std::mem::transmute(a)
    }
}

/// A register of these words.
#[inline]
pub(super) fn register(words: [u32; 16]) -> __m512i {
    #[expect(unsafe_code, reason = "a register is sixteen words")]
    // SAFETY: both types are 64 bytes, and every bit pattern is a value of either.
    unsafe {
        std::mem::transmute(words)
    }
}
