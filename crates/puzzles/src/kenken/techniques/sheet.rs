//! A puzzle in a position, laid out for the techniques.
//!
//! Cells are numbered as in the engine, 16 to a row; line `r` is row `r`, line `16 + c` is column `c`; bit `v - 1` of a cell's marks is the number v. A
//! cell with an entry has that as its only mark. Each cage carries its fillings: the ways to fill it that its marks and the lines through it allow.

use std::sync::Arc;

use pencilmark_csp::Label;

use crate::kenken::engine::cage::{Shape, full};
use crate::kenken::engine::fillings::{Filling, Lister};
use crate::kenken::engine::lines::cell_of;
use crate::kenken::engine::state::WIDTH;
use crate::kenken::model::{cage_label, column_label, row_label};
use crate::kenken::{Cage, KenKen};
use crate::technique::{DeadEnd, Finder, Flow, Mark, Sheet, Table};
use crate::{Cell, Kind as _, Position};

/// The most fillings that a cage may have, and the steps to list them. With more, its techniques leave it out until it has fewer.
const FILLINGS: usize = 8_000;
const STEPS: u32 = 60_000;

/// What does not change from step to step.
#[derive(Debug)]
pub(super) struct Geometry {
    pub(super) puzzle: KenKen,
    pub(super) size: usize,
    shapes: Vec<Shape>,
    /// The cages of two cells and more, the smaller first.
    pub(super) order: Vec<usize>,
    /// The cells of each cage.
    pub(super) cells: Vec<Vec<u8>>,
    /// The places of each cage's cells, as bits, in each line.
    pub(super) parts: Vec<Vec<Part>>,
}

/// The cells of a cage in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) line: usize,
    /// Which cells of the cage, as bits by their order.
    pub(super) members: u64,
}

/// The ways to fill a cage, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Fillings {
    width: usize,
    listed: bool,
    numbers: Arc<Vec<u8>>,
}

impl Fillings {
    /// How many there are; 0 if they are not listed, or if the cage cannot be filled.
    pub(super) fn len(&self) -> usize {
        self.numbers.len() / self.width
    }

    pub(super) fn iter(&self) -> std::slice::ChunksExact<'_, u8> {
        self.numbers.chunks_exact(self.width)
    }

    /// Whether they are known.
    pub(super) fn is_listed(&self) -> bool {
        self.listed
    }
}

/// See the top of this file.
#[derive(Clone, Debug)]
pub(in crate::kenken) struct KenKenSheet {
    pub(super) geometry: Arc<Geometry>,
    marks: [u16; WIDTH * WIDTH],
    entered: [u16; WIDTH], // of each row: the columns with an entry
    open: usize,           // cells without an entry
    fillings: Vec<Fillings>,
}

impl KenKenSheet {
    pub(in crate::kenken) fn new(puzzle: &KenKen, position: Option<&Position>) -> Self {
        let size = puzzle.size();
        let mut order: Vec<usize> =
            (0..puzzle.cages().len()).filter(|&cage| puzzle.cages()[cage].cells.len() > 1).collect();
        order.sort_by_key(|&cage| puzzle.cages()[cage].cells.len());
        let shapes: Vec<Shape> = puzzle.cages().iter().map(|cage| Shape::new(cage, size)).collect();
        let cells: Vec<Vec<u8>> = shapes.iter().map(|shape| shape.cells.clone()).collect();
        let parts = cells.iter().map(|cells| parts(cells)).collect();
        let geometry = Geometry { puzzle: puzzle.clone(), size, shapes, order, cells, parts };
        let unlisted = |cells: &Vec<u8>| Fillings { width: cells.len(), listed: false, numbers: Arc::default() };
        let mut sheet = Self {
            marks: [0; WIDTH * WIDTH],
            entered: [0; WIDTH],
            open: size * size,
            fillings: geometry.cells.iter().map(unlisted).collect(),
            geometry: Arc::new(geometry),
        };
        sheet.write(position);
        for cage in 0..sheet.fillings.len() {
            sheet.refresh(cage);
        }
        sheet
    }

