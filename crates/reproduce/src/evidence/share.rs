//! How often something was observed. Runs on one puzzle are alike: its interval counts the effective number of runs.

use std::fmt;

use pencilmark::front::display::{grouped, percent};
use pencilmark_lab::Record;
use pencilmark_lab::stats::{CONFIDENCE, Interval, proportion};

use crate::Ruling;
use crate::verdict::when;

/// An event that was never observed counts as "never" if its interval ends below this share.
const RARE_SHARE: f64 = 0.05;

/// A share is known well enough to be compared with bounds if its interval is no wider than this.
const MAX_WIDTH: f64 = 0.1;

/// How often something was observed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    pub(crate) hits: usize,
    pub(crate) of: usize,
    /// As many independent runs would tell as much.
    effective: f64,
}

impl Share {
    /// Of runs on different puzzles.
    pub(crate) fn new(hits: usize, of: usize) -> Self {
        Self { hits, of, effective: of as f64 }
    }

    /// Of one observation per puzzle.
    pub(crate) fn of(seen: impl IntoIterator<Item = bool>) -> Self {
        let (mut hits, mut of) = (0, 0);
        for hit in seen {
            hits += usize::from(hit);
            of += 1;
        }
        Self::new(hits, of)
    }

    /// Of several observations per puzzle, each with its puzzle.
    pub(crate) fn by_puzzle<K: PartialEq>(seen: impl IntoIterator<Item = (K, bool)>) -> Self {
        let mut puzzles: Vec<(K, (u64, u64))> = Vec::new();
        for (puzzle, hit) in seen {
            // Runs are in the order of the puzzles, so the right one is near the end.
            let place = puzzles.iter().rposition(|(known, _)| *known == puzzle).unwrap_or_else(|| {
                puzzles.push((puzzle, (0, 0)));
                puzzles.len() - 1
            });
            let (hits, runs) = &mut puzzles[place].1;
            *hits += u64::from(hit);
            *runs += 1;
        }
        Self::pooled(&puzzles.into_iter().map(|(_, counts)| counts).collect::<Vec<_>>())
    }

    /// Of the hits and runs of each puzzle.
    pub(crate) fn pooled(puzzles: &[(u64, u64)]) -> Self {
        let sum = |part: fn(&(u64, u64)) -> u64| puzzles.iter().map(part).sum::<u64>() as usize;
        let all = Self::new(sum(|counts| counts.0), sum(|counts| counts.1));
        Self { effective: proportion::counted_runs(puzzles).unwrap_or(all.effective), ..all }
    }

    /// How many runs were solved.
    pub(crate) fn solved(records: &[&Record]) -> Self {
        Self::by_puzzle(records.iter().map(|record| (record.instance.as_str(), record.is_solved())))
    }

    /// How often it was not observed.
    pub(crate) fn others(self) -> Self {
        Self { hits: self.of - self.hits, ..self }
    }

    pub(crate) fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.hits as f64 / self.of as f64 }
    }

    pub(crate) fn interval(self) -> Interval {
        let wilson = proportion::wilson_of(self.value(), self.effective, CONFIDENCE);
        wilson.unwrap_or(Interval { low: 0.0, high: 1.0 })
    }

    /// Whether the share is above `part`.
    pub(crate) fn more_than(self, part: f64) -> Ruling {
        let Interval { low, high } = self.interval();
        let text = |side: &str| format!("the interval of the share lies {side} {}", words(part));
        Ruling::decide(when(low > part, text("above")), when(high < part, text("below")))
    }

    /// Whether the share is below `part`.
    pub(crate) fn less_than(self, part: f64) -> Ruling {
        self.more_than(part).not()
    }

    /// Whether it never happens: a single occurrence refutes that, and it is undecided until the interval ends below
    /// `RARE_SHARE`.
    pub(crate) fn never(self) -> Ruling {
        let rare = self.hits == 0 && self.interval().high < RARE_SHARE;
        let holds = format!("none was seen and the interval of the share ends below {}", percent(RARE_SHARE));
        Ruling::decide(when(rare, holds), when(self.hits > 0, "one was seen"))
    }

    /// Whether the share lies between two bounds. It does if its value does and its interval is no wider than
    /// `MAX_WIDTH`; it does not if its interval lies outside of them.
    pub(crate) fn between(self, least: f64, most: f64) -> Ruling {
        let Interval { low, high } = self.interval();
        let inside = (least..=most).contains(&self.value()) && high - low <= MAX_WIDTH;
        let bounds = format!("{} and {}", percent(least), percent(most));
        let points = 100.0 * MAX_WIDTH;
        Ruling::decide(
            when(inside, format!("the share lies between {bounds}, and its interval is at most {points} points wide")),
            when(high < least || low > most, "the interval of the share lies outside of that range"),
        )
    }

    /// Whether a figure is typical of some values: whether the shares of those that are as low and of those that are as
    /// high are both above `tail`.
    pub(crate) fn typical(as_low: Self, as_high: Self, tail: f64) -> Ruling {
        let ends = [as_low.interval(), as_high.interval()];
        let text = "the shares of those that are as low, and as high, as the figure";
        let part = percent(tail);
        Ruling::decide(
            when(ends.iter().all(|ends| ends.low > tail), format!("the intervals of {text} both lie above {part}")),
            when(ends.iter().any(|ends| ends.high < tail), "one of them lies below"),
        )
    }

    /// In a cell of a table.
    pub(crate) fn cell(self) -> String {
        let Interval { low, high } = self.interval();
        let end = |share: f64| percent(share).trim_end_matches(" %").to_owned();
        if self.of == 0 { "-".to_owned() } else { format!("{} ({}-{})", percent(self.value()), end(low), end(high)) }
    }
}

