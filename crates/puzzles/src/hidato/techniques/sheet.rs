//! The board as the techniques read it: bitsets from numbers to places and from cells to numbers, entries apart from marks.
//!
//! Glossary: numbers count from 0 here, and cells by their place in reading order; a cell without an entry is **free**, a number that is nowhere entered is
//! **missing**; a **gap** is a run of missing numbers, and its **ends** are the entered numbers before and after it.

use std::sync::Arc;

use super::super::engine::board::{Board, Steps};
use super::super::{Hidato, Square};
use crate::technique::{Mark, Premise};
use crate::{Cell, Grid, Kind as _, Marks, Position};

/// What does not change from position to position.
pub(super) struct Geometry<const W: usize> {
    pub(super) puzzle: Hidato,
    pub(super) steps: Steps<W>,
}

/// A Hidato in a position.
#[derive(Clone)]
pub(in super::super) struct HidatoSheet<const W: usize> {
    pub(super) geometry: Arc<Geometry<W>>,
    entries: Grid<Option<i32>>,
    /// Number -> the cell that it is entered in.
    pub(super) at: Vec<Option<usize>>,
    /// Missing number -> the cells that it is marked in; an entered number is marked nowhere.
    pub(super) places: Vec<Board<W>>,
    /// Free cell -> the numbers that are marked there; none where there is an entry.
    pub(super) numbers: Vec<Board<W>>,
    /// The cells without an entry.
    pub(super) free: Board<W>,
    /// The numbers that are nowhere entered.
    pub(super) missing: Board<W>,
}

/// A run of missing numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// Its first number.
    pub(super) start: usize,
    /// The number after its last one.
    pub(super) end: usize,
    /// Where the number before it stands, if it does not begin with the first number of all.
    pub(super) below: Option<usize>,
    /// Where the number after it stands, if there is one.
    pub(super) above: Option<usize>,
}

impl Gap {
    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }

    /// Its numbers, as people write them: `11`, `11 and 12` or `11 to 14`.
    pub(super) fn numbers(&self) -> String {
        match self.len() {
            1 => format!("{}", self.end),
            2 => format!("{} and {}", self.start + 1, self.end),
            _ => format!("{} to {}", self.start + 1, self.end),
        }
    }
}

impl<const W: usize> HidatoSheet<W> {
    /// The puzzle in a position. Entries over givens and in holes say nothing.
    pub(super) fn new(puzzle: &Hidato, position: Option<&Position>) -> Self {
        let mut entries = puzzle.squares.map(|square| match *square {
            Square::Given(number) => Some(i32::from(number)),
            Square::Empty | Square::Hole => None,
        });
        if let Some(position) = position {
            let empty = puzzle.cells().filter(|&cell| puzzle.squares[cell] == Square::Empty);
            for cell in empty {
                entries[cell] = position.entries.get(cell.row, cell.col).copied().flatten();
            }
        }
        let last = usize::from(puzzle.last());
        let geometry = Arc::new(Geometry { steps: Steps::new(puzzle), puzzle: puzzle.clone() });
        let mut sheet = Self {
            at: vec![None; last],
            places: vec![Board::EMPTY; last],
            numbers: vec![Board::EMPTY; entries.len()],
            free: geometry.steps.cells,
            missing: Board::EMPTY,
            entries,
            geometry,
        };
        (0..last).for_each(|number| sheet.missing.insert(number));
        for cell in puzzle.cells() {
            if let Some(entry) = sheet.entries[cell] {
                let place = sheet.entries.index(cell);
                sheet.free.remove(place);
                if let Some(number) = sheet.number(entry) {
                    sheet.at[number].get_or_insert(place);
                    sheet.missing.remove(number);
                }
            }
        }
        let marks = puzzle.marks(Some(&sheet.entries));
        for place in sheet.free.iter() {
            let cell = sheet.cell(place);
            let own = position.map(|position| position.marks.values(cell)).filter(|own| !own.is_empty());
            for value in own.unwrap_or_else(|| marks.values(cell)) {
                if let Some(number) = sheet.number(i32::from(value)).filter(|&number| sheet.missing.contains(number)) {
                    sheet.places[number].insert(place);
                    sheet.numbers[place].insert(number);
                }
            }
        }
        sheet
    }

    /// The number that an entry means, if there is one on this board.
    fn number(&self, entry: i32) -> Option<usize> {
        usize::try_from(entry).ok()?.checked_sub(1).filter(|&number| number < self.at.len())
    }

    pub(super) fn position(&self) -> Position {
        let mut marks = Marks::none(self.entries.rows(), self.entries.cols());
        for place in self.free.iter() {
            marks[self.cell(place)]
                .extend(self.numbers[place].iter().map(|number| pencilmark_csp::Value(number as u16 + 1)));
        }
        Position { entries: self.entries.clone(), marks }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.free.is_empty()
    }

