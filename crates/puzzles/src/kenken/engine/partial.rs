//! What a cage implies while its fillings are too many to list: which sums or products can still be made.
//!
//! What the first cells make is a set of bits, and one more number shifts it: by itself in a sum, by its prime factors in
//! a product (the exponents are digits of the bit's place, with room between them for an overflow, which is cut off).
//! Repetitions in a line are not seen here.

use super::cage::Shape;
use super::state::{Geometry, State, WIDTH};

/// The most words of all sets of a cage: longer ones are not looked at.
const WORDS: usize = 1 << 12;
/// Not a factor of the target.
const NEVER: u32 = u32::MAX;

/// How numbers shift what the cells before make.
#[derive(Clone, Debug)]
pub struct Partial {
    shifts: [u32; WIDTH], // number - 1 -> how far
    valid: Vec<u64>,
    goal: usize,
    places: Vec<usize>, // the cells of the cage that matter
}

impl Partial {
    /// For cells that add up to the target of the cage; `None` if that would take long.
    pub fn sum(cage: &Shape, size: usize) -> Option<Self> {
        let (places, lines) = outside_lines(cage, size);
        let line = (size * (size + 1) / 2) as u64;
        // Lines alone are too much: nothing gets to a goal that is not valid.
        let rest = cage.target.checked_sub(line * lines as u64);
        let goal = usize::try_from(rest.unwrap_or(0)).ok().filter(|goal| goal / 64 * places.len() < WORDS)?;
        let mut valid = vec![u64::MAX; goal / 64 + 1];
        valid[goal / 64] = u64::MAX >> (63 - goal % 64);
        if rest.is_none() {
            valid.fill(0);
        }
        let shifts = std::array::from_fn(|index| if index < size { index as u32 + 1 } else { NEVER });
        Some(Self { shifts, valid, goal, places })
    }

    /// For cells that multiply to the target of the cage; `None` if that would take long.
    pub fn product(cage: &Shape, size: usize) -> Option<Self> {
        let (places, lines) = outside_lines(cage, size);
        let line: u64 = (1..=size as u64).product();
        let divided = (0..lines).try_fold(cage.target, |rest, _| rest.is_multiple_of(line).then(|| rest / line));
        let mut rest = divided.unwrap_or(0);
        let reachable = rest > 0;
        rest = rest.max(1);
        let mut shifts = [0; WIDTH];
        let mut strides = Vec::new(); // of each prime: its stride, its exponent in the target, its room
        let mut bits = 1usize;
        for prime in [2u64, 3, 5, 7, 11, 13] {
            let mut exponent = 0;
            while rest.is_multiple_of(prime) {
                rest /= prime;
                exponent += 1;
            }
            let power = |number: u64| (1..=4).take_while(|&power| number.is_multiple_of(prime.pow(power))).count();
            for (number, shift) in (1..).zip(shifts.iter_mut()) {
                if power(number) > exponent || *shift == NEVER {
                    *shift = NEVER;
                } else {
                    *shift += (power(number) * bits) as u32;
                }
            }
            let room = exponent + 1 + (1..=16).map(power).max().unwrap_or(0);
            strides.push((bits, exponent, room));
            bits = bits.saturating_mul(room);
            if bits / 64 * places.len() >= WORDS {
                return None;
            }
        }
        shifts[size..].fill(NEVER);
        let mut valid = vec![0u64; bits.div_ceil(64)];
        // Where another prime is left over, nothing is valid.
        for bit in 0..if reachable && rest == 1 { bits } else { 0 } {
            if strides.iter().all(|&(stride, exponent, room)| bit / stride % room <= exponent) {
                valid[bit / 64] |= 1 << (bit % 64);
            }
        }
        let goal = strides.iter().map(|&(stride, exponent, _)| stride * exponent).sum();
        Some(Self { shifts, valid, goal, places })
    }

