//! Cage arithmetic: some cells make a target by an operator.
//!
//! Each operator is an automaton that reads the cells one by one; its state is what is known of the result so far. The
//! same automaton checks, propagates (which values lie on an accepting run: support by dynamic programming, not by
//! listing tuples) and writes the clauses.

mod support;

use crate::{Domain, Encoder, Level, Lit, Lookup, Store, Value, Var, Wipeout};

/// How the cells of a cage are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// The cells add up to the target.
    Add,
    /// The largest cell minus all the others is the target.
    Subtract,
    /// The cells multiply to the target.
    Multiply,
    /// The largest cell divided by all the others is the target.
    Divide,
    /// Every cell is the target: for cages of one cell.
    Equal,
    /// Any of add, subtract, multiply and divide makes the target: a cage without operator.
    Any,
}

/// The variables make `target` by `operator`.
#[derive(Clone, Debug)]
pub struct Cage {
    /// The cells.
    pub vars: Vec<Var>,
    /// How they are combined.
    pub operator: Operator,
    /// What they make.
    pub target: u64,
}

impl Cage {
    pub(super) fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    pub(super) fn violation<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        let values: Option<Vec<Value>> = self.vars.iter().map(|&var| assignment.get(var)).collect();
        let Some(values) = values else { return 0 };
        let largest = values.iter().max().map_or(0, |value| value.0);
        let made = self.automata(largest).any(|automaton| {
            let end = values.iter().try_fold(State::START, |state, &value| automaton.step(state, value));
            end.is_some_and(|state| automaton.accepts(state))
        });
        (!made).into()
    }

    pub(super) fn narrow_at(&self, store: &mut Store, _: Level) -> Result<(), Wipeout> {
        if store.is_narrow()
            && let Some(supported) = support::in_words(self, |var| store.word(var))
        {
            for (&var, &keep) in self.vars.iter().zip(&supported) {
                store.keep_word(var, keep)?;
            }
            return Ok(());
        }
        let domains: Vec<Domain> = self.vars.iter().map(|&var| store.domain(var)).collect();
        let mut supported = vec![Domain::empty(); self.vars.len()];
        for automaton in self.automata(largest(&domains)) {
            Layers::new(automaton, &domains).supported(&domains, &mut supported);
        }
        for (&var, set) in self.vars.iter().zip(&supported) {
            store.keep(var, set.words())?;
        }
        Ok(())
    }

    /// Every way to fill the cage with values of these domains, in increasing order; `None` if there are more than
    /// `most`, or if it takes too long to find out. `fits` is asked about each beginning whose last value is new.
    pub fn tuples(&self, domains: &[Domain], fits: impl Fn(&[Value]) -> bool, most: usize) -> Option<Vec<Vec<Value>>> {
        let mut found = Vec::new();
        let mut looked = 0usize;
        for automaton in self.automata(largest(domains)) {
            let layers = Layers::new(automaton, domains);
            let mut open: Vec<(Vec<Value>, State)> =
                layers.states[0].iter().map(|&start| (Vec::new(), start)).collect();
            while let Some((begun, state)) = open.pop() {
                looked += 1;
                if looked > most.saturating_mul(20) {
                    return None;
                }
                if begun.len() == self.vars.len() {
                    found.push(begun);
                    if found.len() > most {
                        return None;
                    }
                    continue;
                }
                for value in domains[begun.len()].iter() {
                    let to = automaton.step(state, value);
                    let Some(to) = to.filter(|to| layers.states[begun.len() + 1].binary_search(to).is_ok()) else {
                        continue;
                    };
                    let mut more = begun.clone();
                    more.push(value);
                    if fits(&more) {
                        open.push((more, to));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// One literal a state: it follows from the state before and the cell's value, and the other way round.
    pub(super) fn encode(&self, into: &mut Encoder) {
        let domains: Vec<Domain> = self.vars.iter().map(|&var| into.domain(var).clone()).collect();
        let automata: Vec<Automaton> = self.automata(largest(&domains)).collect();
        let choose: Vec<Lit> = automata.iter().map(|_| into.fresh()).collect();
        into.clause(choose.clone());
        for (automaton, &chosen) in automata.into_iter().zip(&choose) {
            self.encode_run(&Layers::new(automaton, &domains), &domains, chosen, into);
        }
    }

    fn encode_run(&self, layers: &Layers, domains: &[Domain], chosen: Lit, into: &mut Encoder) {
        if layers.states[0].is_empty() {
            return into.clause([!chosen]);
        }
        let last = self.vars.len();
        let mut here: Vec<Option<Lit>> = vec![None]; // the start, and every accepting end, need no literal
        for (index, (&var, domain)) in self.vars.iter().zip(domains).enumerate() {
            let next_states = &layers.states[index + 1];
            let next: Vec<Option<Lit>> = next_states.iter().map(|_| (index + 1 < last).then(|| into.fresh())).collect();
            for value in domain.iter() {
                let is = into.is(var, value);
                let mut sources = vec![Vec::new(); next_states.len()];
                for (&state, &at) in layers.states[index].iter().zip(&here) {
                    let mut clause = vec![!chosen, !is];
                    clause.extend(at.map(|at| !at));
                    match layers.automaton.step(state, value).and_then(|to| next_states.binary_search(&to).ok()) {
                        Some(to) => {
                            sources[to].extend(at);
                            let Some(to) = next[to] else { continue };
                            clause.push(to);
                            into.clause(clause);
                        }
                        None => into.clause(clause),
                    }
                }
                if index > 0 {
                    for (to, sources) in next.iter().zip(sources) {
                        let Some(to) = *to else { continue };
                        into.clause([!chosen, !is, !to].into_iter().chain(sources));
                    }
                }
            }
            let some: Option<Vec<Lit>> = next.iter().copied().collect();
            if let Some(some) = some {
                into.clause(std::iter::once(!chosen).chain(some));
            }
            here = next;
        }
    }

    fn automata(&self, largest: u16) -> impl Iterator<Item = Automaton> + use<> {
        let operators: &[Operator] = match self.operator {
            Operator::Any => &[Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide],
            Operator::Add => &[Operator::Add],
            Operator::Subtract => &[Operator::Subtract],
            Operator::Multiply => &[Operator::Multiply],
            Operator::Divide => &[Operator::Divide],
            Operator::Equal => &[Operator::Equal],
        };
        let target = self.target;
        operators.iter().map(move |&operator| Automaton { operator, target, largest: largest.into() })
    }
}

fn largest(domains: &[Domain]) -> u16 {
    domains.iter().filter_map(Domain::last).max().map_or(0, |value| value.0)
}

/// What is known of the cells read so far: their sum or product, and the largest of them where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    made: u64,
    max: u64,
}

impl State {
    /// Before the first cell; told apart from every other state by `max`.
    const START: Self = Self { made: 0, max: 0 };
}

#[derive(Clone, Copy, Debug)]
struct Automaton {
    operator: Operator,
    target: u64,
    largest: u64,
}

impl Automaton {
    /// Reads one more cell; `None` once the target is out of reach.
    fn step(&self, state: State, value: Value) -> Option<State> {
        let value = u64::from(value.0);
        let first = state == State::START;
        let max = state.max.max(value);
        match self.operator {
            Operator::Add => {
                let made = state.made + value;
                (made <= self.target).then_some(State { made, max: 1 })
            }
            Operator::Multiply => {
                let made = if first { value } else { state.made.checked_mul(value)? };
                (made > 0 && self.target > 0 && self.target.is_multiple_of(made)).then_some(State { made, max: 1 })
            }
            // The rest must be target below the largest cell that may still come.
            Operator::Subtract => {
                let made = state.made + value;
                ((made - max).saturating_add(self.target) <= self.largest).then_some(State { made, max })
            }
            Operator::Divide => {
                let made = if first { value } else { state.made.checked_mul(value)? };
                let rest = made.checked_div(max)?;
                (self.target > 0 && rest.saturating_mul(self.target) <= self.largest).then_some(State { made, max })
            }
            Operator::Equal => (value == self.target).then_some(State { made: value, max: 1 }),
            Operator::Any => None,
        }
    }

    fn accepts(&self, state: State) -> bool {
        match self.operator {
            Operator::Add | Operator::Multiply | Operator::Equal => state.made == self.target,
            Operator::Subtract => Some(2 * state.max) == state.made.checked_add(self.target),
            Operator::Divide => self.target > 0 && state.made.checked_mul(self.target) == Some(state.max * state.max),
            Operator::Any => false,
        }
    }
}

/// The states after each cell that lie on an accepting run, sorted.
struct Layers {
    automaton: Automaton,
    states: Vec<Vec<State>>,
}

impl Layers {
    fn new(automaton: Automaton, domains: &[Domain]) -> Self {
        let mut states = vec![vec![State::START]];
        for domain in domains {
            let mut next: Vec<State> = states[states.len() - 1]
                .iter()
                .flat_map(|&state| domain.iter().filter_map(move |value| automaton.step(state, value)))
                .collect();
            next.sort_unstable();
            next.dedup();
            states.push(next);
        }
        let mut alive = states.pop().unwrap_or_default();
        alive.retain(|&state| automaton.accepts(state));
        let mut kept = vec![alive];
        for (mut layer, domain) in states.into_iter().zip(domains).rev() {
            let next = &kept[kept.len() - 1];
            layer.retain(|&state| {
                let mut steps = domain.iter().filter_map(|value| automaton.step(state, value));
                steps.any(|to| next.binary_search(&to).is_ok())
            });
            kept.push(layer);
        }
        kept.reverse();
        Self { automaton, states: kept }
    }

    /// Adds to `into` the values that lie on an accepting run.
    fn supported(&self, domains: &[Domain], into: &mut [Domain]) {
        for (index, domain) in domains.iter().enumerate() {
            for value in domain.iter() {
                let lives = |&state: &State| {
                    let to = self.automaton.step(state, value);
                    to.is_some_and(|to| self.states[index + 1].binary_search(&to).is_ok())
                };
                if !into[index].contains(value) && self.states[index].iter().any(lives) {
                    into[index].insert(value);
                }
            }
        }
    }
}
