//! Sets in a house: n cells that share n candidates (naked), or n digits that share n spots (hidden).
//!
//! **Naked** pairs, triplets and quads are rated 3.0, 3.6 and 5.0, **hidden** ones 3.4, 4.0 and 5.4. A hidden pair or triplet is **direct** if it leaves
//! another digit of the house with one spot (2.0 and 2.5). Sudoku Explainer asks that each of the n members has at least two of the n things.

use super::houses::{BLOCKS, CELLS, COLUMNS, ROWS, bits, count};
use super::state::State;

/// All houses: blocks, columns, rows.
fn houses() -> impl Iterator<Item = usize> {
    [BLOCKS, COLUMNS, ROWS].into_iter().flat_map(|first| first..first + 9)
}

/// Goes through the sets of `size` of the nine masks, in ascending order as numbers, whose union has `size` bits and whose members have two bits or
/// more each. Calls `see(members, union)` until it returns something.
pub(super) fn each_set<T>(masks: &[u16; 9], size: u32, mut see: impl FnMut(u16, u16) -> Option<T>) -> Option<T> {
    // The members that can take part, so that the loops below run over few.
    let mut fit = [(0u16, 0u16); 9];
    let mut len = 0;
    for (member, &mask) in masks.iter().enumerate() {
        if (2..=size).contains(&count(mask)) {
            fit[len] = (1 << member, mask);
            len += 1;
        }
    }
    if len < size as usize {
        return None;
    }
    descend(&fit[..len], size, size, 0, 0, &mut see)
}

/// Completes a set with `left` of these members. The highest one leads: that is the ascending order of the sets as numbers.
fn descend<T>(
    fit: &[(u16, u16)],
    left: u32,
    size: u32,
    members: u16,
    union: u16,
    see: &mut impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    if left == 0 {
        return if count(union) == size { see(members, union) } else { None };
    }
    for (next, &(member, mask)) in fit.iter().enumerate() {
        let union = union | mask;
        if count(union) <= size {
            let found = descend(&fit[..next], left - 1, size, members | member, union, see);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The candidates of the cells of a house.
pub(super) fn marks_in(state: &State, house: usize) -> [u16; 9] {
    CELLS[house].map(|cell| state.marks[usize::from(cell)])
}

/// Places the digit of the first direct hidden pair or triplet.
pub(super) fn direct_hidden(state: &mut State, size: u32) -> Option<u8> {
    let (cell, digit) = houses().filter(|&house| u32::from(state.empty_in[house]) > size).find_map(|house| {
        let spots = &state.spots[house];
        each_set(spots, size, |digits, taken| {
            let digit = bits(0x1ff & !digits)
                .find(|&digit| count(spots[digit]) > 1 && (spots[digit] & !taken).is_power_of_two())?;
            Some((usize::from(CELLS[house][(spots[digit] & !taken).trailing_zeros() as usize]), digit))
        })
    })?;
    state.place(cell, digit);
    Some(if size == 2 { 20 } else { 25 })
}

/// Calls `see(house, digits, spots)` for every hidden set that removes something, until it returns something.
pub(super) fn each_hidden<T>(state: &State, size: u32, mut see: impl FnMut(usize, u16, u16) -> Option<T>) -> Option<T> {
    houses().filter(|&house| u32::from(state.empty_in[house]) > 2 * size).find_map(|house| {
        each_set(&state.spots[house], size, |digits, spots| {
            let useful = bits(spots).any(|spot| state.marks[usize::from(CELLS[house][spot])] & !digits != 0);
            if useful { see(house, digits, spots) } else { None }
        })
    })
}

/// Removes the candidates of the first hidden set.
pub(super) fn hidden(state: &mut State, size: u32) -> Option<u8> {
    let (house, digits, spots) = each_hidden(state, size, |house, digits, spots| Some((house, digits, spots)))?;
    for spot in bits(spots) {
        state.remove_all(usize::from(CELLS[house][spot]), !digits);
    }
    Some([34, 40, 54][size as usize - 2])
}

/// Calls `see(house, digits, spots)` for every naked set that removes something, until it returns something.
pub(super) fn each_naked<T>(state: &State, size: u32, mut see: impl FnMut(usize, u16, u16) -> Option<T>) -> Option<T> {
    houses().filter(|&house| u32::from(state.empty_in[house]) >= 2 * size).find_map(|house| {
        let marks = marks_in(state, house);
        each_set(&marks, size, |spots, digits| {
            let useful = bits(0x1ff & !spots).any(|spot| marks[spot] & digits != 0);
            if useful { see(house, digits, spots) } else { None }
        })
    })
}

/// Removes the candidates of the first naked set.
pub(super) fn naked(state: &mut State, size: u32) -> Option<u8> {
    let (house, digits, spots) = each_naked(state, size, |house, digits, spots| Some((house, digits, spots)))?;
    for spot in bits(0x1ff & !spots) {
        state.remove_all(usize::from(CELLS[house][spot]), digits);
    }
    Some([30, 36, 50][size as usize - 2])
}
