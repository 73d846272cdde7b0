//! A unitless effect size: the stochastic superiority of Vargha and Delaney (2000).
//!
//! A12 is the probability that a value of `a` exceeds a value of `b`, ties counting half: the Mann-Whitney U of `a`
//! over the number of pairs. One half means no difference. For efforts, more than one half means that `a` needs more.

use std::fmt;

use serde::Serialize;

use super::rank::mid_ranks;

/// The words of Vargha and Delaney for how far A12 is from one half, on either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Magnitude {
    /// Below 0.56.
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Negligible => "negligible",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        })
    }
}

/// How two independent samples compare.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Superiority {
    /// The probability that a value of `a` exceeds one of `b`, ties counting half.
    pub a12: f64,
    /// Cliff's delta, 2 A12 - 1: from -1 to 1.
    pub cliffs_delta: f64,
    /// How large that is, in a word.
    pub magnitude: Magnitude,
}

/// A12 of two samples, which may hold unsolved runs (infinite, tied with each other). `None` if either is empty or
/// holds NaN.
pub fn vargha_delaney(a: &[f64], b: &[f64]) -> Option<Superiority> {
    if a.is_empty() || b.is_empty() || a.iter().chain(b).any(|value| value.is_nan()) {
        return None;
    }
    let both: Vec<f64> = a.iter().chain(b).copied().collect();
    let rank_sum: f64 = mid_ranks(&both).ranks[..a.len()].iter().sum();
    let (n, m) = (a.len() as f64, b.len() as f64);
    let exceeds = rank_sum - n * (n + 1.0) / 2.0;
    let falls_short = n * m - exceeds;
    Some(Superiority {
        a12: exceeds / (n * m),
        cliffs_delta: (exceeds - falls_short) / (n * m),
        magnitude: magnitude(exceeds.max(falls_short) / (n * m)),
    })
}

fn magnitude(a12: f64) -> Magnitude {
    match a12 {
        a12 if a12 >= 0.71 => Magnitude::Large,
        a12 if a12 >= 0.64 => Magnitude::Medium,
        a12 if a12 >= 0.56 => Magnitude::Small,
        _ => Magnitude::Negligible,
    }
}
