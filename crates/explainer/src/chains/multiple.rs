//! Forcing chains from all candidates of a cell or of a digit in a house at once, and from a candidate on and off.
//!
//! A literal that follows whichever candidate of a **cell** or a **house** is true is true itself; so is one that follows from a candidate both on and
//! off (a **double** chain). If a candidate leads to a clash, its opposite is true (a **contradiction**). Without dynamic closures there are cell and
//! house chains alone (8.0 and up), with them all (8.5), and **Nishio** is contradiction within one digit (7.5). The levels of nesting (see `advanced`)
//! start at 9.0, 9.5, 10.0, 10.5 and 11.0.

use super::super::houses::{CELLS, HOUSES, bits, each};
use super::super::state::State;
use super::Budget;
use super::advanced::Advanced;
use super::closure::{Closure, FLAT, Growth, Rules};
use super::hint::{Cause, Effect, Hint, Needs, Proof, Sink, length_rating, split};
use super::reach::Reach;

/// The ranks of hints that are rated alike.
const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const HOUSE: u8 = 6;
const CONTRADICTION: u8 = 7;

/// No closure yet.
const NONE: u16 = u16::MAX;

/// A chain: a node of a closure.
type Chain = (u16, u16);

/// What the search works with, kept from one search to the next.
#[derive(Default)]
pub(crate) struct Multiple {
    closures: Vec<Closure>,
    /// How many of the closures belong to this search.
    used: usize,
    /// Which closure belongs to each candidate that is on.
    of: Vec<u16>,
    growth: Growth,
    advanced: Advanced,
    /// When each node was met last, for counting ancestors.
    met: Vec<u32>,
    count: u32,
    todo: Vec<u16>,
}

/// What is being looked for, and where.
struct Search<'a, S> {
    rules: Rules,
    state: &'a State,
    /// The position before the chain around this one, if there is one.
    before: &'a State,
    reach: Option<&'a Reach>,
    sink: &'a mut S,
}

impl<S> Search<'_, S> {
    /// Whether something can follow from all these candidates.
    fn promises(&self, group: impl Iterator<Item = u16>) -> bool {
        self.reach.is_none_or(|reach| reach.agree(group))
    }

    fn base(&self) -> f64 {
        match self.rules {
            Rules { level: level @ 2.., .. } => 9.5 + 0.5 * f64::from(level - 2),
            Rules { level: 1, .. } => 9.0,
            Rules { nishio: true, .. } => 7.5,
            Rules { dynamic: true, .. } => 8.5,
            Rules { .. } => 8.0,
        }
    }
}

impl Multiple {
    /// Gives all hints of a position to `sink`. `reach` says where chains that are not dynamic can be found; it is known if there are no simple ones.
    pub(super) fn search(
        &mut self,
        rules: Rules,
        state: &State,
        before: &State,
        reach: Option<&Reach>,
        sink: &mut impl Sink,
        budget: &mut Budget,
    ) {
        self.used = 0;
        self.of.clear();
        self.of.resize(729, NONE);
        self.met.resize(2048, 0);
        self.advanced.nested.clear();
        let search = &mut Search { rules, state, before, reach, sink };
        for cell in each(state.empty) {
            let count = state.count(cell);
            if count < if rules.dynamic { 2 } else { 3 } {
                continue;
            }
            for digit in bits(state.marks[cell]) {
                if rules.dynamic {
                    self.binary((cell * 9 + digit) as u16, count >= 3 && !rules.nishio, search, budget);
                }
                if !rules.nishio {
                    for kind in 0..3 {
                        self.house(cell, digit, kind, search, budget);
                    }
                }
                if budget.is_spent() {
                    return;
                }
            }
            if !rules.nishio {
                self.group(
                    CELL,
                    Cause::Cell,
                    bits(state.marks[cell]).map(|digit| (cell * 9 + digit) as u16),
                    search,
                    budget,
                );
            }
        }
    }

    /// The closure of a candidate that is on.
    fn closure<S: Sink>(&mut self, candidate: u16, search: &Search<S>, budget: &mut Budget) -> u16 {
        let known = self.of[usize::from(candidate)];
        if known != NONE {
            return known;
        }
        let fresh = self.grow(candidate * 2 + 1, search, budget);
        self.of[usize::from(candidate)] = fresh;
        fresh
    }

    fn grow<S: Sink>(&mut self, literal: u16, search: &Search<S>, budget: &mut Budget) -> u16 {
        if self.used == self.closures.len() {
            self.closures.push(Closure::default());
        }
        let closure = &mut self.closures[self.used];
        closure.grow(literal, search.state, search.rules, &mut self.growth, &mut self.advanced, budget);
        self.used += 1;
        (self.used - 1) as u16
    }

    /// Contradictions from a candidate on and off, and what follows from both.
    fn binary<S: Sink>(&mut self, candidate: u16, double: bool, search: &mut Search<S>, budget: &mut Budget) {
        let on = self.closure(candidate, search, budget);
        if let Some([first, second]) = self.closures[usize::from(on)].clash {
            self.offer(&[(on, first), (on, second)], Effect::Off(candidate), CONTRADICTION, Cause::Assumed, search);
        }
        let off = self.grow(candidate * 2, search, budget);
        if let Some([first, second]) = self.closures[usize::from(off)].clash {
            self.offer(&[(off, first), (off, second)], Effect::On(candidate), CONTRADICTION, Cause::Assumed, search);
        }
        if double {
            self.reduce(&[on, off], DOUBLE, Cause::Assumed, search);
        }
        // What follows from a candidate that is off is of no use to others.
        self.used -= 1;
    }

