//! An engine for Hidato: a bitboard a number, inference along the gaps, probes, and a search with restarts.
//!
//! Glossary: numbers count from 0 here; a **mark** is a cell that a number may still stand in; a number with one mark is
//! **settled** once the others have lost the cell, and **open** before; a cell without a settled number is **free**; a
//! **gap** is a run of open numbers.
//!
//! What is inferred, cheap inference first (`state.rs`, `connectivity.rs`, `gaps.rs`):
//! 1. the marks of a number are a step from marks of the number before and of the number after: two sweeps along what
//!    changed, eight shifts a number;
//! 2. a settled number takes its cell from all others, and a cell that one number can have settles it;
//! 3. a free cell needs two neighbours to come from and to go to;
//! 4. a gap passes the cells that no other gap reaches; if its ways are few, they are walked;
//! 5. each piece of the free cells is filled by gaps.
//!
//! Then probes and decisions (`search.rs`, `choose.rs`), and walks where those find nothing (`local_search.rs`).

pub(super) mod board;
mod choose;
mod connectivity;
mod gaps;
mod local_search;
mod search;
mod state;

use pencilmark_csp::{Observer, Outcome};
use pencilmark_search::Run;

use self::local_search::NODES_BEFORE_WALK;
use self::search::Search;
use self::state::State;
use super::Hidato;
use crate::Answer;
use crate::engine::Work;

/// Nodes without a new solution before SAT takes over: many, for stating the clauses of such a board takes long, too.
const NODES_BEFORE_SAT: u64 = 20_000;
/// Numbers of the largest board that SAT gets: its clauses grow with the square, and take too much memory beyond.
const MOST_FOR_SAT: u16 = 484;

/// See [`crate::Kind::exact`].
pub(super) fn exact<O: Observer>(puzzle: &Hidato, run: &Run, watch: &mut O) -> Outcome<Answer> {
    exact_with_walk_after(puzzle, run, watch, NODES_BEFORE_WALK)
}

/// The same, with the first walk after this many nodes without a solution.
pub fn exact_with_walk_after<O: Observer>(
    puzzle: &Hidato,
    run: &Run,
    watch: &mut O,
    nodes_before_walk: u64,
) -> Outcome<Answer> {
    match puzzle.squares.len().div_ceil(64) {
        ..=2 => with_words::<O, 2>(puzzle, run, watch, nodes_before_walk),
        3..=4 => with_words::<O, 4>(puzzle, run, watch, nodes_before_walk),
        5..=8 => with_words::<O, 8>(puzzle, run, watch, nodes_before_walk),
        _ => with_words::<O, 15>(puzzle, run, watch, nodes_before_walk),
    }
}

fn with_words<O: Observer, const W: usize>(
    puzzle: &Hidato,
    run: &Run,
    watch: &mut O,
    nodes_before_walk: u64,
) -> Outcome<Answer> {
    let patience = if puzzle.last() > MOST_FOR_SAT { u64::MAX } else { NODES_BEFORE_SAT };
    Work::run(puzzle, run, watch, patience, |work| match State::<W>::new(puzzle) {
        Ok(state) => Search::new(puzzle, state, work, nodes_before_walk).run(),
        Err(_) => work.node(),
    })
}
