//! All-different on a whole unit (Régin): a candidate stays exactly when some way to fill the unit uses it.
//!
//! Find one way to fill the unit, a perfect **matching** of cells and digits. Draw an arrow from cell i to cell j where i could take the digit of j.
//! A candidate is used by another matching exactly when it lies on a cycle: when its two cells are in one strongly connected component.

/// The open cells of a unit and their digits.
#[derive(Debug, Default)]
pub(super) struct Matching {
    cells: Vec<usize>,
    digits: Vec<u32>,
    /// The digit of each cell.
    mate: Vec<u32>,
    /// The cell of each digit.
    owner: [u8; 32],
    /// The digits taken.
    taken: u32,
    arrows: Vec<u32>,
    back: Vec<u32>,
}

impl Matching {
    /// Forgets the unit.
    pub(super) fn reset(&mut self) {
        self.cells.clear();
        self.digits.clear();
    }

    /// A cell with its digits.
    pub(super) fn add(&mut self, cell: usize, digits: u32) {
        self.cells.push(cell);
        self.digits.push(digits);
    }

    /// How many open cells.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cells with the digits that are left.
    pub(super) fn kept(&self) -> impl Iterator<Item = (usize, u32)> {
        self.cells.iter().copied().zip(self.digits.iter().copied())
    }

    /// Keeps the digits that some way to fill the unit uses; false if there is none. There are as many digits as cells.
    pub(super) fn filter(&mut self) -> bool {
        if !self.fill() {
            return false;
        }
        let count = self.cells.len();
        self.arrows.clear();
        self.back.clear();
        self.back.resize(count, 0);
        for cell in 0..count {
            let mut arrows = 0;
            let mut others = self.digits[cell] & !(1 << self.mate[cell]);
            while others != 0 {
                let to = self.owner[others.trailing_zeros() as usize];
                arrows |= 1 << to;
                self.back[to as usize] |= 1 << cell;
                others &= others - 1;
            }
            self.arrows.push(arrows);
        }
        let mut left: u32 = (1 << count) - 1;
        while left != 0 {
            let start = left & left.wrapping_neg();
            let component = reach(start, left, &self.arrows) & reach(start, left, &self.back);
            left &= !component;
            let (mut cells, mut digits) = (component, 0);
            while cells != 0 {
                digits |= 1 << self.mate[cells.trailing_zeros() as usize];
                cells &= cells - 1;
            }
            cells = component;
            while cells != 0 {
                self.digits[cells.trailing_zeros() as usize] &= digits;
                cells &= cells - 1;
            }
        }
        true
    }

    /// Finds a matching: the first free digit, or a chain of exchanges that ends at one.
    fn fill(&mut self) -> bool {
        self.mate.clear();
        self.taken = 0;
        for cell in 0..self.cells.len() {
            self.mate.push(0);
            if !self.place(cell, &mut 0) {
                return false;
            }
        }
        true
    }

    fn place(&mut self, cell: usize, seen: &mut u32) -> bool {
        let free = self.digits[cell] & !self.taken;
        if free != 0 {
            self.set(cell, free.trailing_zeros());
            return true;
        }
        loop {
            let next = self.digits[cell] & !*seen;
            if next == 0 {
                return false;
            }
            let digit = next.trailing_zeros();
            *seen |= 1 << digit;
            if self.place(self.owner[digit as usize] as usize, seen) {
                self.set(cell, digit);
                return true;
            }
        }
    }

    fn set(&mut self, cell: usize, digit: u32) {
        self.mate[cell] = digit;
        self.owner[digit as usize] = cell as u8;
        self.taken |= 1 << digit;
    }
}

/// The cells among `within` that arrows lead to from `start`.
fn reach(start: u32, within: u32, arrows: &[u32]) -> u32 {
    let (mut seen, mut fresh) = (start, start);
    while fresh != 0 {
        let cell = fresh.trailing_zeros() as usize;
        fresh &= fresh - 1;
        let new = arrows[cell] & within & !seen;
        seen |= new;
        fresh |= new;
    }
    seen
}
