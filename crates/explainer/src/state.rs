//! What is known of a board: the candidates of the empty cells, indexed three ways.
//!
//! Glossary: **marks** are the candidates of a cell, bit d for the digit d + 1; the **spots** of a digit in a house are where it can still go there.
//! A placed digit is gone from all three indices, in its own cell as well: a cell that has a digit has no candidates.

use super::houses::{BLOCKS, BOARD, COLUMNS, HOUSES, PEERS, ROWS, SPOTS, bits, count, each};

/// The candidates that are left, by cell, by digit and by house.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// The candidates of each cell.
    pub(super) marks: [u16; 81],
    /// The cells that can hold each digit.
    pub boards: [u128; 9],
    /// The spots of each digit in each house.
    pub spots: [[u16; 9]; 27],
    /// The cells without a digit.
    pub empty: u128,
    /// How many cells of each house have no digit.
    pub empty_in: [u8; 27],
    /// How often each digit was placed.
    pub(super) placed: [u8; 9],
}

impl State {
    /// The candidates that the givens leave (0 is an empty cell), or nothing if two givens in a house are the same.
    pub(crate) fn new(givens: &[u8; 81]) -> Option<Self> {
        let all = (1 << 81) - 1;
        let mut given = [0u128; 9];
        for (cell, &digit) in givens.iter().enumerate() {
            if let Some(board) = usize::from(digit).checked_sub(1).and_then(|digit| given.get_mut(digit)) {
                *board |= 1 << cell;
            }
        }
        let empty = all & !given.iter().fold(0, |union, board| union | board);
        let mut state = Self {
            marks: [0; 81],
            boards: [0; 9],
            spots: [[0; 9]; 27],
            empty,
            empty_in: BOARD.map(|house| (house & empty).count_ones() as u8),
            placed: [0; 9],
        };
        for (digit, &board) in given.iter().enumerate() {
            let seen = each(board).fold(0, |seen, cell| seen | PEERS[cell]);
            if seen & board != 0 {
                return None;
            }
            state.placed[digit] = board.count_ones() as u8;
            let open = empty & !seen;
            state.boards[digit] = open;
            for cell in each(open) {
                state.marks[cell] |= 1 << digit;
            }
            for row in 0..9 {
                let line = (open >> (9 * row)) as u16 & 0x1ff;
                state.spots[ROWS + row][digit] = line;
                for third in 0..3 {
                    state.spots[BLOCKS + row / 3 * 3 + third][digit] |= (line >> (3 * third) & 7) << (row % 3 * 3);
                }
                for column in bits(line) {
                    state.spots[COLUMNS + column][digit] |= 1 << row;
                }
            }
        }
        Some(state)
    }

    /// Whether every cell has a digit.
    pub(crate) fn is_solved(&self) -> bool {
        self.empty == 0
    }

    /// Whether this candidate is still there.
    pub(crate) fn has(&self, cell: usize, digit: usize) -> bool {
        self.marks[cell] >> digit & 1 == 1
    }

    /// How many candidates a cell has.
    pub(super) fn count(&self, cell: usize) -> u32 {
        count(self.marks[cell])
    }

    /// The cells with exactly so many candidates.
    pub(super) fn cells_with(&self, count: u32) -> u128 {
        each(self.empty).filter(|&cell| self.count(cell) == count).fold(0, |board, cell| board | 1 << cell)
    }

    /// Removes one candidate, which must be there.
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        self.remove_and_tell(cell, digit, &mut |_, _| ());
    }

    /// Removes one candidate, and tells of every house and digit that are left with one spot.
    #[inline]
    pub(super) fn remove_and_tell(&mut self, cell: usize, digit: usize, single: &mut impl FnMut(usize, usize)) {
        self.marks[cell] &= !(1 << digit);
        self.boards[digit] &= !(1 << cell);
        for (house, spot) in HOUSES[cell].into_iter().zip(SPOTS[cell]) {
            let spots = &mut self.spots[usize::from(house)][digit];
            *spots &= !(1 << spot);
            if spots.is_power_of_two() {
                single(usize::from(house), digit);
            }
        }
    }

    /// Removes these candidates of a cell, as far as they are there, and says whether there were any.
    pub(super) fn remove_all(&mut self, cell: usize, digits: u16) -> bool {
        let digits = self.marks[cell] & digits;
        for digit in bits(digits) {
            self.remove(cell, digit);
        }
        digits != 0
    }

    /// Removes a digit from all these cells, and says whether it was in any.
    pub(super) fn remove_from(&mut self, digit: usize, cells: u128) -> bool {
        let cells = self.boards[digit] & cells;
        for cell in each(cells) {
            self.remove(cell, digit);
        }
        cells != 0
    }

    /// Gives an empty cell its digit.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        self.place_and_tell(cell, digit, &mut |_, _| (), &mut |_| ());
    }

    /// Gives an empty cell its digit. Tells of every house and digit that are left with one spot, and of every house left with one empty cell.
    #[inline]
    pub(super) fn place_and_tell(
        &mut self,
        cell: usize,
        digit: usize,
        single: &mut impl FnMut(usize, usize),
        last: &mut impl FnMut(usize),
    ) {
        self.empty &= !(1 << cell);
        self.placed[digit] += 1;
        for other in bits(self.marks[cell] & !(1 << digit)) {
            self.remove_and_tell(cell, other, single);
        }
        self.marks[cell] = 0;
        self.boards[digit] &= !(1 << cell);
        for house in HOUSES[cell] {
            self.spots[usize::from(house)][digit] = 0;
        }
        for peer in each(self.boards[digit] & PEERS[cell]) {
            self.remove_and_tell(peer, digit, single);
        }
        for house in HOUSES[cell] {
            let house = usize::from(house);
            self.empty_in[house] -= 1;
            // The digit has no spots here any more; telling of it would be telling of this cell.
            if self.empty_in[house] == 1 {
                last(house);
            }
        }
    }
}
