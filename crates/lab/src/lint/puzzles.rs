//! The puzzles themselves: each once, and none that settings were tuned on.

use std::collections::{HashMap, HashSet};

use super::study::{Finding, Study, listed, names};
use crate::words::counted;

/// A puzzle that counts twice narrows every interval for nothing.
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
    let saw = format!("{all}, but {} different: {}", seen.len(), listed(copies));
    vec![Finding::new(saw, "leave the copies out: they make intervals narrower without any evidence")]
}

/// Settings that were tuned on a puzzle do better there than elsewhere.
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
        "test on puzzles that tuning has not seen: another set, or generated with another `seed`",
    )]
}
