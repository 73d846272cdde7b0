//! Takes clues away while the solution stays unique.
//!
//! A clue can be spared exactly when the puzzle without it has no solution with another digit there. On a large board singles
//! alone often decide that, and the engine is asked only when they are stuck.

use pencilmark_csp::{End, Meter, Silent, Why};
use pencilmark_search::Run;

use crate::GenerateError;
use crate::sudoku::engine::{Geometry, exact_on, marks};
use crate::sudoku::{Candidates, Sudoku};
use pencilmark_nine::Solver;

use super::singles::{Singles, Units};
use super::{go_on, spent};

/// Nodes after which a clue stays, where not every spare clue must go. Nodes, not time: the same on every machine.
const SPARE_NODES: u64 = 3_000;

/// The largest side at which every clue may be put to the search.
const LARGE: usize = 16;

/// What decides whether a puzzle has no solution.
pub(super) enum Engine {
    /// On the usual board.
    Nine(Solver),
    /// On others up to [`LARGE`].
    Any(Geometry),
    /// On large ones, and where singles are asked first.
    Large(Units, Geometry),
}

impl Engine {
    /// The engine for boards of this shape; without `search`, one that asks singles first and searches only where clues have to be counted.
    pub(super) fn of(blank: &Sudoku, search: bool) -> Self {
        match blank.box_shape() {
            (3, 3) => Self::Nine(Solver::default()),
            _ if blank.side() > LARGE || !search => Self::Large(Units::of(blank), Geometry::of(blank)),
            _ => Self::Any(Geometry::of(blank)),
        }
    }

    /// Whether a puzzle has exactly one solution; an answer that takes too long counts as no.
    pub(super) fn is_unique(&mut self, puzzle: &Sudoku, minimal: bool, meter: &Meter) -> Result<bool, GenerateError> {
        match self {
            Self::Nine(solver) => Ok(solver.solve_marks(&marks(puzzle), 2).solutions == 1),
            Self::Any(geometry) | Self::Large(_, geometry) => {
                solutions(puzzle, geometry, 2, minimal, meter).map(|found| found == Some(1))
            }
        }
    }
}

/// A board from which clues are being taken.
pub(super) struct Dig<'a> {
    pub(super) puzzle: Sudoku,
    pub(super) engine: &'a mut Engine,
    pub(super) meter: &'a Meter,
    pub(super) minimal: bool,
    pub(super) blanks: usize,
    /// How many cells may be blank.
    pub(super) most: usize,
}

