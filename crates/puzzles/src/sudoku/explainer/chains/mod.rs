//! Chains of implications: cycles, forcing chains, and those from several assumptions at once.

mod advanced;
mod closure;
mod cycles;
mod hint;
mod links;
mod multiple;

use super::Step;
use super::loops::tenths;
use super::state::State;
use closure::Rules;
use cycles::Cycles;
use hint::Easiest;
use multiple::Multiple;

/// Asks now and then whether to go on.
pub(super) struct Budget<'a> {
    stop: &'a mut dyn FnMut() -> bool,
    spent: bool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { stop, spent: false }
    }

    /// Whether to give up. Once that is so, it stays so.
    pub(super) fn is_spent(&mut self) -> bool {
        self.spent = self.spent || (self.stop)();
        self.spent
    }
}

/// The chain techniques, in order. Aligned triplets come between the first two.
#[derive(Clone, Copy)]
pub(super) enum Technique {
    /// Forcing chains and cycles.
    Simple,
    /// Chains from several assumptions.
    Multiple(Rules),
}

const fn multiple(nishio: bool, dynamic: bool, level: u8) -> Technique {
    Technique::Multiple(Rules { nishio, dynamic, level })
}

/// The techniques after aligned triplets.
pub(super) const TECHNIQUES: [Technique; 8] = [
    multiple(true, true, 0),
    multiple(false, false, 0),
    multiple(false, true, 0),
    multiple(false, true, 1),
    multiple(false, true, 2),
    multiple(false, true, 3),
    multiple(false, true, 4),
    multiple(false, true, 5),
];

/// What the searches work with, kept from one to the next.
#[derive(Default)]
pub(super) struct Chains {
    cycles: Cycles,
    multiple: Multiple,
}

impl Chains {
    /// Takes the easiest step of a technique.
    pub(super) fn step(&mut self, technique: Technique, state: &mut State, budget: &mut Budget) -> Option<Step> {
        let mut easiest = Easiest::default();
        match technique {
            Technique::Simple => self.cycles.search(state, state, &mut easiest),
            Technique::Multiple(rules) => self.multiple.search(rules, state, state, &mut easiest, budget),
        }
        let hint = easiest.0.filter(|_| !budget.is_spent())?;
        Some(Step { rating: tenths(hint.rating), placed: hint.effect.apply(state) })
    }
}
