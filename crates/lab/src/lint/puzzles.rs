//! The puzzles: each only once, and none that settings were tuned on.

use std::collections::{HashMap, HashSet};

use super::study::{Finding, Study, listed, names};
use pencilmark::display::counted;

/// A puzzle that counts twice narrows every interval without adding evidence.
pub(super) fn duplicates(study: &Study<'_>) -> Vec<Finding> {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let mut copies: Vec<String> = Vec::new();
    for instance in &study.plan.instances {
        if let Some(first) = seen.get(instance.hash.as_str()) {
            copies.push(format!("`{}` is `{first}`", instance.id));
        } else {
            seen.insert(&instance.hash, &instance.id);
        }
    }
    if copies.is_empty() {
        return Vec::new();
    }
    let all = counted(study.plan.instances.len(), "puzzle");
    let observed = format!("{all}, but {} different: {}", seen.len(), listed(copies));
    vec![Finding::new(observed, "remove the copies: they make intervals narrower without adding evidence")]
}

/// Settings that were tuned on a puzzle do better on it than on others.
pub(super) fn tuned_on_test(study: &Study<'_>) -> Vec<Finding> {
    let tuned_on: HashSet<&str> = study.plan.tuned_on.iter().map(String::as_str).collect();
    let instances = &study.plan.instances;
    let both: Vec<&str> = instances
        .iter()
        .filter(|instance| tuned_on.contains(instance.hash.as_str()))
        .map(|instance| &*instance.id)
        .collect();
    if both.is_empty() {
        return Vec::new();
    }
    let sets = names(study.plan.experiment.tuned_on.iter().map(|set| set.get_ref().as_str()));
    let sets = if sets.is_empty() { String::new() } else { format!(" on {sets}") };
    let (count, all) = (both.len(), instances.len());
    vec![Finding::new(
        format!("settings were tuned{sets}, and {count} of the {all} puzzles here are among those: {}", names(both)),
        "test on puzzles that were not used for tuning: another set, or puzzles generated with another `seed`",
    )]
}

/// Arms whose models state different rules solve different puzzles.
pub(super) fn different_rules(study: &Study<'_>) -> Vec<Finding> {
    let faithful = |part: &&super::study::ArmRuns<'_>| {
        study.plan.instances.iter().all(|instance| {
            let model = part.arm.plan(&instance.puzzle).map_or("", |plan| plan.model);
            instance.puzzle.kind().models.iter().any(|known| known.id == model && known.faithful)
        })
    };
    let (rule_book, own): (Vec<_>, Vec<_>) = study.arms.iter().partition(|part| faithful(part));
    if rule_book.is_empty() || own.is_empty() {
        return Vec::new();
    }
    let labels = |parts: &[&super::study::ArmRuns<'_>]| names(parts.iter().map(|part| part.arm.label.as_str()));
    vec![Finding::new(
        format!("the model of {} states other rules than that of {}", labels(&own), labels(&rule_book)),
        "compare arms under the same rules: give all of them the same `model`",
    )]
}

/// For a puzzle without a solution, the only answer is a proof.
pub(super) fn unsolvable(study: &Study<'_>) -> Vec<Finding> {
    let refuted: HashSet<&str> = study
        .arms
        .iter()
        .flat_map(|part| &part.runs)
        .filter(|(_, record)| record.ended == crate::Ended::Refuted)
        .map(|(_, record)| record.instance.as_str())
        .collect();
    if refuted.is_empty() {
        return Vec::new();
    }
    let mut ids: Vec<&str> = refuted.into_iter().collect();
    ids.sort_unstable();
    let count = counted(ids.len(), "puzzle");
    vec![Finding::new(
        format!("{count} proved to have no solution: {}", names(ids)),
        "remove such puzzles, or compare only complete methods: the others cannot answer",
    )]
}
