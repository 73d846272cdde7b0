//! XY-wings (4.2) and XYZ-wings (4.4).
//!
//! The **pivot** has the candidates xy (or xyz), the **pincers** are two of its peers with xz and yz. Whatever the pivot holds, one of the cells holds z,
//! so z leaves the cells that see them all; the pivot itself counts for that only if it has z.

use super::houses::{PEERS, each, peers_in_order};
use super::state::State;

/// Removes the candidates of the first wing.
pub(super) fn wing(state: &mut State, xyz: bool) -> Option<u8> {
    let pairs = state.cells_with(2);
    let pivots = if xyz { state.cells_with(3) } else { pairs };
    let (digit, cells) = each(pivots).find_map(|pivot| {
        let all = state.marks[pivot];
        let pincers = pairs & PEERS[pivot];
        peers_in_order(pivot, pincers).filter(|&cell| (all & !state.marks[cell]).is_power_of_two()).find_map(|first| {
            peers_in_order(pivot, pincers).find_map(|second| {
                let (xz, yz) = (state.marks[first], state.marks[second]);
                let common = u32::from(xyz);
                if (all | xz | yz).count_ones() != 3 || (all & xz & yz).count_ones() != common {
                    return None;
                }
                let digit = (xz & yz).trailing_zeros() as usize;
                let seeing = if xyz { PEERS[pivot] } else { !(1 << pivot) };
                let cells = state.boards[digit] & PEERS[first] & PEERS[second] & seeing;
                (cells != 0).then_some((digit, cells))
            })
        })
    })?;
    state.remove_from(digit, cells);
    Some(if xyz { 44 } else { 42 })
}
