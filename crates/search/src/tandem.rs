//! Backtracking with the strongest inference for a while, then clause learning: no puzzle falls off a cliff.
//!
//! This is what a kind's `exact` is until the kind brings an engine of its own.

use pencilmark_csp::{Budget, Csp, End, Event, Level, Observer, Outcome, Why};

use crate::backtracking::{Order, Strategy, Values, search};
use crate::{Method as _, Run, Sat};

/// Backtracking, then SAT.
pub struct Tandem;

impl Tandem {
    /// Nodes that backtracking may enter before it hands over.
    const NODES: u64 = 400;

    /// Looks for up to `run.limit` different solutions.
    pub fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let allowed = run.budget.nodes.unwrap_or(u64::MAX);
        let first =
            Run { budget: Budget { nodes: Some(Self::NODES.min(allowed)), ..run.budget.clone() }, ..run.clone() };
        let meter = run.budget.start();
        let strategy = Strategy { order: Order::DomWdeg, values: Values::Smallest, level: Level::Full };
        let outcome = search(csp, &first, strategy, watch);
        if outcome.end != End::GaveUp(Why::Nodes) || allowed <= Self::NODES {
            return outcome;
        }
        watch.see(Event::HandOver);
        let rest = Budget { nodes: run.budget.nodes.map(|nodes| nodes - Self::NODES), ..meter.rest() };
        Sat::solve(csp, &Run { budget: rest, ..run.clone() }, watch)
    }
}
