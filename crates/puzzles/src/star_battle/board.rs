//! The puzzle as a drawing.

use super::StarBattle;
use crate::{Answer, Board, Face, Position, Tone};

/// Thick lines around regions; stars of the answer, or of the position, where a dot says "no star here".
pub(super) fn board(puzzle: &StarBattle, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let mut faces = puzzle
        .regions
        .map(|region| Face { tone: if region.is_some() { Tone::Plain } else { Tone::Hole }, ..Face::default() });
    for cell in puzzle.regions.cells().filter(|&cell| !puzzle.is_hole(cell)) {
        let text = match Position::decided(answer, position, cell) {
            Some(1) => Some("★"),
            Some(0) if answer.is_none() => Some("·"),
            _ => None,
        };
        text.unwrap_or_default().clone_into(&mut faces[cell].text);
    }
    Board { area: Some("region"), ..Board::with_areas(faces, &puzzle.regions) }
}
