//! A puzzle in a position, as sets of cells.
//!
//! Glossary: a **unit** is a row, a column or a region, and these are the three **families**; a **free** cell is one that is not decided; what a unit is
//! **missing** are the stars that it does not have yet. Cells are places in reading order.

use std::ops::Range;
use std::sync::Arc;

use pencilmark_csp::{Domain, Label};

use super::super::{StarBattle, model};
use super::cells::Cells;
use crate::technique::Mark;
use crate::{Cell, Position};

pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 1;
pub(super) const REGIONS: usize = 2;

/// What never changes about a puzzle.
pub(super) struct Geometry<const W: usize> {
    pub(super) puzzle: StarBattle,
    pub(super) units: Vec<Cells<W>>,       // rows, then columns, then regions
    pub(super) of: Vec<[usize; 3]>,        // place -> its row, column and region; a hole is in none
    pub(super) near: Vec<Cells<W>>,        // place -> itself and what touches it
    pub(super) blocks: Vec<[Cells<W>; 2]>, // place -> from there on in reading order, the 2x2 blocks with it
    board: Cells<W>,                       // all but holes
}

/// A puzzle in a position.
#[derive(Clone)]
pub(super) struct StarSheet<const W: usize> {
    pub(super) geometry: Arc<Geometry<W>>,
    pub(super) stars: Cells<W>,
    pub(super) free: Cells<W>,
    pub(super) missing: Vec<i16>, // unit -> stars it still needs; below 0 if it has too many
}

impl<const W: usize> Geometry<W> {
    fn new(puzzle: &StarBattle) -> Self {
        let size = puzzle.size();
        let grid = puzzle.regions();
        let place = |cell: Cell| grid.index(cell);
        let set = |cells: Vec<Cell>| -> Cells<W> { cells.into_iter().map(place).collect() };
        let rows = (0..size).map(|row| set(puzzle.row(row)));
        let columns = (0..size).map(|col| set(puzzle.column(col)));
        let units: Vec<Cells<W>> = rows.chain(columns).chain(puzzle.region_cells().into_iter().map(set)).collect();
        let board = units[..size].iter().fold(Cells::EMPTY, |board, &row| board | row);
        let mut geometry = Self {
            puzzle: puzzle.clone(),
            units,
            of: vec![[usize::MAX; 3]; grid.len()],
            near: vec![Cells::EMPTY; grid.len()],
            blocks: vec![[Cells::EMPTY; 2]; grid.len()],
            board,
        };
        for cell in grid.cells() {
            let Some(region) = grid[cell] else { continue };
            let at = place(cell);
            geometry.of[at] = [cell.row, size + cell.col, 2 * size + region];
            geometry.near[at] = grid.around(cell).chain([cell]).map(place).collect::<Cells<W>>() & board;
            let later = |other: &Cell| other.row > cell.row || other.row == cell.row && other.col >= cell.col;
            let near = || grid.around(cell).chain([cell]).filter(later);
            geometry.blocks[at] = [
                near().filter(|c| c.col >= cell.col).map(place).collect(),
                near().filter(|c| c.col <= cell.col).map(place).collect(),
            ];
        }
        geometry
    }

    pub(super) fn stars(&self) -> usize {
        self.puzzle.stars()
    }

    /// The units of a family.
    pub(super) fn family(&self, family: usize) -> Range<usize> {
        let size = self.puzzle.size();
        match family {
            ROWS => 0..size,
            COLUMNS => size..2 * size,
            _ => 2 * size..self.units.len(),
        }
    }

    /// The family of a unit, and its number there.
    pub(super) fn place_of(&self, unit: usize) -> (usize, usize) {
        let size = self.puzzle.size();
        if unit < 2 * size { (unit / size, unit % size) } else { (REGIONS, unit - 2 * size) }
    }

    /// What its family is called, and what it is called there.
    pub(super) fn name_of(&self, unit: usize) -> (&'static str, String) {
        match self.place_of(unit) {
            (ROWS, row) => ("row", (row + 1).to_string()),
            (COLUMNS, col) => ("column", (col + 1).to_string()),
            (_, region) => ("region", self.puzzle.region_name(region).to_owned()),
        }
    }

