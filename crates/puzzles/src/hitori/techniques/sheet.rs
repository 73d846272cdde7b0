//! A Hitori in a position, laid out for its techniques.
//!
//! Cells are places in reading order, with one more place, [`Geometry::nowhere`], that stands for whatever lies off the board. Shaded cells that touch at
//! corners form **walls**, and so does the border; the white cells stay connected as long as no cell joins a wall to itself.

use std::sync::Arc;

use pencilmark_csp::Value;

use super::patterns::Patterns;
use super::trace::Literal;
use crate::hitori::Hitori;
use crate::hitori::parts::{connected_rule, copies_rule, touch_rule};
use crate::technique::{DeadEnd, Finder, Flow, Mark, Premise, Sheet, Table as _};
use crate::{Cell, Grid, Kind as _, Marks, Position};

/// What is known of a cell: sets of bits. A cell with both is wrong.
pub(super) const OPEN: u8 = 0;
pub(super) const WHITE: u8 = 1;
pub(super) const SHADED: u8 = 2;
/// Off the board.
const FRAME: u8 = 4;

/// What does not change while a puzzle is solved.
pub(super) struct Geometry {
    puzzle: Hitori,
    beside: Vec<[u16; 4]>,  // above, left, right, below
    corners: Vec<[u16; 4]>, // above left, above right, below left, below right
    is_rim: Vec<bool>,
    copies: Vec<u16>,
    first_copy: Vec<u32>, // cell -> where its copies begin: those in its row, then those in its column
    is_thin: bool,        // a single row or column
    pub(super) patterns: Patterns,
}

impl Geometry {
    fn new(puzzle: &Hitori) -> Self {
        let numbers = puzzle.numbers();
        let nowhere = numbers.len() as u16;
        let at = |cell: Cell, down: isize, right: isize| {
            let place = || {
                let (row, col) = (cell.row.checked_add_signed(down)?, cell.col.checked_add_signed(right)?);
                numbers.get(row, col).map(|_| (row * numbers.cols() + col) as u16)
            };
            place().unwrap_or(nowhere)
        };
        let all = |steps: [(isize, isize); 4]| -> Vec<[u16; 4]> {
            numbers.cells().map(|cell| steps.map(|(down, right)| at(cell, down, right))).collect()
        };
        let beside = all([(-1, 0), (0, -1), (0, 1), (1, 0)]);
        let corners = all([(-1, -1), (-1, 1), (1, -1), (1, 1)]);
        let mut of: Vec<Vec<u16>> = vec![Vec::new(); numbers.len()];
        for (_, line) in puzzle.lines() {
            for (_, copies) in puzzle.copies(&line) {
                for &cell in &copies {
                    let others = copies.iter().filter(|&&other| other != cell);
                    of[numbers.index(cell)].extend(others.map(|&other| numbers.index(other) as u16));
                }
            }
        }
        let mut first_copy = vec![0];
        first_copy.extend(of.iter().scan(0, |sum, copies| {
            *sum += copies.len() as u32;
            Some(*sum)
        }));
        let mut geometry = Self {
            is_rim: beside.iter().map(|beside| beside.contains(&nowhere)).collect(),
            beside,
            corners,
            copies: of.concat(),
            first_copy,
            is_thin: numbers.rows() == 1 || numbers.cols() == 1,
            puzzle: puzzle.clone(),
            patterns: Patterns::default(),
        };
        geometry.patterns = Patterns::new(&geometry);
        geometry
    }

