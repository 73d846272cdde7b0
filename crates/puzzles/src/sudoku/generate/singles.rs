//! Naked and hidden singles to a fixpoint: the generator's quick look at a puzzle.
//!
//! Glossary: a **naked single** is a cell with one candidate, a **hidden single** a digit with one place in a unit.

use crate::sudoku::Sudoku;
use crate::sudoku::parts::{Candidates, Unit};

/// What singles alone make of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singles {
    /// There is no solution.
    Refuted,
    /// They fill the board, so there is exactly one solution.
    Solved,
    /// They leave cells open.
    Stuck,
}

/// The units of a board as places in reading order, made once for many boards of one shape.
pub struct Units {
    all: Candidates,
    units: Vec<Vec<usize>>,
}

impl Units {
    /// The units of a puzzle.
    pub fn of(puzzle: &Sudoku) -> Self {
        let places = |unit: Unit| unit.cells.iter().map(|&cell| puzzle.cells.index(cell)).collect();
        Self { all: Candidates::all(puzzle.side()), units: puzzle.units().into_iter().map(places).collect() }
    }

    /// Applies singles to the cells, in reading order, until nothing changes.
    pub fn apply(&self, cells: &mut [Candidates]) -> Singles {
        loop {
            let mut changed = false;
            for unit in &self.units {
                match self.apply_to(unit, cells) {
                    Some(any) => changed |= any,
                    None => return Singles::Refuted,
                }
            }
            if !changed {
                let solved = cells.iter().all(|cell| cell.single().is_some());
                return if solved { Singles::Solved } else { Singles::Stuck };
            }
        }
    }

    /// One unit: whether anything changed; `None` when it cannot be filled.
    fn apply_to(&self, unit: &[usize], cells: &mut [Candidates]) -> Option<bool> {
        let mut settled = Candidates::NONE;
        for cell in unit.iter().map(|&place| cells[place]).filter(|cell| cell.single().is_some()) {
            if settled.intersects(cell) {
                return None;
            }
            settled = settled.union(cell);
        }
        let mut changed = false;
        let (mut once, mut twice) = (settled, Candidates::NONE);
        for &place in unit {
            if cells[place].single().is_some() {
                continue;
            }
            let left = cells[place].without(settled);
            if left.is_empty() {
                return None;
            }
            changed |= left != cells[place];
            cells[place] = left;
            twice = twice.union(once.intersection(left));
            once = once.union(left);
        }
        if once != self.all {
            return None;
        }
        let hidden = once.without(twice).without(settled);
        for &place in unit.iter().filter(|_| !hidden.is_empty()) {
            let found = cells[place].intersection(hidden);
            if found.is_empty() {
                continue;
            }
            // Two digits that both have this cell as their only place.
            found.single()?;
            changed |= cells[place] != found;
            cells[place] = found;
        }
        Some(changed)
    }
}
