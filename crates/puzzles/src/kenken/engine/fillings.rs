//! The ways to fill a cage, listed: numbers from the marks of its cells that make the target and differ in lines.
//!
//! Minus and divide are sums and products in disguise: with the largest number m in a certain cell, the others add up to
//! m - target, or multiply to m / target.

use pencilmark_csp::rule::Operator;

use super::cage::Shape;
use super::state::WIDTH;

/// The most words a filling takes.
pub(super) const PLANES: usize = 4;

/// No cell.
const NOWHERE: usize = 1 << 16;

/// A filling, or the beginning of one: a bit per cell and number, and a bit per line and number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filling {
    /// A bit per cell and number: see [`Shape::spots`].
    pub cells: [u64; PLANES],
    pub(super) lines: u64,
}

/// Lists fillings.
pub struct Lister<'a> {
    pub(super) shape: &'a Shape,
    pub(super) marks: &'a [u16; WIDTH * WIDTH],
    pub(super) found: &'a mut Vec<Filling>,
    /// Steps it may still take.
    pub(super) steps: u32,
    used: [u16; 2 * WIDTH], // line -> numbers in it
    least: [u32; 64],       // what the cells from here on make at least
    most: [u32; 64],
    skip: usize, // the cell of the largest number
}

impl<'a> Lister<'a> {
    /// Nothing is listed yet; it may take this many steps.
    pub fn new(shape: &'a Shape, marks: &'a [u16; WIDTH * WIDTH], found: &'a mut Vec<Filling>, steps: u32) -> Self {
        found.clear();
        Self { shape, marks, found, steps, used: [0; 2 * WIDTH], least: [0; 64], most: [0; 64], skip: NOWHERE }
    }

    /// Lists all; false if that takes too many steps. Cages without operator may list a filling twice.
    pub fn list(&mut self) -> bool {
        match self.shape.operator {
            Operator::Add => self.sums(self.shape.target, Filling::default()),
            Operator::Multiply => self.products(self.shape.target, Filling::default()),
            Operator::Subtract => self.with_largest(false),
            Operator::Divide => self.with_largest(true),
            Operator::Any => {
                self.sums(self.shape.target, Filling::default())
                    && self.with_largest(false)
                    && self.products(self.shape.target, Filling::default())
                    && self.with_largest(true)
            }
            Operator::Equal => true,
        }
    }

    fn with_largest(&mut self, divide: bool) -> bool {
        for skip in 0..self.shape.cells.len() {
            let mut marks = self.marks[self.shape.cells[skip] as usize];
            while marks != 0 {
                let bit = marks & marks.wrapping_neg();
                marks &= marks - 1;
                let largest = u64::from(bit.trailing_zeros()) + 1;
                self.skip = skip;
                let begun = self.put(skip, bit, Filling::default());
                let done = if divide {
                    let target = self.shape.target;
                    target == 0 || largest % target != 0 || self.products(largest / target, begun)
                } else {
                    largest < self.shape.target || self.sums(largest - self.shape.target, begun)
                };
                self.take_back(skip, bit);
                self.skip = NOWHERE;
                if !done {
                    return false;
                }
            }
        }
        true
    }

    #[inline]
    fn put(&mut self, place: usize, bit: u16, mut filling: Filling) -> Filling {
        let spot = &self.shape.spots[place];
        self.used[spot.row as usize] |= bit;
        self.used[spot.col as usize] |= bit;
        filling.cells[spot.plane as usize] |= u64::from(bit) << spot.shift;
        filling.lines |= spot.in_lines(bit);
        filling
    }

    #[inline]
    fn take_back(&mut self, place: usize, bit: u16) {
        let spot = &self.shape.spots[place];
        self.used[spot.row as usize] &= !bit;
        self.used[spot.col as usize] &= !bit;
    }

    #[inline]
    fn open(&self, place: usize) -> u16 {
        let spot = &self.shape.spots[place];
        self.marks[self.shape.cells[place] as usize] & !self.used[spot.row as usize] & !self.used[spot.col as usize]
    }

    /// Whether no cell after this one is to be filled.
    fn is_last(&self, place: usize) -> bool {
        let cells = self.shape.cells.len();
        place + 1 == cells || (place + 2 == cells && self.skip + 1 == cells)
    }

    /// The last cell gets its number, if there is one.
    fn end(&mut self, place: usize, number: u16, begun: Filling) {
        if number != 0 {
            let filling = self.put(place, number, begun);
            self.take_back(place, number);
            self.found.push(filling);
        }
    }

    fn sums(&mut self, target: u64, begun: Filling) -> bool {
        let cells = self.shape.cells.len();
        (self.least[cells], self.most[cells]) = (0, 0);
        for place in (0..cells).rev() {
            let marks = self.marks[self.shape.cells[place] as usize];
            let (least, most) =
                if place == self.skip { (0, 0) } else { (marks.trailing_zeros() + 1, 16 - marks.leading_zeros()) };
            (self.least[place], self.most[place]) = (self.least[place + 1] + least, self.most[place + 1] + most);
        }
        target < u64::from(self.least[0]) || target > u64::from(self.most[0]) || self.add(0, target as u32, begun)
    }

    /// The cells from `place` on are to add up to `rest`, which bounds allow.
    fn add(&mut self, mut place: usize, rest: u32, begun: Filling) -> bool {
        if place == self.skip {
            place += 1;
        }
        let cells = self.shape.cells.len();
        if place == cells {
            if rest == 0 {
                self.found.push(begun);
            }
            return true;
        }
        let mut open = self.open(place);
        let (least, most) = (self.least[place + 1], self.most[place + 1]);
        // Numbers from rest - most to rest - least.
        if rest <= least {
            return true;
        }
        let highest = (rest - least).min(16);
        open &= (((1u32 << highest) - 1) as u16) & !(((1u32 << rest.saturating_sub(most + 1).min(16)) - 1) as u16);
        if self.is_last(place) {
            self.end(place, open, begun);
            return true;
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open &= open - 1;
            let filling = self.put(place, bit, begun);
            let done = self.add(place + 1, rest - bit.trailing_zeros() - 1, filling);
            self.take_back(place, bit);
            if !done {
                return false;
            }
        }
        true
    }

    fn products(&mut self, target: u64, begun: Filling) -> bool {
        target == 0 || self.list_products(0, target, begun)
    }

    /// Lists the fillings in which the cells from `place` on multiply to `rest`. Returns false once
    /// there are too many.
    fn list_products(&mut self, mut place: usize, rest: u64, begun: Filling) -> bool {
        if place == self.skip {
            place += 1;
        }
        let cells = self.shape.cells.len();
        if place == cells {
            if rest == 1 {
                self.found.push(begun);
            }
            return true;
        }
        let mut open = self.open(place);
        if self.is_last(place) {
            open &= if rest <= 16 { 1 << (rest - 1) } else { 0 };
            self.end(place, open, begun);
            return true;
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let left = cells - place - 1;
        let size = u64::from(self.shape.size);
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open &= open - 1;
            let number = u64::from(bit.trailing_zeros()) + 1;
            let (quotient, remainder) = (rest / number, rest % number);
            if remainder != 0 || (left < 13 && quotient > size.pow(left as u32)) {
                continue;
            }
            let filling = self.put(place, bit, begun);
            let done = self.list_products(place + 1, quotient, filling);
            self.take_back(place, bit);
            if !done {
                return false;
            }
        }
        true
    }
}
