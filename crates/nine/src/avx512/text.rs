//! Reads boards from 81 characters or pencil marks, and writes 81 characters, by permuting bytes.

use super::super::Marks;
use super::board::{Board, register};
use super::logic::or3;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_cmplt_epu8_mask, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_maddubs_epi16,
    _mm512_mask_blend_epi64, _mm512_mask_storeu_epi8, _mm512_maskz_add_epi8, _mm512_maskz_loadu_epi8,
    _mm512_multishift_epi64_epi8, _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8,
    _mm512_permutexvar_epi32, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_shuffle_epi32,
    _mm512_slli_epi32, _mm512_srli_epi32, _mm512_storeu_si512, _mm512_sub_epi8, _mm512_ternarylogic_epi32,
};

/// The characters past the first 64.
const TAIL: u64 = (1 << 17) - 1;

type Bytes = [u8; 64];

/// Where the character of a cell is.
const fn place(box_: usize, row: usize, column: usize) -> usize {
    27 * (box_ / 3) + 9 * row + 3 * (box_ % 3) + column
}

/// For each row of bands and each four boxes: which character goes to each byte, four boxes to a word.
const FROM: [[Bytes; 3]; 3] = {
    let mut from = [[[0; 64]; 3]; 3];
    let mut n = 0;
    while n < 9 * 64 {
        let (row, four, byte) = (n / 192, n / 64 % 3, n % 64);
        let (triple, column, box_) = (byte / 16, byte / 4 % 4, 4 * four + byte % 4);
        if column < 3 && triple < 3 && box_ < 9 {
            from[row][four][byte] = place(box_, row, column) as u8;
        }
        n += 1;
    }
    from
};

/// For each four boxes: which quarter of [`GROUP`] to use for each byte.
const QUARTER: [Bytes; 3] = {
    let mut quarter = [[48; 64]; 3];
    let mut n = 0;
    while n < 3 * 64 {
        let (four, byte) = (n / 64, n % 64);
        let (triple, column, box_) = (byte / 16, byte / 4 % 4, 4 * four + byte % 4);
        if column < 3 && triple < 3 && box_ < 9 {
            quarter[four][byte] = 16 * triple as u8;
        }
        n += 1;
    }
    quarter
};

/// For each triple, the group of a cell with a given digit, or with any digit (index 0). The last quarter is for bytes that belong to no cell.
const GROUP: Bytes = {
    let mut group = [0; 64];
    let mut triple = 0;
    while triple < 3 {
        group[16 * triple] = 7;
        let mut f = 0;
        while f < 3 {
            group[16 * triple + 3 * triple + f + 1] = 1 << f;
            f += 1;
        }
        triple += 1;
    }
    group
};

/// The character of a digit by its groups: those of the first two triples side by side, or twice that of the last.
const CHARACTER: Bytes = {
    let mut character = [0; 64];
    let mut f = 0;
    while f < 3 {
        character[1 << f] = b'1' + f as u8;
        character[8 << f] = b'4' + f as u8;
        character[9 << f] = b'7' + f as u8;
        f += 1;
    }
    character
};

/// From where in a pair of words the bytes come that hold the lower and the higher half of an index of [`CHARACTER`], boxes 0 to 7.
const SHIFT: [Bytes; 2] = {
    let mut shift = [[0; 64]; 2];
    let mut byte = 0;
    while byte < 64 {
        let (first_two, box_) = (byte / 8 % 2 == 0, byte % 8);
        shift[0][byte] = 3 * box_ as u8;
        shift[1][byte] = (if first_two { 32 + 3 * box_ as u8 } else { 64 + 3 * box_ as u8 } - 3) % 64;
        byte += 1;
    }
    shift
};

/// Which byte of two registers goes to each character: rows 0 and 1 in the first, row 2 and then box 8 of all rows in the second.
const TO: [Bytes; 2] = {
    let mut to = [[0; 64]; 2];
    let mut n = 0;
    while n < 81 {
        let (box_, row, column) = (n / 27 * 3 + n % 9 / 3, n / 9 % 3, n % 3);
        let byte =
            if box_ == 8 { 64 + 16 * column + 8 + row } else { 64 * (row / 2) + 16 * column + 8 * (row % 2) + box_ };
        to[n / 64][n % 64] = byte as u8;
        n += 1;
    }
    to
};

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &Bytes) -> __m512i {
    #[expect(unsafe_code, reason = "loads are by pointer")]
    // SAFETY: the array has 64 bytes, and the load needs no alignment.
    unsafe {
        _mm512_loadu_si512(bytes.as_ptr().cast())
    }
}

