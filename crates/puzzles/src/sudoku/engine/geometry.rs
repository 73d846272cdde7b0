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
pub(in crate::sudoku) struct Geometry {
    pub(super) side: usize,
    /// The cells of each unit in reading order.
    pub(super) cells: Vec<Vec<usize>>,
    /// The row, the column and the box of each cell.
    pub(super) seats: Vec<[Seat; 3]>,
    /// For each unit, the boxes or lines it has several cells in common with.
    pub(super) crossings: Vec<Vec<Crossing>>,
}

impl Geometry {
    pub(in crate::sudoku) fn of(puzzle: &Sudoku) -> Self {
        let side = puzzle.side();
        let (rows, cols) = puzzle.box_shape();
        let mut cells = vec![vec![0; side]; 3 * side];
        let mut seats = Vec::with_capacity(side * side);
        for cell in 0..side * side {
            let (row, col) = (cell / side, cell % side);
            let at = [
                (row, col),
                (side + col, row),
                (2 * side + row / rows * rows + col / cols, row % rows * cols + col % cols),
            ];
            seats.push(at.map(|(unit, place)| {
                cells[unit][place] = cell;
                Seat { unit, place: place as u32 }
            }));
        }
        let mut crossings = vec![Vec::new(); 3 * side];
        for unit in 2 * side..3 * side {
            for kind in 0..2 {
                let mut cross: Vec<Crossing> = Vec::new();
                for &cell in &cells[unit] {
                    let [line, here] = [seats[cell][kind], seats[cell][2]];
                    let known = cross.iter().position(|crossing| crossing.other == line.unit);
                    let at = known.unwrap_or_else(|| {
                        cross.push(Crossing { other: line.unit, here: 0, there: 0 });
                        cross.len() - 1
                    });
                    cross[at].here |= 1 << here.place;
                    cross[at].there |= 1 << line.place;
                }
                for &Crossing { other, here, there } in cross.iter().filter(|crossing| crossing.here.count_ones() > 1) {
                    crossings[unit].push(Crossing { other, here, there });
                    crossings[other].push(Crossing { other: unit, here: there, there: here });
                }
            }
        }
        Self { side, cells, seats, crossings }
    }
}
