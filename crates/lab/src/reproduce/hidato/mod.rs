//! The Hidato report rerun: eight combinations of heuristics for backtracking, and hill climbing by swapping two cells.
//!
//! **Steps** of the report are nodes here. Its pace, 199,984 µs for 49 steps, turns its hours into numbers of nodes.

mod boards;
mod climbing;
mod climbs;
mod combinations;
mod hour;
mod inference;
mod orders;
mod rivals;
#[cfg(test)]
mod tests;

use super::{Chapter, Desk};
use crate::experiment::Instances;
use crate::words::grouped;
use crate::{Instance, LabError, Limits};

/// Seconds that the report's fastest run takes for a step.
const STEP: f64 = 0.199_984 / 49.0;

/// Steps that the report's code makes in so many seconds.
const fn steps_in(seconds: f64) -> u64 {
    (seconds / STEP) as u64
}

/// Steps that it makes in an hour.
const HOUR: u64 = steps_in(3600.0);

/// How much to run.
struct Scale {
    /// Boards of 8x8 with half the numbers missing.
    boards: usize,
    /// Boards of each harder sort with one solution; beyond these, seeds without a board of .7 missing come up.
    hard: usize,
    /// Boards of each harder sort with any number of solutions.
    loose: usize,
    /// Seeds where values are drawn.
    seeds: u64,
    /// Seeds of hill climbing.
    climbs: u64,
    /// Nodes of a run.
    nodes: u64,
}

const FULL: Scale = Scale { boards: 80, hard: 20, loose: 40, seeds: 10, climbs: 5, nodes: HOUR };
const QUICK: Scale = Scale { boards: 12, hard: 4, loose: 4, seeds: 3, climbs: 2, nodes: HOUR / 20 };

const HALF: &str = "8x8, half missing";
const SPARSE: &str = "8x8, .7 missing";
const LARGE: &str = "13x13, half missing";
const LOOSE_HALF: &str = "8x8, half missing, several solutions";
const LOOSE_SPARSE: &str = "8x8, .7 missing, several solutions";
const LOOSE_LARGE: &str = "13x13, half missing, several solutions";

/// The boards: with one solution, and made as the report's are, without a look at how many there are.
struct Sets {
    half: Vec<Instance>,
    sparse: Vec<Instance>,
    large: Vec<Instance>,
    loose_half: Vec<Instance>,
    loose_sparse: Vec<Instance>,
    loose_large: Vec<Instance>,
}

impl Sets {
    fn make(desk: &Desk<'_>, scale: &Scale) -> Result<Self, LabError> {
        let make = |group: &str, size: &str, missing: f64, several_ok: bool, count: usize| {
            desk.instances(&Instances {
                group: Some(group.to_owned()),
                kind: Some("hidato".to_owned()),
                size: Some(size.to_owned()),
                missing: Some(missing),
                several_ok,
                count: Some(count),
                seed: 2021,
                ..Instances::default()
            })
        };
        Ok(Self {
            half: make(HALF, "8x8", 0.5, false, scale.boards)?,
            sparse: make(SPARSE, "8x8", 0.7, false, scale.hard)?,
            large: make(LARGE, "13x13", 0.5, false, scale.hard)?,
            loose_half: make(LOOSE_HALF, "8x8", 0.5, true, scale.boards)?,
            loose_sparse: make(LOOSE_SPARSE, "8x8", 0.7, true, scale.loose)?,
            loose_large: make(LOOSE_LARGE, "13x13", 0.5, true, scale.loose)?,
        })
    }
}

/// So many nodes a run; seconds for safety alone.
fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), seconds: Some(60.0), ..Limits::default() }
}

pub(super) fn chapter(desk: &Desk<'_>) -> Result<Chapter, LabError> {
    rerun(desk, desk.pick(&QUICK, &FULL))
}

fn rerun(desk: &Desk<'_>, scale: &Scale) -> Result<Chapter, LabError> {
    let sets = Sets::make(desk, scale)?;
    let factorial = combinations::Factorial::run(desk, &sets.half, scale.seeds, limits(scale.nodes))?;
    let hours = hour::Hours::run(desk, &sets, scale)?;
    let climbing = climbing::Climbing::run(desk, &sets, scale)?;
    let mut claims = orders::claims(&factorial);
    claims.extend(inference::claims(&factorial));
    claims.extend(hours.claims());
    claims.extend(climbing.claims());
    claims.extend(rivals::claims(&climbing, &factorial, &hours));
    claims.extend(boards::claims(desk, &sets)?);
    Ok(Chapter { kind: "hidato", setting: setting(scale), claims, tables: factorial.tables() })
}

fn setting(scale: &Scale) -> String {
    let Scale { boards, hard, loose, seeds, climbs, nodes } = scale;
    format!(
        "{boards} generated 8x8 boards with half the numbers missing, {hard} with .7 missing and {hard} of 13x13, each with one \
         solution; made as the report's are, with any number of solutions, {boards}, {loose} and {loose}. The model is the report's: a \
         number's value is its cell. Seeds: {seeds} where values are drawn, {climbs} for hill climbing. Budget: {} nodes a run. \
         In parentheses: intervals of 95 %, Wilson's for shares, bootstrap for medians and medians of paired ratios; p is Wilcoxon's, \
         corrected by Holm where several are compared; \"surely\" means p < .05.",
        grouped(*nodes)
    )
}
