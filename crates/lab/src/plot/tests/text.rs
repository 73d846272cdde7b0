//! Numbers and texts.

use super::NAMES;
use crate::plot::text::{shortened, width, wrapped};
use crate::plot::{percent, short, thousands};

#[test]
fn numbers_read_well() {
    let cases = [
        (0.0, "0", "0"),
        (-0.0, "0", "0"),
        (7.0, "7", "7"),
        (0.5, "0.5", "0.5"),
        (999.4, "999", "999.4"),
        (999.6, "1k", "999.6"),
        (1517.0, "1.52k", "1,517"),
        (206_223.0, "206k", "206,223"),
        (999_999.0, "1M", "999,999"),
        (5_493_935.0, "5.49M", "5,493,935"),
        (3e9, "3G", "3,000,000,000"),
        (-1234.5, "−1.23k", "−1,234.5"),
        (0.001, "0.001", "0.001"),
        (0.000_12, "1.2e−4", "1.2e−4"),
        (1e18, "1e18", "1e18"),
        (f64::INFINITY, "∞", "∞"),
        (f64::NEG_INFINITY, "−∞", "−∞"),
        (f64::NAN, "–", "–"),
    ];
    for (value, in_short, in_full) in cases {
        assert_eq!((short(value).as_str(), thousands(value).as_str()), (in_short, in_full), "{value}");
    }
    assert_eq!([0.0, 0.05, 1.0 / 3.0, 1.0].map(percent), ["0\u{a0}%", "5\u{a0}%", "33.3\u{a0}%", "100\u{a0}%"]);
}

#[test]
fn lines_fit_and_lose_nothing() {
    for name in NAMES {
        for room in [12.0, 60.0, 150.0, 400.0] {
            for most in [1, 2, 5, 200] {
                let laid = wrapped(name, room, most);
                assert!((1..=most).contains(&laid.lines.len()), "{laid:?}");
                let fits = |line: &String| width(line) <= room || line.chars().count() <= 1;
                assert!(laid.lines.iter().all(fits) || room < 20.0, "{room} {laid:?}");
                assert_eq!(laid.cut, laid.lines.last().is_some_and(|line| line.ends_with('…')), "{laid:?}");
                if !laid.cut {
                    let bare = |text: &str| text.split_whitespace().collect::<String>();
                    assert_eq!(bare(&laid.lines.concat()), bare(name), "{laid:?}");
                }
            }
        }
    }
}

#[test]
fn lines_break_where_people_would() {
    assert_eq!(wrapped("hill climbing, first choice", 120.0, 2).lines, ["hill climbing,", "first choice"]);
    assert_eq!(wrapped("choice=best,restart=100", 100.0, 2).lines, ["choice=best,", "restart=100"]);
    assert_eq!(shortened("backtracking", 60.0), "backtr…");
    assert_eq!(shortened("exact", 60.0), "exact");
}
