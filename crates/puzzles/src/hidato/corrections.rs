//! Corrections of givens: each may be another number that is not given elsewhere, or be removed.

use super::{Hidato, Square};
use crate::{Alternatives, Cell, Correction, Reason};

/// Lists for each given in the conflict its removal, then every number that is not given.
pub(super) fn corrections<'a>(
    puzzle: &'a Hidato,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Alternatives> + use<'a> {
    let givens = puzzle.givens();
    let open: Vec<u16> = (1..=puzzle.last())
        .filter(|number| givens.binary_search_by_key(number, |&(given, _)| given).is_err())
        .collect();
    Reason::cells_of("given", conflict, puzzle.cells()).into_iter().filter_map(move |cell| {
        let Square::Given(number) = puzzle.squares()[cell] else { return None };
        let place = format!("{cell} = ");
        let change = |to: String| Correction::new("given", [cell], &place, number.to_string(), to);
        let others = open.iter().map(|other| change(other.to_string()));
        Some(std::iter::once(change(Correction::NOTHING.to_owned())).chain(others).collect())
    })
}

/// Applies a correction; `None` if it does not fit the puzzle.
pub(super) fn corrected(puzzle: &Hidato, correction: &Correction) -> Option<Hidato> {
    let &[Cell { row, col }] = correction.cells.as_slice() else { return None };
    if !matches!(puzzle.squares().get(row, col)?, Square::Given(_)) {
        return None;
    }
    let square = match correction.to.parse() {
        Ok(number) => Square::Given(number),
        Err(_) if correction.is_removal() => Square::Empty,
        Err(_) => return None,
    };
    let mut squares = puzzle.squares().clone();
    squares[Cell { row, col }] = square;
    Hidato::new(squares, puzzle.moves()).ok()
}
