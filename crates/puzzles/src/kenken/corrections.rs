//! Corrections of cages: each may have another target or another operator.

use std::collections::BTreeSet;

use pencilmark_csp::rule::Operator;

use super::parts::operator_of;
use super::{Cage, KenKen};
use crate::{Correction, Reason};

/// The operators of cages with several cells.
const OPERATORS: [Operator; 4] = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

/// The most targets to list for one cage: the products of a large cage are in the thousands.
const MOST_TARGETS: usize = 400;

/// Lists for each cage in the conflict every other target that its cells could make, and every
/// other operator.
pub(super) fn corrections<'a>(
    puzzle: &'a KenKen,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Vec<Correction>> + use<'a> {
    let firsts = puzzle.cages().iter().map(|cage| cage.cells[0]);
    let mut firsts = Reason::cells_of("cage", conflict, firsts);
    firsts.retain(|&cell| puzzle.cage_at(cell).cells[0] == cell);
    firsts.into_iter().map(move |cell| {
        let cage = puzzle.cage_at(cell);
        let place = match cage.operator {
            Operator::Equal => format!("{cell} = "),
            _ => format!("cage at {cell} = "),
        };
        let change = |to: Cage| Correction::new("cage", cage.cells.iter().copied(), &place, cage.clue(), to.clue());
        let targets = targets(cage, puzzle.size()).into_iter().filter(|&target| target != cage.target);
        let targets = targets.take(MOST_TARGETS).map(|target| Cage { target, ..cage.clone() });
        let operators =
            OPERATORS.into_iter().filter(|&other| OPERATORS.contains(&cage.operator) && other != cage.operator);
        let operators = operators.map(|operator| Cage { operator, ..cage.clone() });
        targets.chain(operators).map(change).collect()
    })
}

/// Returns the targets that a cage of this size and operator can have, ignoring rows and columns.
fn targets(cage: &Cage, size: usize) -> BTreeSet<u64> {
    let (size, count) = (size as u64, cage.cells.len() as u64);
    match cage.operator {
        Operator::Equal | Operator::Divide => (1..=size).collect(),
        Operator::Subtract => (0..size).collect(),
        Operator::Add => (count..=count * size).collect(),
        Operator::Multiply => products(size, count),
        Operator::Any => (0..=count * size).chain(products(size, count)).collect(),
    }
}

/// Returns the products of `count` numbers up to `size`, or the smallest of them if there are too
/// many.
fn products(size: u64, count: u64) -> BTreeSet<u64> {
    let mut all = BTreeSet::from([1]);
    for _ in 0..count {
        let more = all.iter().flat_map(|product| (1..=size).map(move |number| product * number));
        all = more.filter(|&product| product <= KenKen::LARGEST_TARGET).collect();
        while all.len() > 4 * MOST_TARGETS {
            all.pop_last();
        }
    }
    all
}

/// Applies a correction; `None` if it does not fit the puzzle.
pub(super) fn corrected(puzzle: &KenKen, correction: &Correction) -> Option<KenKen> {
    let digits = correction.to.trim_end_matches(|c: char| !c.is_ascii_digit());
    let target = digits.parse().ok()?;
    let sign = &correction.to[digits.len()..];
    let mut cages = puzzle.cages().to_vec();
    let cage = cages.iter_mut().find(|cage| cage.cells == correction.cells)?;
    let operator = match sign {
        "" if cage.cells.len() == 1 => Operator::Equal,
        "" => Operator::Any,
        sign => operator_of(sign)?,
    };
    *cage = Cage { operator, target, cells: cage.cells.clone() };
    KenKen::new(puzzle.size(), cages).ok()
}
