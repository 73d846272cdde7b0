//! The arms of an experiment: those listed, and every combination of a factorial's levels.

use super::at;
use crate::experiment::{ArmSpec, Experiment};
use crate::{Arm, LabError, Limits};

/// The most arms of a plan.
const MAX_ARMS: usize = 10_000;

/// The arms, the index of the baseline, and the offset of each arm in the text.
pub(super) fn arms(experiment: &Experiment, name: &str, text: &str) -> Result<(Vec<Arm>, usize, Vec<usize>), LabError> {
    let mut arms = Vec::new();
    let mut places = Vec::new();
    let mut baseline = None;
    for (value, key) in [(experiment.seeds, "seeds"), (experiment.solutions as u64, "solutions")] {
        if value == 0 {
            return Err(LabError::text(name, text, text.find(key).unwrap_or(0), format!("`{key}` must be at least 1")));
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
            let what = "there is more than one baseline; mark a single arm".to_owned();
            return Err(at(LabError::Request(what), name, text, spec));
        }
        arms.push(arm);
        places.push(spec.span().start);
    }
    if let Some(base) = &experiment.base {
        let levels = |levels: &toml::Value| levels.as_array().map_or(1, Vec::len);
        let product =
            experiment.factors.values().try_fold(1_usize, |product, factor| product.checked_mul(levels(factor)));
        if product.is_none_or(|product| product > MAX_ARMS) {
            let what = format!("these factors make more than {MAX_ARMS} arms; use fewer levels");
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
        let what = "`[factors]` needs a `[base]` with the method that has these settings";
        return Err(LabError::text(name, text, text.find("[factors").unwrap_or(0), what));
    }
    if arms.is_empty() {
        let what = "there is nothing to run: give `[[arms]]`, or `[base]` with `[factors]`";
        return Err(LabError::text(name, text, 0, what));
    }
    if arms.iter().filter_map(|arm| arm.limits.seconds).any(|seconds| !(0.0..=1e9).contains(&seconds)) {
        let what = "`seconds` must be from 0 to 1e9";
        return Err(LabError::text(name, text, text.find("seconds").unwrap_or(0), what));
    }
    for (index, arm) in arms.iter().enumerate() {
        if arms[..index].iter().any(|other: &Arm| other.label == arm.label) {
            let what = format!("two arms are called `{}`; if they differ, give each a `label`", arm.label);
            return Err(LabError::text(name, text, places[index], what));
        }
    }
    if arms.iter().any(|arm| arm.first_seed.checked_add(arm.seeds).is_none()) {
        return Err(LabError::text(
            name,
            text,
            text.find("first_seed").unwrap_or(0),
            "the seeds go beyond the largest possible seed",
        ));
    }
    Ok((arms, baseline.unwrap_or(0), places))
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
