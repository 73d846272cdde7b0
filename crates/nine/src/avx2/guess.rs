//! Where to guess.
//!
//! The best guess is in a cell with two digits that sees many other places of those digits, above all in cells with two digits: it has
//! consequences whichever digit is right. Taking the first cell with two digits instead doubles the guesses on hard puzzles. If there is no such cell, the guess
//! is a digit with two places in a box; failing that, whether some cell holds some digit or not.

use super::kernel::CELLS;
use super::node::{Cell, Node, store_half};
#[allow(clippy::wildcard_imports, reason = "the names of instructions have a prefix of their own")]
use std::arch::x86_64::*;

impl Node {
    /// Splits the solutions of this board, which has a cell with several digits, between two boards: this becomes the first, and the second is
    /// returned.
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn split(&mut self) -> Self {
        let rows = self.rows();
        let (two, more) = counts(&rows);
        let places = store_half(two);
        let (first, second) = if (places[0] | places[1] | places[2]) != 0 {
            let (cell, [first, second]) = self.best(&rows, two);
            (self.with(cell, first), self.with(cell, second))
        } else if let Some(([first, second], digit)) = two_places(&rows) {
            (self.with(first, digit), self.with(second, digit))
        } else {
            let more = store_half(more);
            let band = (0..3).find(|&band| more[band] != 0).unwrap_or(0);
            let cell = Cell { band, bit: more[band] & more[band].wrapping_neg() };
            let digit = (0..9).find(|&digit| store_half(rows[digit])[band] & cell.bit != 0).unwrap_or(0);
            (self.with(cell, digit), self.without(cell, digit))
        };
        *self = first;
        second
    }

    /// Guesses in up to three cells with two digits, each in a band and a stack of its own. This becomes the board with the first digit in all of them;
    /// `put_off` gets the others, the last of them to be searched first. Does nothing if there is no cell with two digits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn leap(&mut self, mut put_off: impl FnMut(Self)) {
        let (two, _) = counts(&self.rows());
        let mut taken = 0; // stacks
        for (band, cells) in store_half(two).into_iter().take(3).enumerate() {
            let cells = cells & !taken;
            if cells == 0 {
                continue;
            }
            let bit = cells & cells.wrapping_neg();
            taken |= 0o777 << (bit.trailing_zeros() / 10 * 10);
            let cell = Cell { band, bit };
            let [first, second] = self.digits(cell);
            put_off(self.with(cell, second));
            *self = self.with(cell, first);
        }
    }

    /// The lowest and the highest digit (from 0) of a cell.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn digits(&self, cell: Cell) -> [usize; 2] {
        let bits = _mm256_set1_epi32(cell.bit as i32);
        let has = _mm256_cmpeq_epi32(_mm256_and_si256(self.eight[cell.band], bits), bits);
        let is_ninth = u32::from(store_half(self.ninth)[cell.band] & cell.bit != 0) << 8;
        let digits = _mm256_movemask_ps(_mm256_castsi256_ps(has)) as u32 | is_ninth;
        [digits.trailing_zeros() as usize, (31 ^ digits.leading_zeros()) as usize]
    }

    /// The best of the cells with `two` digits, and its digits. There must be such a cell.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn best(&self, rows: &[__m128i; 9], two: __m128i) -> (Cell, [usize; 2]) {
        // A place counts one, and three more if it is in a cell with two digits.
        let table = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 3, 3, 6, 3, 6, 6, 9, 3, 6, 6, 9, 6, 9, 9, 12,
        );
        let counted = _mm256_inserti128_si256::<1>(_mm256_set1_epi32(CELLS), two);
        let seen = rows.map(|row| _mm256_and_si256(_mm256_broadcastsi128_si256(row), counted));
        let pairs = |words: [u32; 4]| [u64::from(words[0]) | u64::from(words[1]) << 32, u64::from(words[2])];
        let places = pairs(store_half(two));
        let ninth = pairs(store_half(self.ninth));
        let mut best = 0;
        for part in 0..2 {
            let mut left = places[part];
            while left != 0 {
                let place = left.trailing_zeros();
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let band = 2 * part + (place >> 5) as usize;
                let bits = _mm256_set1_epi32(1 << (place & 31));
                let has = _mm256_cmpeq_epi32(_mm256_and_si256(self.eight[band], bits), bits);
                let is_ninth = u32::from(ninth[part] & bit != 0) << 8;
                let digits = _mm256_movemask_ps(_mm256_castsi256_ps(has)) as u32 | is_ninth;
                let (first, second) = (digits.trailing_zeros(), 31 ^ digits.leading_zeros());
                let [a, b, c, d] = PEERS[band][place as usize & 31].map(|word| word as i32);
                let peers = _mm256_broadcastsi128_si256(_mm_setr_epi32(a, b, c, d));
                let weight = |digit: u32| {
                    let cells = _mm256_and_si256(seen[digit.min(8) as usize], peers);
                    let nibble = _mm256_set1_epi8(0x0f);
                    let low = _mm256_and_si256(cells, nibble);
                    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(cells), nibble);
                    _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high))
                };
                let sum = _mm256_sad_epu8(_mm256_add_epi8(weight(first), weight(second)), _mm256_setzero_si256());
                let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
                let score = (_mm_cvtsi128_si32(sum) + _mm_extract_epi32::<2>(sum)) as u32;
                best = best.max(score << 16 | (part as u32) << 14 | place << 8 | first << 4 | second);
            }
        }
        let cell = Cell { band: (best >> 13 & 3) as usize, bit: 1 << (best >> 8 & 31) };
        (cell, [(best >> 4 & 15) as usize, (best & 15) as usize])
    }

    /// The words of each digit: the bands, the last one twice.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn rows(&self) -> [__m128i; 9] {
        let [a, b, c] = self.eight;
        let (ab, cc) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, c));
        let (ab_high, cc_high) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, c));
        let all = [
            _mm256_unpacklo_epi64(ab, cc),
            _mm256_unpackhi_epi64(ab, cc),
            _mm256_unpacklo_epi64(ab_high, cc_high),
            _mm256_unpackhi_epi64(ab_high, cc_high),
        ];
        let [a, b, c, d] = all.map(|a| _mm256_castsi256_si128(a));
        let [e, f, g, h] = all.map(|a| _mm256_extracti128_si256::<1>(a));
        [a, b, c, d, e, f, g, h, self.ninth]
    }
}

