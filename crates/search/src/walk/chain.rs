//! A chain: variables of which each stands in a relation to the next, such as the numbers of a Hidato, each beside the one
//! before. A board is a walk through the values that respects the relation everywhere; it may visit a value twice. A move
//! takes another way between two variables a few steps apart, over values that no other variable holds where it can.

use std::sync::Arc;

use pencilmark_csp::rule::Relation;
use pencilmark_csp::{Assignment, Csp, Domain, Evaluator, Rule, Value, Var, Why};
use rand_chacha::ChaCha8Rng;

use super::{Move, below};

#[derive(Debug)]
pub(super) struct Chain {
    vars: Vec<Var>,
    free: Vec<Var>,
    place: Vec<u32>,               // variable -> its place in `vars`
    open: Vec<bool>,               // place -> it can move
    relations: Vec<Arc<Relation>>, // place -> how it stands to the next one
    domains: Vec<Domain>,          // place -> what it may hold
    ahead: Vec<Domain>,            // place -> from where the next variable that cannot move is reached
}

/// The longest stretch that one move takes anew.
const WINDOW: usize = 8;
/// One choice in so many is made among all values, taken ones included, so that no board is out of reach.
const STRAY: usize = 16;
/// Moves that stand for all those around a variable.
const SAMPLE: usize = 6;

impl Chain {
    pub(super) fn new(csp: &Csp, vars: &[Var], domains: &[Domain]) -> Result<Self, Why> {
        let mut place = vec![u32::MAX; csp.domains.len()];
        for (index, var) in vars.iter().enumerate() {
            place[var.index()] = index as u32;
        }
        let mut relations: Vec<Option<Arc<Relation>>> = vec![None; vars.len().saturating_sub(1)];
        for posted in &csp.posted {
            if let Rule::Pairs(pair) = &posted.rule {
                let (left, right) = (place[pair.left.index()], place[pair.right.index()]);
                if left != u32::MAX && right == left + 1 {
                    relations[left as usize] = Some(Arc::clone(&pair.relation));
                }
            }
        }
        let relations: Vec<Arc<Relation>> = relations.into_iter().collect::<Option<_>>().ok_or(Why::Unsuited)?;
        let domains: Vec<Domain> = vars.iter().map(|var| domains[var.index()].clone()).collect();
        let open: Vec<bool> = domains.iter().map(|domain| domain.len() > 1).collect();
        let mut ahead = domains.clone();
        for index in (0..relations.len()).rev() {
            ahead[index] = before(&relations[index], &domains[index], &ahead[index + 1]);
            if ahead[index].is_empty() {
                return Err(Why::Incomplete);
            }
        }
        let free = vars.iter().zip(&open).filter(|(_, open)| **open).map(|(&var, _)| var).collect();
        Ok(Self { vars: vars.to_vec(), free, place, open, relations, domains, ahead })
    }

    pub(super) fn free(&self) -> &[Var] {
        &self.free
    }

    pub(super) fn start(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        let mut taken = Taken::default();
        for (domain, open) in self.domains.iter().zip(&self.open) {
            if let (Some(value), false) = (domain.first(), open) {
                taken.add(value);
            }
        }
        let mut last = None;
        for (index, var) in self.vars.iter().enumerate() {
            let partners = self.partners(index, last);
            let choices: Vec<Value> = match partners {
                Some(partners) => partners.intersection(&self.ahead[index]).iter().collect(),
                None => self.ahead[index].iter().collect(),
            };
            let value = choose(&choices, &taken, rng).ok_or(Why::Incomplete)?;
            if self.open[index] {
                taken.add(value);
            }
            board[var.index()] = value;
            last = Some(value);
        }
        Ok(())
    }

    /// The variables between two that cannot move, gap by gap.
    pub(super) fn gaps(&self) -> Vec<Vec<Var>> {
        let marked: Vec<(Var, bool)> = self.vars.iter().copied().zip(self.open.iter().copied()).collect();
        let gap = |places: &[(Var, bool)]| places.iter().map(|&(var, _)| var).collect();
        marked.split(|&(_, open)| !open).map(gap).collect()
    }

