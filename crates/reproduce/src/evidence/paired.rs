//! Two arms on the same puzzles: the median ratio of their efforts with its interval, and the p of Wilcoxon's test.
//!
//! A difference that is not significant does not show equality. Two arms are **alike** if the interval of their ratio
//! lies within `ALIKE`, and an arm does not need less than the other if the interval excludes a saving of 10 %.

use std::fmt;
use std::ops::RangeInclusive;

use pencilmark::front::display::{p_value, ratio};
use pencilmark_lab::stats::bootstrap::median_ratio;
use pencilmark_lab::stats::{Estimate, Interval, SIGNIFICANCE, holm, wilcoxon};

use super::SEED;
use crate::Ruling;
use crate::verdict::{Condition, when};

/// Ratios that count as equal.
const ALIKE: RangeInclusive<f64> = 0.9..=1.1;

/// With fewer pairs, the interval of a ratio is meaningless and no difference can be significant.
const MIN_PAIRS: usize = 6;

/// How many times the effort of one arm another needs, on the same puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paired {
    pub(crate) ratio: Option<Estimate>,
    /// Corrected if it is one of several.
    pub(crate) p: f64,
    /// The puzzles.
    pub(crate) pairs: usize,
    /// The puzzles on which both need the same.
    pub(crate) same: usize,
    /// Above 0 where the other needs more.
    tendency: f64,
    /// The numbers of puzzles that only the first arm solves, and that only the other one solves.
    alone: [usize; 2],
}

impl Paired {
    /// Compares efforts on the same puzzles; an effort is infinite where a run did not solve.
    pub(crate) fn of(base: &[f64], other: &[f64]) -> Self {
        Self::at_least(1e-9, base, other)
    }

    /// Compares counts, where 0 and 1 are treated as equal.
    pub(crate) fn of_counts(base: &[f64], other: &[f64]) -> Self {
        Self::at_least(1.0, base, other)
    }

    fn at_least(least: f64, base: &[f64], other: &[f64]) -> Self {
        let raised = |efforts: &[f64]| efforts.iter().map(|effort| effort.max(least)).collect::<Vec<f64>>();
        let (base, other) = (raised(base), raised(other));
        // On logarithms, so that the test matches the ratio: halving weighs what doubling does.
        let logs = |efforts: &[f64]| efforts.iter().map(|effort| effort.ln()).collect::<Vec<f64>>();
        let test = wilcoxon::wilcoxon(&logs(&base), &logs(&other));
        let count = |wanted: fn(f64, f64) -> bool| base.iter().zip(&other).filter(|(a, b)| wanted(**a, **b)).count();
        #[expect(clippy::float_cmp, reason = "the same run gives the same number")]
        let same = count(|a, b| a == b && a.is_finite());
        Self {
            ratio: median_ratio(&base, &other, SEED),
            p: test.map_or(1.0, |test| test.p),
            pairs: base.len(),
            same,
            tendency: test.map_or(0.0, |test| -test.rank_biserial),
            alone: [count(|a, b| a.is_finite() && b.is_infinite()), count(|a, b| a.is_infinite() && b.is_finite())],
        }
    }

    /// Several comparisons, with p corrected by Holm.
    pub(crate) fn corrected(mut several: Vec<Self>) -> Vec<Self> {
        let p: Vec<f64> = several.iter().map(|pair| pair.p).collect();
        for (pair, corrected) in several.iter_mut().zip(holm::holm(&p).unwrap_or(p)) {
            pair.p = corrected;
        }
        several
    }

    /// Several comparisons of efforts, corrected.
    pub(crate) fn family(pairs: impl IntoIterator<Item = (Vec<f64>, Vec<f64>)>) -> Vec<Self> {
        Self::corrected(pairs.into_iter().map(|(base, other)| Self::of(&base, &other)).collect())
    }

    /// Whether the other arm needs significantly less.
    pub(crate) fn is_less(&self) -> bool {
        self.p < SIGNIFICANCE && self.tendency < 0.0
    }

    /// Whether the other arm needs significantly more.
    pub(crate) fn is_more(&self) -> bool {
        self.p < SIGNIFICANCE && self.tendency > 0.0
    }

    /// Whether the other arm needs less; refuted if it needs significantly more, or if the interval excludes a saving
    /// of 10 %.
    pub(crate) fn less(&self) -> Ruling {
        Ruling::decide(
            when(self.is_less(), format!("the ratio is significantly below 1 (p < {SIGNIFICANCE})")),
            self.no_saving(),
        )
    }