    /// The marks of each cell that lie on a way to the goal are added to `into`, and all marks of cells that do not matter.
    pub fn support(&self, shape: &Shape, state: &State, sets: &mut Vec<u64>, into: &mut [u16]) {
        let words = self.valid.len();
        let cells = self.places.len();
        let marks = |index: usize| state.marks[shape.cells[self.places[index]] as usize];
        sets.clear();
        sets.resize(words * (cells + 3), 0);
        let (scratch, after) = sets.split_at_mut(2 * words);
        let (before, next) = scratch.split_at_mut(words);
        // From where the goal can be reached, backwards.
        after[cells * words + self.goal / 64] = self.valid[self.goal / 64] & 1 << (self.goal % 64);
        for index in (0..cells).rev() {
            let (here, next) = after[index * words..].split_at_mut(words);
            self.each(marks(index), |_, shift| shift_down(&next[..words], shift, here));
            and(here, &self.valid);
        }
        if after[0] & 1 == 0 {
            return;
        }
        before[0] = 1;
        let mut matters = 0;
        for (place, into) in into.iter_mut().enumerate() {
            if self.places.get(matters) != Some(&place) {
                *into = u16::MAX;
                continue;
            }
            let goal = &after[(matters + 1) * words..(matters + 2) * words];
            next.fill(0);
            self.each(marks(matters), |bit, shift| {
                if shift_up(before, shift, goal, next) {
                    *into |= bit;
                }
            });
            before.copy_from_slice(next);
            matters += 1;
        }
    }

    fn each(&self, mut marks: u16, mut act: impl FnMut(u16, usize)) {
        while marks != 0 {
            let bit = marks & marks.wrapping_neg();
            marks &= marks - 1;
            let shift = self.shifts[bit.trailing_zeros() as usize];
            if shift != NEVER {
                act(bit, shift as usize);
            }
        }
    }
}

/// The cells of a cage outside the lines that lie wholly in it, and how many lines these are: rows or columns, whichever
/// leaves fewer cells. What such a line makes is known.
fn outside_lines(cage: &Shape, size: usize) -> (Vec<usize>, usize) {
    let outside = |line_of: &dyn Fn(u8) -> usize| {
        let mut held = [0; WIDTH];
        for &cell in &cage.cells {
            held[line_of(cell)] += 1;
        }
        let places = (0..cage.cells.len()).filter(|&place| held[line_of(cage.cells[place])] < size).collect();
        (places, held.iter().filter(|&&held| held == size).count())
    };
    let by_row: (Vec<usize>, usize) = outside(&|cell| cell as usize / WIDTH);
    let by_col = outside(&|cell| cell as usize % WIDTH);
    if by_row.0.len() <= by_col.0.len() { by_row } else { by_col }
}

/// Adds `from`, shifted down, to `into`.
fn shift_down(from: &[u64], shift: usize, into: &mut [u64]) {
    let (words, bits) = (shift / 64, shift % 64);
    for index in words..from.len() {
        let high = if bits > 0 && index + 1 < from.len() { from[index + 1] << (64 - bits) } else { 0 };
        into[index - words] |= from[index] >> bits | high;
    }
}

/// Adds what `from`, shifted up, has in common with `goal` to `into`; whether that is anything.
fn shift_up(from: &[u64], shift: usize, goal: &[u64], into: &mut [u64]) -> bool {
    let (words, bits) = (shift / 64, shift % 64);
    let mut any = 0;
    for index in words..from.len() {
        let low = if bits > 0 && index > words { from[index - words - 1] >> (64 - bits) } else { 0 };
        let common = (from[index - words] << bits | low) & goal[index];
        into[index] |= common;
        any |= common;
    }
    any != 0
}

fn and(set: &mut [u64], mask: &[u64]) {
    for (word, mask) in set.iter_mut().zip(mask) {
        *word &= mask;
    }
}

/// Leaves each cell of a cage the marks in `supported`; false if a cell has none.
pub(super) fn keep(shape: &Shape, supported: &[u16], state: &mut State, geometry: &Geometry) -> bool {
    shape.cells.iter().zip(supported).all(|(&cell, &supported)| {
        let marks = state.marks[cell as usize];
        marks & supported == marks || state.keep(geometry, cell as usize, marks & supported)
    })
}
