//! Locked candidates: a digit whose spots in one house all lie in another one as well leaves the rest of that other house.
//!
//! **Pointing** goes from a block to a line (2.6), **claiming** from a line to a block (2.8). They are **direct** where they leave a third house with one
//! spot for the digit, which is then placed at once (1.7 and 1.9).

use super::houses::{BLOCKS, BOARD, CELLS, COLUMNS, COMMON, ROWS, count};
use super::state::State;

/// From which houses to which, in the order of Sudoku Explainer, with the ratings of the direct and the plain step.
const FAMILIES: [(usize, usize, u8, u8); 4] =
    [(BLOCKS, COLUMNS, 17, 26), (BLOCKS, ROWS, 17, 26), (COLUMNS, BLOCKS, 19, 28), (ROWS, BLOCKS, 19, 28)];

/// The pairs of houses in one family that cross, in order.
fn crossing(from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
    (from..from + 9).flat_map(move |first| {
        (to..to + 9).filter(move |&second| COMMON[first][second] != 0).map(move |second| (first, second))
    })
}

/// Calls `see(from, to, digit)` for every digit locked in an intersection, in order, until it returns something.
pub(super) fn each_locked<T>(state: &State, mut see: impl FnMut(usize, usize, usize, usize) -> Option<T>) -> Option<T> {
    for (family, (from, to, ..)) in FAMILIES.into_iter().enumerate() {
        for (first, second) in crossing(from, to) {
            let outside = !COMMON[first][second];
            for digit in 0..9 {
                let spots = state.spots[first][digit];
                if spots & outside == 0 && spots & spots.wrapping_sub(1) != 0 {
                    let found = see(family, first, second, digit);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// Places the digit of the first direct pointing or claiming.
pub(super) fn direct(state: &mut State) -> Option<u8> {
    let (cell, digit, rating) = each_locked(state, |family, first, second, digit| {
        let (from, _, rating, _) = FAMILIES[family];
        let third = (from..from + 9).filter(|&third| third != first && COMMON[third][second] != 0).find(|&third| {
            let spots = state.spots[third][digit];
            count(spots) > 1 && (spots & !COMMON[third][second]).is_power_of_two()
        })?;
        let spot = (state.spots[third][digit] & !COMMON[third][second]).trailing_zeros() as usize;
        Some((usize::from(CELLS[third][spot]), digit, rating))
    })?;
    state.place(cell, digit);
    Some(rating)
}

/// Removes the candidates of the first pointing or claiming that has any to remove.
pub(super) fn pointing_or_claiming(state: &mut State) -> Option<u8> {
    let (cells, digit, rating) = each_locked(state, |family, first, second, digit| {
        let cells = state.boards[digit] & BOARD[second] & !BOARD[first];
        (cells != 0).then(|| (cells, digit, FAMILIES[family].3))
    })?;
    state.remove_from(digit, cells);
    Some(rating)
}
