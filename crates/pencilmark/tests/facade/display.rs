//! Numbers, counts, durations and lists as people read them.

use pencilmark::front::display::{
    average, counted, duration, grouped, grouped_decimal, listed, p_value, percent, ratio, sentence, short,
    significant, wrap,
};

#[test]
fn numbers_are_formatted_for_tables_and_charts() {
    // value, short, three significant digits, grouped
    let cases = [
        (0.0, "0", "0", "0"),
        (-0.0, "0", "0", "0"),
        (7.0, "7", "7", "7"),
        (0.5, "0.5", "0.5", "0.5"),
        (0.04, "0.04", "0.04", "0.04"),
        (2.46, "2.5", "2.46", "2.46"),
        (999.6, "1000", "1k", "999.6"),
        (1517.0, "1517", "1.52k", "1,517"),
        (9_999.0, "9999", "10k", "9,999"),
        (9_999.7, "10k", "10k", "9,999.7"),
        (206_223.0, "206k", "206k", "206,223"),
        (999_999.0, "1M", "1M", "999,999"),
        (5_493_935.0, "5.49M", "5.49M", "5,493,935"),
        (3e9, "3G", "3G", "3,000,000,000"),
        (-1234.5, "−1234", "−1.23k", "−1,234.5"),
        (0.000_12, "1.2e−4", "1.2e−4", "1.2e−4"),
        (1e18, "1e18", "1e18", "1e18"),
        (f64::INFINITY, "∞", "∞", "∞"),
        (f64::NEG_INFINITY, "−∞", "−∞", "−∞"),
        (f64::NAN, "-", "-", "-"),
    ];
    for (value, in_short, in_three, in_groups) in cases {
        let texts = [short(value), significant(value, 3), grouped_decimal(value)];
        assert_eq!(texts, [in_short, in_three, in_groups], "{value}");
    }
    assert_eq!(grouped(1_234_567), "1,234,567");
    assert_eq!([average(1763.4), average(2.5), average(f64::INFINITY)], ["1,763", "2.5", "∞"]);
}

#[test]
fn counts_agree_with_their_nouns() {
    assert_eq!([0, 1, 2, 1234].map(|count| counted(count, "run")), ["0 runs", "1 run", "2 runs", "1,234 runs"]);
    assert_eq!([1, 12].map(|count| counted(count, "entry")), ["1 entry", "12 entries"]);
    assert_eq!(counted(2, "day"), "2 days");
}

#[test]
fn statistics_and_durations_are_formatted_as_papers_print_them() {
    assert_eq!(
        [2.13, 0.345, 12.6, 1234.0, 0.996, 0.0781, 0.00123].map(ratio),
        ["2.1", "0.34", "13", "1,200", "1.00", "0.078", "0.0012"]
    );
    assert_eq!([0.0004, 0.034, 0.2, 1.0].map(p_value), ["p < .001", "p = .034", "p = .20", "p = 1"]);
    assert_eq!([1.0, 0.0, 0.043, 0.5, 0.995].map(percent), ["100 %", "0 %", "4.3 %", "50 %", "99.5 %"]);
    assert_eq!([0.000_2, 0.02, 2.0, 600.0].map(duration), ["200 µs", "20.0 ms", "2.0 s", "10.0 min"]);
    assert_eq!([duration(f64::NAN), duration(f64::INFINITY)], ["-", "∞"]);
}

#[test]
fn texts_are_joined_and_wrapped() {
    let parts = ["a", "b", "c"].map(str::to_owned);
    assert_eq!(
        [listed(&parts[..0]), listed(&parts[..1]), listed(&parts[..2]), listed(&parts)],
        ["", "a", "a and b", "a, b and c"]
    );
    assert_eq!([sentence("take more"), sentence("why?")], ["Take more.", "Why?"]);
    assert_eq!(wrap("one two three", 9, 2, str::len), "one two\n  three");
}
