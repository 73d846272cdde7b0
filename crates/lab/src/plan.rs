//! What an experiment comes to: puzzles, arms, and the list of all runs. Paired by construction: every arm meets the same
//! puzzles with the same seeds under the same budget, unless the experiment says otherwise.

use std::collections::{HashMap, HashSet};

use pencilmark::{StopSignal, corpus};
use toml::Spanned;

use crate::experiment::{ArmSpec, Experiment, Instances, Measure};
use crate::{Arm, Instance, LabError, Limits, Record};

/// Puzzles to generate unless the experiment says how many.
pub const INSTANCES: usize = 20;

/// The effort of a run unless the experiment says otherwise.
pub const CHECKS: u64 = 1_000_000;

/// Runs that a plan may have.
const MOST: usize = 5_000_000;

/// Arms that a plan may have.
const MOST_ARMS: usize = 10_000;

/// An experiment ready to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As it was written down.
    pub experiment: Experiment,
    /// The puzzles.
    pub instances: Vec<Instance>,
    /// The arms.
    pub arms: Vec<Arm>,
    /// Which arm the others are compared with.
    pub baseline: usize,
    /// Hashes of the puzzles that settings were tuned on.
    pub tuned_on: Vec<String>,
    /// Every run.
    pub runs: Vec<Run>,
    /// The model of every arm on every puzzle, puzzle by puzzle.
    models: Vec<&'static str>,
}

/// One run: an arm on a puzzle with a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The arm.
    pub arm: usize,
    /// The puzzle.
    pub instance: usize,
    /// The seed.
    pub seed: u64,
}

impl Plan {
    /// What an experiment comes to; `name` and `text` are where it was read, for errors. Reads or generates the puzzles.
    pub fn new(
        experiment: Experiment,
        (name, text): (&str, &str),
        threads: usize,
        stop: &StopSignal,
        tell: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, LabError> {
        let mut instances: Vec<Instance> = Vec::new();
        for group in &experiment.instances {
            let loaded = group.get_ref().load(threads, stop, tell);
            instances.extend(loaded.map_err(|error| at(error, name, text, group))?);
        }
        Self::with_instances(experiment, (name, text), instances, threads, stop)
    }

    /// The same with puzzles that are already there.
    pub fn with_instances(
        mut experiment: Experiment,
        (name, text): (&str, &str),
        instances: Vec<Instance>,
        threads: usize,
        stop: &StopSignal,
    ) -> Result<Self, LabError> {
        if !experiment.budget.has_effort() {
            experiment.budget.checks = Some(CHECKS);
        }
        let (arms, baseline, places) = arms(&experiment, name, text)?;
        for (arm, &place) in arms.iter().zip(&places) {
            for instance in instances.chunk_by(|one, next| one.puzzle.kind().id == next.puzzle.kind().id) {
                arm.plan(&instance[0].puzzle).map_err(|error| LabError::text(name, text, place, error.to_string()))?;
            }
        }
        let mut tuned_on = Vec::new();
        for set in &experiment.tuned_on {
            let given = set.get_ref();
            let source = if corpus::set(given).is_some() {
                Instances::built_in(given)
            } else {
                Instances { files: vec![given.clone()], ..Instances::default() }
            };
            let loaded = source.load(threads, stop, &|_| ()).map_err(|error| at(error, name, text, set))?;
            tuned_on.extend(loaded.into_iter().map(|instance| instance.hash));
        }
        Self::ready(experiment, instances, arms, baseline, tuned_on)
    }

    /// A plan from arms and puzzles that a program has made, each arm with its own limits and seeds.
    pub fn of(name: &str, instances: Vec<Instance>, arms: Vec<Arm>) -> Result<Self, LabError> {
        let experiment =
            Experiment { budget: arms.first().map(|arm| arm.limits).unwrap_or_default(), ..Experiment::named(name) };
        Self::ready(experiment, instances, arms, 0, Vec::new())
    }

    fn ready(
        experiment: Experiment,
        mut instances: Vec<Instance>,
        arms: Vec<Arm>,
        baseline: usize,
        tuned_on: Vec<String>,
    ) -> Result<Self, LabError> {
        distinguish(&mut instances);
        let mut models = Vec::with_capacity(instances.len() * arms.len());
        for instance in &instances {
            for arm in &arms {
                models.push(arm.plan(&instance.puzzle)?.model);
            }
        }
        let mut plan = Self { experiment, instances, arms, baseline, tuned_on, runs: Vec::new(), models };
        plan.runs = plan.list_runs()?;
        Ok(plan)
    }

    /// The model that a run is in.
    pub fn model(&self, run: Run) -> &'static str {
        self.models[run.instance * self.arms.len() + run.arm]
    }

