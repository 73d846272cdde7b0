//! What a puzzle is made of: squares, steps, and what cannot be drawn.

use pencilmark_search::{Key, Parameters};

use crate::{Cell, Grid};

/// The setting that allows orthogonal steps alone.
pub(super) const ORTHOGONAL: Key<bool> =
    Key::flag("orthogonal", "steps go up, down, left and right only, as in Numbrix", false);

/// A square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// Not part of the board.
    Hole,
    /// To be filled.
    Empty,
    /// Comes with this number.
    Given(u16),
}

/// Where a step may lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Moves {
    /// To the up to eight cells around.
    #[default]
    King,
    /// Up, down, left and right: Numbrix.
    Orthogonal,
}

impl Moves {
    /// The cells of a board that a step may lead to.
    pub(super) fn from<T: Clone>(self, board: &Grid<T>, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
        let (king, orthogonal) = match self {
            Self::King => (Some(board.around(cell)), None),
            Self::Orthogonal => (None, Some(board.beside(cell))),
        };
        king.into_iter().flatten().chain(orthogonal.into_iter().flatten())
    }

    /// What a caller asks for when the text does not say.
    pub(super) fn asked_for(settings: &Parameters) -> Self {
        if ORTHOGONAL.get(settings) { Self::Orthogonal } else { Self::King }
    }
}

/// Why squares are not a Hidato that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Malformed {
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
    /// The cell that is wrong; `None` when it is the whole board.
    pub cell: Option<Cell>,
}
