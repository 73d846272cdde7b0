//! The limits of runs, and the runs that they stop.

use super::effect::nothing_answered;
use super::study::{ArmRuns, Finding, Study, clauses, grouped_by, labels, listed};
use crate::analysis::{DEARER, costs};
use crate::{DEFAULT_CHECKS, Record, RunOutcome};
use pencilmark::front::display::{counted, grouped, short};
use pencilmark::outcome::{Counters, Why};

/// Arms are comparable only with equal budgets.
pub(super) fn budgets(study: &Study<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    // As text, in which a time cap that is not set reads as the default.
    let groups = grouped_by(&study.arms, |part| part.arm.limits.to_string());
    if groups.len() > 1 {
        let text = groups.iter().map(|(limits, arms)| format!("{} may spend {limits}", labels(arms)));
        found.push(Finding::new(
            clauses(text.collect()),
            "give every arm the same `[budget]`, without a separate `budget` for any arm",
        ));
    }
    let free: Vec<&ArmRuns<'_>> = study.arms.iter().filter(|part| has_no_bound(part)).collect();
    if let [first, ..] = free[..] {
        let limits = first.arm.limits;
        found.push(Finding::new(
            format!("only time stops {}: the budget is {limits}, and no run spends any of that effort", labels(&free)),
            format!("limit checks, which every method counts: `checks = {DEFAULT_CHECKS}` under `[budget]`"),
        ));
    }
    found
}

/// Whether the method never spends any of the efforts that are limited.
fn has_no_bound(part: &ArmRuns<'_>) -> bool {
    let limits = part.arm.limits;
    let spends = |of: fn(&Counters) -> u64| part.records().any(|run| of(&run.counters) > 0);
    let bounded = limits.nodes.is_some() && spends(|spent| spent.nodes)
        || limits.evaluations.is_some() && spends(|spent| spent.evaluations);
    limits.has_effort() && limits.checks.is_none() && !bounded && spends(|spent| spent.checks)
}

/// What an arm never spends does not measure it.
pub(super) fn unspent(study: &Study<'_>) -> Vec<Finding> {
    let measure = study.plan.measure();
    let never = |part: &&ArmRuns<'_>| !part.runs.is_empty() && part.records().all(|run| run.effort(measure) <= 0.0);
    let never: Vec<&ArmRuns<'_>> = study.arms.iter().filter(never).collect();
    if never.is_empty() {
        return Vec::new();
    }
    let word = measure.word();
    vec![Finding::new(
        format!("{word} are measured, and no run of {} spends any", labels(&never)),
        "measure seconds, or checks within a family of methods",
    )]
}

/// A budget of checks is another amount of work for each family, so shares solved within it are not comparable.
pub(super) fn currencies(study: &Study<'_>) -> Vec<Finding> {
    let stops = |run: &Record| matches!(run.ended, RunOutcome::GaveUp(Why::Checks | Why::Nodes | Why::Evaluations));
    let stopped: Vec<&ArmRuns<'_>> = study.arms.iter().filter(|part| part.count(stops) > 0).collect();
    if stopped.is_empty() || study.plan.families().len() < 2 {
        return Vec::new();
    }
    let runs: Vec<Vec<&Record>> = study.arms.iter().map(|part| part.records().collect()).collect();
    // About the same cost is about the same budget.
    let Some((least, most)) = costs(&runs).filter(|(least, most)| *most >= DEARER * least) else { return Vec::new() };
    vec![Finding::new(
        format!(
            "the budget stopped runs of {}, and a check costs from {} to {} ns here: the arms had different amounts of time",
            labels(&stopped),
            short(least),
            short(most)
        ),
        "compare shares solved within a family of methods, or raise the budget until it stops none",
    )]
}

/// The effort of a run that the time cap stops is unknown, and the run cannot be replayed.
pub(super) fn timed_out(study: &Study<'_>) -> Vec<Finding> {
    let late: Vec<&ArmRuns<'_>> = study.arms.iter().filter(|part| part.mostly(Record::timed_out)).collect();
    if late.is_empty() {
        return Vec::new();
    }
    let text = late.iter().map(|part| {
        format!("{} of {} of `{}`", part.count(Record::timed_out), counted(part.runs.len(), "run"), part.arm.label)
    });
    let observed = format!(
        "the time cap stopped {}: their effort is unknown, and they cannot be replayed",
        listed(text.collect())
    );
    let cut = late.iter().flat_map(|part| part.records()).filter(|record| record.timed_out());
    let remedy = match cut.map(|record| record.counters.checks).min() {
        Some(least) if least > 0 => {
            format!("raise `seconds`, or set `checks` below {least}, where the first of them was stopped")
        }
        _ => "raise `seconds`, or lower the budget of effort".to_owned(),
    };
    vec![Finding::new(observed, remedy)]
}

/// If fewer than half of the runs are answered, the median effort is only a lower bound.
pub(super) fn censored(study: &Study<'_>) -> Vec<Finding> {
    if nothing_answered(study) {
        return Vec::new();
    }
    let is_open = |record: &Record| !record.is_answered();
    let arms = study.arms.iter().filter(|part| part.mostly(is_open) && !part.mostly(Record::timed_out));
    // More budget helps arms that exhausted it; the others stop by themselves.
    let (stopped, spent): (Vec<&ArmRuns<'_>>, Vec<&ArmRuns<'_>>) = arms.partition(|part| {
        2 * part.count(|record| record.ended == RunOutcome::GaveUp(Why::Incomplete)) > part.count(is_open)
    });
    let describe = |arms: &[&ArmRuns<'_>]| {
        let text = arms.iter().map(|part| {
            let (answered, all) = (part.count(Record::is_answered), grouped(part.runs.len() as u64));
            format!("`{}` answers {answered} of {all} runs", part.arm.label)
        });
        format!("{}: the median effort is unknown, only a lower bound", listed(text.collect()))
    };
    let mut found = Vec::new();
    if let [first, ..] = spent[..] {
        let remedy = format!("compare shares solved and PAR2, or raise the budget above {}", first.arm.limits);
        found.push(Finding::new(describe(&spent), remedy));
    }
    if !stopped.is_empty() {
        let remedy = "compare shares solved: these arms stop by themselves, so a larger budget does not help";
        found.push(Finding::new(describe(&stopped), remedy));
    }
    found
}
