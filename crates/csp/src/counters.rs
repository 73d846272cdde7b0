//! What a run counts: the one list of counters that terminal, JSON, CSV and Parquet share.
//!
//! What the counters count is a contract: the same meaning for every method and every kind.

use crate::{Event, Observer};

/// A counter in listings: its name, the same in JSON, CSV and Parquet, and what it counts.
#[derive(Clone, Copy, Debug)]
pub struct CounterInfo {
    /// Its name, in snake case.
    pub name: &'static str,
    /// What it counts, in one line.
    pub about: &'static str,
    /// Whether every run has it. Only methods with a cost have a best cost.
    pub required: bool,
    /// Returns its value.
    pub get: fn(&Counters) -> Option<u64>,
    /// Sets its value, for counters that are read back.
    pub set: fn(&mut Counters, u64),
}

/// Declares [`Counters`] from one list: each counter's doc comment, its name, and how two runs combine (`sum` or `max`).
/// The best cost stands apart because it has two parts that are only compared together and may be missing.
macro_rules! counters {
    (
        $(#[doc = $about:literal] $name:ident: $combine:ident,)+
        best {
            #[doc = $about_cost:literal] $cost:ident,
            #[doc = $about_step:literal] $step:ident,
        }
    ) => {
        /// What a run did, counted. Each counter means the same for every method and every kind; see docs/counters.md.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Counters {
            $(#[doc = $about] pub $name: u64,)+
            /// The lowest cost seen, and the steps made before it was; `None` for methods without a cost.
            pub best: Option<(u64, u64)>,
        }

        impl Counters {
            /// Every counter, in the order of [`Counters::rows`].
            pub const LIST: &[CounterInfo] = &[
                $(CounterInfo {
                    name: stringify!($name),
                    about: $about.trim_ascii(),
                    required: true,
                    get: |counters| Some(counters.$name),
                    set: |counters, value| counters.$name = value,
                },)+
                CounterInfo {
                    name: stringify!($cost),
                    about: $about_cost.trim_ascii(),
                    required: false,
                    get: |counters| counters.best.map(|(cost, _)| cost),
                    set: |counters, value| counters.best.get_or_insert_default().0 = value,
                },
                CounterInfo {
                    name: stringify!($step),
                    about: $about_step.trim_ascii(),
                    required: false,
                    get: |counters| counters.best.map(|(_, step)| step),
                    set: |counters, value| counters.best.get_or_insert_default().1 = value,
                },
            ];

            /// Adds the counts of another run. A peak or a best cost does not add up: the larger peak and the lower cost
            /// stay.
            pub fn add(&mut self, other: &Self) {
                $(counters!(@$combine self.$name, other.$name);)+
                self.best = [self.best, other.best].into_iter().flatten().min();
            }

            /// Each counter with its name, in the order of [`Counters::LIST`]; the best cost only where there is one.
            pub fn rows(&self) -> Vec<(&'static str, u64)> {
                Self::LIST.iter().filter_map(|info| Some((info.name, (info.get)(self)?))).collect()
            }
        }
    };
    (@sum $mine:expr, $other:expr) => { $mine += $other };
    (@max $mine:expr, $other:expr) => { $mine = $mine.max($other) };
}

counters! {
    /// search states entered, the first included; `sat`: decisions
    nodes: sum,
    /// values given to a variable by decision
    assignments: sum,
    /// decisions undone; `sat`: conflicts
    backtracks: sum,
    /// variables that inference left with one value
    propagated: sum,
    /// evaluations of one rule on one board, partial or complete; `sat`: literals propagated
    checks: sum,
    /// arcs (rule, open variable) that arc consistency looked at
    revisions: sum,
    /// values that inference removed
    prunings: sum,
    /// complete boards whose cost was evaluated
    evaluations: sum,
    /// moves made
    steps: sum,
    /// new starts after the first
    restarts: sum,
    /// generations of a genetic algorithm
    generations: sum,
    /// states that informed search made
    generated: sum,
    /// the most states held at once; a genetic algorithm: boards of two generations
    peak_stored: max,
    /// clauses that `sat` learnt
    learnt: sum,
    /// how often `exact` handed over to another method
    hand_overs: sum,
    best {
        /// the lowest sum of violations seen
        best_cost,
        /// the steps made before the lowest cost was seen
        best_at_step,
    }
}

/// What is kept of every run: the counters, and how the lowest cost came down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The counters.
    pub counters: Counters,
    /// Every cost that was lower than all before, in order.
    pub improvements: Vec<Improvement>,
}

/// A cost lower than all before, and what had been spent when it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// Checks so far.
    pub checks: u64,
    /// Evaluations so far.
    pub evaluations: u64,
    /// The cost.
    pub cost: u64,
}

impl Observer for Tally {
    #[inline]
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        if let Event::Best(_, cost) = event {
            let Counters { checks, evaluations, .. } = self.counters;
            self.improvements.push(Improvement { checks, evaluations, cost });
        }
    }
}

impl Observer for Counters {
    #[inline]
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
            Event::Step(..) => self.steps += 1,
            Event::Restart => self.restarts += 1,
            Event::Best(_, cost) => self.best = Some((cost, self.steps)),
            Event::Generation(_) => self.generations += 1,
            Event::Generated(count) => self.generated += count,
            Event::Stored(count) => self.peak_stored = self.peak_stored.max(count),
            Event::Decisions(count) => {
                self.nodes += count;
                self.assignments += count;
            }
            Event::Conflicts(count) => {
                self.backtracks += count;
                self.learnt += count;
            }
            Event::HandOver => self.hand_overs += 1,
            Event::Conflict(_)
            | Event::Start(..)
            | Event::Try(_)
            | Event::Look(_)
            | Event::Domains(_)
            | Event::Solution(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_the_list_name_the_same_counters() {
        let counters = Counters { best: Some((3, 7)), ..Counters::default() };
        let names: Vec<&str> = counters.rows().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, Counters::LIST.iter().map(|info| info.name).collect::<Vec<_>>());
        assert_eq!(counters.rows()[names.len() - 2..], [("best_cost", 3), ("best_at_step", 7)]);
        assert_eq!(Counters::default().rows().len(), names.len() - 2);
        for CounterInfo { name, about, required, get, set } in Counters::LIST {
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{name}");
            assert!(!about.is_empty() && about.trim() == *about, "{name}: {about:?}");
            assert_eq!(get(&Counters::default()).is_some(), *required, "{name}");
            let mut counters = Counters::default();
            set(&mut counters, 7);
            assert_eq!(get(&counters), Some(7), "{name}");
            assert!(counters.rows().iter().all(|(other, count)| other == name || *count == 0), "{name}");
        }
    }

    #[test]
    fn adding_sums_counts_and_keeps_the_peak_and_the_best() {
        let mut first = Counters { nodes: 2, hand_overs: 1, peak_stored: 9, best: Some((4, 1)), ..Counters::default() };
        first.add(&Counters { nodes: 3, hand_overs: 1, peak_stored: 5, best: Some((2, 8)), ..Counters::default() });
        let sum = Counters { nodes: 5, hand_overs: 2, peak_stored: 9, best: Some((2, 8)), ..Counters::default() };
        assert_eq!(first, sum);
        first.add(&Counters::default());
        assert_eq!(first, sum);
    }
}
