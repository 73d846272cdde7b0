//! A board of the search: reading and writing it, moving it in and out of pairs, and changing it.

use super::super::Marks;
use super::kernel::{CELLS, GUARDS, Pair, misfits};
#[allow(clippy::wildcard_imports, reason = "the names of instructions have a prefix of their own")]
use std::arch::x86_64::*;

/// A board outside of a pair. Words and bits are those of [`Pair`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first eight digits, for each band.
    pub(super) eight: [__m256i; 3],
    /// The ninth digit: the bands, the last one twice.
    pub(super) ninth: __m128i,
    /// Cells whose digit is known, likewise.
    single: __m128i,
}

/// A cell: its band, and its bit there.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) band: usize,
    pub(super) bit: u32,
}

impl Cell {
    /// Its bit in the bands, the last one twice.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn place(self) -> __m128i {
        let bands = _mm_setr_epi32(0, 1, 2, 2);
        _mm_and_si128(_mm_cmpeq_epi32(bands, _mm_set1_epi32(self.band as i32)), _mm_set1_epi32(self.bit as i32))
    }
}

impl Node {
    /// The board of 81 characters.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn of_line(line: &[u8; 81]) -> Self {
        let (mut words, mut single) = ([[0; 9]; 3], [0; 3]);
        let orders = READ.map(|order| load(&order));
        for band in 0..3 {
            let part = |start: usize| _mm256_broadcastsi128_si256(load_half(line, 27 * band + start));
            let characters =
                _mm256_or_si256(_mm256_shuffle_epi8(part(0), orders[0]), _mm256_shuffle_epi8(part(11), orders[1]));
            for (digit, word) in words[band].iter_mut().enumerate() {
                let is = _mm256_cmpeq_epi8(characters, _mm256_set1_epi8(b'1' as i8 + digit as i8));
                *word = _mm256_movemask_epi8(is) as u32;
                single[band] |= *word;
            }
            let open = !single[band] & CELLS as u32;
            words[band] = words[band].map(|word| word | open);
        }
        Self::of(&words, single)
    }

    /// The board of pencil marks.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn of_marks(marks: &Marks) -> Self {
        let (mut words, mut single) = ([[0; 9]; 3], [0; 3]);
        for (cell, &set) in marks.iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            let place = column / 3 * 10 + row % 3 * 3 + column % 3;
            for (digit, word) in words[row / 3].iter_mut().enumerate() {
                *word |= u32::from(set >> digit & 1) << place;
            }
            single[row / 3] |= u32::from((set & 0x1ff).is_power_of_two()) << place;
        }
        Self::of(&words, single)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn of(words: &[[u32; 9]; 3], single: [u32; 3]) -> Self {
        let half = |[a, b, c]: [u32; 3]| _mm_setr_epi32(a as i32, b as i32, c as i32, c as i32);
        let guards = _mm256_set1_epi32(GUARDS);
        Self {
            eight: words.map(|words| _mm256_or_si256(load_words(&words), guards)),
            ninth: half(words.map(|words| words[8] | GUARDS as u32)),
            single: half(single),
        }
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

    /// The board with the digit (from 0) in a cell.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn with(&self, cell: Cell, digit: usize) -> Self {
        let mut node = *self;
        let others = _mm256_andnot_si256(lane(digit), _mm256_set1_epi32(cell.bit as i32));
        node.eight[cell.band] = _mm256_andnot_si256(others, self.eight[cell.band]);
        let place = cell.place();
        let is_ninth = _mm_cmpeq_epi32(_mm_set1_epi32(digit as i32), _mm_set1_epi32(8));
        node.ninth = _mm_andnot_si128(_mm_andnot_si128(is_ninth, place), self.ninth);
        node.single = _mm_or_si128(self.single, place);
        node
    }

    /// The board without the digit (from 0) in a cell.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn without(&self, cell: Cell, digit: usize) -> Self {
        let mut node = *self;
        let gone = _mm256_and_si256(lane(digit), _mm256_set1_epi32(cell.bit as i32));
        node.eight[cell.band] = _mm256_andnot_si256(gone, self.eight[cell.band]);
        if digit == 8 {
            node.ninth = _mm_andnot_si128(cell.place(), self.ninth);
        }
        node
    }

    /// Whether a full board is a solution.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn is_solution(&self) -> bool {
        let ninth = _mm256_broadcastsi128_si256(self.ninth);
        let ninth = [
            _mm256_shuffle_epi32::<0x00>(ninth),
            _mm256_shuffle_epi32::<0x55>(ninth),
            _mm256_shuffle_epi32::<0xaa>(ninth),
        ];
        let wrong = _mm256_or_si256(misfits(self.eight), misfits(ninth));
        _mm256_testz_si256(wrong, wrong) == 1
    }

    /// The characters of a solved board.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn text(&self) -> [u8; 81] {
        let mut text = [0; 96];
        let ninth = store_half(self.ninth);
        let which_byte = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let which_bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let orders = WRITE.map(|order| load(&order));
        for (band, (&eight, ninth)) in self.eight.iter().zip(ninth).enumerate() {
            let [a, b, c, d, e, f, g, h] = store_words(eight);
            let planes = [a | c | e | g | ninth, b | c | f | g, d | e | f | g, h | ninth];
            let mut bytes = _mm256_set1_epi8(b'0' as i8);
            for (bit, plane) in planes.into_iter().enumerate() {
                let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(plane as i32), which_byte);
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(spread, which_bit), which_bit);
                bytes = _mm256_or_si256(bytes, _mm256_and_si256(set, _mm256_set1_epi8(1 << bit)));
            }
            let (low, high) =
                (_mm256_permute2x128_si256::<0x00>(bytes, bytes), _mm256_permute2x128_si256::<0x11>(bytes, bytes));
            let line = _mm256_or_si256(_mm256_shuffle_epi8(low, orders[0]), _mm256_shuffle_epi8(high, orders[1]));
            store(&mut text, 27 * band, line);
        }
        let mut solution = [0; 81];
        solution.copy_from_slice(&text[..81]);
        solution
    }
}

