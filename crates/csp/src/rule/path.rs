//! Consecutive numbers sit on neighbouring cells: Hidato, seen from the cells.

use std::sync::Arc;

use super::Graph;
use crate::{Encoder, Level, Lookup, Store, Value, Var, Wipeout};

/// Every cell has a neighbour with the next number, unless it holds the last, and one with the number before, unless it
/// holds 1. Together with all-different over a full board this says that the numbers form a path.
#[derive(Clone, Debug)]
pub struct Path {
    /// The cells.
    pub vars: Vec<Var>,
    /// Which cells are adjacent, by position in `vars`.
    pub graph: Arc<Graph>,
    /// The last number; the first is 1.
    pub length: u16,
}

impl Path {
    pub(super) fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    /// Numbers whose cell has no neighbour left for the next one, plus those with none left for the one before.
    pub(super) fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        let mut stuck = 0;
        for (node, &var) in self.vars.iter().enumerate() {
            let Some(Value(number)) = assignment.get(var) else { continue };
            let (mut before, mut after) = (number <= 1, number >= self.length);
            for &other in &self.graph.neighbours[node] {
                let next = assignment.get(self.vars[other as usize]).map(|value| value.0);
                before |= next.is_none_or(|next| next + 1 == number);
                after |= next.is_none_or(|next| next == number + 1);
            }
            stuck += u64::from(!before) + u64::from(!after);
        }
        stuck
    }

    /// A number stays in a cell only while a neighbour can hold the next one and a neighbour the one before.
    pub(super) fn narrow_at(&self, store: &mut Store, _: Level) -> Result<(), Wipeout> {
        for (node, &var) in self.vars.iter().enumerate() {
            let words = store.domain_words(var).len();
            let mut around = vec![0u64; words + 1];
            for &other in &self.graph.neighbours[node] {
                for (word, more) in around.iter_mut().zip(store.domain_words(self.vars[other as usize])) {
                    *word |= more;
                }
            }
            let mut keep = vec![0u64; words];
            for value in store.values(var) {
                let has = |number: u16| around[usize::from(number >> 6)] >> (number & 63) & 1 == 1;
                if (value.0 <= 1 || has(value.0 - 1)) && (value.0 >= self.length || has(value.0 + 1)) {
                    keep[value.index() >> 6] |= 1 << (value.0 & 63);
                }
            }
            store.keep(var, &keep)?;
        }
        Ok(())
    }

    pub(super) fn encode(&self, into: &mut Encoder) {
        for (node, &var) in self.vars.iter().enumerate() {
            let domain = into.domain(var).clone();
            for value in domain.iter() {
                let before = (value.0 > 1).then(|| value.0 - 1);
                let after = (value.0 < self.length).then(|| value.0 + 1);
                for next in [before, after].into_iter().flatten() {
                    let mut clause = vec![!into.is(var, value)];
                    for &other in &self.graph.neighbours[node] {
                        let other = self.vars[other as usize];
                        if into.domain(other).contains(Value(next)) {
                            clause.push(into.is(other, Value(next)));
                        }
                    }
                    into.clause(clause);
                }
            }
        }
    }
}
