//! The board, ready to be drawn: thick lines around boxes, givens, entries, pencil marks.

use crate::{Answer, Board, Face, Grid, Position};

use super::{Candidates, Sudoku};

/// The puzzle with an answer filled in, or else a position. Pencil marks have the layout of a box.
pub(super) fn board(puzzle: &Sudoku, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let side = puzzle.side();
    let mut faces = Grid::filled(side, side, Face::default());
    let mut areas = Grid::filled(side, side, None);
    for cell in puzzle.cells.cells() {
        let entry = Position::shown(answer, position, cell);
        let marks = Position::shown_marks(answer, position, cell);
        faces[cell] = face(puzzle.cells[cell], side, entry, &marks);
        areas[cell] = Some((cell.row / puzzle.box_rows, cell.col / puzzle.box_cols));
    }
    let mut board = Board::with_areas(faces, &areas);
    board.mark_shape = puzzle.box_shape();
    board.area = Some("box");
    board
}

/// A cell: its given, else what was entered, else the marks a person made, else those of its clue.
fn face(clue: Candidates, side: usize, entry: Option<i32>, marks: &[u16]) -> Face {
    if let Some(given) = clue.single() {
        return Face { text: given.to_string(), given: true, ..Face::default() };
    }
    if let Some(entry) = entry.filter(|&entry| entry > 0) {
        return Face { text: entry.to_string(), ..Face::default() };
    }
    let marks = match marks {
        [] if clue.len() < side => clue.digits().map(|digit| digit as u16).collect(),
        _ => marks.to_vec(),
    };
    // A cell that its own clue makes impossible would look like a blank.
    Face { marks, highlight: clue.is_empty(), ..Face::default() }
}
