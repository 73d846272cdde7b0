//! The space of partial boards: a state gives some variables a value, and a step gives one to the next variable.
//!
//! The space is a tree, because each state decides one variable and each child gives it another value. Every solution
//! occurs in it once, and an empty open list is a proof. A child that breaks a rule for sure, or that inference refutes, is not
//! generated. g counts the variables that have a value, so that every solution has the same g, and `unassigned` is exact.
//!
//! A state is held as its decisions alone; its domains are made again by inference when it is expanded. What it has in
//! common with the state expanded before need not be done twice.

use pencilmark_csp::{
    Assignment, Csp, End, Event, Level, Lookup as _, Meter, Observer, Outcome, Propagation, Stopped, Store, Value, Var,
    Why,
};

use super::frontier::{Frontier, Id, ROOT, Space, Weights, best_first};
use super::{Heuristic, Order};
use crate::Run;
use crate::backtracking::order_interchangeable;

#[derive(Debug)]
pub(super) struct Settings {
    pub(super) heuristic: Heuristic,
    pub(super) order: Order,
    pub(super) level: Level,
}

pub(super) fn search<O: Observer>(
    csp: &Csp,
    run: &Run,
    settings: &Settings,
    weights: Weights,
    watch: &mut O,
) -> Outcome {
    let ordered = order_interchangeable(csp);
    let csp = ordered.as_ref().unwrap_or(csp);
    let construct = Construct {
        csp,
        settings,
        store: Store::new(csp),
        propagation: Propagation::new(csp, settings.level),
        at: Vec::new(),
        order: csp.vars().collect(),
        weights: vec![1; csp.posted.len()],
    };
    best_first(csp, run, weights, construct, watch)
}

struct Construct<'a> {
    csp: &'a Csp,
    settings: &'a Settings,
    store: Store, // one open decision for each state of `at`
    propagation: Propagation<'a>,
    at: Vec<Id>, // the states on the way to where the store stands
    order: Vec<Var>,
    weights: Vec<u32>, // rule -> 1 + how often it failed
}

impl<O: Observer> Space<O> for Construct<'_> {
    const EXHAUSTED: End = End::Exhausted;

    fn root(&mut self, frontier: &mut Frontier, meter: &mut Meter, watch: &mut O) -> Result<(), Why> {
        match self.propagation.at_root(&mut self.store, meter, watch) {
            Ok(()) => {}
            Err(Stopped::Conflict(_)) => return Ok(()),
            Err(Stopped::GaveUp(why)) => return Err(why),
        }
        if self.settings.order == Order::Static {
            let rules = |var: Var| self.propagation.watchers(var).len();
            self.order.sort_by_key(|&var| (self.store.size(var), std::cmp::Reverse(rules(var))));
        }
        let (g, h) = self.estimate();
        frontier.count();
        frontier.add(ROOT, &[], g, h, meter)?;
        Ok(())
    }

    fn expand(
        &mut self,
        id: Id,
        frontier: &mut Frontier,
        meter: &mut Meter,
        watch: &mut O,
    ) -> Result<Option<Assignment>, Why> {
        if !self.go_to(id, frontier, meter, watch)? {
            return Ok(None);
        }
        if watch.wants_boards() {
            let board: Vec<Option<Value>> = self.csp.vars().map(|var| self.store.get(var)).collect();
            watch.see(Event::Domains(&self.store.domains()));
            watch.see(Event::Look(&board));
        }
        let Some(var) = self.choose_variable() else { return Ok(self.store.assignment()) };
        let values: Vec<Value> = self.store.values(var).collect();
        for value in values {
            watch.see(Event::Assign(var, value));
            let alive = self.decide(var, value, meter, watch)?;
            if alive {
                let (g, h) = self.estimate();
                frontier.count();
                frontier.add(id, &[(var, value)], g, h, meter)?;
            }
            self.store.pop();
            watch.see(Event::Backtrack(var));
        }
        Ok(None)
    }

    fn best(&mut self) -> Option<(Assignment, u64)> {
        None
    }
}

impl Construct<'_> {
    /// Brings the store to a state; `false` if inference refutes it.
    fn go_to<O: Observer>(
        &mut self,
        id: Id,
        frontier: &Frontier,
        meter: &mut Meter,
        watch: &mut O,
    ) -> Result<bool, Why> {
        let path = frontier.path(id);
        let common = self.at.iter().zip(&path).take_while(|(here, there)| here == there).count();
        while self.at.len() > common {
            self.at.pop();
            self.store.pop();
        }
        for &step in &path[common..] {
            self.at.push(step);
            if let Some(&(var, value)) = frontier.changes(step).first()
                && !self.decide(var, value, meter, watch)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Gives a variable a value and infers; `false` if that is refuted. [`Store::pop`] takes it back.
    fn decide<O: Observer>(&mut self, var: Var, value: Value, meter: &mut Meter, watch: &mut O) -> Result<bool, Why> {
        self.store.push();
        if self.store.decide(var, value).is_err() {
            return Ok(false);
        }
        match self.propagation.after(&mut self.store, var, meter, watch) {
            Ok(()) => Ok(true),
            Err(Stopped::Conflict(conflict)) => {
                self.weights[conflict.rule] += 1;
                Ok(false)
            }
            Err(Stopped::GaveUp(why)) => Err(why),
        }
    }

    /// Whether a variable needs no decision. Below arc consistency, a variable with one value left is not checked again, so
    /// it has to be visited.
    fn is_settled(&self, var: Var) -> bool {
        self.store.is_decided(var) || self.settings.level >= Level::Arc && self.store.is_assigned(var)
    }

    fn choose_variable(&self) -> Option<Var> {
        let mut open = self.order.iter().copied().filter(|&var| !self.is_settled(var));
        match self.settings.order {
            Order::InOrder | Order::Static => open.next(),
            Order::Mrv => open.min_by_key(|&var| self.store.size(var)),
            Order::DomWdeg => open.min_by(|&a, &b| {
                let (weight_a, weight_b) = (self.weight(a), self.weight(b));
                (self.store.size(a) as u64 * weight_b).cmp(&(self.store.size(b) as u64 * weight_a))
            }),
        }
    }

    fn weight(&self, var: Var) -> u64 {
        let rules = self.propagation.watchers(var).iter();
        1 + rules.map(|&rule| u64::from(self.weights[rule as usize])).sum::<u64>()
    }

    /// g and h where the store stands.
    fn estimate(&self) -> (u32, u64) {
        let settled = self.csp.vars().filter(|&var| self.is_settled(var)).count();
        let h = match self.settings.heuristic {
            Heuristic::Unassigned => self.csp.domains.len() - settled,
            Heuristic::Candidates => self.csp.vars().map(|var| self.store.size(var) - 1).sum(),
            // No rule is broken as long as the state is alive.
            Heuristic::Conflicts | Heuristic::Disjoint | Heuristic::Zero => 0,
        };
        (settled as u32, h as u64)
    }
}
