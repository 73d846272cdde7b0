//! Reasons: the rule, the cells it is about, and a sentence for people.

use crate::Cell;

/// Why something is wrong: the rule that it breaks, the cells to highlight, and the same in words.
///
/// The judge gives one for an answer that breaks a rule, [`Kind::contradiction`](crate::Kind::contradiction) for a puzzle that
/// has no solution, and a set of conflicting rules has one for each of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema, thiserror::Error)]
#[error("{text}")]
pub struct Reason {
    /// A short, stable name of the rule: `row`, `cage`, `given`, `touch`.
    pub rule: &'static str,
    /// The cells that the rule is about here, in reading order; empty if it is about the whole board.
    pub cells: Vec<Cell>,
    /// A sentence for people, in the puzzle's own words.
    pub text: String,
}

impl Reason {
    /// The rule that an answer breaks when it does not even fit the board: it has another shape, or holds something that no
    /// cell can hold.
    pub const BOARD: &str = "board";

    /// A reason; its cells are put in reading order.
    pub fn new(rule: &'static str, cells: impl IntoIterator<Item = Cell>, text: impl Into<String>) -> Self {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        Self { rule, cells, text: text.into() }
    }

    /// Returns the cells of the reasons about one rule, in reading order; without reasons, `all`.
    pub(crate) fn cells_of(rule: &str, reasons: Option<&[Self]>, all: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = match reasons {
            Some(reasons) => reasons
                .iter()
                .filter(|reason| reason.rule == rule)
                .flat_map(|reason| reason.cells.iter().copied())
                .collect(),
            None => all.into_iter().collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
