//! Runs, puzzle by puzzle: what they spent, and runs that no plan expresses.

use pencilmark::{Answer, Puzzle, SolveError};

use crate::experiment::{Instances, Measure};
use crate::stats::quantile::median;
use crate::{Arm, Instance, LabError, Record};

use super::super::Desk;

/// What runs spent on each puzzle, in the order of the puzzles: the median over seeds, infinity where a run did not solve.
pub(in super::super) fn efforts(records: &[&Record], measure: Measure) -> Vec<f64> {
    let effort = |record: &Record| if record.is_solved() { record.effort(measure) } else { f64::INFINITY };
    by_puzzle(records.iter().map(|record| (record.instance.as_str(), effort(record))))
}

/// The median of the values of each puzzle, in the order of first mention.
pub(in super::super) fn by_puzzle<K: PartialEq>(values: impl IntoIterator<Item = (K, f64)>) -> Vec<f64> {
    let mut groups: Vec<(K, Vec<f64>)> = Vec::new();
    for (puzzle, value) in values {
        match groups.iter_mut().find(|(known, _)| *known == puzzle) {
            Some((_, group)) => group.push(value),
            None => groups.push((puzzle, vec![value])),
        }
    }
    groups.iter().filter_map(|(_, values)| median(values)).collect()
}

/// A figure of each puzzle, in order: the median over the runs on it.
pub(in super::super) fn figure_by_puzzle(records: &[&Record], figure: impl Fn(&Record) -> f64) -> Vec<f64> {
    by_puzzle(records.iter().map(|record| (record.instance.as_str(), figure(record))))
}

/// Puzzles to generate.
pub(in super::super) fn generated(kind: &str, size: &str, count: usize) -> Instances {
    Instances { kind: Some(kind.to_owned()), size: Some(size.to_owned()), count: Some(count), ..Instances::default() }
}

/// Runs an arm on every puzzle with every seed, as `look` says; `look` gets the puzzle, its number and the seed.
pub(in super::super) fn each_run<R: Send>(
    desk: &Desk<'_>,
    name: &str,
    instances: &[Instance],
    arm: &Arm,
    look: impl Fn(&Puzzle, usize, u64) -> Result<R, LabError> + Sync,
) -> Result<Vec<R>, LabError> {
    let seeds = arm.seeds.max(1);
    desk.each(name, instances.len() * seeds as usize, |index| {
        let (board, seed) = (index / seeds as usize, arm.first_seed + index as u64 % seeds);
        look(&instances[board].puzzle, board, seed)
    })
}

/// What to say of a solve that did not come off. A wrong answer is a bug, and stops everything.
#[allow(clippy::needless_pass_by_value)] // for map_err
pub(in super::super) fn trouble(error: SolveError) -> LabError {
    match error {
        SolveError::Wrong { .. } => LabError::Wrong(error.to_string()),
        _ => LabError::Request(error.to_string()),
    }
}

/// The number in each cell of a puzzle, 0 where there is none.
pub(in super::super) fn numbers(puzzle: &Puzzle) -> Result<Answer, LabError> {
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
