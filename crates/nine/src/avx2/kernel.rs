//! One round of deductions on two boards at a time.
//!
//! A *word* is one digit in one band (three rows): bit 10 box + 3 row + column says that the digit may stand there. The
//! tenth bit of each box, the *guard*, is always set and catches the borrows of field-wise arithmetic. A vector holds
//! the words of eight digits of one board; the ninth digit of both boards shares vectors of its own, the low half for the first
//! board, the high half for the second, each repeated four times.
//!
//! A round has four steps. Cells with one digit left take it from the rest of their boxes. The 3x3 matrix of rows and boxes in which a
//! digit may stand keeps the entries that are part of a permutation, and so does that of columns and bands. A digit with one place in a box
//! takes the cell. The cells with one digit left are found again.

use super::lanes::{and, bands, clear, gathered, half, halves, left, minus, or, pairs, right, splat, words};
use std::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_cmpeq_epi32, _mm256_movemask_epi8, _mm256_setzero_si256};

/// One value in each of three boxes of a word.
const fn boxes(field: i32) -> i32 {
    field | field << 10 | field << 20
}

/// The cells of a band.
pub(super) const CELLS: i32 = boxes(0o777);
/// The guards of a band.
pub(super) const GUARDS: i32 = boxes(0o1000);

/// Two boards. A half without a board may hold anything.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The words of the first eight digits, for each board and band.
    pub(super) eight: [[__m256i; 3]; 2],
    /// The words of the ninth digit, for each band.
    pub(super) ninth: [__m256i; 3],
    /// The cells whose digit is known: the three bands of the first board in the low half, the last one twice, and those of the second board in
    /// the high half.
    pub(super) single: __m256i,
}

/// What a round says of each half of a pair: bit 0 for the first board, bit 1 for the second.
#[derive(Clone, Copy)]
pub(super) struct Events {
    /// A cell or a digit has no place left.
    pub(super) dead: u32,
    /// Every cell has its digit; [`misfits`] says whether they fit.
    pub(super) full: u32,
    /// No cell got its digit in this round.
    pub(super) still: u32,
}

/// The words of a group of digits after a round.
struct Group {
    words: [__m256i; 3],
    /// The places of digits with one place in a box.
    hidden: [__m256i; 3],
    /// Guards of boxes that have a place left.
    alive: __m256i,
}

/// All cells of the boxes whose guard is set.
#[inline]
#[target_feature(enable = "avx2")]
fn whole(guards: __m256i) -> __m256i {
    minus(guards, right::<9>(guards))
}

/// The threes of each box, the next one in the place of each.
#[inline]
#[target_feature(enable = "avx2")]
fn next_three(a: __m256i) -> __m256i {
    or(and(right::<3>(a), splat(boxes(0o077))), and(left::<6>(a), splat(boxes(0o700))))
}

/// The threes of each box, the one before in the place of each.
#[inline]
#[target_feature(enable = "avx2")]
fn previous_three(a: __m256i) -> __m256i {
    or(and(right::<6>(a), splat(boxes(0o007))), and(left::<3>(a), splat(boxes(0o770))))
}

/// The boxes, the next one in the place of each. The two highest bits are noise.
#[inline]
#[target_feature(enable = "avx2")]
fn next_box(a: __m256i) -> __m256i {
    or(right::<10>(a), left::<20>(a))
}

/// Which rows of boxes have a place, the bands interleaved.
#[inline]
#[target_feature(enable = "avx2")]
fn open_rows([a, b, c]: [__m256i; 3]) -> __m256i {
    let in_a = and(or(or(a, right::<1>(a)), right::<2>(a)), splat(boxes(0o111)));
    let in_b = and(or(or(b, right::<1>(b)), left::<1>(b)), splat(boxes(0o222)));
    let in_c = and(or(or(c, left::<1>(c)), left::<2>(c)), splat(boxes(0o444)));
    or(or(in_a, in_b), in_c)
}

/// The open rows that no permutation of rows over boxes uses.
#[inline]
#[target_feature(enable = "avx2")]
fn idle_rows(open: __m256i) -> __m256i {
    let (next, previous) = (next_three(open), previous_three(open));
    let both = or(and(next, next_box(previous)), and(previous, next_box(next)));
    clear(next_box(both), open)
}

