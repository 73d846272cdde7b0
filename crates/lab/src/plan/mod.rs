//! The plan of an experiment: puzzles, arms, and the list of all runs. Runs are paired by construction: every arm gets
//! the same puzzles with the same seeds under the same budget, unless the experiment says otherwise.

mod arms;

use arms::Arms;
pub(crate) use arms::level_name;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use pencilmark::read::ReadOptions;
use pencilmark::registry::{Family, KindInfo};
use pencilmark::{Plan as SolvePlan, SolveError, StopSignal, corpus};
use toml::Spanned;

use crate::experiment::{ArmSpec, Experiment, Instances, Measure};
use crate::{Arm, Instance, LabError, Limits, Record};

/// The default number of puzzles to generate.
pub const DEFAULT_INSTANCES: usize = 20;

/// The default limit on the checks of a run.
pub const DEFAULT_CHECKS: u64 = 1_000_000;

/// The most runs of a plan.
const MAX_RUNS: usize = 5_000_000;

/// An experiment ready to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The experiment as written.
    pub experiment: Experiment,
    /// The puzzles.
    pub instances: Vec<Instance>,
    /// The arms.
    pub arms: Vec<Arm>,
    /// The arm that the others are compared with.
    pub baseline: usize,
    /// The puzzles that settings were tuned on, by their [likeness](Instance::likeness).
    pub tuned_on: Vec<(&'static str, u64)>,
    /// Every run.
    pub runs: Vec<Run>,
    /// How each arm solves puzzles: a plan for each kind, in the order in which kinds first occur.
    solving: Vec<Vec<SolvePlan>>,
    /// For each puzzle, the place of its kind in that order.
    kinds: Vec<usize>,
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
    /// Makes the plan of an experiment; reads or generates its puzzles. `name` and `text` are the file it was read
    /// from, for errors.
    pub fn new(
        experiment: Experiment,
        (name, text): (&str, &str),
        threads: usize,
        stop: &StopSignal,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, LabError> {
        let (plan, all) = Self::sketch(experiment, (name, text), threads, stop, progress)?;
        if all { Ok(plan) } else { Err(LabError::Interrupted) }
    }

    /// The same with the puzzles that were made before `stop` was raised, and whether these are all: enough to say what is wrong with an
    /// experiment while it is being written.
    pub fn sketch(
        mut experiment: Experiment,
        (name, text): (&str, &str),
        threads: usize,
        stop: &StopSignal,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(Self, bool), LabError> {
        let arms = Arms::of(&mut experiment, (name, text))?;
        let (mut instances, mut all): (Vec<Instance>, bool) = (Vec::new(), true);
        for group in &experiment.instances {
            for settings in group.get_ref().settings.each() {
                let one = Instances { settings: settings.into(), ..group.get_ref().clone() };
                let loaded = one.load_until(threads, stop, progress);
                let (loaded, whole) = loaded.map_err(|error| at(error, name, text, group))?;
                instances.extend(loaded);
                all &= whole;
            }
        }
        Ok((Self::with_arms(experiment, (name, text), instances, arms, threads, stop)?, all))
    }

    /// Makes the plan of an experiment with the given puzzles.
    pub fn with_instances(
        mut experiment: Experiment,
        written: (&str, &str),
        instances: Vec<Instance>,
        threads: usize,
        stop: &StopSignal,
    ) -> Result<Self, LabError> {
        let arms = Arms::of(&mut experiment, written)?;
        Self::with_arms(experiment, written, instances, arms, threads, stop)
    }

    /// Makes the plan of an experiment with puzzles as [`Plan::puzzles_as_lines`] wrote them; `of_puzzles` is the text that they were read from, and its name.
    pub fn with_lines(
        experiment: Experiment,
        written: (&str, &str),
        of_puzzles: (&str, &str),
    ) -> Result<Self, LabError> {
        let (name, lines) = of_puzzles;
        let puzzles = pencilmark::read::read(name, lines, &ReadOptions::default());
        let mut instances = Vec::new();
        for (line, puzzle) in lines.lines().filter(|line| !line.trim().is_empty()).zip(puzzles) {
            let puzzle = puzzle.map_err(Box::new)?;
            let object: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
            let group = object["group"].as_str().unwrap_or_default();
            instances.push(Instance::new(puzzle.id().unwrap_or_default(), group, puzzle.clone()));
        }
        Self::with_instances(experiment, written, instances, 1, &StopSignal::default())
    }

    /// Makes the plan of an experiment with the given puzzles and arms.
    fn with_arms(
        experiment: Experiment,
        (name, text): (&str, &str),
        mut instances: Vec<Instance>,
        Arms { list: arms, baseline, written }: Arms,
        threads: usize,
        stop: &StopSignal,
    ) -> Result<Self, LabError> {
        let mut kinds: Vec<&'static KindInfo> = Vec::new();
        for kind in instances.iter().map(|instance| instance.puzzle.kind()) {
            if !kinds.iter().any(|known| known.id == kind.id) {
                kinds.push(kind);
            }
        }
        let mut solving = Vec::with_capacity(arms.len());
        for (arm, written) in arms.iter().zip(&written) {
            let wrong = |field: &str, what: String| LabError::text(name, text, written.place(text, field), what);
            let mut plans = Vec::with_capacity(kinds.len());
            for kind in &kinds {
                let planned = arm.options(0, &StopSignal::default()).plan(kind).map_err(|error| {
                    let field = match error {
                        SolveError::Model { .. } => "model",
                        SolveError::Preset { .. } => "preset",
                        _ => "method",
                    };
                    wrong(field, error.to_string())
                })?;
                let settings: Vec<(&str, String)> = planned.settings(arm.method.info).into_iter().collect();
                unspent(arm, &settings, experiment.measure).map_or(Ok(()), |what| Err(wrong("method", what)))?;
                plans.push(planned);
            }
            solving.push(plans);
        }
        let mut tuned_on = Vec::new();
        for set in &experiment.tuned_on {
            let given = set.get_ref();
            let source = if corpus::set(given).is_some() {
                Instances::built_in(given)
            } else {
                Instances { files: vec![given.into()], ..Instances::default() }
            };
            let loaded = source.load(threads, stop, &|_| ()).map_err(|error| at(error, name, text, set))?;
            tuned_on.extend(loaded.iter().map(Instance::likeness));
        }
        distinguish(&mut instances);
        let place = |instance: &Instance| kinds.iter().position(|kind| kind.id == instance.puzzle.kind().id);
        let kinds = instances.iter().filter_map(place).collect();
        let mut plan = Self { experiment, instances, arms, baseline, tuned_on, runs: Vec::new(), solving, kinds };
        plan.runs = plan.list_runs()?;
        Ok(plan)
    }

    /// A plan from given arms and puzzles; each arm has its own limits and seeds. Its experiment can be written, and planned again if the
    /// registry has all of its methods.
    pub fn of(name: &str, instances: Vec<Instance>, arms: Vec<Arm>) -> Result<Self, LabError> {
        let budget = arms.first().map(|arm| arm.limits).unwrap_or_default();
        let solutions = arms.first().map_or(1, |arm| arm.solutions);
        let own_budget = |limits: Limits| (limits != budget || !budget.has_effort()).then_some(limits);
        let spec = |arm: &Arm| ArmSpec {
            method: arm.described(),
            label: Some(arm.label.clone()),
            budget: own_budget(arm.limits),
            first_seed: Some(arm.first_seed).filter(|&seed| seed > 0),
            seeds: Some(arm.seeds),
            ..ArmSpec::default()
        };
        let specs = arms.iter().map(|arm| Spanned::new(0..0, spec(arm))).collect();
        let mut experiment = Experiment { solutions, budget, arms: specs, ..Experiment::named(name) };
        let arms = Arms::given(&mut experiment, arms)?;
        Self::with_arms(experiment, ("", ""), instances, arms, 1, &StopSignal::default())
    }

    /// The model of a run.
    pub fn model(&self, run: Run) -> &'static str {
        self.solving(run).model
    }

    /// How a run solves its puzzle, but for its seed.
    pub(crate) fn solving(&self, run: Run) -> &SolvePlan {
        &self.solving[run.arm][self.kinds[run.instance]]
    }

    /// How an arm solves puzzles: a plan for each kind, in the order in which kinds first occur.
    pub(crate) fn solving_by_kind(&self, arm: usize) -> &[SolvePlan] {
        &self.solving[arm]
    }

    /// Sets the time cap of all arms whose effort is limited.
    pub(crate) fn set_time_cap(&mut self, cap: Duration) {
        for (arm, plans) in self.arms.iter_mut().zip(&mut self.solving).filter(|(arm, _)| arm.limits.has_effort()) {
            arm.limits.seconds = Some(cap.as_secs_f64());
            for plan in plans {
                plan.run.budget.time = Some(cap);
            }
        }
    }

    /// The runs by puzzle, then by seed, then by arm.
    fn list_runs(&self) -> Result<Vec<Run>, LabError> {
        let mut runs = Vec::new();
        for (index, instance) in self.instances.iter().enumerate() {
            let mut here: Vec<(u64, Run)> = Vec::new();
            for (arm, asked) in self.arms.iter().enumerate() {
                let seeds = asked.seeds_on(&instance.puzzle, &self.solving[arm][self.kinds[index]]);
                if seeds.end - seeds.start > (MAX_RUNS - runs.len() - here.len()) as u64 {
                    let most = pencilmark::front::display::grouped(MAX_RUNS as u64);
                    let what = format!("this makes more than {most} runs; use fewer seeds, puzzles or arms");
                    return Err(LabError::Request(what));
                }
                here.extend(seeds.zip(0..).map(|(seed, turn)| (turn, Run { arm, instance: index, seed })));
            }
            here.sort_by_key(|(turn, run)| (*turn, run.arm));
            runs.extend(here.into_iter().map(|(_, run)| run));
        }
        Ok(runs)
    }

    /// The measure of effort: as the experiment says; otherwise time if the arms are of several families or engines, nodes
    /// if all are backtracking, and else checks.
    pub fn measure(&self) -> Measure {
        let default = match self.families()[..] {
            [Family::Tree] if self.arms.iter().all(|arm| arm.method.info.id == "backtracking") => Measure::Nodes,
            [Family::Tree | Family::Walk | Family::Frontier | Family::Clauses] => Measure::Checks,
            _ => Measure::Seconds,
        };
        self.experiment.measure.unwrap_or(default)
    }

    /// The families of the arms, in order.
    pub fn families(&self) -> Vec<Family> {
        let mut families: Vec<Family> = Vec::new();
        for family in self.arms.iter().map(|arm| arm.method.info.family) {
            if !families.contains(&family) {
                families.push(family);
            }
        }
        families
    }

    /// The budget that PAR2 doubles for a run that did not solve: the largest limit of any arm, but no less than any
    /// solved run spent; if another measure is limited, the most that any run spent.
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

    /// The puzzles as JSON Lines, each with its name, its group, and its solution if that is known.
    pub fn puzzles_as_lines(&self) -> String {
        let mut text = String::new();
        for instance in &self.instances {
            let mut object = instance.puzzle.with_id(instance.id.clone()).to_json();
            object.insert("group".to_owned(), instance.group.clone().into());
            text.push_str(&serde_json::Value::Object(object).to_string());
            text.push('\n');
        }
        text
    }

    /// Why a record is not of this plan: it has no such run, or that run is of another puzzle, arm or seed.
    pub fn mismatch(&self, record: &Record) -> Option<String> {
        let number = record.run;
        let Some(&run) = usize::try_from(number).ok().and_then(|number| self.runs.get(number)) else {
            return Some(format!("the plan has no run {number}"));
        };
        let (arm, instance) = (&self.arms[run.arm], &self.instances[run.instance]);
        let columns = [
            ("arm", &record.arm, arm.label.clone()),
            ("method", &record.method, arm.described()),
            ("model", &record.model, self.model(run).to_owned()),
            ("group", &record.group, instance.group.clone()),
            ("id", &record.instance, instance.id.clone()),
            ("hash", &record.hash, instance.hash.clone()),
            ("kind", &record.kind, instance.puzzle.kind().id.to_owned()),
            ("size", &record.size, instance.size()),
            ("seed", &record.seed.to_string(), run.seed.to_string()),
        ];
        let levels = record.levels.iter().zip(self.levels(run.arm));
        let level = levels.map(|((factor, recorded), (_, planned))| (factor.as_str(), recorded, planned));
        let differs = columns.into_iter().chain(level).find(|(_, recorded, planned)| *recorded != planned);
        differs.map(|(name, recorded, planned)| {
            format!("run {number} has `{recorded}` as its {name}, and in the plan it has `{planned}`")
        })
    }

    /// Every factor with the level of an arm, empty if it has none.
    pub fn levels(&self, arm: usize) -> Vec<(String, String)> {
        let own = &self.arms[arm].levels;
        let level = |factor: &str| own.iter().find(|(name, _)| name == factor).map(|(_, level)| level.clone());
        let factors = self.experiment.factors.keys();
        factors.map(|factor| (factor.clone(), level(factor).unwrap_or_default())).collect()
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

/// Counters that a method of a family never spends though others of it do, and with which setting, if it takes one.
const NEVER: [(&str, [&str; 2], &str); 9] = [
    ("ac-3", ["", ""], "nodes"),
    ("ac-3", ["", ""], "assignments"),
    ("genetic", ["improvement", "none"], "steps"),
    ("greedy", ["space", "repair"], "assignments"),
    ("greedy", ["space", "construct"], "evaluations"),
    ("a-star", ["space", "repair"], "assignments"),
    ("a-star", ["space", "construct"], "evaluations"),
    ("uniform-cost", ["space", "repair"], "assignments"),
    ("uniform-cost", ["space", "construct"], "evaluations"),
];

/// What is wrong if the arm, with these settings, never spends what is measured: its effort would always be nothing.
fn unspent(arm: &Arm, settings: &[(&str, String)], measure: Option<Measure>) -> Option<String> {
    let measure = measure.filter(|measure| *measure != Measure::Seconds)?;
    let (info, word) = (arm.method.info, measure.word());
    let has = |name: &str, value: &str| settings.iter().any(|(known, own)| *known == name && own == value);
    let never = |word: &str| {
        NEVER.iter().any(|(method, [name, value], counter)| {
            *method == info.id && *counter == word && (name.is_empty() || has(name, value))
        })
    };
    let spent: Vec<String> =
        info.family.spends().iter().filter(|word| !never(word)).map(|word| (*word).to_owned()).collect();
    if spent.iter().any(|known| known == word) {
        return None;
    }
    let label = &arm.label;
    Some(format!(
        "`{label}` never spends {word}; measure seconds, or {} within its family",
        pencilmark::front::display::listed(&spent)
    ))
}

/// Makes duplicate names unique by adding a number.
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

/// The error, at the position of its cause in the file.
fn at<T>(error: LabError, name: &str, text: &str, place: &Spanned<T>) -> LabError {
    match error {
        error @ (LabError::Request(_) | LabError::File { .. }) => {
            LabError::text(name, text, place.span().start, error.to_string())
        }
        other => other,
    }
}
