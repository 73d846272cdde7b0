//! The board, ready to be drawn: thick lines around boxes, givens, entries, pencil marks.

use crate::{Answer, Board, Cell, Face, Grid, Position, Tone};

use super::Sudoku;

/// The puzzle with an answer filled in, or else a position. Pencil marks have the layout of a box.
pub(super) fn board(puzzle: &Sudoku, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let side = puzzle.side();
    let face = |cell: Cell| -> Face {
        let clue = puzzle.cells[cell];
        let entry = match (answer, position) {
            (Some(answer), _) => answer.get(cell.row, cell.col).copied(),
            (None, Some(position)) => position.entries.get(cell.row, cell.col).copied().flatten(),
            (None, None) => None,
        };
        let given = clue.single();
        let text = given.map_or_else(|| entry.map_or_else(String::new, |entry| entry.to_string()), |d| d.to_string());
        let entered = position.and_then(|position| position.marks.get(cell.row, cell.col)).filter(|m| !m.is_empty());
        let marks = if !text.is_empty() {
            Vec::new()
        } else if let Some(entered) = entered {
            entered.clone()
        } else if clue.len() < side {
            clue.digits().map(|digit| digit as u16).collect()
        } else {
            Vec::new()
        };
        // A cell that its own clue makes impossible would look like a blank.
        let highlight = clue.is_empty();
        Face { text, given: given.is_some(), corner: String::new(), marks, tone: Tone::Plain, highlight }
    };
    let areas = Grid::filled(side, side, ());
    let areas = Grid::new(
        side,
        side,
        areas.cells().map(|cell| Some((cell.row / puzzle.box_rows, cell.col / puzzle.box_cols))).collect(),
    );
    let faces = Grid::new(side, side, puzzle.cells.cells().map(face).collect());
    let blank = || Grid::filled(side, side, Face::default());
    let areas = areas.unwrap_or_else(|| Grid::filled(side, side, None));
    let mut board = Board::with_areas(faces.unwrap_or_else(blank), &areas);
    board.mark_shape = puzzle.box_shape();
    board
}
