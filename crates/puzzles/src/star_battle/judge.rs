//! The rule book as a plain checker.

use super::{StarBattle, count_stars, near};
use crate::{Answer, Broken, Cell};

/// Whether `answer` solves the puzzle. A hole may be given as -1 or 0: either way, there is no star.
pub(super) fn judge(puzzle: &StarBattle, answer: &Answer) -> Result<(), Broken> {
    let size = puzzle.size();
    if (answer.rows(), answer.cols()) != (size, size) {
        let shape = format!("{} rows and {} columns", answer.rows(), answer.cols());
        return Err(Broken(format!("the answer has {shape}, the board {size} and {size}")));
    }
    let mut stars: Vec<Cell> = Vec::new();
    for cell in answer.cells() {
        match (puzzle.regions[cell], answer[cell]) {
            (Some(_), 1) => stars.push(cell),
            (Some(_) | None, 0) | (None, -1) => {}
            (Some(_), value) => return Err(Broken(format!("{cell} has {value}: a cell has 1 (a star) or 0 (none)"))),
            (None, value) => return Err(Broken(format!("{cell} has {value}, but it is a hole (-1)"))),
        }
    }
    for (index, &a) in stars.iter().enumerate() {
        if let Some(b) = stars[index + 1..].iter().find(|&&b| near(a, b)) {
            return Err(Broken(format!("the stars at {a} and {b} touch")));
        }
    }
    let counted = |name: String, inside: &dyn Fn(Cell) -> bool| {
        let found: Vec<String> = stars.iter().filter(|&&cell| inside(cell)).map(Cell::to_string).collect();
        if found.len() == puzzle.stars {
            return Ok(());
        }
        let places = if found.is_empty() { String::new() } else { format!(": {}", found.join(", ")) };
        Err(Broken(format!("{name} has {}, not {}{places}", count_stars(found.len()), puzzle.stars)))
    };
    for line in 0..size {
        counted(format!("row {}", line + 1), &|cell| cell.row == line)?;
    }
    for line in 0..size {
        counted(format!("column {}", line + 1), &|cell| cell.col == line)?;
    }
    for (region, name) in puzzle.names.iter().enumerate() {
        counted(format!("region {name}"), &|cell| puzzle.regions[cell] == Some(region))?;
    }
    Ok(())
}