    /// The place that is off the board; also that of the border as a wall.
    pub(super) fn nowhere(&self) -> u16 {
        self.beside.len() as u16
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> std::ops::Range<u16> {
        0..self.nowhere()
    }

    /// The name of a cell.
    pub(super) fn name(&self, cell: u16) -> Cell {
        self.puzzle.numbers().cell(usize::from(cell))
    }

    /// The cell at this row and column.
    pub(super) fn at(&self, row: usize, col: usize) -> u16 {
        self.puzzle.numbers().index(Cell { row, col }) as u16
    }

    /// Rows and columns.
    pub(super) fn shape(&self) -> (usize, usize) {
        self.puzzle.shape()
    }

    /// The number of a cell.
    pub(super) fn number(&self, cell: u16) -> Option<u16> {
        self.puzzle.numbers()[self.name(cell)]
    }

    /// The places above, left, right and below.
    pub(super) fn beside(&self, cell: u16) -> [u16; 4] {
        self.beside[usize::from(cell)]
    }

    /// The cells above, left, right and below.
    pub(super) fn neighbours(&self, cell: u16) -> impl Iterator<Item = u16> + use<> {
        let nowhere = self.nowhere();
        self.beside(cell).into_iter().filter(move |&other| other != nowhere)
    }

    /// The four places at the corners.
    pub(super) fn corners(&self, cell: u16) -> [u16; 4] {
        self.corners[usize::from(cell)]
    }

    /// Whether the cell lies at the edge of the board.
    pub(super) fn is_rim(&self, cell: u16) -> bool {
        self.is_rim[usize::from(cell)]
    }

    /// Whether this cell alone would cut the board in two: it has cells on both sides in a single row or column.
    pub(super) fn is_bridge(&self, cell: u16) -> bool {
        self.is_thin && self.neighbours(cell).count() == 2
    }

    /// The copies of a cell, in its row and then in its column.
    pub(super) fn copies(&self, cell: u16) -> &[u16] {
        let at = usize::from(cell);
        &self.copies[self.first_copy[at] as usize..self.first_copy[at + 1] as usize]
    }

    /// Whether two cells touch.
    pub(super) fn touch(&self, one: u16, other: u16) -> bool {
        self.beside(one).contains(&other)
    }

    /// Whether two cells touch at a corner, or a cell the border.
    pub(super) fn are_adjacent(&self, one: u16, other: u16) -> bool {
        match (one == self.nowhere(), other == self.nowhere()) {
            (false, false) => self.corners(one).contains(&other),
            (true, false) => self.is_rim(other),
            (false, true) => self.is_rim(one),
            (true, true) => false,
        }
    }

    /// A cell, or the border, as a wall starts there: `r1c2`, `the edge`.
    pub(super) fn place_name(&self, place: u16) -> String {
        if place == self.nowhere() { "the edge".to_owned() } else { self.name(place).to_string() }
    }

    /// The line that two cells share: `row 4`.
    pub(super) fn line(&self, one: u16, other: u16) -> String {
        let (one, other) = (self.name(one), self.name(other));
        if one.row == other.row { format!("row {}", one.row + 1) } else { format!("column {}", one.col + 1) }
    }

    /// The copies in a line that two of them share, in order.
    pub(super) fn copies_in_line(&self, one: u16, other: u16) -> Vec<u16> {
        let row = self.name(one).row == self.name(other).row;
        let in_line = |&copy: &u16| (self.name(copy).row == self.name(one).row) == row;
        let mut all: Vec<u16> = self.copies(one).iter().copied().filter(in_line).chain([one]).collect();
        all.sort_unstable();
        all
    }

    /// The rule that two cells side by side are not both shaded.
    pub(super) fn touch_premise(&self, one: u16, other: u16) -> Premise {
        Premise::Rule(touch_rule(self.name(one), self.name(other)))
    }

    /// The rule about the copies in the line that these two share.
    pub(super) fn copies_premise(&self, one: u16, other: u16) -> Premise {
        let copies: Vec<Cell> = self.copies_in_line(one, other).into_iter().map(|cell| self.name(cell)).collect();
        Premise::Rule(copies_rule(self.number(one).unwrap_or(0), &self.line(one, other), &copies))
    }

    /// The rule that the white cells are connected.
    pub(super) fn connected_premise() -> Premise {
        Premise::Rule(connected_rule())
    }

    /// That a cell is white, or shaded.
    pub(super) fn holds(&self, cell: u16, shade: u8) -> Premise {
        Premise::Holds(self.mark(cell, shade))
    }

    /// A cell made white, or shaded.
    pub(super) fn mark(&self, cell: u16, shade: u8) -> Mark {
        Mark { cell: self.name(cell), value: u16::from(shade == SHADED) }
    }

    /// Which part of the board each cell is in if these cells are taken out; the parts are named by cells of theirs.
    pub(super) fn parts(&self, without: &[u16]) -> Vec<u16> {
        let mut parts = vec![u16::MAX; usize::from(self.nowhere())];
        for &cell in without {
            parts[usize::from(cell)] = self.nowhere();
        }
        let mut stack = Vec::new();
        for first in self.cells() {
            stack.push(first);
            while let Some(cell) = stack.pop() {
                if parts[usize::from(cell)] == u16::MAX {
                    parts[usize::from(cell)] = first;
                    stack.extend(self.neighbours(cell));
                }
            }
        }
        parts
    }

    /// How many steps lead from one cell to another on an empty board.
    pub(super) fn steps(&self, one: u16, other: u16) -> usize {
        let (one, other) = (self.name(one), self.name(other));
        one.row.abs_diff(other.row) + one.col.abs_diff(other.col)
    }

    /// The names of cells.
    pub(super) fn names(&self, cells: impl IntoIterator<Item = u16>) -> Vec<Cell> {
        cells.into_iter().map(|cell| self.name(cell)).collect()
    }
}

/// A puzzle in a position.
#[derive(Clone)]
pub(crate) struct Shading {
    pub(super) geometry: Arc<Geometry>,
    shades: Vec<u8>,   // cell -> what is known
    joined: Vec<u16>,  // shaded cell, or the border -> one that its wall joined, or itself
    lengths: Vec<u16>, // the same, if it joined none -> how many are in its wall
    left: usize,       // how many cells are open or wrong
}

impl Shading {
    /// The puzzle in this position. A cell with one pencil mark counts as decided.
    pub(crate) fn new(puzzle: &Hitori, position: Option<&Position>) -> Self {
        let geometry = Arc::new(Geometry::new(puzzle));
        let count = usize::from(geometry.nowhere());
        let mut shades = vec![OPEN; count + 1];
        shades[count] = FRAME;
        let joined = (0..=count as u16).collect();
        let mut sheet = Self { geometry, shades, joined, lengths: vec![1; count + 1], left: count };
        if let Some(position) = position {
            for cell in sheet.geometry.cells() {
                let name = sheet.geometry.name(cell);
                let entry = position.entries.get(name.row, name.col).copied().flatten();
                match entry.or_else(|| position.marks.certain(name)) {
                    Some(0) => sheet.set(cell, WHITE),
                    Some(1) => sheet.set(cell, SHADED),
                    _ => {}
                }
            }
        }
        sheet
    }

