//! What a glance shows: targets that no numbers make, and single cells that clash.

use pencilmark_csp::rule::Operator;

use super::judge::{FOUR, makes};
use super::{Cage, KenKen};
use crate::{Cell, Reason};

/// How many numbers to try in a cage before leaving the question to a search.
const GLANCE: usize = 20_000;

/// A proof that there is no solution, in words.
pub(super) fn contradiction(puzzle: &KenKen) -> Option<Reason> {
    puzzle.cages().iter().find_map(|cage| hopeless(cage, puzzle.size())).or_else(|| clash(puzzle))
}

fn hopeless(cage: &Cage, size: usize) -> Option<Reason> {
    if let (Operator::Equal, &[cell]) = (cage.operator, cage.cells.as_slice()) {
        let fits = (1..=size as u64).contains(&cage.target);
        let text = || format!("{cell} is given as {}: only 1 to {size} are allowed", cage.target);
        return (!fits).then(|| Reason::new("cage", [cell], text()));
    }
    if let Some(reason) = out_of_bounds(cage, size) {
        return Some(reason);
    }
    let operators: &[Operator] = match cage.operator {
        Operator::Any => &FOUR,
        ref operator => std::slice::from_ref(operator),
    };
    let mut none = true;
    for &operator in operators {
        let mut attempt = Attempt { cage, operator, size: size as u64, numbers: Vec::new(), left: GLANCE };
        none &= !attempt.may_be_made();
    }
    let (name, target) = (cage.name(), cage.target);
    let text = || format!("{name} cannot be made: no numbers from 1 to {size} in its cells give {target}");
    none.then(|| Reason::new("cage", cage.cells.iter().copied(), text()))
}

/// A sum or product beyond what rows of different numbers, or columns of them, can make.
fn out_of_bounds(cage: &Cage, size: usize) -> Option<Reason> {
    let combine = match cage.operator {
        Operator::Add => u128::saturating_add,
        Operator::Multiply => u128::saturating_mul,
        _ => return None,
    };
    let neutral = u128::from(cage.operator == Operator::Multiply);
    let (mut least, mut most) = (0, u128::MAX);
    for line_of in [|cell: &Cell| cell.row, |cell: &Cell| cell.col] {
        let mut held = vec![0; size]; // line -> how many cells of the cage are in it
        for cell in &cage.cells {
            held[line_of(cell)] += 1;
        }
        let smallest = held.iter().flat_map(|&held| 1..=held).map(|number| number as u128);
        let largest = held.iter().flat_map(|&held| size - held + 1..=size).map(|number| number as u128);
        least = least.max(smallest.fold(neutral, combine));
        most = most.min(largest.fold(neutral, combine));
    }
    let target = u128::from(cage.target);
    let bound = match target {
        _ if target < least => format!("at least {least}"),
        _ if target > most => format!("at most {most}"),
        _ => return None,
    };
    let text = format!("{} cannot be made: its cells make {bound}", cage.name());
    Some(Reason::new("cage", cage.cells.iter().copied(), text))
}

/// Two single cells with the same number in a line.
fn clash(puzzle: &KenKen) -> Option<Reason> {
    let singles: Vec<(Cell, u64)> =
        puzzle.cages().iter().filter(|cage| cage.cells.len() == 1).map(|cage| (cage.cells[0], cage.target)).collect();
    for (place, &(cell, number)) in singles.iter().enumerate() {
        for &(before, other) in &singles[..place] {
            let (rule, line) = match (before.row == cell.row, before.col == cell.col) {
                (true, _) => ("row", cell.row + 1),
                (_, true) => ("column", cell.col + 1),
                _ => continue,
            };
            if number == other {
                let text = format!("{rule} {line} has {number} twice: {before} and {cell} are given");
                return Some(Reason::new(rule, [before, cell], text));
            }
        }
    }
    None
}

/// Tries numbers in a cage, cell by cell; numbers in a line differ.
struct Attempt<'a> {
    cage: &'a Cage,
    operator: Operator,
    size: u64,
    numbers: Vec<u64>,
    left: usize,
}

impl Attempt<'_> {
    /// False only if everything was tried.
    fn may_be_made(&mut self) -> bool {
        let place = self.numbers.len();
        let Some(&cell) = self.cage.cells.get(place) else {
            return makes(self.operator, self.cage.target, &self.numbers);
        };
        for number in 1..=self.size {
            let mut before = self.cage.cells.iter().zip(&self.numbers);
            if before.any(|(other, &held)| held == number && (other.row == cell.row || other.col == cell.col)) {
                continue;
            }
            if self.left == 0 {
                return true;
            }
            self.left -= 1;
            self.numbers.push(number);
            let found = self.in_reach() && self.may_be_made();
            self.numbers.pop();
            if found {
                return true;
            }
        }
        false
    }

    /// Whether the cells still open may complete the target, by size alone.
    fn in_reach(&self) -> bool {
        let (target, size) = (self.cage.target, self.size);
        let open = (self.cage.cells.len() - self.numbers.len()) as u32;
        let sum: u64 = self.numbers.iter().sum();
        let product = self.numbers.iter().try_fold(1u64, |product, &number| product.checked_mul(number));
        let largest = self.numbers.iter().copied().max().unwrap_or(0);
        match self.operator {
            Operator::Add => sum + u64::from(open) <= target && sum + u64::from(open) * size >= target,
            Operator::Multiply => product.is_some_and(|product| {
                target > 0 && target % product == 0 && product.saturating_mul(size.saturating_pow(open)) >= target
            }),
            // Whichever cell is the largest, the open ones add at least 1 each to the others.
            Operator::Subtract => (sum - largest + u64::from(open)).saturating_add(target) <= size,
            Operator::Divide => {
                product.is_some_and(|product| target > 0 && (product / largest).saturating_mul(target) <= size)
            }
            Operator::Equal | Operator::Any => true,
        }
    }
}
