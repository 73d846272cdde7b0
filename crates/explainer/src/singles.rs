//! Singles: what can be placed at once.
//!
//! A **full house** has one empty cell left (1.0); a **hidden single** is a digit with one spot in a house (1.2 in a block, 1.5 in a row or column); a
//! **naked single** is a cell with one candidate (2.3).
//!
//! Placing a digit takes no other single away, so the order of singles that are rated alike or lower cannot change how a puzzle is rated. All full
//! houses and singles in blocks are therefore placed from a queue, and singles in rows and columns once that queue is empty.

use super::houses::{CELLS, ROWS, each};
use super::state::State;

/// Ratings in tenths.
const FULL_HOUSE: u8 = 10;
const IN_BLOCK: u8 = 12;
const IN_LINE: u8 = 15;
const NAKED: u8 = 23;

/// A house and a digit in it, or a house alone, waiting to be looked at.
struct Queue<const N: usize> {
    items: [u8; N],
    len: usize,
}

impl<const N: usize> Queue<N> {
    fn new() -> Self {
        Self { items: [0; N], len: 0 }
    }

    /// A house and a digit run out of spots once, and a house of empty cells once, so the queues never overflow.
    fn push(&mut self, item: usize) {
        if let Some(place) = self.items.get_mut(self.len) {
            *place = item as u8;
            self.len += 1;
        }
    }

    fn pop(&mut self) -> Option<usize> {
        self.len = self.len.checked_sub(1)?;
        Some(usize::from(self.items[self.len]))
    }
}

/// Places the last cells of houses, as long as there are any. Says whether there was one.
pub(super) fn full_houses(state: &mut State) -> Option<u8> {
    let mut found = None;
    while let Some((cell, digit)) =
        (0..27).filter(|&house| state.empty_in[house] == 1).find_map(|house| last(state, house))
    {
        state.place(cell, digit);
        found = Some(FULL_HOUSE);
    }
    found
}

/// The empty cell of a house that has one, with its digit.
fn last(state: &State, house: usize) -> Option<(usize, usize)> {
    let cell = CELLS[house].into_iter().map(usize::from).find(|&cell| state.empty >> cell & 1 == 1)?;
    let digit = (0..9).find(|&digit| state.spots[house][digit] != 0)?;
    Some((cell, digit))
}

/// Places all full houses and hidden singles, and rates the hardest one.
pub(crate) fn hidden_singles(state: &mut State) -> Option<u8> {
    let mut full = Queue::<27>::new();
    let mut in_block = Queue::<81>::new();
    let mut in_line = Queue::<162>::new();
    for (house, spots) in state.spots.iter().enumerate() {
        for (digit, &spots) in spots.iter().enumerate() {
            if spots.is_power_of_two() {
                if house < ROWS {
                    in_block.push(house * 9 + digit);
                } else {
                    in_line.push((house - ROWS) * 9 + digit);
                }
            }
        }
        if state.empty_in[house] == 1 {
            full.push(house);
        }
    }
    let mut hardest = None;
    loop {
        let (house, digit, rating) = if let Some(house) = full.pop() {
            let Some(digit) = (0..9).find(|&digit| state.spots[house][digit] != 0) else { continue };
            (house, digit, FULL_HOUSE)
        } else if let Some(item) = in_block.pop() {
            (item / 9, item % 9, IN_BLOCK)
        } else if let Some(item) = in_line.pop() {
            (ROWS + item / 9, item % 9, IN_LINE)
        } else {
            return hardest;
        };
        let spots = state.spots[house][digit];
        if spots == 0 {
            continue;
        }
        let cell = usize::from(CELLS[house][spots.trailing_zeros() as usize]);
        hardest = hardest.max(Some(rating));
        state.place_and_tell(
            cell,
            digit,
            &mut |house, digit| {
                if house < ROWS {
                    in_block.push(house * 9 + digit);
                } else {
                    in_line.push((house - ROWS) * 9 + digit);
                }
            },
            &mut |house| full.push(house),
        );
    }
}

/// How the first hidden single of this position would be rated.
pub(super) fn easiest_hidden_single(state: &State) -> Option<u8> {
    let single = |spots: &u16| spots.is_power_of_two();
    if state.empty_in.iter().enumerate().any(|(house, &empty)| empty == 1 && state.spots[house].iter().any(single)) {
        Some(FULL_HOUSE)
    } else if state.spots[..ROWS].iter().flatten().any(single) {
        Some(IN_BLOCK)
    } else {
        state.spots[ROWS..].iter().flatten().any(single).then_some(IN_LINE)
    }
}

/// Places the first naked single.
pub(super) fn naked_single(state: &mut State) -> Option<u8> {
    let cell = each(state.empty).find(|&cell| state.count(cell) == 1)?;
    state.place(cell, state.marks[cell].trailing_zeros() as usize);
    Some(NAKED)
}
