//! The puzzle as a drawing.

use super::StarBattle;
use crate::{Answer, Board, Face, Position, Tone};

/// Thick lines around regions; stars of the answer, or of the position, where a dot says "no star here".
pub(super) fn board(puzzle: &StarBattle, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let mut faces = puzzle
        .regions
        .map(|region| Face { tone: if region.is_some() { Tone::Plain } else { Tone::Hole }, ..Face::default() });
    for cell in puzzle.regions.cells().filter(|&cell| !puzzle.is_hole(cell)) {
        let text = match (answer, position) {
            (Some(answer), _) => (answer.get(cell.row, cell.col) == Some(&1)).then_some("★"),
            (None, Some(position)) => match position.entries.get(cell.row, cell.col) {
                Some(Some(1)) => Some("★"),
                Some(Some(0)) => Some("·"),
                _ => None,
            },
            (None, None) => None,
        };
        text.unwrap_or_default().clone_into(&mut faces[cell].text);
    }
    Board::with_areas(faces, &puzzle.regions)
}
