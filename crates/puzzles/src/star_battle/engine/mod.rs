//! Star Battle's own engine: four kinds of inference, from cheap to expensive, and a search.
//!
//! 1. `union`, or `strip` where there is much room: two neighbouring lines together, exactly;
//! 2. `table::count`: a region with all its stars, or with no cell to spare;
//! 3. `table`: a region with few placements left, and what all of them attack;
//! 4. `interval`: neighbouring lines against the regions inside them and across them.
//!
//! After each success the cheap ones come first again. `search` branches where few placements are left and much failed.

mod interval;
mod search;
pub(crate) mod state;
pub(crate) mod strip;
mod table;
pub(crate) mod union;

use pencilmark_csp::{Observer, Outcome};
use pencilmark_search::Run;

use self::search::Search;
use self::state::{Geometry, Refuted, State};
use self::table::Table;
use super::StarBattle;
use crate::Answer;
use crate::engine::Work;

/// Nodes without a new solution before SAT takes over.
const NODES_BEFORE_SAT: u64 = 10_000;

/// See [`crate::Kind::exact`].
pub(super) fn exact<O: Observer>(puzzle: &StarBattle, run: &Run, watch: &mut O) -> Outcome<Answer> {
    Work::run(puzzle, run, watch, NODES_BEFORE_SAT, |work| {
        let (size, stars) = (puzzle.size(), puzzle.stars);
        // Rows and regions hold the same stars, and two neighbouring rows one in every two columns.
        let room = if size == 1 { 1 } else { (size + 1) / 4 };
        if puzzle.region_count() != size || stars > room {
            return work.node();
        }
        Search::new(puzzle, work).run()
    })
}

/// The inferences, with what they remember.
struct Inference {
    geometry: Geometry,
    table: Table,
    failures: Vec<u32>, // region -> how often it could not hold its stars
    checks: u64,        // rules looked at
    few: usize,         // placements that are listed before everything else is at rest
}

impl Inference {
    fn new(puzzle: &StarBattle) -> Self {
        let geometry = Geometry::new(puzzle);
        let failures = vec![0; geometry.size];
        Self { geometry, table: Table::new(), failures, checks: 0, few: table::FEW }
    }

    /// Applies all inferences until none finds more.
    fn propagate(&mut self, state: &mut State) -> Result<(), Refuted> {
        let geometry = &self.geometry;
        let strips = (1 << geometry.size) - 2;
        loop {
            self.checks += 1;
            let (rows, cols) = (state.strips[0] & strips, state.strips[1] & strips);
            if rows | cols != 0 {
                let (direction, dirty) = if rows != 0 { (0, rows) } else { (1, cols) };
                let line = dirty.trailing_zeros() as usize;
                match &geometry.unions {
                    Some(unions) => unions.filter(state, geometry, direction, line)?,
                    None => strip::filter(state, geometry, direction, line)?,
                }
                state.strips[direction] &= !(1 << line);
            } else if state.counts | state.tables | state.crowded != 0 {
                let counts = state.counts != 0;
                let (dirty, most) = match (counts, state.tables) {
                    (true, _) => (&mut state.counts, 0),
                    (_, 0) => (&mut state.crowded, table::MANY),
                    _ => (&mut state.tables, self.few),
                };
                let region = dirty.trailing_zeros() as usize;
                *dirty &= *dirty - 1;
                let alive = if counts {
                    table::count(state, geometry, region)
                } else {
                    self.table.filter(state, geometry, region, most)
                };
                if alive.is_err() {
                    self.failures[region] += 1;
                    return alive;
                }
            } else if state.intervals && state.undecided > 0 {
                state.intervals = false;
                interval::filter(state, geometry, 0)?;
                interval::filter(state, geometry, 1)?;
            } else {
                return Ok(());
            }
        }
    }
}
