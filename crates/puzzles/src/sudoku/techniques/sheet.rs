//! A Sudoku as its techniques read it.
//!
//! Everything that a technique asks about again and again is kept up to date mark by mark: where a digit can go in a unit, which digits have
//! one or two places there, which cells have one or two marks. So most techniques see at a glance that there is nothing to see.
//!
//! Glossary: an **open** cell has no entry; the **spots** of a digit in a unit are the places where it is marked, as a mask (bit i is the i-th cell
//! of the unit); digits and units are numbered as in [`Geometry`].

use std::cell::OnceCell;

use super::als::Almost;
use super::bits::{Bits, digits};
use super::chains::links::Links;
use super::geometry::Geometry;
use super::memory::Memory;
use super::rectangles::{self, Corners};
use crate::sudoku::parts::MOST;
use crate::sudoku::{Candidates, Sudoku};
use crate::technique::{DeadEnd, Mark};
use crate::{Cell, Marks, Position};

/// A puzzle in a position.
#[derive(Clone)]
pub(crate) struct Paper<B: Bits> {
    pub(super) geometry: &'static Geometry<B>,
    /// The marks of each open cell; bit d stands for digit d.
    pub(super) marks: Vec<u32>,
    /// The entry of each cell, or 0.
    pub(super) entries: Vec<u8>,
    /// The cells with a clue: a given, or pencil marks.
    pub(super) givens: B,
    /// The cells without an entry.
    pub(super) open: B,
    /// Where each digit is marked.
    pub(super) digits: [B; MOST + 1],
    /// See [`Paper::spots`].
    spots: Vec<u32>,
    /// For each digit the units where it has one spot.
    pub(super) once: [u128; MOST + 1],
    /// For each digit the units where it has two.
    pub(super) twice: [u128; MOST + 1],
    /// Open cells with one mark.
    pub(super) single: B,
    /// Open cells with two.
    pub(super) double: B,
    /// How many cells of each unit are open.
    pub(super) vacancies: Vec<u8>,
    /// The units with one open cell.
    pub(super) last: u128,
    pub(super) memory: Memory<B>,
    /// Rectangles whose corners share two digits, found when a technique first asks for them.
    rectangles: OnceCell<Vec<(Corners, u32)>>,
    /// Strong and weak links, likewise.
    links: OnceCell<Box<Links<B>>>,
    /// Almost locked sets, likewise.
    almost: OnceCell<Box<Almost<B>>>,
}

impl<B: Bits> Paper<B> {
    /// The puzzle at the start, or in a position.
    pub(super) fn new(puzzle: &Sudoku, position: Option<&Position>) -> Self {
        let geometry = B::geometry(puzzle.box_shape());
        let side = geometry.side;
        let mut entries = vec![0_u8; side * side];
        let mut givens = B::NONE;
        let clues = puzzle.cells().things();
        for (cell, clue) in clues.iter().enumerate() {
            if let Some(digit) = clue.single() {
                entries[cell] = digit as u8;
            }
            if clue.bits() != geometry.all {
                givens |= B::only(cell);
            }
        }
        if let Some(position) = position {
            for (cell, entry) in entries.iter_mut().enumerate().filter(|(_, entry)| **entry == 0) {
                let place = position.entries.get(cell / side, cell % side).copied().flatten();
                let digit = place.and_then(|digit| u8::try_from(digit).ok());
                *entry = digit.filter(|&digit| usize::from(digit) <= side).unwrap_or(0);
            }
        }
        let mut used = vec![0_u32; 3 * side];
        let mut vacancies = vec![side as u8; 3 * side];
        let mut open = B::NONE;
        for (cell, &entry) in entries.iter().enumerate() {
            if entry == 0 {
                open |= B::only(cell);
                continue;
            }
            for unit in geometry.of(cell) {
                used[unit] |= 1 << entry;
                vacancies[unit] -= 1;
            }
        }
        let mut paper = Self {
            geometry,
            marks: vec![0; side * side],
            entries,
            givens,
            open,
            digits: [B::NONE; MOST + 1],
            spots: vec![0; 3 * side * (side + 1)],
            once: [0; MOST + 1],
            twice: [0; MOST + 1],
            single: B::NONE,
            double: B::NONE,
            vacancies,
            last: 0,
            memory: Memory::new(geometry),
            rectangles: OnceCell::new(),
            links: OnceCell::new(),
            almost: OnceCell::new(),
        };
        for cell in open.cells() {
            let [row, col, square] = geometry.of(cell);
            let mut marks = clues[cell].bits() & geometry.all & !(used[row] | used[col] | used[square]);
            if let Some(position) = position {
                let pencilled: Candidates =
                    position.marks.values(paper.cell(cell)).into_iter().map(usize::from).collect();
                if !pencilled.is_empty() {
                    marks &= pencilled.bits();
                }
            }
            paper.mark(cell, marks);
        }
        paper.count();
        paper
    }

