//! Contradictions that a glance shows, with the reason in words.

use super::Hitori;
use crate::{Cell, Reason};

/// Copies that stand in touching pairs: of a pair, one cell stays white, and only one copy may. Two pairs that share no
/// cell are too many.
pub(super) fn contradiction(puzzle: &Hitori) -> Option<Reason> {
    for (line, cells) in puzzle.lines() {
        for (number, copies) in puzzle.copies(&cells) {
            let mut pairs: Vec<(Cell, Cell)> = Vec::new();
            let mut rest = copies.as_slice();
            while let [first, second, after @ ..] = rest {
                if first.row.abs_diff(second.row) + first.col.abs_diff(second.col) == 1 {
                    pairs.push((*first, *second));
                    rest = after;
                } else {
                    rest = &rest[1..];
                }
            }
            if let [(a, b), (c, d), ..] = pairs[..] {
                let text = format!(
                    "in {line}, {a} and {b} both show {number}, so one of them stays white, as they may not both be \
                     shaded; the same goes for {c} and {d}: {number} would stand twice"
                );
                return Some(Reason::new("copies", [a, b, c, d], text));
            }
        }
    }
    None
}
