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

#[cfg(test)]
mod tests {
    use super::super::tests::{answer_of, from_line};
    use crate::{Cell, Edge, Grid, Kind as _, Position};

    #[test]
    fn the_board_shows_givens_entries_and_marks() {
        let puzzle = from_line(&format!("5{}", ".".repeat(35)));
        let mut position = Position { entries: Grid::filled(6, 6, None), marks: Grid::filled(6, 6, Vec::new()) };
        position.entries[Cell { row: 0, col: 1 }] = Some(2);
        position.marks[Cell { row: 0, col: 1 }] = vec![2, 3];
        position.marks[Cell { row: 0, col: 2 }] = vec![1, 6];
        let board = puzzle.board(None, Some(&position));
        let face = |col: usize| board.faces[Cell { row: 0, col }].clone();
        assert_eq!((face(0).text.as_str(), face(0).given), ("5", true));
        assert_eq!((face(1).text.as_str(), face(1).given, face(1).marks), ("2", false, vec![]));
        assert_eq!((face(2).text.as_str(), face(2).marks), ("", vec![1, 6]));
        assert_eq!(board.mark_shape, (2, 3));
        let thick = |edges: &Grid<Edge>, at: &dyn Fn(usize) -> Cell| -> Vec<usize> {
            (0..7).filter(|&index| edges[at(index)] == Edge::Thick).collect()
        };
        assert_eq!(thick(&board.vertical, &|col| Cell { row: 0, col }), [0, 3, 6]);
        assert_eq!(thick(&board.horizontal, &|row| Cell { row, col: 0 }), [0, 2, 4, 6]);
        let solved = puzzle.board(Some(&answer_of(&puzzle)), None);
        assert!(solved.faces.things().iter().all(|face| !face.text.is_empty()));
        assert_eq!(solved.faces.things().iter().filter(|face| face.given).count(), 1);
    }
}
