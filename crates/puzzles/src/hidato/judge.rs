//! The rule book: whether a filled board solves the puzzle. Knows nothing of constraints.

use super::{HOLE, Hidato, Moves, Square};
use crate::{Answer, Cell, Kind as _, Reason};

pub(super) fn judge(puzzle: &Hidato, answer: &Answer) -> Result<(), Reason> {
    let (rows, cols) = puzzle.shape();
    if (answer.rows(), answer.cols()) != (rows, cols) {
        let (height, width) = (answer.rows(), answer.cols());
        let text = format!("the board has {rows} rows and {cols} columns, the answer has {height} and {width}");
        return Err(Reason::new(Reason::BOARD, [], text));
    }
    let last = i32::from(puzzle.last());
    for cell in answer.cells() {
        let found = answer[cell];
        let broken = |rule, text| Err(Reason::new(rule, [cell], text));
        match puzzle.squares[cell] {
            Square::Hole if found != HOLE => {
                return broken(Reason::BOARD, format!("{cell} is a hole, but holds {found}"));
            }
            Square::Hole => {}
            _ if !(1..=last).contains(&found) => {
                return broken(Reason::BOARD, format!("{cell} holds {found}, which is not a number from 1 to {last}"));
            }
            Square::Given(number) if found != i32::from(number) => {
                return broken("given", format!("{cell} holds {found}, but {number} is given there"));
            }
            Square::Given(_) | Square::Empty => {}
        }
    }
    let mut place: Vec<Option<Cell>> = vec![None; last as usize + 1];
    for cell in answer.cells().filter(|&cell| answer[cell] != HOLE) {
        if let Some(first) = place[answer[cell] as usize].replace(cell) {
            let text = format!("{} stands twice: at {first} and {cell}", answer[cell]);
            return Err(Reason::new("once", [first, cell], text));
        }
    }
    // N cells hold N different numbers from 1 to N, so every number has a place.
    let path: Vec<Cell> = place.into_iter().flatten().collect();
    for (index, pair) in path.windows(2).enumerate() {
        if !is_step(pair[0], pair[1], puzzle.moves) {
            let (number, next) = (index + 1, index + 2);
            let near = if puzzle.moves == Moves::King { "next to" } else { "directly above, below or beside" };
            let text = format!("{next} at {} is not {near} {number} at {}", pair[1], pair[0]);
            return Err(Reason::new("path", [pair[0], pair[1]], text));
        }
    }
    Ok(())
}

fn is_step(from: Cell, to: Cell, moves: Moves) -> bool {
    let (down, right) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
    match moves {
        Moves::King => down.max(right) == 1,
        Moves::Orthogonal => down + right == 1,
    }
}
