//! Watching a search. Methods tell an [`Observer`] what happens; [`Silent`] compiles to nothing.
//!
//! What the counters count is a contract: the same meaning for every method and every kind.

use crate::{Value, Var};

/// Something a method did.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A search state was entered.
    Node,
    /// A variable got a value by decision.
    Assign(Var, Value),
    /// A decision was undone.
    Backtrack(Var),
    /// Inference left these many further variables with one value.
    Propagated(u64),
    /// So many evaluations of one rule on one (partial) assignment.
    Checks(u64),
    /// So many arcs (rule, variable) were revised.
    Revisions(u64),
    /// So many values were removed by inference.
    Prunings(u64),
    /// So many complete assignments had their cost evaluated.
    Evaluations(u64),
    /// A move was accepted.
    Step,
    /// A search started again.
    Restart,
    /// A clause learner made so many decisions, each entering a state.
    Decisions(u64),
    /// It ran into so many conflicts, each undoing decisions and teaching a clause.
    Conflicts(u64),
    /// A method handed over to another.
    HandOver,
    /// A solution was found.
    Solution(&'a [Value]),
}

/// Whoever watches.
pub trait Observer {
    /// Called for every event; must not change the search.
    fn see(&mut self, event: Event<'_>);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    #[inline(always)]
    fn see(&mut self, _: Event<'_>) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn see(&mut self, event: Event<'_>) {
        (**self).see(event);
    }
}

/// The counters of the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // each is described at its event
pub struct Counters {
    pub nodes: u64,
    pub assignments: u64,
    pub backtracks: u64,
    pub propagated: u64,
    pub checks: u64,
    pub revisions: u64,
    pub prunings: u64,
    pub evaluations: u64,
    pub steps: u64,
    pub restarts: u64,
    pub learnt: u64,
    pub hand_overs: u64,
}

impl Counters {
    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.assignments += other.assignments;
        self.backtracks += other.backtracks;
        self.propagated += other.propagated;
        self.checks += other.checks;
        self.revisions += other.revisions;
        self.prunings += other.prunings;
        self.evaluations += other.evaluations;
        self.steps += other.steps;
        self.restarts += other.restarts;
        self.learnt += other.learnt;
        self.hand_overs += other.hand_overs;
    }

    /// Each counter with its name, in a fixed order.
    pub fn rows(&self) -> [(&'static str, u64); 12] {
        [
            ("nodes", self.nodes),
            ("assignments", self.assignments),
            ("backtracks", self.backtracks),
            ("propagated", self.propagated),
            ("checks", self.checks),
            ("revisions", self.revisions),
            ("prunings", self.prunings),
            ("evaluations", self.evaluations),
            ("steps", self.steps),
            ("restarts", self.restarts),
            ("learnt", self.learnt),
            ("hand-overs", self.hand_overs),
        ]
    }
}

impl Observer for Counters {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Node => self.nodes += 1,
            Event::Assign(..) => self.assignments += 1,
            Event::Backtrack(_) => self.backtracks += 1,
            Event::Propagated(count) => self.propagated += count,
            Event::Checks(count) => self.checks += count,
            Event::Revisions(count) => self.revisions += count,
            Event::Prunings(count) => self.prunings += count,
            Event::Evaluations(count) => self.evaluations += count,
            Event::Step => self.steps += 1,
            Event::Restart => self.restarts += 1,
            Event::Decisions(count) => {
                self.nodes += count;
                self.assignments += count;
            }
            Event::Conflicts(count) => {
                self.backtracks += count;
                self.learnt += count;
            }
            Event::HandOver => self.hand_overs += 1,
            Event::Solution(_) => {}
        }
    }
}
