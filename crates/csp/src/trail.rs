//! The store: every domain in one flat array of words, and the trail that undoes what a decision did.

use crate::domain::values_of;
use crate::{Csp, Domain, Lookup, Value, Var};

/// A variable has no value left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wipeout(pub Var);

/// Domains that shrink as inference goes on and grow back when a decision is undone.
///
/// Every change logs the old word; [`Store::pop`] replays the log backwards. The store also remembers which variables
/// changed since the propagation loop last asked, and which ones are decided: a variable that inference has left with one
/// value is not.
#[derive(Clone, Debug)]
pub struct Store {
    words: Vec<u64>,              // all domains, one after the other
    first: Vec<u32>,              // variable -> its first word; one more entry at the end
    owner: Vec<u32>,              // word -> its variable
    sizes: Vec<u32>,              // variable -> how many values are left
    trail: Vec<(u32, u64)>,       // word, what it held before
    levels: Vec<usize>,           // trail length at each open decision
    decided: Vec<bool>,           // variable -> it is given, or has its value by an open decision
    decisions: Vec<(usize, Var)>, // depth, a variable decided there
    changed: Vec<Var>,            // variables touched since the last `take_changed`
    is_changed: Vec<bool>,
    narrow: bool, // every domain is one word
    removed: u64, // values removed since the store was made; never goes down
    fixed: u64,   // variables left with one value since the store was made; never goes down
}

impl Store {
    /// The domains of `csp` as they stand before any rule.
    pub fn new(csp: &Csp) -> Self {
        let mut words = Vec::new();
        let mut first = vec![0];
        let mut owner = Vec::new();
        for (var, domain) in csp.domains.iter().enumerate() {
            let slice = if domain.is_empty() { &[0][..] } else { domain.words() };
            words.extend_from_slice(slice);
            owner.resize(words.len(), var as u32);
            first.push(words.len() as u32);
        }
        Self {
            words,
            first,
            owner,
            sizes: csp.domains.iter().map(|domain| domain.len() as u32).collect(),
            trail: Vec::new(),
            levels: Vec::new(),
            decided: vec![false; csp.domains.len()],
            decisions: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; csp.domains.len()],
            narrow: csp.domains.iter().all(|domain| domain.words().len() <= 1),
            removed: 0,
            fixed: 0,
        }
    }

    // ---- Reading -----------------------------------------------------------------------------------------------

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.sizes.len()
    }

    /// How many values `var` has left.
    pub fn size(&self, var: Var) -> usize {
        self.sizes[var.index()] as usize
    }

    /// Whether one value is left.
    pub fn is_assigned(&self, var: Var) -> bool {
        self.sizes[var.index()] == 1
    }

    /// Whether `var` has its value by a decision or as a given. One value left is not enough.
    pub fn is_decided(&self, var: Var) -> bool {
        self.decided[var.index()]
    }

    /// Whether `value` is still possible.
    pub fn contains(&self, var: Var, value: Value) -> bool {
        self.domain_words(var).get(value.word()).is_some_and(|word| word & value.bit() != 0)
    }

    /// The values left, in increasing order.
    pub fn values(&self, var: Var) -> impl Iterator<Item = Value> + '_ {
        values_of(self.domain_words(var))
    }

    /// The words of the domain, least significant first.
    pub fn domain_words(&self, var: Var) -> &[u64] {
        &self.words[self.span(var)]
    }

    /// Whether every domain is one word: all values are below 64. Then [`Store::word`] and its kin do.
    pub(crate) fn is_narrow(&self) -> bool {
        self.narrow
    }

    /// The domain of a narrow store.
    pub(crate) fn word(&self, var: Var) -> u64 {
        self.words[var.index()]
    }

    /// Keeps only these values, in a narrow store.
    pub(crate) fn keep_word(&mut self, var: Var, keep: u64) -> Result<bool, Wipeout> {
        self.write(var, var.index(), self.words[var.index()] & keep)
    }

    /// The domain as a set of its own.
    pub fn domain(&self, var: Var) -> Domain {
        Domain::from_words(self.domain_words(var).to_vec())
    }

    /// All domains, in the order of the variables.
    pub fn domains(&self) -> Vec<Domain> {
        (0..self.variables() as u32).map(|var| self.domain(Var(var))).collect()
    }

    /// How many values were removed since the store was made, counting again what was undone and removed again.
    pub fn removed(&self) -> u64 {
        self.removed
    }

    /// How often a variable was left with one value since the store was made.
    pub fn fixed(&self) -> u64 {
        self.fixed
    }

    /// The assignment, once every variable has one value.
    pub fn assignment(&self) -> Option<Vec<Value>> {
        (0..self.variables() as u32).map(|var| self.get(Var(var))).collect()
    }

    fn span(&self, var: Var) -> std::ops::Range<usize> {
        self.first[var.index()] as usize..self.first[var.index() + 1] as usize
    }

    // ---- Narrowing ---------------------------------------------------------------------------------------------

    /// Removes a value; true if it was there.
    pub fn remove(&mut self, var: Var, value: Value) -> Result<bool, Wipeout> {
        let span = self.span(var);
        if value.word() >= span.len() {
            return Ok(false);
        }
        let word = span.start + value.word();
        self.write(var, word, self.words[word] & !value.bit())
    }

    /// Leaves `value` alone, or fails if it is gone.
    pub fn assign(&mut self, var: Var, value: Value) -> Result<bool, Wipeout> {
        if !self.contains(var, value) {
            return Err(Wipeout(var));
        }
        let span = self.span(var);
        let mut any = false;
        for word in span.clone() {
            let keep = if word - span.start == value.word() { value.bit() } else { 0 };
            any |= self.write(var, word, self.words[word] & keep)?;
        }
        Ok(any)
    }

    /// Gives `var` a value by decision: as [`Store::assign`], and the variable is decided until the matching
    /// [`Store::pop`].
    pub fn decide(&mut self, var: Var, value: Value) -> Result<bool, Wipeout> {
        if !std::mem::replace(&mut self.decided[var.index()], true) {
            self.decisions.push((self.depth(), var));
        }
        self.assign(var, value)
    }

    /// Takes every variable that has one value now as decided, for good: the givens, before any rule has run.
    pub(crate) fn decide_givens(&mut self) {
        for (decided, &size) in self.decided.iter_mut().zip(&self.sizes) {
            *decided = size == 1;
        }
    }

    /// Keeps only members of `set`; true if anything went.
    pub fn keep(&mut self, var: Var, set: &[u64]) -> Result<bool, Wipeout> {
        let span = self.span(var);
        let mut any = false;
        for word in span.clone() {
            let mask = set.get(word - span.start).copied().unwrap_or(0);
            any |= self.write(var, word, self.words[word] & mask)?;
        }
        Ok(any)
    }

    /// Removes every member of `set`; true if anything went.
    pub fn discard(&mut self, var: Var, set: &[u64]) -> Result<bool, Wipeout> {
        let span = self.span(var);
        let mut any = false;
        for (word, mask) in span.zip(set) {
            any |= self.write(var, word, self.words[word] & !mask)?;
        }
        Ok(any)
    }

    fn write(&mut self, var: Var, word: usize, new: u64) -> Result<bool, Wipeout> {
        let old = self.words[word];
        if old == new {
            return Ok(false);
        }
        if !self.levels.is_empty() {
            self.trail.push((word as u32, old));
        }
        self.words[word] = new;
        let gone = (old ^ new).count_ones();
        self.removed += u64::from(gone);
        let left = &mut self.sizes[var.index()];
        *left -= gone;
        if *left == 0 {
            return Err(Wipeout(var));
        }
        self.fixed += u64::from(*left == 1);
        if !self.is_changed[var.index()] {
            self.is_changed[var.index()] = true;
            self.changed.push(var);
        }
        Ok(true)
    }

    // ---- Undoing -----------------------------------------------------------------------------------------------

    /// Opens a decision.
    pub fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Undoes everything since the matching [`Store::push`].
    pub fn pop(&mut self) {
        let depth = self.depth();
        while let Some((_, var)) = self.decisions.pop_if(|(at, _)| *at >= depth) {
            self.decided[var.index()] = false;
        }
        let start = self.levels.pop().unwrap_or(0);
        for (word, old) in self.trail.drain(start..).rev() {
            let var = self.owner[word as usize] as usize;
            let now = std::mem::replace(&mut self.words[word as usize], old);
            self.sizes[var] += old.count_ones() - now.count_ones();
        }
        self.forget_changes();
    }

    /// How many decisions are open.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// A variable that changed since it was last handed out.
    pub(crate) fn take_changed(&mut self) -> Option<Var> {
        let var = self.changed.pop()?;
        self.is_changed[var.index()] = false;
        Some(var)
    }

    pub(crate) fn forget_changes(&mut self) {
        while self.take_changed().is_some() {}
    }
}