    /// As [`Self::less`], and on the typical puzzle too: the interval of the ratio lies below 1.
    pub(crate) fn saves(&self) -> Ruling {
        let typical = self.known().is_some_and(|ratio| ratio.high < 1.0);
        let text = format!("the ratio is significantly below 1 (p < {SIGNIFICANCE}) and its interval lies below 1");
        Ruling::decide(when(self.is_less() && typical, text), self.no_saving())
    }

    fn no_saving(&self) -> Condition {
        let least = *ALIKE.start();
        let excluded = self.known().is_some_and(|ratio| ratio.low >= least);
        when(
            self.is_more() || excluded,
            format!("the ratio is significantly above 1 or its interval lies above {least}"),
        )
    }

    /// Whether the other arm needs more; refuted if it needs significantly less, or if the interval excludes an
    /// increase of 10 %.
    pub(crate) fn more(&self) -> Ruling {
        let most = *ALIKE.end();
        let excluded = self.known().is_some_and(|ratio| ratio.high <= most);
        Ruling::decide(
            when(self.is_more(), format!("the ratio is significantly above 1 (p < {SIGNIFICANCE})")),
            when(
                self.is_less() || excluded,
                format!("the ratio is significantly below 1 or its interval lies below {most}"),
            ),
        )
    }

    /// Whether both need the same within 10 %; refuted if they differ significantly and the interval does not lie
    /// within 10 %.
    pub(crate) fn alike(&self) -> Ruling {
        let inside = |ratio: Interval| ALIKE.contains(&ratio.low) && ALIKE.contains(&ratio.high);
        let (least, most) = (ALIKE.start(), ALIKE.end());
        Ruling::decide(
            when(
                self.known().is_some_and(inside),
                format!("the interval of the ratio lies between {least} and {most}"),
            ),
            when(
                self.is_less() || self.is_more(),
                format!("the ratio differs from 1 significantly (p < {SIGNIFICANCE}) and by more"),
            ),
        )
    }

    /// The interval of the ratio, if there are enough pairs.
    pub(crate) fn known(&self) -> Option<Interval> {
        self.ratio.map(|ratio| ratio.interval).filter(|_| self.pairs >= MIN_PAIRS)
    }

    /// An explanation of 0 and ∞, where they appear.
    fn unsolved(&self, numbers: [f64; 3]) -> String {
        let pairs = self.pairs;
        let note = |there: bool, count: usize, sign: &str, whose: &str| {
            if there {
                format!("; {sign} stands for {count} of {pairs} puzzles, unsolved {whose}")
            } else {
                String::new()
            }
        };
        note(numbers.contains(&0.0), self.alone[1], "0", "there")
            + &note(numbers.contains(&f64::INFINITY), self.alone[0], "∞", "here")
    }
}

impl fmt::Display for Paired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = p_value(self.p);
        match self.ratio {
            _ if self.pairs > 0 && self.same == self.pairs => write!(f, "the same on all {} puzzles", self.pairs),
            None => write!(f, "nothing to compare"),
            Some(Estimate { value, interval }) if value <= 0.0 => {
                let most = if interval.high > 0.0 {
                    format!("at most {} times, ", part(interval.high))
                } else {
                    String::new()
                };
                write!(f, "next to nothing ({most}{p}: {} of {} puzzles are unsolved there)", self.alone[1], self.pairs)
            }
            Some(Estimate { value, interval }) if value.is_infinite() => {
                let least = if interval.low.is_finite() {
                    format!("at least {} times, ", part(interval.low))
                } else {
                    String::new()
                };
                write!(
                    f,
                    "infinitely many times ({least}{p}: {} of {} puzzles are unsolved here)",
                    self.alone[0], self.pairs
                )
            }
            Some(Estimate { value, interval: Interval { low, high } }) => {
                let unsolved = self.unsolved([value, low, high]);
                write!(f, "{} times ({}-{}, {p}{unsolved})", part(value), part(low), part(high))
            }
        }
    }
}

