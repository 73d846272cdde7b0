//! Improvement of an individual before it joins the population: a short local search from its board.

use pencilmark_csp::{Assignment, Changes, Csp, Observer};

use super::{Improvement, Individual, Options};
use crate::annealing::Odds;
use crate::local::{Halt, Local};
use crate::walk::{Move, Moves, below, unit};

/// Improves individuals.
pub(super) struct Improver {
    options: Options,
    most_stuck: u64, // steps in a row that find no move
    odds: Odds,
    width: usize,
    free_from: Vec<u64>, // variable, value -> the step from which the variable may get it back
    step: u64,
    moves: Moves,
    changes: Move,
    best: Assignment,
}

impl Improver {
    pub(super) fn new(csp: &Csp, options: Options) -> Self {
        let width =
            csp.domains.iter().filter_map(pencilmark_csp::Domain::last).max().map_or(1, |last| last.index() + 1);
        Self {
            options,
            // Drawing may miss a move that exists; listing all moves does not.
            most_stuck: match options.improvement {
                Improvement::Annealing => 100,
                Improvement::Best | Improvement::None => 0,
            },
            odds: Odds::new(options.temperature),
            width,
            free_from: vec![0; width * csp.domains.len()],
            step: 0,
            moves: Moves::default(),
            changes: Move::new(),
            best: Assignment::new(),
        }
    }

    /// The best board on a walk from the one that `local` stands on.
    pub(super) fn improve<O: Observer>(&mut self, local: &mut Local<'_, O>) -> Result<Individual, Halt> {
        self.best.clear();
        self.best.extend_from_slice(local.at.board());
        let mut lowest = local.cost();
        // Nothing is tabu for a new individual.
        self.step += self.options.tenure + 1;
        let mut stuck = 0;
        for _ in 0..self.options.improvement_steps {
            let went_on = match self.options.improvement {
                Improvement::Best => self.best_move(local, lowest)?,
                Improvement::Annealing => self.random_move(local)?,
                Improvement::None => false,
            };
            stuck = if went_on { 0 } else { stuck + 1 };
            if stuck > self.most_stuck {
                break;
            }
            if local.cost() < lowest {
                lowest = local.cost();
                self.best.copy_from_slice(local.at.board());
            }
        }
        Ok(Individual { board: self.best.clone(), cost: lowest })
    }

    /// Makes the best of all moves that is not tabu, or leads lower than ever (Glover 1989). `false` if there is none.
    fn best_move<O: Observer>(&mut self, local: &mut Local<'_, O>, lowest: u64) -> Result<bool, Halt> {
        local.list(&mut self.moves);
        let focused = self.options.focus > 0.0 && unit(&mut local.rng) < self.options.focus;
        let (mut chosen, mut cheapest, mut ties) = (None, u64::MAX, 0);
        for index in 0..self.moves.len() {
            if focused && self.moves.get(index).iter().all(|&(var, _)| local.at.blame(var) == 0) {
                continue;
            }
            let cost = local.look(self.moves.get(index))?;
            if cost > cheapest || (cost >= lowest && self.is_tabu(self.moves.get(index))) {
                continue;
            }
            ties = if cost < cheapest { 1 } else { ties + 1 };
            cheapest = cost;
            if below(&mut local.rng, ties) == 0 {
                chosen = Some(index);
            }
        }
        self.step += 1;
        let Some(index) = chosen else { return Ok(false) };
        let changes = self.moves.get(index);
        for (var, _) in changes {
            self.free_from[var.index() * self.width + local.at.value(*var).index()] = self.step + self.options.tenure;
        }
        local.step(changes);
        Ok(true)
    }

    fn is_tabu(&self, changes: &Changes) -> bool {
        changes.iter().any(|(var, value)| self.free_from[var.index() * self.width + value.index()] > self.step)
    }

    fn random_move<O: Observer>(&mut self, local: &mut Local<'_, O>) -> Result<bool, Halt> {
        if !local.propose_with_focus(self.options.focus, &mut self.changes) {
            return Ok(false);
        }
        let before = local.cost();
        let after = local.attempt(&self.changes)?;
        if after <= before || unit(&mut local.rng) < self.odds.of(after - before) {
            local.keep(&self.changes);
        } else {
            local.back();
        }
        Ok(true)
    }
}
