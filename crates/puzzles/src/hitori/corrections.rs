//! Corrections of numbers: each may be another one, or be removed.

use std::collections::BTreeSet;

use super::Hitori;
use crate::{Alternatives, Cell, Correction, Reason};

/// Lists for each number in the conflict its removal, then every other number up to the size of the
/// board or present on it.
///
/// A number matters only through its copies, so the numbers in a conflict are those in its rules
/// about copies.
pub(super) fn corrections<'a>(
    puzzle: &'a Hitori,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Alternatives> + use<'a> {
    let numbers = puzzle.numbers();
    let side = numbers.rows().max(numbers.cols()) as u16;
    let values: BTreeSet<u16> = (1..=side).chain(numbers.things().iter().copied().flatten()).collect();
    Reason::cells_of("copies", conflict, numbers.cells()).into_iter().filter_map(move |cell| {
        let number = numbers[cell]?;
        let place = format!("{cell} = ");
        let change = |to: String| Correction::new("number", [cell], &place, number.to_string(), to);
        let others = values.iter().filter(|&&other| other != number).map(|other| change(other.to_string()));
        Some(std::iter::once(change(Correction::NOTHING.to_owned())).chain(others).collect())
    })
}

/// Applies a correction; `None` if it does not fit the puzzle.
pub(super) fn corrected(puzzle: &Hitori, correction: &Correction) -> Option<Hitori> {
    let &[Cell { row, col }] = correction.cells.as_slice() else { return None };
    puzzle.numbers().get(row, col)?;
    let number = match correction.to.parse() {
        Ok(number) => Some(number),
        Err(_) if correction.is_removal() => None,
        Err(_) => return None,
    };
    let mut numbers = puzzle.numbers().clone();
    numbers[Cell { row, col }] = number;
    Hitori::new(numbers).ok()
}
