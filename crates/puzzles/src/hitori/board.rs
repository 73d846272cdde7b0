//! The board as a drawing: shaded cells keep their number, cells that a person marked white carry a small ring.

use super::Hitori;
use crate::{Answer, Board, Face, Grid, Kind as _, Position, Tone};

/// The drawing, with an answer filled in if there is one and a position otherwise.
pub(super) fn board(puzzle: &Hitori, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let (rows, cols) = puzzle.shape();
    let mut faces = Grid::filled(rows, cols, Face::default());
    for cell in puzzle.numbers().cells() {
        let entry = Position::decided(answer, position, cell);
        let number = puzzle.numbers()[cell];
        faces[cell] = Face {
            text: number.map_or_else(String::new, |number| number.to_string()),
            given: number.is_some(),
            corner: if answer.is_none() && entry == Some(0) { "○".to_owned() } else { String::new() },
            tone: if entry == Some(1) { Tone::Shaded } else { Tone::Plain },
            ..Face::default()
        };
    }
    Board::with_areas(faces, &Grid::filled(rows, cols, Some(())))
}
