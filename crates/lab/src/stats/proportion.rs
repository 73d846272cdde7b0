//! Success rates: the score interval of a proportion (Wilson 1927), without continuity correction.
//!
//! Unlike the textbook interval it stays within 0 and 1, and says something at 0 of n and n of n.

use super::{Interval, normal, tail_share};

/// The Wilson interval of `solved` out of `runs`. Nothing for no runs, more solved than run, or a confidence that is not
/// strictly between 0 and 1.
pub fn wilson(solved: u64, runs: u64, confidence: f64) -> Option<Interval> {
    if runs == 0 || solved > runs {
        return None;
    }
    let z = -normal::quantile(tail_share(confidence)?)?;
    let (k, n) = (solved as f64, runs as f64);
    let scale = n + z * z;
    let centre = (k + z * z / 2.0) / scale;
    let reach = z * (z * z / 4.0 + k * (n - k) / n).sqrt() / scale;
    Some(Interval {
        low: if solved == 0 { 0.0 } else { (centre - reach).max(0.0) },
        high: if solved == runs { 1.0 } else { (centre + reach).min(1.0) },
    })
}
