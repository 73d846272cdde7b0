//! What a cage implies while its fillings are too many to list: which sums or products can still be made.
//!
//! What the first cells make is a set of bits, and one more number shifts it: by itself in a sum, by its prime factors in
//! a product (the exponents are digits of the bit's place, with room between them for an overflow, which is cut off).
//! Repetitions in a line are not seen here.

use super::cage::Shape;
use super::state::{Lines, State, WIDTH};

/// Bits of the longest set: longer ones are not looked at.
const BITS: usize = 1 << 13;
/// Not a factor of the target.
const NEVER: u32 = u32::MAX;

/// How numbers shift what the cells before make.
#[derive(Clone, Debug)]
pub(super) struct Partial {
    shifts: [u32; WIDTH], // number - 1 -> how far
    valid: Vec<u64>,
    goal: usize,
}

impl Partial {
    /// For cells that add up to a target; `None` if that would take long.
    pub(super) fn sum(target: u64, size: usize) -> Option<Self> {
        let goal = usize::try_from(target).ok().filter(|&goal| goal < BITS)?;
        let mut valid = vec![u64::MAX; goal / 64 + 1];
        valid[goal / 64] = u64::MAX >> (63 - goal % 64);
        let shifts = std::array::from_fn(|index| if index < size { index as u32 + 1 } else { NEVER });
        Some(Self { shifts, valid, goal })
    }

    /// For cells that multiply to a target; `None` if that would take long.
    pub(super) fn product(target: u64, size: usize) -> Option<Self> {
        let mut rest = target.max(1);
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
            if bits > BITS {
                return None;
            }
        }
        shifts[size..].fill(NEVER);
        let mut valid = vec![0u64; bits.div_ceil(64)];
        for bit in 0..bits {
            if strides.iter().all(|&(stride, exponent, room)| bit / stride % room <= exponent) {
                valid[bit / 64] |= 1 << (bit % 64);
            }
        }
        // A target with another prime factor, and 0, are out of reach: the goal is a place that nothing gets to.
        let goal = strides.iter().map(|&(stride, exponent, _)| stride * exponent).sum();
        if rest > 1 || target == 0 {
            valid.fill(0);
        }
        Some(Self { shifts, valid, goal })
    }

    /// The marks of each cell that lie on a way to the goal are added to `into`.
    pub(super) fn support(&self, shape: &Shape, state: &State, sets: &mut Vec<u64>, into: &mut [u16]) {
        let words = self.valid.len();
        let cells = shape.cells.len();
        sets.clear();
        sets.resize(words * (cells + 2), 0);
        // From each set of the cells before, backwards: from where the goal can be reached.
        let (before, after) = sets.split_at_mut(words);
        after[cells * words + self.goal / 64] |= self.valid[self.goal / 64] & 1 << (self.goal % 64);
        for place in (0..cells).rev() {
            let (here, next) = after[place * words..].split_at_mut(words);
            self.each(state.marks[shape.cells[place] as usize], |_, shift| shift_down(&next[..words], shift, here));
            and(here, &self.valid);
        }
        before[0] = self.valid[0] & 1;
        let mut next = vec![0; words];
        for place in 0..cells {
            let goal = &after[(place + 1) * words..(place + 2) * words];
            next.fill(0);
            self.each(state.marks[shape.cells[place] as usize], |bit, shift| {
                if shift_up(before, shift, goal, &mut next) {
                    into[place] |= bit;
                }
            });
            before.copy_from_slice(&next);
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
pub(super) fn keep(shape: &Shape, supported: &[u16], state: &mut State, layout: &Lines) -> bool {
    shape.cells.iter().zip(supported).all(|(&cell, &supported)| {
        let marks = state.marks[cell as usize];
        marks & supported == marks || state.keep(layout, cell as usize, marks & supported)
    })
}
