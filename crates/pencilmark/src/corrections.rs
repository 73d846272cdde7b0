//! Finds the single-clue changes that give exactly one solution to a puzzle without one.
//!
//! Such a puzzle often has one mistyped clue. The kind lists the changes of clues in the conflict,
//! and each changed puzzle is solved for up to two solutions.

use std::collections::HashSet;
use std::time::Duration;

use pencilmark_csp::{Budget, Meter, Verdict};
use pencilmark_puzzles::{Carried, Correction, Reason};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Options, Puzzle, SolveError};

/// The single-clue changes that give exactly one solution to a puzzle without one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Corrections {
    /// The changes, clue by clue. Clues that a slip of one key explains come first, in reading
    /// order.
    pub changes: Vec<Correction>,
    /// How many other single changes give several solutions. If no change gives exactly one, a clue
    /// may also be missing.
    pub several: usize,
    /// How many single changes were tried, or ruled out without a try.
    pub tried: usize,
    /// Whether all were tried. If not, there may be more changes.
    pub complete: bool,
    /// A summary in words.
    pub text: String,
}

/// How many clues the text names.
const MOST_NAMED: usize = 12;

/// Longest time to look for corrections.
const TIME: Duration = Duration::from_secs(2);

/// Node limit for each changed puzzle, so that a hard one leaves time for the others.
const NODES: u64 = 20_000;

/// The changes of a clue, and which of them give exactly one solution.
struct Clue {
    changes: Vec<Correction>,
    good: Vec<bool>,
}

/// How many solutions a changed puzzle has, as far as is known.
enum Trial {
    None,
    One,
    Several,
    Unknown,
}

impl Puzzle {
    /// Finds the single-clue changes that give exactly one solution to a puzzle without one. If
    /// `conflict` names rules that cannot all hold, only their clues are changed. Takes at most two
    /// seconds, and no more than the budget.
    ///
    /// ```
    /// # use pencilmark::{Budget, Puzzle};
    /// let puzzle = Puzzle::parse("2..4\n..2.\n.2..\n4..3")?;
    /// let found = puzzle.corrections(None, &Budget::default())?;
    /// assert_eq!(found.changes[0].text, "r2c3 = 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn corrections(&self, conflict: Option<&[Reason]>, budget: &Budget) -> Result<Corrections, SolveError> {
        let time = Some(budget.time.map_or(TIME, |time| time.min(TIME)));
        let meter = Budget { time, nodes: None, checks: None, evaluations: None, ..budget.clone() }.start();
        let mut found = Corrections { complete: true, ..Corrections::default() };
        let mut clues = Vec::new();
        for clue in self.clues.corrections(conflict) {
            if meter.check().is_err() {
                found.complete = false;
                break;
            }
            found.complete &= clue.complete;
            clues.push(Clue { good: vec![false; clue.changes.len()], changes: clue.changes });
        }
        // Likely changes of every clue come before unlikely ones of any, in case the time runs out.
        for slips in [true, false] {
            for clue in &mut clues {
                self.try_clue(clue, slips, &meter, &mut found)?;
            }
        }
        for clue in clues {
            found
                .changes
                .extend(clue.changes.into_iter().zip(clue.good).filter_map(|(change, good)| good.then_some(change)));
        }
        let slips = found.changes.iter().filter(|change| change.is_slip());
        let slips: HashSet<String> = slips.map(|change| change.place().to_owned()).collect();
        found.changes.sort_by_key(|change| !slips.contains(change.place()));
        found.text = found.sentence();
        Ok(found)
    }

    /// Tries the alternatives of one clue that a typing slip explains, or all others.
    fn try_clue(&self, clue: &mut Clue, slips: bool, meter: &Meter, found: &mut Corrections) -> Result<(), SolveError> {
        // Removing the clue leaves at least as many solutions as any change of it.
        if slips && clue.changes.first().is_some_and(Correction::is_removal) {
            let removal = clue.changes.remove(0);
            clue.good.remove(0);
            if matches!(self.trial(&removal, meter)?, Trial::None) {
                found.tried += clue.changes.len();
                clue.changes.clear();
            }
        }
        for (change, good) in clue.changes.iter().zip(&mut clue.good).filter(|(change, _)| change.is_slip() == slips) {
            if meter.check().is_err() {
                found.complete = false;
                break;
            }
            found.tried += 1;
            match self.trial(change, meter)? {
                Trial::One => *good = true,
                Trial::Several => found.several += 1,
                Trial::Unknown => found.complete = false,
                Trial::None => {}
            }
        }
        Ok(())
    }

    /// Applies a correction and drops all entries. `None` if it is not a correction of this puzzle.
    pub fn corrected(&self, correction: &Correction) -> Option<Self> {
        let clues = self.clues.corrected(correction)?;
        Some(Self { entry: self.entry, clues, carried: Carried { id: self.carried.id.clone(), ..Carried::default() } })
    }

    /// Counts the solutions after a change, up to two.
    fn trial(&self, change: &Correction, meter: &Meter) -> Result<Trial, SolveError> {
        let Some(puzzle) = self.corrected(change) else { return Ok(Trial::None) };
        // Most changes leave a contradiction that a cheap static check finds.
        if puzzle.contradiction().is_some() {
            return Ok(Trial::None);
        }
        let options = Options::default().limit(2).budget(Budget { nodes: Some(NODES), ..meter.rest() });
        Ok(match puzzle.solver().options(&options).run()?.outcome.verdict() {
            Verdict::Refuted => Trial::None,
            Verdict::Unique => Trial::One,
            Verdict::Several => Trial::Several,
            Verdict::Solved | Verdict::Undecided => Trial::Unknown,
        })
    }
}

impl Corrections {
    /// Returns the changes in words, grouped by clue: `r1c2 = 3 or 5`.
    pub fn words(&self) -> Vec<String> {
        let mut clues: Vec<(&str, Vec<&str>)> = Vec::new();
        for change in &self.changes {
            match clues.iter_mut().find(|(place, _)| *place == change.place()) {
                Some((_, values)) => values.push(&change.to),
                None => clues.push((change.place(), vec![&change.to])),
            }
        }
        clues.into_iter().map(|(place, values)| format!("{place}{}", crate::teach::words::or(values))).collect()
    }

    /// Summarises the changes in sentences.
    fn sentence(&self) -> String {
        let words = self.words();
        let several = match self.several {
            0 => String::new(),
            1 => " One change gives several solutions; a clue may be missing as well.".to_owned(),
            more => format!(" {more} changes give several solutions; a clue may be missing as well."),
        };
        let open = if self.complete { "" } else { " There may be others: not every change was tried." };
        match words.as_slice() {
            [] if self.complete => format!("No single change of a clue gives exactly one solution.{several}"),
            [] => {
                format!("None of the single changes tried gives exactly one solution; there are more.{several}")
            }
            [one] if self.changes.len() == 1 => {
                format!("Probably one clue is wrong. This change gives exactly one solution: {one}.{open}")
            }
            words => {
                let left = words.len().saturating_sub(MOST_NAMED);
                let more = if left > 0 { format!(", and {left} more") } else { String::new() };
                let named = words.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
                format!(
                    "Probably one clue is wrong. Each of these changes gives exactly one solution: {named}{more}.{open}"
                )
            }
        }
    }
}