    /// What follows wherever a digit of a house goes, when the first of its spots is looked at.
    fn house<S: Sink>(&mut self, cell: usize, digit: usize, kind: usize, search: &mut Search<S>, budget: &mut Budget) {
        let house = usize::from(HOUSES[cell][kind]);
        let spots = search.state.spots[house][digit];
        if spots.count_ones() < 2 || usize::from(CELLS[house][spots.trailing_zeros() as usize]) != cell {
            return;
        }
        let group = bits(spots).map(|spot| u16::from(CELLS[house][spot]) * 9 + digit as u16);
        self.group(HOUSE, Cause::house(kind), group, search, budget);
    }

    /// What follows whichever of these candidates is on.
    fn group<S: Sink>(
        &mut self,
        rank: u8,
        assumed: Cause,
        candidates: impl Iterator<Item = u16> + Clone,
        search: &mut Search<S>,
        budget: &mut Budget,
    ) {
        if !search.promises(candidates.clone()) {
            return;
        }
        let mut group = [0; 9];
        let mut len = 0;
        for candidate in candidates {
            group[len] = self.closure(candidate, search, budget);
            len += 1;
        }
        self.reduce(&group[..len], rank, assumed, search);
    }

    /// Offers what is in all closures of a group: first the literals that are on, then those that are off, in the order of the first closure.
    fn reduce<S: Sink>(&mut self, group: &[u16], rank: u8, assumed: Cause, search: &mut Search<S>) {
        let closures = || group.iter().map(|&closure| &self.closures[usize::from(closure)]);
        let (mut on, mut off) = ([!0u128; 9], [!0u128; 9]);
        for closure in closures() {
            for digit in 0..9 {
                on[digit] &= closure.on[digit];
                off[digit] &= closure.off[digit];
            }
        }
        for (side, common) in [(1, on), (0, off)] {
            if common == [0; 9] {
                continue;
            }
            for node in 0..self.closures[usize::from(group[0])].nodes.len() {
                let literal = self.closures[usize::from(group[0])].nodes[node].literal;
                let (cell, digit) = split(literal / 2);
                // A clash may have left a node for a literal that does not follow, which is never common.
                if literal % 2 != side || common[digit] >> cell & 1 == 0 {
                    continue;
                }
                let effect = if side == 1 { Effect::On(literal / 2) } else { Effect::Off(literal / 2) };
                if side == 1 && search.state.count(cell) < 2 {
                    continue;
                }
                let mut chains = [(0, 0); 9];
                for (chain, &closure) in chains.iter_mut().zip(group) {
                    *chain = (closure, self.closures[usize::from(closure)].node(literal));
                }
                self.offer(&chains[..group.len()], effect, rank, assumed, search);
            }
        }
    }

    /// Offers a hint if it is easier than what is known.
    fn offer<S: Sink>(&mut self, chains: &[Chain], effect: Effect, rank: u8, assumed: Cause, search: &mut Search<S>) {
        let most = search.sink.most(search.base(), rank);
        let least =
            |&(closure, node): &Chain| u32::from(self.closures[usize::from(closure)].nodes[usize::from(node)].depth);
        if chains.iter().map(least).sum::<u32>() > most {
            return;
        }
        let mut complexity = 0;
        let mut nested = Vec::new();
        for &(closure, node) in chains {
            complexity += self.ancestors(closure, node, &mut nested);
            if complexity > most {
                return;
            }
        }
        complexity += nested.iter().map(|&chain: &u32| self.advanced.nested[chain as usize].complexity).sum::<u32>();
        if complexity > most {
            return;
        }
        let mut proof = Proof::default();
        if S::PROOFS {
            let mut needs = Needs { before: search.before, now: search.state, proof };
            for &chain in chains {
                self.list(chain, assumed, &mut needs);
            }
            proof = needs.proof;
        }
        let rating = search.base() + length_rating(complexity);
        search.sink.take(Hint { rating, complexity, rank, effect, proof });
    }

    /// How many literals a node follows from, itself included. Collects the nested chains among them, each once.
    fn ancestors(&mut self, closure: u16, node: u16, nested: &mut Vec<u32>) -> u32 {
        let closure = &self.closures[usize::from(closure)];
        self.count += 1;
        self.todo.clear();
        self.todo.push(node);
        self.met[usize::from(node)] = self.count;
        let mut done = 0;
        while let Some(&node) = self.todo.get(done) {
            done += 1;
            let chain = closure.nodes[usize::from(node)].nested;
            if chain != FLAT {
                let signature = |chain: u32| self.advanced.nested[chain as usize].signature;
                if !nested.iter().any(|&met| signature(met) == signature(chain)) {
                    nested.push(chain);
                }
            }
            for &parent in closure.parents_of(node) {
                if self.met[usize::from(parent)] != self.count {
                    self.met[usize::from(parent)] = self.count;
                    self.todo.push(parent);
                }
            }
        }
        done as u32
    }

    /// Lists a chain from its end to its start.
    fn list(&mut self, (closure, node): Chain, assumed: Cause, needs: &mut Needs) {
        self.ancestors(closure, node, &mut Vec::new());
        for &node in &self.todo {
            let node = self.closures[usize::from(closure)].nodes[usize::from(node)];
            needs.literal(node.literal);
            if node.literal % 2 == 1 {
                needs.on(node.literal / 2, if node.cause == Cause::Assumed { assumed } else { node.cause });
            }
        }
        needs.end();
    }
}
