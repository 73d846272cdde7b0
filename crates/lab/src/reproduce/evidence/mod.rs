//! Evidence, measured and in words: shares with Wilson's interval, medians and means with a bootstrap interval, paired
//! comparisons with the median ratio, its interval and Wilcoxon's p; and what of a claim each of them decides.
//!
//! An effort of infinity is a puzzle that was not solved. All intervals are of 95 %.

mod means;
mod paired;
mod runs;

use std::fmt;

use crate::Record;
use crate::stats::bootstrap::Bootstrap;
use crate::stats::quantile::median_in_place;
use crate::stats::{CONFIDENCE, Estimate, Interval, proportion};
use crate::words::{grouped, percent};

use super::Verdict;

pub(super) use means::{
    mean, mean_difference, mean_ratio, median_of, middle, ratio_of_means, saving, tenths, times, with_interval,
};
pub(super) use paired::Paired;
pub(super) use runs::{by_puzzle, each_run, efforts, figure_by_puzzle, generated, numbers, trouble};

/// A difference counts if its p, corrected, is below this.
pub(super) const LEVEL: f64 = 0.05;

/// Keys the resamples of every interval.
const SEED: u64 = 2026;

/// What was never seen is taken to be never if its interval ends below this.
const RARE: f64 = 0.05;

/// A share is known well enough to be like another if its interval is no wider than this.
const WIDTH: f64 = 0.1;

/// How often something was seen.
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

    /// Whether it is more than so much: undecided where the interval reaches both sides.
    pub(super) fn more_than(self, part: f64) -> Verdict {
        let Interval { low, high } = self.interval();
        Verdict::sure(low > part, high < part)
    }

    /// Whether it is less than so much, likewise.
    pub(super) fn less_than(self, part: f64) -> Verdict {
        self.more_than(part).not()
    }

    /// Whether it never happens: once refutes it, and until the interval ends below `RARE` nothing is said.
    pub(super) fn never(self) -> Verdict {
        Verdict::sure(self.hits == 0 && self.interval().high < RARE, self.hits > 0)
    }

    /// Whether it lies between two bounds: its value does and its interval is no wider than `WIDTH`; or its interval meets
    /// them nowhere.
    pub(super) fn between(self, least: f64, most: f64) -> Verdict {
        let Interval { low, high } = self.interval();
        let inside = (least..=most).contains(&self.value()) && high - low <= WIDTH;
        Verdict::sure(inside, high < least || low > most)
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
pub(super) struct Middle(pub(super) Option<Estimate>);

impl Middle {
    pub(super) fn of(values: &[f64]) -> Self {
        let median = |values: &mut [f64]| median_in_place(values).unwrap_or(f64::NAN);
        Self(Bootstrap::new(SEED).estimate(values, median))
    }

    /// In words, each number by `number`.
    pub(super) fn told(self, number: impl Fn(f64) -> String) -> String {
        match self.0 {
            None => "nothing".to_owned(),
            Some(Estimate { value, interval }) => {
                format!("{} ({}-{})", number(value), number(interval.low), number(interval.high))
            }
        }
    }
}

impl fmt::Display for Middle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(number))
    }
}

/// A count for a sentence.
pub(super) fn number(value: f64) -> String {
    match value {
        _ if value.is_infinite() => "∞".to_owned(),
        _ if value.fract().abs() > 1e-9 && value < 10.0 => format!("{value:.1}"),
        _ => grouped(value.round() as u64),
    }
}

/// A loss for a sentence: .14.
pub(super) fn loss(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// "a, b and c".
pub(super) fn listed(parts: &[String]) -> String {
    if parts.is_empty() { "none".to_owned() } else { crate::words::listed(parts) }
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
    fn shares_and_medians_come_with_their_intervals() {
        assert_eq!(Share::of([true, false, true, true]).to_string(), "3 of 4 (75 %, interval 30-95 %)");
        assert_eq!(Share::of([]).to_string(), "0 of 0 (0 %, interval 0-100 %)");
        assert_eq!(Share { hits: 3, of: 60 }.cell(), "5.0 % (1.7-14)");
        assert_eq!(Share { hits: 0, of: 0 }.cell(), "-");
        assert_eq!(Middle::of(&[7.0; 9]).to_string(), "7 (7-7)");
        assert_eq!(Middle::of(&[]).to_string(), "nothing");
        assert_eq!([number(1763.4), number(2.5), number(f64::INFINITY)], ["1,763", "2.5", "∞"]);
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
