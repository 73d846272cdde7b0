//! Rows and columns: every number once.
//!
//! First singles (a cell with one mark, a number with one place); once these stall, all that a line alone implies, by a
//! matching of cells and numbers and the numbers that can take one another's place (Régin, *A filtering algorithm for
//! constraints of difference*, 1994).

use super::state::{Geometry, State, WIDTH};

/// The cell number `place` of a line: rows are the lines from 0, columns those from [`WIDTH`].
#[inline]
pub fn cell_of(line: usize, place: usize) -> usize {
    if line < WIDTH { line * WIDTH + place } else { place * WIDTH + line - WIDTH }
}

/// Fills in and crosses out what singles imply in a line; false if it cannot be filled.
#[inline]
pub fn singles(state: &mut State, geometry: &Geometry, line: usize) -> bool {
    let (first, step) = if line < WIDTH { (line * WIDTH, 1) } else { (line - WIDTH, WIDTH) };
    loop {
        let (mut once, mut twice, mut fixed, mut clash) = (0u16, 0u16, 0u16, 0u16);
        let mut cell = first;
        for _ in 0..geometry.size {
            let marks = state.marks[cell & 255];
            cell += step;
            twice |= once & marks;
            once |= marks;
            let single = if marks & marks.wrapping_sub(1) == 0 { marks } else { 0 };
            clash |= fixed & single;
            fixed |= single;
        }
        if once != geometry.full || clash != 0 {
            return false;
        }
        let hidden = !twice & once & !fixed;
        if hidden == 0 && fixed & twice == 0 {
            return true;
        }
        let mut cell = first;
        for _ in 0..geometry.size {
            let marks = state.marks[cell & 255];
            let only = marks & hidden;
            if only & only.wrapping_sub(1) != 0 {
                return false;
            }
            let left = if only != 0 { only } else { marks & !fixed };
            if left != marks && marks & marks.wrapping_sub(1) != 0 && !state.keep(geometry, cell & 255, left) {
                return false;
            }
            cell += step;
        }
    }
}

/// Crosses out every mark of a line that no way to fill the line uses; false if there is none. `partner` is a matching
/// from an earlier call, number of each place: it saves time and changes nothing else.
#[inline]
#[expect(clippy::needless_range_loop, reason = "loops of fixed length over several arrays become vector instructions")]
pub fn all_different(state: &mut State, geometry: &Geometry, line: usize, partner: &mut [u8; WIDTH]) -> bool {
    let size = geometry.size;
    let mut marks = [0u16; WIDTH];
    let (first, step) = if line < WIDTH { (line * WIDTH, 1) } else { (line - WIDTH, WIDTH) };
    for place in 0..size {
        marks[place & 15] = state.marks[(first + place * step) & 255];
    }
    let mut matching = Matching { marks, partner: *partner, holder: [0; WIDTH], free: geometry.full };
    if !matching.complete(size) {
        return false;
    }
    *partner = matching.partner;
    // leads[w]: the numbers whose place could take w instead, then those from which a chain of such steps leads to w.
    let mut leads = [0u16; WIDTH];
    for place in 0..size {
        let own = 1u16 << matching.partner[place];
        for number in 0..WIDTH {
            leads[number] |= if marks[place & 15] & (1 << number) != 0 { own } else { 0 };
        }
    }
    for step in 0..size {
        let through = leads[step];
        for number in 0..WIDTH {
            leads[number] |= if leads[number] & (1 << step) != 0 { through } else { 0 };
        }
    }
    for place in 0..size {
        let own = matching.partner[place] as usize;
        let left = marks[place] & (leads[own] | 1 << own);
        if left != marks[place] && !state.keep(geometry, cell_of(line, place), left) {
            return false;
        }
    }
    true
}

/// Places of a line and the numbers currently matched to them.
struct Matching {
    marks: [u16; WIDTH],
    partner: [u8; WIDTH], // place -> number
    holder: [u8; WIDTH],  // number -> place, for numbers that are not free
    free: u16,
}

impl Matching {
    /// Gives every place a number; false if that is impossible.
    #[inline]
    fn complete(&mut self, size: usize) -> bool {
        let mut open = 0u16;
        for place in 0..size {
            let number = self.partner[place];
            let bit = 1u16 << (number & 15);
            if self.marks[place] & self.free & bit != 0 {
                self.free &= !bit;
                self.holder[(number & 15) as usize] = place as u8;
            } else {
                open |= 1 << place;
            }
        }
        while open != 0 {
            let place = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut seen = 0;
            if !self.place(place, &mut seen) {
                return false;
            }
        }
        true
    }

    /// Finds a number for a place, moving others if need be.
    fn place(&mut self, place: usize, seen: &mut u16) -> bool {
        let direct = self.marks[place] & self.free;
        if direct != 0 {
            self.take(place, direct.trailing_zeros());
            self.free &= !(direct & direct.wrapping_neg());
            return true;
        }
        loop {
            let left = self.marks[place] & !*seen;
            if left == 0 {
                return false;
            }
            let number = left.trailing_zeros();
            *seen |= 1 << number;
            if self.place(self.holder[number as usize] as usize, seen) {
                self.take(place, number);
                return true;
            }
        }
    }

    fn take(&mut self, place: usize, number: u32) {
        self.partner[place] = number as u8;
        self.holder[number as usize] = place as u8;
    }
}
