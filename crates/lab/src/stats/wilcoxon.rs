//! The signed-rank test of paired data (Wilcoxon 1945): do the differences lie evenly around zero?
//!
//! - *difference*: `a[i] - b[i]`. Pairs without a difference are dropped, as Wilcoxon did; two unsolved runs make no
//!   difference. One unsolved run makes an infinite difference: the largest possible, tied with other infinite ones.
//! - *W+*, *W-*: the sums of the mid-ranks of positive and of negative differences, ranked by size.
//! - *rank-biserial correlation*: (W+ - W-) / (W+ + W-), the matched-pairs effect size of Kerby (2014), from -1 to 1.
//!
//! For efforts, a positive correlation means that `a` needs more: `b` is better.

use serde::Serialize;

use super::normal;
use super::rank::mid_ranks;

/// The most pairs for which [`Approach::Auto`] takes the exact distribution.
const EXACT_UP_TO: usize = 50;

/// Where p comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Approach {
    /// Exact for at most 50 pairs without ties or zeros, else normal.
    #[default]
    Auto,
    /// The distribution over all choices of signs, given the ranks: exact with ties as well (the permutation test). The
    /// work grows with the cube of the pairs.
    Exact,
    /// The normal approximation, corrected for ties, without continuity correction.
    Normal,
}

/// The outcome of a signed-rank test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SignedRank {
    /// The pairs with a difference: those the test rests on.
    pub n: usize,
    /// The smaller of W+ and W-.
    pub statistic: f64,
    /// W+ in standard deviations from its mean, if p is approximate. (`SciPy` reports the negative of its size.)
    pub z: Option<f64>,
    /// The two-sided p.
    pub p: f64,
    /// The matched-pairs rank-biserial correlation: positive if `a` tends to be larger.
    pub rank_biserial: f64,
}

/// The two-sided test of paired data. `None` for no pairs, different lengths or NaN. Pairs that are all equal give p =
/// 1 on `n` = 0 pairs.
pub fn wilcoxon(a: &[f64], b: &[f64]) -> Option<SignedRank> {
    wilcoxon_by(a, b, Approach::Auto)
}

/// [`wilcoxon`] of the logarithms of efforts, so that the test goes with their ratio: twice the effort counts alike on an
/// easy puzzle and on a hard one.
pub fn of_logarithms(a: &[f64], b: &[f64]) -> Option<SignedRank> {
    let logs = |efforts: &[f64]| efforts.iter().map(|effort| effort.ln()).collect::<Vec<f64>>();
    wilcoxon(&logs(a), &logs(b))
}

/// [`wilcoxon`], by a chosen approach.
pub fn wilcoxon_by(a: &[f64], b: &[f64], approach: Approach) -> Option<SignedRank> {
    if a.is_empty() || a.len() != b.len() || a.iter().chain(b).any(|value| value.is_nan()) {
        return None;
    }
    // Compared before subtracting, because ∞ - ∞ is not a number.
    #[expect(clippy::float_cmp, reason = "no difference is equality")]
    let differences: Vec<f64> = a.iter().zip(b).filter(|(a, b)| a != b).map(|(a, b)| a - b).collect();
    let n = differences.len();
    if n == 0 {
        return Some(SignedRank { n, statistic: 0.0, z: None, p: 1.0, rank_biserial: 0.0 });
    }
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranked = mid_ranks(&sizes);
    let signed = ranked.ranks.iter().zip(&differences);
    let positive: f64 = signed.filter(|&(_, &difference)| difference > 0.0).map(|(rank, _)| rank).sum();
    let total = (n * (n + 1)) as f64 / 2.0;
    let negative = total - positive;
    let statistic = positive.min(negative);

    let exact = match approach {
        Approach::Auto => n <= EXACT_UP_TO,
        Approach::Exact => true,
        Approach::Normal => false,
    };
    let (z, p) = if exact {
        (None, exact_p(&ranked.ranks, statistic))
    } else {
        let z = (positive - total / 2.0) / deviation(n, &ranked.ties);
        (Some(z), normal::two_sided(z))
    };
    Some(SignedRank { n, statistic, z, p, rank_biserial: (positive - negative) / total })
}

/// The standard deviation of W+ when every sign is a coin toss.
fn deviation(n: usize, ties: &[usize]) -> f64 {
    let n = n as f64;
    let correction: f64 = ties.iter().map(|&tied| (tied as f64).powi(3) - tied as f64).sum();
    ((n * (n + 1.0) * (2.0 * n + 1.0) - correction / 2.0) / 24.0).sqrt()
}

/// Twice the probability of a rank sum of at most `statistic`, when every sign is a coin toss.
fn exact_p(ranks: &[f64], statistic: f64) -> f64 {
    // Mid-ranks are halves, so sums are counted in halves.
    let halves = |rank: f64| (2.0 * rank).round() as usize;
    let bound = halves(statistic);
    let mut probability = vec![0.0; bound + 1];
    probability[0] = 1.0;
    for &rank in ranks {
        let step = halves(rank);
        for sum in (0..=bound).rev() {
            let with = if sum >= step { probability[sum - step] } else { 0.0 };
            probability[sum] = f64::midpoint(probability[sum], with);
        }
    }
    (2.0 * probability.iter().sum::<f64>()).min(1.0)
}
