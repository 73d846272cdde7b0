//! The arms: each with the same care taken over it, each what its name says, and none picked after the fact.

use super::no_op::same_counters;
use super::study::{ArmRuns, Finding, Study, clauses, grouped_by, labels, listed, searched_nothing};
use crate::Record;
use pencilmark::display::{counted, grouped};

/// Settings tuned for one arm and not for another compare the tuning, not the methods.
pub(super) fn tuned(study: &Study<'_>) -> Vec<Finding> {
    let plan = study.plan;
    // In a factorial, every level is on both sides.
    let single: Vec<&ArmRuns<'_>> = study.arms.iter().filter(|part| part.arm.levels.is_empty()).collect();
    let is_tuned =
        |part: &&&ArmRuns<'_>| part.arm.is_tuned || !plan.experiment.tuned_on.is_empty() && has_settings(part);
    let (tuned, plain): (Vec<&ArmRuns<'_>>, Vec<&ArmRuns<'_>>) = single.iter().partition(is_tuned);
    // What has nothing to set needs no tuning.
    let plain: Vec<&ArmRuns<'_>> =
        plain.into_iter().filter(|part| !part.arm.method.info.parameters.is_empty()).collect();
    if tuned.is_empty() || plain.is_empty() {
        return Vec::new();
    }
    vec![Finding::new(
        format!("{} tuned, and {} not", are(&tuned), are(&plain)),
        "tune every arm with the same effort on the same puzzles, or none",
    )]
}

/// "`a` is", "`a` and `b` are".
fn are(arms: &[&ArmRuns<'_>]) -> String {
    format!("{} {}", labels(arms), if arms.len() == 1 { "is" } else { "are" })
}

/// Whether something but the model was set by hand.
fn has_settings(part: &ArmRuns<'_>) -> bool {
    part.arm.preset.is_some() || part.arm.method.parameters.iter().next().is_some()
}

/// From this many settings of a method on, the best of them owes some of its lead to luck.
const MANY: usize = 5;

/// The best of many settings is picked on the puzzles that it is judged by: the winner's curse.
pub(super) fn picked(study: &Study<'_>) -> Vec<Finding> {
    let levels = study.plan.experiment.factors.iter();
    let levels = levels.map(|(factor, levels)| (format!("levels of {factor}"), levels.as_array().map_or(1, Vec::len)));
    let single = study.arms.iter().filter(|part| part.arm.levels.is_empty());
    let settings = grouped_by(single, |part| part.method()).into_iter();
    let settings = settings.map(|(method, arms)| (format!("settings of {method}"), arms.len()));
    let many: Vec<String> = levels
        .chain(settings)
        .filter(|(_, count)| *count >= MANY)
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    if many.is_empty() {
        return Vec::new();
    }
    vec![Finding::new(
        format!("the best of {} is picked on the puzzles that it is judged by: its figures flatter it", listed(many)),
        "run the one that is picked again, on puzzles with another `seed`, and report those figures",
    )]
}

/// An arm that does not do what it is named after, or does the same as another method.
pub(super) fn disguised(study: &Study<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let barren = study.arms.iter().filter(|part| part.method() == "genetic" && part.mostly(|run| run.generations == 0));
    let barren = barren.map(|part| {
        let count = part.count(|run| run.generations == 0);
        format!(
            "`{}` breeds no generation in {} of {}",
            part.arm.label,
            grouped(count as u64),
            counted(part.runs.len(), "run")
        )
    });
    let barren: Vec<String> = barren.collect();
    if !barren.is_empty() {
        found.push(Finding::new(
            format!("{}: its first boards, and what improves them, solve the puzzle", clauses(barren)),
            "use harder puzzles, a smaller `population`, or an arm without local improvement (`improvement=none`)",
        ));
    }
    let mut same: Vec<String> = Vec::new();
    for (index, part) in study.arms.iter().enumerate() {
        let searches = part.records().any(|run: &Record| !searched_nothing(run));
        let twin = study.arms[..index]
            .iter()
            .find(|other| searches && other.method() != part.method() && same_counters(other, part).is_some());
        if let Some(twin) = twin {
            same.push(format!("`{}` and `{}` have the same counters in every run", twin.arm.label, part.arm.label));
        }
    }
    if !same.is_empty() {
        found.push(Finding::new(
            format!("{}: here one is the other under another name", clauses(same)),
            "leave one out, or choose settings and puzzles on which they differ",
        ));
    }
    found
}
