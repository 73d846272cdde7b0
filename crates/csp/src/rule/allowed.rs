//! A variable takes one of some values: a given digit, a pencil mark.

use crate::{Domain, Encoder, Level, Lookup, Store, Value, Var, Wipeout};

/// `var` is a member of `set`.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The variable.
    pub var: Var,
    /// The values it may take.
    pub set: Domain,
}

impl Allowed {
    /// `var` has this value.
    pub fn given(var: Var, value: Value) -> Self {
        Self { var, set: Domain::only(value) }
    }

    pub(super) fn scope(&self) -> Vec<Var> {
        vec![self.var]
    }

    pub(super) fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        assignment.get(self.var).is_some_and(|value| !self.set.contains(value)).into()
    }

    pub(super) fn narrow(&self, store: &mut Store) -> Result<(), Wipeout> {
        store.keep(self.var, self.set.words()).map(drop)
    }

    pub(super) fn narrow_at(&self, store: &mut Store, _: Level) -> Result<(), Wipeout> {
        self.narrow(store)
    }

    pub(super) fn encode(&self, into: &mut Encoder) {
        let forbidden: Vec<Value> = into.domain(self.var).iter().filter(|&value| !self.set.contains(value)).collect();
        for value in forbidden {
            let is = into.is(self.var, value);
            into.clause([!is]);
        }
    }
}
