//! Inference to a fixpoint, and which cell to branch on.

use super::super::judge::makes;
use super::cage::{Shape, full};
use super::fillings::{Filling, Lister};
use super::joint::Joint;
use super::lines::{all_different, singles};
use super::partial::{self, Partial};
use super::state::{ALONE, Lines, State, Table, WIDTH};
use crate::kenken::KenKen;
use pencilmark_csp::rule::Operator;

/// The most words in the store.
const STORE: usize = 2 << 20;

pub(super) struct Engine {
    pub(super) lines: Lines,
    cages: Vec<Shape>,
    partial: Vec<Vec<Partial>>, // of each cage: for cages not listed; empty: not to be used
    store: Vec<u64>,
    partners: Box<[[u8; WIDTH]; 2 * WIDTH]>,
    found: Vec<Filling>,
    sets: Vec<u64>,
    supported: Vec<u16>,
    checks: u64,
    pub(super) cfg: Cfg,
    joint: Joint,
    weights: Vec<u32>,         // of each cage
    line_weights: [u32; 2 * WIDTH],
    pub(super) log_limit: f32,
}

impl Engine {
    pub(super) fn new(puzzle: &KenKen) -> Self {
        let size = puzzle.size();
        let mut cages: Vec<&crate::kenken::Cage> = puzzle.cages().iter().filter(|cage| cage.cells.len() > 1).collect();
        cages.sort_by_key(|cage| cage.cells.len());
        let mut owner = [ALONE; WIDTH * WIDTH];
        let cages: Vec<Shape> = cages.into_iter().map(|cage| Shape::new(cage, size)).collect();
        for (number, cage) in cages.iter().enumerate() {
            for &cell in &cage.cells {
                owner[cell as usize] = number as u8;
            }
        }
        let joint = Joint::new(&cages);
        Self {
            lines: Lines { size, full: full(size), owner },
            partial: vec![Vec::new(); cages.len()],
            weights: vec![1; cages.len()],
            line_weights: [1; 2 * WIDTH],
            cages,
            store: Vec::new(),
            partners: Box::new([[0; WIDTH]; 2 * WIDTH]),
            found: Vec::new(),
            sets: Vec::new(),
            supported: Vec::new(),
            checks: 0,
            cfg: Cfg::get(),
            joint,
            log_limit: 20.0,
        }
    }

    pub(super) fn empty(&self) -> State {
        State::new(&self.lines, self.cages.len())
    }

    pub(super) fn take_checks(&mut self) -> u64 {
        std::mem::take(&mut self.checks)
    }

    pub(super) fn stored(&self) -> usize {
        self.store.len()
    }

    pub(super) fn forget(&mut self, stored: usize) {
        self.store.truncate(stored);
    }

    /// The first inference; false if it refutes the puzzle.
    pub(super) fn root(&mut self, puzzle: &KenKen, state: &mut State) -> bool {
        for cage in puzzle.cages() {
            if let &[cell] = cage.cells.as_slice() {
                let bit = if (1..=self.lines.size as u64).contains(&cage.target) { 1u16 << (cage.target - 1) } else { 0 };
                let cell = cell.row * WIDTH + cell.col;
                if !state.keep(&self.lines, cell, state.marks[cell] & bit) {
                    return false;
                }
            }
        }
        let mut number = 0;
        while number < self.cages.len() {
            let cells = self.cages[number].cells.len();
            while number < self.cages.len() && self.cages[number].cells.len() == cells {
                if !self.list(number, state) {
                    let cage = &self.cages[number];
                    let (target, size) = (cage.target, self.lines.size);
                    self.partial[number] = match cage.operator {
                        Operator::Add => Partial::sum(target, size).into_iter().collect(),
                        Operator::Multiply => Partial::product(target, size).into_iter().collect(),
                        Operator::Any if cells as u64 - 1 + target > size as u64 && target > size as u64 => {
                            Partial::sum(target, size)
                                .and_then(|sum| Some(vec![sum, Partial::product(target, size)?]))
                                .unwrap_or_default()
                        }
                        _ => Vec::new(),
                    };
                } else if state.tables[number].len == 0 {
                    return false;
                }
                state.cages |= 1 << number;
                number += 1;
            }
            if !self.propagate(state) {
                return false;
            }
        }
        self.log_limit = 15.0;
        true
    }

