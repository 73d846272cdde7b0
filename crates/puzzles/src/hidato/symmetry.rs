//! Equivalent Hidato: turned and reflected, and the path walked backwards.

use pencilmark_csp::random::key;

use super::{Hidato, Square};
use crate::{Kind as _, Symmetry};

pub(super) fn random(puzzle: &Hidato, seed: u64) -> Symmetry {
    let turn = Symmetry::any_turn(puzzle.shape(), key(seed, &[1]));
    if key(seed, &[2]) % 2 == 1 { backwards(puzzle, turn) } else { turn }
}

pub(super) fn all(puzzle: &Hidato) -> impl Iterator<Item = Symmetry> {
    Symmetry::turns(puzzle.shape()).flat_map(|turn| [turn.clone(), backwards(puzzle, turn)])
}

pub(super) fn to_canonical(puzzle: &Hidato) -> Symmetry {
    Symmetry::smallest(puzzle, all(puzzle))
}

/// The last number becomes the first.
fn backwards(puzzle: &Hidato, turn: Symmetry) -> Symmetry {
    let last = puzzle.squares.things().iter().filter(|&&square| square != Square::Hole).count() as u16;
    turn.renumbered(std::iter::once(0).chain((1..=last).rev()).collect())
}

pub(super) fn moved(puzzle: &Hidato, symmetry: &Symmetry) -> Hidato {
    let renumbered = |square: &Square| match *square {
        Square::Given(number) => Square::Given(symmetry.value(number)),
        other => other,
    };
    Hidato { squares: symmetry.grid(&puzzle.squares.map(renumbered)), ..puzzle.clone() }
}
