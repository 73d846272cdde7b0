//! Numbers as people read them.

/// A number with its thousands apart: 1,234,567.
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

/// Words that begin a sentence, and end it.
pub fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let rest: String = letters.collect();
    let end = if rest.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{rest}{end}")
}

/// "a", "a and b", "a, b and c".
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Breaks text between words, so that lines have at most `width` columns; all but the first start with `indent` blanks.
/// `room` says how many columns a word takes.
pub fn wrap(text: &str, width: usize, indent: usize, room: impl Fn(&str) -> usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for (index, word) in text.split(' ').enumerate() {
        let room = room(word);
        if index > 0 && column + 1 + room > width && column > indent {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += room;
    }
    wrapped
}

/// "1 puzzle", "2 puzzles".
pub fn counted(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

/// A number for a table: 1234567 as 1.23M; "-" where there is none.
pub fn short(number: f64) -> String {
    match number {
        _ if number.is_nan() => "-".to_owned(),
        _ if number.is_infinite() => "∞".to_owned(),
        _ if number < 10.0 && number.fract() != 0.0 => format!("{number:.1}"),
        _ if number < 10_000.0 => format!("{number:.0}"),
        _ if number < 1e6 => format!("{:.1}k", number / 1e3),
        _ if number < 1e9 => format!("{:.2}M", number / 1e6),
        _ => format!("{:.2}G", number / 1e9),
    }
}

/// A time for a table.
pub fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds.is_nan() => "-".to_owned(),
        _ if seconds.is_infinite() => "∞".to_owned(),
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 120.0 => format!("{seconds:.1} s"),
        _ => format!("{:.1} min", seconds / 60.0),
    }
}

/// A share in per cent.
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

/// A ratio with two significant digits: 2.1, 14, 350; below one 0.34.
pub fn ratio(value: f64) -> String {
    match value {
        _ if value.is_infinite() => "∞".to_owned(),
        _ if value == 0.0 => "0".to_owned(),
        _ if value >= 100.0 => grouped(two_digits(value) as u64),
        _ if value >= 9.95 => format!("{value:.0}"),
        _ if value >= 1.095 => format!("{value:.1}"),
        _ if value >= 0.995 => format!("{value:.2}"),
        _ if value >= 0.0995 => format!("{value:.2}"),
        _ if value >= 0.000_995 => {
            let digits = 1 - value.log10().floor() as i32;
            format!("{value:.*}", digits.max(0) as usize)
        }
        _ => format!("{value:.1e}"),
    }
}

fn two_digits(value: f64) -> f64 {
    let scale = 10f64.powf(value.log10().floor() - 1.0);
    (value / scale).round() * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(
            [short(0.0), short(2.5), short(9_999.0), short(123_456.0), short(1.5e6)],
            ["0", "2.5", "9999", "123.5k", "1.50M"]
        );
        assert_eq!(
            [ratio(2.13), ratio(0.345), ratio(12.6), ratio(1234.0), ratio(0.996), ratio(0.0781), ratio(0.00123)],
            ["2.1", "0.34", "13", "1,200", "1.00", "0.078", "0.0012"]
        );
        assert_eq!(
            [p_value(0.0004), p_value(0.034), p_value(0.2), p_value(1.0)],
            ["p < .001", "p = .034", "p = .20", "p = 1"]
        );
        assert_eq!([percent(1.0), percent(0.0), percent(0.043), percent(0.5)], ["100 %", "0 %", "4.3 %", "50 %"]);
        assert_eq!([time(0.000_2), time(0.02), time(2.0), time(600.0)], ["200 µs", "20.0 ms", "2.0 s", "10.0 min"]);
    }
}
