//! The rule book: whether a filled board solves the puzzle; and contradictions that a glance shows.

use crate::{Answer, Broken, Cell};

use super::{Candidates, Sudoku};

/// Checks the shape, the digits, the clues, and that no row, column or box repeats a digit.
pub(super) fn judge(puzzle: &Sudoku, answer: &Answer) -> Result<(), Broken> {
    let side = puzzle.side();
    if (answer.rows(), answer.cols()) != (side, side) {
        let (rows, cols) = (answer.rows(), answer.cols());
        return Err(Broken(format!(
            "the board has {side} rows and columns, the answer has {rows} rows and {cols} columns"
        )));
    }
    for cell in answer.cells() {
        let clue = puzzle.cells[cell];
        match usize::try_from(answer[cell]) {
            Ok(digit) if (1..=side).contains(&digit) => {
                if !clue.contains(digit) {
                    let clue = match clue.single() {
                        Some(given) => format!("{given} is given there"),
                        None if clue.is_empty() => "its clue leaves no digit".to_owned(),
                        None => format!("its pencil marks are {clue}"),
                    };
                    return Err(Broken(format!("{cell} holds {digit}, but {clue}")));
                }
            }
            _ => return Err(Broken(format!("{cell} holds {}, which is not a digit from 1 to {side}", answer[cell]))),
        }
    }
    let boxes_across = side / puzzle.box_cols;
    let kinds: [(&str, &dyn Fn(Cell) -> usize); 3] = [
        ("row", &|cell| cell.row),
        ("column", &|cell| cell.col),
        ("box", &|cell| cell.row / puzzle.box_rows * boxes_across + cell.col / puzzle.box_cols),
    ];
    for (kind, number) in kinds {
        let mut holder: Vec<Option<Cell>> = vec![None; side * (side + 1)]; // unit and digit -> the cell that holds it
        for cell in answer.cells() {
            let (unit, digit) = (number(cell), answer[cell] as usize);
            if let Some(first) = holder[unit * (side + 1) + digit].replace(cell) {
                return Err(Broken(format!("{kind} {} has {digit} twice: {first} and {cell}", unit + 1)));
            }
        }
    }
    Ok(())
}

/// Two equal givens in a unit, a cell without a candidate, a digit without a place: after crossing out what the givens
/// see, once.
pub(super) fn contradiction(puzzle: &Sudoku) -> Option<String> {
    let units = puzzle.units();
    let mut open = puzzle.cells.clone();
    for unit in &units {
        let mut givens = Candidates::NONE;
        for (index, &cell) in unit.cells.iter().enumerate() {
            let Some(digit) = puzzle.cells[cell].single() else { continue };
            if givens.contains(digit) {
                let first = unit.cells[..index].iter().find(|&&other| puzzle.cells[other].single() == Some(digit));
                let first = first.map_or_else(String::new, |first| format!("{first} and "));
                return Some(format!("{} has {digit} given twice: {first}{cell}", unit.name));
            }
            givens = givens.union(Candidates::only(digit));
        }
        for &cell in &unit.cells {
            if puzzle.cells[cell].single().is_none() {
                open[cell] = open[cell].without(givens);
            }
        }
    }
    for cell in open.cells() {
        if open[cell].is_empty() {
            return Some(if puzzle.cells[cell].is_empty() {
                format!("{cell} has no candidate")
            } else {
                format!(
                    "{cell} cannot hold any digit: the givens in its row, column and box exclude all its candidates"
                )
            });
        }
    }
    for unit in &units {
        let reach = unit.cells.iter().fold(Candidates::NONE, |reach, &cell| reach.union(open[cell]));
        if let Some(digit) = Candidates::all(puzzle.side()).without(reach).digits().next() {
            return Some(format!("{} has no place left for {digit}", unit.name));
        }
    }
    None
}
