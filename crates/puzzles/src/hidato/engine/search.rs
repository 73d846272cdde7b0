//! The search: probes, decisions, and a new start after too many failures.
//!
//! A **failure** is a decision that inference refutes at once. A search that meets many starts again from the root with
//! what it has learnt: which numbers fail often, and another order among equals. As the number of failures allowed
//! grows, the last start is complete. What was found before a new start is known and not told again; a start that finds more
//! than can be known is the last one ([`Scope`]).
//!
//! A **probe** assumes that a number stands in a cell; a contradiction takes the cell away. Probes solve unique boards
//! without a decision and are wasted on boards with many solutions, so they live on credit: each costs one, each that
//! takes a cell away earns [`GAIN`], and new starts grant some more.

use std::collections::HashSet;

use pencilmark_csp::{End, Observer, Value, Var};

use super::board::Board;
use super::state::{Inferred, State, Ways};
use crate::engine::Work;
use crate::hidato::{HOLE, Hidato};

/// Numbers with this many cells are probed, one stage after the other.
const STAGES: [u32; 4] = [2, 3, 5, 12];
/// Probes granted at the beginning.
const CREDIT: u32 = 100;
/// Probes that one success earns.
const GAIN: u32 = 20;
/// Probes granted at the new starts 1, 2, 4, 8, ...
const GRANT: u32 = 300;
/// Failures before the first new start.
const FIRST_CUTOFF: u64 = 20;
/// Solutions that are held in order to know them after a new start.
const MOST_KNOWN: usize = 10_000;

/// A search for all solutions of a puzzle.
pub(super) struct Search<'a, 'b, O, const W: usize> {
    pub(super) state: State<W>,
    /// Number -> how often a decision about it failed.
    pub(super) weights: Vec<u32>,
    /// How often the search restarted.
    pub(super) round: u64,
    /// What is looked at now.
    pub(super) scope: Scope,
    /// Nodes without a solution before the next walk, and walks so far.
    pub(super) nodes_before_walk: u64,
    pub(super) walks: u64,
    pub(super) puzzle: &'a Hidato,
    pub(super) work: &'a mut Work<'b, O>,
    safe: Vec<Board<W>>, // number -> cells that a probe has not refuted
    credit: u32,
    most: u32, // credit that can be held
    /// Decisions that failed since the last start or solution.
    pub(super) failures: u64,
    /// As many as are allowed.
    pub(super) cutoff: u64,
    /// Solutions since the last start or window, unless this is the last start.
    pub(super) found: Vec<Vec<Value>>,
    /// Those before.
    pub(super) known: HashSet<Vec<Value>>,
}

/// What a part of the search looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Everything, up to this many failures.
    Start,
    /// Everything: there is no other start after it.
    LastStart,
    /// A window of a known solution, up to this many failures and solutions.
    Window,
}

/// Why a search does not go on.
pub(super) enum Stop {
    End(End),
    TooMany,
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Self::End(end)
    }
}

impl<'a, 'b, O: Observer, const W: usize> Search<'a, 'b, O, W> {
    /// A search from `state`, in which nothing is inferred yet.
    pub(super) fn new(puzzle: &'a Hidato, state: State<W>, work: &'a mut Work<'b, O>, nodes_before_walk: u64) -> Self {
        let numbers = state.marks.len();
        Self {
            state,
            weights: vec![0; numbers],
            round: 0,
            scope: Scope::Start,
            nodes_before_walk,
            walks: 0,
            puzzle,
            work,
            safe: vec![Board::EMPTY; numbers],
            credit: CREDIT,
            most: CREDIT,
            failures: 0,
            cutoff: FIRST_CUTOFF,
            found: Vec::new(),
            known: HashSet::new(),
        }
    }

    /// Finds all solutions.
    pub(super) fn run(&mut self) -> Result<(), End> {
        self.work.node()?;
        while self.infer(Ok(()))? {
            self.local_search()?;
            let checkpoint = self.state.checkpoint();
            match self.decide() {
                Ok(()) => break,
                Err(Stop::End(end)) => return Err(end),
                Err(Stop::TooMany) => self.state.back_to(checkpoint),
            }
            self.known.extend(self.found.drain(..));
            self.round += 1;
            self.failures = 0;
            // Once there are solutions, a start has to find all of them again.
            self.cutoff += if self.known.is_empty() { self.cutoff / 4 } else { self.cutoff };
            if self.round.is_power_of_two() {
                (self.credit, self.most) = (GRANT, GRANT);
            }
        }
        Ok(())
    }

