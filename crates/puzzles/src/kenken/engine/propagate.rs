//! Inference to a fixpoint, from cheap to expensive: singles in lines, cages one by one, then lines with their cages.

use pencilmark_csp::rule::Operator;

use super::cage::{Shape, full};
use super::fillings::{Filling, Lister};
use super::joint::Joint;
use super::lines::{all_different, singles};
use super::partial::{self, Partial};
use super::state::{ALONE, Geometry, State, Table, WIDTH};
use crate::kenken::judge::makes;
use crate::kenken::{Cage, KenKen};

/// The most words in the store: 16 MiB. Beyond, lists stay as long as they are.
pub(super) const STORE: usize = 2 << 20;
/// A cage is listed at first within these bounds: combinations of marks, steps, fillings.
const FIRST: (u64, u32, usize) = (1 << 20, 100_000, 1 << 13);
/// The same later, when marks are gone; this always comes to an end.
const LATER: (u64, u32, usize) = (1 << 15, u32::MAX, 1 << 15);

/// The cages of a puzzle, what is listed of them, and which of them and of the lines have failed how often.
pub(super) struct Engine {
    pub(super) geometry: Geometry,
    cages: Vec<Shape>,          // of two cells and more, the smaller first
    partial: Vec<Vec<Partial>>, // of each cage, while it is not listed; none: nothing to infer
    joint: Joint,
    partners: [[u8; WIDTH]; 2 * WIDTH], // of each line: a matching
    store: Vec<u64>,                    // the lists: what a node adds is forgotten with it
    admitted: usize,                    // cages looked at so far
    checks: u64,                        // not yet told
    failures: Vec<u64>,                 // of each cage, from 1
    line_failures: [u64; 2 * WIDTH],
    found: Vec<Filling>, // from here on: scratch space
    sets: Vec<u64>,
    supported: Vec<u16>,
    indices: Vec<u16>,
}

impl Engine {
    pub(super) fn new(puzzle: &KenKen) -> Self {
        let size = puzzle.size();
        let mut cages: Vec<&Cage> = puzzle.cages().iter().filter(|cage| cage.cells.len() > 1).collect();
        cages.sort_by_key(|cage| cage.cells.len());
        let cages: Vec<Shape> = cages.into_iter().map(|cage| Shape::new(cage, size)).collect();
        let mut owner = [ALONE; WIDTH * WIDTH];
        for (number, cage) in cages.iter().enumerate() {
            for &cell in &cage.cells {
                owner[cell as usize] = number as u8;
            }
        }
        Self {
            geometry: Geometry { size, full: full(size), owner },
            partial: vec![Vec::new(); cages.len()],
            joint: Joint::new(&cages),
            partners: [[0; WIDTH]; 2 * WIDTH],
            store: Vec::new(),
            admitted: 0,
            checks: 0,
            failures: vec![1; cages.len()],
            line_failures: [1; 2 * WIDTH],
            found: Vec::new(),
            sets: Vec::new(),
            supported: Vec::new(),
            indices: Vec::new(),
            cages,
        }
    }

    /// The state in which single cells are filled and nothing is inferred; `None` if one of them cannot be.
    pub(super) fn start(&self, puzzle: &KenKen) -> Option<State> {
        let mut state = State::new(&self.geometry, self.cages.len());
        for cage in puzzle.cages() {
            if let &[cell] = cage.cells.as_slice() {
                let number = cage.target.checked_sub(1).filter(|&number| number < self.geometry.size as u64)?;
                state.keep(&self.geometry, cell.row * WIDTH + cell.col, 1 << number);
            }
        }
        Some(state)
    }

    /// Looks at the cages of the next size for the first time and infers; false if that refutes the puzzle. `None` if all
    /// cages were looked at.
    pub(super) fn admit(&mut self, state: &mut State) -> Option<bool> {
        let cells = self.cages.get(self.admitted)?.cells.len();
        while let Some(cage) = self.cages.get(self.admitted).filter(|cage| cage.cells.len() == cells) {
            let number = self.admitted;
            let (target, size) = (cage.target, self.geometry.size);
            let others = cells as u64 - 1;
            if !self.list(number, state, FIRST) {
                let cage = &self.cages[number];
                let sum = || Partial::sum(cage, size);
                let product = || Partial::product(cage, size);
                let both = || Some(vec![sum()?, product()?]);
                // Minus and divide are out of reach where the others are too many and the target too large.
                self.partial[number] = match cage.operator {
                    Operator::Add => sum().into_iter().collect(),
                    Operator::Multiply => product().into_iter().collect(),
                    Operator::Any if target.saturating_add(others) > size as u64 && target > size as u64 => {
                        both().unwrap_or_default()
                    }
                    _ => Vec::new(),
                };
            } else if state.tables[number].len == 0 {
                return Some(false);
            }
            state.cages |= 1 << number;
            self.admitted += 1;
        }
        Some(self.propagate(state))
    }

