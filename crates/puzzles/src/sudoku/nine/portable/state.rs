//! What is known about a board, and what follows from it.
//!
//! A digit is three words of 27 bits: word c holds the cells that are column c of their box, and bit m of it the cell
//! 3m + c in reading order. So bit m stands for a **triad**, three cells of a row in a box, and an octal digit of a word
//! for a row. Words of the nine digits lie side by side, padded to twelve: the compiler works on four digits at once.
//!
//! In a band the triads that hold a digit are a permutation: one in each row, one in each box. The same is true of columns
//! in a stack. A candidate survives where it is part of a permutation, which is to say where the two other rows have places in
//! the two other boxes.

use super::quad::Quad;

/// All triads.
pub(super) const ALL: u32 = 0o777_777_777;
/// The first row of each band, which also stands for the boxes.
const BOXES: u32 = 0o007_007_007;

/// Nine digits and padding.
pub(super) const LANES: usize = 12;

/// The candidates of a board.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku) struct State {
    /// Cells by column of their box, by digit.
    pub(super) words: [[Quad; 3]; 3],
}

/// What inference comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inferred {
    Refuted,
    Solved,
    Stuck,
}

impl State {
    /// This state with a digit in a cell.
    #[inline]
    pub(super) fn with(&self, cell: usize, digit: usize) -> Self {
        let mut state = *self;
        let mut words = self.lanes(cell % 3);
        let bit = 1 << (cell / 3);
        for (lane, word) in words.iter_mut().enumerate() {
            *word = *word & !bit | if lane + 1 == digit { bit } else { 0 };
        }
        state.words[cell % 3] = groups(&words);
        state
    }

    /// The words of a column, digit by digit.
    #[inline(always)]
    pub(super) fn lanes(&self, column: usize) -> [u32; LANES] {
        let [a, b, c] = self.words[column].map(Quad::to_array);
        [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3]]
    }

    /// Infers until nothing changes; also says in how many passes.
    pub(super) fn infer(&mut self) -> (Inferred, u64) {
        let boxes = Quad::all(std::hint::black_box(BOXES));
        let mut passes = 0;
        loop {
            passes += 1;
            let (once, twice) = self.count();
            if !((once[0] & once[1] & once[2]) ^ Quad::all(ALL)).is_zero() {
                return (Inferred::Refuted, passes);
            }
            let (refuted, changed) = self.pass(twice, boxes);
            if refuted {
                return (Inferred::Refuted, passes);
            }
            if (twice[0] | twice[1] | twice[2]).is_zero() {
                return (Inferred::Solved, passes);
            }
            if !changed {
                return (Inferred::Stuck, passes);
            }
        }
    }

    /// The cells with at least one and at least two candidates.
    #[inline(always)]
    fn count(&self) -> ([Quad; 3], [Quad; 3]) {
        let mut all_once = [Quad::all(0); 3];
        let mut all_twice = [Quad::all(0); 3];
        for column in 0..3 {
            let [a, b, c] = self.words[column];
            let (mut once, mut twice) = (a | b | c, a & b | (a | b) & c);
            let other = once.swap_halves();
            twice = twice | twice.swap_halves() | once & other;
            once = once | other;
            let other = once.swap_neighbours();
            all_twice[column] = twice | twice.swap_neighbours() | once & other;
            all_once[column] = once | other;
        }
        (all_once, all_twice)
    }

    /// One look at every unit, given the cells with several candidates: whether there is a contradiction, and whether anything
    /// changed.
    #[inline(always)]
    fn pass(&mut self, several: [Quad; 3], boxes: Quad) -> (bool, bool) {
        let old = self.words;
        let mut found = [[Quad::all(0); 3]; 3];
        let mut taken = [Quad::all(0); 3];
        let mut missing = Quad::all(0);
        for group in 0..3 {
            let digit = infer_digit([old[0][group], old[1][group], old[2][group]], several, boxes);
            missing = missing | digit.boxes ^ must(group);
            for column in 0..3 {
                self.words[column][group] = digit.cells[column];
                found[column][group] = digit.settled[column];
                taken[column] = taken[column] | digit.settled[column];
            }
        }
        let mut changed = Quad::all(0);
        for column in 0..3 {
            let mut all = taken[column] | taken[column].swap_halves();
            all = all | all.swap_neighbours();
            for group in 0..3 {
                let word = self.words[column][group] ;
                let word = found[column][group].not_and(all).not_and(word);
                changed = changed | word ^ old[column][group];
                self.words[column][group] = word;
            }
        }
        (!missing.is_zero(), !changed.is_zero())
    }
}

/// What is known about four digits.
struct Digits {
    /// Their cells.
    cells: [Quad; 3],
    /// Those that are the only ones of their box.
    settled: [Quad; 3],
    /// The boxes where they have a cell.
    boxes: Quad,
}

/// Everything about four digits, given the cells with several candidates.
#[inline(always)]
fn infer_digit(mut w: [Quad; 3], several: [Quad; 3], boxes: Quad) -> Digits {
    // A cell without other candidates is the only one of its box.
    let sure = [several[0].not_and(w[0]), several[1].not_and(w[1]), several[2].not_and(w[2])];
    let home = spread(fold(sure[0] | sure[1] | sure[2], boxes));
    w = [sure[0].not_and(home).not_and(w[0]), sure[1].not_and(home).not_and(w[1]), sure[2].not_and(home).not_and(w[2])];

    let triads = w[0] | w[1] | w[2];
    let next = triads >> 1 & Quad::all(0o333_333_333) | triads << 2 & Quad::all(0o444_444_444);
    let last = triads >> 2 & Quad::all(0o111_111_111) | triads << 1 & Quad::all(0o666_666_666);
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
#[inline(always)]
fn fold(triads: Quad, boxes: Quad) -> Quad {
    (triads | triads >> 3 | triads >> 6) & boxes
}

/// All triads of these boxes.
#[inline(always)]
fn spread(boxes: Quad) -> Quad {
    boxes | boxes << 3 | boxes << 6
}

/// Each triad as the one in the next row of its band.
#[inline(always)]
fn below(triads: Quad) -> Quad {
    triads >> 3 & Quad::all(0o077_077_077) | triads << 6 & Quad::all(0o700_700_700)
}

/// Each box as the one in the next band; bits beyond the boxes mean nothing.
#[inline(always)]
fn beneath(boxes: Quad) -> Quad {
    boxes >> 9 | boxes << 18
}

#[inline(always)]
fn exactly_one(a: Quad, b: Quad, c: Quad) -> Quad {
    (a & b & c).not_and(a ^ b ^ c)
}

/// The boxes where the digits of a group must have a place.
#[inline(always)]
fn must(group: usize) -> Quad {
    if group < 2 { Quad::all(BOXES) } else { Quad::of([BOXES, 0, 0, 0]) }
}

/// Words digit by digit as groups of four.
#[inline(always)]
pub(super) fn groups(lanes: &[u32; LANES]) -> [Quad; 3] {
    [0, 4, 8].map(|at| Quad::of([lanes[at], lanes[at + 1], lanes[at + 2], lanes[at + 3]]))
}
