//! What runs may spend, and what becomes of those that have spent it.

use super::effect::{is_answered, nothing_answered};
use super::study::{Finding, Part, Study, clauses, grouped_by, labels, listed};
use crate::words::{counted, grouped};
use crate::{CHECKS, Record};

/// Arms compare at equal efforts alone.
pub(super) fn budgets(study: &Study<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    // In words, where a cap of time that is not set reads as the one that holds.
    let groups = grouped_by(&study.arms, |part| part.arm.limits.to_string());
    if groups.len() > 1 {
        let told = groups.iter().map(|(limits, arms)| format!("{} may spend {limits}", labels(arms)));
        found.push(Finding::new(
            clauses(told.collect()),
            "give every arm the same `[budget]`, and no arm a `budget` of its own",
        ));
    }
    let free: Vec<&Part<'_>> = study.arms.iter().filter(|part| has_no_bound(part)).collect();
    if let [first, ..] = free[..] {
        let limits = first.arm.limits;
        found.push(Finding::new(
            format!(
                "nothing but time stops {}: the budget is {limits}, and no run spends any of that effort",
                labels(&free)
            ),
            format!("limit checks, which every method makes: `checks = {CHECKS}` under `[budget]`"),
        ));
    }
    found
}

/// Whether the efforts that are limited are efforts that the method never makes.
fn has_no_bound(part: &Part<'_>) -> bool {
    let limits = part.arm.limits;
    let spends = |limit: Option<u64>, of: fn(&Record) -> u64| limit.is_some() && part.records().any(|run| of(run) > 0);
    let bounded = spends(limits.nodes, |run| run.nodes) || spends(limits.evaluations, |run| run.evaluations);
    limits.has_effort() && limits.checks.is_none() && !bounded && part.records().any(|run| run.checks > 0)
}

/// What the clock ends is neither known nor replayed.
pub(super) fn timed_out(study: &Study<'_>) -> Vec<Finding> {
    let late: Vec<&Part<'_>> = study.arms.iter().filter(|part| part.mostly(Record::timed_out)).collect();
    if late.is_empty() {
        return Vec::new();
    }
    let told = late.iter().map(|part| {
        format!("{} of {} of `{}`", part.count(Record::timed_out), counted(part.runs.len(), "run"), part.arm.label)
    });
    let saw = format!("the clock ended {}: their effort is unknown, and they do not replay", listed(told.collect()));
    let cut = late.iter().flat_map(|part| part.records()).filter(|record| record.timed_out());
    let remedy = match cut.map(|record| record.checks).min() {
        Some(least) if least > 0 => {
            format!("raise `seconds`, or set `checks` below {least}, where the first of them was cut off")
        }
        _ => "raise `seconds`, or lower the budget of effort until it fits into the time".to_owned(),
    };
    vec![Finding::new(saw, remedy)]
}

/// With fewer than half of the runs answered, the median effort is a bound.
pub(super) fn censored(study: &Study<'_>) -> Vec<Finding> {
    if nothing_answered(study) {
        return Vec::new();
    }
    let is_open = |record: &Record| !is_answered(record);
    let arms = study.arms.iter().filter(|part| part.mostly(is_open) && !part.mostly(Record::timed_out));
    // More effort helps those that ran out of it; the others stop by themselves.
    let (stopped, spent): (Vec<&Part<'_>>, Vec<&Part<'_>>) =
        arms.partition(|part| 2 * part.count(|record| record.why == "stopped") > part.count(is_open));
    let tell = |arms: &[&Part<'_>]| {
        let told = arms.iter().map(|part| {
            let (answered, all) = (part.count(is_answered), grouped(part.runs.len() as u64));
            format!("`{}` answers {answered} of {all} runs", part.arm.label)
        });
        format!("{}: the median effort is a bound, not a number", listed(told.collect()))
    };
    let mut found = Vec::new();
    if let [first, ..] = spent[..] {
        let remedy = format!("compare shares solved and PAR2, or raise the budget above {}", first.arm.limits);
        found.push(Finding::new(tell(&spent), remedy));
    }
    if !stopped.is_empty() {
        let remedy = "compare shares solved: these stop by themselves, and more budget does not help them";
        found.push(Finding::new(tell(&stopped), remedy));
    }
    found
}
