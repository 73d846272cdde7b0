//! Depth first: a cell with a star, then without one.
//!
//! The region to branch in has few placements for how often it failed, the cell is the one that most of them use. While
//! much is open, cells of several regions are tried both ways, and the one that leaves least open is taken: a poor
//! decision near the root costs more than the trials.

use pencilmark_csp::{End, Observer, Value, Var};

use super::state::{Geometry, ROWS, State, bits};
use super::table::MANY;
use super::{Inference, StarBattle};
use crate::engine::Work;
use crate::{Answer, Cell};

/// Regions whose cells are tried at most.
const TRIALS: u16 = 4;
/// Undecided cells for each region whose cell is tried.
const CELLS_PER_TRIAL: u16 = 40;

/// A search in a puzzle.
pub(super) struct Search<'s, 'w, O> {
    puzzle: &'s StarBattle,
    work: &'s mut Work<'w, O>,
    inference: Inference,
}

/// A cell to decide about, and the states without and with a star there if both were tried.
struct Split {
    cell: Cell,
    tried: Option<[State; 2]>,
}

impl<'s, 'w, O: Observer> Search<'s, 'w, O> {
    pub(super) fn new(puzzle: &'s StarBattle, work: &'s mut Work<'w, O>) -> Self {
        Self { puzzle, work, inference: Inference::new(puzzle) }
    }

    pub(super) fn run(&mut self) -> Result<(), End> {
        let state = State::new(&self.inference.geometry);
        let entered = self.enter(state, state.undecided)?;
        self.inference.few = MANY;
        match entered {
            Some(state) => self.descend(state),
            None => Ok(()),
        }
    }

    /// Everything below a state that was entered. Stars go one level down, so that there are never more levels than stars.
    fn descend(&mut self, mut state: State) -> Result<(), End> {
        let mut without: Vec<Var> = Vec::new();
        while let Some(Split { cell, tried }) = self.split(&mut state)? {
            let var = self.var(cell);
            self.work.assign(var, Value(1));
            let star = self.follow(tried.as_ref(), &state, cell, true)?;
            if let Some(star) = star {
                self.descend(star)?;
            }
            self.work.backtrack(var);
            self.work.assign(var, Value(0));
            without.push(var);
            let Some(clear) = self.follow(tried.as_ref(), &state, cell, false)? else { break };
            state = clear;
        }
        for &var in without.iter().rev() {
            self.work.backtrack(var);
        }
        Ok(())
    }

