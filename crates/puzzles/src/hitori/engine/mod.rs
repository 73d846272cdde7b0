//! The exact engine of Hitori.
//!
//! Depth-first search. What follows from a shade is found by the [`field`], whose rules are clauses of two cells and the
//! [`forest`] of shaded cells. The root, and every state after a dead end, is probed: a cell whose shade leads to a
//! contradiction has the other one. What a shade leads to holds no contradiction if that shade does not, so it needs no probe of
//! its own. Where cells are left open, the search goes on at the one whose two shades decide the most.
//!
//! Only cells with copies are probed. Once they are known, any open cell can be shaded and the others be white, and the
//! search meets no more dead ends.

mod copies;
mod field;
mod forest;

use pencilmark_csp::{End, Observer, Outcome, Value, Var};
use pencilmark_search::Run;

use self::field::{Consistency, Field, Mark, OPEN, SHADED, WHITE};
use super::Hitori;
use crate::engine::Work;
use crate::{Answer, Grid};

/// See [`crate::Kind::exact`].
pub(super) fn exact<O: Observer>(puzzle: &Hitori, run: &Run, watch: &mut O) -> Outcome<Answer> {
    // A way down to a solution may pass a node a cell.
    let patience = NODES_BEFORE_SAT + puzzle.numbers().len() as u64;
    Work::run(puzzle, run, watch, patience, |work| Search::new(puzzle).run(work))
}

/// Shades the cells of an empty board one by one, by their places in reading order, each unless a rule forbids it.
pub(super) fn shade_all(rows: usize, cols: usize, order: &[usize]) -> Answer {
    let blank = Grid::filled(rows, cols, 0);
    let mut field = Field::new(&Grid::filled(rows, cols, None));
    field.begin();
    for &index in order {
        let cell = field.cell(index);
        if field.shade(cell) == OPEN {
            // What a cell alone would break has made it white.
            field.suppose(cell, SHADED);
        }
    }
    field.answer().unwrap_or(blank)
}

/// Nodes without a new solution, beyond one per cell, before SAT takes over.
const NODES_BEFORE_SAT: u64 = 2000;

/// Cells that a probe may decide before it is put off.
const SHORT: usize = 64;

struct Search {
    field: Field,
    cells: Vec<u16>,      // those with copies, then the others
    with_copies: usize,   // how many have copies
    fine: Vec<[u32; 2]>,  // cell, white or shaded -> the last round of probes that showed no contradiction
    reach: Vec<[u16; 2]>, // cell, white or shaded -> how many cells the last probe decided
    clashes: Vec<u32>,    // cell -> 1 + how many probes of it found a contradiction
    round: u32,
    checks: u64,
    dead_end_seen: bool, // there was a dead end since the last solution
    decisions: Vec<Decision>,
}

/// A cell tried with one shade, then with the other.
struct Decision {
    cell: u16,
    shade: u8,
    first_open: usize, // no open cell stands before this one among the cells of the search
    before: Mark,
}

impl Search {
    fn new(puzzle: &Hitori) -> Self {
        let field = Field::new(puzzle.numbers());
        let places = field.places();
        // Written at both ends, and kept at one: whether a cell has copies can hardly be predicted.
        let mut cells = vec![0; puzzle.numbers().len()];
        let (mut with_copies, mut others) = (0, cells.len());
        for cell in field.cells() {
            cells[with_copies] = cell;
            cells[others - 1] = cell;
            let has_copies = field.has_copies(cell);
            with_copies += usize::from(has_copies);
            others -= usize::from(!has_copies);
        }
        Self {
            field,
            cells,
            with_copies,
            fine: vec![[0; 2]; places],
            reach: vec![[0; 2]; places],
            clashes: vec![0; places],
            round: 0,
            checks: 0,
            dead_end_seen: true,
            decisions: Vec::new(),
        }
    }

    fn run<O: Observer>(&mut self, work: &mut Work<'_, O>) -> Result<(), End> {
        work.node()?;
        let mut alive = self.field.begin() && self.probe(work)?;
        self.tell(work, 0);
        self.dead_end_seen = false;
        loop {
            if alive {
                work.look(|| self.board());
                let first_open = self.decisions.last().map_or(0, |decision| decision.first_open);
                if let Some(index) = self.choose(first_open) {
                    let first_open = if index < self.with_copies { 0 } else { index + 1 };
                    let before = self.field.mark();
                    self.decisions.push(Decision { cell: self.cells[index], shade: OPEN, first_open, before });
                } else {
                    self.solution(work)?;
                    self.dead_end_seen = false;
                    alive = false;
                }
            }
            if !alive && !self.back(work) {
                return Ok(());
            }
            alive = self.decide(work)?;
            self.dead_end_seen |= !alive;
        }
    }

