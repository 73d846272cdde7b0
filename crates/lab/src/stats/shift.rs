//! The typical ratio of paired efforts that belongs to the signed-rank test (Hodges and Lehmann 1963).
//!
//! - *Walsh average*: the mean of two differences, or of one with itself. The median of all of them is the typical difference.
//! - *interval*: the shifts that the signed-rank test does not reject, so that it excludes a ratio of 1 if and only if the
//!   test does. Its ends are Walsh averages, too.
//! - *level*: what is left of 5 % after Holm's correction, so that interval and corrected p agree as well.
//!
//! Differences are those of logarithms. A puzzle that only one side solves has an infinite one.

use super::{Estimate, Interval, SIGNIFICANCE, normal};

/// An infinite logarithm, as a number that averages with others: its half is still beyond every ratio.
const UNSOLVED: f64 = 1e6;

/// The most pairs for which the distribution of the statistic is exact, as in [`super::wilcoxon`].
const EXACT_UP_TO: usize = 50;

/// The typical ratio, given the logarithm of every pair's ratio, with the interval that belongs to a test with this p before
/// and after correction. Too few pairs to be significant leave it open at both ends. `None` for no pairs or NaN.
pub fn typical_ratio(logarithms: &[f64], p: f64, corrected: f64) -> Option<Estimate> {
    if logarithms.is_empty() || logarithms.iter().any(|log| log.is_nan()) {
        return None;
    }
    let mut logs: Vec<f64> = logarithms.iter().map(|log| log.clamp(-UNSOLVED, UNSOLVED)).collect();
    logs.sort_unstable_by(f64::total_cmp);
    let (n, all) = (logs.len(), logs.len() * (logs.len() + 1) / 2);
    let value = f64::midpoint(walsh(&logs, all.div_ceil(2)), walsh(&logs, all / 2 + 1)).exp();
    let level = if corrected > 0.0 { SIGNIFICANCE * p / corrected } else { SIGNIFICANCE };
    let (mut low, mut high) = match rejected_up_to(n, level) {
        Some(cut) => (walsh(&logs, cut + 1).exp(), walsh(&logs, all - cut).exp()),
        None => (0.0, f64::INFINITY),
    };
    // With ties, the test of no difference is not quite that of the shifts beside it. It decides on which side of 1 to end.
    if corrected >= SIGNIFICANCE {
        (low, high) = (low.min(1.0), high.max(1.0));
    } else if value > 1.0 {
        low = low.max(1.0);
    } else if value < 1.0 {
        high = high.min(1.0);
    }
    Some(Estimate { value, interval: Interval { low, high } })
}

/// The k-th smallest Walsh average of sorted values, by bisection: there are too many to list for thousands of puzzles.
fn walsh(sorted: &[f64], k: usize) -> f64 {
    let up_to = |sum: f64| {
        let mut end = sorted.len();
        let mut count = 0;
        for (index, value) in sorted.iter().enumerate() {
            while end > index && value + sorted[end - 1] > sum {
                end -= 1;
            }
            count += end.saturating_sub(index);
        }
        count
    };
    let (mut low, mut high) = (2.0 * sorted[0] - 1.0, 2.0 * sorted[sorted.len() - 1]);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if up_to(middle) >= k { high = middle } else { low = middle }
    }
    high / 2.0
}

/// The largest value of the statistic that the two-sided test of `n` pairs rejects at a level; `None` if it rejects none.
fn rejected_up_to(n: usize, level: f64) -> Option<usize> {
    let all = n * (n + 1) / 2;
    if n > EXACT_UP_TO {
        let (n, mean) = (n as f64, all as f64 / 2.0);
        let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
        let bound = mean + normal::quantile(level / 2.0)? * deviation;
        return (bound > 0.0).then(|| bound.ceil() as usize - 1);
    }
    let mut probability = vec![0.0; all + 1];
    probability[0] = 1.0;
    for rank in 1..=n {
        for sum in (0..=all).rev() {
            let with = if sum >= rank { probability[sum - rank] } else { 0.0 };
            probability[sum] = f64::midpoint(probability[sum], with);
        }
    }
    let tails = probability.iter().scan(0.0, |tail, chance| {
        *tail += chance;
        Some(2.0 * *tail)
    });
    tails.take_while(|p| *p < level).count().checked_sub(1)
}
