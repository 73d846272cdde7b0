//! Equivalent Hitori: turned and reflected, with other numbers for the same.

use std::collections::HashMap;

use pencilmark_csp::random::key;

use super::Hitori;
use crate::symmetry::shuffled;
use crate::{Kind as _, Symmetry};

pub(super) fn random(puzzle: &Hitori, seed: u64) -> Symmetry {
    let largest = puzzle.numbers.things().iter().flatten().max().copied().unwrap_or(0);
    let numbers = shuffled(usize::from(largest), key(seed, &[2])).into_iter().map(|number| number as u16 + 1);
    Symmetry::any_turn(puzzle.shape(), key(seed, &[1])).renumbered(std::iter::once(0).chain(numbers).collect())
}

pub(super) fn to_canonical(puzzle: &Hitori) -> Symmetry {
    Symmetry::smallest(puzzle, Symmetry::turns(puzzle.shape()).map(|turn| in_order(puzzle, turn)))
}

/// Numbers as they come up, from 1.
fn in_order(puzzle: &Hitori, turn: Symmetry) -> Symmetry {
    let mut names: HashMap<u16, u16> = HashMap::new();
    for &number in turn.grid(&puzzle.numbers).things().iter().flatten() {
        let next = names.len() as u16 + 1;
        names.entry(number).or_insert(next);
    }
    let largest = names.keys().max().copied().unwrap_or(0);
    turn.renumbered((0..=largest).map(|number| names.get(&number).copied().unwrap_or(number)).collect())
}

pub(super) fn moved(puzzle: &Hitori, symmetry: &Symmetry) -> Hitori {
    Hitori { numbers: symmetry.grid(&puzzle.numbers.map(|number| number.map(|number| symmetry.value(number)))) }
}
