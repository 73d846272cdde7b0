//! Fish: n lines in which a digit has spots in the same n crossing lines only, so that it leaves the rest of those.
//!
//! **X-wing** (3.2), **swordfish** (3.8) and **jellyfish** (5.2) have two, three and four lines. The **base** lines hold the digit, the **cover** lines
//! lose it elsewhere.

use super::houses::{BOARD, COLUMNS, ROWS, bits, count};
use super::state::State;

/// Calls `see(digit, base, cover, base lines, cover lines)` for every fish that removes something, until it returns something. The lines are masks of
/// nine bits; `base` and `cover` are the first houses of the two types.
pub(super) fn each<T>(
    state: &State,
    size: u32,
    mut see: impl FnMut(usize, usize, usize, u16, u16) -> Option<T>,
) -> Option<T> {
    for (base, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // The lines of each digit that can be in a base.
        let mut fit = [0u16; 9];
        for (digit, fit) in fit.iter_mut().enumerate() {
            if u32::from(state.placed[digit]) + 2 * size <= 9 {
                for line in 0..9 {
                    let fits = (2..=size).contains(&count(state.spots[base + line][digit]));
                    *fit |= u16::from(fits) << line;
                }
                if count(*fit) < size {
                    *fit = 0;
                }
            }
        }
        let any = fit.into_iter().fold(0, |any, lines| any | lines);
        let mut lines: u16 = (1 << size) - 1;
        while any != 0 && lines < 1 << 9 {
            if lines & !any == 0 {
                for digit in (0..9).filter(|&digit| lines & !fit[digit] == 0) {
                    let across = bits(lines).fold(0, |across, line| across | state.spots[base + line][digit]);
                    let useful = || bits(across).any(|line| state.spots[cover + line][digit] & !lines != 0);
                    if count(across) == size && useful() {
                        let found = see(digit, base, cover, lines, across);
                        if found.is_some() {
                            return found;
                        }
                    }
                }
            }
            lines = next(lines);
        }
    }
    None
}

/// The next number with as many bits (Hacker's Delight, section 2-1).
fn next(mask: u16) -> u16 {
    let smallest = mask & mask.wrapping_neg();
    let ripple = mask + smallest;
    ripple | (((mask ^ ripple) >> 2) / smallest)
}

/// The cells that the digit leaves.
pub(super) fn removed(state: &State, digit: usize, base: usize, cover: usize, lines: u16, across: u16) -> u128 {
    let union = |first: usize, lines| bits(lines).fold(0, |board, line| board | BOARD[first + line]);
    state.boards[digit] & union(cover, across) & !union(base, lines)
}

/// Removes the candidates of the first fish.
pub(super) fn fish(state: &mut State, size: u32) -> Option<u8> {
    let (digit, cells) = each(state, size, |digit, base, cover, lines, across| {
        Some((digit, removed(state, digit, base, cover, lines, across)))
    })?;
    state.remove_from(digit, cells);
    Some([32, 38, 52][size as usize - 2])
}