    fn mark(&mut self, cell: usize, marks: u32) {
        self.marks[cell] = marks;
        let only = B::only(cell);
        match marks.count_ones() {
            1 => self.single |= only,
            2 => self.double |= only,
            _ => {}
        }
        let (units, places) = (self.geometry.units_of[cell], self.geometry.places_of[cell]);
        for digit in digits(marks) {
            self.digits[digit] |= only;
            for (unit, place) in units.into_iter().zip(places) {
                self.spots[usize::from(unit) * (self.geometry.side + 1) + digit] |= 1 << place;
            }
        }
    }

    /// Counts the spots and vacancies of every unit.
    fn count(&mut self) {
        for (unit, cells) in self.geometry.unit_cells.iter().enumerate() {
            // The digits with at least one, two and three spots.
            let [mut one, mut two, mut three] = [0; 3];
            for &cell in cells {
                let marks = self.marks[usize::from(cell)];
                three |= two & marks;
                two |= one & marks;
                one |= marks;
            }
            digits(one & !two).for_each(|digit| self.once[digit] |= 1 << unit);
            digits(two & !three).for_each(|digit| self.twice[digit] |= 1 << unit);
            if self.vacancies[unit] == 1 {
                self.last |= 1 << unit;
            }
        }
    }

    /// Where a digit can go in a unit: bit i is the i-th cell of the unit.
    #[inline]
    pub(super) fn spots(&self, unit: usize, digit: usize) -> u32 {
        self.spots[unit * (self.geometry.side + 1) + digit]
    }

    /// The same as cells.
    #[inline]
    pub(super) fn spot_cells(&self, unit: usize, digit: usize) -> B {
        self.digits[digit] & self.geometry.units[unit]
    }

