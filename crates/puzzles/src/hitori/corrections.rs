//! Numbers that may be mistyped: each may be another one, or none.

use std::collections::BTreeSet;

use super::Hitori;
use crate::{Cell, Correction, Reason};

/// For each number that the conflict rests on: nothing, and every other number that the board has
/// or is wide enough for.
///
/// A number matters by its copies alone, so a conflict rests on those of the cells in its rules
/// about copies.
pub(super) fn corrections<'a>(
    puzzle: &'a Hitori,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Vec<Correction>> + use<'a> {
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

/// The puzzle after a correction.
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
