//! The plans of a batch: one per kind, made when the first puzzle of the kind comes.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use pencilmark_puzzles::KindInfo;
use pencilmark_puzzles::sudoku::Sudoku;

use crate::{Options, Plan, SolveError};

/// Lines are solved together if each may take at least this long. It is far more than they take.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// How to solve puzzles of each kind.
pub struct Plans<'a> {
    make: Box<Make<'a>>,
    /// The first plan that was made; each leads to the next.
    made: OnceLock<Box<Made>>,
}

/// The plan of one kind, in a list that only grows, so that references to plans stay valid.
struct Made {
    kind: &'static str,
    plan: Result<Plan, SolveError>,
    next: OnceLock<Box<Made>>,
}

type Make<'a> = dyn Fn(&'static KindInfo) -> Result<Plan, SolveError> + Send + Sync + 'a;

impl<'a> Plans<'a> {
    /// The same options for every kind.
    pub fn of(options: Options) -> Self {
        Self::new(move |kind| options.plan(kind))
    }

    /// Plans that `make` makes, each once.
    pub fn new(make: impl Fn(&'static KindInfo) -> Result<Plan, SolveError> + Send + Sync + 'a) -> Self {
        Self { make: Box::new(make), made: OnceLock::new() }
    }

    /// How to solve puzzles of this kind.
    pub fn get(&self, kind: &'static KindInfo) -> Result<&Plan, SolveError> {
        let mut place = &self.made;
        loop {
            let make = || Box::new(Made { kind: kind.id, plan: (self.make)(kind), next: OnceLock::new() });
            let made = place.get_or_init(make);
            if made.kind == kind.id {
                return made.plan.as_ref().map_err(Clone::clone);
            }
            place = &made.next;
        }
    }

    /// Whether 9x9 Sudoku on lines can go to the solver that does nothing but solve: the plan neither asks for another way nor limits
    /// the work.
    pub(super) fn take_lines(&self) -> bool {
        self.get(&Sudoku::INFO).is_ok_and(|plan| {
            let budget = &plan.run.budget;
            let unlimited = [budget.nodes, budget.evaluations, budget.checks].iter().all(Option::is_none);
            plan.has_engine(&Sudoku::INFO) && unlimited && budget.time.is_none_or(|time| time >= LONG_ENOUGH)
        })
    }
}

impl fmt::Debug for Plans<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plans").finish_non_exhaustive()
    }
}
