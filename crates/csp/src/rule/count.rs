//! How many variables take a value of their sets: exactly two stars in a row, at most one white 7, at least one exit.

use crate::{Domain, Encoder, Level, Lit, Lookup, Store, Var, Wipeout};

/// A variable and the values that count.
#[derive(Clone, Debug)]
pub struct Term {
    /// The variable.
    pub var: Var,
    /// It counts when it takes one of these.
    pub set: Domain,
}

/// The number of terms that hold lies between `min` and `max`, both included. No variable occurs twice.
#[derive(Clone, Debug)]
pub struct Count {
    /// What is counted.
    pub terms: Vec<Term>,
    /// The fewest terms that may hold.
    pub min: usize,
    /// The most terms that may hold.
    pub max: usize,
}

impl Count {
    /// Exactly `count` of the variables take the value in `set`.
    pub fn exactly(count: usize, vars: impl IntoIterator<Item = Var>, set: &Domain) -> Self {
        Self { min: count, max: count, terms: terms(vars, set) }
    }

    /// At most `count` of the variables take a value of `set`.
    pub fn at_most(count: usize, vars: impl IntoIterator<Item = Var>, set: &Domain) -> Self {
        Self { min: 0, max: count, terms: terms(vars, set) }
    }

    /// At least one of the terms holds.
    pub fn some(terms: Vec<Term>) -> Self {
        Self { min: 1, max: terms.len(), terms }
    }

    pub(super) fn scope(&self) -> Vec<Var> {
        self.terms.iter().map(|term| term.var).collect()
    }

    pub(super) fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        let (mut sure, mut possible) = (0, 0);
        for term in &self.terms {
            match assignment.get(term.var) {
                Some(value) if term.set.contains(value) => {
                    sure += 1;
                    possible += 1;
                }
                Some(_) => {}
                None => possible += 1,
            }
        }
        sure.max(self.max) as u64 - self.max as u64 + self.min.max(possible) as u64 - possible as u64
    }

    /// Bounds are enough: the variables differ, so every term is free to hold or not.
    pub(super) fn narrow_at(&self, store: &mut Store, _: Level) -> Result<(), Wipeout> {
        let (mut sure, mut possible) = (0, 0);
        for term in &self.terms {
            match holds(store, term) {
                Some(true) => {
                    sure += 1;
                    possible += 1;
                }
                Some(false) => {}
                None => possible += 1,
            }
        }
        if self.min > self.max || sure > self.max || possible < self.min {
            return Err(Wipeout(self.terms.first().map_or(Var(0), |term| term.var)));
        }
        if possible == sure || (sure < self.max && possible > self.min) {
            return Ok(());
        }
        for term in &self.terms {
            if holds(store, term).is_none() {
                if sure == self.max {
                    store.discard(term.var, term.set.words())?;
                } else {
                    store.keep(term.var, term.set.words())?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn encode(&self, into: &mut Encoder) {
        let lits: Vec<Lit> = self.terms.iter().map(|term| into.is_in(term.var, &term.set)).collect();
        into.between(&lits, self.min, self.max);
    }
}

fn terms(vars: impl IntoIterator<Item = Var>, set: &Domain) -> Vec<Term> {
    vars.into_iter().map(|var| Term { var, set: set.clone() }).collect()
}

/// Whether the term holds for sure, for sure not, or may go either way.
fn holds(store: &Store, term: &Term) -> Option<bool> {
    let (mut inside, mut outside) = (false, false);
    for (index, &word) in store.domain_words(term.var).iter().enumerate() {
        let set = term.set.words().get(index).copied().unwrap_or(0);
        inside |= word & set != 0;
        outside |= word & !set != 0;
    }
    match (inside, outside) {
        (true, true) => None,
        (inside, _) => Some(inside),
    }
}