    /// What is known of a place.
    pub(super) fn shade(&self, place: u16) -> u8 {
        self.shades[usize::from(place)]
    }

    /// Whether nothing is known of a cell.
    pub(super) fn is_open(&self, cell: u16) -> bool {
        self.shade(cell) == OPEN
    }

    /// Whether a cell is known to be white.
    pub(super) fn is_white(&self, cell: u16) -> bool {
        self.shade(cell) == WHITE
    }

    /// Whether a cell is known to be shaded.
    pub(super) fn is_shaded(&self, cell: u16) -> bool {
        self.shade(cell) == SHADED
    }

    /// The wall that a shaded cell, or the border, belongs to.
    pub(super) fn wall(&self, mut place: u16) -> u16 {
        while self.joined[usize::from(place)] != place {
            place = self.joined[usize::from(place)];
        }
        place
    }

    /// The walls that touch a cell: at its four corners, and the border. [`u16::MAX`] is none.
    pub(super) fn walls(&self, cell: u16) -> [u16; 5] {
        let at_corner = |corner| if self.is_shaded(corner) { self.wall(corner) } else { u16::MAX };
        let [a, b, c, d] = self.geometry.corners(cell).map(at_corner);
        let border = if self.geometry.is_rim(cell) { self.wall(self.geometry.nowhere()) } else { u16::MAX };
        [a, b, c, d, border]
    }

