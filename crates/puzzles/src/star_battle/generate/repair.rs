//! Makes the solution unique: as long as another placement of stars fits the regions, move a cell that holds one of its
//! stars, and none of ours, to a neighbouring region. That placement then breaks, ours does not.
//!
//! Placements seen before are kept as **rivals**, and moves are chosen so that as few of them as possible fit.

use pencilmark_csp::{End, Meter, Silent, Why};
use pencilmark_search::Run;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::super::StarBattle;
use crate::{Cell, Grid, Kind as _};

/// Moves between two questions to the solver before giving up.
const MOVES: usize = 400;
/// Questions to the solver before giving up.
const QUESTIONS: usize = 150;
/// Rivals asked for at a time.
const RIVALS: usize = 12;

/// A unique puzzle with the placed stars as its solution; `None` if this start resists.
pub(super) fn repair(
    regions: Grid<usize>,
    placed: &Grid<bool>,
    stars: usize,
    random: &mut ChaCha8Rng,
    meter: &Meter,
) -> Result<Option<StarBattle>, Why> {
    let mut bench = Bench { regions, placed, stars, rivals: Vec::new() };
    for _ in 0..QUESTIONS {
        meter.check()?;
        let Ok(puzzle) = StarBattle::new(&bench.regions.map(|&region| Some(region)), stars) else { return Ok(None) };
        let outcome = puzzle.exact(&Run { budget: meter.rest(), ..Run::up_to(RIVALS) }, &mut Silent);
        if let End::GaveUp(why) = outcome.end {
            return Err(why);
        }
        let ours = placed.map(|&star| i32::from(star));
        if outcome.exhausted() && outcome.solutions == [ours.clone()] {
            return Ok(Some(puzzle));
        }
        for rival in outcome.solutions.iter().filter(|&solution| *solution != ours) {
            bench.add(rival.cells().filter(|&cell| rival[cell] == 1).collect());
        }
        if !bench.settle(random) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Another placement of stars, and how many of them lie in each region.
struct Rival {
    stars: Grid<bool>,
    counts: Vec<usize>,
}

struct Bench<'a> {
    regions: Grid<usize>,
    placed: &'a Grid<bool>,
    stars: usize,
    rivals: Vec<Rival>,
}

impl Bench<'_> {
    fn add(&mut self, cells: Vec<Cell>) {
        let mut rival = Rival { stars: self.placed.map(|_| false), counts: vec![0; self.regions.rows()] };
        for cell in cells {
            rival.stars[cell] = true;
            rival.counts[self.regions[cell]] += 1;
        }
        self.rivals.push(rival);
    }

    /// The rivals that fit the regions as they are.
    fn fitting(&self) -> impl Iterator<Item = &Rival> {
        self.rivals.iter().filter(|rival| rival.counts.iter().all(|&count| count == self.stars))
    }

    /// Moves cells until no rival fits; false when that does not work out.
    fn settle(&mut self, random: &mut ChaCha8Rng) -> bool {
        for _ in 0..MOVES {
            if self.fitting().next().is_none() {
                return true;
            }
            if !self.step(random) {
                return false;
            }
        }
        false
    }

    /// Moves one cell; false when none may move. The best is a move that breaks a rival; when no star of a rival may
    /// leave its region, a random move around one of them makes room.
    fn step(&mut self, random: &mut ChaCha8Rng) -> bool {
        let mut moves = self.moves(0);
        if moves.is_empty() {
            moves = self.moves(2);
        }
        let ranked = moves.into_iter().map(|step| (self.fitting_after(step), random.random::<u32>(), step));
        let Some((_, _, step)) = ranked.min_by_key(|&(fitting, tie, _)| (fitting, tie)) else { return false };
        self.apply(step);
        true
    }

    /// The moves of cells at most so many rows and columns away from a star that only a fitting rival has.
    fn moves(&self, reach: usize) -> Vec<(Cell, usize)> {
        let mut moves: Vec<(Cell, usize)> = Vec::new();
        let only_theirs = |cell: Cell| !self.placed[cell] && self.fitting().any(|rival| rival.stars[cell]);
        let stars: Vec<Cell> = self.regions.cells().filter(|&cell| only_theirs(cell)).collect();
        let close = |a: Cell, b: Cell| a.row.abs_diff(b.row) <= reach && a.col.abs_diff(b.col) <= reach;
        for cell in self.regions.cells() {
            if self.placed[cell] || !stars.iter().any(|&star| close(star, cell)) {
                continue;
            }
            let first = moves.len();
            for beside in self.regions.beside(cell) {
                let step = (cell, self.regions[beside]);
                if step.1 != self.regions[cell] && !moves[first..].contains(&step) {
                    moves.push(step);
                }
            }
            if moves.len() > first && !self.may_leave(cell) {
                moves.truncate(first);
            }
        }
        moves
    }

    fn fitting_after(&self, (cell, to): (Cell, usize)) -> usize {
        let from = self.regions[cell];
        let fits = |rival: &&Rival| {
            let moved = usize::from(rival.stars[cell]);
            let count = |region: usize| {
                let gained = if region == to { moved } else { 0 };
                let lost = if region == from { moved } else { 0 };
                rival.counts[region] + gained - lost
            };
            (0..rival.counts.len()).all(|region| count(region) == self.stars)
        };
        self.rivals.iter().filter(fits).count()
    }

    fn apply(&mut self, (cell, to): (Cell, usize)) {
        let from = std::mem::replace(&mut self.regions[cell], to);
        for rival in self.rivals.iter_mut().filter(|rival| rival.stars[cell]) {
            rival.counts[from] -= 1;
            rival.counts[to] += 1;
        }
    }

    /// Whether the rest of its region stays in one piece without this cell.
    fn may_leave(&self, cell: Cell) -> bool {
        let region = self.regions[cell];
        let own: Vec<Cell> = self.regions.beside(cell).filter(|&beside| self.regions[beside] == region).collect();
        let Some(&start) = own.first() else { return false };
        let mut seen = self.regions.map(|_| false);
        (seen[cell], seen[start]) = (true, true);
        let mut open = vec![start];
        while let Some(next) = open.pop() {
            for beside in self.regions.beside(next) {
                if self.regions[beside] == region && !std::mem::replace(&mut seen[beside], true) {
                    open.push(beside);
                }
            }
        }
        own.iter().all(|&beside| seen[beside])
    }
}