/// All ones in the lane of a digit.
#[inline]
#[target_feature(enable = "avx2")]
fn lane(digit: usize) -> __m256i {
    _mm256_cmpeq_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(digit as i32))
}

/// For each bit of a word, which of the 16 characters of a band from `start` on belongs there; none for characters before `from`.
const fn order(start: usize, from: usize) -> [u8; 32] {
    let mut order = [0x80; 32];
    let mut bit = 0;
    while bit < 30 {
        let (field, cell) = (bit / 10, bit % 10);
        let place = cell / 3 * 9 + field * 3 + cell % 3;
        if cell < 9 && place >= from && place < start + 16 {
            order[bit] = (place - start) as u8;
        }
        bit += 1;
    }
    order
}

/// Where the first 16 characters of a band go, and where the last 16 do, except those that are among the first.
const READ: [[u8; 32]; 2] = [order(0, 0), order(11, 16)];

/// For each character of a band, which byte it comes from, if that is among the first 16 bits of a word (`low`), or else among the others.
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

/// From bits back to characters: the first 16 bits of a word, then the others.
const WRITE: [[u8; 32]; 2] = [order_back(true), order_back(false)];

#[expect(unsafe_code, reason = "loads take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn load(from: &[u8; 32]) -> __m256i {
    // SAFETY: the array has 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[expect(unsafe_code, reason = "loads take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn load_half(from: &[u8; 81], start: usize) -> __m128i {
    let from = &from[start..start + 16];
    // SAFETY: the slice has 16 bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

/// The first eight words.
#[expect(unsafe_code, reason = "loads take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn load_words(from: &[u32; 9]) -> __m256i {
    // SAFETY: nine words are at least 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[expect(unsafe_code, reason = "stores take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn store(to: &mut [u8; 96], start: usize, bytes: __m256i) {
    let to = &mut to[start..start + 32];
    // SAFETY: the slice has 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), bytes) };
}

#[expect(unsafe_code, reason = "stores take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
fn store_words(words: __m256i) -> [u32; 8] {
    let mut to = [0; 8];
    // SAFETY: eight words are 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), words) };
    to
}

#[expect(unsafe_code, reason = "stores take pointers")]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_half(words: __m128i) -> [u32; 4] {
    let mut to = [0; 4];
    // SAFETY: four words are 16 bytes, and the store needs no alignment.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), words) };
    to
}