    /// Writes down what the position has, and the marks of the clues elsewhere.
    fn write(&mut self, position: Option<&Position>) {
        let puzzle = &self.geometry.puzzle;
        let marks = puzzle.marks(position.map(|position| &position.entries));
        for cell in marks.cells() {
            let entry = position.and_then(|position| *position.entries.get(cell.row, cell.col)?);
            let entry = entry
                .and_then(|entry| u16::try_from(entry).ok())
                .filter(|&entry| (1..=self.geometry.size as u16).contains(&entry));
            let number = cell.row * WIDTH + cell.col;
            self.marks[number] = if let Some(entry) = entry {
                self.entered[cell.row] |= 1 << cell.col;
                self.open -= 1;
                bit(entry)
            } else {
                let marked = position.map(|position| set(&position.marks.values(cell))).filter(|&marked| marked != 0);
                set(&marks.values(cell)) & marked.unwrap_or(u16::MAX)
            };
        }
    }

    /// Rows, columns, and the largest number.
    pub(super) fn size(&self) -> usize {
        self.geometry.size
    }

    /// A mark for every number.
    pub(super) fn full(&self) -> u16 {
        full(self.geometry.size)
    }

    /// What may stand in a cell; its entry if it has one.
    pub(super) fn marks(&self, cell: u8) -> u16 {
        self.marks[cell as usize]
    }

    pub(super) fn is_entered(&self, cell: u8) -> bool {
        self.entered[cell as usize / WIDTH] >> (cell as usize % WIDTH) & 1 == 1
    }

    /// What may stand in a cell without entry.
    pub(super) fn open_marks(&self, cell: u8) -> u16 {
        if self.is_entered(cell) { 0 } else { self.marks(cell) }
    }

    /// The rows and columns.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> + use<> {
        let size = self.geometry.size;
        (0..size).chain(WIDTH..WIDTH + size)
    }

    /// The cells of a line.
    pub(super) fn line(&self, line: usize) -> impl Iterator<Item = u8> + Clone + use<> {
        (0..self.geometry.size).map(move |place| cell_of(line, place) as u8)
    }

    pub(super) fn cages(&self) -> &[Cage] {
        self.geometry.puzzle.cages()
    }

    pub(super) fn cage(&self, cage: usize) -> &Cage {
        &self.geometry.puzzle.cages()[cage]
    }

    /// The cage of a cell.
    pub(super) fn cage_of(&self, cell: u8) -> usize {
        self.geometry.puzzle.owners()[place(cell)]
    }

    /// The cells of a cage, in the order of its fillings.
    pub(super) fn cells(&self, cage: usize) -> &[u8] {
        &self.geometry.cells[cage]
    }

    pub(super) fn fillings(&self, cage: usize) -> &Fillings {
        &self.fillings[cage]
    }

    /// The label of a row or column.
    pub(super) fn line_label(&self, line: usize) -> Label {
        if line < WIDTH { row_label(line, self.geometry.size) } else { column_label(line - WIDTH, self.geometry.size) }
    }

    pub(super) fn cage_label(&self, cage: usize) -> Label {
        cage_label(self.cage(cage))
    }

    /// Brings the fillings of a cage up to date with the marks.
    fn refresh(&mut self, cage: usize) {
        let (fillings, cells, shape) =
            (&mut self.fillings[cage], &self.geometry.cells[cage], &self.geometry.shapes[cage]);
        if cells.len() == 1 {
            return;
        }
        if fillings.listed {
            let lives = |filling: &[u8]| {
                filling.iter().zip(cells).all(|(&number, &cell)| self.marks[cell as usize] & bit(number.into()) != 0)
            };
            if !fillings.iter().all(lives) {
                let numbers = fillings.iter().filter(|filling| lives(filling)).flatten().copied().collect();
                fillings.numbers = Arc::new(numbers);
            }
            return;
        }
        let mut found: Vec<Filling> = Vec::new();
        if shape.fits() && Lister::new(shape, &self.marks, &mut found, STEPS).list() && found.len() <= FILLINGS {
            fillings.numbers = Arc::new(numbers(shape, &found, self.geometry.size));
            fillings.listed = true;
        }
    }

    fn erase(&mut self, cell: usize, bit: u16, touched: &mut Vec<usize>) {
        if !self.is_entered(cell as u8) && self.marks[cell] & bit != 0 {
            self.marks[cell] &= !bit;
            touched.push(self.cage_of(cell as u8));
        }
    }
}

impl Sheet for KenKenSheet {
    fn position(&self) -> Position {
        let size = self.geometry.size;
        let mut position = Position::empty((size, size));
        for cell in position.entries.cells() {
            let number = (cell.row * WIDTH + cell.col) as u8;
            if self.is_entered(number) {
                position.entries[cell] = Some(self.marks(number).trailing_zeros() as i32 + 1);
            } else {
                position.marks[cell] = values(self.marks(number)).map(pencilmark_csp::Value).collect();
            }
        }
        position
    }

