//! Experiments of the lab: what one would run, and running it.

mod run;

use axum::Json;
use axum::extract::State;
use pencilmark_lab::lint::{Warning, lint_plan};
use pencilmark_lab::{DEFAULT_SECONDS, Experiment, LabError, Limits as RunLimits, Plan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ApiError;
use super::error::{Body, ErrorBody};
use crate::Limits;
use crate::workers::{Task, Workers};

pub(crate) use run::{ExperimentEvent, run};

/// What errors call the text of an experiment.
const NAME: &str = "experiment.toml";

/// Threads of an experiment: one, which is the share of a run.
const THREADS: usize = 1;

/// An experiment.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentRequest {
    /// As for `pencilmark compare`, without anything that names a file.
    toml: String,
}

/// What an experiment would run.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlanAnswer {
    /// The experiment as it is understood, to fill a form from.
    experiment: Value,
    counts: Counts,
    /// What makes its conclusions unreliable.
    remarks: Vec<Remark>,
    /// Whether there was no time to make all puzzles: the remarks are about those that were made, and the number of runs is estimated.
    cut: bool,
    /// Why it would not be run here, if it would not.
    refused: Option<ErrorBody>,
}

/// How much an experiment is.
#[derive(Serialize, JsonSchema)]
struct Counts {
    puzzles: usize,
    arms: usize,
    runs: usize,
    /// The most that all runs together may spend.
    most: Effort,
}

/// What runs may spend; null where that is not limited.
#[derive(Serialize, JsonSchema)]
struct Effort {
    checks: Option<u64>,
    nodes: Option<u64>,
    evaluations: Option<u64>,
    seconds: f64,
}

/// Something that makes conclusions unreliable, and what to do about it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Remark {
    /// The linter's rule.
    rule: &'static str,
    observed: String,
    remedy: String,
}

impl From<Warning> for Remark {
    fn from(Warning { rule, observed, remedy, .. }: Warning) -> Self {
        Self { rule, observed, remedy }
    }
}

impl ExperimentRequest {
    /// The experiment as written, if it needs no files.
    fn read(&self) -> Result<Experiment, LabError> {
        let experiment = Experiment::parse(NAME, &self.toml)?;
        experiment.refuse_files(NAME, &self.toml)?;
        Ok(experiment)
    }
}

/// The same with runs that hold and take no more than they may here.
fn held(mut experiment: Experiment, limits: &Limits) -> Experiment {
    let seconds = Some(limits.run_time.as_secs_f64());
    experiment.hold_within(RunLimits { states: Some(limits.states), seconds, ..RunLimits::default() });
    experiment
}

/// Refuses what is too much for a page, as far as that is known.
fn refuse_much(what: &str, asked: usize, most: usize) -> Result<(), ApiError> {
    if asked <= most {
        return Ok(());
    }
    let grouped = |number: usize| pencilmark::front::display::grouped(number as u64);
    let what = format!("{} {what} are too many for this page, which takes {}", grouped(asked), grouped(most));
    Err(ApiError::refused(what, "ask for fewer, or run it by the command: pencilmark compare FILE"))
}

/// The same before anything is made: an experiment may ask for more puzzles and arms than there is memory for.
fn refuse_much_at_once(experiment: &Experiment, limits: &Limits) -> Result<(), ApiError> {
    refuse_much("puzzles", experiment.puzzles(), limits.puzzles)?;
    let seeds = usize::try_from(experiment.seeds).unwrap_or(usize::MAX);
    refuse_much("seeds", seeds, limits.experiment_runs)?;
    let least = experiment.puzzles().saturating_mul(experiment.arm_count());
    refuse_much("runs", least, limits.experiment_runs)
}

pub(crate) async fn plan(
    State(workers): State<Workers>,
    Body(request): Body<ExperimentRequest>,
) -> Result<Json<PlanAnswer>, ApiError> {
    workers.quick(move |task| planned(&request, task)).await.map(Json)
}

fn planned(request: &ExperimentRequest, task: &Task) -> Result<PlanAnswer, ApiError> {
    let experiment = request.read()?;
    let (puzzles, written) = (experiment.puzzles(), serde_json::to_value(&experiment).unwrap_or_default());
    if let Err(error) = refuse_much_at_once(&experiment, &task.limits) {
        let most = Effort { checks: None, nodes: None, evaluations: None, seconds: 0.0 };
        let counts = Counts { puzzles, arms: experiment.arm_count(), runs: 0, most };
        let refused = Some(error.body().1);
        return Ok(PlanAnswer { experiment: written, counts, remarks: Vec::new(), cut: false, refused });
    }
    let timer = task.stop_after(task.limits.plan_time);
    let experiment = held(experiment, &task.limits);
    let (plan, all) = Plan::sketch(experiment, (NAME, &request.toml), THREADS, &task.stop, &|_| ())?;
    drop(timer);
    // Each puzzle has its runs; those that were not made are taken for like the others.
    let made = plan.instances.len();
    let runs = if all { plan.runs.len() } else { plan.runs.len() * puzzles / made.max(1) };
    let counts = Counts { puzzles, arms: plan.arms.len(), runs, most: effort(&plan, runs) };
    let remarks = if made == 0 { Vec::new() } else { lint_plan(&plan) };
    Ok(PlanAnswer {
        experiment: written,
        counts,
        remarks: remarks.into_iter().map(Remark::from).collect(),
        cut: !all,
        refused: refuse_much("runs", runs, task.limits.experiment_runs).err().map(|error| error.body().1),
    })
}

/// The most that so many runs of a plan may spend.
fn effort(plan: &Plan, runs: usize) -> Effort {
    let total = |limit: fn(&RunLimits) -> Option<u64>| -> Option<u64> {
        let each = plan.runs.iter().map(|run| limit(&plan.arms[run.arm].limits));
        let sum = each.sum::<Option<u64>>().filter(|_| !plan.runs.is_empty())?;
        Some((u128::from(sum) * runs as u128 / plan.runs.len() as u128) as u64)
    };
    let seconds = |run: &pencilmark_lab::Run| plan.arms[run.arm].limits.seconds.unwrap_or(DEFAULT_SECONDS);
    let all: f64 = plan.runs.iter().map(seconds).sum();
    Effort {
        checks: total(|limits| limits.checks),
        nodes: total(|limits| limits.nodes),
        evaluations: total(|limits| limits.evaluations),
        seconds: all * runs as f64 / plan.runs.len().max(1) as f64,
    }
}
