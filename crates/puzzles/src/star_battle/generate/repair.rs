//! Makes the solution unique: as long as another placement of stars fits the regions, move a cell that holds one of its
//! stars, and none of ours, to a neighbouring region. That placement then breaks, ours does not.
//!
//! Placements seen before are kept as **rivals**, and moves are chosen so that as few of them as possible fit.

use pencilmark_csp::{End, Meter, Silent, Why};
use pencilmark_search::Run;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::super::StarBattle;
use super::growth::Style;
use crate::{Cell, Grid, Kind as _};

/// Moves between two questions to the solver before giving up.
const MOVES: usize = 400;
/// Questions to the solver before giving up.
const QUESTIONS: usize = 150;
/// Rivals asked for at a time.
const RIVALS: usize = 12;

/// Regions with the placed stars as their only solution; `None` if this start leads nowhere.
pub(super) fn repair(
    regions: Grid<usize>,
    placed: &Grid<bool>,
    stars: usize,
    style: Style,
    random: &mut ChaCha8Rng,
    meter: &Meter,
) -> Result<Option<Grid<usize>>, Why> {
    let mut bench = Bench { regions, placed, stars, style, rivals: Vec::new() };
    for _ in 0..QUESTIONS {
        meter.check()?;
        let Ok(puzzle) = StarBattle::new(&bench.regions.map(|&region| Some(region)), stars) else { return Ok(None) };
        let outcome = puzzle.exact(&Run { budget: meter.rest(), ..Run::up_to(RIVALS) }, &mut Silent);
        if let End::GaveUp(why) = outcome.end {
            return Err(why);
        }
        let ours = placed.map(|&star| i32::from(star));
        if outcome.exhausted() && outcome.solutions == [ours.clone()] {
            return Ok(Some(bench.regions));
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
    misfits: usize, // regions with too few or too many of them
}

struct Bench<'a> {
    regions: Grid<usize>,
    placed: &'a Grid<bool>,
    stars: usize,
    style: Style,
    rivals: Vec<Rival>,
}

impl Bench<'_> {
    fn add(&mut self, cells: Vec<Cell>) {
        let (mut stars, mut counts) = (self.placed.map(|_| false), vec![0; self.regions.rows()]);
        for cell in cells {
            stars[cell] = true;
            counts[self.regions[cell]] += 1;
        }
        let misfits = counts.iter().filter(|&&count| count != self.stars).count();
        self.rivals.push(Rival { stars, counts, misfits });
    }

    /// The rivals that fit the regions as they are.
    fn fitting(&self) -> impl Iterator<Item = &Rival> {
        self.rivals.iter().filter(|rival| rival.misfits == 0)
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
        let ranked = moves.into_iter().map(|step| {
            ((self.fitting_after(step), self.style.cost(&self.regions, step), random.random::<u32>()), step)
        });
        let Some((_, step)) = ranked.min_by_key(|&(rank, _)| rank) else { return false };
        self.apply(step);
        true
    }

    /// The moves of cells at most `reach` rows and columns away from a star that only a fitting rival has.
    fn moves(&self, reach: usize) -> Vec<(Cell, usize)> {
        let mut within = self.regions.map(|_| false);
        for rival in self.fitting() {
            for star in rival.stars.cells().filter(|&cell| rival.stars[cell] && !self.placed[cell]) {
                let reached = |at: usize| at.saturating_sub(reach)..=(at + reach).min(self.regions.rows() - 1);
                for row in reached(star.row) {
                    for col in reached(star.col) {
                        within[Cell { row, col }] = true;
                    }
                }
            }
        }
        let mut moves: Vec<(Cell, usize)> = Vec::new();
        for cell in self.regions.cells() {
            if self.placed[cell] || !within[cell] {
                continue;
            }
            let first = moves.len();
            for beside in self.regions.beside(cell) {
                let step = (cell, self.regions[beside]);
                if step.1 != self.regions[cell] && !moves[first..].contains(&step) {
                    moves.push(step);
                }
            }
            if moves.len() > first && !may_leave(&self.regions, cell) {
                moves.truncate(first);
            }
        }
        moves
    }

    fn fitting_after(&self, (cell, to): (Cell, usize)) -> usize {
        let from = self.regions[cell];
        // The move shifts one star at most: a rival fits already, or it has that star one region off.
        let one_off = |rival: &Rival| rival.counts[from] == self.stars + 1 && rival.counts[to] + 1 == self.stars;
        let fits = |rival: &&Rival| match rival.misfits {
            0 => !rival.stars[cell],
            2 => rival.stars[cell] && one_off(rival),
            _ => false,
        };
        self.rivals.iter().filter(fits).count()
    }

    fn apply(&mut self, (cell, to): (Cell, usize)) {
        let from = std::mem::replace(&mut self.regions[cell], to);
        for rival in self.rivals.iter_mut().filter(|rival| rival.stars[cell]) {
            let misfits =
                |rival: &Rival| [from, to].iter().filter(|&&region| rival.counts[region] != self.stars).count();
            let before = misfits(rival);
            rival.counts[from] -= 1;
            rival.counts[to] += 1;
            rival.misfits = rival.misfits + misfits(rival) - before;
        }
    }
}

/// Whether the rest of its region stays in one piece without this cell.
pub(super) fn may_leave(regions: &Grid<usize>, cell: Cell) -> bool {
    let region = regions[cell];
    let own: Vec<Cell> = regions.beside(cell).filter(|&beside| regions[beside] == region).collect();
    let Some(&start) = own.first() else { return false };
    if own.len() == 1 {
        return true;
    }
    let mut seen = regions.map(|_| false);
    (seen[cell], seen[start]) = (true, true);
    let mut open = vec![start];
    while let Some(next) = open.pop() {
        for beside in regions.beside(next) {
            if regions[beside] == region && !std::mem::replace(&mut seen[beside], true) {
                open.push(beside);
            }
        }
    }
    own.iter().all(|&beside| seen[beside])
}
