//! The round numbers …, 0.5, 1, 2, 5, 10, 20, 50, 100, …, which are the steps and ends of axes.

/// 10 to a power, as the nearest number.
pub(super) fn ten(exponent: i32) -> f64 {
    times(1.0, exponent)
}

/// A number times 10 to a power, as the nearest number: 3 times 10 to the -1 is 0.3, not 0.30000000000000004. Read off
/// a text, because `powi` is not exact and may differ between machines.
pub(super) fn times(number: f64, exponent: i32) -> f64 {
    format!("{number}e{exponent}").parse().unwrap_or(number)
}

/// The round number with this index; number 0 is 1.
pub(super) fn round_number(index: i32) -> f64 {
    times([1.0, 2.0, 5.0][index.rem_euclid(3) as usize], index.div_euclid(3))
}

/// The index of the last round number at or below a positive number.
pub(super) fn round_below(value: f64) -> i32 {
    let start = 3 * value.log10().floor() as i32 - 3;
    (start..start + 9).take_while(|index| round_number(*index) <= value * (1.0 + 1e-12)).last().unwrap_or(start)
}

/// The index of the first round number at or above a positive number.
pub(super) fn round_above(value: f64) -> i32 {
    let start = 3 * value.log10().floor() as i32 - 3;
    (start..start + 9).find(|index| round_number(*index) >= value * (1.0 - 1e-12)).unwrap_or(start + 9)
}