impl Lookup for Store {
    fn get(&self, var: Var) -> Option<Value> {
        if self.sizes[var.index()] == 1 { self.values(var).next() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pop_undoes_its_own_decisions_alone_and_one_value_left_is_none() {
        let mut store = Store::new(&Csp::new(vec![Domain::range(1, 3); 4]));
        store.assign(Var(0), Value(1)).unwrap();
        store.decide_givens();
        store.push();
        store.decide(Var(1), Value(1)).unwrap();
        store.push();
        store.decide(Var(2), Value(1)).unwrap();
        store.assign(Var(3), Value(1)).unwrap();
        let decided = |store: &Store| [0, 1, 2, 3].map(|var| store.is_decided(Var(var)));
        assert_eq!(decided(&store), [true, true, true, false]);
        store.pop();
        assert_eq!(decided(&store), [true, true, false, false]);
        store.push();
        assert_eq!(store.decide(Var(3), Value(9)), Err(Wipeout(Var(3))));
        store.pop();
        assert_eq!(decided(&store), [true, true, false, false]);
        store.pop();
        assert_eq!(decided(&store), [true, false, false, false]);
    }

    #[test]
    fn pop_restores_domains_sizes_and_nothing_else() {
        let mut csp = Csp::new(vec![Domain::range(0, 899), Domain::range(1, 9)]);
        csp.domains.push(Domain::range(0, 1));
        let mut store = Store::new(&csp);
        let before = store.clone();
        store.push();
        store.assign(Var(0), Value(700)).unwrap();
        store.remove(Var(1), Value(4)).unwrap();
        store.push();
        store.keep(Var(1), &[0b1110]).unwrap();
        assert_eq!(store.remove(Var(2), Value(0)), Ok(true));
        assert_eq!(store.remove(Var(2), Value(1)), Err(Wipeout(Var(2))));
        store.pop();
        assert_eq!((store.size(Var(1)), store.get(Var(0))), (8, Some(Value(700))));
        store.pop();
        assert_eq!((store.words, store.sizes), (before.words, before.sizes));
    }
}
