//! The exact engine of Hitori.

mod field;

use pencilmark_csp::{End, Observer, Outcome, Value, Var};
use pencilmark_search::Run;

use self::field::{Clash, Field, Mark, Shade};
use super::Hitori;
use crate::engine::Work;
use crate::{Answer, Grid, Kind as _};

/// Looks for solutions.
pub(super) fn solve<O: Observer>(puzzle: &Hitori, run: &Run, watch: &mut O) -> Outcome<Answer> {
    let patience = 1000 + 2 * puzzle.numbers().len() as u64;
    Work::run(puzzle, run, watch, patience, |work| search(puzzle, work))
}

struct Decision {
    cell: u16,
    shade: Shade,
    last: bool, // the other shade was tried
    mark: Mark,
}

fn search<O: Observer>(puzzle: &Hitori, work: &mut Work<'_, O>) -> Result<(), End> {
    let mut search = Search::new(puzzle);
    work.node()?;
    if search.field.whiten_narrow().is_err() {
        return Ok(());
    }
    let mut alive = search.probe(work)?;
    let mut decisions: Vec<Decision> = Vec::new();
    loop {
        if alive {
            let field = &search.field;
            work.look(|| {
                field.cells().map(|cell| match field.shade(cell) {
                    Shade::Open => None,
                    Shade::White => Some(Value(0)),
                    Shade::Shaded => Some(Value(1)),
                }).collect()
            });
            if let Some(cell) = search.choose() {
                let mark = search.field.mark();
                decisions.push(Decision { cell, shade: Shade::Open, last: false, mark });
            } else {
                emit(&search.field, puzzle, work)?;
                alive = false;
            }
        }
        if !alive {
            // back to a decision with a shade left
            loop {
                let Some(decision) = decisions.last() else { return Ok(()) };
                search.field.back_to(decision.mark);
                work.backtrack(Var(search.field.index(decision.cell) as u32));
                if !decision.last {
                    break;
                }
                decisions.pop();
            }
        }
        let Some(decision) = decisions.last_mut() else { return Ok(()) };
        if decision.shade == Shade::Open {
            decision.shade = Shade::White;
        } else {
            decision.shade = Shade::Shaded;
            decision.last = true;
        }
        let (cell, shade) = (decision.cell, decision.shade);
        work.node()?;
        work.assign(Var(search.field.index(cell) as u32), Value(u16::from(shade == Shade::Shaded)));
        alive = search.field.suppose(cell, shade).is_ok() && search.probe(work)?;
    }
}

fn emit<O: Observer>(field: &Field, puzzle: &Hitori, work: &mut Work<'_, O>) -> Result<(), End> {
    let (rows, cols) = puzzle.shape();
    let values: Vec<Value> = field.cells().map(|cell| Value(u16::from(field.shade(cell) == Shade::Shaded))).collect();
    let things = values.iter().map(|value| i32::from(value.0)).collect();
    let answer = Grid::new(rows, cols, things).unwrap_or_else(|| Grid::filled(rows, cols, 0));
    work.solution(answer, &values)
}

struct Search {
    field: Field,
    cells: Vec<u16>,
    fine: Vec<[u32; 2]>, // cell, shade -> when it was last seen not to fail
    now: u32,
}

impl Search {
    fn new(puzzle: &Hitori) -> Self {
        let field = Field::new(puzzle);
        let mut cells: Vec<u16> = field.cells().collect();
        cells.sort_by_key(|&cell| !field.has_copies(cell));
        Self { fine: vec![[0; 2]; (puzzle.shape().0 + 2) * (puzzle.shape().1 + 1) + 1], field, cells, now: 1 }
    }

    fn choose(&self) -> Option<u16> {
        self.cells.iter().copied().find(|&cell| self.field.shade(cell) == Shade::Open)
    }

    fn probe<O: Observer>(&mut self, work: &mut Work<'_, O>) -> Result<bool, End> {
        self.now += 1;
        let mut since = 0;
        let mut checks = 0;
        let mut index = 0;
        while since < self.cells.len() {
            let cell = self.cells[index];
            index += 1;
            if index == self.cells.len() { index = 0; }
            since += 1;
            for shade in [Shade::Shaded, Shade::White] {
                if self.field.shade(cell) != Shade::Open { break; }
                if self.fine[usize::from(cell)][shade as usize - 1] == self.now { continue; }
                let mark = self.field.mark();
                checks += 1;
                match self.field.suppose(cell, shade) {
                    Ok(()) => {
                        for &other in self.field.since(mark) {
                            self.fine[usize::from(other)][self.field.shade(other) as usize - 1] = self.now;
                        }
                        self.field.back_to(mark);
                    }
                    Err(Clash { cause }) => {
                        let culprit = self.field.at(cause);
                        let other = if self.field.shade(culprit) == Shade::White { Shade::Shaded } else { Shade::White };
                        self.field.back_to(mark);
                        if self.field.suppose(culprit, other).is_err() {
                            work.checks(checks)?;
                            return Ok(false);
                        }
                        self.now += 1;
                        since = 0;
                    }
                }
            }
        }
        work.checks(checks)?;
        Ok(true)
    }
}
