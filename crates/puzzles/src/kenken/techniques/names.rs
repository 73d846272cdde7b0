//! Cages, lines and combinations in words.

use pencilmark_csp::rule::Operator;

use super::sheet::{place, values};
use crate::Cell;
use crate::kenken::Cage;
use crate::kenken::engine::state::WIDTH;
use crate::kenken::judge::{FOUR, makes};
use crate::technique::{Mark, words};

/// `the 24× cage at r1c1`
pub(super) fn the_cage(cage: &Cage) -> String {
    let place = cage.cells.first().map_or_else(String::new, |cell| format!(" at {cell}"));
    match cage.operator {
        Operator::Any => format!("the {} cage without operator{place}", cage.clue()),
        _ => format!("the {} cage{place}", cage.clue()),
    }
}

/// `row 3`
pub(super) fn line_name(line: usize) -> String {
    if line < WIDTH { format!("row {}", line + 1) } else { format!("column {}", line - WIDTH + 1) }
}

/// `row 3`, `rows 3 and 4`
pub(super) fn lines_name(lines: &[usize]) -> String {
    if let [line] = lines {
        return line_name(*line);
    }
    let kind = if lines.iter().all(|&line| line < WIDTH) { "rows" } else { "columns" };
    format!("{kind} {}", words::and(lines.iter().map(|line| line % WIDTH + 1)))
}

/// `1×4×6`: numbers as the arithmetic of their cage.
pub(super) fn arithmetic(cage: &Cage, numbers: &[u8]) -> String {
    let mut numbers: Vec<u64> = numbers.iter().map(|&number| number.into()).collect();
    numbers.sort_unstable();
    let operator = match cage.operator {
        Operator::Any => {
            FOUR.into_iter().find(|&operator| makes(operator, cage.target, &numbers)).unwrap_or(Operator::Any)
        }
        operator => operator,
    };
    let sign = match operator {
        Operator::Add => "+",
        Operator::Multiply => "×",
        Operator::Subtract => "−",
        Operator::Divide => "÷",
        Operator::Equal | Operator::Any => ", ",
    };
    if matches!(operator, Operator::Subtract | Operator::Divide) {
        numbers.reverse();
    }
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(sign)
}

/// The combinations of some fillings, each once, as arithmetic.
pub(super) fn combinations<'a>(cage: &Cage, fillings: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut found: Vec<Vec<u8>> = fillings
        .map(|filling| {
            let mut numbers = filling.to_vec();
            numbers.sort_unstable();
            numbers
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found.iter().map(|numbers| arithmetic(cage, numbers)).collect()
}

/// `r1c1, r1c2 and r2c1`
pub(super) fn cells(cells: impl IntoIterator<Item = u8>) -> String {
    words::and(cells.into_iter().map(place))
}

/// `r1c1+r1c2`
pub(super) fn joined(cells: impl IntoIterator<Item = u8>, sign: &str) -> String {
    cells.into_iter().map(|cell| place(cell).to_string()).collect::<Vec<_>>().join(sign)
}

/// `1, 2 and 5`
pub(super) fn numbers(set: u16) -> String {
    words::and(values(set))
}

/// `1, 2 or 5`
pub(super) fn numbers_or(set: u16) -> String {
    words::or(values(set))
}

/// What a step rubs out: `5 can be removed from r1c1 and r1c2`, `2 and 5 can be removed from r1c1, and 3 from r2c1`.
pub(super) fn goes(removes: &[Mark]) -> String {
    // Cells that lose the same numbers go together.
    let mut groups: Vec<(Vec<u16>, Vec<Cell>)> = Vec::new();
    let mut sorted = removes.to_vec();
    sorted.sort_unstable();
    for chunk in sorted.chunk_by(|a, b| a.cell == b.cell) {
        let numbers: Vec<u16> = chunk.iter().map(|mark| mark.value).collect();
        match groups.iter_mut().find(|(known, _)| *known == numbers) {
            Some((_, cells)) => cells.push(chunk[0].cell),
            None => groups.push((numbers, vec![chunk[0].cell])),
        }
    }
    let clauses = groups.iter().enumerate().map(|(index, (numbers, cells))| {
        let verb = if index == 0 { "can be removed " } else { "" };
        format!("{} {verb}from {}", words::and(numbers), words::and(cells))
    });
    words::clauses(clauses)
}
