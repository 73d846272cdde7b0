//! Two arms on the same puzzles, several such pairs tested together: the typical ratio, the interval that belongs to the
//! test, and p after Holm's correction.

use serde::Serialize;

use super::Efforts;
use crate::Measure;
use crate::stats::wilcoxon::{SignedRank, wilcoxon};
use crate::stats::{Estimate, SIGNIFICANCE, holm, shift};

/// The ratio on every puzzle that says something, as a logarithm: infinite where only the arm below the line solves it.
#[derive(Clone, Debug, Default)]
pub(super) struct Ratios(Vec<f64>);

impl Ratios {
    /// Of the efforts of two arms.
    pub(super) fn of(own: &[f64], base: &[f64], measure: Measure) -> Self {
        Self::new(own.iter().zip(base).filter_map(|(&own, &base)| ratio(own, base, measure)))
    }

    /// Of ratios: 0 and infinity are puzzles that one side alone solves.
    pub(super) fn new(ratios: impl IntoIterator<Item = f64>) -> Self {
        Self(ratios.into_iter().map(f64::ln).filter(|log| !log.is_nan()).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Puzzles with less, the same and more.
    pub(super) fn less_same_more(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for log in &self.0 {
            counts[(log.total_cmp(&0.0) as i8 + 1) as usize] += 1;
        }
        counts
    }

    fn test(&self) -> Option<SignedRank> {
        wilcoxon(&self.0, &vec![0.0; self.0.len()])
    }
}

/// The ratio of two efforts; none on a puzzle on which one arm did not run, or that neither solves. A count of 0 counts as 1,
/// so that there is a ratio.
pub(super) fn ratio(own: f64, base: f64, measure: Measure) -> Option<f64> {
    let least = if measure == Measure::Seconds { 1e-9 } else { 1.0 };
    let known = !own.is_nan() && !base.is_nan() && (own.is_finite() || base.is_finite());
    known.then(|| own.max(least) / base.max(least))
}

/// The result for one pair among several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tested {
    pub(super) ratio: Option<Estimate>,
    /// Corrected.
    pub(super) p: f64,
    /// The rank-biserial correlation: above 0 for more.
    pub(super) tendency: f64,
}

impl Tested {
    /// -1 for significantly less, 1 for significantly more, 0 for neither.
    pub(super) fn way(&self) -> i8 {
        if self.p < SIGNIFICANCE { self.tendency.total_cmp(&0.0) as i8 } else { 0 }
    }
}

/// Tests all of these.
pub(super) fn together(all: &[Ratios]) -> Vec<Tested> {
    let tests: Vec<Option<SignedRank>> = all.iter().map(Ratios::test).collect();
    let each = all.iter().zip(&tests).zip(corrected(&tests));
    each.map(|((ratios, test), corrected)| Tested {
        ratio: shift::typical_ratio(&ratios.0, test.map_or(1.0, |test| test.p), corrected),
        p: corrected,
        tendency: test.map_or(0.0, |test| test.rank_biserial),
    })
    .collect()
}

/// How the shares of runs that solve a puzzle differ between arms.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShareTest {
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction.
    pub p: f64,
    /// Its rank-biserial correlation: above 0 where the arm solves more.
    pub rank_biserial: f64,
}

impl ShareTest {
    /// -1 for significantly less, 1 for significantly more, 0 for neither.
    pub(crate) fn way(&self) -> i8 {
        if self.p < SIGNIFICANCE { self.rank_biserial.total_cmp(&0.0) as i8 } else { 0 }
    }
}

/// Tests pairs of arms for the shares of runs that solve a puzzle: each arm with what it is compared with.
pub(super) fn shares_together(shares: &Efforts<'_>, pairs: &[(&str, &str)]) -> Vec<ShareTest> {
    let test = |(arm, base): &(&str, &str)| {
        let both = shares.arm(arm).into_iter().zip(shares.arm(base)).filter(|(a, b)| !a.is_nan() && !b.is_nan());
        let (own, base): (Vec<f64>, Vec<f64>) = both.unzip();
        wilcoxon(&own, &base)
    };
    let tests: Vec<Option<SignedRank>> = pairs.iter().map(test).collect();
    let each = tests.iter().zip(corrected(&tests));
    each.map(|(test, p)| ShareTest { p, rank_biserial: test.map_or(0.0, |test| test.rank_biserial) }).collect()
}

/// Holm's correction. Pairs without any difference cannot be significant, and do not count for it.
fn corrected(tests: &[Option<SignedRank>]) -> Vec<f64> {
    let counts = |test: &Option<SignedRank>| test.filter(|test| test.n > 0).map(|test| test.p);
    let p: Vec<f64> = tests.iter().filter_map(counts).collect();
    let mut holm = holm::holm(&p).unwrap_or(p).into_iter();
    tests.iter().map(|test| counts(test).and_then(|_| holm.next()).unwrap_or(1.0)).collect()
}
