//! A chain: variables of which each stands in a relation to the next, such as the numbers of a Hidato, each beside the one
//! before. A board is a walk through the values that respects the relation everywhere; it may visit a value twice.
//!
//! - **place**: where a variable stands in the chain;
//! - **window**: a few places in a row, none of them fixed. A move takes another way through one, over values that no other
//!   variable holds where it can;
//! - **push**: a variable whose value the new way takes may take another way in turn, in the same move: an ejection chain
//!   (Glover 1996).

use std::cell::Cell;
use std::sync::Arc;

use pencilmark_csp::rule::Relation;
use pencilmark_csp::{Assignment, Csp, Domain, Evaluator, Rule, Value, Var, Why};
use rand_chacha::ChaCha8Rng;

use super::reach::{Reach, choose};
use super::{Move, below};

#[derive(Debug)]
pub(super) struct Chain {
    vars: Vec<Var>,
    free: Vec<Var>,
    place: Vec<u32>,           // variable -> its place in `vars`
    open: Vec<bool>,           // place -> it can move
    domains: Vec<Domain>,      // place -> what it may hold
    narrow: Vec<bool>,         // place -> it may not hold all that others may
    ahead: Vec<Domain>,        // place -> from where the next variable that cannot move is reached
    partners: Vec<Vec<Value>>, // value -> those that may follow it
    reach: Reach,
    different: Option<u32>, // the rule that no two are alike
    shift: Vec<Cell<i16>>,  // value -> how many more hold it, by a move that is being put together; else 0
}

/// The longest window.
const WINDOW: usize = 8;
/// How many of ten moves begin at a variable whose value another one holds.
const FOCUS: usize = 9;
/// The most windows of one move.
const PUSHES: usize = 8;
/// One move in this many stops pushing before it has to.
const REST: usize = 10;
/// Moves that stand for all those around a variable.
const SAMPLE: usize = 6;

impl Chain {
    pub(super) fn new(csp: &Csp, vars: &[Var], domains: &[Domain]) -> Result<Self, Why> {
        let mut place = vec![u32::MAX; csp.domains.len()];
        for (index, var) in vars.iter().enumerate() {
            place[var.index()] = index as u32;
        }
        let relation = links(csp, vars, &place).ok_or(Why::Unsuited)?;
        let mut domains: Vec<Domain> = vars.iter().map(|var| domains[var.index()].clone()).collect();
        let open: Vec<bool> = domains.iter().map(|domain| domain.len() > 1).collect();
        let different = csp.posted.iter().position(|posted| match &posted.rule {
            Rule::AllDifferent(rule) => vars.iter().all(|var| rule.vars.contains(var)),
            _ => false,
        });
        // As in a deal, what a fixed variable holds is out of play.
        if different.is_some() {
            let fixed = domains.iter().zip(&open).filter(|(_, open)| !**open);
            let fixed: Vec<Value> = fixed.filter_map(|(domain, _)| domain.first()).collect();
            for (domain, _) in domains.iter_mut().zip(&open).filter(|(_, open)| **open) {
                for &value in &fixed {
                    domain.remove(value);
                }
            }
        }
        let mut ahead = domains.clone();
        for index in (0..vars.len() - 1).rev() {
            ahead[index] = before(&relation, &domains[index], &ahead[index + 1]);
            if ahead[index].is_empty() {
                return Err(Why::Incomplete);
            }
        }
        let values = domains.iter().filter_map(Domain::last).max().map_or(0, |last| last.index() + 1);
        let partners: Vec<Vec<Value>> = (0..values)
            .map(|value| relation.partners(Value(value as u16)).map_or_else(Vec::new, |next| next.iter().collect()))
            .collect();
        let inner = domains.iter().zip(&open).filter(|(_, open)| **open).flat_map(|(domain, _)| domain.iter());
        let inner: Domain = inner.collect();
        let narrow = domains.iter().map(|domain| *domain != inner).collect();
        let free = vars.iter().zip(&open).filter(|(_, open)| **open).map(|(&var, _)| var).collect();
        Ok(Self {
            vars: vars.to_vec(),
            free,
            place,
            open,
            domains,
            ahead,
            narrow,
            reach: Reach::new(WINDOW, &partners, &inner),
            partners,
            different: different.map(|rule| rule as u32),
            shift: vec![Cell::new(0); values],
        })
    }