impl Dig<'_> {
    /// Blanks cells that can be spared, those of an orbit together, until enough are blank. One round is enough: a clue that cannot be spared now
    /// cannot be spared with fewer others. On a large board the search waits until singles have done what they can,
    /// and is not asked at all unless that many must be blank.
    pub(super) fn run(&mut self, wanted: usize, insist: bool, orbits: &[&Vec<usize>]) -> Result<(), GenerateError> {
        let large = matches!(self.engine, Engine::Large(..));
        let mut put_off = Vec::new();
        for &orbit in &orbits[self.spare_together(wanted, orbits)?..] {
            if self.blanks >= wanted {
                return Ok(());
            }
            if !self.spare(orbit, !large)? {
                put_off.push(orbit);
            }
        }
        for orbit in put_off.into_iter().filter(|_| large && insist) {
            if self.blanks >= wanted {
                return Ok(());
            }
            self.spare(orbit, true)?;
        }
        Ok(())
    }

    /// Blanks the first orbits many at a time, and answers how many it has blanked: if all of them can be spared together, each of them can in its turn,
    /// unless it would have run out of nodes there. Two fifths of a board almost always can.
    fn spare_together(&mut self, wanted: usize, orbits: &[&Vec<usize>]) -> Result<usize, GenerateError> {
        let (mut spared, mut at_once) = (0, orbits.len() * 2 / 5);
        let all = Candidates::all(self.puzzle.side());
        while at_once > 1 {
            go_on(self.meter)?;
            let tried = &orbits[spared..spared + at_once];
            let cells: usize = tried.iter().map(|orbit| orbit.len()).sum();
            if self.blanks + cells <= wanted.min(self.most) {
                let before = self.puzzle.cells.clone();
                for orbit in tried {
                    self.set(orbit, all);
                }
                // Large boards are not searched here.
                if self.stays_unique(false)? {
                    (self.blanks, spared) = (self.blanks + cells, spared + at_once);
                } else {
                    self.puzzle.cells = before;
                }
            }
            at_once /= 4;
        }
        Ok(spared)
    }

    /// Blanks the cells of an orbit if their clues can be spared; false if they stay.
    fn spare(&mut self, orbit: &[usize], search: bool) -> Result<bool, GenerateError> {
        go_on(self.meter)?;
        if self.blanks + orbit.len() > self.most {
            return Ok(false);
        }
        let all = Candidates::all(self.puzzle.side());
        let before = self.puzzle.cells.clone();
        // One clue alone need not be counted with: it can be spared if no other digit fits in its place.
        let spare = if let [place] = *orbit {
            self.set(orbit, all.without(before.things()[place]));
            self.is_refuted(search)?
        } else {
            self.set(orbit, all);
            self.stays_unique(search)?
        };
        if spare {
            self.set(orbit, all);
            self.blanks += orbit.len();
        } else {
            self.puzzle.cells = before;
        }
        Ok(spare)
    }

    /// Leaves these candidates in all cells of an orbit.
    fn set(&mut self, orbit: &[usize], candidates: Candidates) {
        for &place in orbit {
            let cell = self.puzzle.cells.cell(place);
            self.puzzle.cells[cell] = candidates;
        }
    }

    /// Whether there is no solution.
    fn is_refuted(&mut self, search: bool) -> Result<bool, GenerateError> {
        match &mut *self.engine {
            Engine::Nine(solver) => Ok(solver.solve_marks(&marks(&self.puzzle), 1).solutions == 0),
            Engine::Any(geometry) => Ok(solutions(&self.puzzle, geometry, 1, self.minimal, self.meter)? == Some(0)),
            Engine::Large(units, geometry) => match units.apply(&mut self.puzzle.cells.things().to_vec()) {
                Singles::Refuted => Ok(true),
                Singles::Solved => Ok(false),
                Singles::Stuck => {
                    Ok(search && solutions(&self.puzzle, geometry, 1, self.minimal, self.meter)? == Some(0))
                }
            },
        }
    }

    /// Whether there is one solution.
    fn stays_unique(&mut self, search: bool) -> Result<bool, GenerateError> {
        if let Engine::Large(units, _) = &*self.engine {
            match units.apply(&mut self.puzzle.cells.things().to_vec()) {
                Singles::Solved => return Ok(true),
                Singles::Refuted => return Ok(false),
                Singles::Stuck if !search => return Ok(false),
                Singles::Stuck => {}
            }
        }
        self.engine.is_unique(&self.puzzle, self.minimal, self.meter)
    }
}

/// How many solutions there are, up to `most`. `None`: that takes too long, where not all spare clues must go.
fn solutions(
    puzzle: &Sudoku,
    geometry: &Geometry,
    most: usize,
    minimal: bool,
    meter: &Meter,
) -> Result<Option<usize>, GenerateError> {
    let mut budget = meter.rest();
    if !minimal {
        budget.nodes = Some(SPARE_NODES);
    }
    let outcome = exact_on(geometry, puzzle, &Run { budget, ..Run::up_to(most) }, &mut Silent);
    match outcome.end {
        End::Exhausted | End::Limit => Ok(Some(outcome.solutions.len())),
        End::GaveUp(Why::Nodes) if !minimal => Ok(None),
        End::GaveUp(why) => Err(spent(why)),
    }
}
