//! The drawing: thick lines around cages, the target in the corner of a cage's first cell.

use super::KenKen;
use crate::{Answer, Board, Face, Position};

/// The board with an answer filled in if there is one, and a position otherwise.
pub(super) fn board(puzzle: &KenKen, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let mut faces = puzzle.owners().map(|_| Face::default());
    for cage in puzzle.cages() {
        faces[cage.cells[0]].corner = cage.clue();
    }
    for cell in faces.cells() {
        let face = &mut faces[cell];
        face.text = Position::shown(answer, position, cell).map_or_else(String::new, |number| number.to_string());
        face.marks = Position::shown_marks(answer, position, cell);
    }
    let mut board = Board::with_areas(faces, &puzzle.owners().map(|&cage| Some(cage)));
    let rows = puzzle.size().isqrt();
    board.area = Some("cage");
    board.mark_shape = (rows, puzzle.size().div_ceil(rows));
    board
}