    pub(super) fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        for mark in removes {
            if let Some((number, place)) = self.read(*mark) {
                self.places[number].remove(place);
                self.numbers[place].remove(number);
            }
        }
        let mut entered = false;
        for mark in places {
            if let Some((number, place)) = self.read(*mark).filter(|&(_, place)| self.free.contains(place)) {
                self.enter(number, place);
                entered = true;
            }
        }
        if entered {
            self.keep_near();
        }
    }

    fn read(&self, mark: Mark) -> Option<(usize, usize)> {
        self.entries.get(mark.cell.row, mark.cell.col)?;
        Some((self.number(i32::from(mark.value))?, self.entries.index(mark.cell)))
    }

    fn enter(&mut self, number: usize, place: usize) {
        let cell = self.cell(place);
        self.entries[cell] = Some(number as i32 + 1);
        self.free.remove(place);
        self.missing.remove(number);
        self.at[number].get_or_insert(place);
        for other in self.numbers[place].iter() {
            self.places[other].remove(place);
        }
        for other in self.places[number].iter() {
            self.numbers[other].remove(number);
        }
        self.places[number] = Board::EMPTY;
        self.numbers[place] = Board::EMPTY;
    }

    /// Rubs out the marks that are now too far from the ends of their gap: those that [`Kind::marks`](crate::Kind::marks) would not write.
    fn keep_near(&mut self) {
        let mut from = 0;
        while let Some(gap) = self.gap(from) {
            from = gap.end;
            if let Some(below) = gap.below {
                let mut near = Board::single(below);
                for number in gap.start..gap.end {
                    near = self.grown(near);
                    self.keep(number, near);
                }
            }
            if let Some(above) = gap.above {
                let mut near = Board::single(above);
                for number in (gap.start..gap.end).rev() {
                    near = self.grown(near);
                    self.keep(number, near);
                }
            }
        }
    }

    fn grown(&self, cells: Board<W>) -> Board<W> {
        cells | (self.geometry.steps.from(cells) & self.free)
    }

    fn keep(&mut self, number: usize, cells: Board<W>) {
        let gone = self.places[number] & !cells;
        if !gone.is_empty() {
            self.places[number] &= cells;
            for place in gone.iter() {
                self.numbers[place].remove(number);
            }
        }
    }

    // ---- WHAT TECHNIQUES ASK ----

    /// The next gap from this number on.
    pub(super) fn gap(&self, from: usize) -> Option<Gap> {
        let start = self.missing.next(from)?;
        let end = (start..self.at.len()).find(|&number| !self.missing.contains(number)).unwrap_or(self.at.len());
        let below = start.checked_sub(1).and_then(|number| self.at[number]);
        Some(Gap { start, end, below, above: self.at.get(end).copied().flatten() })
    }

    /// The gaps, in order.
    pub(super) fn gaps(&self) -> impl Iterator<Item = Gap> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let gap = self.gap(from)?;
            from = gap.end;
            Some(gap)
        })
    }

    /// The neighbours of a cell.
    #[inline]
    pub(super) fn around(&self, place: usize) -> Board<W> {
        self.geometry.steps.around[place]
    }

    /// The cells with an entry among these.
    pub(super) fn taken(&self, cells: Board<W>) -> Board<W> {
        cells & self.geometry.steps.cells & !self.free
    }

    /// Where a number can be: its entry, or its marks.
    #[inline]
    pub(super) fn can_be(&self, number: usize) -> Board<W> {
        self.at[number].map_or(self.places[number], Board::single)
    }

    /// The number that is entered in a cell.
    pub(super) fn entered(&self, place: usize) -> Option<usize> {
        self.entries[self.cell(place)].and_then(|entry| self.number(entry))
    }

    pub(super) fn cell(&self, place: usize) -> Cell {
        self.entries.cell(place)
    }

    pub(super) fn place(&self, cell: Cell) -> usize {
        self.entries.index(cell)
    }

    pub(super) fn mark(&self, number: usize, place: usize) -> Mark {
        Mark { cell: self.cell(place), value: number as u16 + 1 }
    }

    /// The marks of a number in these cells.
    pub(super) fn marks(&self, number: usize, cells: Board<W>) -> impl Iterator<Item = Mark> {
        cells.iter().map(move |place| self.mark(number, place))
    }

    /// That a number does not stand in any of these cells.
    pub(super) fn lacks(&self, number: usize, cells: Board<W>) -> impl Iterator<Item = Premise> {
        self.marks(number, cells).map(Premise::Lacks)
    }

    /// That a cell holds the entry that it holds.
    pub(super) fn holds(&self, place: usize) -> Premise {
        let cell = self.cell(place);
        let value = self.entries[cell].and_then(|entry| u16::try_from(entry).ok()).unwrap_or_default();
        Premise::Holds(Mark { cell, value })
    }

    /// The cells as people name them.
    pub(super) fn cells(&self, cells: Board<W>) -> Vec<Cell> {
        cells.iter().map(|place| self.cell(place)).collect()
    }
}
