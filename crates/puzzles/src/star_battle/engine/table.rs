//! One region: its count, and, if they are few, all placements of the stars it still needs.
//!
//! The free cells of a region are numbered row by row, and a placement is a set of numbers in a word. Cells in no
//! placement go, cells in all are stars, and a cell elsewhere goes if every placement attacks it: by touching it, or by
//! taking the last star of its line.

use super::state::{Geometry, Lines, ROWS, Refuted, State, WIDTH, bits};

/// Placements that are listed; a region with more waits until it has fewer.
pub(super) const MANY: usize = 256;
/// Placements that are listed, before the search, while other inferences still find something: most of what is known then
/// leaves regions with far more, and listing them is futile.
pub(super) const FEW: usize = 16;
/// Free cells that can be numbered.
const NUMBERED: usize = u64::BITS as usize;

/// A region with all its stars has no more; one with as many open cells as stars has them all.
pub(super) fn count(state: &mut State, geometry: &Geometry, region: usize) -> Result<(), Refuted> {
    let (room, held) = (usize::from(state.room[region]), usize::from(state.held[region]));
    if held > geometry.stars || room < geometry.stars {
        return Err(Refuted);
    }
    if room > held && (held == geometry.stars || room == geometry.stars) {
        for row in 1..=geometry.size {
            let cells = geometry.parts[ROWS][region][row] & state.free(ROWS, row);
            if held == geometry.stars {
                state.clear(geometry, ROWS, row, cells)?;
            } else {
                state.star_all(geometry, ROWS, row, cells)?;
            }
        }
    }
    Ok(())
}

/// The placements of a region; its memory is kept between calls.
pub(super) struct Table {
    cells: Vec<(usize, usize)>, // number -> row and column
    placements: Vec<u64>,       // sets of numbers
}

impl Table {
    pub(super) fn new() -> Self {
        Self { cells: Vec::new(), placements: Vec::with_capacity(MANY) }
    }

    /// Lists the placements of a region, if they are `most` at most, and applies what they have in common. A region that may
    /// be listed when `most` is larger is crowded.
    pub(super) fn filter(
        &mut self,
        state: &mut State,
        geometry: &Geometry,
        region: usize,
        most: usize,
    ) -> Result<(), Refuted> {
        if usize::from(state.held[region]) == geometry.stars {
            return Ok(());
        }
        if !self.list(state, geometry, region, most) {
            state.crowded |= u32::from(most < MANY) << region;
            return Ok(());
        }
        state.ways[region] = self.placements.len() as u16;
        let last = state.last;
        self.apply(state, geometry, region)?;
        // What was applied leaves the list as it is, unless a line is down to its last star now.
        if state.last == last {
            state.tables &= !(1 << region);
        }
        Ok(())
    }

    /// The free cell of a region that most of its placements use.
    pub(super) fn most_used(&mut self, state: &State, geometry: &Geometry, region: usize) -> Option<(usize, usize)> {
        if !self.list(state, geometry, region, MANY) {
            let own = &geometry.parts[ROWS][region];
            let mut rows = (1..=geometry.size).map(|row| (row, own[row] & state.free(ROWS, row)));
            return rows.find_map(|(row, cells)| bits(cells).next().map(|col| (row, col)));
        }
        let used = |number: usize| self.placements.iter().filter(|&placement| placement >> number & 1 == 1).count();
        (0..self.cells.len()).max_by_key(|&number| used(number)).map(|number| self.cells[number])
    }

    /// Numbers the free cells of a region that needs stars and lists its placements; false if they are too many.
    fn list(&mut self, state: &State, geometry: &Geometry, region: usize, most: usize) -> bool {
        let need = geometry.stars - usize::from(state.held[region]);
        let free = usize::from(state.room[region] - state.held[region]);
        if free > NUMBERED {
            return false;
        }
        let own = &geometry.parts[ROWS][region];
        self.cells.clear();
        let mut apart = [0u64; NUMBERED]; // number -> later numbers that go with it
        let mut columns = [0u64; WIDTH]; // column -> its numbers
        let mut below = own[1] & state.free(ROWS, 1);
        for row in 1..=geometry.size {
            let cells = below;
            below = own[row + 1] & state.free(ROWS, row + 1);
            if cells == 0 {
                continue;
            }
            let next_row = self.cells.len() + cells.count_ones() as usize;
            for col in bits(cells) {
                let number = self.cells.len();
                // The numbers of cells next to each other follow each other.
                let mut near = numbers(number, 1 + (cells >> (col + 1) & 1) as usize);
                let left = (below & ((1 << (col - 1)) - 1)).count_ones() as usize;
                near |= numbers(next_row + left, (below >> (col - 1) & 7).count_ones() as usize);
                if state.last[0] >> row & 1 == 1 {
                    near |= numbers(number, next_row - number);
                }
                apart[number] = !near & u64::MAX << number;
                columns[col] |= 1 << number;
                self.cells.push((row, col));
            }
        }
        for col in bits(state.last[1]) {
            let mut left = columns[col];
            while left != 0 {
                apart[left.trailing_zeros() as usize] &= !columns[col];
                left &= left - 1;
            }
        }
        self.placements.clear();
        extend(&apart, numbers(0, free), need, 0, most, &mut self.placements)
    }