    /// How to go on; none when the state is solved or refuted.
    fn split(&mut self, state: &mut State) -> Result<Option<Split>, End> {
        'restart: loop {
            let trials = (state.undecided / CELLS_PER_TRIAL).clamp(1, TRIALS);
            let mut best: Option<(u32, Split)> = None;
            let mut tried = 0;
            for _ in 0..trials {
                let Some(region) = self.choose(state, tried) else { break };
                let Inference { table, geometry, .. } = &mut self.inference;
                let Some((row, col)) = table.most_used(state, geometry, region) else { break };
                let cell = Geometry::cell(row, col);
                if trials == 1 {
                    return Ok(Some(Split { cell, tried: None }));
                }
                tried |= 1 << region;
                let star = self.attempt(state, cell, true)?;
                let Some(star) = star else {
                    let Some(clear) = self.attempt(state, cell, false)? else { return Ok(None) };
                    *state = clear;
                    continue 'restart;
                };
                let Some(clear) = self.attempt(state, cell, false)? else {
                    *state = star;
                    continue 'restart;
                };
                let gain = |next: &State| u32::from(state.undecided - next.undecided);
                let gain = gain(&star) * gain(&clear);
                if best.as_ref().is_none_or(|&(most, _)| gain > most) {
                    best = Some((gain, Split { cell, tried: Some([clear, star]) }));
                }
            }
            return match best {
                Some((_, split)) => Ok(Some(split)),
                None => self.solution(state).map(|()| None),
            };
        }
    }

    /// The region to branch in, none of those that were tried; none if all have their stars.
    fn choose(&self, state: &State, tried: u32) -> Option<usize> {
        let score = |region: usize| {
            let need = self.puzzle.stars - usize::from(state.held[region]);
            let free = usize::from(state.room[region] - state.held[region]);
            let choices = (0..need).map(|taken| (free - taken) as f64 / (taken + 1) as f64).product::<f64>();
            let ways = if state.ways[region] < u16::MAX { f64::from(state.ways[region]) } else { choices };
            ways / f64::from(1 + self.inference.failures[region])
        };
        let needy = |&region: &usize| usize::from(state.held[region]) < self.puzzle.stars && tried >> region & 1 == 0;
        let scored = (0..self.puzzle.size()).filter(needy).map(|region| (score(region), region));
        scored.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, region)| region)
    }

    /// The state after a decision, which is entered unless it was tried; none if it is refuted.
    fn follow(
        &mut self,
        tried: Option<&[State; 2]>,
        state: &State,
        cell: Cell,
        star: bool,
    ) -> Result<Option<State>, End> {
        let Some(tried) = tried else { return self.decide(state, cell, star) };
        let next = tried[usize::from(star)];
        self.look(&next);
        Ok(Some(next))
    }

    /// Enters the state after a decision to see what it comes to, and leaves it.
    fn attempt(&mut self, state: &State, cell: Cell, star: bool) -> Result<Option<State>, End> {
        let var = self.var(cell);
        self.work.assign(var, Value(u16::from(star)));
        let next = self.decide(state, cell, star)?;
        self.work.backtrack(var);
        Ok(next)
    }

    /// The state after a decision; none if it is refuted.
    fn decide(&mut self, state: &State, cell: Cell, star: bool) -> Result<Option<State>, End> {
        let (mut next, geometry) = (*state, &self.inference.geometry);
        let (row, col) = (cell.row + 1, cell.col + 1);
        let alive = if star { next.star(geometry, ROWS, row, col) } else { next.clear(geometry, ROWS, row, 1 << col) };
        match alive {
            Ok(()) => self.enter(next, state.undecided - 1),
            Err(_) => self.work.node().map(|()| None),
        }
    }

    /// The state with all that can be inferred in it; none if it is refuted. `undecided` is how many cells were undecided
    /// after the decision.
    fn enter(&mut self, mut state: State, undecided: u16) -> Result<Option<State>, End> {
        self.work.node()?;
        let alive = self.inference.propagate(&mut state);
        let decided = u64::from(undecided - state.undecided);
        self.work.prunings(decided);
        self.work.propagated(decided);
        self.work.checks(std::mem::take(&mut self.inference.checks))?;
        if alive.is_err() {
            return Ok(None);
        }
        self.look(&state);
        Ok(Some(state))
    }

    fn look(&mut self, state: &State) {
        self.work.look(|| values(self.puzzle, state));
    }

    fn solution(&mut self, state: &State) -> Result<(), End> {
        let values: Vec<Value> = values(self.puzzle, state).into_iter().flatten().collect();
        self.work.solution(answer(self.puzzle, state), &values)
    }

    /// The variable of a cell: the number of cells before it that are not holes.
    fn var(&self, cell: Cell) -> Var {
        let before = &self.puzzle.regions.things()[..self.puzzle.regions.index(cell)];
        Var(before.iter().filter(|region| region.is_some()).count() as u32)
    }
}

/// What is known of each variable.
fn values(puzzle: &StarBattle, state: &State) -> Vec<Option<Value>> {
    let value = |Cell { row, col }: Cell| {
        let is = |lines: &super::state::Lines| lines[row + 1] >> (col + 1) & 1 == 1;
        match (is(&state.starred[ROWS]), is(&state.open[ROWS])) {
            (true, _) => Some(Value(1)),
            (_, false) => Some(Value(0)),
            _ => None,
        }
    };
    puzzle.regions.cells().filter(|&cell| !puzzle.is_hole(cell)).map(value).collect()
}

fn answer(puzzle: &StarBattle, state: &State) -> Answer {
    let mut answer = puzzle.blank();
    for row in 1..=puzzle.size() {
        for col in bits(state.starred[ROWS][row]) {
            answer[Geometry::cell(row, col)] = 1;
        }
    }
    answer
}
