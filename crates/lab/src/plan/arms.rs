//! The arms of an experiment: those listed, and every combination of a factorial's levels.

use crate::experiment::{ArmSpec, Experiment};
use crate::source::place;
use crate::{Arm, LabError, Limits};

/// The most arms of a plan.
const MAX_ARMS: usize = 10_000;

/// Where an arm is written: an entry of `arms`, or `base` with the levels of factors.
#[derive(Clone, Debug)]
pub(super) struct Written {
    way: Vec<String>,
    factors: Vec<String>,
}

impl Written {
    /// An entry of `arms`.
    fn arm(index: usize) -> Self {
        Self { way: vec!["arms".to_owned(), index.to_string()], factors: Vec::new() }
    }

    /// The offset of a field of the arm.
    pub(super) fn place(&self, text: &str, field: &str) -> usize {
        if self.factors.iter().any(|factor| factor == field) {
            return place(text, &["factors", field]);
        }
        let way: Vec<&str> = self.way.iter().map(String::as_str).collect();
        let (own, method) =
            (place(text, &[&way[..], &[field]].concat()), place(text, &[&way[..], &["method"]].concat()));
        // A setting may also be part of `method`.
        if own == place(text, &way) { method } else { own }
    }
}

/// The arms of an experiment.
pub(super) struct Arms {
    pub(super) list: Vec<Arm>,
    /// The index of the baseline.
    pub(super) baseline: usize,
    /// Where each arm is written.
    pub(super) written: Vec<Written>,
}

impl Arms {
    /// The arms as an experiment has them, which gets a limit if it has none.
    pub(super) fn of(experiment: &mut Experiment, (name, text): (&str, &str)) -> Result<Self, LabError> {
        limit(experiment);
        let (arms, baseline, written) = parsed(experiment, (name, text))?;
        Self { list: arms, baseline, written }.checked(name, text)
    }

    /// These arms, which an experiment describes.
    pub(super) fn given(experiment: &mut Experiment, mut arms: Vec<Arm>) -> Result<Self, LabError> {
        limit(experiment);
        for (arm, spec) in arms.iter_mut().zip(&experiment.arms) {
            fit(experiment, arm, spec.get_ref());
            arm.label = crate::instance::one_line(&arm.label);
            check_limits(arm.limits).map_err(|(_, what)| LabError::Request(what))?;
        }
        let written = (0..arms.len()).map(Written::arm).collect();
        Self { list: arms, baseline: 0, written }.checked("", "")
    }

    /// The same, if they can be told apart and there are any.
    fn checked(self, name: &str, text: &str) -> Result<Self, LabError> {
        let Self { list: arms, written, .. } = &self;
        if arms.is_empty() {
            let what = "there is nothing to run: give `[[arms]]`, or `[base]` with `[factors]`";
            return Err(LabError::text(name, text, 0, what));
        }
        for (index, arm) in arms.iter().enumerate() {
            if arms[..index].iter().any(|other: &Arm| other.label == arm.label) {
                let what = format!("two arms are called `{}`; if they differ, give each a `label`", arm.label);
                return Err(LabError::text(name, text, written[index].place(text, "label"), what));
            }
        }
        if arms.iter().any(|arm| arm.first_seed.checked_add(arm.seeds).is_none()) {
            let what = "the seeds go beyond the largest possible seed";
            return Err(LabError::text(name, text, place(text, &["first_seed"]), what));
        }
        Ok(self)
    }
}

/// Limits the effort of an experiment that has no limit.
fn limit(experiment: &mut Experiment) {
    if !experiment.budget.has_effort() {
        experiment.budget.checks = Some(super::DEFAULT_CHECKS);
    }
}

/// Gives an arm the limits, seeds and solutions that it is to have.
fn fit(experiment: &Experiment, arm: &mut Arm, spec: &ArmSpec) {
    let budget = experiment.budget;
    arm.limits = spec.budget.map_or(budget, |own| own.or(Limits { seconds: budget.seconds, ..Limits::default() }));
    arm.first_seed = spec.first_seed.unwrap_or(experiment.first_seed);
    arm.seeds = spec.seeds.unwrap_or(experiment.seeds).max(1);
    arm.solutions = experiment.solutions.max(1);
}

