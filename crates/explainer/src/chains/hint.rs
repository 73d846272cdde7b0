//! What a chain proves, how chains are rated, and which of them is taken.
//!
//! Glossary: a **candidate** is a cell times nine plus a digit, 0 to 728; a **literal** says that a candidate is true (on) or false (off): twice the
//! candidate, plus one for on; the **complexity** of a hint is the number of literals in its chains, those of nested chains included; the **rank** of a
//! kind of chain decides between hints of the same rating and complexity.

use super::super::houses::{CELLS, HOUSES, bits};
use super::super::state::State;

/// The cell and the digit of a candidate.
pub(super) fn split(candidate: u16) -> (usize, usize) {
    (usize::from(candidate) / 9, usize::from(candidate) % 9)
}

/// What is added to the rating of the shortest chain: a tenth for each of the lengths 4, 6, 8, 12, 16, 24, … that this one exceeds.
pub(super) fn length_rating(complexity: u32) -> f64 {
    let (mut added, mut ceiling, mut odd) = (0.0, 4, false);
    while complexity > ceiling + 2 {
        added += 0.1;
        ceiling = if odd { ceiling * 4 / 3 } else { ceiling * 3 / 2 };
        odd = !odd;
    }
    added
}

/// What follows from a hint.
#[derive(Clone, PartialEq)]
pub(crate) enum Effect {
    /// A candidate is true.
    On(u16),
    /// A candidate is false.
    Off(u16),
    /// Candidates of several cells are false.
    Many(Vec<(u8, u16)>),
}

impl Effect {
    /// The candidates that it removes, by cell.
    pub(crate) fn removed(&self, state: &State) -> Vec<(u8, u16)> {
        match self {
            &Self::On(candidate) => {
                let (cell, digit) = split(candidate);
                vec![(cell as u8, state.marks[cell] & !(1 << digit))]
            }
            &Self::Off(candidate) => {
                let (cell, digit) = split(candidate);
                vec![(cell as u8, 1 << digit)]
            }
            Self::Many(removed) => removed.clone(),
        }
    }

    /// Applies it, and says whether a digit was placed.
    pub(super) fn apply(&self, state: &mut State) -> bool {
        if let &Self::On(candidate) = self {
            let (cell, digit) = split(candidate);
            state.place(cell, digit);
            return true;
        }
        for (cell, digits) in self.removed(state) {
            state.remove_all(usize::from(cell), digits);
        }
        false
    }
}

/// The chain behind a hint, as far as chains around it want to know.
#[derive(Clone, Default)]
pub(super) struct Proof {
    /// The candidates that were removed from the position at the start and must be gone for the chain to work.
    pub(super) needs: Vec<u16>,
    /// A number that is the same for the same chains.
    pub(super) signature: u64,
}

/// A hint: what follows, and what decides when it is taken.
#[derive(Clone)]
pub(crate) struct Hint {
    pub(super) rating: f64,
    /// The number of literals in its chains.
    pub complexity: u32,
    /// What decides between hints of the same rating and complexity.
    pub rank: u8,
    /// What follows.
    pub effect: Effect,
    pub(super) proof: Proof,
}

impl Hint {
    /// What hints are ordered by.
    fn key(&self) -> (f64, u32, u8) {
        (self.rating, self.complexity, self.rank)
    }
}

/// Takes hints as they are found.
pub(super) trait Sink {
    /// Whether it keeps proofs.
    const PROOFS: bool;

    /// Whether it would take a hint like this.
    fn wants(&self, base: f64, complexity: u32, rank: u8) -> bool;

    /// The greatest complexity that it would take.
    fn most(&self, base: f64, rank: u8) -> u32;

    /// Takes a hint.
    fn take(&mut self, hint: Hint);
}

/// Keeps the easiest hint, and of hints rated alike the first.
#[derive(Default)]
pub(super) struct Easiest(pub(super) Option<Hint>);

impl Sink for Easiest {
    const PROOFS: bool = false;

    fn wants(&self, base: f64, complexity: u32, rank: u8) -> bool {
        self.0.as_ref().is_none_or(|best| (base + length_rating(complexity), complexity, rank) < best.key())
    }

    fn most(&self, base: f64, rank: u8) -> u32 {
        let Some(best) = &self.0 else { return u32::MAX };
        let mut complexity = best.complexity;
        // The ratings of two kinds differ by less than what these many literals add.
        while self.wants(base, complexity + 1, rank) {
            complexity += 1;
        }
        while complexity > 0 && !self.wants(base, complexity, rank) {
            complexity -= 1;
        }
        complexity
    }

    fn take(&mut self, hint: Hint) {
        self.0 = Some(hint);
    }
}

/// Keeps all hints.
#[derive(Default)]
pub(super) struct All(Vec<Hint>);

impl Sink for All {
    const PROOFS: bool = true;

    fn wants(&self, _: f64, _: u32, _: u8) -> bool {
        true
    }

    fn most(&self, _: f64, _: u8) -> u32 {
        u32::MAX
    }

    fn take(&mut self, hint: Hint) {
        self.0.push(hint);
    }
}

impl All {
    /// The hints in order, the easiest first; of those that remove the same candidates only the first.
    pub(super) fn in_order(mut self, state: &State) -> Vec<Hint> {
        self.0.sort_by(|a, b| a.key().partial_cmp(&b.key()).unwrap_or(std::cmp::Ordering::Equal));
        let mut met = std::collections::HashSet::new();
        self.0.retain(|hint| met.insert(hint.effect.removed(state)));
        self.0
    }
}

/// Why a literal follows: the cell has one candidate left, or a house (block, row, column) one spot; something more advanced; or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    Block,
    Row,
    Column,
    Cell,
    Advanced,
    Assumed,
}

impl Cause {
    /// The cause that a house of this type is.
    pub(super) fn house(kind: usize) -> Self {
        [Self::Block, Self::Row, Self::Column][kind]
    }
}

/// Collects what a chain needs: for each literal that is on, the candidates that had to go before it was the last one of its cell or house.
pub(super) struct Needs<'a> {
    /// The position that the outer chain started from.
    pub(super) before: &'a State,
    /// The position in which the chain was found.
    pub(super) now: &'a State,
    pub(super) proof: Proof,
}

impl Needs<'_> {
    fn add(&mut self, candidate: usize) {
        let candidate = candidate as u16;
        if !self.proof.needs.contains(&candidate) {
            self.proof.needs.push(candidate);
        }
    }

    /// A literal of a chain, which is on for this cause.
    pub(super) fn on(&mut self, candidate: u16, cause: Cause) {
        let (cell, digit) = split(candidate);
        let kind = match cause {
            Cause::Cell => {
                for gone in bits(self.before.marks[cell] & !self.now.marks[cell]) {
                    self.add(cell * 9 + gone);
                }
                return;
            }
            Cause::Block => 0,
            Cause::Row => 1,
            Cause::Column => 2,
            Cause::Advanced | Cause::Assumed => return,
        };
        let house = usize::from(HOUSES[cell][kind]);
        for spot in bits(self.before.spots[house][digit] & !self.now.spots[house][digit]) {
            self.add(usize::from(CELLS[house][spot]) * 9 + digit);
        }
    }

    /// A literal of a chain, for the signature.
    pub(super) fn literal(&mut self, literal: u16) {
        // FNV-1a, by words.
        self.proof.signature = (self.proof.signature ^ u64::from(literal)).wrapping_mul(0x0100_0000_01b3);
    }

    /// The end of a chain, for the signature.
    pub(super) fn end(&mut self) {
        self.literal(u16::MAX);
    }
}
