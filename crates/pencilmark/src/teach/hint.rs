//! The next step.

use std::time::Duration;

use pencilmark_csp::{Meter, Verdict, Why};
use pencilmark_puzzles::technique::{Next, Step};
use pencilmark_puzzles::{Cell, Reason};

use super::ladder::{smallest_reason, solving};
use super::{Course, mistakes};
use crate::check::Check;
use crate::{Puzzle, SolveError};

/// How long to look for all steps: a large board has thousands, and each is told with its reason.
const ALL_TIME: Duration = Duration::from_secs(5);

/// What helps somebody who is stuck.
#[derive(Clone, Debug)]
pub enum Hint {
    /// Something on the board is wrong. Nothing is built on it.
    Mistakes(Vec<Reason>),
    /// Steps that can be taken now, the easiest first: one, or all if all were asked for.
    Steps {
        /// The steps.
        steps: Vec<Step>,
        /// Why there may be more of them.
        left_out: Option<Why>,
    },
    /// Everything is filled in, and it is right.
    Solved,
    /// The puzzle has no solution.
    NoSolution(Option<Reason>),
    /// Nothing more follows: the puzzle has several solutions, and this cell differs between them.
    Fork {
        /// The cell.
        cell: Cell,
        /// What it is in them.
        values: Vec<u16>,
    },
    /// The techniques that may be used see nothing.
    Stuck,
    /// Not found out within the budget.
    GaveUp(Why),
}

impl Puzzle {
    /// The next step from what has been entered; with `all`, every step that the techniques see now.
    pub fn hint(&self, course: &Course, all: bool) -> Result<Hint, SolveError> {
        let meter = course.budget.start();
        let check = self.check(&solving(&meter))?;
        Ok(self.hint_after(course, all, &check, &meter))
    }

    fn hint_after(&self, course: &Course, all: bool, check: &Check, meter: &Meter) -> Hint {
        let verdict = check.report.outcome.verdict();
        match (verdict, check.why()) {
            (Verdict::Refuted, _) => {
                let conflict = check.conflict.as_ref().and_then(|conflict| conflict.rules.first());
                return Hint::NoSolution(check.report.reason.as_ref().or(conflict).cloned());
            }
            (Verdict::Undecided, Some(why)) => return Hint::GaveUp(why),
            _ => {}
        }
        if let Some(progress) = check.progress.as_ref().filter(|progress| progress.right != Some(true)) {
            return match progress.right {
                Some(_) => Hint::Mistakes(mistakes::told(self, progress)),
                None => Hint::GaveUp(check.why().unwrap_or(Why::Time)),
            };
        }
        let Some(sheet) = self.0.sheet(self.position()) else { return Hint::Stuck };
        if sheet.is_solved() {
            return Hint::Solved;
        }
        let ladder = course.ladder(self.kind(), verdict == Verdict::Unique);
        let wanted = if all { usize::MAX } else { 1 };
        let time = if all { meter.at_most(ALL_TIME) } else { meter.clone() };
        let (mut steps, mut left_out) = ladder.steps_within(sheet.as_ref(), wanted, true, &time);
        if steps.is_empty() && left_out.is_none() {
            (steps, left_out) = course.beyond(self.kind()).steps_within(sheet.as_ref(), 1, true, &time);
        }
        if !steps.is_empty() {
            return Hint::Steps { steps, left_out };
        }
        if let Some(why) = left_out {
            return Hint::GaveUp(why);
        }
        if !course.goes_beyond() {
            return Hint::Stuck;
        }
        match smallest_reason(self, &sheet.position(), meter) {
            Ok(Next::Step { step, .. }) => Hint::Steps { steps: vec![*step], left_out: None },
            Ok(Next::Fork { cell, values }) => Hint::Fork { cell, values },
            Ok(Next::Solved) => Hint::Solved,
            Ok(Next::Wrong) => Hint::Stuck,
            Err(why) => Hint::GaveUp(why),
        }
    }
}
