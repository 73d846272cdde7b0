//! The rules: one file per constraint, each with its violation, its propagation and its clauses.
//!
//! How to add one: a file with a struct and the functions that `each!` calls, a variant of [`Rule`], a line in `each!` and
//! `from!`, and a look at `is_costly` and `is_lazy`. A case in `tests.rs` then holds it to the law: at every complete
//! assignment, `violation` is 0 exactly when no level of inference fails. The search crate's tests do the same for the
//! clauses.

mod all_different;
mod allowed;
mod cage;
mod connected;
mod count;
mod pairs;
mod path;
#[cfg(test)]
mod tests;

pub use all_different::AllDifferent;
pub use allowed::Allowed;
pub use cage::{Cage, Operator};
pub use connected::{Connected, Graph};
pub use count::{Count, Term};
pub use pairs::{Pairs, Relation};
pub use path::Path;

use crate::{Domain, Encoder, Lookup, Store, Value, Var, Wipeout};

/// How hard inference works. Each level contains the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Check what is decided.
    None,
    /// The textbook's forward checking: filter the last undecided variable of a rule; not-equal and pairs count as binary.
    /// A variable with one value left is undecided until its turn comes.
    Forward,
    /// The same with every variable that has one value left taken as decided.
    ForwardSingletons,
    /// Arc consistency, to a fixpoint: cages and counts generalised, articulation cells of connected sets forced.
    Arc,
    /// The strongest each rule has: Régin's all-different.
    Full,
}

/// A constraint.
///
/// # Contract of every rule
///
/// - **Scope**: it looks at the variables of [`Rule::scope`] and at no others.
/// - **Violation**: at a complete assignment, [`Rule::violation`] is 0 exactly if the rule holds. At a partial one it is 0
///   unless what is assigned breaks the rule already.
/// - **Propagation is sound**: at every [`Level`], [`Rule::propagate`] removes only values that no solution of the rule
///   within the current domains uses, and returns a wipeout only if there is no such solution.
/// - **Propagation is monotone**: smaller domains never lead to larger ones. A higher level removes at least what a lower
///   one removes (a path does together with the all-different beside it).
/// - **Propagation decides**: once every variable of the scope is [decided](Store::decide), it fails exactly if the rule is
///   violated. From [`Level::ForwardSingletons`] on, one value left is enough. [`Level::None`] removes nothing and only
///   checks what is decided.
/// - **Clauses**: an assignment satisfies the rule's clauses exactly if the rule holds; a lazy rule may leave some out and
///   add them as cuts when a candidate breaks it.
///
/// `rule/tests.rs` holds every rule to this against a definition written apart from it.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // each variant is documented at its type
pub enum Rule {
    Allowed(Allowed),
    AllDifferent(AllDifferent),
    Cage(Cage),
    Count(Count),
    Pairs(Pairs),
    Connected(Connected),
    Path(Path),
}

/// Runs the same expression on whichever rule it is.
macro_rules! each {
    ($rule:expr, $inner:ident => $body:expr) => {
        match $rule {
            Rule::Allowed($inner) => $body,
            Rule::AllDifferent($inner) => $body,
            Rule::Cage($inner) => $body,
            Rule::Count($inner) => $body,
            Rule::Pairs($inner) => $body,
            Rule::Connected($inner) => $body,
            Rule::Path($inner) => $body,
        }
    };
}

macro_rules! from {
    ($($name:ident),*) => {
        $(impl From<$name> for Rule {
            fn from(rule: $name) -> Self {
                Rule::$name(rule)
            }
        })*
    };
}
from!(Allowed, AllDifferent, Cage, Count, Pairs, Connected, Path);

impl Rule {
    /// The variables the rule is about.
    pub fn scope(&self) -> Vec<Var> {
        each!(self, rule => rule.scope())
    }

    /// How badly the rule is broken: 0 exactly when it holds at a complete assignment. At a partial one, it counts only
    /// what no extension can mend.
    pub fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        each!(self, rule => rule.violation(assignment))
    }

    /// Removes values that the rule rules out, as hard as `level` asks. Only removes, is monotone, and decides once its
    /// scope is assigned.
    pub fn propagate(&self, store: &mut Store, level: Level) -> Result<(), Wipeout> {
        match level {
            Level::None => self.check(&Assigned { store, level }),
            Level::Forward | Level::ForwardSingletons => match self {
                Rule::AllDifferent(rule) => rule.forward(store, level),
                Rule::Allowed(rule) => rule.narrow(store),
                _ => self.filter_last(store, level),
            },
            Level::Arc | Level::Full => each!(self, rule => rule.narrow_at(store, level)),
        }
    }

    /// Adds clauses that are satisfiable together with an assignment exactly when the rule holds there, up to
    /// [`Rule::cuts`].
    pub fn encode(&self, into: &mut Encoder) {
        each!(self, rule => rule.encode(into));
    }

    /// Clauses that exclude `model`, a complete assignment, where the clauses of [`Rule::encode`] were not enough; none
    /// when the rule holds there.
    pub fn cuts(&self, model: &[Value], into: &mut Encoder) {
        if let Rule::Connected(rule) = self {
            rule.cuts(model, into);
        }
    }

    /// Whether [`Rule::cuts`] may have something to say.
    pub fn is_lazy(&self) -> bool {
        matches!(self, Rule::Connected(_))
    }

    /// Whether a run is costly enough to wait until the cheap rules are done.
    pub(crate) fn is_costly(&self, level: Level) -> bool {
        match self {
            Rule::Connected(_) | Rule::Path(_) => true,
            Rule::AllDifferent(_) => level == Level::Full,
            _ => false,
        }
    }

    fn check(&self, assigned: &Assigned<'_>) -> Result<(), Wipeout> {
        if self.violation(assigned) == 0 {
            Ok(())
        } else {
            Err(Wipeout(self.scope().first().copied().unwrap_or(Var(0))))
        }
    }

    /// Forward checking of an n-ary rule: once one variable is left, try its values.
    fn filter_last(&self, store: &mut Store, level: Level) -> Result<(), Wipeout> {
        let scope = self.scope();
        let assigned = Assigned { store, level };
        let mut open = scope.iter().copied().filter(|&var| assigned.get(var).is_none());
        let (last, more) = (open.next(), open.next());
        match (last, more) {
            (Some(last), None) => {
                let fails = |&value: &Value| self.violation(&With { assigned, var: last, value }) > 0;
                let bad: Domain = store.values(last).filter(fails).collect();
                store.discard(last, bad.words()).map(drop)
            }
            _ => self.check(&assigned),
        }
    }
}

/// The variables that count as assigned below arc consistency: those that are decided, or those with one value left.
#[derive(Clone, Copy)]
struct Assigned<'a> {
    store: &'a Store,
    level: Level,
}

impl Lookup for Assigned<'_> {
    fn get(&self, var: Var) -> Option<Value> {
        if self.level >= Level::ForwardSingletons || self.store.is_decided(var) { self.store.get(var) } else { None }
    }
}

/// The same where one more variable has a value.
struct With<'a> {
    assigned: Assigned<'a>,
    var: Var,
    value: Value,
}

impl Lookup for With<'_> {
    fn get(&self, var: Var) -> Option<Value> {
        if var == self.var { Some(self.value) } else { self.assigned.get(var) }
    }
}
