//! Two variables stand in a relation: neighbours on a board, not both shaded, not touching.

use std::sync::Arc;

use crate::{Domain, Encoder, Level, Lookup, Store, Value, Var, Wipeout};

/// The allowed pairs (left value, right value), shared by many rules.
#[derive(Clone, Debug)]
pub struct Relation {
    forward: Vec<Domain>,
    backward: Vec<Domain>,
}

impl Relation {
    /// All pairs below (`left`, `right`) for which `allowed` holds.
    pub fn new(left: usize, right: usize, allowed: impl Fn(Value, Value) -> bool) -> Arc<Self> {
        let value = |index: usize| Value(index as u16);
        let forward = (0..left).map(|a| (0..right).map(value).filter(|&b| allowed(value(a), b)).collect()).collect();
        let backward = (0..right).map(|b| (0..left).map(value).filter(|&a| allowed(a, value(b))).collect()).collect();
        Arc::new(Self { forward, backward })
    }

    /// For each left value the right ones that it allows, and for each right value the left ones.
    pub(crate) fn sides(&self) -> [&[Domain]; 2] {
        [&self.forward, &self.backward]
    }

    /// Whether the pair is allowed.
    #[inline]
    pub fn allows(&self, left: Value, right: Value) -> bool {
        self.forward.get(left.index()).is_some_and(|set| set.contains(right))
    }

    /// The right values that go with `left`.
    #[inline]
    pub fn partners(&self, left: Value) -> Option<&Domain> {
        self.forward.get(left.index())
    }
}

/// (`left`, `right`) is one of the pairs of `relation`.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// One variable.
    pub left: Var,
    /// The other.
    pub right: Var,
    /// What they may hold together.
    pub relation: Arc<Relation>,
}

impl Pairs {
    pub(super) fn scope(&self) -> Vec<Var> {
        vec![self.left, self.right]
    }

    pub(super) fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        match (assignment.get(self.left), assignment.get(self.right)) {
            (Some(left), Some(right)) => (!self.relation.allows(left, right)).into(),
            _ => 0,
        }
    }

    pub(super) fn narrow_at(&self, store: &mut Store, _: Level) -> Result<(), Wipeout> {
        revise(store, self.left, self.right, &self.relation.forward)?;
        revise(store, self.right, self.left, &self.relation.backward)
    }

    /// Whichever is shorter: a clause for each forbidden pair, or each value implies one of its partners.
    pub(super) fn encode(&self, into: &mut Encoder) {
        let (left, right) = (into.domain(self.left).clone(), into.domain(self.right).clone());
        let support = |a: Value| self.relation.partners(a).map_or(0, |set| set.intersection(&right).len());
        let allowed: usize = left.iter().map(support).sum();
        let forbidden = left.len() * right.len() - allowed;
        if forbidden <= 2 * allowed {
            for a in left.iter() {
                for b in right.iter().filter(|&b| !self.relation.allows(a, b)) {
                    let clause = [!into.is(self.left, a), !into.is(self.right, b)];
                    into.clause(clause);
                }
            }
        } else {
            imply(into, (self.left, &left), (self.right, &right), &self.relation.forward);
            imply(into, (self.right, &right), (self.left, &left), &self.relation.backward);
        }
    }
}

/// Keeps the values of `other` that some value of `var` supports (AIMA figure 6.3, REVISE).
fn revise(store: &mut Store, var: Var, other: Var, partners: &[Domain]) -> Result<(), Wipeout> {
    let mut supported = vec![0; store.domain_words(other).len()];
    for value in store.values(var) {
        let Some(set) = partners.get(value.index()) else { continue };
        for (word, more) in supported.iter_mut().zip(set.words()) {
            *word |= more;
        }
    }
    store.keep(other, &supported).map(drop)
}

fn imply(into: &mut Encoder, from: (Var, &Domain), to: (Var, &Domain), partners: &[Domain]) {
    for value in from.1.iter() {
        let mut clause = vec![!into.is(from.0, value)];
        if let Some(set) = partners.get(value.index()) {
            clause.extend(set.intersection(to.1).iter().map(|partner| into.is(to.0, partner)));
        }
        into.clause(clause);
    }
}