/// A share in a sentence.
fn words(part: f64) -> String {
    if (part - 0.5).abs() < 1e-9 { "one half".to_owned() } else { percent(part) }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval();
        let (hits, of) = (grouped(self.hits as u64), grouped(self.of as u64));
        let end = |share: f64| percent(share).trim_end_matches(" %").to_owned();
        write!(f, "{hits} of {of} ({}, interval {}-{} %)", percent(self.value()), end(low), end(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn shares_come_with_their_intervals() {
        assert_eq!(Share::of([true, false, true, true]).to_string(), "3 of 4 (75 %, interval 30-95 %)");
        assert_eq!(Share::of([]).to_string(), "0 of 0 (0 %, interval 0-100 %)");
        assert_eq!(Share::new(3, 60).cell(), "5.0 % (1.7-14)");
        assert_eq!(Share::new(0, 0).cell(), "-");
    }

    #[test]
    fn runs_on_one_puzzle_count_as_little_as_they_are_alike() {
        // Ten puzzles, of which half are solved by all ten runs and half by none.
        let alike = Share::by_puzzle((0..100).map(|run| (run / 10, run / 10 % 2 == 0)));
        assert_eq!((alike.hits, alike.of), (50, 100));
        let of_ten = Share::new(5, 10).interval();
        assert!((alike.interval().low - of_ten.low).abs() < 0.05, "{alike}");
        // Runs that differ as much on one puzzle as between puzzles say more, but no more than ten puzzles that end alike.
        let mixed = Share::by_puzzle((0..100).map(|run| (run / 10, run % 2 == 0)));
        let width = |share: Share| share.interval().high - share.interval().low;
        assert!((width(mixed) - width(Share::new(10, 10))).abs() < 1e-6 && width(mixed) < width(alike), "{mixed}");
        assert_eq!(alike.more_than(0.35).verdict, Verdict::Undecided);
        assert_eq!(mixed.more_than(0.35).verdict, Verdict::Holds);
        // With one run a puzzle nothing changes.
        assert_eq!(Share::by_puzzle((0..60).map(|run| (run, run < 20))), Share::new(20, 60));
    }

    #[test]
    fn a_share_decides_what_its_interval_does() {
        use Verdict::{DoesNotHold, Holds, Undecided};
        let share = Share::new;
        for (ruling, wanted) in [
            (share(50, 60).more_than(0.5), Holds),
            (share(33, 60).more_than(0.5), Undecided),
            (share(10, 60).more_than(0.5), DoesNotHold),
            (share(10, 60).less_than(0.5), Holds),
            (share(0, 0).less_than(0.5), Undecided),
            (share(0, 100).never(), Holds),
            (share(0, 20).never(), Undecided),
            (share(1, 20).never(), DoesNotHold),
            (share(60, 400).between(0.1, 0.2), Holds),
            (share(3, 20).between(0.1, 0.2), Undecided),
            (share(85, 400).between(0.1, 0.2), Undecided),
            (share(160, 400).between(0.1, 0.2), DoesNotHold),
            (share(0, 0).between(0.1, 0.2), Undecided),
        ] {
            assert_eq!(ruling.verdict, wanted, "{ruling:?}");
        }
        for (low, high, wanted) in [(30, 40, Holds), (3, 60, DoesNotHold), (18, 45, Undecided)] {
            assert_eq!(Share::typical(share(low, 60), share(high, 60), 0.25).verdict, wanted);
        }
        assert_eq!(
            share(50, 60).less_than(0.5).rule(),
            "Holds if the interval of the share lies below one half; does not hold if the interval of the share lies \
             above one half."
        );
    }
}