/// The words without these rows.
#[inline]
#[target_feature(enable = "avx2")]
fn without_rows([a, b, c]: [__m256i; 3], idle: __m256i) -> [__m256i; 3] {
    let in_a = and(idle, splat(boxes(0o111)));
    let in_b = and(idle, splat(boxes(0o222)));
    let in_c = and(idle, splat(boxes(0o444)));
    [
        clear(minus(left::<3>(in_a), in_a), a),
        clear(minus(left::<2>(in_b), right::<1>(in_b)), b),
        clear(minus(left::<1>(in_c), right::<2>(in_c)), c),
    ]
}

/// Which columns of boxes have a place, the bands interleaved.
#[inline]
#[target_feature(enable = "avx2")]
fn open_columns([a, b, c]: [__m256i; 3]) -> __m256i {
    let in_a = and(or(or(a, right::<3>(a)), right::<6>(a)), splat(boxes(0o007)));
    let in_b = and(or(or(b, right::<3>(b)), left::<3>(b)), splat(boxes(0o070)));
    let in_c = and(or(or(c, left::<3>(c)), left::<6>(c)), splat(boxes(0o700)));
    or(or(in_a, in_b), in_c)
}

/// The open columns that no permutation of columns over bands uses.
#[inline]
#[target_feature(enable = "avx2")]
fn idle_columns(open: __m256i) -> __m256i {
    let next = or(and(right::<1>(open), splat(boxes(0o333))), and(left::<2>(open), splat(boxes(0o444))));
    let previous = or(and(right::<2>(open), splat(boxes(0o111))), and(left::<1>(open), splat(boxes(0o666))));
    let both = or(and(next, next_three(previous)), and(previous, next_three(next)));
    clear(next_three(both), open)
}

/// The words without these columns.
#[inline]
#[target_feature(enable = "avx2")]
fn without_columns([a, b, c]: [__m256i; 3], idle: __m256i) -> [__m256i; 3] {
    let in_a = and(idle, splat(boxes(0o007)));
    let in_b = and(idle, splat(boxes(0o070)));
    let in_c = and(idle, splat(boxes(0o700)));
    [
        clear(or(or(in_a, left::<3>(in_a)), left::<6>(in_a)), a),
        clear(or(or(in_b, left::<3>(in_b)), right::<3>(in_b)), b),
        clear(or(or(in_c, right::<3>(in_c)), right::<6>(in_c)), c),
    ]
}

/// Removes placed digits from the rest of their boxes. Also returns where a digit is placed twice in a box.
#[inline]
#[target_feature(enable = "avx2")]
fn rest(words: [__m256i; 3], single: [__m256i; 3]) -> ([__m256i; 3], __m256i) {
    let mut words = words;
    let mut twice = _mm256_setzero_si256();
    for band in 0..3 {
        let placed = and(words[band], single[band]);
        let carried = _mm256_add_epi32(placed, splat(CELLS));
        twice = or(twice, and(placed, carried));
        words[band] = or(clear(whole(and(carried, splat(GUARDS))), words[band]), placed);
    }
    (words, twice)
}

/// The places of digits with one place in a box.
#[inline]
#[target_feature(enable = "avx2")]
fn group(words: [__m256i; 3]) -> Group {
    let guards = splat(GUARDS);
    let mut alive = guards;
    let mut hidden = words;
    for band in 0..3 {
        let ones = splat(boxes(1));
        let rest = and(words[band], minus(words[band], ones));
        alive = and(alive, rest);
        hidden[band] = and(words[band], whole(clear(minus(rest, ones), guards)));
    }
    Group { words, hidden, alive }
}

/// The cells that some digit has, and those that two have, laid out as [`Pair::single`].
#[inline]
#[target_feature(enable = "avx2")]
fn counted(first: [__m256i; 3], second: [__m256i; 3], ninth: [__m256i; 3]) -> (__m256i, __m256i) {
    let mut once = first;
    let mut twice = first;
    for band in 0..3 {
        let (low, high) = halves(first[band], second[band]);
        (once[band], twice[band]) = (or(low, high), and(low, high));
    }
    let join = |(a, b): (__m256i, __m256i), (c, d): (__m256i, __m256i)| (or(a, b), or(or(c, d), and(a, b)));
    let upper = join(pairs(once[0], once[1]), pairs(twice[0], twice[1]));
    let lower = join(pairs(once[2], once[2]), pairs(twice[2], twice[2]));
    let (once, twice) = join(words(upper.0, lower.0), words(upper.1, lower.1));
    let ninth = gathered(ninth);
    (or(once, ninth), or(twice, and(once, ninth)))
}

