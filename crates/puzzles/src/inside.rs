//! What the tests of this crate see, and nobody else; no part of the API.
//!
//! The tests are a program of their own (`tests/kinds`), so that the library is compiled once. A test of something that callers never
//! see takes it from here. The list stays short: what the API shows as well is tested there.

pub use crate::engine::Work;

/// Hidato's engine.
pub mod hidato {
    pub use crate::hidato::engine::exact_with_walk_after;
}

/// `KenKen`'s engine, its judge of one cage, and how puzzles are drawn at random.
pub mod kenken {
    pub use crate::kenken::engine::cage::{Shape, Spot};
    pub use crate::kenken::engine::fillings::Lister;
    pub use crate::kenken::engine::lines::{all_different, cell_of, singles};
    pub use crate::kenken::engine::partial::Partial;
    pub use crate::kenken::engine::state::{ALONE, Geometry, State, WIDTH};
    pub use crate::kenken::generate::latin::square;
    pub use crate::kenken::generate::partition::partition;
    pub use crate::kenken::generate::target;
    pub use crate::kenken::judge::makes;
}

/// Star Battle's engine.
pub mod star_battle {
    pub use crate::star_battle::engine::state::{Geometry, ROWS, State};
    pub use crate::star_battle::engine::strip::filter as filter_strip;
    pub use crate::star_battle::engine::union::Unions;
}

/// Sudoku's symbols and boxes, and the generator's quick look.
pub mod sudoku {
    pub use crate::sudoku::generate::singles::{Singles, Units};
    pub use crate::sudoku::parts::{digit_of, resolve_shape, symbol};
}
