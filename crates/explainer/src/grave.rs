//! The bivalue universal grave (BUG, 5.6 to 6.1): a position in which all cells and all digits in all houses had two possibilities, but for a few
//! candidates, would have two solutions or none, so one of these candidates is true.
//!
//! Glossary: a **bug cell** has more than two candidates, of which the **bug digits** are the ones too many. Type 1: one bug cell. Type 2: several with
//! the same bug digit. Type 3: bug cells of one house make a naked set with others. Type 4: two bug cells in a house share another candidate.

use super::houses::{BOARD, CELLS, HOUSES, PEERS, bits, count, each, peers_in_order};
use super::loops::tenths;
use super::state::State;

/// The bug cells in the order in which they are met, and what they have in common.
struct Grave {
    cells: [usize; 81],
    len: usize,
    /// The bug digits of each cell.
    digits: [u16; 81],
    /// All bug digits.
    all: u16,
    /// The cells that see every bug cell, filled ones too.
    common: u128,
}

impl Grave {
    fn cells(&self) -> &[usize] {
        &self.cells[..self.len]
    }

    fn board(&self) -> u128 {
        self.cells().iter().fold(0, |board, cell| board | 1 << cell)
    }
}

/// Removes the candidates of the grave, if this position is one.
pub(super) fn grave(state: &mut State) -> Option<u8> {
    let grave = dig(state)?;
    if grave.len == 1 {
        let cell = grave.cells[0];
        return state.remove_all(cell, !grave.all).then_some(56);
    }
    if grave.all.is_power_of_two() {
        if state.remove_from(grave.all.trailing_zeros() as usize, grave.common) {
            return Some(57);
        }
        return shared_candidate(state, &grave);
    }
    if grave.common == 0 {
        return None;
    }
    shared_candidate(state, &grave).or_else(|| naked_set(state, &grave))
}

/// Finds the bug cells, or nothing if this position is no grave.
fn dig(state: &State) -> Option<Grave> {
    let many = each(state.empty).filter(|&cell| state.count(cell) >= 3).fold(0, |board: u128, cell| board | 1 << cell);
    let mut grave = Grave { cells: [0; 81], len: 0, digits: [0; 81], all: 0, common: !0 };
    for (house, spots) in BOARD.into_iter().zip(&state.spots) {
        for (digit, &spots) in spots.iter().enumerate() {
            if matches!(count(spots), 0 | 2) {
                continue;
            }
            let met = state.boards[digit] & house & many;
            match met.count_ones() {
                0 => return None,
                1 => {}
                // Which of them is the bug cell is for another house to say.
                _ => continue,
            }
            let cell = met.trailing_zeros() as usize;
            if !grave.cells().contains(&cell) {
                grave.cells[grave.len] = cell;
                grave.len += 1;
            }
            grave.digits[cell] |= 1 << digit;
            grave.all |= 1 << digit;
            grave.common &= PEERS[cell] & !grave.board();
            if grave.len > 1 && grave.all.count_ones() > 1 && grave.common == 0 {
                return None;
            }
        }
    }
    let left = |cell: usize| state.marks[cell] & !grave.digits[cell];
    let pairs = each(state.empty).all(|cell| left(cell).count_ones() == 2);
    let twice = || {
        (0..27).all(|house| {
            let mut counts = [0; 9];
            for &cell in &CELLS[house] {
                bits(left(usize::from(cell))).for_each(|digit| counts[digit] += 1);
            }
            counts.into_iter().all(|count| matches!(count, 0 | 2))
        })
    };
    (grave.len > 0 && pairs && twice()).then_some(grave)
}

/// The houses that all bug cells are in, by type.
fn houses_of_all(grave: &Grave) -> impl Iterator<Item = usize> {
    (0..3).filter_map(|kind| {
        let house = HOUSES[grave.cells[0]][kind];
        grave.cells().iter().all(|&cell| HOUSES[cell][kind] == house).then_some(usize::from(house))
    })
}

/// Type 4.
fn shared_candidate(state: &mut State, grave: &Grave) -> Option<u8> {
    let &[first, second] = grave.cells() else { return None };
    let shared = state.marks[first] & state.marks[second] & !grave.all;
    if shared.count_ones() != 1 || houses_of_all(grave).next().is_none() {
        return None;
    }
    let removed = [first, second].map(|cell| state.remove_all(cell, !grave.digits[cell] & !shared));
    removed.contains(&true).then_some(57)
}

/// Type 3.
fn naked_set(state: &mut State, grave: &Grave) -> Option<u8> {
    for house in houses_of_all(grave) {
        let mut cells = [0; 20];
        let mut len = 0;
        for cell in peers_in_order(grave.cells[0], grave.common & BOARD[house]) {
            cells[len] = cell;
            len += 1;
        }
        for size in 2..=6 {
            for set in (0u32..1 << len).filter(|set| len >= size && set.count_ones() as usize == size - 1) {
                let members = || (0..len).filter(move |index| set >> index & 1 == 1).map(|index| cells[index]);
                let digits = members().fold(0, |union, cell| union | state.marks[cell]);
                let fits = members().all(|cell| state.count(cell) > 1) && grave.all.count_ones() > 1;
                if !fits || digits.count_ones() as usize != size || grave.all & !digits != 0 {
                    continue;
                }
                let set = members().fold(0, |board: u128, cell| board | 1 << cell);
                let erasable = grave.common & BOARD[house] & !set & !grave.board();
                let mut removed = false;
                for cell in each(erasable) {
                    removed |= state.remove_all(cell, digits);
                }
                if removed {
                    return Some(tenths(5.7 + (size - 1) as f64 * 0.1));
                }
            }
        }
    }
    None
}
