//! A board of the search: read, split in two, put in and out of pairs, written.

use super::super::Marks;
use super::kernel::{CELLS, GUARDS, Pair, misfits};
use std::arch::x86_64::*;

/// A board outside of a pair. Words and bits are those of [`Pair`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first eight digits, for each band.
    eight: [__m256i; 3],
    /// The ninth digit: the bands, the last one twice.
    ninth: __m128i,
    /// Cells whose digit is known, likewise.
    single: __m128i,
}

/// Which characters of a band, counted from `start`, stand at the bits of a word.
const fn order_of(start: usize, count: usize, skip: usize) -> [u8; 32] {
    let mut order = [0x80; 32];
    let mut bit = 0;
    while bit < 30 {
        let (field, cell) = (bit / 10, bit % 10);
        let place = cell / 3 * 9 + field * 3 + cell % 3;
        if cell < 9 && place >= start + skip && place < start + count {
            order[bit] = (place - start) as u8;
        }
        bit += 1;
    }
    order
}

/// Where the first 16 characters of a band go, and the last 16 but for those that are among the first.
const READ: [[u8; 32]; 2] = [order_of(0, 16, 0), order_of(11, 16, 5)];

/// From the bytes at the bits of a word, below or above 16, back to the characters of a band.
const fn order_back(low: bool) -> [u8; 32] {
    let mut order = [0x80; 32];
    let mut place = 0;
    while place < 27 {
        let bit = place % 9 / 3 * 10 + place / 9 * 3 + place % 3;
        if (bit < 16) == low {
            order[place] = (bit % 16) as u8;
        }
        place += 1;
    }
    order
}

/// The cells that share a house with the cell of a band and bit: the first two bands, and the third.
static PEERS: [[[u32; 4]; 64]; 2] = {
    let mut peers = [[[0; 4]; 64]; 2];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (row, column, row2, column2) = (cell / 9, cell % 9, other / 9, other % 9);
            if cell != other && (row == row2 || column == column2 || (row / 3 == row2 / 3 && column / 3 == column2 / 3))
            {
                let bit = column / 3 * 10 + row % 3 * 3 + column % 3;
                let bit2 = column2 / 3 * 10 + row2 % 3 * 3 + column2 % 3;
                peers[row / 6][bit + row / 3 % 2 * 32][row2 / 3] |= 1 << bit2;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

const WRITE: [[u8; 32]; 2] = [order_back(true), order_back(false)];

#[expect(unsafe_code, reason = "loads take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn load(from: &[u8; 32]) -> __m256i {
    // SAFETY: there are 32 bytes.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[expect(unsafe_code, reason = "loads take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn load_words(from: &[u32; 8]) -> __m256i {
    // SAFETY: eight words are 32 bytes.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[expect(unsafe_code, reason = "stores take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn store(words: __m256i) -> [u32; 8] {
    let mut to = [0; 8];
    // SAFETY: eight words are 32 bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), words) };
    to
}

#[expect(unsafe_code, reason = "stores take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn store_half(words: __m128i) -> [u32; 4] {
    let mut to = [0; 4];
    // SAFETY: four words are 16 bytes.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), words) };
    to
}

#[expect(unsafe_code, reason = "stores take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn store_row(words: __m128i) -> [u64; 2] {
    let mut to = [0; 2];
    // SAFETY: two long words are 16 bytes.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), words) };
    to
}

impl Node {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of(words: &[[u32; 8]; 3], ninth: [u32; 3], single: [u32; 3]) -> Self {
        let half = |[a, b, c]: [u32; 3]| _mm_setr_epi32(a as i32, b as i32, c as i32, c as i32);
        Self { eight: [0, 1, 2].map(|band| load_words(&words[band])), ninth: half(ninth), single: half(single) }
    }

    /// The board of 81 characters.
    #[expect(unsafe_code, reason = "loads take pointers")]
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn of_line(line: &[u8; 81]) -> Self {
        let (mut words, mut ninth, mut single) = ([[0; 8]; 3], [0; 3], [0; 3]);
        let orders = READ.map(|order| load(&order));
        for band in 0..3 {
            let part = |start: usize| {
                let bytes = &line[27 * band + start..][..16];
                // SAFETY: the slice has 16 bytes.
                _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
            };
            let characters =
                _mm256_or_si256(_mm256_shuffle_epi8(part(0), orders[0]), _mm256_shuffle_epi8(part(11), orders[1]));
            let places = |digit: usize| {
                let is = _mm256_cmpeq_epi8(characters, _mm256_set1_epi8(b'1' as i8 + digit as i8));
                _mm256_movemask_epi8(is) as u32
            };
            let mut given = places(8);
            ninth[band] = given;
            for digit in 0..8 {
                words[band][digit] = places(digit);
                given |= words[band][digit];
            }
            let open = !given & CELLS as u32 | GUARDS as u32;
            ninth[band] |= open;
            words[band] = words[band].map(|word| word | open);
            single[band] = given;
        }
        Self::of(&words, ninth, single)
    }

