//! The statistics of the lab, as pure functions on slices.
//!
//! - *effort*: what a run spends, in any one unit (checks, evaluations, seconds). Smaller is better.
//! - *unsolved*: an effort of `f64::INFINITY`, where a function takes efforts alone; `(effort, solved)`, where it must
//!   know when the run was stopped (censored).
//! - *pair*: the efforts of two methods on the same instance. `a[i]` and `b[i]` belong together.
//!
//! | question | answer |
//! | --- | --- |
//! | how often does it solve? | [`proportion::wilson`] |
//! | how long does it take? | [`quantile::Summary`], [`survival::RunLength`], [`par::par2`], [`par::cactus`] |
//! | how does it get there? | [`bands::bands`] |
//! | how many times the effort? | [`shift::typical_ratio`], [`bootstrap::median_ratio`] |
//! | is the difference real, and how large? | [`wilcoxon::wilcoxon`], [`effect::vargha_delaney`] |
//! | and with several comparisons? | [`holm::holm`] |
//!
//! Nothing here panics and nothing returns NaN: input without an answer (empty, NaN, slices of different lengths) gives
//! `None`. Results may be infinite where unsolved runs make them so; `serde_json` writes those as `null`.
//!
//! Where `SciPy` has the same statistic, `tests/lab/stats.rs` compares them, to nine digits.

use serde::Serialize;

pub mod bands;
pub mod bootstrap;
pub mod effect;
pub mod holm;
pub mod normal;
pub mod par;
pub mod proportion;
pub mod quantile;
mod rank;
pub mod shift;
pub mod survival;
#[cfg(test)]
mod tests;
pub mod wilcoxon;

/// The confidence of intervals where the caller does not choose one.
pub const CONFIDENCE: f64 = 0.95;

/// A difference is significant if its corrected p is below this.
pub const SIGNIFICANCE: f64 = 0.05;

/// A confidence interval, ends included. An infinite end is an open one: the data do not bound it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in the interval, for instance a ratio of 1: no difference.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A statistic with its confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The statistic of the data.
    pub value: f64,
    /// Its confidence interval.
    pub interval: Interval,
}

/// A confidence strictly between 0 and 1, as the share left out at each end.
fn tail_share(confidence: f64) -> Option<f64> {
    (confidence > 0.0 && confidence < 1.0).then_some((1.0 - confidence) / 2.0)
}