    /// Lists the fillings of a cage; false if they are too many.
    fn list(&mut self, number: usize, state: &mut State) -> bool {
        let cage = &self.cages[number];
        let options: f32 =
            cage.cells.iter().map(|&cell| (state.marks[cell as usize].count_ones() as f32).log2()).sum();
        if !cage.fits() || options > self.log_limit || self.store.len() > STORE {
            return false;
        }
        let mut lister = Lister::new(cage, &state.marks, &mut self.found, 100_000);
        if !lister.list() || self.found.len() > 8192 {
            return false;
        }
        state.tables[number] = cage.store(&self.found, &mut self.store);
        true
    }

    /// Infers until nothing changes; false if there is no solution here.
    pub(super) fn propagate(&mut self, state: &mut State) -> bool {
        loop {
            if state.lines != 0 {
                let line = state.lines.trailing_zeros() as usize;
                self.checks += 1;
                if !singles(state, &self.lines, line) {
                    self.line_weights[line] += 1;
                    return false;
                }
                state.lines &= !(1 << line);
            } else if state.cages != 0 {
                let mut batch = state.cages;
                while batch != 0 {
                    let number = batch.trailing_zeros() as usize;
                    batch &= batch - 1;
                    self.checks += 1;
                    if !self.visit(number, state) {
                        self.weights[number] += 1;
                        return false;
                    }
                    state.cages &= !(1 << number);
                }
            } else if state.stale != 0 {
                let line = state.stale.trailing_zeros() as usize;
                self.checks += 1;
                if !all_different(state, &self.lines, line, &mut self.partners[line]) {
                    self.line_weights[line] += 1;
                    return false;
                }
                state.stale &= !(1 << line);
                if self.cfg.joint > 0 {
                    state.unjoined |= 1 << line;
                }
            } else if state.unjoined != 0 {
                let line = state.unjoined.trailing_zeros() as usize;
                self.checks += 1;
                if !self.joint.line(line, state, &self.lines, &self.cages, &mut self.store, self.cfg.joint) {
                    self.line_weights[line] += 1;
                    return false;
                }
                state.unjoined &= !(1 << line);
            } else {
                return true;
            }
        }
    }

    fn visit(&mut self, number: usize, state: &mut State) -> bool {
        if state.tables[number] == Table::default() {
            if self.list(number, state) {
                if state.tables[number].len == 0 {
                    return false;
                }
            } else {
                return self.visit_unlisted(number, state);
            }
        }
        self.cages[number].sift(number, state, &self.lines, &mut self.store)
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
        partial::keep(cage, &self.supported, state, &self.lines)
    }

    /// The cell to branch on; `None` if all are filled.
    pub(super) fn choose(&self, state: &State) -> Option<usize> {
        let mut best = None;
        let mut least = f32::MAX;
        for row in 0..self.lines.size {
            for col in 0..self.lines.size {
                let cell = row * WIDTH + col;
                let marks = state.marks[cell];
                if marks & marks.wrapping_sub(1) == 0 {
                    continue;
                }
                let owner = self.lines.owner[cell];
                let weight = if owner == ALONE { 0 } else { self.weights[owner as usize] }
                    + self.line_weights[row]
                    + self.line_weights[WIDTH + col];
                let score = marks.count_ones() as f32 / weight as f32;
                if score < least {
                    least = score;
                    best = Some(cell);
                }
            }
        }
        best
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cfg { joint: u32 }
impl Cfg {
    fn get() -> Self {
        static CFG: std::sync::OnceLock<Cfg> = std::sync::OnceLock::new();
        fn num(name: &str, d: f32) -> f32 { std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(d) }
        *CFG.get_or_init(|| Cfg { joint: num("JOINT", 9.0) as u32 })
    }
}
