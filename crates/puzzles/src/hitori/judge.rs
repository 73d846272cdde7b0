//! The rule book as a plain checker, and contradictions that a glance shows.

use super::Hitori;
use crate::{Answer, Broken, Cell, Grid, Kind as _};

const SHADED: i32 = 1;
const WHITE: i32 = 0;

/// Whether `answer` solves the puzzle.
pub(super) fn judge(puzzle: &Hitori, answer: &Answer) -> Result<(), Broken> {
    filled(puzzle, answer)?;
    no_white_copies(puzzle, answer)?;
    no_shaded_pair(answer)?;
    whites_hang_together(answer)
}

/// The same under the weak rule: instead of hanging together, no white cell has shaded cells all around it.
pub(super) fn judge_weak(puzzle: &Hitori, answer: &Answer) -> Result<(), Broken> {
    filled(puzzle, answer)?;
    no_white_copies(puzzle, answer)?;
    no_shaded_pair(answer)?;
    for cell in answer.cells().filter(|&cell| answer[cell] == WHITE) {
        let mut beside = answer.beside(cell).peekable();
        if beside.peek().is_some() && beside.all(|other| answer[other] == SHADED) {
            return Err(Broken(format!("{cell} is white, but all cells beside it are shaded")));
        }
    }
    Ok(())
}

/// The answer has the shape of the board and every cell is white or shaded.
fn filled(puzzle: &Hitori, answer: &Answer) -> Result<(), Broken> {
    let (rows, cols) = puzzle.shape();
    if (answer.rows(), answer.cols()) != (rows, cols) {
        let (height, width) = (answer.rows(), answer.cols());
        return Err(Broken(format!("the board has {rows} rows and {cols} columns, the answer {height} and {width}")));
    }
    match answer.cells().find(|&cell| answer[cell] != WHITE && answer[cell] != SHADED) {
        Some(cell) => Err(Broken(format!("{cell} is {}: a cell is 1 (shaded) or 0 (white)", answer[cell]))),
        None => Ok(()),
    }
}

fn no_white_copies(puzzle: &Hitori, answer: &Answer) -> Result<(), Broken> {
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
) -> Result<(), Broken> {
    let whites = cells.filter(|&cell| answer[cell] == WHITE);
    let mut seen: Vec<u16> = Vec::with_capacity(answer.rows().max(answer.cols()));
    for cell in whites.clone() {
        let Some(number) = puzzle.numbers()[cell] else { continue };
        if seen.contains(&number) {
            let mut copies = whites.filter(|&other| puzzle.numbers()[other] == Some(number));
            let first = copies.next().unwrap_or(cell);
            return Err(Broken(format!("{} has a white {number} twice: {first} and {cell}", line())));
        }
        seen.push(number);
    }
    Ok(())
}

fn no_shaded_pair(answer: &Answer) -> Result<(), Broken> {
    for cell in answer.cells().filter(|&cell| answer[cell] == SHADED) {
        if let Some(other) = answer.beside(cell).find(|&other| answer[other] == SHADED) {
            return Err(Broken(format!("the shaded cells {cell} and {other} touch")));
        }
    }
    Ok(())
}

fn whites_hang_together(answer: &Answer) -> Result<(), Broken> {
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
        Some(lost) => Err(Broken(format!("the white cells do not hang together: no way from {start} to {lost}"))),
        None => Ok(()),
    }
}

/// Copies that stand in touching pairs: of a pair, one cell stays white, and only one copy may. Two pairs that share no
/// cell are too many.
pub(super) fn contradiction(puzzle: &Hitori) -> Option<String> {
    for (line, cells) in puzzle.lines() {
        for (number, copies) in puzzle.copies(&cells) {
            let mut pairs: Vec<(Cell, Cell)> = Vec::new();
            let mut rest = copies.as_slice();
            while let [first, second, after @ ..] = rest {
                if first.row.abs_diff(second.row) + first.col.abs_diff(second.col) == 1 {
                    pairs.push((*first, *second));
                    rest = after;
                } else {
                    rest = &rest[1..];
                }
            }
            if let [(a, b), (c, d), ..] = pairs[..] {
                return Some(format!(
                    "in {line}, {a} and {b} both show {number}, so one of them stays white, as they may not both be \
                     shaded; the same goes for {c} and {d}: {number} would stand twice"
                ));
            }
        }
    }
    None
}
