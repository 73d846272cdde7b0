//! Equivalent puzzles, each once.

use std::collections::HashSet;

use crate::Puzzle;

/// So many draws in a row that bring nothing new end the series, where symmetries are too many to be listed.
const PATIENCE: u64 = 20_000;

/// The different ones among [`Puzzle::transformed`], in the order of their indices. It holds some 40 bytes for each that it gave.
#[derive(Clone, Debug)]
pub struct Variations {
    puzzle: Puzzle,
    seed: u64,
    /// The next draw.
    index: u64,
    /// The digests of all that were given.
    given: HashSet<u128>,
    /// How many there are, if that is known.
    all: Option<usize>,
}

impl Puzzle {
    /// Random equivalent puzzles, each once, until there are no more: [`Puzzle::transformed`] without what came before. The puzzle itself is among them.
    ///
    /// ```
    /// let puzzle = pencilmark::Puzzle::parse("4 1\nAABB\nABBC\nDDCC\nDDDC")?;
    /// assert_eq!(puzzle.variations(2026).count(), 8);
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn variations(&self, seed: u64) -> Variations {
        let all = self.clues.symmetries().map(|symmetries| {
            let digests = symmetries.iter().map(|symmetry| self.moved(symmetry).digest());
            digests.collect::<HashSet<u128>>().len()
        });
        Variations { puzzle: self.clone(), seed, index: 0, given: HashSet::new(), all }
    }
}

impl Variations {
    /// How many different ones there are; `None` if their symmetries are too many to be listed.
    pub fn all(&self) -> Option<usize> {
        self.all
    }
}

impl Iterator for Variations {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        let last = self.index.saturating_add(PATIENCE);
        while self.index < last && self.all != Some(self.given.len()) {
            let next = self.puzzle.transformed(self.seed, self.index);
            self.index += 1;
            if self.given.insert(next.digest()) {
                return Some(next);
            }
        }
        None
    }
}
