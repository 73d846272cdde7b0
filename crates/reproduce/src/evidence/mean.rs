//! Means with bootstrap intervals, and how they are formatted.

use pencilmark::front::display::{ratio, short};
use pencilmark_lab::stats::Estimate;
use pencilmark_lab::stats::bootstrap::Bootstrap;
use pencilmark_lab::stats::quantile::{Summary, median};

use super::SEED;
use crate::Ruling;
use crate::verdict::when;

/// Whether `what` is above a bound, by its interval.
pub(crate) fn above(what: &str, estimate: Option<Estimate>, bound: f64) -> Ruling {
    let text = |side: &str| format!("the interval of {what} lies {side} {bound}");
    Ruling::decide(
        when(estimate.is_some_and(|estimate| estimate.interval.low > bound), text("above")),
        when(estimate.is_some_and(|estimate| estimate.interval.high < bound), text("below")),
    )
}

/// Whether `what` is below a bound, by its interval.
pub(crate) fn below(what: &str, estimate: Option<Estimate>, bound: f64) -> Ruling {
    above(what, estimate, bound).not()
}

/// Whether `what` lies between two bounds: it does if its whole interval does, and does not if none of it does.
pub(crate) fn within(what: &str, estimate: Option<Estimate>, least: f64, most: f64) -> Ruling {
    let inside = |estimate: Estimate| estimate.interval.low >= least && estimate.interval.high <= most;
    let outside = |estimate: Estimate| estimate.interval.high < least || estimate.interval.low > most;
    Ruling::decide(
        when(estimate.is_some_and(inside), format!("the interval of {what} lies between {least} and {most}")),
        when(estimate.is_some_and(outside), "all of it lies outside"),
    )
}

/// A smaller difference of shares counts as none.
const SMALL: f64 = 0.05;

/// Whether something happens more often, by the difference of the shares `on` some boards: its interval lies above 0, or it
/// ends below `SMALL`.
pub(crate) fn more_often(on: &str, difference: Option<Estimate>) -> Ruling {
    let end = |of: fn(Estimate) -> bool| difference.is_some_and(of);
    Ruling::decide(
        when(
            end(|apart| apart.interval.low > 0.0),
            format!("the interval of the difference of the shares{on} lies above 0"),
        ),
        when(end(|apart| apart.interval.high < SMALL), format!("it ends below {} points", 100.0 * SMALL)),
    )
}

/// A difference of shares: 18.2 points (14.1 to 22.2).
pub(crate) fn format_points(difference: Option<Estimate>) -> String {
    let points = |share: f64| format!("{:.1}", 100.0 * share);
    difference.map_or_else(
        || "-".to_owned(),
        |Estimate { value, interval }| {
            format!("{} points ({} to {})", points(value), points(interval.low), points(interval.high))
        },
    )
}

/// The saving that a ratio amounts to, with its interval: 90 % (85-93).
pub(crate) fn format_saving(ratio: Option<Estimate>) -> String {
    let part = |ratio: f64| {
        let saved = 100.0 * (1.0 - ratio);
        if saved > 98.5 { format!("{saved:.1}") } else { format!("{saved:.0}") }
    };
    let text =
        |Estimate { value, interval }| format!("{} % ({}-{})", part(value), part(interval.high), part(interval.low));
    ratio.map_or_else(|| "nothing".to_owned(), text)
}

/// How many times, with its interval: 25 times (14-40).
pub(crate) fn times(Estimate { value, interval }: Estimate) -> String {
    format!("{} times ({}-{})", ratio(value), ratio(interval.low), ratio(interval.high))
}

/// The mean with its interval.
pub(crate) fn mean(values: &[f64]) -> Option<Estimate> {
    Bootstrap::new(SEED).estimate(values, |values| values.iter().sum::<f64>() / values.len() as f64)
}

