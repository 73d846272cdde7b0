//! Hidato as a drawing.

use super::{Hidato, Square};
use crate::{Answer, Board, Face, Position, Tone};

pub(super) fn board(puzzle: &Hidato, answer: Option<&Answer>, position: Option<&Position>) -> Board {
    let face = |cell| {
        let entered = |number: i32| Face { text: number.to_string(), ..Face::default() };
        match puzzle.squares[cell] {
            Square::Hole => Face { tone: Tone::Hole, ..Face::default() },
            Square::Given(number) => Face { text: number.to_string(), given: true, ..Face::default() },
            Square::Empty => match (answer, position) {
                (Some(answer), _) => {
                    let number = answer.get(cell.row, cell.col).filter(|&&number| number > 0);
                    number.map_or_else(Face::default, |&number| entered(number))
                }
                (None, Some(position)) => {
                    if let Some(&Some(number)) = position.entries.get(cell.row, cell.col) {
                        entered(number)
                    } else {
                        let marks = position.marks.get(cell.row, cell.col).cloned().unwrap_or_default();
                        Face { marks, ..Face::default() }
                    }
                }
                (None, None) => Face::default(),
            },
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
