//! Chains of implications: cycles, forcing chains, and those from several assumptions at once.

mod advanced;
pub(crate) mod closure;
mod cycles;
pub(crate) mod hint;
mod links;
pub(crate) mod multiple;
pub(crate) mod nishio;
pub(crate) mod reach;

use super::loops::tenths;
use super::order::Step;
use super::state::State;
use closure::Rules;
use cycles::Cycles;
use hint::{Easiest, Hint};
use multiple::Multiple;
use reach::Reach;

/// Asks now and then whether to go on.
pub(crate) struct Budget<'a> {
    stop: &'a mut dyn FnMut() -> bool,
    spent: bool,
}

impl<'a> Budget<'a> {
    /// Asks this.
    pub(crate) fn new(stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { stop, spent: false }
    }

    /// Whether to give up. Once that is so, it stays so.
    pub(super) fn is_spent(&mut self) -> bool {
        self.spent = self.spent || (self.stop)();
        self.spent
    }
}

/// The rules of chains from several assumptions, in the order in which they are tried: Nishio, multiple, dynamic, and dynamic with levels of nesting.
const MULTIPLE: [Rules; 8] = [
    Rules { nishio: true, dynamic: true, level: 0 },
    Rules { nishio: false, dynamic: false, level: 0 },
    Rules { nishio: false, dynamic: true, level: 0 },
    Rules { nishio: false, dynamic: true, level: 1 },
    Rules { nishio: false, dynamic: true, level: 2 },
    Rules { nishio: false, dynamic: true, level: 3 },
    Rules { nishio: false, dynamic: true, level: 4 },
    Rules { nishio: false, dynamic: true, level: 5 },
];

/// What the searches work with, kept from one to the next.
#[derive(Default)]
pub(crate) struct Chains {
    cycles: Cycles,
    multiple: Multiple,
}

impl Chains {
    /// Takes the easiest forcing chain or cycle.
    pub(crate) fn simple(&mut self, state: &mut State) -> Option<Step> {
        let mut easiest = Easiest::default();
        self.cycles.search(state, state, &mut easiest);
        easiest.0.map(|hint| take(&hint, state))
    }

    /// Takes the easiest chain from several assumptions of the first kind that has one, unless the budget is spent before. There must be no simple chain,
    /// and that must have been found out last.
    pub(crate) fn multiple(&mut self, state: &mut State, budget: &mut Budget) -> Option<Step> {
        MULTIPLE.into_iter().find_map(|rules| {
            if rules.nishio && !nishio::has_contradiction(state) {
                return None;
            }
            // What the search for simple chains has found out about this position holds as long as none was found.
            let reach = (!rules.dynamic).then_some(self.cycles.reach());
            let easiest = easiest(&mut self.multiple, rules, state, reach, budget);
            easiest.filter(|_| !budget.is_spent()).map(|hint| take(&hint, state))
        })
    }

    /// Returns what the search for simple chains has found out about the position.
    #[cfg(test)]
    pub(crate) fn reach(&self) -> &Reach {
        self.cycles.reach()
    }
}

/// The easiest chain from several assumptions by these rules. `reach` says where chains that are not dynamic can be found.
pub(crate) fn easiest(
    multiple: &mut Multiple,
    rules: Rules,
    state: &State,
    reach: Option<&Reach>,
    budget: &mut Budget,
) -> Option<Hint> {
    let mut easiest = Easiest::default();
    multiple.search(rules, state, state, reach, &mut easiest, budget);
    easiest.0
}

fn take(hint: &Hint, state: &mut State) -> Step {
    Step { rating: tenths(hint.rating), placed: hint.effect.apply(state) }
}
