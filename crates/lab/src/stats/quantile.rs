//! Quantiles by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996; the default of `NumPy`,
//! `SciPy` and R), for data that may hold infinities.
//!
//! Unsolved runs are `+∞`. Between a finite value and an infinite one lies the infinite one: the median of five solved
//! and five unsolved runs is not known to be finite. Exactly halfway from `-∞` to `+∞` lies 0, so that data of
//! opposite sign have quantiles of opposite sign.

use serde::Serialize;

/// The quantile `p` of values in any order. `None` for no values, NaN among them, or `p` outside 0 to 1.
pub fn quantile(values: &[f64], p: f64) -> Option<f64> {
    quantile_of_sorted(&sorted(values)?, p)
}

/// The median of values in any order. `None` for no values or NaN among them.
pub fn median(values: &[f64]) -> Option<f64> {
    if values.iter().any(|value| value.is_nan()) {
        return None;
    }
    median_in_place(&mut values.to_vec())
}

/// The median of values without NaN, which end up in another order: linear time. `None` for no values.
pub fn median_in_place(values: &mut [f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let middle = values.len() / 2;
    let even = values.len().is_multiple_of(2);
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    if !even {
        return Some(upper);
    }
    below.iter().copied().max_by(f64::total_cmp).map(|lower| Place { lower, upper, weight: 0.5 }.value())
}

/// The quantile `p` of values in ascending order, without NaN.
pub fn quantile_of_sorted(sorted: &[f64], p: f64) -> Option<f64> {
    place(sorted, p).map(|place| place.value())
}

/// A summary of a sample in seven numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Summary {
    /// How many values there are.
    pub n: usize,
    /// The smallest.
    pub min: f64,
    /// The lower quartile.
    pub q1: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub q3: f64,
    /// The largest.
    pub max: f64,
    /// The arithmetic mean: infinite as soon as one value is.
    pub mean: f64,
}

impl Summary {
    /// `None` for no values, NaN among them, or infinities of both signs, which have no mean.
    pub fn of(values: &[f64]) -> Option<Self> {
        let sorted = sorted(values)?;
        let mean = sorted.iter().sum::<f64>() / sorted.len() as f64;
        if mean.is_nan() {
            return None;
        }
        Some(Self {
            n: sorted.len(),
            min: *sorted.first()?,
            q1: quantile_of_sorted(&sorted, 0.25)?,
            median: quantile_of_sorted(&sorted, 0.5)?,
            q3: quantile_of_sorted(&sorted, 0.75)?,
            max: *sorted.last()?,
            mean,
        })
    }
}

/// The values in ascending order, if there are any and all are numbers.
pub(super) fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    if values.is_empty() || values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Some(sorted)
}

/// Where a quantile lies: between two neighbours, at a weight of the upper one from 0 to 1, 1 excluded.
pub(super) struct Place {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) weight: f64,
}

impl Place {
    /// Whether both neighbours are finite.
    pub(super) fn is_finite(&self) -> bool {
        self.lower.is_finite() && self.upper.is_finite()
    }

    /// The value there.
    pub(super) fn value(&self) -> f64 {
        let Self { lower, upper, weight } = *self;
        if weight == 0.0 {
            return lower;
        }
        match (lower.is_finite(), upper.is_finite()) {
            // The same from both ends, so that mirrored data have mirrored quantiles.
            (true, true) if weight <= 0.5 => lower + (upper - lower) * weight,
            (true, true) => upper - (upper - lower) * (1.0 - weight),
            (true, false) => upper,
            (false, true) => lower,
            (false, false) if lower.is_sign_negative() == upper.is_sign_negative() => lower,
            (false, false) if weight < 0.5 => lower,
            (false, false) if weight > 0.5 => upper,
            (false, false) => 0.0,
        }
    }
}

/// The place of quantile `p` among ascending values.
pub(super) fn place(sorted: &[f64], p: f64) -> Option<Place> {
    if sorted.is_empty() || !(0.0..=1.0).contains(&p) {
        return None;
    }
    let position = p * (sorted.len() - 1) as f64;
    // A position that rounding moved off an order statistic goes back to it: beside an infinity it would matter.
    let whole = position.round();
    let position = if (position - whole).abs() <= 4.0 * f64::EPSILON * whole { whole } else { position };
    let index = position.floor() as usize;
    let lower = *sorted.get(index)?;
    Some(Place { lower, upper: sorted.get(index + 1).copied().unwrap_or(lower), weight: position - position.floor() })
}
