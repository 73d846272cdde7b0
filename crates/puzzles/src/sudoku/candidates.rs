//! The digits a cell may hold, as a set; and digits as single characters.
//!
//! Glossary: a **digit** is a number from 1 to the side of the board; a **symbol** is a digit as one character, 1 to 9
//! and then A to P for 10 to 25.

use std::fmt;

/// The largest digit: the side of a 25 x 25 board.
pub(super) const MOST: usize = 25;

/// A set of digits: one for a given, all for a blank, anything else for a clue in pencil marks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Candidates(u32); // bit d stands for digit d

impl Candidates {
    /// No digit: such a cell cannot be filled.
    pub const NONE: Self = Self(0);

    /// The digits from 1 to `side`, at most 25.
    pub fn all(side: usize) -> Self {
        Self(((1 << side.min(MOST)) - 1) << 1)
    }

    /// One digit from 1 to 25; the empty set for any other number.
    pub fn only(digit: usize) -> Self {
        if (1..=MOST).contains(&digit) { Self(1 << digit) } else { Self::NONE }
    }

    /// Whether `digit` is among them.
    pub fn contains(self, digit: usize) -> bool {
        self.intersects(Self::only(digit))
    }

    /// Whether there is a digit in both.
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The digits in either.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The digits in both.
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The digits that are not in `other`.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Bit d stands for digit d.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digit, when there is exactly one.
    pub fn single(self) -> Option<usize> {
        self.0.is_power_of_two().then(|| self.0.trailing_zeros() as usize)
    }

    /// The digits in increasing order.
    pub fn digits(self) -> impl Iterator<Item = usize> {
        (1..=MOST).filter(move |&digit| self.0 >> digit & 1 != 0)
    }
}

impl FromIterator<usize> for Candidates {
    fn from_iter<I: IntoIterator<Item = usize>>(digits: I) -> Self {
        digits.into_iter().fold(Self::NONE, |set, digit| set.union(Self::only(digit)))
    }
}

/// "1, 2, 12".
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, digit) in self.digits().enumerate() {
            write!(f, "{}{digit}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.digits()).finish()
    }
}

/// The symbol of a digit; `?` for a number that is none.
pub(super) fn symbol(digit: usize) -> char {
    match digit {
        1..=9 => char::from(b'0' + digit as u8),
        10..=MOST => char::from(b'A' + (digit - 10) as u8),
        _ => '?',
    }
}

/// The digit that a symbol stands for; small letters count too.
pub(super) fn digit_of(symbol: char) -> Option<usize> {
    match symbol.to_ascii_uppercase() {
        c @ '1'..='9' => Some(c as usize - '0' as usize),
        c @ 'A'..='P' => Some(c as usize - 'A' as usize + 10),
        _ => None,
    }
}

/// Whether the character stands for an empty cell.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, '.' | '0' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_digits_are_inverse() {
        for digit in 1..=MOST {
            assert_eq!(digit_of(symbol(digit)), Some(digit));
            assert_eq!(digit_of(symbol(digit).to_ascii_lowercase()), Some(digit));
            assert_eq!(Candidates::only(digit).single(), Some(digit));
        }
        assert_eq!([symbol(0), symbol(26)], ['?', '?']);
        assert_eq!(['0', 'Q', '.', 'é'].map(digit_of), [None; 4]);
    }

    #[test]
    fn a_set_of_digits_is_a_set() {
        let set: Candidates = [3, 25, 3, 1, 0, 26].into_iter().collect();
        assert_eq!((set.len(), set.to_string().as_str(), set.single()), (3, "1, 3, 25", None));
        assert_eq!(Candidates::all(25).without(set).union(set), Candidates::all(25));
        assert!(set.without(set).is_empty() && set.contains(25) && !set.contains(2));
    }
}
