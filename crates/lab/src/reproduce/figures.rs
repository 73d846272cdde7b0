//! Figures as the chapters on KenKen, Sudoku and Star Battle give them, on top of `evidence`: shares and comparisons in
//! cells of tables and against what was reported, means with an interval from the bootstrap.

use std::fmt;

use super::evidence::{Paired, Share, by_puzzle};
use crate::Record;
use crate::experiment::Instances;
use crate::stats::bootstrap::Bootstrap;
use crate::stats::holm::holm;
use crate::stats::quantile::{Summary, median};
use crate::stats::{Estimate, Interval};
use crate::words::{percent, ratio, short};

/// The p below which a difference counts.
pub(super) const LEVEL: f64 = 0.05;

/// The key of all resampling.
const KEY: u64 = 2026;

impl Share {
    /// How many runs were solved.
    pub(super) fn solved(records: &[&Record]) -> Self {
        Self::of(records.iter().map(|record| record.is_solved()))
    }

    /// Whether it is more than half, beyond doubt.
    pub(super) fn is_most(self) -> bool {
        self.interval().low > 0.5
    }

    /// In a cell of a table.
    pub(super) fn cell(self) -> String {
        let Interval { low, high } = self.interval();
        let end = |share: f64| percent(share).trim_end_matches(" %").to_owned();
        if self.of == 0 { "-".to_owned() } else { format!("{} ({}-{})", percent(self.value()), end(low), end(high)) }
    }
}

/// How one arm compares with another on the same puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effect {
    /// How many times the first one's effort the second one needs.
    pub(super) paired: Paired,
    /// The puzzles.
    pub(super) pairs: usize,
    /// Those on which both came to the same.
    pub(super) same: usize,
}

impl Effect {
    /// Of efforts on the same puzzles; infinite where a run was not solved.
    pub(super) fn of(before: &[f64], after: &[f64]) -> Self {
        let at_least_one = |efforts: &[f64]| efforts.iter().map(|effort| effort.max(1.0)).collect::<Vec<_>>();
        let (before, after) = (at_least_one(before), at_least_one(after));
        #[expect(clippy::float_cmp, reason = "counts are whole numbers")]
        let same = before.iter().zip(&after).filter(|(a, b)| a == b).count();
        Self { paired: Paired::of(&before, &after), pairs: before.len(), same }
    }

    /// Whether the second arm needs less, beyond doubt.
    pub(super) fn saves(&self) -> bool {
        self.paired.is_less() && self.paired.ratio.is_some_and(|ratio| ratio.interval.high < 1.0)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pairs > 0 && self.same == self.pairs {
            write!(f, "the same on all {} puzzles", self.pairs)
        } else {
            self.paired.fmt(f)
        }
    }
}

/// Corrects the p of several comparisons for being several.
pub(super) fn corrected(mut effects: Vec<Effect>) -> Vec<Effect> {
    let p: Vec<f64> = effects.iter().map(|effect| effect.paired.p).collect();
    for (effect, p) in effects.iter_mut().zip(holm(&p).unwrap_or(p)) {
        effect.paired.p = p;
    }
    effects
}

/// What is saved at such a ratio, with its interval: 90 % (85-93).
pub(super) fn saving(ratio: Option<Estimate>) -> String {
    let part = |ratio: f64| {
        let saved = 100.0 * (1.0 - ratio);
        if saved > 98.5 { format!("{saved:.1}") } else { format!("{saved:.0}") }
    };
    let told =
        |Estimate { value, interval }| format!("{} % ({}-{})", part(value), part(interval.high), part(interval.low));
    ratio.map_or_else(|| "nothing".to_owned(), told)
}

/// How many times, with its interval: 25 times (14-40).
pub(super) fn times(Estimate { value, interval }: Estimate) -> String {
    format!("{} times ({}-{})", ratio(value), ratio(interval.low), ratio(interval.high))
}

/// The mean with its interval.
pub(super) fn mean(values: &[f64]) -> Option<Estimate> {
    Bootstrap::new(KEY).estimate(values, |values| values.iter().sum::<f64>() / values.len() as f64)
}

/// How much larger the mean of those that are so is than that of the others, with its interval: puzzles are drawn again,
/// each with what it came to.
pub(super) fn mean_difference(values: &[(bool, f64)]) -> Option<Estimate> {
    Bootstrap::new(KEY).estimate(values, |values| two_means(values).map_or(0.0, |[others, these]| these - others))
}

/// How many times the mean of some values is that of others, with its interval.
pub(super) fn mean_ratio(before: &[f64], after: &[f64]) -> Option<Estimate> {
    let labelled = |so: bool, values: &[f64]| values.iter().map(|&value| (so, value)).collect::<Vec<_>>();
    let values = [labelled(false, before), labelled(true, after)].concat();
    Bootstrap::new(KEY)
        .estimate(&values, |values| two_means(values).map_or(1.0, |[before, after]| after / before.max(1.0)))
}

