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
            if several(excluders) && exclude(state, cells, excluders, pair_allows) {
                return Some(62);
            }
        }
    }
    None
}

/// Removes the candidates of the first aligned triplet exclusion.
pub(crate) fn triplet(state: &mut State) -> Option<u8> {
    let bases = bases(state, 3);
    let few = bases.excluders.iter().fold(0, |few, excluders| few | excluders);
    // Whether the third cell is looked at beside this pair: it can be an excluder, and sees one of them.
    let looks =
        |pair: [usize; 2], third: usize| few >> third & 1 == 1 && (PEERS[pair[0]] | PEERS[pair[1]]) >> third & 1 == 1;
    for (index, &second) in bases.cells[..bases.len].iter().enumerate() {
        for &first in &bases.cells[..index] {
            let [first, second] = [usize::from(first), usize::from(second)];
            let excluders = bases.excluders[first] & bases.excluders[second];
            if !several(excluders) {
                continue;
            }
            let [near, far] = [first, second].map(|cell| bases.excluders[cell] & bases.board);
            let tail = peers_in_order(first, near).chain(peers_in_order(second, far & !near));
            for third in tail.filter(|&cell| cell != first && cell != second) {
                let excluders = excluders & bases.excluders[third];
                if !several(excluders) {
                    continue;
                }
                // Three cells are looked at once for each pair of them; once is enough.
                let again =
                    third < second && looks([third, first], second) || third < first && looks([third, second], first);
                if !again && exclude(state, [first, second, third], excluders, triplet_allows) {
                    return Some(75);
                }
            }
        }
    }
    None
}

/// Whether a board has two cells or more.
fn several(board: u128) -> bool {
    board & board.wrapping_sub(1) != 0
}

/// What rules combinations out.
struct Bans {
    /// The digits that must not come together with each digit.
    pairs: [u16; 9],
    /// Three digits that must not come together.
    triplets: [u16; 20],
    len: usize,
}

/// Whether a digit of the first of some cells is possible: the candidates of the cells, which of them see each other (the first and second, the first and
/// third, the second and third), and the bans.
type Allows<const N: usize> = fn(usize, [u16; N], [bool; 3], &Bans) -> bool;

fn pair_allows(digit: usize, marks: [u16; 2], sees: [bool; 3], bans: &Bans) -> bool {
    marks[1] & !bans.pairs[digit] & !(u16::from(sees[0]) << digit) != 0
}

fn triplet_allows(digit: usize, marks: [u16; 3], sees: [bool; 3], bans: &Bans) -> bool {
    let second = marks[1] & !bans.pairs[digit] & !(u16::from(sees[0]) << digit);
    let third = marks[2] & !bans.pairs[digit] & !(u16::from(sees[1]) << digit);
    bits(second).any(|other| {
        let both = 1 << digit | 1 << other;
        let mut left = third & !bans.pairs[other] & !(u16::from(sees[2]) << other);
        for ban in bans.triplets[..bans.len].iter().filter(|&ban| ban & both == both && other != digit) {
            left &= !(ban & !both);
        }
        left != 0
    })
}

/// Removes the candidates of the base cells that are in no possible combination, and says whether there are any.
fn exclude<const N: usize>(state: &mut State, cells: [usize; N], excluders: u128, allows: Allows<N>) -> bool {
    let marks = cells.map(|cell| state.marks[cell]);
    let union = marks.iter().fold(0, |union, marks| union | marks);
    let mut bans = Bans { pairs: [0; 9], triplets: [0; 20], len: 0 };
    let mut any = false;
    for ban in each(excluders).map(|cell| state.marks[cell]).filter(|ban| ban & !union == 0) {
        any = true;
        let (low, high) = (ban.trailing_zeros() as usize, 15 - ban.leading_zeros() as usize);
        if ban == 1 << low | 1 << high {
            bans.pairs[low] |= 1 << high;
            bans.pairs[high] |= 1 << low;
        } else {
            bans.triplets[bans.len] = ban;
            bans.len += 1;
        }
    }
    // Without a ban, only equal digits in a house rule each other out, and that is a naked set, which was looked for before.
    if !any {
        return false;
    }
    let mut removed = [0; N];
    for (index, removed) in removed.iter_mut().enumerate() {
        // The cells in turn, so that this one comes first.
        let turn: [usize; N] = std::array::from_fn(|other| (index + other) % N);
        let sees = |a: usize, b: usize| PEERS[cells[turn[a % N]]] >> cells[turn[b % N]] & 1 == 1;
        let sees = [sees(0, 1), sees(0, 2), sees(1, 2)];
        let marks = turn.map(|cell| marks[cell]);
        for digit in bits(marks[0]).filter(|&digit| !allows(digit, marks, sees, &bans)) {
            *removed |= 1 << digit;
        }
    }
    for (cell, removed) in cells.into_iter().zip(removed) {
        state.remove_all(cell, removed);
    }
    removed != [0; N]
}