    /// Whether this cell, if shaded, joins a wall to itself and so cuts the white cells in two.
    pub(super) fn would_cut(&self, cell: u16) -> bool {
        let walls = self.walls(cell);
        let again = |index: usize| walls[index] != u16::MAX && walls[..index].contains(&walls[index]);
        (1..5).any(again) || self.geometry.is_bridge(cell)
    }

    /// Decides a cell. If a rule forbids it at a glance, the cell is wrong from now on.
    fn set(&mut self, cell: u16, shade: u8) {
        let before = self.shade(cell);
        if before & shade != 0 {
            return;
        }
        let geometry = Arc::clone(&self.geometry);
        let is_wrong = before != OPEN
            || if shade == SHADED {
                geometry.beside(cell).iter().any(|&other| self.is_shaded(other)) || self.would_cut(cell)
            } else {
                geometry.copies(cell).iter().any(|&copy| self.is_white(copy))
            };
        if is_wrong {
            self.left += usize::from(before == WHITE || before == SHADED);
            self.shades[usize::from(cell)] = WHITE | SHADED;
            return;
        }
        self.left -= 1;
        self.sketch(Literal { cell, shade });
    }

    /// Decides an open cell without a look at the rules.
    pub(super) fn sketch(&mut self, Literal { cell, shade }: Literal) {
        self.shades[usize::from(cell)] = shade;
        if shade == SHADED {
            for wall in self.walls(cell).into_iter().filter(|&wall| wall != u16::MAX) {
                self.join(self.wall(cell), self.wall(wall));
            }
        }
    }

    /// Joins two walls, by their names.
    pub(super) fn join(&mut self, one: u16, other: u16) {
        let (small, large) =
            if self.lengths[usize::from(one)] < self.lengths[usize::from(other)] { (one, other) } else { (other, one) };
        if small != large {
            self.joined[usize::from(small)] = large;
            self.lengths[usize::from(large)] += self.lengths[usize::from(small)];
        }
    }
}

impl Sheet for Shading {
    fn position(&self) -> Position {
        let (rows, cols) = self.geometry.shape();
        let mut position = Position { entries: Grid::filled(rows, cols, None), marks: Marks::none(rows, cols) };
        for cell in self.geometry.cells() {
            let name = self.geometry.name(cell);
            match self.shade(cell) {
                OPEN => position.marks[name] = [Value(0), Value(1)].into_iter().collect(),
                WHITE => position.entries[name] = Some(0),
                SHADED => position.entries[name] = Some(1),
                _ => {}
            }
        }
        position
    }

    fn is_solved(&self) -> bool {
        self.left == 0
    }

    fn find(&self, technique: usize, finder: &mut Finder) -> Flow {
        self.look(technique, finder)
    }

    fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        for mark in removes {
            self.set(self.geometry.at(mark.cell.row, mark.cell.col), if mark.value == 0 { SHADED } else { WHITE });
        }
        for mark in places {
            self.set(self.geometry.at(mark.cell.row, mark.cell.col), if mark.value == 0 { WHITE } else { SHADED });
        }
    }

    fn dead_end(&self) -> Option<DeadEnd> {
        let wrong = self.geometry.cells().find(|&cell| self.shade(cell) == WHITE | SHADED);
        wrong.map(|cell| DeadEnd::Cell(self.geometry.name(cell)))
    }

    fn copied(&self) -> Box<dyn Sheet> {
        Box::new(self.clone())
    }
}
