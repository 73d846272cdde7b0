//! A set of values as a bitset: one word for a Sudoku cell, fifteen for a 900-cell Hidato.

use crate::Value;

/// A set of small non-negative integers.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Domain {
    words: Vec<u64>,
}

impl Domain {
    /// The empty set.
    pub const fn empty() -> Self {
        Self { words: Vec::new() }
    }

    /// All values from `low` to `high`, both included.
    pub fn range(low: u16, high: u16) -> Self {
        (low..=high).map(Value).collect()
    }

    /// The set with one member.
    pub fn only(value: Value) -> Self {
        std::iter::once(value).collect()
    }

    /// A set straight from its words, least significant bit first.
    pub fn from_words(words: Vec<u64>) -> Self {
        let mut set = Self { words };
        set.trim();
        set
    }

    /// The words, least significant first; the last one is not zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether `value` is a member.
    #[inline]
    pub fn contains(&self, value: Value) -> bool {
        self.words.get(value.word()).is_some_and(|word| word & value.bit() != 0)
    }

    /// Adds a value.
    pub fn insert(&mut self, value: Value) {
        if self.words.len() <= value.word() {
            self.words.resize(value.word() + 1, 0);
        }
        self.words[value.word()] |= value.bit();
    }

    /// Takes a value away; true if it was there.
    pub fn remove(&mut self, value: Value) -> bool {
        let had = self.contains(value);
        if had {
            self.words[value.word()] &= !value.bit();
            self.trim();
        }
        had
    }

    /// The members in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        values_of(&self.words)
    }

    /// How many members are smaller than `value`.
    pub fn rank(&self, value: Value) -> usize {
        let below = self.words.iter().take(value.word()).map(|word| word.count_ones() as usize);
        let within = self.words.get(value.word()).map_or(0, |word| (word & (value.bit() - 1)).count_ones() as usize);
        below.sum::<usize>() + within
    }

    /// The smallest member.
    pub fn first(&self) -> Option<Value> {
        self.iter().next()
    }

    /// The largest member.
    pub fn last(&self) -> Option<Value> {
        let word = self.words.last()?;
        Some(Value(((self.words.len() - 1) * 64 + 63 - word.leading_zeros() as usize) as u16))
    }

    /// Whether the two sets have a member in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The members of both.
    pub fn intersection(&self, other: &Self) -> Self {
        Self::from_words(self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect())
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

/// The members of a bitset given as words, in increasing order.
pub(crate) fn values_of(words: &[u64]) -> impl Iterator<Item = Value> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Value((index as u32 * 64 + bit) as u16))
        })
    })
}

impl Extend<Value> for Domain {
    fn extend<I: IntoIterator<Item = Value>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.insert(value));
    }
}

impl FromIterator<Value> for Domain {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut set = Self::empty();
        set.extend(values);
        set
    }
}

impl std::fmt::Debug for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|value| value.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_a_set_at_every_width() {
        for high in [1, 9, 63, 64, 65, 899] {
            let mut set = Domain::range(1, high);
            assert_eq!(set.len(), usize::from(high));
            assert_eq!(set.first(), Some(Value(1)));
            assert_eq!(set.last(), Some(Value(high)));
            assert_eq!(set.rank(Value(high)), usize::from(high) - 1);
            assert!(set.remove(Value(high)) && !set.remove(Value(high)));
            assert_eq!(set.len(), usize::from(high) - 1);
            assert_eq!(set, (1..high).map(Value).collect());
        }
    }
}