    /// Infers until nothing changes; false if there is no solution here.
    pub(super) fn propagate(&mut self, state: &mut State) -> bool {
        loop {
            if state.lines != 0 {
                let line = state.lines.trailing_zeros() as usize;
                self.checks += 1;
                if !singles(state, &self.geometry, line) {
                    self.line_failures[line] += 1;
                    return false;
                }
                state.lines &= !(1 << line);
            } else if state.cages != 0 {
                // All of them before the lines again: a line is mostly changed by several.
                let mut batch = state.cages;
                while batch != 0 {
                    let number = batch.trailing_zeros() as usize;
                    batch &= batch - 1;
                    self.checks += 1;
                    if !self.visit(number, state) {
                        self.failures[number] += 1;
                        return false;
                    }
                    state.cages &= !(1 << number);
                }
            } else if state.stale != 0 {
                let line = state.stale.trailing_zeros() as usize;
                self.checks += 1;
                let open = match self.joint.line(line, state, &self.geometry, &self.cages, &mut self.store) {
                    Some(open) => open,
                    None => all_different(state, &self.geometry, line, &mut self.partners[line]),
                };
                if !open {
                    self.line_failures[line] += 1;
                    return false;
                }
                state.stale &= !(1 << line);
            } else {
                return true;
            }
        }
    }

    /// The cell to branch on, with few marks in a cage and lines that fail often; `None` if all are filled. (Boussemart
    /// and others, *Boosting systematic search by weighting constraints*, 2004.)
    pub(super) fn choose(&self, state: &State) -> Option<usize> {
        let mut best = None;
        let (mut fewest, mut heaviest) = (0, 0);
        for row in 0..self.geometry.size {
            for col in 0..self.geometry.size {
                let cell = row * WIDTH + col;
                let marks = state.marks[cell];
                if marks & marks.wrapping_sub(1) == 0 {
                    continue;
                }
                let cage = self.failures.get(self.geometry.owner[cell] as usize).copied().unwrap_or(0);
                let weight = cage + self.line_failures[row] + self.line_failures[WIDTH + col];
                let count = u64::from(marks.count_ones());
                // The fewest marks for the weight, and of equals the one with the fewest marks.
                if best.is_none() || (count * heaviest, count) < (fewest * weight, fewest) {
                    (best, fewest, heaviest) = (Some(cell), count, weight);
                }
            }
        }
        best
    }

    /// Rules looked at since the last call.
    pub(super) fn take_checks(&mut self) -> u64 {
        std::mem::take(&mut self.checks)
    }

    /// How much is stored; see [`Engine::forget`].
    pub(super) fn stored(&self) -> usize {
        self.store.len()
    }

    /// Forgets what was stored since.
    pub(super) fn forget(&mut self, stored: usize) {
        self.store.truncate(stored);
    }

    /// Applies what a cage implies; false if it cannot be filled.
    #[inline]
    fn visit(&mut self, number: usize, state: &mut State) -> bool {
        if state.tables[number] == Table::default() {
            if !self.list(number, state, LATER) {
                return self.visit_unlisted(number, state);
            }
            if state.tables[number].len == 0 {
                return false;
            }
        }
        let room = self.store.len() < STORE;
        self.cages[number].sift(number, state, &self.geometry, &mut self.store, room.then_some(&mut self.indices))
    }

    /// Lists the fillings of a cage; false if they are too many.
    fn list(&mut self, number: usize, state: &mut State, (tries, steps, most): (u64, u32, usize)) -> bool {
        let cage = &self.cages[number];
        let count = |&cell: &u8| u64::from(state.marks[cell as usize].count_ones());
        if !cage.fits()
            || self.store.len() > STORE
            || cage.cells.iter().map(count).fold(1, u64::saturating_mul) > tries
            || !Lister::new(cage, &state.marks, &mut self.found, steps).list()
            || self.found.len() > most
        {
            return false;
        }
        state.tables[number] = cage.store(&self.found, &mut self.store);
        true
    }

    fn visit_unlisted(&mut self, number: usize, state: &mut State) -> bool {
        let cage = &self.cages[number];
        let value = |&cell: &u8| {
            let marks = state.marks[cell as usize];
            (marks & marks.wrapping_sub(1) == 0).then(|| u64::from(marks.trailing_zeros()) + 1)
        };
        let numbers: Option<Vec<u64>> = cage.cells.iter().map(value).collect();
        if let Some(numbers) = numbers {
            return makes(cage.operator, cage.target, &numbers);
        }
        if self.partial[number].is_empty() {
            return true;
        }
        self.supported.clear();
        self.supported.resize(cage.cells.len(), 0);
        for partial in &self.partial[number] {
            partial.support(cage, state, &mut self.sets, &mut self.supported);
        }
        partial::keep(cage, &self.supported, state, &self.geometry)
    }
}