    /// The unit's rule, by its label in the first model.
    pub(super) fn rule(&self, unit: usize) -> Label {
        let (kind, name) = self.name_of(unit);
        model::unit_label(kind, name, self.stars())
    }

    pub(super) fn cell(&self, place: usize) -> Cell {
        self.puzzle.regions().cell(place)
    }
}

impl<const W: usize> StarSheet<W> {
    pub(super) fn new(puzzle: &StarBattle, position: Option<&Position>) -> Self {
        let geometry = Arc::new(Geometry::new(puzzle));
        let missing = vec![puzzle.stars() as i16; geometry.units.len()];
        let mut sheet = Self { stars: Cells::EMPTY, free: geometry.board, missing, geometry };
        if let Some(position) = position {
            for place in sheet.geometry.board.iter() {
                let cell = sheet.geometry.cell(place);
                let entry = position.entries.get(cell.row, cell.col).copied().flatten();
                let marked = || match position.marks.values(cell).as_slice() {
                    [only] => Some(i32::from(*only)),
                    _ => None,
                };
                match entry.or_else(marked) {
                    Some(1) => sheet.star(place),
                    Some(_) => sheet.free.remove(place),
                    None => {}
                }
            }
        }
        sheet
    }

    /// Puts a star there.
    pub(super) fn star(&mut self, place: usize) {
        if self.geometry.board.has(place) && !self.stars.has(place) {
            self.free.remove(place);
            self.stars.add(place);
            for unit in self.geometry.of[place] {
                self.missing[unit] -= 1;
            }
        }
    }

    /// Puts a dot there: no star.
    pub(super) fn dot(&mut self, place: usize) {
        self.free.remove(place);
    }

    pub(super) fn enter(&mut self, mark: Mark) {
        let grid = self.geometry.puzzle.regions();
        if grid.get(mark.cell.row, mark.cell.col).is_some() {
            let place = grid.index(mark.cell);
            if mark.value == 1 { self.star(place) } else { self.dot(place) }
        }
    }

    pub(super) fn position(&self) -> Position {
        let mut position = Position::empty((self.geometry.puzzle.size(), self.geometry.puzzle.size()));
        for place in self.geometry.board.iter() {
            let cell = self.geometry.cell(place);
            if self.free.has(place) {
                position.marks[cell] = Domain::range(0, 1);
            } else {
                position.entries[cell] = Some(i32::from(self.stars.has(place)));
            }
        }
        position
    }

    /// The cells of a unit that hold no star and no dot.
    #[inline]
    pub(super) fn free_in(&self, unit: usize) -> Cells<W> {
        self.geometry.units[unit] & self.free
    }

    /// The stars that a unit still needs.
    #[inline]
    pub(super) fn missing(&self, unit: usize) -> usize {
        self.missing[unit].max(0) as usize
    }

    /// The units that miss stars, those with the fewest free cells first.
    pub(super) fn open_units(&self) -> Vec<usize> {
        let mut units: Vec<usize> = (0..self.geometry.units.len()).filter(|&unit| self.missing[unit] > 0).collect();
        units.sort_by_key(|&unit| self.free_in(unit).len());
        units
    }

    /// The cells that cannot hold a star any more if there is one at `place`, by touch or because its row, column or region is full then.
    pub(super) fn cleared_by(&self, place: usize) -> Cells<W> {
        let full = self.geometry.of[place].into_iter().filter(|&unit| self.missing[unit] <= 1);
        let cleared = full.fold(self.geometry.near[place], |cleared, unit| cleared | self.geometry.units[unit]);
        cleared & self.free.without(place)
    }

    pub(super) fn mark(&self, place: usize, value: u16) -> Mark {
        Mark { cell: self.geometry.cell(place), value }
    }

    /// These cells with this value.
    pub(super) fn marks(&self, cells: Cells<W>, value: u16) -> Vec<Mark> {
        cells.iter().map(|place| self.mark(place, value)).collect()
    }
}