/// What some values add up to, as a part of what others on the same puzzles do, with its interval: a ratio of means.
pub(super) fn ratio_of_means(before: &[f64], after: &[f64]) -> Option<Estimate> {
    let pairs: Vec<(f64, f64)> = before.iter().copied().zip(after.iter().copied()).collect();
    Bootstrap::new(KEY).estimate(&pairs, |pairs| {
        let (before, after) = pairs.iter().fold((0.0, 0.0), |(before, after), pair| (before + pair.0, after + pair.1));
        after / before.max(1.0)
    })
}

/// The means of those that are not so and of those that are; nothing where one of the two has none.
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
pub(super) fn with_interval(estimate: Option<Estimate>) -> String {
    let told =
        |Estimate { value, interval }| format!("{} ({}-{})", short(value), short(interval.low), short(interval.high));
    estimate.map_or_else(|| "-".to_owned(), told)
}

/// The same to a tenth: 39.8 (39.7-39.9).
pub(super) fn tenths(estimate: Option<Estimate>) -> String {
    let told = |Estimate { value, interval }| format!("{value:.1} ({:.1}-{:.1})", interval.low, interval.high);
    estimate.map_or_else(|| "-".to_owned(), told)
}

/// Median and quartiles: 36 (28-54).
pub(super) fn middle(values: &[f64]) -> String {
    let told = |summary: Summary| format!("{} ({}-{})", short(summary.median), short(summary.q1), short(summary.q3));
    Summary::of(values).map_or_else(|| "-".to_owned(), told)
}

/// The middle of values, 0 of none.
pub(super) fn median_of(values: &[f64]) -> f64 {
    median(values).unwrap_or(0.0)
}

/// A figure of each puzzle, in order: the median over the runs on it.
pub(super) fn figure_by_puzzle(records: &[&Record], figure: impl Fn(&Record) -> f64) -> Vec<f64> {
    by_puzzle(records.iter().map(|record| (record.instance.as_str(), figure(record))))
}

/// Puzzles to generate.
pub(super) fn generated(kind: &str, size: &str, count: usize) -> Instances {
    Instances { kind: Some(kind.to_owned()), size: Some(size.to_owned()), count: Some(count), ..Instances::default() }
}

/// Fails where a chapter leaves something unsaid.
#[cfg(test)]
pub(super) fn assert_whole(chapter: &super::Chapter) {
    assert!(!chapter.setting.is_empty());
    for claim in &chapter.claims {
        for text in [&claim.claim, &claim.reported, &claim.measured, &claim.reason] {
            assert!(!text.is_empty() && !text.contains("NaN"), "{claim:?}");
        }
        assert!(claim.claim.ends_with('.') && claim.reason.ends_with('.'), "{claim:?}");
    }
    for table in &chapter.tables {
        assert!(!table.title.is_empty() && !table.rows.is_empty(), "{table:?}");
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{table:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_carry_their_interval_and_what_they_rest_on() {
        assert_eq!(Share { hits: 3, of: 60 }.cell(), "5.0 % (1.7-14)");
        assert_eq!(Share { hits: 0, of: 0 }.cell(), "-");
        assert!(Share { hits: 50, of: 60 }.is_most() && !Share { hits: 33, of: 60 }.is_most());

        let before: Vec<f64> = (1..=40).map(|n| f64::from(n) * 10.0).collect();
        let after: Vec<f64> = before.iter().map(|effort| effort / 5.0).collect();
        let effect = Effect::of(&before, &after);
        assert_eq!(effect.to_string(), "0.20 times (0.20-0.20, p < .001)");
        assert_eq!(saving(ratio_of_means(&before, &after)), "80 % (80-80)");
        assert!(effect.saves());
        assert!(!Effect::of(&after, &before).saves());
        assert_eq!(Effect::of(&before, &before).to_string(), "the same on all 40 puzzles");
        assert!(!Effect::of(&before, &before).saves() && !Effect::of(&[], &[]).saves());
    }

    #[test]
    fn a_difference_of_means_knows_its_sign() {
        let values: Vec<(bool, f64)> = (0..60).map(|n| (n % 2 == 0, f64::from(n % 7 + 3 * (1 - n % 2)))).collect();
        let estimate = mean_difference(&values).expect("an estimate");
        assert!(estimate.interval.low > 1.0 && estimate.interval.high < 5.0, "{estimate:?}");
        assert_eq!(with_interval(mean(&[2.0, 2.0])), "2 (2-2)");
        assert_eq!(middle(&[1.0, 2.0, 3.0]), "2 (1.5-2.5)");
    }
}
