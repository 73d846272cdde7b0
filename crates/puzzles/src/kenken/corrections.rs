//! Corrections of cages: each may have another target or another operator.

use std::collections::{BTreeSet, HashMap};

use pencilmark_csp::rule::Operator;

use super::parts::operator_of;
use super::{Cage, KenKen};
use crate::{Alternatives, Correction, Reason};

/// The operators of cages with several cells.
const OPERATORS: [Operator; 4] = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

/// The most targets to list for one cage, besides those that differ from its own by one key: the
/// products of a large cage are in the thousands.
const MOST_TARGETS: usize = 400;

/// Lists for each cage in the conflict the other targets that its cells could make, and the other
/// operators.
pub(super) fn corrections<'a>(
    puzzle: &'a KenKen,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Alternatives> + use<'a> {
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
        let (targets, complete) = targets(cage, puzzle.size());
        let targets = targets.into_iter().map(|target| Cage { target, ..cage.clone() });
        let operators =
            OPERATORS.into_iter().filter(|&other| OPERATORS.contains(&cage.operator) && other != cage.operator);
        let operators = operators.map(|operator| Cage { operator, ..cage.clone() });
        Alternatives { changes: targets.chain(operators).map(change).collect(), complete }
    })
}

/// Returns the other targets that a cage of this size and operator can have, ignoring rows and
/// columns, and whether these are all.
fn targets(cage: &Cage, size: usize) -> (BTreeSet<u64>, bool) {
    let (size, count) = (size as u64, cage.cells.len() as u64);
    let ((mut all, complete), has_products) = match cage.operator {
        Operator::Equal | Operator::Divide => (((1..=size).collect(), true), false),
        Operator::Subtract => (((0..size).collect(), true), false),
        Operator::Add => (((count..=count * size).collect(), true), false),
        Operator::Multiply => (products(size, count), true),
        Operator::Any => {
            let (mut products, complete) = products(size, count);
            products.extend(0..=count * size);
            ((products, complete), true)
        }
    };
    let is_whole = all.len() <= MOST_TARGETS;
    all = all.into_iter().take(MOST_TARGETS).collect();
    if has_products {
        let mut factors = Factors { size, fewest: HashMap::new() };
        all.extend(slips_of(cage.target).filter(|&slip| factors.fewest(slip).is_some_and(|fewest| fewest <= count)));
    }
    all.remove(&cage.target);
    (all, complete && is_whole)
}

/// Returns the products of `count` numbers up to `size`, and whether these are all; if there are
/// too many, the smallest.
fn products(size: u64, count: u64) -> (BTreeSet<u64>, bool) {
    let mut all = BTreeSet::from([1]);
    let mut complete = true;
    for _ in 0..count {
        let more = all.iter().flat_map(|product| (1..=size).map(move |number| product * number));
        all = more.filter(|&product| product <= KenKen::LARGEST_TARGET).collect();
        while all.len() > 4 * MOST_TARGETS {
            all.pop_last();
            complete = false;
        }
    }
    (all, complete)
}

/// Factors of products, found once each.
struct Factors {
    /// The largest factor.
    size: u64,
    fewest: HashMap<u64, Option<u64>>,
}

impl Factors {
    /// Returns the fewest factors from 2 to `size` that make a product; `None` if none do. A cage
    /// with more cells fills the rest with ones.
    fn fewest(&mut self, product: u64) -> Option<u64> {
        if product == 1 {
            return Some(0);
        }
        if let Some(&known) = self.fewest.get(&product) {
            return known;
        }
        let divisors = (2..=self.size).filter(|divisor| product.is_multiple_of(*divisor));
        let fewest = divisors.filter_map(|divisor| self.fewest(product / divisor)).min().map(|fewest| fewest + 1);
        self.fewest.insert(product, fewest);
        fewest
    }
}

/// Returns the numbers that one typing slip makes of `target`: a digit replaced, left out or added,
/// or two neighbours swapped.
fn slips_of(target: u64) -> impl Iterator<Item = u64> {
    let digits = target.to_string().into_bytes();
    let mut slips: Vec<Vec<u8>> = Vec::new();
    for at in 0..=digits.len() {
        let (before, after) = digits.split_at(at);
        slips.extend((b'0'..=b'9').map(|digit| [before, &[digit], after].concat()));
        if let [first, rest @ ..] = after {
            slips.push([before, rest].concat());
            slips.extend((b'0'..=b'9').map(|digit| [before, &[digit], rest].concat()));
            if let [second, rest @ ..] = rest {
                slips.push([before, &[*second, *first], rest].concat());
            }
        }
    }
    let numbers = slips.into_iter().filter_map(|slip| String::from_utf8(slip).ok()?.parse().ok());
    numbers.filter(|number| (1..=KenKen::LARGEST_TARGET).contains(number))
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
