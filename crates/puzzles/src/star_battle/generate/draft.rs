//! Regions that are steered to a level: cells move between them, and the stars stay.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use super::growth::Style;
use super::repair::may_leave;
use crate::make::Draft;
use crate::star_battle::StarBattle;
use crate::{Cell, Grid, Position};

/// Regions, and the stars that are to be the only solution.
#[derive(Clone)]
pub(super) struct Regions {
    /// The region of each cell.
    pub(super) of: Grid<usize>,
    pub(super) placed: Grid<bool>,
    pub(super) stars: usize,
    pub(super) style: Style,
    pub(super) patience: usize,
}

impl Draft for Regions {
    type Puzzle = StarBattle;

    fn patience(&self) -> usize {
        self.patience
    }

    fn puzzle(&self) -> Option<StarBattle> {
        StarBattle::new(&self.of.map(|&region| Some(region)), self.stars).ok()
    }

    /// Moves a cell without a star to a region beside it; where the techniques are stuck, one that they leave open.
    fn change(&mut self, stuck: Option<&Position>, random: &mut ChaCha8Rng) -> bool {
        let is_open = |cell: Cell| stuck.is_none_or(|stuck| stuck.entries[cell].is_none());
        let mut moves: Vec<(Cell, usize)> = Vec::new();
        for cell in self.of.cells().filter(|&cell| !self.placed[cell] && is_open(cell)) {
            for beside in self.of.beside(cell) {
                if self.of[beside] != self.of[cell] {
                    moves.push((cell, self.of[beside]));
                }
            }
        }
        for _ in 0..=random.random_range(0..2) {
            // One of a few that the style likes best.
            let drawn: Vec<(Cell, usize)> = (0..4).filter_map(|_| moves.choose(random).copied()).collect();
            let fits = |&&(cell, to): &&(Cell, usize)| {
                self.of[cell] != to
                    && self.of.beside(cell).any(|beside| self.of[beside] == to)
                    && may_leave(&self.of, cell)
            };
            let best = drawn.iter().filter(fits).min_by_key(|&&step| self.style.cost(&self.of, step));
            if let Some(&(cell, to)) = best {
                self.of[cell] = to;
            }
        }
        !moves.is_empty()
    }
}
