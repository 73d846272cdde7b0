//! All that can be said about one digit alone.
//!
//! A **template** is a choice of one place of a digit in every row, column and box where it is missing. A mark that is in some template cannot be ruled out by
//! looking at its digit alone, so fish, colours and single-digit chains look only at digits with **dead** marks, which are in none.

use super::bits::Bits;
use super::sheet::Paper;

/// So many cells are tried for a digit; on large boards what is not decided by then counts as dead.
const MOST_TRIED: usize = 2000;

/// The marks of a digit that are in no template. Among them may be marks that the search had no time for.
pub(super) fn dead<B: Bits>(paper: &Paper<B>, digit: usize) -> B {
    let side = paper.geometry.side;
    let places = paper.digits[digit];
    let open = |first: usize| {
        (0..side).fold(0_u32, |set, unit| set | u32::from(paper.spots(first + unit, digit) != 0) << unit)
    };
    let rows = open(0);
    if [side, 2 * side].into_iter().any(|first| open(first).count_ones() != rows.count_ones()) {
        return places; // The digit has no place left in some unit: nothing is certain.
    }
    let mut alive = B::NONE;
    let mut tried = 0;
    for target in places.cells() {
        if alive.has(target) {
            continue;
        }
        let left = places.without(paper.geometry.peers[target]);
        match complete(paper, rows, left, alive, &mut tried) {
            Some(template) => alive |= template,
            None if tried > MOST_TRIED => break,
            None => {}
        }
    }
    places.without(alive)
}

/// A place in each of these rows, no two of which see each other; one that is not in `known` if there is a choice.
fn complete<B: Bits>(paper: &Paper<B>, rows: u32, left: B, known: B, tried: &mut usize) -> Option<B> {
    if rows == 0 {
        return Some(left);
    }
    let here = left & paper.geometry.units[rows.trailing_zeros() as usize];
    for cell in here.without(known).cells().chain((here & known).cells()) {
        *tried += 1;
        if *tried > MOST_TRIED {
            return None;
        }
        let found = complete(paper, rows & (rows - 1), left.without(paper.geometry.peers[cell]), known, tried);
        if found.is_some() {
            return found;
        }
    }
    None
}
