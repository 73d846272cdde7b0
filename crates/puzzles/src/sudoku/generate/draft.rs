//! A Sudoku that is steered to a level: a full board, and which of its cells are given.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::{Request, leave_out};
use crate::Position;
use crate::make::Draft;
use crate::sudoku::Sudoku;
use crate::technique::Mark;

/// A full board, and which of its cells are given.
#[derive(Clone)]
pub(super) struct Clues<'a> {
    pub(super) request: &'a Request,
    pub(super) full: Sudoku,
    pub(super) given: Vec<bool>,
}

impl<'a> Clues<'a> {
    /// The clues of a puzzle, given its solution.
    pub(super) fn of(request: &'a Request, full: Sudoku, puzzle: &Sudoku) -> Self {
        let given = puzzle.cells.things().iter().map(|cell| cell.single().is_some()).collect();
        Self { request, full, given }
    }

    fn count(&self) -> usize {
        self.given.iter().filter(|&&given| given).count()
    }

    /// Makes the cells of an orbit given or empty.
    fn set(&mut self, orbit: usize, given: bool) {
        for &place in &self.request.pattern.orbits[orbit] {
            self.given[place] = given;
        }
    }
}

impl Draft for Clues<'_> {
    type Puzzle = Sudoku;

    fn patience(&self) -> usize {
        // A new board is quicker than a change, unless the number of clues has to be met.
        if self.request.insists() { 20 } else { 0 }
    }

    fn puzzle(&self) -> Option<Sudoku> {
        Some(leave_out(self.full.clone(), (0..self.given.len()).filter(|&place| !self.given[place])))
    }

    fn reveal(&mut self, stuck: &Position, random: &mut ChaCha8Rng) -> Vec<Mark> {
        if self.request.minimal || self.request.pattern.mask.is_some() {
            return Vec::new();
        }
        let open: Vec<usize> = (0..self.given.len())
            .filter(|&place| !self.given[place] && stuck.entries.things()[place].is_none())
            .collect();
        if open.is_empty() {
            return Vec::new();
        }
        let place = open[random.random_range(0..open.len())];
        let orbit = self.request.pattern.of[place];
        if self.count() + self.request.pattern.orbits[orbit].len() > *self.request.clues.end() {
            return Vec::new();
        }
        self.set(orbit, true);
        let shown = self.request.pattern.orbits[orbit].iter().filter(|&&place| stuck.entries.things()[place].is_none());
        shown
            .map(|&place| {
                let cell = self.full.cells.cell(place);
                Mark { cell, value: self.full.cells[cell].single().unwrap_or(0) as u16 }
            })
            .collect()
    }

    fn change(&mut self, stuck: Option<&Position>, random: &mut ChaCha8Rng) -> bool {
        if stuck.is_some() || self.request.minimal || self.request.pattern.mask.is_some() {
            return false;
        }
        let orbits = &self.request.pattern.orbits;
        let spare = self.count().saturating_sub(*self.request.clues.start());
        let given: Vec<usize> =
            (0..orbits.len()).filter(|&orbit| self.given[orbits[orbit][0]] && orbits[orbit].len() <= spare).collect();
        if given.is_empty() {
            return false;
        }
        self.set(given[random.random_range(0..given.len())], false);
        true
    }

    fn is_complete(&mut self) -> bool {
        self.request.pattern.mask.is_some() || self.request.clues.contains(&self.count())
    }
}