    /// Rubs out a mark.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        let only = B::only(cell);
        if !self.digits[digit].has(cell) {
            return;
        }
        let (units, places) = (self.geometry.units_of[cell], self.geometry.places_of[cell]);
        self.memory.removed(digit, units);
        self.digits[digit] = self.digits[digit].without(only);
        self.marks[cell] &= !(1 << digit);
        match self.marks[cell].count_ones() {
            0 => self.single = self.single.without(only),
            1 => {
                self.double = self.double.without(only);
                self.single |= only;
            }
            2 => self.double |= only,
            _ => {}
        }
        for (unit, place) in units.into_iter().zip(places) {
            let spots = &mut self.spots[usize::from(unit) * (self.geometry.side + 1) + digit];
            *spots &= !(1 << place);
            let bit = 1 << unit;
            match spots.count_ones() {
                0 => self.once[digit] &= !bit,
                1 => {
                    self.twice[digit] &= !bit;
                    self.once[digit] |= bit;
                }
                2 => self.twice[digit] |= bit,
                _ => {}
            }
        }
    }

    /// Enters a digit, and rubs out what goes without saying.
    pub(super) fn enter(&mut self, cell: usize, digit: usize) {
        if !self.open.has(cell) {
            return;
        }
        for other in digits(self.marks[cell]) {
            self.remove(cell, other);
        }
        for peer in (self.geometry.peers[cell] & self.digits[digit]).cells() {
            self.remove(peer, digit);
        }
        self.entries[cell] = digit as u8;
        self.open = self.open.without(B::only(cell));
        for unit in self.geometry.of(cell) {
            self.vacancies[unit] -= 1;
            match self.vacancies[unit] {
                0 => self.last &= !(1 << unit),
                1 => self.last |= 1 << unit,
                _ => {}
            }
        }
    }

    /// Takes a step. Whatever is not on the board is ignored.
    pub(super) fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        self.memory.begin();
        self.forget();
        let side = self.geometry.side;
        let known = |mark: &&Mark| mark.cell.row < side && mark.cell.col < side && usize::from(mark.value) <= side;
        for mark in removes.iter().filter(known) {
            self.remove(mark.cell.row * side + mark.cell.col, usize::from(mark.value));
        }
        for mark in places.iter().filter(known).filter(|mark| mark.value > 0) {
            self.enter(mark.cell.row * side + mark.cell.col, usize::from(mark.value));
        }
        self.memory.end();
    }

    /// Forgets what was found out about the position, which most steps did not ask for.
    fn forget(&mut self) {
        if self.rectangles.get().is_some() {
            self.rectangles.take();
        }
        if self.links.get().is_some() {
            self.links.take();
        }
        if self.almost.get().is_some() {
            self.almost.take();
        }
    }

    /// What has been entered, and what is marked in all other cells.
    pub(super) fn position(&self) -> Position {
        let side = self.geometry.side;
        let mut position = Position::empty((side, side));
        let mut marks = Marks::none(side, side);
        for cell in 0..side * side {
            let place = self.cell(cell);
            match self.entries[cell] {
                0 => {
                    let values = digits(self.marks[cell]).map(|digit| pencilmark_csp::Value(digit as u16));
                    marks[place] = values.collect();
                }
                entry => position.entries[place] = Some(i32::from(entry)),
            }
        }
        position.marks = marks;
        position
    }

    /// An open cell without marks, or a digit without a place in a unit.
    pub(super) fn dead_end(&self) -> Option<DeadEnd> {
        let marked = |cell: usize| if self.entries[cell] == 0 { self.marks[cell] } else { 1 << self.entries[cell] };
        if let Some(cell) = self.open.cells().find(|&cell| self.marks[cell] == 0) {
            return Some(DeadEnd::Cell(self.cell(cell)));
        }
        for (unit, cells) in self.geometry.unit_cells.iter().enumerate() {
            let seen = cells.iter().fold(0, |seen, &cell| seen | marked(usize::from(cell)));
            if let Some(digit) = digits(self.geometry.all & !seen).next() {
                return Some(DeadEnd::Place(self.label(unit), digit as u16));
            }
        }
        None
    }

    /// Rectangles in two boxes whose corners share two digits.
    pub(super) fn rectangles(&self) -> &[(Corners, u32)] {
        self.rectangles.get_or_init(|| rectangles::pairs(self))
    }

    /// Strong and weak links between marks.
    pub(super) fn links(&self) -> &Links<B> {
        self.links.get_or_init(|| Box::new(Links::new(self)))
    }

    /// Almost locked sets.
    pub(super) fn almost(&self) -> &Almost<B> {
        self.almost.get_or_init(|| Box::new(Almost::new(self)))
    }

    /// A cell by its place in reading order.
    pub(super) fn cell(&self, cell: usize) -> Cell {
        Cell { row: cell / self.geometry.side, col: cell % self.geometry.side }
    }

    /// A mark.
    pub(super) fn as_mark(&self, cell: usize, digit: usize) -> Mark {
        Mark { cell: self.cell(cell), value: digit as u16 }
    }

    /// The cells where a mark of `digit` falls if one of these cells holds the digit, whichever it is.
    #[inline]
    pub(super) fn seen_by_all(&self, digit: usize, cells: B) -> B {
        self.digits[digit] & self.geometry.common_peers(cells)
    }
}
