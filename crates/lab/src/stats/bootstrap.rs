//! Bootstrap intervals (Efron 1979): the statistic is recomputed on data drawn with replacement from the data.
//!
//! Whole observations are drawn: for paired data, an observation is a pair. The draws come from a `ChaCha8` stream
//! keyed by a seed, so an interval replays bit for bit.
//!
//! - *replicate*: the statistic of one resample.
//! - *percentile interval*: the middle part of the replicates.
//! - *`BCa`*: the same with its ends moved for bias and for acceleration, the change of spread with the statistic
//!   (Efron
//!   1987; Efron and Tibshirani 1993, section 14.3). It wants a smooth statistic; the median is not one.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::quantile::{Place, median_in_place, place, sorted};
use super::{CONFIDENCE, Estimate, Interval, normal, tail_share};

/// How the ends of the interval are read off the replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// Equal shares of replicates beyond either end.
    Percentile,
    /// Bias-corrected and accelerated.
    Bca,
}

/// How to bootstrap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// Keys the draws.
    pub seed: u64,
    /// How many resamples to draw.
    pub resamples: usize,
    /// The confidence of the interval, strictly between 0 and 1.
    pub confidence: f64,
    /// How the interval ends.
    pub ends: Ends,
}

impl Bootstrap {
    /// 10,000 resamples, 95 %, percentile.
    pub fn new(seed: u64) -> Self {
        Self { seed, resamples: 10_000, confidence: CONFIDENCE, ends: Ends::Percentile }
    }

    /// A statistic of observations, with its interval. The statistic may reorder what it is given. `None` for no data
    /// or no resamples, a statistic that is ever NaN, or an interval that is not defined (`BCa` of data that hardly
    /// vary).
    ///
    /// The interval of a single observation has no width, which is not evidence of anything.
    pub fn estimate<T: Copy>(&self, data: &[T], statistic: impl FnMut(&mut [T]) -> f64) -> Option<Estimate> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let rows = (0..self.resamples).map(|_| (0..data.len()).map(|_| below(&mut rng, data.len())).collect());
        estimate_from(data, statistic, rows, self.confidence, self.ends)
    }
}

/// [`Bootstrap::estimate`] with resamples given as rows of indices into the data.
pub fn estimate_from<T: Copy>(
    data: &[T],
    mut statistic: impl FnMut(&mut [T]) -> f64,
    rows: impl IntoIterator<Item = Vec<usize>>,
    confidence: f64,
    ends: Ends,
) -> Option<Estimate> {
    let tail = tail_share(confidence)?;
    if data.is_empty() {
        return None;
    }
    let value = statistic(&mut data.to_vec());
    let mut resample = Vec::with_capacity(data.len());
    let mut replicates = Vec::new();
    for row in rows {
        resample.clear();
        for index in row {
            resample.push(*data.get(index)?);
        }
        replicates.push(statistic(&mut resample));
    }
    let replicates = sorted(&replicates)?;
    let (low, high) = match ends {
        Ends::Percentile => (tail, 1.0 - tail),
        Ends::Bca => corrected(&replicates, value, &leave_one_out(data, statistic), tail)?,
    };
    let interval = Interval { low: low_end(&place(&replicates, low)?), high: high_end(&place(&replicates, high)?) };
    (!value.is_nan()).then_some(Estimate { value, interval })
}

/// The median of the ratios `b[i] / a[i]`, with its 95 % percentile interval from 10,000 resamples of the pairs: how
/// many times the effort of `a` does `b` need?
///
/// An infinite effort is an unsolved run. A pair that neither solves says nothing and is dropped; one that only `a`
/// solves has a ratio of infinity, one that only `b` solves a ratio of 0. The interval may then end at 0 or at
/// infinity.
///
/// Medians and ends are taken of logarithms, so that halving weighs what doubling does, and exchanging `a` and `b`
/// inverts the answer. `None` for different lengths, no pair left, or an effort that is not above 0: a caller whose
/// counter can be 0 decides what that is worth, usually `effort.max(1.0)`.
pub fn median_ratio(a: &[f64], b: &[f64], seed: u64) -> Option<Estimate> {
    let positive = |effort: &f64| *effort > 0.0;
    if a.len() != b.len() || !a.iter().chain(b).all(positive) {
        return None;
    }
    let solved_by_one = |(a, b): &(&f64, &f64)| a.is_finite() || b.is_finite();
    let logs: Vec<f64> = a.iter().zip(b).filter(solved_by_one).map(|(a, b)| (b / a).ln()).collect();
    let median = |logs: &mut [f64]| median_in_place(logs).unwrap_or(f64::NAN);
    let log = Bootstrap::new(seed).estimate(&logs, median)?;
    Some(Estimate {
        value: log.value.exp(),
        interval: Interval { low: log.interval.low.exp(), high: log.interval.high.exp() },
    })
}

/// The statistic without each observation in turn (the jackknife).
fn leave_one_out<T: Copy>(data: &[T], mut statistic: impl FnMut(&mut [T]) -> f64) -> Vec<f64> {
    if data.len() < 2 {
        return Vec::new();
    }
    let without = |left_out: usize| {
        let mut rest = data.to_vec();
        rest.remove(left_out);
        statistic(&mut rest)
    };
    (0..data.len()).map(without).collect()
}

/// The shares of replicates below the two ends of a `BCa` interval.
fn corrected(replicates: &[f64], value: f64, jackknife: &[f64], tail: f64) -> Option<(f64, f64)> {
    let below = replicates.partition_point(|&replicate| replicate < value);
    let at_most = replicates.partition_point(|&replicate| replicate <= value);
    let bias = normal::quantile((below + at_most) as f64 / (2 * replicates.len()) as f64)?;

    let n = jackknife.len() as f64;
    let mean = jackknife.iter().sum::<f64>() / n;
    let power_sum = |power: i32| jackknife.iter().map(|without| (mean - without).powi(power)).sum::<f64>();
    let acceleration = power_sum(3) / (6.0 * power_sum(2).powf(1.5));

    let share = |z: f64| normal::cdf(bias + (bias + z) / (1.0 - acceleration * (bias + z)));
    let z = normal::quantile(tail)?;
    let (low, high) = (share(z), share(-z));
    (!low.is_nan() && !high.is_nan()).then_some((low, high))
}

/// The lower end at a place among the replicates. Beside an infinity it goes outwards: an interval may be too wide.
fn low_end(place: &Place) -> f64 {
    if place.is_finite() { place.value() } else { place.lower }
}

/// The upper end, likewise.
fn high_end(place: &Place) -> f64 {
    if place.is_finite() || place.weight == 0.0 { place.value() } else { place.upper }
}

/// An index below `bound`. The bias is below 2^-32 for an index.
fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}
