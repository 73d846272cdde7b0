//! Floor and ceiling: puzzles too hard or too easy for a difference to show.

use std::collections::HashMap;

use super::no_op::same_counters;
use super::study::{ArmRuns, Finding, Study, searched_nothing};
use crate::experiment::Measure;
use crate::{Record, RunOutcome};
use pencilmark::front::display::{counted, grouped};
use pencilmark::outcome::{Counters, Why};

/// No arm answers anything, or every arm answers most puzzles with the minimum effort.
pub(super) fn floor(study: &Study<'_>) -> Vec<Finding> {
    if nothing_answered(study) {
        return too_hard(study).into_iter().collect();
    }
    if !effort_at_floor(study) {
        return Vec::new();
    }
    let measure = study.plan.measure();
    let all = study.records().count();
    let at = study.records().filter(|record| at_floor(record, measure)).count();
    let idle = study.records().filter(|record| record.is_answered() && searched_nothing(record)).count();
    let how = if 2 * idle > at {
        "the puzzle is solved without any search".to_owned()
    } else {
        format!("no decision is undone: the {} are at their minimum", measure.word())
    };
    let (at, all) = (grouped(at as u64), counted(all, "run"));
    vec![Finding::new(
        format!("in {at} of {all}, and in most runs of every arm, {how}"),
        "use harder puzzles: larger ones, or ones with fewer clues (`missing`, `minimal = true`)",
    )]
}

fn too_hard(study: &Study<'_>) -> Option<Finding> {
    if study.arms.iter().all(|part| part.mostly(Record::timed_out)) {
        return None; // another rule warns about the time cap
    }
    let all = study.records().count();
    let stopped = study.records().filter(|record| record.ended == RunOutcome::GaveUp(Why::Incomplete)).count();
    let more = study.arms.first().filter(|_| 2 * stopped < all);
    let more = more.map_or(String::new(), |part| format!(", or a budget above {}", part.arm.limits));
    let observed = format!("no arm answers anything: 0 of {}", counted(all, "run"));
    Some(Finding::new(observed, format!("use easier puzzles{more}")))
}

/// Everything is solved, with the same effort by every arm.
pub(super) fn ceiling(study: &Study<'_>) -> Vec<Finding> {
    let measure = study.plan.measure();
    let all = study.records().count();
    let solved = study.arms.iter().all(|part| !part.runs.is_empty() && part.records().all(Record::is_answered));
    if !solved || study.arms.len() < 2 || all < 4 || tells_apart(study, measure) || effort_at_floor(study) {
        return Vec::new();
    }
    let one_treatment =
        |part: &ArmRuns<'_>| part.method() == study.arms[0].method() && same_counters(&study.arms[0], part).is_some();
    if study.arms.iter().all(one_treatment) {
        return Vec::new(); // that is a no-op
    }
    let others = [Measure::Checks, Measure::Nodes, Measure::Assignments, Measure::Evaluations, Measure::Generated];
    let other = others.into_iter().find(|&other| tells_apart(study, other));
    let other = other.map_or(String::new(), |other| format!(", or another measure (`measure = \"{}\"`)", other.word()));
    vec![Finding::new(
        format!("every arm answers all of {}, with the same {} on every puzzle", counted(all, "run"), measure.word()),
        format!("use harder puzzles, or a smaller budget{other}"),
    )]
}

/// Whether there are runs, and none has an answer.
pub(super) fn nothing_answered(study: &Study<'_>) -> bool {
    study.records().next().is_some() && !study.records().any(Record::is_answered)
}

/// Whether most runs of every arm that searches have the minimum effort.
fn effort_at_floor(study: &Study<'_>) -> bool {
    let measure = study.plan.measure();
    let mut searching = study.arms.iter().filter(|part| part.method() != "ac-3" && !part.runs.is_empty()).peekable();
    searching.peek().is_some() && searching.all(|part| part.mostly(|record| at_floor(record, measure)))
}

/// Whether nothing was searched or, where decisions are counted, none was undone.
fn at_floor(record: &Record, measure: Measure) -> bool {
    let Counters { steps, evaluations, generated, backtracks, .. } = record.counters;
    let decides = steps == 0 && evaluations == 0 && generated == 0;
    let counts_decisions = matches!(measure, Measure::Nodes | Measure::Assignments);
    record.is_answered() && (searched_nothing(record) || counts_decisions && decides && backtracks == 0)
}

/// Whether there is a puzzle on which two runs differ in a measure.
fn tells_apart(study: &Study<'_>, measure: Measure) -> bool {
    let mut first: HashMap<usize, f64> = HashMap::new();
    let mut runs = study.arms.iter().flat_map(|part| &part.runs);
    runs.any(|(run, record)| {
        let effort = record.effort(measure);
        (*first.entry(run.instance).or_insert(effort) - effort).abs() > 0.0
    })
}