    pub(super) fn free(&self) -> &[Var] {
        &self.free
    }

    pub(super) fn start(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        let mut taken = Domain::empty();
        for (domain, open) in self.domains.iter().zip(&self.open) {
            if let (Some(value), false) = (domain.first(), open) {
                taken.insert(value);
            }
        }
        let mut last: Option<Value> = None;
        for (index, var) in self.vars.iter().enumerate() {
            let ahead = &self.ahead[index];
            let choices: Vec<Value> = match last {
                Some(last) => {
                    self.partners[last.index()].iter().copied().filter(|&next| ahead.contains(next)).collect()
                }
                None => ahead.iter().collect(),
            };
            let value = choose(&choices, None, |_| true, |value| taken.contains(value), rng).ok_or(Why::Incomplete)?;
            if self.open[index] {
                taken.insert(value);
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
        let mut last: Option<Value> = None;
        let mut lost = false;
        for (index, var) in self.vars.iter().enumerate() {
            let held = board[var.index()];
            let ahead = &self.ahead[index];
            let reached = last.is_none_or(|last| self.partners[last.index()].contains(&held));
            lost = self.open[index] && (lost || !reached || !ahead.contains(held));
            if lost {
                let choices: Vec<Value> = match last {
                    Some(last) => {
                        self.partners[last.index()].iter().copied().filter(|&next| ahead.contains(next)).collect()
                    }
                    None => ahead.iter().collect(),
                };
                board[var.index()] = choose(&choices, None, |_| true, |_| false, rng).ok_or(Why::Incomplete)?;
            }
            last = Some(board[var.index()]);
        }
        Ok(())
    }

    pub(super) fn propose(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        let place = if below(rng, 10) < FOCUS { self.doubled(at, rng) } else { None };
        let place = place.unwrap_or_else(|| self.place[self.free[below(rng, self.free.len())].index()] as usize);
        self.around_one(place, at, rng, into)
    }

    #[allow(clippy::needless_pass_by_ref_mut)] // as the other parts
    pub(super) fn propose_around(
        &self,
        var: Var,
        at: &mut Evaluator<'_>,
        rng: &mut ChaCha8Rng,
        into: &mut Move,
    ) -> bool {
        self.around_one(self.place[var.index()] as usize, at, rng, into)
    }

    /// A place that can move and whose value another variable holds too, drawn at random.
    fn doubled(&self, at: &Evaluator<'_>, rng: &mut ChaCha8Rng) -> Option<usize> {
        let rule = self.different?;
        let first = below(rng, self.free.len());
        let (front, back) = self.free.split_at(first);
        let found = back.iter().chain(front).find(|&&var| at.tally(rule, at.value(var)) > 1)?;
        Some(self.place[found.index()] as usize)
    }

    /// Takes another way around `place`, and pushes those whose values it takes; `false` if that leads nowhere else.
    fn around_one(&self, place: usize, at: &Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        let mut place = place;
        for _ in 0..PUSHES {
            let from = into.len();
            self.take_anew(place, at, rng, into);
            if below(rng, REST) == 0 {
                break;
            }
            match self.pushed(&into[from..], at) {
                Some(next) if !into.iter().any(|&(var, _)| var == self.vars[next]) => place = next,
                _ => break,
            }
        }
        for &(var, value) in into.iter() {
            self.shift[value.index()].set(0);
            self.shift[at.value(var).index()].set(0);
        }
        !into.is_empty()
    }

    /// A place that can move and holds a value that one of these changes takes as well.
    fn pushed(&self, changes: &[(Var, Value)], at: &Evaluator<'_>) -> Option<usize> {
        let rule = self.different?;
        let (var, value) = *changes.iter().find(|(_, value)| self.holders(rule, *value, at) > 1)?;
        let holds =
            |place: &usize| self.open[*place] && self.vars[*place] != var && at.value(self.vars[*place]) == value;
        (0..self.vars.len()).find(holds)
    }

    /// How many variables hold `value` once the move that is being put together is made.
    #[inline]
    fn holders(&self, rule: u32, value: Value, at: &Evaluator<'_>) -> i16 {
        at.tally(rule, value) as i16 + self.shift[value.index()].get()
    }

    /// Adds another way through a window around `place` to a move. It ends before what the move has changed already.
    fn take_anew(&self, place: usize, at: &Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) {
        let length = 1 + below(rng, WINDOW);
        let back = below(rng, length);
        let changed = into.len();
        let can_move = |place: usize| self.open[place] && !into.iter().any(|&(var, _)| var == self.vars[place]);
        let (mut from, mut to) = (place, place + 1);
        while from > 0 && place - from < back && can_move(from - 1) {
            from -= 1;
        }
        while to < self.vars.len() && to - from < length && can_move(to) {
            to += 1;
        }
        let value_at = |place: usize| {
            let var = self.vars[place];
            into.iter().find(|(other, _)| *other == var).map_or_else(|| at.value(var), |&(_, value)| value)
        };
        let mut last = from.checked_sub(1).map(value_at);
        let end = (to < self.vars.len()).then(|| value_at(to));
        for place in from..to {
            self.more(at.value(self.vars[place]), -1);
        }
        let turn = from + below(rng, to - from);
        for here in from..to {
            let may = |value: Value| {
                (end.is_some() && !self.narrow[here] || self.domains[here].contains(value))
                    && end.is_none_or(|end| self.reach.has(to - here, value, end))
            };
            let held = |value: Value| self.different.is_some_and(|rule| self.holders(rule, value, at) > 0);
            let avoid = (here == turn).then(|| at.value(self.vars[here]));
            let value = if let Some(last) = last {
                choose(&self.partners[last.index()], avoid, may, held, rng)
            } else {
                let all: Vec<Value> = self.domains[here].iter().filter(|&value| may(value)).collect();
                choose(&all, avoid, |_| true, held, rng)
            };
            // Narrow domains may lead to a dead end: restore the move as it was.
            let Some(value) = value else {
                for place in from..to {
                    self.more(at.value(self.vars[place]), 1);
                }
                for (_, value) in into.drain(changed..) {
                    self.more(value, -1);
                }
                return;
            };
            self.more(value, 1);
            into.push((self.vars[here], value));
            last = Some(value);
        }
        let mut kept = changed;
        for index in changed..into.len() {
            if into[index].1 != at.value(into[index].0) {
                into[kept] = into[index];
                kept += 1;
            }
        }
        into.truncate(kept);
    }

    fn more(&self, value: Value, count: i16) {
        let shift = &self.shift[value.index()];
        shift.set(shift.get() + count);
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

/// The one relation in which every variable stands to the next.
fn links(csp: &Csp, vars: &[Var], place: &[u32]) -> Option<Arc<Relation>> {
    let mut linked = vec![false; vars.len().checked_sub(1)?];
    let mut relation: Option<&Arc<Relation>> = None;
    for posted in &csp.posted {
        if let Rule::Pairs(pair) = &posted.rule {
            let (left, right) = (place[pair.left.index()], place[pair.right.index()]);
            if left != u32::MAX && right == left.wrapping_add(1) {
                if !Arc::ptr_eq(relation.get_or_insert(&pair.relation), &pair.relation) {
                    return None;
                }
                linked[left as usize] = true;
            }
        }
    }
    let all = linked.iter().all(|&linked| linked);
    all.then(|| relation.map_or_else(|| Relation::new(0, 0, |_, _| false), Arc::clone))
}

/// The values of `domain` that stand in the relation to one of `next`.
fn before(relation: &Relation, domain: &Domain, next: &Domain) -> Domain {
    let reaches = |value: &Value| relation.partners(*value).is_some_and(|partners| partners.meets(next));
    domain.iter().filter(reaches).collect()
}
