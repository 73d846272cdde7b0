//! Local search, for when starts find nothing: a walk by min-conflicts, then windows around what it finds.
//!
//! A large board with few givens has more solutions than can be counted, and a search that goes wrong in one corner
//! does not find out before it has filled the others. A walk among complete boards repairs each corner by itself. Further
//! solutions are often near: the same but for a few squares, so they are searched for window by window.

use std::ops::Range;

use pencilmark_csp::{End, Observer};
use pencilmark_search::MinConflicts;

use super::board::Board;
use super::search::{Scope, Search, Stop};
use crate::Kind as _;

/// Nodes without a solution before the first walk.
pub(super) const NODES_BEFORE_WALK: u64 = 4000;
/// Each further walk comes after this many times as many nodes.
const NODES_FACTOR: u64 = 3;
/// Evaluations of a walk for each node before it.
const EVALUATIONS_PER_NODE: u64 = 20;
/// Evaluations of any walk, at least.
const LEAST_EVALUATIONS: u64 = 1000;
/// Rows and columns of a window in which numbers may move, one after the other.
const WINDOWS: [usize; 2] = [4, 7];
/// Failures allowed in a window.
const WINDOW_FAILURES: u64 = 50;

impl<O: Observer, const W: usize> Search<'_, '_, O, W> {
    /// Walks if it is time to, and looks for more around what that finds. To be called where all is inferred.
    pub(super) fn local_search(&mut self) -> Result<(), End> {
        if self.work.idle() < self.nodes_before_walk || !self.known.is_empty() {
            return Ok(());
        }
        let evaluations = self.nodes_before_walk.saturating_mul(EVALUATIONS_PER_NODE).max(LEAST_EVALUATIONS);
        let found = self.work.borrow::<MinConflicts>(self.puzzle, evaluations, self.walks)?;
        self.walks += 1;
        self.nodes_before_walk = self.nodes_before_walk.saturating_mul(NODES_FACTOR).max(1);
        let Some(places) = found else { return Ok(()) };
        let cells: Vec<usize> = places.iter().map(|place| place.index()).collect();
        self.known.insert(places);
        let cutoff = std::mem::replace(&mut self.cutoff, WINDOW_FAILURES);
        self.scope = Scope::Window;
        let (rows, columns) = self.puzzle.shape();
        for window in WINDOWS {
            let corners = |length: usize| (0..length.saturating_sub(window / 2).max(1)).step_by(window / 2);
            for (row, column) in corners(rows).flat_map(|row| corners(columns).map(move |column| (row, column))) {
                self.search_window(&cells, row..row + window, column..column + window)?;
            }
        }
        self.cutoff = cutoff;
        self.scope = Scope::Start;
        Ok(())
    }

    /// Looks for solutions that differ from a known one within these rows and columns.
    fn search_window(&mut self, cells: &[usize], rows: Range<usize>, columns: Range<usize>) -> Result<(), End> {
        let is_inside = |&number: &usize| {
            let cell = self.puzzle.squares.cell(cells[number]);
            rows.contains(&cell.row) && columns.contains(&cell.col)
        };
        let fixed: Vec<usize> = self.state.open.iter().filter(|number| !is_inside(number)).collect();
        let checkpoint = self.state.checkpoint();
        let mut fixed = fixed.into_iter();
        let narrowed = fixed.try_for_each(|number| self.state.narrow(number, Board::single(cells[number])));
        self.failures = 0;
        let below = if self.infer(narrowed)? { self.decide() } else { Ok(()) };
        self.state.back_to(checkpoint);
        self.known.extend(self.found.drain(..));
        match below {
            Err(Stop::End(end)) => Err(end),
            Ok(()) | Err(Stop::TooMany) => Ok(()),
        }
    }
}
