//! What is known about a board of any shape, and the cheap half of what follows.
//!
//! Two views are kept in step: `cands[cell]` is the set of digits of a cell, `places[unit][digit]` the set of places of a
//! digit in a unit. Whatever is left with one member goes into a queue, whatever changed is marked.

use super::geometry::Geometry;
use super::matching::Matching;

/// There is no solution; the unit that shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict(pub(super) usize);

/// Units, at most 75.
pub(super) type Units = u128;

/// A cell or a digit of a unit that has one candidate left.
#[derive(Clone, Copy, Debug)]
enum Single {
    Cell(usize),
    Digit(usize, usize),
}

/// What inference did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Units looked at.
    pub(super) checks: u64,
    /// Candidates removed.
    pub(super) prunings: u64,
    /// Cells left with one candidate.
    pub(super) settled: u64,
}

/// The candidates, and what is to be done about them.
pub(super) struct Board<'a> {
    pub(super) geometry: &'a Geometry,
    /// First `cands`, then `places`, so that a state is copied in one go.
    known: Vec<u32>,
    singles: Vec<Single>,
    /// The digits of each unit whose places have changed since crossings were looked at.
    moved: Vec<u32>,
    moved_units: Units,
    /// Units that have changed since their matching was looked at.
    stale: Units,
    counts: Counts,
    matching: Matching,
}

impl<'a> Board<'a> {
    /// An empty board.
    pub(super) fn new(geometry: &'a Geometry) -> Self {
        let side = geometry.side;
        let all = (1 << side) - 1;
        Self {
            geometry,
            known: vec![all; side * side * 4],
            singles: Vec::new(),
            moved: vec![0; 3 * side],
            moved_units: 0,
            stale: 0,
            counts: Counts::default(),
            matching: Matching::default(),
        }
    }

    /// The digits of a cell.
    #[inline]
    pub(super) fn cands(&self, cell: usize) -> u32 {
        self.known[cell]
    }

    /// The places of a digit in a unit.
    #[inline]
    pub(super) fn places(&self, unit: usize, digit: usize) -> u32 {
        let side = self.geometry.side;
        self.known[side * side + unit * side + digit]
    }

    /// Everything known, to come back to.
    pub(super) fn known(&self) -> &[u32] {
        &self.known
    }

    /// Comes back to it.
    pub(super) fn restore(&mut self, known: &[u32]) {
        self.known.copy_from_slice(known);
        self.singles.clear();
        self.moved.fill(0);
        (self.moved_units, self.stale) = (0, 0);
    }

    /// What was done since the last call.
    pub(super) fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// Leaves a cell these digits.
    pub(super) fn keep(&mut self, cell: usize, digits: u32) -> Result<(), Conflict> {
        let mut gone = self.known[cell] & !digits;
        while gone != 0 {
            self.remove(cell, gone.trailing_zeros() as usize)?;
            gone &= gone - 1;
        }
        Ok(())
    }

    /// A cell cannot hold a digit.
    #[inline]
    fn remove(&mut self, cell: usize, digit: usize) -> Result<(), Conflict> {
        let geometry = self.geometry;
        let side = geometry.side;
        let left = self.known[cell] & !(1 << digit);
        self.known[cell] = left;
        self.counts.prunings += 1;
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                return Err(Conflict(geometry.seats[cell][2].unit));
            }
            self.counts.settled += 1;
            self.singles.push(Single::Cell(cell));
        }
        for seat in geometry.seats[cell] {
            let places = &mut self.known[side * side + seat.unit * side + digit];
            let left = *places & !(1 << seat.place);
            *places = left;
            if left & left.wrapping_sub(1) == 0 {
                if left == 0 {
                    return Err(Conflict(seat.unit));
                }
                self.singles.push(Single::Digit(seat.unit, digit));
            }
            self.moved[seat.unit] |= 1 << digit;
            self.moved_units |= 1 << seat.unit;
        }
        Ok(())
    }

    /// Infers until nothing changes.
    pub(super) fn infer(&mut self) -> Result<(), Conflict> {
        loop {
            self.settle()?;
            if self.moved_units != 0 {
                let unit = self.moved_units.trailing_zeros() as usize;
                self.moved_units &= self.moved_units - 1;
                self.stale |= 1 << unit;
                self.cross(unit)?;
            } else if self.stale != 0 {
                let unit = self.stale.trailing_zeros() as usize;
                self.stale &= self.stale - 1;
                self.match_up(unit)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Naked and hidden singles.
    fn settle(&mut self) -> Result<(), Conflict> {
        let geometry = self.geometry;
        while let Some(single) = self.singles.pop() {
            match single {
                Single::Cell(cell) => {
                    let digit = self.known[cell].trailing_zeros() as usize;
                    for seat in geometry.seats[cell] {
                        self.counts.checks += 1;
                        let others = self.places(seat.unit, digit) & !(1 << seat.place);
                        self.clear(seat.unit, digit, others)?;
                    }
                }
                Single::Digit(unit, digit) => {
                    self.counts.checks += 1;
                    let place = self.places(unit, digit).trailing_zeros() as usize;
                    self.keep(geometry.cells[unit][place], 1 << digit)?;
                }
            }
        }
        Ok(())
    }

    /// Takes a digit from places of a unit.
    #[inline]
    fn clear(&mut self, unit: usize, digit: usize, mut places: u32) -> Result<(), Conflict> {
        let geometry = self.geometry;
        while places != 0 {
            self.remove(geometry.cells[unit][places.trailing_zeros() as usize], digit)?;
            places &= places - 1;
        }
        Ok(())
    }

    /// A digit that a line has in one box alone is in no other line of the box, and the other way round.
    fn cross(&mut self, unit: usize) -> Result<(), Conflict> {
        let geometry = self.geometry;
        let mut digits = std::mem::take(&mut self.moved[unit]);
        self.counts.checks += 1;
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let places = self.places(unit, digit);
            if places.is_power_of_two() {
                continue;
            }
            for crossing in &geometry.crossings[unit] {
                if places & !crossing.here == 0 {
                    let others = self.places(crossing.other, digit) & !crossing.there;
                    self.clear(crossing.other, digit, others)?;
                }
            }
        }
        Ok(())
    }

    /// What all-different says about a unit.
    fn match_up(&mut self, unit: usize) -> Result<(), Conflict> {
        let geometry = self.geometry;
        self.counts.checks += 1;
        let open = geometry.cells[unit].iter().filter(|&&cell| !self.known[cell].is_power_of_two());
        let mut matching = std::mem::take(&mut self.matching);
        matching.reset();
        open.for_each(|&cell| matching.add(cell, self.known[cell]));
        // Up to three open cells, singles say it all.
        let result = if matching.len() <= 3 || matching.filter() { Ok(()) } else { Err(Conflict(unit)) };
        let result = result.and_then(|()| matching.kept().try_for_each(|(cell, digits)| self.keep(cell, digits)));
        self.matching = matching;
        result
    }
}
