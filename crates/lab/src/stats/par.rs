//! Scores over instances, as in the SAT competitions: PAR2 and the cactus plot.

use serde::Serialize;

/// The penalised average effort: the mean over (effort, solved), an unsolved run counting twice the budget. A solved
/// run counts what it spent, even a little past the budget. `None` for no runs, an effort or budget that is negative
/// or NaN, or a solved run of infinite effort.
pub fn par2(runs: &[(f64, bool)], budget: f64) -> Option<f64> {
    let wrong = |&(effort, solved): &(f64, bool)| effort.is_nan() || effort < 0.0 || (solved && effort.is_infinite());
    if runs.is_empty() || budget.is_nan() || budget < 0.0 || runs.iter().any(wrong) {
        return None;
    }
    let total: f64 = runs.iter().map(|&(effort, solved)| if solved { effort } else { 2.0 * budget }).sum();
    Some(total / runs.len() as f64)
}

/// A point of a cactus plot: given this effort each, so many instances are solved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Solved {
    /// How many instances are solved.
    pub count: usize,
    /// The effort of the hardest of them.
    pub effort: f64,
}

/// The efforts of the solved instances in ascending order, counted. Unsolved ones, and efforts that are NaN, are left
/// out: the curve ends where the method does.
pub fn cactus(runs: &[(f64, bool)]) -> Vec<Solved> {
    let mut efforts: Vec<f64> = runs.iter().filter(|run| run.1 && !run.0.is_nan()).map(|run| run.0).collect();
    efforts.sort_unstable_by(f64::total_cmp);
    efforts.into_iter().enumerate().map(|(index, effort)| Solved { count: index + 1, effort }).collect()
}
