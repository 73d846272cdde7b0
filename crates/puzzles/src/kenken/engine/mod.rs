//! The engine of `KenKen`: depth-first search over cells, with inference made for cages in a Latin square.
//!
//! Glossary: **marks** are the numbers that a cell may still hold; a **filling** is a way to fill a cage; a **list** is the
//! fillings of a cage that were left when it was last written; a **line** is a row or a column.
//!
//! A state is refuted or narrowed by four inferences, the expensive ones once the cheap ones find nothing more:
//! 1. singles in a line (`lines.rs`);
//! 2. a cage: the listed fillings within the marks, as bits in words (`fillings.rs`, `cage.rs`); what is too much to list is
//!    looked at through the sums or products that its cells can make (`partial.rs`), until marks are gone and a list is short;
//! 3. a line together with the lists of its cages (`joint.rs`): most cages are pairs in a line, and a line is filled by one
//!    filling of each. This decides most puzzles made for people without a decision;
//! 4. a line with more open numbers than that: a matching (`lines.rs`).
//!
//! Then it branches on a cell with few marks in a cage and lines that failed often (`propagate.rs`).
//!
//! Tried and left out: the places of a number as a third kind of line (fewer nodes, more time), branching on places of a
//! number, probing, restarts, and the same loops compiled for AVX2 and AVX-512 (no gain: the words are few).

pub(crate) mod cage;
pub(crate) mod fillings;
mod joint;
pub(crate) mod lines;
pub(crate) mod partial;
mod propagate;
pub(crate) mod state;

use pencilmark_csp::{End, Observer, Outcome, Value, Var};
use pencilmark_search::Run;

use self::propagate::Engine;
use self::state::{State, WIDTH};
use super::KenKen;
use crate::engine::Work;
use crate::{Answer, Grid};

/// Nodes without a new solution before SAT takes over: more than puzzles that people make take. What is beyond is hard for
/// SAT, too.
const NODES_BEFORE_SAT: u64 = 50_000;

/// See [`crate::Kind::exact`].
pub(super) fn exact<O: Observer>(puzzle: &KenKen, run: &Run, watch: &mut O) -> Outcome<Answer> {
    Work::run(puzzle, run, watch, NODES_BEFORE_SAT, |work| {
        work.node()?;
        let mut engine = Engine::new(puzzle);
        let Some(mut root) = engine.start(puzzle) else { return Ok(()) };
        while let Some(open) = engine.admit(&mut root) {
            work.checks(engine.take_checks())?;
            if !open {
                return Ok(());
            }
        }
        // Without cages there was nothing to admit.
        let open = engine.propagate(&mut root);
        work.checks(engine.take_checks())?;
        if !open {
            return Ok(());
        }
        let mut search = Search { engine, stack: vec![root] };
        search.show(0, work);
        search.descend(0, work)
    })
}

struct Search {
    engine: Engine,
    stack: Vec<State>,
}

impl Search {
    /// Looks at everything below the state at this depth, which inference has not refuted.
    fn descend<O: Observer>(&mut self, depth: usize, work: &mut Work<'_, O>) -> Result<(), End> {
        let Some(cell) = self.engine.choose(&self.stack[depth]) else { return self.report(depth, work) };
        if self.stack.len() == depth + 1 {
            let copy = self.stack[depth].clone();
            self.stack.push(copy);
        }
        let size = self.engine.geometry.size;
        let var = Var((cell / WIDTH * size + cell % WIDTH) as u32);
        let mut marks = self.stack[depth].marks[cell];
        while marks != 0 {
            // Large numbers first: they leave sums and products the least choice.
            let bit = 1 << marks.ilog2();
            marks &= !bit;
            work.assign(var, Value(bit.trailing_zeros() as u16 + 1));
            work.node()?;
            let (above, below) = self.stack.split_at_mut(depth + 1);
            let state = &mut below[0];
            state.copy(&above[depth]);
            let stored = self.engine.stored();
            let open = state.keep(&self.engine.geometry, cell, bit) && self.engine.propagate(state);
            work.checks(self.engine.take_checks())?;
            if open {
                work.propagated(filled(&self.stack[depth + 1]).saturating_sub(filled(&self.stack[depth]) + 1));
                self.show(depth + 1, work);
                self.descend(depth + 1, work)?;
            }
            self.engine.forget(stored);
            work.backtrack(var);
        }
        Ok(())
    }

    fn board(&self, depth: usize) -> Vec<Option<Value>> {
        let size = self.engine.geometry.size;
        let rows = self.stack[depth].marks.chunks(WIDTH).take(size);
        let value =
            |&marks: &u16| (marks & marks.wrapping_sub(1) == 0).then(|| Value(marks.trailing_zeros() as u16 + 1));
        rows.flat_map(|row| row[..size].iter().map(value)).collect()
    }

    fn show<O: Observer>(&self, depth: usize, work: &mut Work<'_, O>) {
        work.look(|| self.board(depth));
    }

    fn report<O: Observer>(&self, depth: usize, work: &mut Work<'_, O>) -> Result<(), End> {
        let size = self.engine.geometry.size;
        let values: Vec<Value> = self.board(depth).into_iter().flatten().collect();
        let numbers = values.iter().map(|value| i32::from(value.0)).collect();
        match Grid::new(size, size, numbers) {
            Some(answer) => work.solution(answer, &values),
            None => Ok(()),
        }
    }
}

/// How many cells have one mark; those off the board count, too, for they never change.
fn filled(state: &State) -> u64 {
    state.marks.iter().map(|&marks| u64::from(marks & marks.wrapping_sub(1) == 0)).sum()
}
