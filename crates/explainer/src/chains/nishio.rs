//! Whether Nishio has anything to find, by digit, without the ways it is found.
//!
//! An assumption about a digit contradicts itself if, once what sees a candidate that is on is gone, and the last spots of houses are on, a house is left
//! without a spot. That is soon found out, and mostly there is none.

use super::super::houses::{BLOCKS, COLUMNS, ROWS, bits};
use super::super::state::State;

/// The candidates of a digit, a mask of columns for each row.
#[derive(Clone, Copy)]
struct Digit {
    rows: [u16; 9],
    /// The rows whose candidate is on.
    on: u16,
    /// The blocks, rows and columns where the digit is missing.
    missing: [u16; 3],
}

/// Whether some candidate contradicts itself, on or off.
pub(crate) fn has_contradiction(state: &State) -> bool {
    (0..9).any(|digit| {
        let missing = [BLOCKS, ROWS, COLUMNS]
            .map(|first| (0..9).fold(0, |set, house| set | u16::from(state.spots[first + house][digit] != 0) << house));
        let start = Digit { rows: std::array::from_fn(|row| state.spots[ROWS + row][digit]), on: 0, missing };
        (0..9).any(|row| {
            bits(start.rows[row]).any(|column| {
                let (mut on, mut off) = (start, start);
                on.turn_on(row, 1 << column);
                off.rows[row] &= !(1 << column);
                on.contradicts() || off.contradicts()
            })
        })
    })
}

impl Digit {
    fn turn_on(&mut self, row: usize, column: u16) {
        let block = 7 << (column.trailing_zeros() / 3 * 3);
        for other in 0..9 {
            self.rows[other] &= if other / 3 == row / 3 { !block } else { !column };
        }
        self.rows[row] = column;
        self.on |= 1 << row;
    }

    /// Turns on what must be, until a house is left without a spot or nothing follows.
    fn contradicts(&mut self) -> bool {
        loop {
            let on = self.on;
            // The columns with a spot, and with two or more.
            let (mut once, mut twice) = (0, 0);
            for row in 0..9 {
                let spots = self.rows[row];
                if spots == 0 && self.missing[1] >> row & 1 == 1 {
                    return true;
                }
                twice |= once & spots;
                once |= spots;
                if spots.is_power_of_two() && self.on >> row & 1 == 0 {
                    self.turn_on(row, spots);
                }
            }
            if self.on != on {
                continue;
            }
            if self.missing[2] & !once != 0 {
                return true;
            }
            for column in bits(once & !twice).map(|column| 1 << column) {
                let row = (0..9).find(|&row| self.rows[row] & column != 0);
                if let Some(row) = row.filter(|row| self.on >> row & 1 == 0) {
                    self.turn_on(row, column);
                }
            }
            if self.on != on {
                continue;
            }
            for block in bits(self.missing[0]) {
                let (band, shift) = (block / 3 * 3, block % 3 * 3);
                let rows = [0, 1, 2].map(|row| self.rows[band + row] >> shift & 7);
                let spots = rows[0] | rows[1] << 3 | rows[2] << 6;
                if spots == 0 {
                    return true;
                }
                if spots.is_power_of_two() {
                    let spot = spots.trailing_zeros() as usize;
                    if self.on >> (band + spot / 3) & 1 == 0 {
                        self.turn_on(band + spot / 3, 1 << (shift + spot % 3));
                    }
                }
            }
            if self.on == on {
                return false;
            }
        }
    }
}
