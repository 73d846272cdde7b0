//! No value twice: a row, a column, a box, a path.
//!
//! Levels: duplicates among assigned variables; remove assigned values from the rest (what is assigned depends on the
//! sort of forward checking); the same to a fixpoint; and
//! Régin's filter (AAAI 1994), which removes every value that is in no matching of all variables.

use super::Assigned;
use crate::domain::values_of;
use crate::{Encoder, Level, Lookup, Store, Value, Var, Wipeout};

/// The variables take different values.
#[derive(Clone, Debug)]
pub struct AllDifferent {
    /// The variables.
    pub vars: Vec<Var>,
}

impl AllDifferent {
    pub(super) fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    /// Variables that repeat a value.
    pub(super) fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        // The values below 64 need no allocation.
        let (mut first, mut more): (u64, Vec<u64>) = (0, Vec::new());
        let mut repeats = 0;
        for value in self.vars.iter().filter_map(|&var| assignment.get(var)) {
            let word = match value.word().checked_sub(1) {
                None => &mut first,
                Some(index) => {
                    if more.len() <= index {
                        more.resize(index + 1, 0);
                    }
                    &mut more[index]
                }
            };
            repeats += u64::from(*word & value.bit() != 0);
            *word |= value.bit();
        }
        repeats
    }

    /// One round: removes the values that are assigned now from all other variables.
    pub(super) fn forward(&self, store: &mut Store, level: Level) -> Result<(), Wipeout> {
        let mut taken: Vec<u64> = Vec::new();
        let mut open = Vec::with_capacity(self.vars.len());
        for &var in &self.vars {
            if (Assigned { store, level }).get(var).is_some() {
                if !take(&mut taken, store.domain_words(var)) {
                    return Err(Wipeout(var));
                }
            } else {
                open.push(var);
            }
        }
        for var in open {
            store.discard(var, &taken)?;
        }
        Ok(())
    }

    pub(super) fn narrow_at(&self, store: &mut Store, level: Level) -> Result<(), Wipeout> {
        self.to_fixpoint(store)?;
        if level == Level::Full {
            Matching::new(&self.vars, store)?.filter(store)?;
        }
        Ok(())
    }

    fn to_fixpoint(&self, store: &mut Store) -> Result<(), Wipeout> {
        if store.is_narrow() && self.vars.len() <= 64 {
            return self.to_fixpoint_in_words(store);
        }
        let mut done = vec![false; self.vars.len()];
        loop {
            let mut taken: Vec<u64> = Vec::new();
            let mut any = false;
            for (&var, done) in self.vars.iter().zip(&mut done) {
                if !*done && store.is_assigned(var) {
                    *done = true;
                    any = true;
                    if !take(&mut taken, store.domain_words(var)) {
                        return Err(Wipeout(var));
                    }
                }
            }
            if !any {
                return Ok(());
            }
            for (&var, &done) in self.vars.iter().zip(&done) {
                if !done {
                    store.discard(var, &taken)?;
                }
            }
        }
    }

    /// The same where one word holds a domain, and another one the variables that are done.
    fn to_fixpoint_in_words(&self, store: &mut Store) -> Result<(), Wipeout> {
        let mut done = 0u64;
        loop {
            let mut taken = 0;
            for (index, &var) in self.vars.iter().enumerate() {
                if done >> index & 1 == 0 && store.is_assigned(var) {
                    done |= 1 << index;
                    let value = store.word(var);
                    if taken & value != 0 {
                        return Err(Wipeout(var));
                    }
                    taken |= value;
                }
            }
            if taken == 0 {
                return Ok(());
            }
            for (index, &var) in self.vars.iter().enumerate() {
                if done >> index & 1 == 0 {
                    store.keep_word(var, !taken)?;
                }
            }
        }
    }

    /// At most one variable per value; and at least one, where there are as many values as variables.
    pub(super) fn encode(&self, into: &mut Encoder) {
        let mut union: Vec<u64> = Vec::new();
        for &var in &self.vars {
            let words = into.domain(var).words();
            if union.len() < words.len() {
                union.resize(words.len(), 0);
            }
            for (all, more) in union.iter_mut().zip(words) {
                *all |= more;
            }
        }
        let values: Vec<Value> = values_of(&union).collect();
        for &value in &values {
            let holders: Vec<_> = self.vars.iter().copied().filter(|&var| into.domain(var).contains(value)).collect();
            let lits: Vec<_> = holders.into_iter().map(|var| into.is(var, value)).collect();
            into.at_most_one(&lits);
            if values.len() == self.vars.len() {
                into.clause(lits);
            }
        }
        if values.len() < self.vars.len() {
            into.clause([]);
        }
    }
}

/// Marks the one value of a domain as taken; false if it was taken already.
fn take(taken: &mut Vec<u64>, words: &[u64]) -> bool {
    if taken.len() < words.len() {
        taken.resize(words.len(), 0);
    }
    let clash = taken.iter().zip(words).any(|(all, one)| all & one != 0);
    for (all, one) in taken.iter_mut().zip(words) {
        *all |= one;
    }
    !clash
}

