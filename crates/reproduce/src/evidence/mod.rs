//! Statistics and how they decide claims: shares with Wilson's interval, medians and means with a bootstrap interval,
//! and paired comparisons with the median ratio, its interval and the p of Wilcoxon's test.
//!
//! An infinite effort stands for a puzzle that was not solved. All intervals are 95 % intervals.

mod mean;
mod paired;
mod runs;

use std::fmt;

use pencilmark::display::{average, grouped, percent};
use pencilmark_lab::Record;
use pencilmark_lab::stats::bootstrap::Bootstrap;
use pencilmark_lab::stats::quantile::median_in_place;
use pencilmark_lab::stats::{CONFIDENCE, Estimate, Interval, proportion};

use super::Verdict;

pub(super) use mean::{
    format_estimate, format_saving, format_tenths, mean, mean_difference, mean_ratio, median_and_quartiles, median_of,
    ratio_of_means, times,
};
pub(super) use paired::Paired;
pub(super) use runs::{by_puzzle, each_run, efforts, generated, numbers, solve_error, value_by_puzzle};

/// A difference is significant if its corrected p is below this.
pub(super) const SIGNIFICANCE: f64 = 0.05;

/// The seed of the resamples of every interval.
const SEED: u64 = 2026;

/// An event that was never observed counts as "never" if its interval ends below this share.
const RARE_SHARE: f64 = 0.05;

/// A share is known well enough to be compared with bounds if its interval is no wider than this.
const MAX_WIDTH: f64 = 0.1;

/// How often something was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) hits: usize,
    pub(super) of: usize,
}

impl Share {
    pub(super) fn of(seen: impl IntoIterator<Item = bool>) -> Self {
        seen.into_iter()
            .fold(Self { hits: 0, of: 0 }, |share, hit| Self { hits: share.hits + usize::from(hit), of: share.of + 1 })
    }

    pub(super) fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.hits as f64 / self.of as f64 }
    }

    pub(super) fn interval(self) -> Interval {
        let wilson = proportion::wilson(self.hits as u64, self.of as u64, CONFIDENCE);
        wilson.unwrap_or(Interval { low: 0.0, high: 1.0 })
    }

    /// Whether the share is above `part`: undecided where the interval includes it.
    pub(super) fn more_than(self, part: f64) -> Verdict {
        let Interval { low, high } = self.interval();
        Verdict::decide(low > part, high < part)
    }

    /// Whether the share is below `part`: undecided where the interval includes it.
    pub(super) fn less_than(self, part: f64) -> Verdict {
        self.more_than(part).not()
    }

    /// Whether it never happens: a single occurrence refutes that, and it is undecided until the interval ends below
    /// `RARE_SHARE`.
    pub(super) fn never(self) -> Verdict {
        Verdict::decide(self.hits == 0 && self.interval().high < RARE_SHARE, self.hits > 0)
    }

    /// Whether the share lies between two bounds. It does if its value does and its interval is no wider than
    /// `MAX_WIDTH`; it does not if its interval lies outside of them.
    pub(super) fn between(self, least: f64, most: f64) -> Verdict {
        let Interval { low, high } = self.interval();
        let inside = (least..=most).contains(&self.value()) && high - low <= MAX_WIDTH;
        Verdict::decide(inside, high < least || low > most)
    }

    /// How many runs were solved.
    pub(super) fn solved(records: &[&Record]) -> Self {
        Self::of(records.iter().map(|record| record.is_solved()))
    }

    /// In a cell of a table.
    pub(super) fn cell(self) -> String {
        let Interval { low, high } = self.interval();
        let end = |share: f64| percent(share).trim_end_matches(" %").to_owned();
        if self.of == 0 { "-".to_owned() } else { format!("{} ({}-{})", percent(self.value()), end(low), end(high)) }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval();
        let (hits, of) = (grouped(self.hits as u64), grouped(self.of as u64));
        let end = |share: f64| percent(share).trim_end_matches(" %").to_owned();
        write!(f, "{hits} of {of} ({}, interval {}-{} %)", percent(self.value()), end(low), end(high))
    }
}

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
    if parts.is_empty() { "none".to_owned() } else { pencilmark::display::listed(parts) }
}

/// Fails if a part of a chapter is missing or empty.
#[cfg(test)]
pub(super) fn assert_complete(chapter: &super::Chapter) {
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
    fn shares_and_medians_come_with_their_intervals() {
        assert_eq!(Share::of([true, false, true, true]).to_string(), "3 of 4 (75 %, interval 30-95 %)");
        assert_eq!(Share::of([]).to_string(), "0 of 0 (0 %, interval 0-100 %)");
        assert_eq!(Share { hits: 3, of: 60 }.cell(), "5.0 % (1.7-14)");
        assert_eq!(Share { hits: 0, of: 0 }.cell(), "-");
        assert_eq!(Median::of(&[7.0; 9]).to_string(), "7 (7-7)");
        assert_eq!(Median::of(&[]).to_string(), "nothing");
        assert_eq!([loss(0.14), loss(0.0), loss(1.0)], [".14", ".00", "1.00"]);
    }

    #[test]
    fn a_share_decides_what_its_interval_does() {
        let share = |hits, of| Share { hits, of };
        for (verdict, wanted) in [
            (share(50, 60).more_than(0.5), Verdict::Holds),
            (share(33, 60).more_than(0.5), Verdict::Undecided),
            (share(10, 60).more_than(0.5), Verdict::DoesNotHold),
            (share(10, 60).less_than(0.5), Verdict::Holds),
            (share(0, 0).less_than(0.5), Verdict::Undecided),
            (share(0, 100).never(), Verdict::Holds),
            (share(0, 20).never(), Verdict::Undecided),
            (share(1, 20).never(), Verdict::DoesNotHold),
            (share(60, 400).between(0.1, 0.2), Verdict::Holds),
            (share(3, 20).between(0.1, 0.2), Verdict::Undecided),
            (share(85, 400).between(0.1, 0.2), Verdict::Undecided),
            (share(160, 400).between(0.1, 0.2), Verdict::DoesNotHold),
            (share(0, 0).between(0.1, 0.2), Verdict::Undecided),
        ] {
            assert_eq!(verdict, wanted);
        }
    }
}
