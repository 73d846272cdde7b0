//! What a dynamic chain looks for once nothing simple follows from it any more: steps that the candidates it removed have made possible.
//!
//! From level 1 on these are locked candidates, hidden pairs, naked pairs and X-wings. Level 2 adds forcing chains and cycles, level 3 multiple forcing
//! chains; level 4 adds dynamic forcing chains instead, and level 5 dynamic chains of level 2. The first kind that has a step is all that is taken.
//!
//! Glossary: a step **needs** the candidates that had to go first; one that needs none was possible before, and tells nothing about the chain.

use std::ops::Range;

use super::super::houses::{BOARD, CELLS, COMMON, bits, each};
use super::super::state::State;
use super::super::{fish, locking, sets};
use super::Budget;
use super::closure::{FLAT, Rules};
use super::cycles::Cycles;
use super::hint::{All, Hint};
use super::multiple::Multiple;

/// A candidate that a step removes.
pub(super) struct Extra {
    pub(super) candidate: u16,
    /// Where in the list of needs those of its step are.
    pub(super) needs: Range<usize>,
    /// The nested chain behind the step, or [`FLAT`].
    pub(super) nested: u32,
}

/// A chain inside a chain.
#[derive(Clone, Copy)]
pub(super) struct Nested {
    pub(super) signature: u64,
    pub(super) complexity: u32,
}

/// Looks for advanced steps, and holds those that were found last.
#[derive(Default)]
pub(super) struct Advanced {
    pub(super) extras: Vec<Extra>,
    pub(super) needs: Vec<u16>,
    /// The nested chains found since a search began.
    pub(super) nested: Vec<Nested>,
    cycles: Cycles,
    multiple: Option<Box<Multiple>>,
}

impl Advanced {
    /// Looks for the steps of the easiest kind in the position `now`, which was `before` when the chain started.
    pub(super) fn look(&mut self, level: u8, before: &State, now: &State, budget: &mut Budget) {
        self.extras.clear();
        self.needs.clear();
        self.locked(before, now);
        if self.extras.is_empty() {
            self.hidden_pairs(before, now);
        }
        if self.extras.is_empty() {
            self.naked_pairs(before, now);
        }
        if self.extras.is_empty() {
            self.x_wings(before, now);
        }
        if level >= 2 && self.extras.is_empty() {
            self.chains(level, before, now, budget);
        }
    }

    /// Notes the steps of the needs that were listed since `first`: a digit leaves these cells.
    fn take(&mut self, first: usize, digit: usize, cells: u128) {
        for cell in each(cells) {
            let candidate = (cell * 9 + digit) as u16;
            self.extras.push(Extra { candidate, needs: first..self.needs.len(), nested: FLAT });
        }
    }

    fn locked(&mut self, before: &State, now: &State) {
        locking::each_locked(now, |_, from, to, digit| -> Option<()> {
            let gone = before.spots[from][digit] & !now.spots[from][digit] & !COMMON[from][to];
            let cells = now.boards[digit] & BOARD[to] & !BOARD[from];
            if gone != 0 && cells != 0 {
                let first = self.needs.len();
                self.needs.extend(bits(gone).map(|spot| u16::from(CELLS[from][spot]) * 9 + digit as u16));
                self.take(first, digit, cells);
            }
            None
        });
    }

    fn hidden_pairs(&mut self, before: &State, now: &State) {
        sets::each_hidden(now, 2, |house, digits, spots| -> Option<()> {
            let first = self.needs.len();
            for spot in bits(0x1ff & !spots) {
                let cell = usize::from(CELLS[house][spot]);
                self.needs.extend(bits(before.marks[cell] & digits).map(|digit| (cell * 9 + digit) as u16));
            }
            if self.needs.len() > first {
                let mut cells = [0; 2];
                for (place, spot) in cells.iter_mut().zip(bits(spots)) {
                    *place = usize::from(CELLS[house][spot]);
                }
                for cell in cells {
                    for digit in bits(now.marks[cell] & !digits) {
                        self.take(first, digit, 1 << cell);
                    }
                }
            }
            None
        });
    }

    fn naked_pairs(&mut self, before: &State, now: &State) {
        sets::each_naked(now, 2, |house, digits, spots| -> Option<()> {
            let first = self.needs.len();
            for spot in bits(spots) {
                let cell = usize::from(CELLS[house][spot]);
                self.needs.extend(bits(before.marks[cell] & !digits).map(|digit| (cell * 9 + digit) as u16));
            }
            if self.needs.len() > first {
                for spot in bits(0x1ff & !spots) {
                    let cell = usize::from(CELLS[house][spot]);
                    for digit in bits(now.marks[cell] & digits) {
                        self.take(first, digit, 1 << cell);
                    }
                }
            }
            None
        });
    }

    fn x_wings(&mut self, before: &State, now: &State) {
        fish::each(now, 2, |digit, base, cover, lines, across| -> Option<()> {
            let first = self.needs.len();
            for line in bits(lines).map(|line| base + line) {
                let gone = before.spots[line][digit] & !now.spots[line][digit] & !across;
                self.needs.extend(bits(gone).map(|spot| u16::from(CELLS[line][spot]) * 9 + digit as u16));
            }
            if self.needs.len() > first {
                self.take(first, digit, fish::removed(now, digit, base, cover, lines, across));
            }
            None
        });
    }

    /// Nested chains.
    fn chains(&mut self, level: u8, before: &State, now: &State, budget: &mut Budget) {
        let rules = |dynamic, level| Rules { nishio: false, dynamic, level };
        if level < 4 {
            let mut all = All::default();
            self.cycles.search(now, before, &mut all);
            self.take_hints(all.in_order(now), now);
            if level == 3 && self.extras.is_empty() {
                self.nest(rules(false, 0), before, now, budget);
            }
        } else {
            self.nest(rules(true, 0), before, now, budget);
            if level == 5 && self.extras.is_empty() {
                self.nest(rules(true, 2), before, now, budget);
            }
        }
    }

    /// Takes all hints of a search like the one that this belongs to.
    fn nest(&mut self, rules: Rules, before: &State, now: &State, budget: &mut Budget) {
        let mut all = All::default();
        self.multiple.get_or_insert_default().search(rules, now, before, None, &mut all, budget);
        self.take_hints(all.in_order(now), now);
    }

    fn take_hints(&mut self, hints: Vec<Hint>, now: &State) {
        for hint in hints.into_iter().filter(|hint| !hint.proof.needs.is_empty()) {
            let first = self.needs.len();
            self.needs.extend(&hint.proof.needs);
            let nested = self.nested.len() as u32;
            self.nested.push(Nested { signature: hint.proof.signature, complexity: hint.complexity });
            for (cell, digits) in hint.effect.removed(now) {
                for digit in bits(digits) {
                    let candidate = u16::from(cell) * 9 + digit as u16;
                    self.extras.push(Extra { candidate, needs: first..self.needs.len(), nested });
                }
            }
        }
    }
}
