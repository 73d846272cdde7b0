//! Numbers, counts, durations and lists as people read them. Every front end formats with these functions, so that the
//! same value looks the same in a table, in a sentence and in a chart.

/// A whole number with its digits in groups of three: 1,234,567.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its digits in groups of three and at most two decimals: 206,223 or 1,234.5.
pub fn grouped_decimal(value: f64) -> String {
    if !value.is_finite() || value.abs() >= 1e15 || (value != 0.0 && value.abs() < 0.01) {
        return significant(value, 3);
    }
    let text = format!("{:.2}", value.abs());
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let mut text = grouped(whole.parse().unwrap_or(0));
    let decimals = decimals.trim_end_matches('0');
    if !decimals.is_empty() {
        text.push('.');
        text.push_str(decimals);
    }
    if value < 0.0 && text != "0" { format!("−{text}") } else { text }
}

/// A count with its noun: "1 puzzle", "2 puzzles", "3 entries".
pub fn counted(number: usize, noun: &str) -> String {
    let number_of = grouped(number as u64);
    if number == 1 {
        return format!("{number_of} {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{number_of} {stem}ies"),
        _ => format!("{number_of} {noun}s"),
    }
}

/// An average or median of counts, for a sentence: 1,763 or 2.5.
pub fn average(value: f64) -> String {
    match value {
        _ if value.is_infinite() => "∞".to_owned(),
        _ if value.fract().abs() > 1e-9 && value < 10.0 => format!("{value:.1}"),
        _ => grouped(value.round() as u64),
    }
}

/// A number for a table: up to four digits in full, above that three significant digits with a unit (123k, 1.5M); "-"
/// where there is none.
pub fn short(value: f64) -> String {
    let size = value.abs();
    match value {
        _ if value.is_nan() || value.is_infinite() || size >= 9_999.5 => significant(value, 3),
        _ if size < 0.095 => significant(value, 2),
        _ if size < 100.0 && value.fract() != 0.0 => signed(value, &format!("{size:.1}")),
        _ => signed(value, &format!("{size:.0}")),
    }
}

/// A number with up to `digits` significant digits, without trailing zeros: 999, 1.52k, 206k, 1.2e−4.
pub fn significant(value: f64, digits: usize) -> String {
    /// Units of a thousand, largest first.
    const UNITS: [(f64, &str); 5] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
    if value.is_nan() {
        return "-".to_owned();
    }
    if value.is_infinite() {
        return signed(value, "∞");
    }
    let size = rounded(value.abs(), digits);
    if size == 0.0 {
        return "0".to_owned();
    }
    if !(1e-3..1e15).contains(&size) {
        let text = format!("{size:.*e}", digits.saturating_sub(1));
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return signed(value, &format!("{}e{}", trimmed(mantissa), exponent.replace('-', "−")));
    }
    let (unit, suffix) = UNITS.into_iter().find(|(unit, _)| size >= *unit).unwrap_or((1.0, ""));
    let scaled = size / unit;
    let before = scaled.log10().floor() as i32 + 1;
    let decimals = (digits as i32 - before).max(0) as usize;
    signed(value, &format!("{}{suffix}", trimmed(&format!("{scaled:.decimals$}"))))
}

/// A number rounded to `digits` significant digits.
pub fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

/// A duration, from microseconds to minutes.
pub fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds.is_nan() => "-".to_owned(),
        _ if seconds.is_infinite() => "∞".to_owned(),
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 120.0 => format!("{seconds:.1} s"),
        _ => format!("{:.1} min", seconds / 60.0),
    }
}

/// A share between 0 and 1 as a percentage, with a decimal where it is close to 0 or to 100.
pub fn percent(share: f64) -> String {
    let value = 100.0 * share;
    if value > 0.0 && value < 10.0 || value > 99.0 && value < 100.0 {
        format!("{value:.1} %")
    } else {
        format!("{value:.0} %")
    }
}

/// A p-value as papers print it: "p < .001", "p = .03".
pub fn p_value(p: f64) -> String {
    if p.is_nan() {
        return "p unknown".to_owned();
    }
    if p < 0.001 {
        return "p < .001".to_owned();
    }
    let digits = if p < 0.095 { format!("{p:.3}") } else { format!("{p:.2}") };
    if p >= 0.995 { "p = 1".to_owned() } else { format!("p = {}", digits.trim_start_matches('0')) }
}

/// A ratio in two significant digits: 2.1, 14, 350, 0.34.
pub fn ratio(value: f64) -> String {
    match value {
        _ if value.is_infinite() => "∞".to_owned(),
        _ if value == 0.0 => "0".to_owned(),
        _ if value >= 100.0 => grouped(rounded(value, 2) as u64),
        _ if value >= 9.95 => format!("{value:.0}"),
        _ if value >= 1.095 => format!("{value:.1}"),
        _ if value >= 0.0995 => format!("{value:.2}"),
        _ if value >= 0.000_995 => {
            let digits = 1 - value.log10().floor() as i32;
            format!("{value:.*}", digits.max(0) as usize)
        }
        _ => format!("{value:.1e}"),
    }
}

/// "a", "a and b", "a, b and c".
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The text as a sentence: it begins with a capital letter and ends with a full stop, unless it already ends.
pub fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let rest: String = letters.collect();
    let end = if rest.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{rest}{end}")
}

/// Breaks text between words, so that lines have at most `width` columns. All lines but the first are indented by
/// `indent` spaces. `columns` returns the number of columns that a word takes.
pub fn wrap(text: &str, width: usize, indent: usize, columns: impl Fn(&str) -> usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for (index, word) in text.split(' ').enumerate() {
        let needed = columns(word);
        if index > 0 && column + 1 + needed > width && column > indent {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += needed;
    }
    wrapped
}

/// With a minus sign in front if the value is negative.
fn signed(value: f64, size: &str) -> String {
    if value < 0.0 { format!("−{size}") } else { size.to_owned() }
}

/// Without zeros after the decimal point.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