/// The cells that some digit has, laid out as [`Pair::single`].
#[inline]
#[target_feature(enable = "avx2")]
fn any(first: [__m256i; 3], second: [__m256i; 3], ninth: [__m256i; 3]) -> __m256i {
    let join = |(a, b): (__m256i, __m256i)| or(a, b);
    let by_band = [0, 1, 2].map(|band| join(halves(first[band], second[band])));
    let upper = join(pairs(by_band[0], by_band[1]));
    let lower = join(pairs(by_band[2], by_band[2]));
    or(join(words(upper, lower)), gathered(ninth))
}

/// One bit for each half: whether all its words are all ones.
#[inline]
#[target_feature(enable = "avx2")]
fn verdict(a: __m256i) -> u32 {
    let mask = _mm256_movemask_epi8(a) as u32;
    u32::from(mask & 0xffff == 0xffff) | u32::from(mask >> 16 == 0xffff) << 1
}

/// One round. If `LONE`, for the first board only: the second stays as it is, and its events mean nothing.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn round<const LONE: bool>(pair: &mut Pair) -> Events {
    let single = bands(pair.single);
    let (ninth, ninth_twice) = rest(pair.ninth, single);
    let (first, first_twice) = rest(pair.eight[0], single.map(|a| half::<false>(a)));
    let (second, second_twice) =
        if LONE { (first, first_twice) } else { rest(pair.eight[1], single.map(|a| half::<true>(a))) };
    let mut all = [first, second, ninth];
    let idle = all.map(|a| open_rows(a)).map(|a| idle_rows(a));
    for part in 0..3 {
        all[part] = without_rows(all[part], idle[part]);
    }
    let idle = all.map(|a| open_columns(a)).map(|a| idle_columns(a));
    for part in 0..3 {
        all[part] = without_columns(all[part], idle[part]);
    }
    let [first, second, ninth] = all.map(|a| group(a));
    let cells = splat(CELLS);
    let guards = splat(GUARDS);
    let hidden = any(first.hidden, second.hidden, ninth.hidden);
    let (once, twice) = counted(first.words, second.words, ninth.words);
    for (band, taken) in bands(hidden).into_iter().enumerate() {
        pair.eight[0][band] = or(clear(half::<false>(taken), first.words[band]), first.hidden[band]);
        pair.ninth[band] = or(clear(taken, ninth.words[band]), ninth.hidden[band]);
        if !LONE {
            pair.eight[1][band] = or(clear(half::<true>(taken), second.words[band]), second.hidden[band]);
        }
    }
    let (low, high) = halves(first.alive, second.alive);
    let alive = and(and(low, high), and(ninth.alive, guards));
    let (low, high) = halves(first_twice, second_twice);
    let alive = or(alive, or(or(low, high), ninth_twice));
    let once = and(once, cells);
    let before = pair.single;
    pair.single = or(clear(twice, once), hidden);
    let living = and(_mm256_cmpeq_epi32(alive, guards), _mm256_cmpeq_epi32(once, cells));
    Events {
        dead: verdict(living) ^ 3,
        full: verdict(_mm256_cmpeq_epi32(pair.single, cells)),
        still: verdict(_mm256_cmpeq_epi32(pair.single, before)),
    }
}

/// Nonzero where a digit of a full board does not stand exactly once in a row, column or box.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn misfits(words: [__m256i; 3]) -> __m256i {
    let mut many = _mm256_setzero_si256();
    for word in words {
        many = or(many, and(word, minus(word, splat(boxes(1)))));
    }
    let rows = open_rows(words);
    let rows = or(rows, or(right::<10>(rows), right::<20>(rows)));
    let columns = open_columns(words);
    let columns = or(columns, or(right::<3>(columns), right::<6>(columns)));
    let missing = or(clear(rows, splat(0o777)), clear(columns, splat(boxes(0o007))));
    or(and(many, splat(CELLS)), missing)
}