/// The cells with two digits, and those with more.
#[inline]
#[target_feature(enable = "avx2")]
fn counts(rows: &[__m128i; 9]) -> (__m128i, __m128i) {
    let (and, or) = (|a, b| _mm_and_si128(a, b), |a, b| _mm_or_si128(a, b));
    let three = |a: __m128i, b: __m128i, c: __m128i| {
        let (either, both) = (or(a, b), and(a, b));
        [or(either, c), or(both, and(either, c)), and(both, c)]
    };
    let join = |a: [__m128i; 3], b: [__m128i; 3]| {
        let twice = or(or(a[1], b[1]), and(a[0], b[0]));
        let more = or(or(a[2], b[2]), or(and(a[0], b[1]), and(a[1], b[0])));
        [or(a[0], b[0]), twice, more]
    };
    let [a, b, c, d, e, f, g, h, i] = *rows;
    let [_, twice, more] = join(join(three(a, b, c), three(d, e, f)), three(g, h, i));
    let cells = _mm_set1_epi32(CELLS);
    (and(_mm_andnot_si128(more, twice), cells), and(more, cells))
}

/// A digit with two places in a box, if there is one: the two that see most other places of the digit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn two_places(rows: &[__m128i; 9]) -> Option<([Cell; 2], usize)> {
    let mut best = None;
    let mut most = 0;
    for (digit, &row) in rows.iter().enumerate() {
        let row = store_half(row);
        for (band, word) in row.into_iter().take(3).enumerate() {
            for field in [0o777, 0o777 << 10, 0o777 << 20] {
                let places = word & field;
                if places.count_ones() != 2 {
                    continue;
                }
                let low = places & places.wrapping_neg();
                let cells = [low, places ^ low].map(|bit| Cell { band, bit });
                let seen = |cell: Cell| {
                    let peers = PEERS[band][cell.bit.trailing_zeros() as usize];
                    row.iter().zip(peers).map(|(word, peers)| (word & peers).count_ones()).sum::<u32>()
                };
                let score = 1 + seen(cells[0]) + seen(cells[1]);
                if score > most {
                    most = score;
                    best = Some((cells, digit));
                }
            }
        }
    }
    best
}

/// For each band and bit, the cells that share a house with that cell: one word per band, and a zero.
static PEERS: [[[u32; 4]; 32]; 3] = {
    let mut peers = [[[0; 4]; 32]; 3];
    let mut pair = 0;
    while pair < 81 * 81 {
        let (cell, other) = (pair / 81, pair % 81);
        let (row, column, other_row, other_column) = (cell / 9, cell % 9, other / 9, other % 9);
        let same_box = row / 3 == other_row / 3 && column / 3 == other_column / 3;
        if cell != other && (row == other_row || column == other_column || same_box) {
            let bit = column / 3 * 10 + row % 3 * 3 + column % 3;
            let other_bit = other_column / 3 * 10 + other_row % 3 * 3 + other_column % 3;
            peers[row / 3][bit][other_row / 3] |= 1 << other_bit;
        }
        pair += 1;
    }
    peers
};
