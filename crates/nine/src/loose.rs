//! Puzzles that leave much open, and how they are searched.
//!
//! Where solutions are many, almost any guess leads to one, and what takes time is to infer after each guess and to choose the best. So the search
//! **leaps**: it takes the first cells with two digits, in different bands and stacks so that they hardly interfere, and guesses in up to three of them
//! before it infers again. The other digits of each are tried later as ever, so nothing is missed.

use super::Marks;

/// The fewest givens of a puzzle with one solution (`McGuire`, Tugemann, Civario 2012).
const FEWEST: usize = 17;
/// A puzzle with one solution and this many givens has some to spare, and hardly ever needs a guess.
const MANY: usize = 30;
/// After this many guesses a puzzle is searched like any other: there may be no solution at all.
const GUESSES: u64 = 32;

/// How many cells to guess in at once.
pub(super) const LEAP: usize = 3;

/// Whether to leap after this many guesses, if a puzzle with so many givens needs any.
#[inline]
pub(super) fn leaps(givens: usize, guesses: u64) -> bool {
    !(FEWEST..MANY).contains(&givens) && guesses < GUESSES
}

/// The givens of 81 characters.
#[inline(never)]
pub(super) fn givens_of_line(line: &[u8; 81]) -> usize {
    // As bytes, many of which are counted at once.
    usize::from(line.iter().fold(0, |count: u8, character| count + u8::from(character.wrapping_sub(b'1') < 9)))
}

/// The cells with one digit in pencil marks.
#[inline(never)]
pub(super) fn givens_of_marks(marks: &Marks) -> usize {
    marks.iter().map(|set| usize::from((set & 0x1ff).is_power_of_two())).sum()
}
