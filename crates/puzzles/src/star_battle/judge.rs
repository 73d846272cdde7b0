//! The rule book as a plain checker.

use super::StarBattle;
use super::parts::{count_stars, near};
use crate::{Answer, Cell, Reason};

/// Whether `answer` solves the puzzle. A hole may be given as -1 or 0: either way, there is no star.
pub(super) fn judge(puzzle: &StarBattle, answer: &Answer) -> Result<(), Reason> {
    let size = puzzle.size();
    if (answer.rows(), answer.cols()) != (size, size) {
        let shape = format!("{} rows and {} columns", answer.rows(), answer.cols());
        let text = format!("the answer has {shape}, the board {size} and {size}");
        return Err(Reason::new(Reason::BOARD, [], text));
    }
    let mut stars: Vec<Cell> = Vec::new();
    for cell in answer.cells() {
        match (puzzle.regions[cell], answer[cell]) {
            (Some(_), 1) => stars.push(cell),
            (Some(_) | None, 0) | (None, -1) => {}
            (Some(_), value) => {
                let text = format!("{cell} has {value}: a cell has 1 (a star) or 0 (none)");
                return Err(Reason::new(Reason::BOARD, [cell], text));
            }
            (None, value) => {
                return Err(Reason::new(Reason::BOARD, [cell], format!("{cell} has {value}, but it is a hole (-1)")));
            }
        }
    }
    for (index, &a) in stars.iter().enumerate() {
        let mut below = stars[index + 1..].iter().take_while(|b| b.row <= a.row + 1);
        if let Some(b) = below.find(|&&b| near(a, b)) {
            return Err(Reason::new("touch", [a, *b], format!("the stars at {a} and {b} touch")));
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
    let named = |rule: &'static str, name: &str, inside: &dyn Fn(Cell) -> bool| {
        let found: Vec<String> = stars.iter().filter(|&&cell| inside(cell)).map(Cell::to_string).collect();
        let places = if found.is_empty() { String::new() } else { format!(": {}", found.join(", ")) };
        let text = format!("{rule} {name} has {}, not {}{places}", count_stars(found.len()), puzzle.stars);
        Err(Reason::new(rule, answer.cells().filter(|&cell| inside(cell) && !puzzle.is_hole(cell)), text))
    };
    if let Some(row) = wrong(&in_rows) {
        return named("row", &(row + 1).to_string(), &|cell| cell.row == row);
    }
    if let Some(col) = wrong(&in_columns) {
        return named("column", &(col + 1).to_string(), &|cell| cell.col == col);
    }
    if let Some(region) = wrong(&in_regions) {
        return named("region", &puzzle.names[region], &|cell| puzzle.regions[cell] == Some(region));
    }
    Ok(())
}
