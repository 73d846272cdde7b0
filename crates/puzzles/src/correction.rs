//! Corrections: single-clue changes for a puzzle without a solution, which may be mistyped.

use crate::Cell;

/// A suggested change of one clue.
///
/// Plain data, so that it can be shown, stored and [applied](crate::Kind::corrected).
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Correction {
    /// What is changed: `given` (Sudoku, Hidato), `cage` (KenKen), `number` (Hitori), `region` or
    /// `stars` (Star Battle).
    pub rule: &'static str,
    /// The cells of the clue; empty if it is about the whole board.
    pub cells: Vec<Cell>,
    /// What the puzzle says.
    pub from: String,
    /// What it may have been meant to say. `text` ends with it.
    pub to: String,
    /// The clue after the change: `r1c2 = 3`, `cage at r1c1 = 24×`, `r2c3 in region B`.
    pub text: String,
}

/// The changes of one clue that may give a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternatives {
    /// The changes. If the clue can be removed, that comes first.
    pub changes: Vec<Correction>,
    /// Whether these are all the changes that make sense; false if there are too many to list.
    pub complete: bool,
}

impl FromIterator<Correction> for Alternatives {
    fn from_iter<I: IntoIterator<Item = Correction>>(changes: I) -> Self {
        Self { changes: changes.into_iter().collect(), complete: true }
    }
}

impl Correction {
    /// The value of [`Correction::to`] if the clue is removed.
    pub const NOTHING: &str = "nothing";

    /// Creates a change from `from` to `to`. Either completes the text in `place`, such as
    /// `r1c2 = `.
    pub(crate) fn new(
        rule: &'static str,
        cells: impl IntoIterator<Item = Cell>,
        place: &str,
        from: impl Into<String>,
        to: impl Into<String>,
    ) -> Self {
        let (from, to) = (from.into(), to.into());
        Self { rule, cells: cells.into_iter().collect(), text: format!("{place}{to}"), from, to }
    }

    /// Returns the text without the new value: `r1c2 = `.
    pub fn place(&self) -> &str {
        self.text.strip_suffix(&self.to).unwrap_or(&self.text)
    }

    /// Whether the change removes the clue.
    pub fn is_removal(&self) -> bool {
        self.to == Self::NOTHING
    }

    /// Whether one typing slip turns `to` into `from`: a character replaced, left out or added, or
    /// two neighbours swapped.
    pub fn is_slip(&self) -> bool {
        let (from, to): (Vec<char>, Vec<char>) = (self.from.chars().collect(), self.to.chars().collect());
        let alike = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
        let (from, to) = (&from[alike..], &to[alike..]);
        let alike = from.iter().rev().zip(to.iter().rev()).take_while(|(one, other)| one == other).count();
        match (&from[..from.len() - alike], &to[..to.len() - alike]) {
            ([_] | [], [_]) | ([_], []) => true,
            ([first, second], [third, fourth]) => (first, second) == (fourth, third),
            _ => false,
        }
    }
}