    /// Puzzle by puzzle and seed by seed, all arms side by side.
    fn list_runs(&self) -> Result<Vec<Run>, LabError> {
        let mut runs = Vec::new();
        for (index, instance) in self.instances.iter().enumerate() {
            let mut here: Vec<(u64, Run)> = Vec::new();
            for (arm, asked) in self.arms.iter().enumerate() {
                let seeds = asked.seeds_on(&instance.puzzle)?;
                if seeds.end - seeds.start > (MOST - runs.len() - here.len()) as u64 {
                    let most = crate::words::grouped(MOST as u64);
                    let what = format!("this makes more than {most} runs; take fewer seeds, puzzles or arms");
                    return Err(LabError::Request(what));
                }
                here.extend(seeds.zip(0..).map(|(seed, turn)| (turn, Run { arm, instance: index, seed })));
            }
            here.sort_by_key(|(turn, run)| (*turn, run.arm));
            runs.extend(here.into_iter().map(|(_, run)| run));
        }
        Ok(runs)
    }

    /// What answers are about: as the experiment says, else nodes where all arms backtrack, else checks.
    pub fn measure(&self) -> Measure {
        let all = |id: &str| self.arms.iter().all(|arm| arm.method.info.id == id);
        let default = if all("backtracking") { Measure::Nodes } else { Measure::Checks };
        self.experiment.measure.unwrap_or(default)
    }

    /// The effort at which a run that has not solved counts as twice the budget (PAR2): the largest limit of any arm, and no
    /// less than any solved run spent; where effort is limited in something else, the most that any run spent.
    pub fn limit_of(&self, measure: Measure, records: &[&Record]) -> f64 {
        let limit = |limits: Limits| match measure {
            Measure::Checks => limits.checks.map(|limit| limit as f64),
            Measure::Nodes => limits.nodes.map(|limit| limit as f64),
            Measure::Evaluations => limits.evaluations.map(|limit| limit as f64),
            _ => None,
        };
        let limits: Option<Vec<f64>> = self.arms.iter().map(|arm| limit(arm.limits)).collect();
        let counts = |record: &&&Record| limits.is_none() || record.is_answered();
        let most = records.iter().filter(counts).map(|record| record.effort(measure)).fold(1.0, f64::max);
        limits.into_iter().flatten().fold(most, f64::max)
    }

    /// The groups of puzzles, in order.
    pub fn groups(&self) -> Vec<&str> {
        let mut groups: Vec<&str> = Vec::new();
        for instance in &self.instances {
            if !groups.contains(&instance.group.as_str()) {
                groups.push(&instance.group);
            }
        }
        groups
    }
}

/// Names that occur twice get a number that makes them differ from all others.
fn distinguish(instances: &mut [Instance]) {
    let given: HashSet<String> = instances.iter().map(|instance| instance.id.clone()).collect();
    let mut times: HashMap<String, usize> = HashMap::new();
    for instance in instances {
        let count = times.entry(instance.id.clone()).or_default();
        *count += 1;
        while *count > 1 {
            let name = format!("{} ({count})", instance.id);
            if !given.contains(&name) {
                instance.id = name;
                break;
            }
            *count += 1;
        }
    }
}

