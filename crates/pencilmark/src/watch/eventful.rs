//! Finds a built-in puzzle that is worth watching: one on which a search runs into dead ends.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use pencilmark_csp::Budget;

use crate::{MethodChoice, Options, Puzzle, SolveError, corpus};

/// A built-in puzzle, and how a search went on it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Eventful {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The method, one of those that were asked for.
    pub method: MethodChoice,
    /// How many decisions the search undid.
    pub backtracks: u64,
}

/// Returns the first built-in puzzle of a kind that one of the methods solves with a number of backtracks in `wanted`.
///
/// Every candidate is solved, so the choice stays right when a method or a set changes. Earlier methods are preferred;
/// if no search of any method is in the range, the one closest below it is chosen. `None`: the kind has no such sets, or
/// the budget was spent before any puzzle was solved.
///
/// ```
/// use pencilmark::{Budget, watch::eventful};
/// let found = eventful("kenken", &["backtracking".parse()?], 20..=200, &Budget::default())?.unwrap();
/// assert!((20..=200).contains(&found.backtracks));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A method that the kind does not have, or that needs something that is not there.
pub fn eventful(
    kind: &str,
    methods: &[MethodChoice],
    wanted: RangeInclusive<u64>,
    budget: &Budget,
) -> Result<Option<Eventful>, SolveError> {
    // Every decision is a node, whether it is undone or kept.
    let nodes = wanted.end().saturating_mul(4).saturating_add(2000);
    let begun = Instant::now();
    let sets = || corpus::sets().filter(|set| set.kind == kind && !set.is_printed());
    let mut best: Option<Eventful> = None;
    for method in methods {
        for puzzle in sets().flat_map(corpus::Set::puzzles) {
            // The budget's time is for all searches together.
            let time = budget.time.map(|time| time.saturating_sub(begun.elapsed()));
            if time == Some(Duration::ZERO) {
                return Ok(best);
            }
            let budget = Budget { nodes: Some(nodes), time, ..budget.clone() };
            let options = Options::default().method(method.clone()).budget(budget);
            let report = puzzle.solver().options(&options).run()?;
            let backtracks = report.counters.backtracks;
            if report.outcome.solutions.is_empty() || backtracks > *wanted.end() {
                continue;
            }
            if best.as_ref().is_none_or(|best| backtracks > best.backtracks) {
                best = Some(Eventful { puzzle, method: method.clone(), backtracks });
            }
            if wanted.contains(&backtracks) {
                return Ok(best);
            }
        }
    }
    Ok(best)
}
