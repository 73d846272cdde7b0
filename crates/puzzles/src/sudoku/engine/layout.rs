//! Which cells make a unit. Digits, places and units count from 0 here; units are the rows, then the columns, then the boxes.

use super::super::Sudoku;

/// A unit of a cell, and its place there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) unit: usize,
    pub(super) place: u32,
}

/// A box and a line that cross.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The other unit.
    pub(super) other: usize,
    /// The common cells, as places in this unit.
    pub(super) here: u32,
    /// The same as places in the other.
    pub(super) there: u32,
}

/// A board's units.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) side: usize,
    /// The cells of each unit in reading order.
    pub(super) cells: Vec<Vec<usize>>,
    /// The row, the column and the box of each cell.
    pub(super) seats: Vec<[Seat; 3]>,
    /// For each unit, the boxes or lines it has several cells in common with.
    pub(super) crossings: Vec<Vec<Crossing>>,
}

impl Layout {
    pub(super) fn of(puzzle: &Sudoku) -> Self {
        let side = puzzle.side();
        let index = |unit: super::super::Unit| unit.cells.iter().map(|&cell| puzzle.cells.index(cell)).collect();
        let cells: Vec<Vec<usize>> = puzzle.units().into_iter().map(index).collect();
        let mut seats = vec![[Seat { unit: 0, place: 0 }; 3]; side * side];
        for (unit, cells) in cells.iter().enumerate() {
            for (place, &cell) in cells.iter().enumerate() {
                seats[cell][unit / side] = Seat { unit, place: place as u32 };
            }
        }
        let mut crossings = vec![Vec::new(); 3 * side];
        for box_unit in 2 * side..3 * side {
            for line in 0..2 * side {
                let (mut here, mut there) = (0, 0);
                for &cell in &cells[box_unit] {
                    let seat = seats[cell][line / side];
                    if seat.unit == line {
                        here |= 1 << seats[cell][2].place;
                        there |= 1 << seat.place;
                    }
                }
                if u32::count_ones(here) > 1 {
                    crossings[box_unit].push(Crossing { other: line, here, there });
                    crossings[line].push(Crossing { other: box_unit, here: there, there: here });
                }
            }
        }
        Self { side, cells, seats, crossings }
    }
}
