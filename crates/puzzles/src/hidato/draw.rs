//! Hidato as a drawing.

use super::{Hidato, Square};
use crate::{Answer, Board, Face, Position, Tone};

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
    let side = (0..=fullest).find(|side| side * side >= fullest).unwrap_or(0);
    let areas = puzzle.squares.map(|&square| (square != Square::Hole).then_some(()));
    Board { mark_shape: (side, side), ..Board::with_areas(faces, &areas) }
}
