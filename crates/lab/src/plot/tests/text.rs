//! Texts: how wide they are, and where they break.

use super::NAMES;
use crate::plot::text::{shortened, width, wrapped};

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
