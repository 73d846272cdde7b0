//! What is known about a board, and what follows from it.
//!
//! A digit is three words of 27 bits: word c holds the cells that are column c of their box, and bit m of it the cell
//! 3m + c in reading order. So bit m stands for a **triad**, three cells of a row in a box, and an octal digit of a word
//! for a row. The words of the nine digits lie side by side.
//!
//! In a band the triads that hold a digit are a permutation: one in each row, one in each box. The same is true of columns
//! in a stack. A candidate survives where it is part of a permutation, which is to say where the two other rows have places in
//! the two other boxes.

use super::lanes::{Dozen, LANES};
use super::quad::Quad;

/// All triads.
pub(super) const ALL: u32 = 0o777_777_777;
/// The first row of each band, which also stands for the boxes.
const BOXES: u32 = 0o007_007_007;

/// The candidates of a board.
#[derive(Clone, Copy, Debug)]
pub struct State<Q> {
    /// Cells by column of their box.
    pub(super) words: [Dozen<Q>; 3],
}

/// How inference ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inferred {
    Refuted,
    Solved,
    Stuck,
}

impl<Q: Quad> State<Q> {
    /// This state with a digit in a cell.
    #[inline]
    pub(super) fn with(&self, cell: usize, digit: usize) -> Self {
        const DIGITS: [[u32; LANES]; 9] = {
            let mut digits = [[0; LANES]; 9];
            let mut digit = 0;
            while digit < 9 {
                digits[digit][digit] = u32::MAX;
                digit += 1;
            }
            digits
        };
        // All words, though one changes: they are few enough for registers, and a copy of all would be a call.
        let digit = Dozen::of(&DIGITS[digit - 1]);
        let bit = |column: usize| Dozen::all(u32::from(cell % 3 == column) << (cell / 3));
        Self { words: std::array::from_fn(|column| self.words[column].without(bit(column).without(digit))) }
    }

    /// Infers until a pass settles no further cell. Also returns the number of passes.
    pub(super) fn infer(&mut self) -> (Inferred, u64) {
        // Hidden from the compiler, which would otherwise turn `spread` into multiplications, and those cost more.
        let boxes = Dozen::all(std::hint::black_box(BOXES));
        let mut open = [Dozen::all(u32::MAX); 3];
        let mut passes = 0;
        loop {
            let counts = self.words.map(Dozen::once_and_twice);
            let [(a, x), (b, y), (c, z)] = counts;
            let several = [x, y, z];
            if !((a & b & c) ^ Dozen::all(ALL)).same_is_zero() {
                return (Inferred::Refuted, passes);
            }
            if ((x ^ open[0]) | (y ^ open[1]) | (z ^ open[2])).same_is_zero() {
                let inferred = if self.is_twice_in_a_box(several) { Inferred::Refuted } else { Inferred::Stuck };
                return (inferred, passes);
            }
            open = several;
            passes += 1;
            if self.pass(several, boxes) {
                return (Inferred::Refuted, passes);
            }
            if (x | y | z).same_is_zero() {
                return (Inferred::Solved, passes);
            }
        }
    }

    /// Whether a digit is settled in two cells of a box, given the cells with several candidates. No pass removes either of the two.
    fn is_twice_in_a_box(&self, several: [Dozen<Q>; 3]) -> bool {
        let [a, b, c] = [0, 1, 2].map(|column| self.words[column].without(several[column]));
        let row = a | b | c;
        let (next, last) = (row >> 3, row >> 6);
        let rows = (row & next | row & last | next & last) & Dozen::all(BOXES);
        !(a & b | a & c | b & c | rows).is_zero()
    }

