//! The links between candidates in a position that does not change.
//!
//! Glossary: a **strong link** goes from a candidate that is off to one that is on: they are the last two of a cell or of a digit in a house; a **weak
//! link** goes from a candidate that is on to one that is off: another one of the cell, or the same digit in a peer. **X** links are those within a
//! digit, **Y** links those within a cell. A **stride** is a weak link and a strong link after it: from on to on.

use super::super::houses::{CELLS, HOUSES, PEERS_BY_HOUSE, bits, each, two};
use super::super::state::State;
use super::hint::{Cause, split};

/// A weak link to `off` and a strong one from there to `on`.
#[derive(Clone, Copy)]
pub(super) struct Stride {
    pub(super) off: u16,
    pub(super) on: u16,
    pub(super) why_off: Cause,
    pub(super) why_on: Cause,
}

/// A strong link to `on`.
#[derive(Clone, Copy)]
pub(super) struct Strong {
    pub(super) on: u16,
    pub(super) why: Cause,
}

/// Which links are used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// X links alone.
    X,
    /// Strong Y links, and all weak links.
    Y,
    /// All links.
    XY,
}

/// The links of a position, listed once for each mode.
#[derive(Default)]
pub(super) struct Links {
    strides: Vec<Stride>,
    strong: Vec<Strong>,
    /// Where the strides and the strong links of each candidate begin.
    first_stride: Vec<u32>,
    first_strong: Vec<u32>,
}

impl Links {
    /// Lists the links of a position.
    pub(super) fn list(&mut self, state: &State, mode: Mode) {
        self.strong.clear();
        self.first_strong.clear();
        let mut linked = [0u128; 9];
        for (cell, houses) in HOUSES.iter().enumerate() {
            for (digit, linked) in linked.iter_mut().enumerate() {
                self.first_strong.push(self.strong.len() as u32);
                if !state.has(cell, digit) {
                    continue;
                }
                let first = self.strong.len();
                if mode != Mode::X && two(state.marks[cell]) {
                    let other = (state.marks[cell] & !(1 << digit)).trailing_zeros();
                    self.strong.push(Strong { on: (cell * 9) as u16 + other as u16, why: Cause::Cell });
                }
                if mode != Mode::Y {
                    for (kind, &house) in houses.iter().enumerate() {
                        let house = usize::from(house);
                        let spots = state.spots[house][digit];
                        if two(spots) {
                            let both = bits(spots).map(|spot| usize::from(CELLS[house][spot]));
                            let other = both.filter(|&other| other != cell).sum::<usize>();
                            let on = (other * 9 + digit) as u16;
                            if !self.strong[first..].iter().any(|link| link.on == on) {
                                self.strong.push(Strong { on, why: Cause::house(kind) });
                            }
                        }
                    }
                }
                if self.strong.len() > first {
                    *linked |= 1 << cell;
                }
            }
        }
        self.first_strong.push(self.strong.len() as u32);

        self.strides.clear();
        self.first_stride.clear();
        for from in 0..729u16 {
            self.first_stride.push(self.strides.len() as u32);
            let (cell, digit) = split(from);
            if !state.has(cell, digit) {
                continue;
            }
            if mode != Mode::X {
                for other in bits(state.marks[cell] & !(1 << digit)) {
                    self.stride(from, (cell * 9 + other) as u16, Cause::Cell);
                }
            }
            for (kind, lot) in PEERS_BY_HOUSE[cell].into_iter().enumerate() {
                for peer in each(lot & linked[digit]) {
                    self.stride(from, (peer * 9 + digit) as u16, Cause::house(kind));
                }
            }
        }
        self.first_stride.push(self.strides.len() as u32);
    }

    fn stride(&mut self, from: u16, off: u16, why_off: Cause) {
        for index in self.first_strong[usize::from(off)]..self.first_strong[usize::from(off) + 1] {
            let Strong { on, why } = self.strong[index as usize];
            // Back to where it came from leads nowhere.
            if on != from {
                self.strides.push(Stride { off, on, why_off, why_on: why });
            }
        }
    }

    /// The strides from a candidate that is on.
    pub(super) fn strides(&self, from: u16) -> &[Stride] {
        let from = usize::from(from);
        &self.strides[self.first_stride[from] as usize..self.first_stride[from + 1] as usize]
    }

    /// The strong links from a candidate that is off.
    pub(super) fn strong(&self, from: u16) -> &[Strong] {
        let from = usize::from(from);
        &self.strong[self.first_strong[from] as usize..self.first_strong[from + 1] as usize]
    }
}
