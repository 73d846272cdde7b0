//! Success rates: the score interval of a proportion (Wilson 1927), without continuity correction.
//!
//! Unlike the textbook interval it stays within 0 and 1, and says something at 0 of n and n of n.

use super::{CONFIDENCE, Estimate, Interval, normal, tail_share};

/// The Wilson interval of `solved` out of `runs`. `None` for no runs, more solved than run, or a confidence that is
/// not strictly between 0 and 1.
pub fn wilson(solved: u64, runs: u64, confidence: f64) -> Option<Interval> {
    if runs == 0 || solved > runs {
        return None;
    }
    wilson_of(solved as f64 / runs as f64, runs as f64, confidence)
}

/// The Wilson interval of a share seen in `n` runs, which need not be whole: see [`effective_runs`].
pub fn wilson_of(share: f64, n: f64, confidence: f64) -> Option<Interval> {
    if !((0.0..=1.0).contains(&share) && n > 0.0 && n.is_finite()) {
        return None;
    }
    let z = -normal::quantile(tail_share(confidence)?)?;
    let k = share * n;
    let scale = n + z * z;
    let centre = (k + z * z / 2.0) / scale;
    let reach = z * (z * z / 4.0 + k * (n - k) / n).sqrt() / scale;
    Some(Interval {
        low: if share <= 0.0 { 0.0 } else { (centre - reach).max(0.0) },
        high: if share >= 1.0 { 1.0 } else { (centre + reach).min(1.0) },
    })
}

/// The share solved, given (solved, runs) of each puzzle, with the Wilson interval for the [runs that
/// count](counted_runs).
pub fn clustered(puzzles: &[(u64, u64)]) -> Option<Estimate> {
    let value = share(puzzles);
    let interval = wilson_of(value, counted_runs(puzzles)?, CONFIDENCE)?;
    Some(Estimate { value, interval })
}

fn share(puzzles: &[(u64, u64)]) -> f64 {
    let (solved, runs) = puzzles.iter().fold((0, 0), |(a, b), &(solved, runs)| (a + solved, b + runs));
    solved as f64 / runs as f64
}

/// The [effective number](effective_runs) of runs, but no more than leaves the interval as wide as that of puzzles which
/// all end alike. What no puzzle has shown may still be true of another: without this bound, the correlation of runs seems
/// to vanish with the first failure, and 79 of 80 would look more certain than 80 of 80.
pub fn counted_runs(puzzles: &[(u64, u64)]) -> Option<f64> {
    let clusters = puzzles.iter().filter(|(_, runs)| *runs > 0).count() as f64;
    let width = |value: f64, runs: f64| wilson_of(value, runs, CONFIDENCE).map(|interval| interval.high - interval.low);
    let (value, least) = (share(puzzles), width(1.0, clusters)?);
    let (mut few, mut many) = (clusters, effective_runs(puzzles)?);
    if width(value, many)? >= least {
        return Some(many);
    }
    // The interval narrows as the number grows; with as many runs as puzzles it is wide enough.
    for _ in 0..60 {
        let between = f64::midpoint(few, many);
        if width(value, between)? >= least {
            few = between;
        } else {
            many = between;
        }
    }
    Some(few)
}

/// The effective number of independent runs, given (solved, runs) of each puzzle: runs on one puzzle are correlated.
///
/// The number of runs over the design effect 1 + (m - 1) r (Kish 1965), with m the runs per puzzle and r the intraclass
/// correlation of the one-way analysis of variance, (F - 1) / (F - 1 + m), not below 0. If all runs end alike, the
/// correlation cannot be estimated, and each puzzle counts as one run.
pub fn effective_runs(puzzles: &[(u64, u64)]) -> Option<f64> {
    let puzzles: Vec<(f64, f64)> =
        puzzles.iter().filter(|(_, runs)| *runs > 0).map(|&(solved, runs)| (solved as f64, runs as f64)).collect();
    let k = puzzles.len() as f64;
    let n: f64 = puzzles.iter().map(|(_, runs)| runs).sum();
    if puzzles.is_empty() || puzzles.iter().any(|(solved, runs)| solved > runs) {
        return None;
    }
    let mean = puzzles.iter().map(|(solved, _)| solved).sum::<f64>() / n;
    let between: f64 = puzzles.iter().map(|(solved, runs)| runs * (solved / runs - mean).powi(2)).sum();
    let within: f64 = puzzles.iter().map(|(solved, runs)| solved * (1.0 - solved / runs)).sum();
    if n <= k {
        return Some(n);
    }
    if within <= 0.0 || k < 2.0 {
        return Some(k);
    }
    let squares: f64 = puzzles.iter().map(|(_, runs)| runs * runs).sum();
    let m = (n - squares / n) / (k - 1.0);
    let f = (between / (k - 1.0)) / (within / (n - k));
    let alike = ((f - 1.0) / (f - 1.0 + m)).max(0.0);
    Some(n / (1.0 + (m - 1.0) * alike))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four puzzles with twenty runs each, of which this many fail, spread evenly.
    fn with_failures(failures: u64) -> Interval {
        let puzzles: Vec<(u64, u64)> =
            (0..4).map(|puzzle| (20 - failures / 4 - u64::from(puzzle < failures % 4), 20)).collect();
        clustered(&puzzles).expect("a share").interval
    }

    #[test]
    fn no_interval_is_narrower_because_something_failed() {
        let width = |interval: Interval| interval.high - interval.low;
        let perfect = with_failures(0);
        assert!(
            (perfect.low - wilson(4, 4, CONFIDENCE).expect("an interval").low).abs() < 1e-12 && perfect.high >= 1.0
        );
        for failures in 1..=80 {
            let (here, before) = (with_failures(failures), with_failures(failures - 1));
            assert!(width(here) >= width(perfect) - 1e-9, "{failures}: {here:?}");
            assert!(here.low <= before.low + 1e-9 && here.high <= before.high + 1e-9, "{failures}: {here:?}");
        }
    }

    #[test]
    fn one_run_a_puzzle_is_plain_wilson() {
        let puzzles: Vec<(u64, u64)> = (0..80).map(|puzzle| (u64::from(puzzle > 7), 1)).collect();
        assert_eq!(clustered(&puzzles).map(|share| share.interval), wilson(72, 80, CONFIDENCE));
        assert_eq!(clustered(&[]), None);
    }
}
