//! The search in plain words: no special instructions.

use super::{Found, Marks};

/// Looks for up to `limit` solutions.
pub(super) fn solve(marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    let mut found = Found::NONE;
    search(marks, limit, &mut found, see);
    found
}

fn search(marks: &Marks, limit: usize, found: &mut Found, see: &mut dyn FnMut(&[u8; 81])) {
    if found.solutions >= limit {
        return;
    }
    let mut marks = *marks;
    loop {
        let before = marks;
        for cell in 0..81 {
            if marks[cell].count_ones() == 1 {
                for other in (0..81).filter(|&other| other != cell && is_peer(cell, other)) {
                    marks[other] &= !marks[cell];
                }
            }
        }
        if marks.contains(&0) {
            return;
        }
        if marks == before {
            break;
        }
    }
    let open = (0..81).filter(|&cell| marks[cell].count_ones() > 1);
    let Some(cell) = open.min_by_key(|&cell| marks[cell].count_ones()) else {
        let solution = marks.map(|set| b'1' + set.trailing_zeros() as u8);
        if found.solutions == 0 {
            found.first = solution;
        }
        found.solutions += 1;
        see(&solution);
        return;
    };
    found.guesses += 1;
    for digit in (0..9).filter(|digit| marks[cell] >> digit & 1 == 1) {
        let mut next = marks;
        next[cell] = 1 << digit;
        search(&next, limit, found, see);
    }
}

fn is_peer(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27, a % 9 / 3) == (b / 27, b % 9 / 3)
}
