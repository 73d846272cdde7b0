//! The rule book as a plain checker.

use super::{Hitori, WEAK};
use crate::{Answer, Cell, Grid, Kind as _, Reason};

const SHADED: i32 = 1;
const WHITE: i32 = 0;

/// Whether `answer` solves the puzzle.
pub(super) fn judge(puzzle: &Hitori, answer: &Answer) -> Result<(), Reason> {
    filled(puzzle, answer)?;
    no_white_copies(puzzle, answer)?;
    no_shaded_pair(answer)?;
    whites_are_connected(answer)
}

/// Whether it solves the puzzle as this model states it.
pub(super) fn judge_model(puzzle: &Hitori, model: &str, answer: &Answer) -> Result<(), Reason> {
    if model == WEAK { judge_weak(puzzle, answer) } else { judge(puzzle, answer) }
}

/// The same under the weak rule: instead of being connected, no white cell has shaded cells all around it.
fn judge_weak(puzzle: &Hitori, answer: &Answer) -> Result<(), Reason> {
    filled(puzzle, answer)?;
    no_white_copies(puzzle, answer)?;
    no_shaded_pair(answer)?;
    for cell in answer.cells().filter(|&cell| answer[cell] == WHITE) {
        let mut beside = answer.beside(cell).peekable();
        if beside.peek().is_some() && beside.all(|other| answer[other] == SHADED) {
            let text = format!("{cell} is white, but all cells beside it are shaded");
            return Err(Reason::new("neighbour", answer.beside(cell).chain([cell]), text));
        }
    }
    Ok(())
}

/// The answer has the shape of the board and every cell is white or shaded.
fn filled(puzzle: &Hitori, answer: &Answer) -> Result<(), Reason> {
    let (rows, cols) = puzzle.shape();
    if (answer.rows(), answer.cols()) != (rows, cols) {
        let (height, width) = (answer.rows(), answer.cols());
        let text = format!("the board has {rows} rows and {cols} columns, the answer {height} and {width}");
        return Err(Reason::new(Reason::BOARD, [], text));
    }
    match answer.cells().find(|&cell| answer[cell] != WHITE && answer[cell] != SHADED) {
        Some(cell) => {
            let text = format!("{cell} is {}: a cell is 1 (shaded) or 0 (white)", answer[cell]);
            Err(Reason::new(Reason::BOARD, [cell], text))
        }
        None => Ok(()),
    }
}

fn no_white_copies(puzzle: &Hitori, answer: &Answer) -> Result<(), Reason> {
    let (rows, cols) = puzzle.shape();
    for row in 0..rows {
        no_copy_in(puzzle, answer, || format!("row {}", row + 1), (0..cols).map(|col| Cell { row, col }))?;
    }
    for col in 0..cols {
        no_copy_in(puzzle, answer, || format!("column {}", col + 1), (0..rows).map(|row| Cell { row, col }))?;
    }
    Ok(())
}

fn no_copy_in(
    puzzle: &Hitori,
    answer: &Answer,
    line: impl Fn() -> String,
    cells: impl Iterator<Item = Cell> + Clone,
) -> Result<(), Reason> {
    let whites = cells.filter(|&cell| answer[cell] == WHITE);
    let mut seen: Vec<u16> = Vec::with_capacity(answer.rows().max(answer.cols()));
    for cell in whites.clone() {
        let Some(number) = puzzle.numbers()[cell] else { continue };
        if seen.contains(&number) {
            let mut copies = whites.filter(|&other| puzzle.numbers()[other] == Some(number));
            let first = copies.next().unwrap_or(cell);
            let text = format!("{} has a white {number} twice: {first} and {cell}", line());
            return Err(Reason::new("copies", [first, cell], text));
        }
        seen.push(number);
    }
    Ok(())
}

fn no_shaded_pair(answer: &Answer) -> Result<(), Reason> {
    for cell in answer.cells().filter(|&cell| answer[cell] == SHADED) {
        if let Some(other) = answer.beside(cell).find(|&other| answer[other] == SHADED) {
            let text = format!("the shaded cells {cell} and {other} touch");
            return Err(Reason::new("touch", [cell, other], text));
        }
    }
    Ok(())
}

fn whites_are_connected(answer: &Answer) -> Result<(), Reason> {
    let Some(start) = answer.cells().find(|&cell| answer[cell] == WHITE) else { return Ok(()) };
    let mut reached = Grid::filled(answer.rows(), answer.cols(), false);
    reached[start] = true;
    let mut frontier = vec![start];
    while let Some(cell) = frontier.pop() {
        for other in answer.beside(cell).filter(|&other| answer[other] == WHITE) {
            if !reached[other] {
                reached[other] = true;
                frontier.push(other);
            }
        }
    }
    match answer.cells().find(|&cell| answer[cell] == WHITE && !reached[cell]) {
        Some(lost) => {
            let text = format!("the white cells are not connected: there is no way from {start} to {lost}");
            Err(Reason::new("connected", [start, lost], text))
        }
        None => Ok(()),
    }
}
