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
        let mut below = stars[index + 1..].iter().take_while(|b| b.row <= a.row + 1);
        if let Some(b) = below.find(|&&b| near(a, b)) {
            return Err(Broken(format!("the stars at {a} and {b} touch")));
        }
    }
    let mut in_rows = vec![0; size];
    let mut in_columns = vec![0; size];
    let mut in_regions = vec![0; puzzle.names.len()];
    for &star in &stars {
        in_rows[star.row] += 1;
        in_columns[star.col] += 1;
        puzzle.regions[star].into_iter().for_each(|region| in_regions[region] += 1);
    }
    let wrong = |counts: &[usize]| counts.iter().position(|&count| count != puzzle.stars);
    let named = |name: String, inside: &dyn Fn(Cell) -> bool| {
        let found: Vec<String> = stars.iter().filter(|&&cell| inside(cell)).map(Cell::to_string).collect();
        let places = if found.is_empty() { String::new() } else { format!(": {}", found.join(", ")) };
        Err(Broken(format!("{name} has {}, not {}{places}", count_stars(found.len()), puzzle.stars)))
    };
    if let Some(row) = wrong(&in_rows) {
        return named(format!("row {}", row + 1), &|cell| cell.row == row);
    }
    if let Some(col) = wrong(&in_columns) {
        return named(format!("column {}", col + 1), &|cell| cell.col == col);
    }
    if let Some(region) = wrong(&in_regions) {
        return named(format!("region {}", puzzle.names[region]), &|cell| puzzle.regions[cell] == Some(region));
    }
    Ok(())
}
