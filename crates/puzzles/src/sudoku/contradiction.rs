//! Contradictions that a glance shows, with the reason in words.

use super::{Candidates, Sudoku};
use crate::Reason;

/// Two equal givens in a unit, a cell without a candidate, a digit without a place: after crossing out what the givens
/// see, once.
pub(super) fn contradiction(puzzle: &Sudoku) -> Option<Reason> {
    let units = puzzle.units();
    let mut open = puzzle.cells.clone();
    for unit in &units {
        let mut givens = Candidates::NONE;
        for (index, &cell) in unit.cells.iter().enumerate() {
            let Some(digit) = puzzle.cells[cell].single() else { continue };
            if givens.contains(digit) {
                let mut before = unit.cells[..index].iter().copied();
                let first = before.find(|&other| puzzle.cells[other].single() == Some(digit)).unwrap_or(cell);
                let text = format!("{} has {digit} given twice: {first} and {cell}", unit.name);
                return Some(Reason::new(unit.kind, [first, cell], text));
            }
            givens = givens.union(Candidates::only(digit));
        }
        for &cell in &unit.cells {
            if puzzle.cells[cell].single().is_none() {
                open[cell] = open[cell].without(givens);
            }
        }
    }
    for cell in open.cells() {
        if open[cell].is_empty() {
            let text = if puzzle.cells[cell].is_empty() {
                format!("{cell} has no candidate")
            } else {
                format!(
                    "{cell} cannot hold any digit: the givens in its row, column and box exclude all its candidates"
                )
            };
            return Some(Reason::new("cell", [cell], text));
        }
    }
    for unit in &units {
        let reach = unit.cells.iter().fold(Candidates::NONE, |reach, &cell| reach.union(open[cell]));
        if let Some(digit) = Candidates::all(puzzle.side()).without(reach).digits().next() {
            let text = format!("{} has no place left for {digit}", unit.name);
            return Some(Reason::new(unit.kind, unit.cells.iter().copied(), text));
        }
    }
    None
}
