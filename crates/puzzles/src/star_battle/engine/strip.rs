//! Two neighbouring lines: which of their cells can hold a star, and which must.
//!
//! Stars in such a **strip** are in pairwise non-adjacent places along it, so a pass along the strip need only remember
//! how many stars each line has so far and whether the last place is taken. The counts, 0 to 6 each, are a set of bits:
//! bit `a + 8 b` for `a` stars in the first line and `b` in the second. Walking from both ends tells for every place
//! whether the first line, the second or neither can have a star there: exact for both lines together, holes and all.

use super::state::{Geometry, Refuted, State, WIDTH, bits};

/// Brings lines `line` and `line + 1` to what they can hold together. Once is enough.
pub fn filter(state: &mut State, geometry: &Geometry, direction: usize, line: usize) -> Result<(), Refuted> {
    let (first, second) = (state.open[direction][line], state.open[direction][line + 1]);
    let (star_first, star_second) = (state.starred[direction][line], state.starred[direction][line + 1]);
    if first == star_first && second == star_second {
        let full = geometry.stars as u32;
        return if first.count_ones() == full && second.count_ones() == full { Ok(()) } else { Err(Refuted) };
    }
    let goal = 1u64 << (9 * geometry.stars);
    let within = counts_within(geometry.stars);

    // From the left: the counts before each place, with the place before it free or taken.
    let mut before = [(0u64, 0u64); WIDTH];
    let (mut free, mut taken, mut last) = (1u64, 0u64, 0);
    let stars = star_first | star_second;
    for at in bits(first | second) {
        if at > last + 1 {
            (free, taken) = (free | taken, 0);
        }
        before[at] = (free, taken);
        let either = if stars >> at & 1 == 1 { 0 } else { free | taken };
        let in_first = if (first & !star_second) >> at & 1 == 1 { free << 1 } else { 0 };
        let in_second = if (second & !star_first) >> at & 1 == 1 { free << 8 } else { 0 };
        (free, taken, last) = (either, (in_first | in_second) & within, at);
    }
    if (free | taken) & goal == 0 {
        return Err(Refuted);
    }

    // From the right: the counts after each place from which the goal is reached.
    let (mut free, mut taken, mut last) = (goal, goal, WIDTH);
    let (mut can_first, mut can_second, mut can_none) = (0u32, 0u32, 0u32);
    let mut left = first | second;
    while left != 0 {
        let at = 31 - left.leading_zeros() as usize;
        left &= !(1 << at);
        if at + 1 < last {
            taken = free;
        }
        let (free_before, taken_before) = before[at];
        let none = if stars >> at & 1 == 1 { 0 } else { free };
        let in_first = if (first & !star_second) >> at & 1 == 1 { taken >> 1 } else { 0 };
        let in_second = if (second & !star_first) >> at & 1 == 1 { taken >> 8 } else { 0 };
        can_first |= u32::from(free_before & in_first & within != 0) << at;
        can_second |= u32::from(free_before & in_second & within != 0) << at;
        can_none |= u32::from((free_before | taken_before) & none != 0) << at;
        (free, taken, last) = (none | (in_first | in_second) & within, none, at);
    }
    state.clear(geometry, direction, line, !can_first)?;
    state.clear(geometry, direction, line + 1, !can_second)?;
    state.star_all(geometry, direction, line, can_first & !can_second & !can_none & !star_first)?;
    state.star_all(geometry, direction, line + 1, can_second & !can_first & !can_none & !star_second)
}

/// All counts up to this many stars in each line.
fn counts_within(stars: usize) -> u64 {
    (0..=stars).fold(0, |all, second| all | ((1 << (stars + 1)) - 1) << (8 * second))
}
