//! The report on Hidato rerun: eight combinations of heuristics for backtracking, and hill climbing by swapping two
//! cells.
//!
//! **Steps** of the report are nodes here. Its pace, 199,984 µs for 49 steps, converts its hours into numbers of nodes.

mod boards;
mod climbing;
mod climbing_runs;
mod combinations;
mod inference;
mod method_choice;
mod one_hour;
mod orders;
mod own_objective;
mod steps;
#[cfg(test)]
mod tests;

use super::context::TimeOuts;
use super::{About, Chapter, Context};
use combinations::Factorial;
use pencilmark::front::display::grouped;
use pencilmark_lab::experiment::Instances;
use pencilmark_lab::{Instance, LabError, Limits};

/// Seconds that the report's fastest run takes for a step.
const STEP: f64 = 0.199_984 / 49.0;

/// The number of steps that the report's code makes in this many seconds.
const fn steps_in(seconds: f64) -> u64 {
    (seconds / STEP) as u64
}

/// The number of steps that it makes in an hour.
const HOUR: u64 = steps_in(3600.0);

/// How much to run.
struct Scale {
    /// Boards of 8x8 with half the numbers missing.
    boards: usize,
    /// Boards of each harder sort with one solution. With more boards, the generator meets seeds that yield no board
    /// with .7 missing.
    hard: usize,
    /// Boards of each harder sort that may have several solutions.
    multi: usize,
    /// Seeds for random value orders.
    seeds: u64,
    /// Seeds of hill climbing.
    climbs: u64,
    /// Nodes of a run.
    nodes: u64,
}

const FULL: Scale = Scale { boards: 80, hard: 20, multi: 40, seeds: 10, climbs: 5, nodes: HOUR };
const QUICK: Scale = Scale { boards: 12, hard: 4, multi: 4, seeds: 3, climbs: 2, nodes: HOUR / 20 };

const HALF: &str = "8x8, half missing";
const SPARSE: &str = "8x8, .7 missing";
const LARGE: &str = "13x13, half missing";
const MULTI_HALF: &str = "8x8, half missing, several solutions";
const MULTI_SPARSE: &str = "8x8, .7 missing, several solutions";
const MULTI_LARGE: &str = "13x13, half missing, several solutions";

/// The boards: some with one solution, and some generated as in the report, without checking how many solutions they
/// have.
struct Sets {
    half: Vec<Instance>,
    sparse: Vec<Instance>,
    large: Vec<Instance>,
    multi_half: Vec<Instance>,
    multi_sparse: Vec<Instance>,
    multi_large: Vec<Instance>,
}

impl Sets {
    fn make(context: &Context<'_>, scale: &Scale) -> Result<Self, LabError> {
        let make = |group: &str, size: &str, missing: f64, several_ok: bool, count: usize| {
            let instances = Instances {
                group: Some(group.to_owned()),
                kind: Some("hidato".to_owned()),
                count: Some(count),
                seed: 2021,
                ..Instances::default()
            };
            context.instances(&instances.with("size", size).with("missing", missing).with("several-ok", several_ok))
        };
        Ok(Self {
            half: make(HALF, "8x8", 0.5, false, scale.boards)?,
            sparse: make(SPARSE, "8x8", 0.7, false, scale.hard)?,
            large: make(LARGE, "13x13", 0.5, false, scale.hard)?,
            multi_half: make(MULTI_HALF, "8x8", 0.5, true, scale.boards)?,
            multi_sparse: make(MULTI_SPARSE, "8x8", 0.7, true, scale.multi)?,
            multi_large: make(MULTI_LARGE, "13x13", 0.5, true, scale.multi)?,
        })
    }
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub(super) fn chapter(context: &Context<'_>) -> Result<Chapter, LabError> {
    rerun(context, context.pick(&QUICK, &FULL))
}

fn rerun(context: &Context<'_>, scale: &Scale) -> Result<Chapter, LabError> {
    let sets = Sets::make(context, scale)?;
    let run = |about, boards: &[Instance]| {
        context.timed(|| Factorial::run(context, about, boards, scale.seeds, limits(scale.nodes)))
    };
    let ((program, late_program), (method, late_method)) =
        (run(About::Program, &sets.multi_half)?, run(About::Method, &sets.half)?);
    let (hour_runs, late_hours) = context.timed(|| one_hour::HourRuns::run(context, &sets, scale))?;
    let (climbing, late_climbing) = context.timed(|| climbing::Climbing::run(context, &sets, scale))?;
    let (boards, late_boards) = context.timed(|| boards::found(context, &sets))?;
    let late = TimeOuts(late_program.0 + late_method.0);
    let all_late = TimeOuts(late.0 + late_hours.0 + late_climbing.0);
    let claims = [
        late.withhold(orders::claims(&program, &method)),
        late.withhold(inference::claims(&program, &method)),
        late_hours.withhold(hour_runs.claims()),
        late_climbing.withhold(climbing.claims()),
        late_climbing.withhold(steps::claims(&climbing)),
        all_late.withhold(method_choice::claims(&climbing, &program, &method, &hour_runs)),
    ];
    let found = [late.withhold(inference::found(&program, &method)), late_boards.withhold(boards)];
    let (claims, found) = (claims.concat(), found.concat());
    Ok(Chapter { kind: "hidato", setting: setting(scale), claims, found, tables: method.tables() })
}

fn setting(scale: &Scale) -> String {
    let Scale { boards, hard, multi, seeds, climbs, nodes } = scale;
    format!(
        "{boards} generated 8x8 boards with half the numbers missing, {hard} with .7 missing and {hard} of 13x13, \
         each with one \
         solution; and {boards}, {multi} and {multi} boards of the same sizes generated as in the report, which may \
         have several solutions. The report's program, whose AC-3 removes nothing, is measured with forward checking on \
         the boards generated as in the report; the methods, with an AC-3 that prunes, on those with one solution. The \
         model is the report's: the value of a number is its cell. Seeds: {seeds} for random value orders, {climbs} for \
         hill climbing. Budget: {} nodes per run. In parentheses are 95 % intervals; p comes with Holm's correction \
         where several arms are compared; \"significantly\" means p < .05.",
        grouped(*nodes)
    )
}
