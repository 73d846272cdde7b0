//! Which single change of a clue gives a puzzle without solution exactly one.
//!
//! Somebody who copies a puzzle mistypes a clue now and then. The kind lists the changes of a clue
//! that touch the conflict, and each changed puzzle is solved for two solutions.

use std::collections::HashSet;
use std::time::Duration;

use pencilmark_csp::{Budget, Meter, Verdict};
use pencilmark_puzzles::{Correction, Reason};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Options, Puzzle, SolveError};

/// The single changes of a clue that give a puzzle without solution exactly one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Corrections {
    /// The changes, clue by clue. Clues that a slip of one key explains come first, in reading
    /// order.
    pub changes: Vec<Correction>,
    /// How many other single changes give several solutions. If no change gives exactly one, a clue
    /// may also be missing.
    pub several: usize,
    /// How many single changes were tried.
    pub tried: usize,
    /// Whether all were tried within the budget. If not, there may be more changes.
    pub complete: bool,
    /// What was found, for people.
    pub text: String,
}

/// How many clues the text names.
const MOST_NAMED: usize = 12;

/// How long to look for corrections, at most.
const TIME: Duration = Duration::from_secs(2);

/// Nodes that one changed puzzle may take: a hard one should not keep others from being tried.
const NODES: u64 = 20_000;

/// What is known about a changed puzzle.
enum Trial {
    None,
    One,
    Several,
    Unknown,
}

impl Puzzle {
    /// The single changes of a clue that give exactly one solution, for a puzzle without solution.
    /// `conflict`: rules that cannot hold together, if they are known; only clues among them are
    /// changed. It takes two seconds at most, and no more than the budget.
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
        for clue in self.0.corrections(conflict) {
            if meter.check().is_err() {
                found.complete = false;
                break;
            }
            self.try_clue(clue, &meter, &mut found)?;
        }
        let slips = found.changes.iter().filter(|change| change.is_slip());
        let slips: HashSet<String> = slips.map(|change| change.place().to_owned()).collect();
        found.changes.sort_by_key(|change| !slips.contains(change.place()));
        found.text = found.sentence();
        Ok(found)
    }

    /// Tries the alternatives of one clue.
    fn try_clue(&self, clue: Vec<Correction>, meter: &Meter, found: &mut Corrections) -> Result<(), SolveError> {
        let (removals, changes): (Vec<_>, Vec<_>) = clue.into_iter().partition(Correction::is_removal);
        // Without the clue there are at least as many solutions as after any change of it.
        if let Some(removal) = removals.first()
            && matches!(self.trial(removal, meter)?, Trial::None)
        {
            found.tried += changes.len();
            return Ok(());
        }
        // If the time ends within the alternatives, the likely ones were tried.
        let mut order: Vec<usize> = (0..changes.len()).collect();
        order.sort_by_key(|&at| !changes[at].is_slip());
        let mut good = vec![false; changes.len()];
        for at in order {
            if meter.check().is_err() {
                found.complete = false;
                break;
            }
            found.tried += 1;
            match self.trial(&changes[at], meter)? {
                Trial::One => good[at] = true,
                Trial::Several => found.several += 1,
                Trial::Unknown => found.complete = false,
                Trial::None => {}
            }
        }
        found.changes.extend(changes.into_iter().zip(good).filter_map(|(change, good)| good.then_some(change)));
        Ok(())
    }

    /// The puzzle after a correction, without what was entered; `None` if it is not a correction of
    /// this puzzle.
    pub fn corrected(&self, correction: &Correction) -> Option<Self> {
        self.0.corrected(correction).map(Self)
    }

    /// How many solutions there are after a change.
    fn trial(&self, change: &Correction, meter: &Meter) -> Result<Trial, SolveError> {
        let Some(puzzle) = self.corrected(change) else { return Ok(Trial::None) };
        // Most changes leave a contradiction that is plain to see.
        if puzzle.contradiction().is_some() {
            return Ok(Trial::None);
        }
        let options = Options { budget: Budget { nodes: Some(NODES), ..meter.rest() }, ..Options::up_to(2) };
        Ok(match puzzle.solve(&options)?.outcome.verdict() {
            Verdict::Refuted => Trial::None,
            Verdict::Unique => Trial::One,
            Verdict::Several => Trial::Several,
            Verdict::Solved | Verdict::Undecided => Trial::Unknown,
        })
    }
}

impl Corrections {
    /// The changes in words, those of one clue together: `r1c2 = 3 or 5`.
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

    /// What was found, as sentences.
    fn sentence(&self) -> String {
        let words = self.words();
        let several = match self.several {
            0 => String::new(),
            1 => " One change gives several solutions; a clue may be missing as well.".to_owned(),
            more => format!(" {more} changes give several solutions; a clue may be missing as well."),
        };
        let open = if self.complete { "" } else { " There may be others: not every change could be tried in time." };
        match words.as_slice() {
            [] if self.complete => format!("No single change of a clue gives exactly one solution.{several}"),
            [] => {
                format!("No single change of a clue that could be tried in time gives exactly one solution.{several}")
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
