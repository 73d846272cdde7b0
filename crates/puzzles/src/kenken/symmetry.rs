//! Equivalent puzzles: turned and reflected. Numbers cannot be renamed, as they are counted with.

use super::{Cage, KenKen};
use crate::{Kind as _, Symmetry};

pub(super) fn random(puzzle: &KenKen, seed: u64) -> Symmetry {
    Symmetry::any_turn(puzzle.shape(), seed)
}

pub(super) fn all(puzzle: &KenKen) -> impl Iterator<Item = Symmetry> {
    Symmetry::turns(puzzle.shape())
}

pub(super) fn to_canonical(puzzle: &KenKen) -> Symmetry {
    Symmetry::smallest(puzzle, all(puzzle))
}

pub(super) fn moved(puzzle: &KenKen, symmetry: &Symmetry) -> KenKen {
    let to = symmetry.to();
    let moved = |cage: &Cage| Cage { cells: cage.cells.iter().map(|&cell| to[cell]).collect(), ..cage.clone() };
    let cages = puzzle.cages().iter().map(moved).collect();
    KenKen::new(puzzle.size(), cages).unwrap_or_else(|_| puzzle.clone())
}