const NONE: u32 = u32::MAX;

/// A matching that gives each variable a value of its own.
struct Matching<'a> {
    vars: &'a [Var],
    value_of: Vec<u32>,  // variable -> its value
    holder_of: Vec<u32>, // value -> its variable
}

impl<'a> Matching<'a> {
    /// Kuhn's augmenting paths, searched breadth first.
    fn new(vars: &'a [Var], store: &Store) -> Result<Self, Wipeout> {
        let width = vars.iter().map(|&var| store.domain_words(var).len()).max().unwrap_or(0) * 64;
        let mut this = Self { vars, value_of: vec![NONE; vars.len()], holder_of: vec![NONE; width] };
        for (index, &var) in vars.iter().enumerate() {
            let free = store.values(var).find(|value| this.holder_of[value.index()] == NONE);
            if let Some(value) = free {
                this.value_of[index] = value.0.into();
                this.holder_of[value.index()] = index as u32;
            }
        }
        let mut came_from = vec![NONE; width]; // value -> the variable that looked at it
        for (index, &var) in vars.iter().enumerate() {
            if this.value_of[index] == NONE && !this.augment(index as u32, store, &mut came_from) {
                return Err(Wipeout(var));
            }
        }
        Ok(this)
    }

    fn augment(&mut self, start: u32, store: &Store, came_from: &mut [u32]) -> bool {
        came_from.fill(NONE);
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            next += 1;
            for value in store.values(self.vars[index as usize]) {
                if came_from[value.index()] != NONE {
                    continue;
                }
                came_from[value.index()] = index;
                let holder = self.holder_of[value.index()];
                if holder != NONE {
                    queue.push(holder);
                    continue;
                }
                let mut value = u32::from(value.0);
                while value != NONE {
                    let index = came_from[value as usize];
                    let before = std::mem::replace(&mut self.value_of[index as usize], value);
                    self.holder_of[value as usize] = index;
                    value = before;
                }
                return true;
            }
        }
        false
    }

    /// Removes every value that lies on no cycle of the residual network: such an edge is in no other matching.
    fn filter(&self, store: &mut Store) -> Result<(), Wipeout> {
        let component = self.components(store);
        let vars = self.vars.len();
        for (index, &var) in self.vars.iter().enumerate() {
            if store.is_assigned(var) {
                continue;
            }
            let gone: Vec<Value> = store
                .values(var)
                .filter(|value| {
                    u32::from(value.0) != self.value_of[index] && component[vars + value.index()] != component[index]
                })
                .collect();
            for value in gone {
                store.remove(var, value)?;
            }
        }
        Ok(())
    }

    /// Tarjan's strongly connected components over variables, then values, then one sink that free values lead to.
    fn components(&self, store: &Store) -> Vec<u32> {
        let (vars, width) = (self.vars.len(), self.holder_of.len());
        let sink = vars + width;
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); sink + 1];
        for (index, &var) in self.vars.iter().enumerate() {
            for value in store.values(var) {
                if u32::from(value.0) != self.value_of[index] {
                    edges[index].push((vars + value.index()) as u32);
                }
            }
        }
        for (value, &holder) in self.holder_of.iter().enumerate() {
            if holder == NONE {
                edges[vars + value].push(sink as u32);
            } else {
                edges[vars + value].push(holder);
                edges[sink].push((vars + value) as u32);
            }
        }
        strong_components(&edges)
    }
}

/// The number of the strongly connected component of each node (Tarjan 1972, without recursion).
fn strong_components(edges: &[Vec<u32>]) -> Vec<u32> {
    let nodes = edges.len();
    let mut order = vec![0u32; nodes]; // 1 + place in the visit
    let mut low = vec![0u32; nodes];
    let mut component = vec![NONE; nodes];
    let (mut visited, mut found) = (0, 0);
    let mut open: Vec<u32> = Vec::new();
    let mut calls: Vec<(u32, u32)> = Vec::new();
    for root in 0..nodes as u32 {
        if order[root as usize] != 0 {
            continue;
        }
        calls.push((root, 0));
        while let Some((node, edge)) = calls.pop() {
            let at = node as usize;
            if edge == 0 {
                visited += 1;
                (order[at], low[at]) = (visited, visited);
                open.push(node);
            }
            if edge > 0 {
                low[at] = low[at].min(low[edges[at][edge as usize - 1] as usize]);
            }
            let mut next = edge as usize;
            let mut descend = None;
            while let Some(&to) = edges[at].get(next) {
                next += 1;
                if order[to as usize] == 0 {
                    descend = Some(to);
                    break;
                } else if component[to as usize] == NONE {
                    low[at] = low[at].min(order[to as usize]);
                }
            }
            if let Some(to) = descend {
                calls.push((node, next as u32));
                calls.push((to, 0));
                continue;
            }
            if low[at] == order[at] {
                while let Some(member) = open.pop() {
                    component[member as usize] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}