    /// Looks at every unit once, given the cells with several candidates. Returns whether there is a contradiction.
    #[inline]
    fn pass(&mut self, several: [Dozen<Q>; 3], boxes: Dozen<Q>) -> bool {
        let digits = infer_digits(self.words, several, boxes);
        for column in 0..3 {
            let others = digits.settled[column].any().without(digits.settled[column]);
            self.words[column] = digits.cells[column].without(others);
        }
        let must = Dozen::of(&[BOXES, BOXES, BOXES, BOXES, BOXES, BOXES, BOXES, BOXES, BOXES, 0, 0, 0]);
        !(digits.boxes ^ must).is_zero()
    }
}

/// What one pass infers about each digit.
struct Digits<Q> {
    /// The cells that it may take.
    cells: [Dozen<Q>; 3],
    /// Those of them that are the only one in their box.
    settled: [Dozen<Q>; 3],
    /// The boxes in which it has a cell.
    boxes: Dozen<Q>,
}

/// Infers what follows for each digit by itself, given the cells with several candidates.
#[inline]
fn infer_digits<Q: Quad>(mut w: [Dozen<Q>; 3], several: [Dozen<Q>; 3], boxes: Dozen<Q>) -> Digits<Q> {
    // A cell without other candidates is the only one of its box.
    let sure = [w[0].without(several[0]), w[1].without(several[1]), w[2].without(several[2])];
    let home = spread(fold(sure[0] | sure[1] | sure[2], boxes));
    w = [w[0].without(home.without(sure[0])), w[1].without(home.without(sure[1])), w[2].without(home.without(sure[2]))];

    let triads = w[0] | w[1] | w[2];
    let next = triads >> 1 & Dozen::all(0o333_333_333) | triads << 2 & Dozen::all(0o444_444_444);
    let last = triads >> 2 & Dozen::all(0o111_111_111) | triads << 1 & Dozen::all(0o666_666_666);
    let pairs = next & below(last) | last & below(next);
    let triads = triads & below(pairs);
    w = [w[0] & triads, w[1] & triads, w[2] & triads];

    let columns = [fold(w[0], boxes), fold(w[1], boxes), fold(w[2], boxes)];
    let down = [beneath(columns[0]), beneath(columns[1]), beneath(columns[2])];
    let a = columns[0] & beneath(columns[1] & down[2] | columns[2] & down[1]);
    let b = columns[1] & beneath(columns[0] & down[2] | columns[2] & down[0]);
    let c = columns[2] & beneath(columns[0] & down[1] | columns[1] & down[0]);
    w = [w[0] & spread(a), w[1] & spread(b), w[2] & spread(c)];

    let triads = w[0] | w[1] | w[2];
    let one_row = exactly_one(triads, triads >> 3, triads >> 6);
    let single = spread(one_row & exactly_one(a, b, c) & boxes);
    Digits { cells: w, settled: [w[0] & single, w[1] & single, w[2] & single], boxes: a | b | c }
}

/// The boxes that hold any of these triads.
#[inline]
fn fold<Q: Quad>(triads: Dozen<Q>, boxes: Dozen<Q>) -> Dozen<Q> {
    (triads | triads >> 3 | triads >> 6) & boxes
}

/// All triads of these boxes.
#[inline]
fn spread<Q: Quad>(boxes: Dozen<Q>) -> Dozen<Q> {
    boxes | boxes << 3 | boxes << 6
}

/// Each triad as the one in the next row of its band.
#[inline]
fn below<Q: Quad>(triads: Dozen<Q>) -> Dozen<Q> {
    triads >> 3 & Dozen::all(0o077_077_077) | triads << 6 & Dozen::all(0o700_700_700)
}

/// Each box as the one in the next band. Bits beyond the boxes mean nothing.
#[inline]
fn beneath<Q: Quad>(boxes: Dozen<Q>) -> Dozen<Q> {
    boxes >> 9 | boxes << 18
}

#[inline]
fn exactly_one<Q: Quad>(a: Dozen<Q>, b: Dozen<Q>, c: Dozen<Q>) -> Dozen<Q> {
    (a ^ b ^ c).without(a & b & c)
}
