//! Numbers as people read them: 1k, 206k, 1.5M, 85 %, 206,223.

/// Units of a thousand, largest first.
const UNITS: [(f64, &str); 5] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];

/// A number in three significant digits: 999, 1k, 206k, 1.52M.
pub fn short(value: f64) -> String {
    with_digits(value, 3)
}

/// A share between 0 and 1 as a percentage: 85 %.
pub fn percent(share: f64) -> String {
    format!("{}\u{a0}%", short(share * 100.0))
}

/// A number with its thousands apart, and at most two decimals: 206,223.
pub fn thousands(value: f64) -> String {
    if !value.is_finite() || value.abs() >= 1e15 || (value != 0.0 && value.abs() < 0.01) {
        return short(value);
    }
    let text = format!("{:.2}", value.abs());
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    let decimals = decimals.trim_end_matches('0');
    if !decimals.is_empty() {
        out.push('.');
        out.push_str(decimals);
    }
    if value < 0.0 && out != "0" { format!("−{out}") } else { out }
}

/// A number in so many significant digits, without zeros at its end.
pub(super) fn with_digits(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".to_owned();
    }
    let sign = if value < 0.0 { "−" } else { "" };
    if value.is_infinite() {
        return format!("{sign}∞");
    }
    let size = rounded(value.abs(), digits);
    if size == 0.0 {
        return "0".to_owned();
    }
    if !(1e-3..1e15).contains(&size) {
        let text = format!("{size:.*e}", digits.saturating_sub(1));
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{sign}{}e{}", trimmed(mantissa), exponent.replace('-', "−"));
    }
    let (unit, suffix) = UNITS.into_iter().find(|(unit, _)| size >= *unit).unwrap_or((1.0, ""));
    let scaled = size / unit;
    let before = scaled.log10().floor() as i32 + 1;
    let decimals = (digits as i32 - before).max(0) as usize;
    format!("{sign}{}{suffix}", trimmed(&format!("{scaled:.decimals$}")))
}

/// A number rounded to so many significant digits.
pub(super) fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

/// Without zeros after the decimal point.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