/// The arms, the one that the others are compared with, and where each was written down.
fn arms(experiment: &Experiment, name: &str, text: &str) -> Result<(Vec<Arm>, usize, Vec<usize>), LabError> {
    let mut arms = Vec::new();
    let mut places = Vec::new();
    let mut baseline = None;
    for (value, key) in [(experiment.seeds, "seeds"), (experiment.solutions as u64, "solutions")] {
        if value == 0 {
            return Err(LabError::text(name, text, text.find(key).unwrap_or(0), format!("`{key}` is 1 at least")));
        }
    }
    let budget = experiment.budget;
    let fit = |arm: &mut Arm, spec: &ArmSpec| {
        arm.limits = spec.budget.map_or(budget, |own| own.or(Limits { seconds: budget.seconds, ..Limits::default() }));
        arm.first_seed = spec.first_seed.unwrap_or(experiment.first_seed);
        arm.seeds = spec.seeds.unwrap_or(experiment.seeds).max(1);
        arm.solutions = experiment.solutions.max(1);
    };
    for spec in &experiment.arms {
        let mut arm = Arm::from_spec(spec.get_ref()).map_err(|error| at(error, name, text, spec))?;
        fit(&mut arm, spec.get_ref());
        if spec.get_ref().baseline && baseline.replace(arms.len()).is_some() {
            let what = "there is a baseline already; the others are compared with one arm".to_owned();
            return Err(at(LabError::Request(what), name, text, spec));
        }
        arms.push(arm);
        places.push(spec.span().start);
    }
    if let Some(base) = &experiment.base {
        let levels = |levels: &toml::Value| levels.as_array().map_or(1, Vec::len);
        let product =
            experiment.factors.values().try_fold(1_usize, |product, factor| product.checked_mul(levels(factor)));
        if product.is_none_or(|product| product > MOST_ARMS) {
            let what = format!("these factors make more than {MOST_ARMS} arms; take fewer levels");
            return Err(LabError::text(name, text, text.find("[factors").unwrap_or(0), what));
        }
        for levels in combinations(&experiment.factors) {
            let mut arm = Arm::from_spec(base.get_ref()).map_err(|error| at(error, name, text, base))?;
            for (factor, level) in &levels {
                arm.set(factor, level).map_err(|error| at(error, name, text, base))?;
            }
            arm.label = levels.iter().map(level_name).collect::<Vec<_>>().join(" + ");
            if levels.is_empty() {
                arm.label = arm.described();
            }
            arm.levels = levels;
            fit(&mut arm, base.get_ref());
            arms.push(arm);
            places.push(base.span().start);
        }
    } else if !experiment.factors.is_empty() {
        let what = "factors need a `[base]` with the method they are settings of";
        return Err(LabError::text(name, text, text.find("[factors").unwrap_or(0), what));
    }
    if arms.is_empty() {
        let what = "there is nothing to run: give `[[arms]]`, or `[base]` with `[factors]`";
        return Err(LabError::text(name, text, 0, what));
    }
    if arms.iter().filter_map(|arm| arm.limits.seconds).any(|seconds| !(0.0..=1e9).contains(&seconds)) {
        let what = "`seconds` goes from 0 to 1e9";
        return Err(LabError::text(name, text, text.find("seconds").unwrap_or(0), what));
    }
    for (index, arm) in arms.iter().enumerate() {
        if arms[..index].iter().any(|other: &Arm| other.label == arm.label) {
            let what = format!("two arms are called `{}`; if they differ, give them a `label` each", arm.label);
            return Err(LabError::text(name, text, places[index], what));
        }
    }
    if arms.iter().any(|arm| arm.first_seed.checked_add(arm.seeds).is_none()) {
        return Err(LabError::text(
            name,
            text,
            text.find("first_seed").unwrap_or(0),
            "the seeds go beyond the largest there is",
        ));
    }
    Ok((arms, baseline.unwrap_or(0), places))
}

/// A level by its name, or, where that is a number, with its factor.
pub(crate) fn level_name((factor, level): &(String, String)) -> String {
    if level.starts_with(|first: char| first.is_ascii_alphabetic()) {
        level.clone()
    } else {
        format!("{factor} {level}")
    }
}

/// Every combination of levels, the last factor fastest.
fn combinations(factors: &toml::Table) -> Vec<Vec<(String, String)>> {
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (factor, levels) in factors {
        let levels = match levels {
            toml::Value::Array(levels) => levels.clone(),
            one => vec![one.clone()],
        };
        let words = levels.iter().map(|level| level.as_str().map_or_else(|| level.to_string(), str::to_owned));
        let words: Vec<String> = words.collect();
        let extend = |done: Vec<(String, String)>| {
            let words = words.clone();
            words.into_iter().map(move |word| done.iter().cloned().chain([(factor.clone(), word)]).collect())
        };
        all = all.into_iter().flat_map(extend).collect();
    }
    all
}

/// The error, at the place where its cause was written down.
fn at<T>(error: LabError, name: &str, text: &str, place: &Spanned<T>) -> LabError {
    match error {
        error @ (LabError::Request(_) | LabError::File { .. }) => {
            LabError::text(name, text, place.span().start, error.to_string())
        }
        other => other,
    }
}
