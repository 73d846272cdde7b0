//! Tests of this crate in one program: a folder for each kind, then what holds for all kinds, and the parts that they share.
//!
//! The library itself is compiled without tests, and so only once. What a test needs that is no part of the API comes through
//! `pencilmark_puzzles::inside`.

mod hidato;
mod hitori;
mod kenken;
mod star_battle;
mod sudoku;

mod corrections;
mod marks;
mod smallest;
mod suppose;
mod symmetry;
mod walks;
mod wishes;

mod technique;
mod text;
mod turns;

use std::sync::Arc;

use pencilmark_puzzles::{Cell, Kind, Reason};

/// Returns a shared copy of a puzzle, as techniques take it.
fn shared<K: Kind + Clone>(puzzle: &K) -> Arc<dyn Kind> {
    Arc::new(puzzle.clone())
}

/// Rule, cells and text of a reason, as a line of a test's table has them.
fn told(reason: &Reason) -> (&'static str, String, &str) {
    let cells: Vec<String> = reason.cells.iter().map(Cell::to_string).collect();
    (reason.rule, cells.join(" "), &reason.text)
}
