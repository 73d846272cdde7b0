//! Statistics and how they decide claims: shares with Wilson's interval, medians and means with a bootstrap interval,
//! and paired comparisons with the median ratio, its interval and the p of Wilcoxon's test.
//!
//! An infinite effort stands for a puzzle that was not solved. All intervals are 95 % intervals. The puzzle is the unit:
//! runs on one puzzle are alike, so that a share counts effective runs, and medians and means are over puzzles.

mod mean;
mod paired;
mod runs;
mod share;

use std::fmt;

use pencilmark::front::display::average;
use pencilmark_lab::stats::Estimate;
use pencilmark_lab::stats::bootstrap::Bootstrap;
use pencilmark_lab::stats::quantile::median_in_place;

pub(super) use mean::{
    above, below, format_estimate, format_points, format_saving, format_tenths, mean, mean_difference, mean_ratio,
    median_and_quartiles, median_of, more_often, ratio_of_means, times, within,
};
pub(super) use paired::Paired;
pub(super) use runs::{
    by_puzzle, each_run, efforts, generated, is_stopped_by_budget, numbers, solve_error, value_by_puzzle,
};
pub(super) use share::Share;

/// The seed of the resamples of every interval.
const SEED: u64 = 2026;

/// A median.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Median(pub(super) Option<Estimate>);

impl Median {
    pub(super) fn of(values: &[f64]) -> Self {
        let median = |values: &mut [f64]| median_in_place(values).unwrap_or(f64::NAN);
        Self(Bootstrap::new(SEED).estimate(values, median))
    }

    /// As text, with each number formatted by `number`.
    pub(super) fn format(self, number: impl Fn(f64) -> String) -> String {
        match self.0 {
            None => "nothing".to_owned(),
            Some(Estimate { value, interval }) => {
                format!("{} ({}-{})", number(value), number(interval.low), number(interval.high))
            }
        }
    }
}

impl fmt::Display for Median {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format(average))
    }
}

/// A loss with two decimals: .14.
pub(super) fn loss(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// "a, b and c".
pub(super) fn listed(parts: &[String]) -> String {
    if parts.is_empty() { "none".to_owned() } else { pencilmark::front::display::listed(parts) }
}

/// Fails if a part of a chapter is missing or empty, or if a row is there twice.
#[cfg(test)]
pub(super) fn assert_complete(chapter: &super::Chapter) {
    assert!(!chapter.setting.is_empty());
    let mut rows = std::collections::HashSet::new();
    for claim in chapter.claims.iter().chain(&chapter.found) {
        let rule = claim.ruling.rule();
        for text in [&claim.claim, &claim.reported, &claim.measured, &claim.reason, &rule] {
            assert!(!text.is_empty() && !text.contains("NaN") && !text.contains("  "), "{claim:?}");
        }
        assert!([&claim.claim, &claim.reason, &rule].iter().all(|text| text.ends_with('.')), "{claim:?}");
        assert!(rows.insert((claim.claim.clone(), claim.about.word())), "twice: {claim:?}");
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
    fn medians_come_with_their_intervals() {
        assert_eq!(Median::of(&[7.0; 9]).to_string(), "7 (7-7)");
        assert_eq!(Median::of(&[]).to_string(), "nothing");
        assert_eq!([loss(0.14), loss(0.0), loss(1.0)], [".14", ".00", "1.00"]);
    }
}
