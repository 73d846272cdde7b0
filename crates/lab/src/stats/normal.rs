//! The standard normal distribution, by special functions of `statrs`.
//!
//! Tails come from the incomplete gamma function, erfc(x) = Q(1/2, x²), which keeps twelve digits down to 1e-300. The
//! `erfc` of statrs 0.19 keeps ten at best: its constants are cut short. Its `erfc_inv` has all digits.

use std::f64::consts::SQRT_2;

use statrs::function::erf::erfc_inv;
use statrs::function::gamma::checked_gamma_ur;

/// The probability of a value of at most `z`.
pub fn cdf(z: f64) -> f64 {
    let tail = two_sided(z) / 2.0;
    if z > 0.0 { 1.0 - tail } else { tail }
}

/// The probability of a value at least as far from 0 as `z`: the two-sided p of a z score.
pub fn two_sided(z: f64) -> f64 {
    // The gamma function is undefined at 0 and at infinity.
    checked_gamma_ur(0.5, z * z / 2.0).unwrap_or(if z.abs() > 1.0 { 0.0 } else { 1.0 })
}

/// The value below which a share `p` of the distribution lies: infinite at 0 and 1, `None` outside of that range.
pub fn quantile(p: f64) -> Option<f64> {
    (0.0..=1.0).contains(&p).then(|| -SQRT_2 * erfc_inv(2.0 * p))
}
