//! Equivalent Star Battles: turned and reflected. Regions have the names that come in reading order.

use super::StarBattle;
use crate::{Kind as _, Symmetry};

pub(super) fn random(puzzle: &StarBattle, seed: u64) -> Symmetry {
    Symmetry::any_turn(puzzle.shape(), seed)
}

pub(super) fn all(puzzle: &StarBattle) -> impl Iterator<Item = Symmetry> {
    Symmetry::turns(puzzle.shape())
}

pub(super) fn to_canonical(puzzle: &StarBattle) -> Symmetry {
    Symmetry::smallest(puzzle, all(puzzle))
}

pub(super) fn moved(puzzle: &StarBattle, symmetry: &Symmetry) -> StarBattle {
    // Labels that are not letters are replaced by A, B, C and so on.
    StarBattle::new(&symmetry.grid(&puzzle.regions), puzzle.stars).unwrap_or_else(|_| puzzle.clone())
}
