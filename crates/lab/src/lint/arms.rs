//! The arms: each with the same care taken over it, each what its name says, and none picked after the fact.

use super::no_op::same_counters;
use super::study::{ArmRuns, Finding, Study, clauses, grouped_by, labels, listed, searched_nothing};
use crate::Record;
use pencilmark::front::display::{counted, grouped};

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

/// More combinations than these in a factorial are many, too: three factors of two levels are an ordinary design.
const COMBINATIONS: usize = 8;

/// The best of many settings is picked on the puzzles that it is judged by: the winner's curse.
pub(super) fn picked(study: &Study<'_>) -> Vec<Finding> {
    let levels = study.plan.experiment.factors.iter();
    let levels = levels.map(|(factor, levels)| (format!("levels of {factor}"), levels.as_array().map_or(1, Vec::len)));
    let single = study.arms.iter().filter(|part| part.arm.levels.is_empty());
    let settings = grouped_by(single, |part| part.method()).into_iter();
    let settings = settings.map(|(method, arms)| (format!("settings of {method}"), arms.len()));
    let combined = study.arms.len() - study.arms.iter().filter(|part| part.arm.levels.is_empty()).count();
    let combined = Some(("combinations of levels".to_owned(), combined)).filter(|(_, count)| *count > COMBINATIONS);
    let many: Vec<String> = levels
        .chain(settings)
        .chain(combined)
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
    let mostly = |method: &str, is_such: fn(&Record) -> bool| {
        let arms = study.arms.iter().filter(|part| part.method() == method && part.mostly(is_such));
        arms.map(|part| (vec![part.arm.label.clone()], part.count(is_such), part.runs.len())).collect::<Vec<_>>()
    };
    let barren = mostly("genetic", |run| run.counters.generations == 0);
    if !barren.is_empty() {
        let text = barren.iter().map(|(arm, count, all)| {
            let (count, all) = (grouped(*count as u64), counted(*all, "run"));
            format!("`{}` breeds no generation in {count} of {all}", arm[0])
        });
        let text = clauses(text.collect());
        let finding = Finding::new(
            format!("{text}: its first boards, and what improves them, solve the puzzle"),
            "use harder puzzles, a smaller `population`, or an arm without local improvement (`improvement=none`)",
        );
        found.push(finding.about(barren.into_iter().map(|(arm, ..)| arm).collect()));
    }
    let handed_over = mostly("exact", |run| run.counters.hand_overs > 0);
    if !handed_over.is_empty() {
        let text = handed_over.iter().map(|(arm, count, all)| {
            let (count, all) = (grouped(*count as u64), counted(*all, "run"));
            format!("`{}` hands over to another method in {count} of {all}", arm[0])
        });
        let text = clauses(text.collect());
        let finding = Finding::new(
            format!("{text}: what is measured is mostly that method"),
            "raise `patience`, so that the engine itself finishes, or call the arm what it is",
        );
        found.push(finding.about(handed_over.into_iter().map(|(arm, ..)| arm).collect()));
    }
    let mut same: Vec<String> = Vec::new();
    let mut twins: Vec<Vec<String>> = Vec::new();
    for (index, part) in study.arms.iter().enumerate() {
        let searches = part.records().any(|run: &Record| !searched_nothing(run));
        let twin = study.arms[..index]
            .iter()
            .find(|other| searches && other.method() != part.method() && same_counters(other, part).is_some());
        if let Some(twin) = twin {
            same.push(format!("`{}` and `{}` have the same counters in every run", twin.arm.label, part.arm.label));
            match twins.iter_mut().find(|arms| arms.contains(&twin.arm.label)) {
                Some(arms) => arms.push(part.arm.label.clone()),
                None => twins.push(vec![twin.arm.label.clone(), part.arm.label.clone()]),
            }
        }
    }
    if !same.is_empty() {
        let finding = Finding::new(
            format!("{}: here one is the other under another name", clauses(same)),
            "leave one out, or choose settings and puzzles on which they differ",
        );
        found.push(finding.about(twins));
    }
    found
}