    fn is_solved(&self) -> bool {
        self.open == 0
    }

    fn find(&self, technique: usize, finder: &mut Finder) -> Flow {
        self.look(technique, finder)
    }

    fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        let size = self.geometry.size;
        let on_board =
            |mark: &&Mark| mark.cell.row < size && mark.cell.col < size && (1..=size as u16).contains(&mark.value);
        let mut touched = Vec::new();
        for mark in removes.iter().filter(on_board) {
            self.erase(mark.cell.row * WIDTH + mark.cell.col, bit(mark.value), &mut touched);
        }
        for mark in places.iter().filter(on_board) {
            let cell = mark.cell.row * WIDTH + mark.cell.col;
            if !self.is_entered(cell as u8) {
                self.entered[mark.cell.row] |= 1 << mark.cell.col;
                self.open -= 1;
            }
            self.marks[cell] = bit(mark.value);
            touched.push(self.cage_of(cell as u8));
            for place in 0..size {
                self.erase(cell_of(mark.cell.row, place), bit(mark.value), &mut touched);
                self.erase(cell_of(WIDTH + mark.cell.col, place), bit(mark.value), &mut touched);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        for cage in touched {
            self.refresh(cage);
        }
    }

    fn dead_end(&self) -> Option<DeadEnd> {
        for line in self.lines() {
            let cells = self.line(line);
            if let Some(cell) = cells.clone().find(|&cell| self.marks(cell) == 0) {
                return Some(DeadEnd::Cell(place(cell)));
            }
            let seen = cells.fold(0, |seen, cell| seen | self.marks(cell));
            if let Some(number) = values(self.full() & !seen).next() {
                return Some(DeadEnd::Place(self.line_label(line), number));
            }
        }
        let stuck =
            self.geometry.order.iter().find(|&&cage| self.fillings[cage].listed && self.fillings[cage].len() == 0);
        stuck.map(|&cage| DeadEnd::Rule(self.cage_label(cage)))
    }

    fn copied(&self) -> Box<dyn Sheet> {
        Box::new(self.clone())
    }
}

/// The lines of a cage, with its cells in each.
fn parts(cells: &[u8]) -> Vec<Part> {
    let mut members = [0u64; 2 * WIDTH];
    for (order, &cell) in cells.iter().enumerate().take(64) {
        members[cell as usize / WIDTH] |= 1 << order;
        members[WIDTH + cell as usize % WIDTH] |= 1 << order;
    }
    let part = |(line, &members): (usize, &u64)| Part { line, members };
    members.iter().enumerate().filter(|(_, members)| **members != 0).map(part).collect()
}

/// Fillings as numbers, sorted, each once.
fn numbers(shape: &Shape, found: &[Filling], size: usize) -> Vec<u8> {
    let number = |filling: &Filling, spot: usize| {
        let spot = &shape.spots[spot];
        let marks = (filling.cells[spot.plane as usize] >> spot.shift) as u16 & full(size);
        marks.trailing_zeros() as u8 + 1
    };
    let mut fillings: Vec<Vec<u8>> =
        found.iter().map(|filling| (0..shape.cells.len()).map(|spot| number(filling, spot)).collect()).collect();
    fillings.sort_unstable();
    fillings.dedup();
    fillings.concat()
}

/// The mark of a number.
pub(super) fn bit(number: u16) -> u16 {
    1 << (number - 1)
}

/// The marks of these numbers.
fn set(numbers: &[u16]) -> u16 {
    numbers.iter().filter(|&&number| (1..=16).contains(&number)).fold(0, |set, &number| set | bit(number))
}

/// The numbers of these marks.
pub(super) fn values(marks: u16) -> impl Iterator<Item = u16> + Clone {
    (1..=16).filter(move |&number| marks & bit(number) != 0)
}

/// Where a cell is.
pub(super) fn place(cell: u8) -> Cell {
    Cell { row: cell as usize / WIDTH, col: cell as usize % WIDTH }
}

/// A number in a cell.
pub(super) fn mark(cell: u8, value: u16) -> Mark {
    Mark { cell: place(cell), value }
}

/// These numbers in a cell.
pub(super) fn marks(cell: u8, set: u16) -> impl Iterator<Item = Mark> {
    values(set).map(move |value| mark(cell, value))
}