    /// Back to the last decision with a shade left; false if there is none.
    fn back<O: Observer>(&mut self, work: &mut Work<'_, O>) -> bool {
        while let Some(decision) = self.decisions.last() {
            self.field.back_to(decision.before);
            work.backtrack(Var(self.field.index(decision.cell) as u32));
            if decision.shade == WHITE {
                return true;
            }
            self.decisions.pop();
        }
        false
    }

    /// Tries the next shade of the last decision; false if it leads nowhere.
    fn decide<O: Observer>(&mut self, work: &mut Work<'_, O>) -> Result<bool, End> {
        let Some(decision) = self.decisions.last_mut() else { return Ok(false) };
        decision.shade = if decision.shade == OPEN { WHITE } else { SHADED };
        let (cell, shade) = (decision.cell, decision.shade);
        work.node()?;
        work.assign(Var(self.field.index(cell) as u32), Value(u16::from(shade == SHADED)));
        let known = self.field.known() + 1;
        let alive = self.field.suppose(cell, shade) && (!self.dead_end_seen || self.probe(work)?);
        self.tell(work, known);
        Ok(alive)
    }

    /// Tells what was inferred since `known` cells were known: for each, one value went and one is left.
    fn tell<O: Observer>(&self, work: &mut Work<'_, O>, known: usize) {
        let inferred = (self.field.known() - known) as u64;
        work.prunings(inferred);
        work.propagated(inferred);
    }

    /// The cell to decide next, by its index.
    fn choose(&self, first_open: usize) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        let is_open = |&index: &usize| self.field.shade(self.cells[index]) == OPEN;
        let weight = |&index: &usize| {
            let at = usize::from(self.cells[index]);
            let [white, shaded] = self.reach[at].map(u32::from);
            (white + shaded) * (1 + self.clashes[at])
        };
        let first_open = (first_open..self.cells.len()).find(is_open)?;
        if first_open >= self.with_copies {
            return Some(first_open);
        }
        (first_open..self.with_copies).rev().filter(is_open).max_by_key(weight)
    }

    /// Probes the cells with copies; false if that shows that nothing solves the puzzle from here.
    fn probe<O: Observer>(&mut self, work: &mut Work<'_, O>) -> Result<bool, End> {
        self.round += 1;
        let before = self.checks;
        // Most boards need only short arguments. A probe that floods a large board without finding one would cost as much as
        // everything else.
        let alive = (self.round > 1 || self.probe_cells(SHORT)) && self.probe_cells(usize::MAX);
        work.checks(self.checks - before)?;
        Ok(alive)
    }

    /// One pass, with probes that stop when about `most` cells are decided.
    fn probe_cells(&mut self, most: usize) -> bool {
        let mut index = 0;
        while index < self.with_copies && !self.is_full() {
            // From one open cell to the next.
            let Some(ahead) =
                self.cells[index..self.with_copies].iter().position(|&cell| self.field.shade(cell) == OPEN)
            else {
                break;
            };
            let cell = self.cells[index + ahead];
            index += ahead + 1;
            for shade in [WHITE, SHADED] {
                let is_fine = self.fine[usize::from(cell)][usize::from(shade - 1)] == self.round;
                if self.field.shade(cell) == OPEN && !is_fine && !self.probe_cell(cell, shade, most) {
                    return false;
                }
            }
        }
        true
    }

    fn probe_cell(&mut self, cell: u16, shade: u8, most: usize) -> bool {
        self.checks += 1;
        let (before, known) = (self.field.mark(), self.field.known());
        let consistency = self.field.suppose_up_to(cell, shade, most.saturating_add(known));
        if consistency == Consistency::Consistent {
            self.reach[usize::from(cell)][usize::from(shade - 1)] = (self.field.known() - known) as u16;
            for (shade, cells) in self.field.since(before).into_iter().enumerate() {
                for &cell in cells {
                    self.fine[usize::from(cell)][shade] = self.round;
                }
            }
        }
        self.field.back_to(before);
        if consistency == Consistency::Inconsistent {
            self.clashes[usize::from(cell)] += 1;
            return self.field.suppose(cell, WHITE + SHADED - shade);
        }
        true
    }

    /// Whether every cell is known.
    fn is_full(&self) -> bool {
        self.field.known() == self.cells.len()
    }

    fn board(&self) -> Vec<Option<Value>> {
        let value = |&shade: &u8| (shade != OPEN).then_some(Value(u16::from(shade == SHADED)));
        self.field.shades().flatten().map(value).collect()
    }

    fn solution<O: Observer>(&self, work: &mut Work<'_, O>) -> Result<(), End> {
        let Some(answer) = self.field.answer() else { return Ok(()) }; // not reached: the field is a rectangle
        let values: Vec<Value> = answer.things().iter().map(|&shade| Value(shade as u16)).collect();
        work.solution(answer, &values)
    }
}
