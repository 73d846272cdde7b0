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
        let (row, col) = (cell.row, cell.col);
        let face = &mut faces[cell];
        let entry = match (answer, position) {
            (Some(answer), _) => answer.get(row, col).copied(),
            (None, Some(position)) => position.entries.get(row, col).copied().flatten(),
            (None, None) => None,
        };
        if let Some(number) = entry {
            face.text = number.to_string();
        } else if let (None, Some(marks)) = (answer, position.and_then(|position| position.marks.get(row, col))) {
            face.marks.clone_from(marks);
        }
    }
    let mut board = Board::with_areas(faces, &puzzle.owners().map(|&cage| Some(cage)));
    let rows = puzzle.size().isqrt();
    board.mark_shape = (rows, puzzle.size().div_ceil(rows));
    board
}
