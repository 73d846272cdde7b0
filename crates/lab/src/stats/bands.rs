//! Trajectories: how the best cost falls with effort, over many runs, as quantile bands.
//!
//! A trajectory is a step function, (effort, best cost) ascending by effort. It holds its last cost from there on,
//! whether the run solved or gave up, and has no value before its first point.

use serde::Serialize;

use super::quantile::{quantile_of_sorted, sorted};

/// The costs that runs have reached by an effort.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Band {
    /// The effort spent.
    pub effort: f64,
    /// How many runs have a value by then: the quantiles are over these.
    pub runs: usize,
    /// The cost that 10 % of them are at or below.
    pub low: f64,
    /// Their median cost.
    pub median: f64,
    /// The cost that 90 % of them are at or below.
    pub high: f64,
}

/// The bands of some trajectories at the efforts of a grid. A grid point that no run has reached is left out, and so
/// is a cost that is NaN.
pub fn bands<T: AsRef<[(f64, f64)]>>(trajectories: &[T], grid: &[f64]) -> Vec<Band> {
    let band = |&effort: &f64| {
        let reached = trajectories.iter().filter_map(|trajectory| cost_at(trajectory.as_ref(), effort));
        let costs = sorted(&reached.collect::<Vec<_>>())?;
        Some(Band {
            effort,
            runs: costs.len(),
            low: quantile_of_sorted(&costs, 0.1)?,
            median: quantile_of_sorted(&costs, 0.5)?,
            high: quantile_of_sorted(&costs, 0.9)?,
        })
    };
    grid.iter().filter_map(band).collect()
}

/// The cost of a trajectory by an effort.
pub fn cost_at(trajectory: &[(f64, f64)], effort: f64) -> Option<f64> {
    let passed = trajectory.partition_point(|point| point.0 <= effort);
    trajectory[..passed].last().map(|point| point.1).filter(|cost| !cost.is_nan())
}

/// Efforts from `low` to `high`, ends included exactly, in equal ratios. `None` unless 0 < `low` < `high` < ∞ and
/// there are at least two points.
pub fn log_grid(low: f64, high: f64, points: usize) -> Option<Vec<f64>> {
    if !(low > 0.0 && low < high && high.is_finite() && points >= 2) {
        return None;
    }
    let (from, to, last) = (low.ln(), high.ln(), points - 1);
    let at = |index: usize| match index {
        0 => low,
        index if index == last => high,
        index => (from + (to - from) * index as f64 / last as f64).exp().clamp(low, high),
    };
    Some((0..points).map(at).collect())
}
