//! The rule book: whether a filled board solves the puzzle. Written from the rules, with no constraint in sight.

use pencilmark_csp::rule::Operator;

use super::{Cage, KenKen};
use crate::{Answer, Cell, Reason};

/// Whether `answer` keeps all rules; if not, the first one that it breaks.
pub(super) fn judge(puzzle: &KenKen, answer: &Answer) -> Result<(), Reason> {
    let size = puzzle.size();
    if (answer.rows(), answer.cols()) != (size, size) {
        let (rows, cols) = (answer.rows(), answer.cols());
        let text = format!("the board has {size} rows and columns, the answer has {rows} rows and {cols} columns");
        return Err(Reason::new(Reason::BOARD, [], text));
    }
    for cell in answer.cells() {
        let number = answer[cell];
        if usize::try_from(number).map_or(true, |number| number < 1 || number > size) {
            let text = format!("{cell} holds {number}: only the numbers from 1 to {size} are allowed");
            return Err(Reason::new(Reason::BOARD, [cell], text));
        }
    }
    for line in 0..size {
        let row: Vec<Cell> = (0..size).map(|col| Cell { row: line, col }).collect();
        each_once(answer, &row, "row", line)?;
        let column: Vec<Cell> = (0..size).map(|row| Cell { row, col: line }).collect();
        each_once(answer, &column, "column", line)?;
    }
    puzzle.cages().iter().try_for_each(|cage| makes_target(answer, cage))
}

fn each_once(answer: &Answer, cells: &[Cell], rule: &'static str, line: usize) -> Result<(), Reason> {
    for (place, &cell) in cells.iter().enumerate() {
        if let Some(&before) = cells[..place].iter().find(|&&before| answer[before] == answer[cell]) {
            let text = format!("{rule} {} has {} twice: {before} and {cell}", line + 1, answer[cell]);
            return Err(Reason::new(rule, [before, cell], text));
        }
    }
    Ok(())
}

fn makes_target(answer: &Answer, cage: &Cage) -> Result<(), Reason> {
    let numbers: Vec<u64> = cage.cells.iter().map(|&cell| u64::from(answer[cell].unsigned_abs())).collect();
    if makes(cage.operator, cage.target, &numbers) {
        return Ok(());
    }
    let what = match cage.operator {
        Operator::Add => "do not add up to the target",
        Operator::Subtract => "do not leave the target when the largest loses all the others",
        Operator::Multiply => "do not multiply to the target",
        Operator::Divide => "do not leave the target when the largest is divided by all the others",
        Operator::Equal => "is not the target",
        Operator::Any => "do not make the target by any of + − × ÷",
    };
    let shown: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let text = format!("{}: {} {what}", cage.name(), shown.join(", "));
    Err(Reason::new("cage", cage.cells.iter().copied(), text))
}

/// Whether positive numbers make the target.
pub fn makes(operator: Operator, target: u64, numbers: &[u64]) -> bool {
    // Minus and divide take all the others from the largest.
    let mut others = numbers.to_vec();
    others.sort_unstable();
    let Some(largest) = others.pop() else { return false };
    match operator {
        Operator::Add => sum(numbers) == target,
        Operator::Subtract => largest == sum(&others).saturating_add(target),
        Operator::Multiply => product(numbers) == Some(target),
        Operator::Divide => product(&others).and_then(|rest| rest.checked_mul(target)) == Some(largest),
        Operator::Equal => numbers.iter().all(|&number| number == target),
        Operator::Any => FOUR.iter().any(|&operator| makes(operator, target, numbers)),
    }
}

/// What a cage without operator may use.
pub(super) const FOUR: [Operator; 4] = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

fn sum(numbers: &[u64]) -> u64 {
    numbers.iter().sum()
}

/// `None` if it is larger than any target.
fn product(numbers: &[u64]) -> Option<u64> {
    numbers.iter().try_fold(1u64, |product, &number| product.checked_mul(number))
}
