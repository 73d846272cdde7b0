//! Backtracking with the strongest inference, then SAT where that finds nothing for a while.
//!
//! Backtracking is faster on most puzzles, and clause learning on the few where backtracking would take hours. This is
//! `exact` for a kind without an engine of its own, for models other than the default one, and from a position.

use pencilmark_csp::{Csp, End, Event, Level, Observer, Outcome, Why};

use crate::backtracking::{Order, Strategy, Values, search};
use crate::{Run, Sat};

/// Backtracking, then SAT.
pub struct BacktrackingThenSat;

impl BacktrackingThenSat {
    /// Nodes without a new solution after which backtracking hands over.
    const NODES_BEFORE_SAT: u64 = 400;

    /// Looks for up to `run.limit` different solutions.
    pub fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let mut meter = run.budget.start();
        let strategy = Strategy {
            order: Order::DomWdeg,
            values: Values::InOrder,
            level: Level::Full,
            preprocess: Level::None,
            most_idle_nodes: Self::NODES_BEFORE_SAT,
        };
        let (solutions, end) = search(csp, run, strategy, &mut meter, watch);
        if end != End::GaveUp(Why::Incomplete) {
            return solutions.outcome(end, None);
        }
        watch.see(Event::HandOver);
        Sat::beyond(csp, &Run { budget: meter.rest(), ..run.clone() }, solutions.into_kept(), watch)
    }
}
