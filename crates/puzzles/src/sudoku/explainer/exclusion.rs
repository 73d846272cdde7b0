//! Aligned pair (6.2) and triplet (7.5) exclusion: digits of two or three **base** cells that cannot all be true, because they are the same in a house
//! or leave a cell that sees all base cells, an **excluder**, without candidates. A digit in no possible combination is removed. The candidates of an
//! excluder are a **ban**: no possible combination has them all.

use super::houses::{PEERS, bits, each, peers_in_order};
use super::state::State;

/// The cells that can be a base, and the excluders that each of them sees.
struct Bases {
    cells: [u8; 81],
    len: usize,
    board: u128,
    excluders: [u128; 81],
}

/// Excluders have two candidates, or up to as many as the base has cells.
fn bases(state: &State, most: u32) -> Bases {
    let mut few = 0;
    let mut single = 0;
    for cell in each(state.empty) {
        match state.count(cell) {
            1 => single |= 1 << cell,
            count if (2..=most).contains(&count) => few |= 1u128 << cell,
            _ => {}
        }
    }
    let mut bases = Bases { cells: [0; 81], len: 0, board: 0, excluders: [0; 81] };
    for cell in each(state.empty) {
        let excluders = few & PEERS[cell];
        if state.count(cell) >= 2 && excluders != 0 && single & PEERS[cell] == 0 {
            bases.cells[bases.len] = cell as u8;
            bases.len += 1;
            bases.board |= 1 << cell;
            bases.excluders[cell] = excluders;
        }
    }
    bases
}

/// Removes the candidates of the first aligned pair exclusion.
pub(super) fn pair(state: &mut State) -> Option<u8> {
    let bases = bases(state, 2);
    // The second cell leads: that is the ascending order of pairs as bit masks.
    for (index, &second) in bases.cells[..bases.len].iter().enumerate() {
        for &first in &bases.cells[..index] {
            let cells = [usize::from(first), usize::from(second)];
            let excluders = bases.excluders[cells[0]] & bases.excluders[cells[1]];
            if excluders & excluders.wrapping_sub(1) != 0 && exclude(state, cells, excluders) {
                return Some(62);
            }
        }
    }
    None
}

/// Removes the candidates of the first aligned triplet exclusion.
pub(super) fn triplet(state: &mut State) -> Option<u8> {
    let bases = bases(state, 3);
    for (index, &second) in bases.cells[..bases.len].iter().enumerate() {
        for &first in &bases.cells[..index] {
            let pair = [usize::from(first), usize::from(second)];
            let [near, far] = pair.map(|cell| bases.excluders[cell] & bases.board);
            let excluders = bases.excluders[pair[0]] & bases.excluders[pair[1]];
            if excluders & excluders.wrapping_sub(1) == 0 {
                continue;
            }
            let tail = peers_in_order(pair[0], near).chain(peers_in_order(pair[1], far & !near));
            for third in tail.filter(|cell| !pair.contains(cell)) {
                let excluders = excluders & bases.excluders[third];
                if excluders & excluders.wrapping_sub(1) != 0 && exclude(state, [pair[0], pair[1], third], excluders) {
                    return Some(75);
                }
            }
        }
    }
    None
}

/// Removes the candidates of the base cells that are in no possible combination, and says whether there are any.
fn exclude<const N: usize>(state: &mut State, cells: [usize; N], excluders: u128) -> bool {
    let marks = cells.map(|cell| state.marks[cell]);
    let union = marks.iter().fold(0, |union, marks| union | marks);
    let mut bans = [0u16; 20];
    let mut count = 0;
    for marks in each(excluders).map(|cell| state.marks[cell]).filter(|marks| marks & !union == 0) {
        bans[count] = marks;
        count += 1;
    }
    // Without a ban, only equal digits in a house rule each other out, and that is a naked set, which was looked for before.
    if count == 0 {
        return false;
    }
    let mut clashes = [[false; N]; N];
    for (clashes, cell) in clashes.iter_mut().zip(cells) {
        *clashes = cells.map(|other| PEERS[cell] >> other & 1 == 1);
    }
    let exclusion = Exclusion { marks, clashes, bans: &bans[..count] };
    let mut possible = [0; N];
    let mut removed = false;
    for index in 0..N {
        for digit in bits(marks[index]).map(|digit| 1 << digit) {
            if possible[index] & digit == 0 {
                let mut chosen = [0; N];
                chosen[index] = digit;
                if exclusion.combine(0, index, &mut chosen) {
                    for (possible, digit) in possible.iter_mut().zip(chosen) {
                        *possible |= digit;
                    }
                }
            }
        }
    }
    for index in 0..N {
        removed |= state.remove_all(cells[index], !possible[index]);
    }
    removed
}

struct Exclusion<'a, const N: usize> {
    marks: [u16; N],
    /// Which base cells see each other.
    clashes: [[bool; N]; N],
    /// The candidates of the excluders: a combination must not have all of any of them.
    bans: &'a [u16],
}

impl<const N: usize> Exclusion<'_, N> {
    /// Completes a combination in which the digit of the cell `fixed` is chosen, if there is a possible one.
    fn combine(&self, index: usize, fixed: usize, chosen: &mut [u16; N]) -> bool {
        if index == N {
            let digits = chosen.iter().fold(0, |union, digit| union | digit);
            return self.bans.iter().all(|marks| marks & !digits != 0);
        }
        if index == fixed {
            return self.combine(index + 1, fixed, chosen);
        }
        for digit in bits(self.marks[index]).map(|digit| 1 << digit) {
            let clash = |other: usize| chosen[other] == digit && self.clashes[index][other];
            if !(0..index).any(clash) && !(fixed > index && clash(fixed)) {
                chosen[index] = digit;
                if self.combine(index + 1, fixed, chosen) {
                    return true;
                }
            }
        }
        false
    }
}
