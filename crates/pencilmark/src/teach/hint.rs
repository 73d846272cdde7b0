//! The next step.

use std::time::Duration;

use pencilmark_csp::{Meter, Verdict, Why};
use pencilmark_puzzles::technique::{self, Next, Step};
use pencilmark_puzzles::{Cell, Reason};

use super::TeachOptions;
use super::ladder::{smallest_reason, solving};
use crate::check::{Check, Conflict};
use crate::{Corrections, Puzzle, SolveError};

/// How long to look for all steps: a large board has thousands, and each is told with its reason.
const ALL_TIME: Duration = Duration::from_secs(5);

/// The hardest tier to try on a puzzle with several solutions. Harder techniques take long on an
/// open board, and matter less than the news that there are several solutions.
const SEVERAL_TIER: u8 = 2;

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
        /// If the puzzle has several solutions, a cell in which two of them differ: the steps are
        /// valid, but do not lead to a single solution.
        several: Option<(Cell, Vec<u16>)>,
    },
    /// Everything is filled in, and it is right.
    Solved,
    /// The puzzle has no solution.
    NoSolution {
        /// Why, if a cheap static check shows it.
        reason: Option<Reason>,
        /// Rules that cannot all hold, if they were found in time.
        conflict: Option<Conflict>,
        /// The single-clue changes that give exactly one solution.
        corrections: Option<Corrections>,
    },
    /// The puzzle has several solutions, this cell differs between two of them, and no easy step
    /// follows.
    Fork {
        /// The cell.
        cell: Cell,
        /// Its values in two of the solutions.
        values: Vec<u16>,
    },
    /// The techniques that may be used see nothing.
    Stuck,
    /// Not found out within the budget.
    GaveUp(Why),
}

impl Puzzle {
    /// The next step from what has been entered; with `all`, every step that the techniques see now.
    pub fn hint(&self, course: &TeachOptions, all: bool) -> Result<Hint, SolveError> {
        let meter = course.budget.start();
        let check = self.check(&solving(&meter))?;
        Ok(self.hint_after(course, all, &check, &meter))
    }

    /// Returns a cell in which two solutions differ, with its values in them. Prefers a cell
    /// without an entry.
    fn fork(&self, check: &Check) -> Option<(Cell, Vec<u16>)> {
        let is_open = |cell: &&Cell| self.position().is_none_or(|position| position.entries[**cell].is_none());
        let cell = *check.found.differences.iter().find(is_open).or(check.found.differences.first())?;
        let solutions = check.report.outcome.solutions.iter().take(2);
        let mut values: Vec<u16> = solutions.filter_map(|solution| u16::try_from(solution[cell]).ok()).collect();
        values.sort_unstable();
        Some((cell, values))
    }

    fn hint_after(&self, course: &TeachOptions, all: bool, check: &Check, meter: &Meter) -> Hint {
        let verdict = check.report.outcome.verdict();
        match (verdict, check.why()) {
            (Verdict::Refuted, _) => {
                return Hint::NoSolution {
                    reason: check.report.reason.clone(),
                    conflict: check.found.conflict.clone(),
                    corrections: check.found.corrections.clone(),
                };
            }
            (Verdict::Undecided, Some(why)) => return Hint::GaveUp(why),
            _ => {}
        }
        if let Some(progress) = check.found.progress.as_ref().filter(|progress| progress.right != Some(true)) {
            return match progress.right {
                Some(_) => Hint::Mistakes(progress.mistakes.clone()),
                None => Hint::GaveUp(check.why().unwrap_or(Why::Time)),
            };
        }
        let Some(sheet) = technique::open(&self.clues, self.position(), check.report.solution()) else {
            return Hint::Stuck;
        };
        if sheet.is_solved() {
            return Hint::Solved;
        }
        let several = self.fork(check);
        let mut ladder = course.ladder(self.kind(), verdict == Verdict::Unique);
        if several.is_some() && !all && course.only.is_empty() {
            ladder = ladder.retain(|technique| course.tier(technique) <= SEVERAL_TIER);
        }
        let wanted = if all { usize::MAX } else { 1 };
        let time = if all { meter.at_most(ALL_TIME) } else { meter.clone() };
        let (mut steps, mut left_out) = ladder.steps_within(sheet.as_ref(), wanted, true, &time);
        if steps.is_empty() && left_out.is_none() && several.is_none() {
            (steps, left_out) = course.beyond(self.kind()).steps_within(sheet.as_ref(), 1, true, &time);
        }
        if !steps.is_empty() {
            return Hint::Steps { steps, left_out, several };
        }
        // No easy step follows, and searching on would not change that there are several solutions.
        if let Some((cell, values)) = several {
            return Hint::Fork { cell, values };
        }
        if let Some(why) = left_out {
            return Hint::GaveUp(why);
        }
        if !course.goes_beyond() {
            return Hint::Stuck;
        }
        match smallest_reason(self, &sheet.position(), check.report.solution(), meter) {
            Ok(Next::Step { step, .. }) => Hint::Steps { steps: vec![*step], left_out: None, several: None },
            Ok(Next::Fork { cell, values }) => Hint::Fork { cell, values },
            Ok(Next::Solved) => Hint::Solved,
            Ok(Next::Wrong) => Hint::Stuck,
            Err(why) => Hint::GaveUp(why),
        }
    }
}
