//! Efforts of runs puzzle by puzzle, and runs that are not part of a plan.

use pencilmark::outcome::{End, Why};
use pencilmark::{Answer, Options, Puzzle, Report, SolveError};

use pencilmark_lab::experiment::{Instances, Measure};
use pencilmark_lab::stats::quantile::median;
use pencilmark_lab::{Arm, Instance, LabError, Record};

use crate::Context;
use crate::tasks::Rows;

/// The effort on each puzzle, in the order of the puzzles: the median over seeds, where a run that did not solve has
/// infinite effort.
pub(crate) fn efforts(records: &[&Record], measure: Measure) -> Vec<f64> {
    let effort = |record: &Record| if record.is_solved() { record.effort(measure) } else { f64::INFINITY };
    by_puzzle(records.iter().map(|record| (record.instance.as_str(), effort(record))))
}

/// The median of the values of each puzzle, in the order in which puzzles first occur.
pub(crate) fn by_puzzle<K: PartialEq>(values: impl IntoIterator<Item = (K, f64)>) -> Vec<f64> {
    let mut groups: Vec<(K, Vec<f64>)> = Vec::new();
    for (puzzle, value) in values {
        match groups.iter_mut().find(|(known, _)| *known == puzzle) {
            Some((_, group)) => group.push(value),
            None => groups.push((puzzle, vec![value])),
        }
    }
    groups.iter().filter_map(|(_, values)| median(values)).collect()
}

/// A value of each puzzle, in order: the median over its runs.
pub(crate) fn value_by_puzzle(records: &[&Record], figure: impl Fn(&Record) -> f64) -> Vec<f64> {
    by_puzzle(records.iter().map(|record| (record.instance.as_str(), figure(record))))
}

/// Puzzles to generate.
pub(crate) fn generated(kind: &str, size: &str, count: usize) -> Instances {
    Instances { kind: Some(kind.to_owned()), count: Some(count), ..Instances::default() }.with("size", size)
}

/// Calls `look` for every puzzle with every seed of an arm; it gets the puzzle, its number and the options of the run.
pub(crate) fn each_run<R: Send + Rows>(
    context: &Context<'_>,
    name: &str,
    instances: &[Instance],
    arm: &Arm,
    look: impl Fn(&Puzzle, usize, &Options) -> Result<R, LabError> + Sync,
) -> Result<Vec<R>, LabError> {
    let seeds = arm.seeds.max(1);
    let seed_of = |index: u64| arm.first_seed + index % seeds;
    let runs = instances.iter().flat_map(|instance| (0..seeds).map(move |seed| (instance, seed)));
    let tasks: Vec<String> = runs.map(|(instance, seed)| format!("{} seed {}", instance.id, seed_of(seed))).collect();
    context.map(name, &tasks, |index| {
        let board = index / seeds as usize;
        look(&instances[board].puzzle, board, &arm.options(seed_of(index as u64), context.stop))
    })
}

/// Whether a budget ended a run, and not the method itself.
pub(crate) fn is_stopped_by_budget(report: &Report) -> bool {
    matches!(report.outcome.end, End::GaveUp(why) if why != Why::Incomplete)
}

/// A failed solve as an error of the lab. A wrong answer is a bug and stops everything.
#[allow(clippy::needless_pass_by_value)] // for map_err
pub(crate) fn solve_error(error: SolveError) -> LabError {
    match error {
        SolveError::Wrong { .. } => LabError::Wrong(error.to_string()),
        _ => LabError::Request(error.to_string()),
    }
}

/// The number in each cell of a puzzle, 0 where there is none.
pub(crate) fn numbers(puzzle: &Puzzle) -> Result<Answer, LabError> {
    let cell = |cell: &serde_json::Value| cell.as_i64().unwrap_or(0) as i32;
    let row = |row: &serde_json::Value| row.as_array().map(|row| row.iter().map(cell).collect());
    let object = puzzle.to_json();
    let rows = object.get("grid").and_then(|grid| grid.as_array()?.iter().map(row).collect::<Option<Vec<Vec<i32>>>>());
    let grid = rows.and_then(Answer::from_rows);
    grid.ok_or_else(|| LabError::Request("a board without numbers".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_a_puzzle_come_to_their_median() {
        assert_eq!(by_puzzle([("a", 1.0), ("b", 5.0), ("a", 3.0), ("a", 9.0)]), [3.0, 5.0]);
    }
}