    /// The board of pencil marks.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn of_marks(marks: &Marks) -> Self {
        let (mut words, mut ninth, mut single) = ([[GUARDS as u32; 8]; 3], [GUARDS as u32; 3], [0; 3]);
        for (cell, &set) in marks.iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            let place = column / 3 * 10 + row % 3 * 3 + column % 3;
            for digit in 0..8 {
                words[row / 3][digit] |= u32::from(set >> digit & 1) << place;
            }
            ninth[row / 3] |= u32::from(set >> 8 & 1) << place;
            single[row / 3] |= u32::from((set & 0x1ff).count_ones() == 1) << place;
        }
        Self::of(&words, ninth, single)
    }

    /// The board of a half of a pair.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn of_half(pair: &Pair, half: usize) -> Self {
        let [a, b, c] = pair.ninth;
        let ninth = _mm256_blend_epi32::<0b1100_1100>(_mm256_blend_epi32::<0b1010_1010>(a, b), c);
        let part = |both: __m256i| {
            if half == 0 { _mm256_castsi256_si128(both) } else { _mm256_extracti128_si256::<1>(both) }
        };
        Self { eight: pair.eight[half], ninth: part(ninth), single: part(pair.single) }
    }

    /// Puts the board in a half of a pair.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn put(&self, pair: &mut Pair, half: usize) {
        let place = |both: __m256i, part: __m128i| {
            if half == 0 { _mm256_inserti128_si256::<0>(both, part) } else { _mm256_inserti128_si256::<1>(both, part) }
        };
        pair.eight[half] = self.eight;
        pair.ninth[0] = place(pair.ninth[0], _mm_shuffle_epi32::<0x00>(self.ninth));
        pair.ninth[1] = place(pair.ninth[1], _mm_shuffle_epi32::<0x55>(self.ninth));
        pair.ninth[2] = place(pair.ninth[2], _mm_shuffle_epi32::<0xaa>(self.ninth));
        pair.single = place(pair.single, self.single);
    }

    /// Whether a full board is a solution.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn is_solution(&self) -> bool {
        let ninth = _mm256_castsi128_si256(self.ninth);
        let ninth = [
            _mm256_shuffle_epi32::<0x00>(ninth),
            _mm256_shuffle_epi32::<0x55>(ninth),
            _mm256_shuffle_epi32::<0xaa>(ninth),
        ];
        let ninth = _mm256_castsi128_si256(_mm256_castsi256_si128(misfits(ninth)));
        let wrong = _mm256_or_si256(misfits(self.eight), _mm256_permute2x128_si256::<0x00>(ninth, ninth));
        _mm256_testz_si256(wrong, wrong) == 1
    }

    /// The characters of a solved board.
    #[expect(unsafe_code, reason = "stores take pointers")]
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn text(&self) -> [u8; 81] {
        let mut text = [0; 96];
        let ninth = store_half(self.ninth);
        let which_byte = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let which_bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let orders = WRITE.map(|order| load(&order));
        for band in 0..3 {
            let [a, b, c, d, e, f, g, h] = store(self.eight[band]);
            let planes = [a | c | e | g | ninth[band], b | c | f | g, d | e | f | g, h | ninth[band]];
            let mut bytes = _mm256_set1_epi8(b'0' as i8);
            for (bit, plane) in planes.into_iter().enumerate() {
                let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(plane as i32), which_byte);
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(spread, which_bit), which_bit);
                bytes = _mm256_or_si256(bytes, _mm256_and_si256(set, _mm256_set1_epi8(1 << bit)));
            }
            let (low, high) =
                (_mm256_permute2x128_si256::<0x00>(bytes, bytes), _mm256_permute2x128_si256::<0x11>(bytes, bytes));
            let line = _mm256_or_si256(_mm256_shuffle_epi8(low, orders[0]), _mm256_shuffle_epi8(high, orders[1]));
            let to: &mut [u8] = &mut text[27 * band..][..32];
            // SAFETY: the slice has 32 bytes.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), line) };
        }
        let mut first = [0; 81];
        first.copy_from_slice(&text[..81]);
        first
    }

    /// The board with the digit (from 0) in a cell.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn with(&self, cell: Cell, digit: usize) -> Self {
        let mut node = *self;
        let bit = _mm256_set1_epi32(cell.bit);
        let kept = _mm256_and_si256(self.eight[cell.band], _mm256_and_si256(bit, lane(digit)));
        node.eight[cell.band] = _mm256_or_si256(_mm256_andnot_si256(bit, self.eight[cell.band]), kept);
        let place = cell.place();
        if digit < 8 {
            node.ninth = _mm_andnot_si128(place, self.ninth);
        }
        node.single = _mm_or_si128(self.single, place);
        node
    }

    /// The board without the digit (from 0) in a cell.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn without(&self, cell: Cell, digit: usize) -> Self {
        let mut node = *self;
        let bit = _mm256_and_si256(_mm256_set1_epi32(cell.bit), lane(digit));
        node.eight[cell.band] = _mm256_andnot_si256(bit, self.eight[cell.band]);
        if digit == 8 {
            node.ninth = _mm_andnot_si128(cell.place(), self.ninth);
        }
        node
    }

    /// The digits that may stand in a cell.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn digits(&self, cell: Cell) -> u32 {
        let bit = _mm256_set1_epi32(cell.bit);
        let has = _mm256_cmpeq_epi32(_mm256_and_si256(self.eight[cell.band], bit), bit);
        let ninth = store_half(_mm_and_si128(self.ninth, cell.place()));
        _mm256_movemask_ps(_mm256_castsi256_ps(has)) as u32 | u32::from(ninth[cell.band] != 0) << 8
    }

    /// Two boards that share the solutions of this one, which has a cell with several digits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn split(&self) -> (Self, Self) {
        let rows = self.rows();
        let [two, more] = self.counts(&rows);
        let words = store_half(two);
        let pairs = [u64::from(words[0]) | u64::from(words[1]) << 32, u64::from(words[2])];
        if (pairs[0] | pairs[1]) != 0 {
            let seen = _mm256_inserti128_si256::<1>(_mm256_set1_epi32(CELLS), two);
            let seen = [0, 1, 2, 3, 4, 5, 6, 7, 8]
                .map(|digit| _mm256_and_si256(_mm256_broadcastsi128_si256(rows[digit]), seen));
            let ninth = store_row(self.ninth);
            let mut best = 0;
            for part in 0..2 {
                let mut left = pairs[part];
                while left != 0 {
                    let place = left.trailing_zeros();
                    let bit = left & left.wrapping_neg();
                    left ^= bit;
                    let band = 2 * part + (place >> 5) as usize;
                    let is_ninth = u32::from(ninth[part] & bit != 0) << 8;
                    let bits = _mm256_set1_epi32((1u32 << (place & 31)) as i32);
                    let has = _mm256_cmpeq_epi32(_mm256_and_si256(self.eight[band % 3], bits), bits);
                    let digits = _mm256_movemask_ps(_mm256_castsi256_ps(has)) as u32 | is_ninth;
                    let first = digits.trailing_zeros();
                    let second = 31 - digits.leading_zeros();
                    let [a, b, c, d] = PEERS[part][place as usize];
                    let peers = _mm256_broadcastsi128_si256(_mm_setr_epi32(a as i32, b as i32, c as i32, d as i32));
                    let weight = |digit: u32| {
                        let cells = _mm256_and_si256(seen[digit as usize % 16 % 9], peers);
                        let nibble = _mm256_set1_epi8(0x0f);
                        let low = _mm256_and_si256(cells, nibble);
                        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(cells), nibble);
                        let table = _mm256_setr_epi8(
                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 3, 3, 6, 3, 6, 6, 9, 3, 6, 6, 9, 6, 9,
                            9, 12,
                        );
                        _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high))
                    };
                    let sum = _mm256_add_epi8(weight(first), weight(second));
                    let sum = _mm256_sad_epu8(sum, _mm256_setzero_si256());
                    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
                    let score = (_mm_cvtsi128_si32(sum) + _mm_extract_epi32::<2>(sum)) as u32;
                    best = best.max(score << 16 | (part as u32) << 14 | place << 8 | first << 4 | second);
                }
            }
            let cell = Cell { band: (best >> 13 & 3) as usize, bit: 1 << (best >> 8 & 31) };
            return (self.with(cell, (best >> 4 & 15) as usize), self.with(cell, (best & 15) as usize));
        }
        let cell = Cell::first(store_half(more)).unwrap_or(Cell { band: 0, bit: 1 });
        let digit = self.digits(cell).trailing_zeros() as usize;
        (self.with(cell, digit), self.without(cell, digit))
    }

    /// The places of each digit.
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

    /// The cells with two digits, and those with more.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn counts(&self, rows: &[__m128i; 9]) -> [__m128i; 2] {
        let (and, or) = (|a, b| _mm_and_si128(a, b), |a, b| _mm_or_si128(a, b));
        let mut count = [rows[0], _mm_setzero_si128(), _mm_setzero_si128()];
        for &digits in &rows[1..] {
            count[2] = or(count[2], and(count[1], digits));
            count[1] = or(count[1], and(count[0], digits));
            count[0] = or(count[0], digits);
        }
        let cells = _mm_set1_epi32(CELLS);
        [and(_mm_andnot_si128(count[2], count[1]), cells), and(count[2], cells)]
    }
}

/// A cell: its band, and its bit there.
#[derive(Clone, Copy)]
struct Cell {
    band: usize,
    bit: i32,
}

impl Cell {
    #[inline]
    fn first(cells: [u32; 4]) -> Option<Self> {
        let band = (0..3).find(|&band| cells[band] != 0)?;
        Some(Self { band, bit: (cells[band] & cells[band].wrapping_neg()) as i32 })
    }

    /// Its bit in the bands, the last one twice.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn place(self) -> __m128i {
        let bands = _mm_setr_epi32(0, 1, 2, 2);
        _mm_and_si128(_mm_cmpeq_epi32(bands, _mm_set1_epi32(self.band as i32)), _mm_set1_epi32(self.bit))
    }
}

/// All ones in the lane of a digit.
#[inline]
#[target_feature(enable = "avx2")]
fn lane(digit: usize) -> __m256i {
    _mm256_cmpeq_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(digit as i32))
}
