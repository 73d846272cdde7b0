//! Corrections of givens: each may be another digit, or be removed.

use super::{Candidates, Sudoku};
use crate::{Alternatives, Cell, Correction, Reason};

/// Lists for each given in the conflict its removal, then every other digit.
pub(super) fn corrections<'a>(
    puzzle: &'a Sudoku,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Alternatives> + use<'a> {
    Reason::cells_of("given", conflict, puzzle.cells().cells()).into_iter().filter_map(|cell| {
        let digit = puzzle.cells()[cell].single()?;
        let place = format!("{cell} = ");
        let change = |to: String| Correction::new("given", [cell], &place, digit.to_string(), to);
        let others = (1..=puzzle.side()).filter(|&other| other != digit).map(|other| change(other.to_string()));
        Some(std::iter::once(change(Correction::NOTHING.to_owned())).chain(others).collect())
    })
}

/// Applies a correction; `None` if its cell has no given, or if the new given is not a digit of this
/// size.
pub(super) fn corrected(puzzle: &Sudoku, correction: &Correction) -> Option<Sudoku> {
    let &[Cell { row, col }] = correction.cells.as_slice() else { return None };
    puzzle.cells().get(row, col)?.single()?;
    let clue = match correction.to.parse() {
        Ok(digit) if (1..=puzzle.side()).contains(&digit) => Candidates::only(digit),
        Err(_) if correction.is_removal() => Candidates::all(puzzle.side()),
        Ok(_) | Err(_) => return None,
    };
    let mut cells = puzzle.cells().clone();
    cells[Cell { row, col }] = clue;
    Sudoku::new(puzzle.box_shape(), cells).ok()
}
