//! The rule book: whether a filled board solves the puzzle.

use crate::{Answer, Cell, Reason};

use super::Sudoku;

/// Checks the shape, the digits, the clues, and that no row, column or box repeats a digit.
pub(super) fn judge(puzzle: &Sudoku, answer: &Answer) -> Result<(), Reason> {
    let side = puzzle.side();
    if (answer.rows(), answer.cols()) != (side, side) {
        let (rows, cols) = (answer.rows(), answer.cols());
        let text = format!("the board has {side} rows and columns, the answer has {rows} rows and {cols} columns");
        return Err(Reason::new(Reason::BOARD, [], text));
    }
    for cell in answer.cells() {
        let clue = puzzle.cells[cell];
        match usize::try_from(answer[cell]) {
            Ok(digit) if (1..=side).contains(&digit) => {
                if !clue.contains(digit) {
                    let (rule, clue) = match clue.single() {
                        Some(given) => ("given", format!("{given} is given there")),
                        None if clue.is_empty() => ("marks", "its clue leaves no digit".to_owned()),
                        None => ("marks", format!("its pencil marks are {clue}")),
                    };
                    return Err(Reason::new(rule, [cell], format!("{cell} holds {digit}, but {clue}")));
                }
            }
            _ => {
                let text = format!("{cell} holds {}, which is not a digit from 1 to {side}", answer[cell]);
                return Err(Reason::new(Reason::BOARD, [cell], text));
            }
        }
    }
    let boxes_across = side / puzzle.box_cols;
    let kinds: [(&'static str, &dyn Fn(Cell) -> usize); 3] = [
        ("row", &|cell| cell.row),
        ("column", &|cell| cell.col),
        ("box", &|cell| cell.row / puzzle.box_rows * boxes_across + cell.col / puzzle.box_cols),
    ];
    for (kind, number) in kinds {
        let mut holder: Vec<Option<Cell>> = vec![None; side * (side + 1)]; // unit and digit -> the cell that holds it
        for cell in answer.cells() {
            let (unit, digit) = (number(cell), answer[cell] as usize);
            if let Some(first) = holder[unit * (side + 1) + digit].replace(cell) {
                let text = format!("{kind} {} has {digit} twice: {first} and {cell}", unit + 1);
                return Err(Reason::new(kind, [first, cell], text));
            }
        }
    }
    Ok(())
}