/// The board of 81 characters.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn read(line: &[u8; 81]) -> Board {
    #[expect(unsafe_code, reason = "loads are by pointer")]
    // SAFETY: the first load reads bytes 0 to 63 of 81; the second starts at 64, and its mask admits 17 bytes, up to 80. Neither needs alignment.
    let halves = unsafe {
        let start = line.as_ptr().cast::<i8>();
        [_mm512_loadu_si512(start.cast()), _mm512_maskz_loadu_epi8(TAIL, start.add(64))]
    };
    let one = _mm512_set1_epi8(b'1' as i8);
    let [low, high] = halves.map(|half| {
        let digit = _mm512_sub_epi8(half, one);
        let given = _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(9));
        _mm512_maskz_add_epi8(given, digit, _mm512_set1_epi8(1))
    });
    let group = load(&GROUP);
    Board([0, 1, 2].map(|row: usize| {
        let [a, b, c] = [0, 1, 2].map(|four: usize| {
            let digits = _mm512_permutex2var_epi8(low, load(&FROM[row][four]), high);
            _mm512_permutexvar_epi8(_mm512_add_epi8(digits, load(&QUARTER[four])), group)
        });
        let [a, b] = [a, b].map(|groups| {
            let pairs = _mm512_maddubs_epi16(groups, _mm512_set1_epi16(0x0801));
            _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0040_0001))
        });
        or3(a, _mm512_slli_epi32::<12>(b), _mm512_slli_epi32::<24>(c))
    }))
}

/// The board of these candidates.
pub(super) fn from_marks(marks: &Marks) -> Board {
    let mut words = [[0; 16]; 3];
    for (cell, mark) in marks.iter().enumerate() {
        let (row, column, box_) = (cell / 9 % 3, cell % 3, cell / 27 * 3 + cell % 9 / 3);
        for triple in 0..3 {
            words[row][4 * triple + column] |= u32::from(mark >> (3 * triple) & 7) << (3 * box_);
        }
    }
    Board(words.map(register))
}

/// Writes a board whose cells have one digit each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn write(board: &Board, line: &mut [u8; 81]) {
    const SWAP: i32 = 0b01_00_11_10;
    let character = load(&CHARACTER);
    let select = |low, high| _mm512_ternarylogic_epi32::<0xca>(_mm512_set1_epi8(7), low, high);
    let swap = register(std::array::from_fn(|n| (n % 4 * 4 + n / 4) as u32));
    let rows = board.0.map(|row| _mm512_permutexvar_epi32(swap, row));
    let [a, b, c] = rows.map(|row| {
        let low = _mm512_multishift_epi64_epi8(load(&SHIFT[0]), row);
        let high = _mm512_multishift_epi64_epi8(load(&SHIFT[1]), row);
        let characters = _mm512_permutexvar_epi8(select(low, high), character);
        _mm512_or_si512(characters, _mm512_shuffle_epi32::<SWAP>(characters))
    });
    let [x, y, z] = rows;
    let last = or3(
        _mm512_srli_epi32::<24>(x),
        _mm512_slli_epi32::<8>(_mm512_srli_epi32::<24>(y)),
        _mm512_slli_epi32::<16>(_mm512_srli_epi32::<24>(z)),
    );
    let high = _mm512_slli_epi32::<3>(_mm512_shuffle_epi32::<0b11_10_11_01>(last));
    let last = _mm512_permutexvar_epi8(select(last, high), character);
    let last = _mm512_or_si512(last, _mm512_shuffle_epi32::<SWAP>(last));
    let first = _mm512_mask_blend_epi64(0xaa, a, b);
    let second = _mm512_mask_blend_epi64(0xaa, c, last);
    let [low, high] = [0, 1].map(|half: usize| _mm512_permutex2var_epi8(first, load(&TO[half]), second));
    #[expect(unsafe_code, reason = "stores are by pointer")]
    // SAFETY: the first store writes bytes 0 to 63 of 81; the second starts at 64, and its mask admits 17 bytes, up to 80. Neither needs alignment.
    unsafe {
        let start = line.as_mut_ptr().cast::<i8>();
        _mm512_storeu_si512(start.cast(), low);
        _mm512_mask_storeu_epi8(start.add(64), TAIL, high);
    }
}
