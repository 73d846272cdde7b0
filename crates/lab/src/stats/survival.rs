//! Run-length distributions: the share of runs solved by a given effort (Hoos and Stützle 1998), with runs that were
//! stopped before they solved (censored) taken into account as Kaplan and Meier (1958) do.
//!
//! While no run has been stopped, the share is solved runs over all runs. A run stopped at some effort counts for what
//! comes before it and says nothing about what comes after. If every unsolved run is stopped at a common budget, the
//! curve is therefore the plain empirical distribution.

use serde::Serialize;

use super::quantile::sorted;

/// A point of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// The effort spent.
    pub effort: f64,
    /// The share of runs solved by then.
    pub share: f64,
}

/// The share solved as a step function of effort: 0 at first, then constant from each step to the next.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunLength {
    /// How many runs there are.
    pub runs: usize,
    /// Where the curve rises, and to what height: ascending, an effort once.
    pub steps: Vec<Point>,
    /// The efforts at which runs were stopped, one per run, ascending, with the height of the curve there: marks on it.
    pub censored: Vec<Point>,
}

impl RunLength {
    /// From (effort, solved) of each run. `None` for no runs, an effort that is NaN, or a solved run of infinite
    /// effort.
    pub fn of(runs: &[(f64, bool)]) -> Option<Self> {
        if runs.is_empty() || runs.iter().any(|&(effort, solved)| effort.is_nan() || (solved && effort.is_infinite())) {
            return None;
        }
        let efforts = |solved| {
            let efforts: Vec<f64> = runs.iter().filter(|run| run.1 == solved).map(|run| run.0).collect();
            sorted(&efforts).unwrap_or_default()
        };
        let (solved, stopped) = (efforts(true), efforts(false));
        Some(Self::estimate(&solved, &stopped))
    }

    /// The share solved by an effort.
    pub fn at(&self, effort: f64) -> f64 {
        let passed = self.steps.partition_point(|step| step.effort <= effort);
        self.steps[..passed].last().map_or(0.0, |step| step.share)
    }

    /// The estimator of Kaplan and Meier, from ascending efforts.
    fn estimate(solved: &[f64], stopped: &[f64]) -> Self {
        let runs = solved.len() + stopped.len();
        let mut curve = Self { runs, steps: Vec::new(), censored: Vec::new() };
        // What survives is `share`, times the part of `risk` runs that are still at it. The two are renewed only when
        // runs were stopped in between: until then the curve is a count of runs over their number, without rounding.
        let (mut share, mut risk, mut left, mut before) = (1.0, runs, runs, 0);
        #[expect(clippy::float_cmp, reason = "runs of the same effort are one step")]
        for group in solved.chunk_by(|a, b| a == b) {
            let effort = group[0];
            let lost = stopped.partition_point(|&stop| stop < effort) - before;
            if lost > 0 {
                share *= left as f64 / risk as f64;
                left -= lost;
                risk = left;
                before += lost;
            }
            left -= group.len();
            curve.steps.push(Point { effort, share: 1.0 - share * (left as f64 / risk as f64) });
        }
        curve.censored = stopped.iter().map(|&effort| Point { effort, share: curve.at(effort) }).collect();
        curve
    }
}
