//! Backtracking with the strongest inference for a while, then clause learning: no puzzle falls off a cliff.
//!
//! This is what a kind's `exact` is until the kind brings an engine of its own.

use pencilmark_csp::{Csp, End, Event, Level, Observer, Outcome, Why};

use crate::backtracking::{Order, Strategy, Values, search};
use crate::{Run, Sat};

/// Backtracking, then SAT.
pub struct Tandem;

impl Tandem {
    /// Nodes without a new solution after which backtracking hands over.
    const PATIENCE: u64 = 400;

    /// Looks for up to `run.limit` different solutions.
    pub fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let mut meter = run.budget.start();
        let strategy = Strategy {
            order: Order::DomWdeg,
            values: Values::Smallest,
            level: Level::Full,
            preprocess: Level::None,
            patience: Self::PATIENCE,
        };
        let (solutions, end) = search(csp, run, strategy, &mut meter, watch);
        if end != End::GaveUp(Why::Incomplete) {
            return solutions.outcome(end, None);
        }
        watch.see(Event::HandOver);
        Sat::beyond(csp, &Run { budget: meter.rest(), ..run.clone() }, solutions.into_kept(), watch)
    }
}