/// How much larger the mean of the values marked `true` is than that of the others, with its interval from resampled
/// puzzles.
pub(crate) fn mean_difference(values: &[(bool, f64)]) -> Option<Estimate> {
    Bootstrap::new(SEED).estimate(values, |values| two_means(values).map_or(0.0, |[others, these]| these - others))
}

/// The ratio of two means of unrelated values, with its interval.
pub(crate) fn mean_ratio(before: &[f64], after: &[f64]) -> Option<Estimate> {
    let labelled = |so: bool, values: &[f64]| values.iter().map(|&value| (so, value)).collect::<Vec<_>>();
    let values = [labelled(false, before), labelled(true, after)].concat();
    Bootstrap::new(SEED)
        .estimate(&values, |values| two_means(values).map_or(1.0, |[before, after]| after / before.max(1.0)))
}

/// The ratio of two means over the same puzzles, with its interval.
pub(crate) fn ratio_of_means(before: &[f64], after: &[f64]) -> Option<Estimate> {
    let pairs: Vec<(f64, f64)> = before.iter().copied().zip(after.iter().copied()).collect();
    Bootstrap::new(SEED).estimate(&pairs, |pairs| {
        let (before, after) = pairs.iter().fold((0.0, 0.0), |(before, after), pair| (before + pair.0, after + pair.1));
        after / before.max(1.0)
    })
}

/// The means of the values marked `false` and of those marked `true`; `None` if either is empty.
fn two_means(values: &[(bool, f64)]) -> Option<[f64; 2]> {
    let mean = |wanted: bool| {
        let (sum, count) = values
            .iter()
            .filter(|(so, _)| *so == wanted)
            .fold((0.0, 0), |(sum, count), (_, value)| (sum + value, count + 1));
        (count > 0).then(|| sum / f64::from(count))
    };
    Some([mean(false)?, mean(true)?])
}

/// A number with its interval: 123 (98-150).
pub(crate) fn format_estimate(estimate: Option<Estimate>) -> String {
    let text =
        |Estimate { value, interval }| format!("{} ({}-{})", short(value), short(interval.low), short(interval.high));
    estimate.map_or_else(|| "-".to_owned(), text)
}

/// An estimate with one decimal: 39.8 (39.7-39.9).
pub(crate) fn format_tenths(estimate: Option<Estimate>) -> String {
    let text = |Estimate { value, interval }| format!("{value:.1} ({:.1}-{:.1})", interval.low, interval.high);
    estimate.map_or_else(|| "-".to_owned(), text)
}

/// Median and quartiles: 36 (28-54).
pub(crate) fn median_and_quartiles(values: &[f64]) -> String {
    let text = |summary: Summary| format!("{} ({}-{})", short(summary.median), short(summary.q1), short(summary.q3));
    Summary::of(values).map_or_else(|| "-".to_owned(), text)
}

/// The median of values, or 0 if there are none.
pub(crate) fn median_of(values: &[f64]) -> f64 {
    median(values).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_means_knows_its_sign() {
        let values: Vec<(bool, f64)> = (0..60).map(|n| (n % 2 == 0, f64::from(n % 7 + 3 * (1 - n % 2)))).collect();
        let estimate = mean_difference(&values).expect("an estimate");
        assert!(estimate.interval.low > 1.0 && estimate.interval.high < 5.0, "{estimate:?}");
        assert_eq!(format_estimate(mean(&[2.0, 2.0])), "2 (2-2)");
        assert_eq!(median_and_quartiles(&[1.0, 2.0, 3.0]), "2 (1.5-2.5)");
    }

    #[test]
    fn a_saving_is_what_a_ratio_leaves() {
        let before: Vec<f64> = (1..=40).map(|n| f64::from(n) * 10.0).collect();
        let after: Vec<f64> = before.iter().map(|effort| effort / 5.0).collect();
        assert_eq!(format_saving(ratio_of_means(&before, &after)), "80 % (80-80)");
    }
}