    fn apply(&mut self, state: &mut State, geometry: &Geometry, region: usize) -> Result<(), Refuted> {
        let (mut used, mut common) = (0, u64::MAX);
        for placement in &self.placements {
            used |= placement;
            common &= placement;
        }
        if used == 0 {
            return Err(Refuted);
        }
        let own = &geometry.parts[ROWS][region];
        let mut doubtful: Lines = std::array::from_fn(|row| state.free(ROWS, row) & !own[row]);
        // Placements far from each other leave few cells to look at.
        let count = self.placements.len();
        for sample in [count - 1, 0, count / 2] {
            if !self.attack(state, self.placements[sample], &mut doubtful) {
                break;
            }
        }
        for (row, &doubtful) in doubtful.iter().enumerate().filter(|&(_, &doubtful)| doubtful != 0) {
            let attacked = |&col: &usize| {
                let attackers = self.attackers(state, row, col);
                self.placements.iter().all(|placement| placement & attackers != 0)
            };
            let gone = bits(doubtful).filter(attacked).fold(0, |gone, col| gone | 1 << col);
            state.clear(geometry, ROWS, row, gone)?;
        }
        for (number, &(row, col)) in self.cells.iter().enumerate() {
            if used >> number & 1 == 0 {
                state.clear(geometry, ROWS, row, 1 << col)?;
            } else if common >> number & 1 == 1 {
                state.star(geometry, ROWS, row, col)?;
            }
        }
        Ok(())
    }

    /// Keeps those cells that a placement attacks; false if there are none.
    fn attack(&self, state: &State, placement: u64, cells: &mut Lines) -> bool {
        let (mut attacked, mut columns) = ([0; WIDTH], 0);
        let mut left = placement;
        while left != 0 {
            let (row, col) = self.cells[left.trailing_zeros() as usize];
            left &= left - 1;
            for near in &mut attacked[row - 1..=row + 1] {
                *near |= 7 << (col - 1);
            }
            columns |= state.last[1] & 1 << col;
            if state.last[0] >> row & 1 == 1 {
                attacked[row] = u32::MAX;
            }
        }
        let mut any = 0;
        for (cells, attacked) in cells.iter_mut().zip(&attacked) {
            *cells &= attacked | columns;
            any |= *cells;
        }
        any != 0
    }

    /// The numbers that attack a cell elsewhere.
    fn attackers(&self, state: &State, row: usize, col: usize) -> u64 {
        let (last_row, last_col) = (state.last[0] >> row & 1 == 1, state.last[1] >> col & 1 == 1);
        let attacks = |&(own_row, own_col): &(usize, usize)| {
            let (rows, cols) = (row.abs_diff(own_row), col.abs_diff(own_col));
            rows.max(cols) <= 1 || last_row && rows == 0 || last_col && cols == 0
        };
        self.cells.iter().rev().fold(0, |numbers, cell| numbers << 1 | u64::from(attacks(cell)))
    }
}

/// A run of this many numbers.
fn numbers(from: usize, count: usize) -> u64 {
    if count == 0 { 0 } else { u64::MAX >> (NUMBERED - count) << from }
}

/// Adds all ways to choose `need` more numbers, of `choice`, that go together; false if they are too many.
fn extend(
    apart: &[u64; NUMBERED],
    choice: u64,
    need: usize,
    chosen: u64,
    most: usize,
    placements: &mut Vec<u64>,
) -> bool {
    let mut left = choice;
    while left != 0 {
        let number = left.trailing_zeros() as usize;
        left &= left - 1;
        let chosen = chosen | 1 << number;
        if need > 1 {
            let rest = choice & apart[number];
            if rest != 0 && !extend(apart, rest, need - 1, chosen, most, placements) {
                return false;
            }
        } else if placements.len() < most {
            placements.push(chosen);
        } else {
            return false;
        }
    }
    true
}
