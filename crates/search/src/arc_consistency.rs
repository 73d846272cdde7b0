//! AC-3 alone (Mackworth 1977; AIMA figure 6.3): arc consistency once, and no search.
//!
//! If one value is left to every variable, that is the only solution; if none is left to one, there is no solution. In
//! between nothing is known, and the counters say how far it came.

use pencilmark_csp::{Csp, End, Event, Level, Lookup as _, Observer, Outcome, Propagation, Stopped, Store, Value, Why};

use crate::{Complete, Draws, Family, Key, Method, MethodInfo, Run, choices};

choices! {
    /// What to infer.
    enum Strength {
        Ac3 = "ac3": "arc consistency by AC-3",
        Full = "full": "the strongest filter each rule has",
    }
}

const LEVEL: Key<Strength> = Strength::key("level", "what to infer", Strength::Ac3);

/// Arc consistency without search.
pub struct ArcConsistency;

impl Method for ArcConsistency {
    const INFO: MethodInfo = MethodInfo {
        id: "ac-3",
        title: "Arc consistency alone",
        family: Family::Tree,
        complete: Complete::No,
        draws: Draws::Never,
        parameters: &[LEVEL.parameter],
        source: "Mackworth 1977; Russell and Norvig, figure 6.3; “CS541 Artificial Intelligence: Winter 2020 \
                 Term Project Report”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        if run.limit == 0 {
            return Outcome::nothing(End::Limit);
        }
        let level = match LEVEL.get(&run.parameters) {
            Strength::Ac3 => Level::Arc,
            Strength::Full => Level::Full,
        };
        let ordered = crate::backtracking::order_interchangeable(csp);
        let csp = ordered.as_ref().unwrap_or(csp);
        let mut store = Store::new(csp);
        let mut meter = run.budget.start();
        match Propagation::new(csp, level).show_revisions().at_root(&mut store, &mut meter, watch) {
            Err(Stopped::Conflict(_)) => Outcome::refuted(),
            Err(Stopped::GaveUp(why)) => {
                let domains = (store.removed() > 0).then(|| store.domains());
                Outcome { domains, ..Outcome::nothing(End::GaveUp(why)) }
            }
            Ok(()) => {
                if let Some(solution) = store.assignment() {
                    watch.see(Event::Solution(&solution));
                    return Outcome { solutions: vec![solution], found: 1, ..Outcome::nothing(End::Exhausted) };
                }
                let domains = store.domains();
                if watch.wants_boards() {
                    let board: Vec<Option<Value>> = csp.vars().map(|var| store.get(var)).collect();
                    watch.see(Event::Domains(&domains));
                    watch.see(Event::Look(&board));
                }
                Outcome { domains: Some(domains), ..Outcome::nothing(End::GaveUp(Why::Incomplete)) }
            }
        }
    }
}