/// A ratio as it stands in a sentence.
fn part(value: f64) -> String {
    if value > 0.0 && value < 0.001 { "<0.001".to_owned() } else { ratio(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn base() -> Vec<f64> {
        (1..=20).map(f64::from).collect()
    }

    fn times(factor: f64) -> Paired {
        Paired::of(&base(), &base().iter().map(|effort| factor * effort).collect::<Vec<_>>())
    }

    /// Twenty puzzles with ratios from a third to three times, no way in particular.
    fn scattered() -> Paired {
        let factors = [0.3, 2.9, 0.8, 1.3, 0.4, 2.4, 0.6, 1.6, 0.9, 1.1];
        Paired::of(&[100.0; 20], &factors.repeat(2).iter().map(|factor| 100.0 * factor).collect::<Vec<_>>())
    }

    #[test]
    fn a_comparison_says_which_way_it_goes() {
        let more = times(2.0);
        assert!(more.is_more() && !more.is_less());
        assert_eq!(more.to_string(), "2.0 times (2.0-2.0, p < .001)");
        assert!(times(0.5).is_less());
        let same = times(1.0);
        assert!(!same.is_more() && !same.is_less());
        assert_eq!(same.to_string(), "the same on all 20 puzzles");
    }

    #[test]
    fn what_is_not_sure_is_undecided_unless_it_is_surely_small() {
        use Verdict::{DoesNotHold, Holds, Undecided};
        // pair, less, saves, more, alike
        for (pair, verdicts) in [
            (times(0.5), [Holds, Holds, DoesNotHold, DoesNotHold]),
            (times(0.95), [Holds, Holds, DoesNotHold, Holds]),
            (times(1.0), [DoesNotHold, DoesNotHold, DoesNotHold, Holds]),
            (times(2.0), [DoesNotHold, DoesNotHold, Holds, DoesNotHold]),
            (scattered(), [Undecided; 4]),
            (Paired::of(&[5.0; 3], &[5.0; 3]), [Undecided; 4]),
            (Paired::of(&[], &[]), [Undecided; 4]),
        ] {
            let rulings = [pair.less(), pair.saves(), pair.more(), pair.alike()];
            assert_eq!(rulings.map(|ruling| ruling.verdict), verdicts, "{pair:?}");
        }
        // Many ties: fewer wherever they differ, but the same on the typical puzzle.
        let (mut before, mut after) = (vec![30.0; 40], vec![30.0; 40]);
        before.extend((40..60).map(f64::from));
        after.extend((30..50).map(f64::from));
        let pair = Paired::of_counts(&before, &after);
        assert_eq!((pair.less().verdict, pair.saves().verdict), (Holds, DoesNotHold), "{pair:?}");
    }

    #[test]
    fn puzzles_that_one_side_leaves_unsolved_are_named() {
        let unsolved = |from: usize| {
            base()
                .into_iter()
                .enumerate()
                .map(|(n, effort)| if n < from { effort } else { f64::INFINITY })
                .collect::<Vec<_>>()
        };
        let text = |a: &[f64], b: &[f64]| Paired::of(a, b).to_string();
        assert!(Paired::of(&base(), &[f64::INFINITY; 20]).is_more());
        let nothing = text(&unsolved(0), &base());
        assert_eq!(nothing, "next to nothing (p < .001: 20 of 20 puzzles are unsolved there)");
        let endless = text(&base(), &unsolved(3));
        assert!(endless.ends_with("p < .001: 17 of 20 puzzles are unsolved here)"), "{endless}");
        let some = text(&unsolved(11), &base());
        assert!(some.contains("0 stands for 9 of 20 puzzles, unsolved there"), "{some}");
    }

    #[test]
    fn the_test_is_on_logarithms() {
        // Half on fourteen small puzzles, twice as much on seven large ones: in raw numbers the large ones outweigh.
        let small = (1..=14).map(|n| (10.0 + f64::from(n), 0.5 - 0.001 * f64::from(n)));
        let large = (1..=7).map(|n| (1e6 + f64::from(n), 2.0 + 0.01 * f64::from(n)));
        let (base, other): (Vec<f64>, Vec<f64>) = small.chain(large).map(|(base, part)| (base, part * base)).unzip();
        let raw = wilcoxon::wilcoxon(&base, &other).expect("a test");
        let pair = Paired::of(&base, &other);
        let logs = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<_>>();
        let expected = wilcoxon::wilcoxon(&logs(&base), &logs(&other)).expect("a test");
        assert!((pair.p - expected.p).abs() < 1e-12 && (pair.p - raw.p).abs() > 1e-3, "{} {}", pair.p, raw.p);
    }

    #[test]
    fn several_comparisons_have_to_be_surer() {
        let base: Vec<f64> = (1..=6).map(f64::from).collect();
        let more: Vec<f64> = base.iter().map(|effort| effort + effort * effort).collect();
        assert!(Paired::of(&base, &more).is_more());
        let family = Paired::family((0..3).map(|_| (base.clone(), more.clone())));
        assert!(family.iter().all(|pair| !pair.is_more()));
    }

    #[test]
    fn of_counts_0_and_1_are_alike() {
        assert_eq!(Paired::of_counts(&[0.0; 9], &[1.0; 9]).same, 9);
        assert_eq!(Paired::of(&[0.0; 9], &[1.0; 9]).same, 0);
    }
}