    /// Looks at everything below a state in which all is inferred.
    pub(super) fn decide(&mut self) -> Result<(), Stop> {
        loop {
            self.work.look(|| self.state.places());
            if self.state.open.is_empty() {
                self.failures = 0;
                return self.solution();
            }
            let (number, cell) = self.choose();
            let var = Var(number as u32);
            let checkpoint = self.state.checkpoint();
            self.work.assign(var, Value(cell as u16));
            self.work.node()?;
            let narrowed = self.state.narrow(number, Board::single(cell));
            let below = if self.infer(narrowed)? { self.decide() } else { self.fail(number) };
            if !matches!(below, Err(Stop::End(_))) {
                self.work.backtrack(var);
            }
            below?;
            self.state.back_to(checkpoint);
            let dropped = self.state.drop_cells(number, Board::single(cell));
            if !self.infer(dropped)? {
                self.weights[number] += 1;
                return Ok(());
            }
        }
    }

    fn fail(&mut self, number: usize) -> Result<(), Stop> {
        self.weights[number] += 1;
        self.failures += 1;
        let is_enough = self.failures > self.cutoff && self.scope != Scope::LastStart;
        if is_enough { Err(Stop::TooMany) } else { Ok(()) }
    }

    /// Inference and probes to the end, unless there is a contradiction already; whether there is still none.
    pub(super) fn infer(&mut self, before: Inferred) -> Result<bool, End> {
        let open = self.state.open.count();
        let is_alive = before.and_then(|()| self.state.propagate(Ways::Walked)).is_ok() && self.probe()?;
        self.work.propagated(u64::from(open - self.state.open.count()));
        self.count_checks()?;
        Ok(is_alive)
    }

    fn count_checks(&mut self) -> Result<(), End> {
        self.work.checks(std::mem::take(&mut self.state.checks))
    }

    /// Tries the cells of numbers with few of them, the fewest first, while there is credit; whether there is no contradiction.
    fn probe(&mut self) -> Result<bool, End> {
        let mut stage = 0;
        while self.credit > 0 && stage < STAGES.len() && !self.state.open.is_empty() {
            if stage == 0 {
                self.safe.fill(Board::EMPTY);
            }
            let before = self.state.checkpoint();
            for number in self.state.open.iter() {
                let cells = self.state.marks[number];
                if cells.count() > STAGES[stage] {
                    continue;
                }
                for cell in (cells & !self.safe[number]).iter() {
                    if self.attempt(number, cell).is_err() {
                        return Ok(false);
                    }
                }
                self.count_checks()?;
            }
            stage = if self.state.changed_since(before) { 0 } else { stage + 1 };
        }
        Ok(true)
    }

    /// One probe, and what follows if it fails.
    fn attempt(&mut self, number: usize, cell: usize) -> Inferred {
        let is_open = self.state.open.contains(number) && self.state.marks[number].contains(cell);
        if self.credit == 0 || !is_open || self.safe[number].contains(cell) {
            return Ok(());
        }
        self.credit -= 1;
        let checkpoint = self.state.checkpoint();
        let one = Board::single(cell);
        let alive = self.state.narrow(number, one).and_then(|()| self.state.propagate(Ways::Untouched));
        if alive.is_ok() {
            // What follows from a cell without a contradiction leads to none by itself.
            for (other, cell) in self.state.settled_since(checkpoint) {
                self.safe[other].insert(cell);
            }
        }
        self.state.back_to(checkpoint);
        if alive.is_ok() {
            return Ok(());
        }
        self.credit = (self.credit + GAIN).min(self.most);
        self.state.drop_cells(number, one)?;
        self.state.propagate(Ways::Walked)
    }

    fn solution(&mut self) -> Result<(), Stop> {
        let mut answer = self.puzzle.squares.map(|_| HOLE);
        let places: Vec<Value> = self.state.marks.iter().map(|cells| Value(cells.first() as u16)).collect();
        for (number, place) in places.iter().enumerate() {
            answer[self.puzzle.squares.cell(place.index())] = number as i32 + 1;
        }
        if self.known.contains(&places) {
            return Ok(());
        }
        self.work.solution(answer, &places)?;
        let (held, room) = (self.known.len() + self.found.len(), self.work.room(MOST_KNOWN));
        match self.scope {
            Scope::LastStart => {}
            Scope::Start if held >= room => {
                self.scope = Scope::LastStart;
                self.found = Vec::new();
            }
            // The starts after it have to know some, too.
            Scope::Window if held >= room / 2 => {
                self.found.push(places);
                return Err(Stop::TooMany);
            }
            Scope::Start | Scope::Window => self.found.push(places),
        }
        Ok(())
    }
}

impl<const W: usize> State<W> {
    /// Number -> its cell, if only one is left.
    fn places(&self) -> Vec<Option<Value>> {
        let place = |cells: &Board<W>| cells.is_single().then(|| Value(cells.first() as u16));
        self.marks.iter().map(place).collect()
    }
}
