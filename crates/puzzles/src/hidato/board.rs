//! Hidato as a drawing.

use super::{Hidato, Square};
use crate::{Answer, Board, Cell, Face, Position, Tone};

/// The most rows and columns of marks in a cell: early in a puzzle nearly every number is possible nearly everywhere.
const MOST_MARKS: usize = 3;

pub(super) fn board(puzzle: &Hidato, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let face = |cell| match puzzle.squares[cell] {
        Square::Hole => Face { tone: Tone::Hole, ..Face::default() },
        Square::Given(number) => Face { text: number.to_string(), given: true, ..Face::default() },
        Square::Empty => {
            let number = Position::shown(answer, position, cell).filter(|&number| number > 0);
            let text = number.map_or_else(String::new, |number| number.to_string());
            Face { text, marks: Position::shown_marks(answer, position, cell), ..Face::default() }
        }
    };
    let mut faces = puzzle.squares.map(|_| Face::default());
    for cell in puzzle.squares.cells() {
        faces[cell] = face(cell);
    }
    // Numbers have no fixed place in a cell, as digits have in Sudoku: the fullest cell decides how many must fit.
    let fullest = faces.things().iter().map(|face| face.marks.len()).max().unwrap_or(0);
    let side = (0..MOST_MARKS).find(|side| side * side >= fullest).unwrap_or(MOST_MARKS);
    let areas = puzzle.squares.map(|&square| (square != Square::Hole).then_some(()));
    let path = answer.map(|answer| path(puzzle, answer)).unwrap_or_default();
    Board { mark_shape: (side, side), path, ..Board::with_areas(faces, &areas) }
}

/// The way from the first number to the last; none if the numbers do not lie on one.
fn path(puzzle: &Hidato, answer: &Answer) -> Vec<Cell> {
    let mut numbered: Vec<(i32, Cell)> = puzzle.squares.cells().map(|cell| (answer[cell], cell)).collect();
    numbered.retain(|&(number, _)| number > 0);
    numbered.sort_unstable();
    let is_step = |pair: &[(i32, Cell)]| {
        let ((number, from), (next, to)) = (pair[0], pair[1]);
        next == number + 1 && from.row.abs_diff(to.row) <= 1 && from.col.abs_diff(to.col) <= 1
    };
    if numbered.windows(2).all(is_step) { numbered.into_iter().map(|(_, cell)| cell).collect() } else { Vec::new() }
}