    /// Where a variable does not stand beside the one before, takes another way from there to the next that cannot move.
    pub(super) fn mend(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        let mut last = None;
        let mut lost = false;
        for (index, var) in self.vars.iter().enumerate() {
            let held = board[var.index()];
            let reached = self.partners(index, last).is_none_or(|partners| partners.contains(held));
            lost = self.open[index] && (lost || !reached || !self.ahead[index].contains(held));
            if lost {
                let choices: Vec<Value> = match self.partners(index, last) {
                    Some(partners) => partners.intersection(&self.ahead[index]).iter().collect(),
                    None => self.ahead[index].iter().collect(),
                };
                board[var.index()] = choose(&choices, &Taken::default(), rng).ok_or(Why::Incomplete)?;
            }
            last = Some(board[var.index()]);
        }
        Ok(())
    }

    fn partners(&self, index: usize, last: Option<Value>) -> Option<&Domain> {
        self.relations[index.checked_sub(1)?].partners(last?)
    }

    pub(super) fn propose(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        let var = self.free[below(rng, self.free.len())];
        self.around_one(self.place[var.index()] as usize, at, rng, into)
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    pub(super) fn propose_around(
        &self,
        var: Var,
        at: &mut Evaluator<'_>,
        rng: &mut ChaCha8Rng,
        into: &mut Move,
    ) -> bool {
        self.around_one(self.place[var.index()] as usize, at, rng, into)
    }

    /// Takes a stretch around `index` anew; `false` if that leads back to the board it came from.
    fn around_one(&self, index: usize, at: &Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        let length = 1 + below(rng, WINDOW);
        let back = below(rng, length);
        let (mut from, mut to) = (index, index + 1);
        while from > 0 && index - from < back && self.open[from - 1] {
            from -= 1;
        }
        while to < self.vars.len() && to - from < length && self.open[to] {
            to += 1;
        }
        let value_at = |place: usize| at.value(self.vars[place]);
        // ---- FROM WHERE THE FAR END IS REACHED ----
        let mut reach: Vec<Domain> = Vec::with_capacity(to - from);
        let mut last = match self.vars.get(to) {
            Some(_) => Domain::only(value_at(to)),
            None => Domain::empty(),
        };
        for place in (from..to).rev() {
            let here = if place + 1 == self.vars.len() {
                self.domains[place].clone()
            } else {
                before(&self.relations[place], &self.domains[place], &last)
            };
            last = here.clone();
            reach.push(here);
        }
        // ---- A WAY THERE ----
        let mut taken = Taken::default();
        for place in (0..from).chain(to..self.vars.len()) {
            taken.add(value_at(place));
        }
        let mut last = from.checked_sub(1).map(value_at);
        for place in from..to {
            let reach = &reach[to - 1 - place];
            let choices: Vec<Value> = match self.partners(place, last) {
                Some(partners) => partners.intersection(reach).iter().collect(),
                None => reach.iter().collect(),
            };
            let Some(value) = choose(&choices, &taken, rng) else { return false };
            taken.add(value);
            if value != value_at(place) {
                into.push((self.vars[place], value));
            }
            last = Some(value);
        }
        !into.is_empty()
    }

    pub(super) fn all(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        for &var in &self.free {
            self.around(var, at, rng, into);
        }
    }

    #[allow(clippy::needless_pass_by_ref_mut)] // as the other parts
    pub(super) fn around(&self, var: Var, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        for _ in 0..SAMPLE {
            let mut changes = Vec::new();
            if self.around_one(self.place[var.index()] as usize, at, rng, &mut changes) {
                into.push(changes);
            }
        }
    }
}

/// The values of `domain` that stand in the relation to one of `next`.
fn before(relation: &Relation, domain: &Domain, next: &Domain) -> Domain {
    let reaches = |value: &Value| relation.partners(*value).is_some_and(|partners| partners.meets(next));
    domain.iter().filter(reaches).collect()
}

/// One of `choices`, one that is not taken if there is any, with a stray now and then.
fn choose(choices: &[Value], taken: &Taken, rng: &mut ChaCha8Rng) -> Option<Value> {
    if choices.is_empty() {
        return None;
    }
    let open = choices.iter().filter(|&&value| !taken.has(value)).count();
    if open == 0 || below(rng, STRAY) == 0 {
        return Some(choices[below(rng, choices.len())]);
    }
    let nth = below(rng, open);
    choices.iter().copied().filter(|&value| !taken.has(value)).nth(nth)
}

/// Values that are held.
#[derive(Default)]
struct Taken(Vec<u64>);

impl Taken {
    fn add(&mut self, value: Value) {
        let word = value.index() >> 6;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value.0 & 63);
    }

    fn has(&self, value: Value) -> bool {
        self.0.get(value.index() >> 6).is_some_and(|word| word >> (value.0 & 63) & 1 == 1)
    }
}
