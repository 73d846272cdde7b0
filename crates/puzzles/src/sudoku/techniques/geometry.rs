//! What depends on the shape of the boxes alone: units, peers, and where boxes and lines cross. Made once for a shape and kept.
//!
//! Units are numbered: the rows, then the columns, then the boxes.

use std::sync::RwLock;

use super::bits::Bits;

/// The geometry of a board.
#[derive(Debug)]
pub(crate) struct Geometry<B> {
    /// Rows, columns and digits.
    pub(super) side: usize,
    /// Rows and columns of a box.
    pub(super) shape: (usize, usize),
    /// All digits; bit d stands for digit d.
    pub(super) all: u32,
    /// The cells of each unit.
    pub(super) units: Vec<B>,
    /// The same in order.
    pub(super) unit_cells: Vec<Vec<u16>>,
    /// Row, column and box of each cell.
    pub(super) units_of: Vec<[u8; 3]>,
    /// The places of each cell in them.
    pub(super) places_of: Vec<[u8; 3]>,
    /// The cells that share a unit with a cell, without itself.
    pub(super) peers: Vec<B>,
    /// Where a box and a line share more than one cell.
    pub(super) crossings: Vec<Crossing<B>>,
}

/// Where a box and a line share more than one cell.
#[derive(Debug)]
pub(crate) struct Crossing<B> {
    pub(super) square: usize,
    pub(super) line: usize,
    /// The cells in both.
    pub(super) both: B,
    /// The cells of the box alone.
    pub(super) square_rest: B,
    /// The cells of the line alone.
    pub(super) line_rest: B,
}

impl<B: Bits> Geometry<B> {
    fn new((rows, cols): (usize, usize)) -> Self {
        let side = rows * cols;
        let mut units = vec![B::NONE; 3 * side];
        let mut unit_cells = vec![Vec::with_capacity(side); 3 * side];
        let (mut units_of, mut places_of) = (Vec::new(), Vec::new());
        for cell in 0..side * side {
            let (row, col) = (cell / side, cell % side);
            let of = [row, side + col, 2 * side + row / rows * rows + col / cols];
            let places = [col, row, row % rows * cols + col % cols];
            for unit in of {
                units[unit] |= B::only(cell);
                unit_cells[unit].push(cell as u16);
            }
            units_of.push(of.map(|unit| unit as u8));
            places_of.push(places.map(|place| place as u8));
        }
        let peers = (units_of.iter().enumerate())
            .map(|(cell, of)| {
                of.iter().fold(B::NONE, |set, &unit| set | units[usize::from(unit)]).without(B::only(cell))
            })
            .collect();
        let mut crossings = Vec::new();
        for square in 2 * side..3 * side {
            for line in 0..2 * side {
                let both = units[square] & units[line];
                if both.len() > 1 {
                    let square_rest = units[square].without(both);
                    let line_rest = units[line].without(both);
                    crossings.push(Crossing { square, line, both, square_rest, line_rest });
                }
            }
        }
        let all = ((1 << side) - 1) << 1;
        Self { side, shape: (rows, cols), all, units, unit_cells, units_of, places_of, peers, crossings }
    }

    /// The box of a cell, as a unit.
    pub(super) fn square_of(&self, cell: usize) -> usize {
        usize::from(self.units_of[cell][2])
    }

    /// Row, column and box of a cell.
    pub(super) fn of(&self, cell: usize) -> [usize; 3] {
        self.units_of[cell].map(usize::from)
    }

    /// A unit that holds all of these cells: a box first, as people see that first.
    pub(super) fn shared(&self, cells: B) -> Option<usize> {
        if cells.is_empty() {
            return None;
        }
        let [row, col, square] = self.of(cells.first());
        [square, row, col].into_iter().find(|&unit| cells.within(self.units[unit]))
    }

    /// The cells that see all of these.
    pub(super) fn common_peers(&self, cells: B) -> B {
        let mut cells = cells.cells();
        let Some(first) = cells.next() else { return B::NONE };
        cells.fold(self.peers[first], |set, cell| set & self.peers[cell])
    }

    /// Whether a unit is a box.
    pub(super) fn is_square(&self, unit: usize) -> bool {
        unit >= 2 * self.side
    }
}

/// The layouts that have been made: one a shape, never dropped.
pub(crate) struct Layouts<B: 'static>(RwLock<Vec<&'static Geometry<B>>>);

impl<B: Bits> Layouts<B> {
    pub(super) const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    pub(super) fn get(&self, shape: (usize, usize)) -> &'static Geometry<B> {
        let known = |layouts: &[&'static Geometry<B>]| layouts.iter().copied().find(|geometry| geometry.shape == shape);
        let read = self.0.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(geometry) = known(&read) {
            return geometry;
        }
        drop(read);
        let mut layouts = self.0.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        known(&layouts).unwrap_or_else(|| {
            let geometry: &'static Geometry<B> = Box::leak(Box::new(Geometry::new(shape)));
            layouts.push(geometry);
            geometry
        })
    }
}