/// The arms, the index of the baseline, and where each arm is written.
fn parsed(experiment: &Experiment, (name, text): (&str, &str)) -> Result<(Vec<Arm>, usize, Vec<Written>), LabError> {
    let mut arms: Vec<Arm> = Vec::new();
    let mut written: Vec<Written> = Vec::new();
    let mut baseline = None;
    let wrong = |way: &[&str], what: String| LabError::text(name, text, place(text, way), what);
    for (value, key) in [(experiment.seeds, "seeds"), (experiment.solutions as u64, "solutions")] {
        if value == 0 {
            return Err(wrong(&[key], format!("`{key}` must be at least 1")));
        }
    }
    check_limits(experiment.budget).map_err(|(key, what)| wrong(&["budget", key], what))?;
    for (index, spec) in experiment.arms.iter().map(toml::Spanned::get_ref).enumerate() {
        let here = Written::arm(index);
        let at = |field: &str, what: String| LabError::text(name, text, here.place(text, field), what);
        let mut arm = Arm::from_spec(spec).map_err(|(field, error)| at(&field, error.to_string()))?;
        fit(experiment, &mut arm, spec);
        if let Err((key, what)) = check_limits(arm.limits) {
            return Err(wrong(&["arms", &index.to_string(), "budget", key], what));
        }
        if spec.baseline && baseline.replace(arms.len()).is_some() {
            return Err(at("baseline", "there is more than one baseline; mark a single arm".to_owned()));
        }
        arms.push(arm);
        written.push(here);
    }
    if let Some(base) = experiment.base.as_ref().map(toml::Spanned::get_ref) {
        let factors: Vec<Factor> = factors(experiment)
            .map_err(|(way, what)| wrong(&way.iter().map(String::as_str).collect::<Vec<_>>(), what))?;
        let here =
            Written { way: vec!["base".to_owned()], factors: factors.iter().map(|(name, _)| name.clone()).collect() };
        let at = |field: &str, error: LabError| LabError::text(name, text, here.place(text, field), error.to_string());
        for levels in combinations(&factors) {
            let mut arm = Arm::from_spec(base).map_err(|(field, error)| {
                LabError::text(
                    name,
                    text,
                    Written { factors: Vec::new(), ..here.clone() }.place(text, &field),
                    error.to_string(),
                )
            })?;
            for (factor, level) in &levels {
                arm.set(factor, level.as_str()).map_err(|error| {
                    let known = factors.iter().find(|(name, _)| name == factor);
                    let index = known.and_then(|(_, levels)| levels.iter().position(|one| one == level)).unwrap_or(0);
                    wrong(&["factors", factor, &index.to_string()], error.to_string())
                })?;
            }
            arm.label = levels.iter().map(level_name).collect::<Vec<_>>().join(" + ");
            if levels.is_empty() {
                arm.label = arm.described();
            }
            arm.levels = levels;
            fit(experiment, &mut arm, base);
            check_limits(arm.limits).map_err(|(_, what)| at("budget", LabError::Request(what)))?;
            arms.push(arm);
            written.push(here.clone());
        }
    } else if !experiment.factors.is_empty() {
        let what = "`[factors]` needs a `[base]` with the method that has these settings";
        return Err(wrong(&["factors"], what.to_owned()));
    }
    Ok((arms, baseline.unwrap_or(0), written))
}

/// Fails if a limit lets nothing run, or is no time: with the field that is wrong.
fn check_limits(limits: Limits) -> Result<(), (&'static str, String)> {
    let counts = [("checks", limits.checks), ("nodes", limits.nodes), ("evaluations", limits.evaluations)];
    let counts = counts.into_iter().chain([("states", limits.states.map(|states| states as u64))]);
    for (key, limit) in counts {
        if limit == Some(0) {
            return Err((key, format!("`{key}` must be at least 1: a run with 0 does nothing")));
        }
    }
    if limits.seconds.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
        return Err(("seconds", "`seconds` must be from 0 to 1e9".to_owned()));
    }
    Ok(())
}

/// A factor with its levels.
type Factor = (String, Vec<String>);

/// The factors with their levels as words; or the way to what is wrong, and what that is.
fn factors(experiment: &Experiment) -> Result<Vec<Factor>, (Vec<String>, String)> {
    let mut factors = Vec::new();
    let mut arms = 1_usize;
    for (factor, levels) in &experiment.factors {
        let way = |index: Option<usize>| {
            ["factors", factor].map(str::to_owned).into_iter().chain(index.map(|index| index.to_string())).collect()
        };
        let levels = match levels {
            toml::Value::Array(levels) => levels.clone(),
            one => vec![one.clone()],
        };
        if levels.is_empty() {
            return Err((way(None), format!("the factor `{factor}` has no levels; give at least two")));
        }
        if let Some(index) = levels.iter().position(|level| level.is_array() || level.is_table()) {
            return Err((way(Some(index)), format!("a level of `{factor}` is one value")));
        }
        let words = levels.iter().map(|level| level.as_str().map_or_else(|| level.to_string(), str::to_owned));
        let words: Vec<String> = words.collect();
        if let Some(index) = (1..words.len()).find(|&index| words[..index].contains(&words[index])) {
            return Err((way(Some(index)), format!("the factor `{factor}` has the level `{}` twice", words[index])));
        }
        arms = arms.saturating_mul(words.len());
        factors.push((factor.clone(), words));
    }
    if arms > MAX_ARMS {
        let what = format!("these factors make more than {MAX_ARMS} arms; use fewer levels");
        return Err((vec!["factors".to_owned()], what));
    }
    Ok(factors)
}

/// The name of a level; with its factor if it is a number.
pub(crate) fn level_name((factor, level): &(String, String)) -> String {
    if level.starts_with(|first: char| first.is_ascii_alphabetic()) {
        level.clone()
    } else {
        format!("{factor} {level}")
    }
}

/// Every combination of levels; the last factor varies fastest.
fn combinations(factors: &[Factor]) -> Vec<Vec<(String, String)>> {
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (factor, levels) in factors {
        let extend = |done: Vec<(String, String)>| {
            levels.iter().map(move |level| done.iter().cloned().chain([(factor.clone(), level.clone())]).collect())
        };
        all = all.into_iter().flat_map(extend).collect();
    }
    all
}
