//! The puzzles: each only once, and none that settings were tuned on.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::study::{Finding, Study, distinct, listed, names};
use crate::Instance;
use crate::run::is_faithful;
use pencilmark::front::display::counted;
use pencilmark::{Budget, Verdict};

/// A puzzle that counts twice narrows every interval without adding evidence, also if it was turned or its digits renamed.
pub(super) fn duplicates(study: &Study<'_>) -> Vec<Finding> {
    let mut seen: HashMap<(&str, u64), &Instance> = HashMap::new();
    let mut copies: Vec<String> = Vec::new();
    for &instance in &study.puzzles {
        match seen.entry(instance.likeness()) {
            Entry::Occupied(first) => {
                let how = if first.get().hash == instance.hash { "" } else { ", turned or renamed" };
                copies.push(format!("`{}` is `{}`{how}", instance.id, first.get().id));
            }
            Entry::Vacant(vacant) => {
                vacant.insert(instance);
            }
        }
    }
    if copies.is_empty() {
        return Vec::new();
    }
    let all = counted(study.puzzles.len(), "puzzle");
    let observed = format!("{all}, but {} different: {}", seen.len(), listed(copies));
    vec![Finding::new(observed, "remove the copies: they make intervals narrower without adding evidence")]
}

/// A figure over puzzles of several kinds or sizes is a figure of none of them.
pub(super) fn pooled(study: &Study<'_>) -> Vec<Finding> {
    let kinds = distinct(study.puzzles.iter().map(|instance| instance.puzzle.kind().title));
    let sizes = distinct(study.puzzles.iter().map(|instance| instance.size()));
    let several = if kinds.len() > 1 {
        format!("{} kinds ({})", kinds.len(), listed(kinds.into_iter().map(str::to_owned).collect()))
    } else if sizes.len() > 1 {
        format!("{} sizes ({})", sizes.len(), listed(sizes))
    } else {
        return Vec::new();
    };
    vec![Finding::new(
        format!("puzzles of {several} are taken together: medians over them are typical of none"),
        "read the table by group of puzzles, or make an experiment for each",
    )]
}

/// How far to look for a second solution, and on how many puzzles. No clock decides, so the same plan hears the same.
const NODES: u64 = 20_000;
const MOST_PUZZLES: usize = 200;

/// A board with several solutions is easier to solve, is no proper puzzle, and lets arms find different answers.
pub(super) fn several_solutions(study: &Study<'_>) -> Vec<Finding> {
    let has_several = |instance: &Instance| {
        let budget = Budget { nodes: Some(NODES), ..Budget::default() };
        let report = instance.puzzle.solver().limit(2).budget(budget).run();
        report.is_ok_and(|report| report.outcome.verdict() == Verdict::Several)
    };
    // At even distances, for puzzles at the end may be of another sort.
    let (all, taken) = (study.puzzles.len(), study.puzzles.len().min(MOST_PUZZLES));
    let looked_at = (0..taken).map(|index| study.puzzles[index * all / taken]);
    let several: Vec<&str> = looked_at.filter(|one| has_several(one)).map(|instance| &*instance.id).collect();
    if several.is_empty() {
        return Vec::new();
    }
    let count = several.len();
    let of = if taken < all {
        format!("of a sample of {taken} of the {}", counted(all, "puzzle"))
    } else {
        format!("of {}", counted(all, "puzzle"))
    };
    vec![Finding::new(
        format!("{count} {of} {} more than one solution: {}", if count == 1 { "has" } else { "have" }, names(several)),
        "use puzzles with one solution, or say that any of several counts",
    )]
}

/// Settings that were tuned on a puzzle do better on it than on others.
pub(super) fn tuned_on_test(study: &Study<'_>) -> Vec<Finding> {
    let instances = &study.puzzles;
    let tuned_on: HashSet<(&str, u64)> = study.plan.tuned_on.iter().copied().collect();
    let both: Vec<&str> = instances
        .iter()
        .filter(|instance| !tuned_on.is_empty() && tuned_on.contains(&instance.likeness()))
        .map(|instance| &*instance.id)
        .collect();
    if both.is_empty() {
        return Vec::new();
    }
    let sets = names(study.plan.experiment.tuned_on.iter().map(|set| set.get_ref().as_str()));
    let sets = if sets.is_empty() { String::new() } else { format!(" on {sets}") };
    let (count, all) = (both.len(), instances.len());
    vec![Finding::new(
        format!(
            "settings were tuned{sets}, and {count} of the {all} puzzles here are among those, as they are or turned or renamed: {}",
            names(both)
        ),
        "test on puzzles that were not used for tuning: another set, or puzzles generated with another `seed`",
    )]
}

/// Arms whose models state different rules solve different puzzles.
pub(super) fn different_rules(study: &Study<'_>) -> Vec<Finding> {
    let faithful = |part: &&super::study::ArmRuns<'_>| {
        study.plan.instances.iter().all(|instance| {
            part.solving(&instance.puzzle).is_some_and(|solving| is_faithful(&instance.puzzle, solving.model))
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
        .filter(|(_, record)| record.ended == crate::RunOutcome::Refuted)
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
