//! Selection, crossover and mutation.

use pencilmark_csp::{Assignment, Csp, Observer, Var};
use rand_chacha::ChaCha8Rng;

use super::{Crossover, Individual, Mutation, Options, Selection};
use crate::local::{Halt, Local};
use crate::walk::{Move, Walker, below, shuffle, unit};

/// Makes children.
pub(super) struct Breeder {
    blocks: Vec<Vec<Var>>,
    free: Vec<Var>,         // all variables that can move, in order
    company: Vec<Vec<Var>>, // the variables that can move of each rule over several
    home: Vec<Option<u32>>, // variable -> the first of those rules that is about it
    options: Options,
    changes: Move,
}

/// Which individuals breed in a generation.
pub(super) struct Mating {
    able: Vec<usize>,  // those that may be selected
    order: Vec<usize>, // those still to enter a tournament before all may enter again
    wheel: Vec<u64>,   // running sums of the weights of a roulette
    crosses: bool,
}

impl Breeder {
    pub(super) fn new(csp: &Csp, walker: &Walker<'_>, options: Options) -> Self {
        let mut free: Vec<Var> = walker.free().collect();
        free.sort_unstable();
        let mut home = vec![None; csp.domains.len()];
        let mut company: Vec<Vec<Var>> = Vec::new();
        for posted in &csp.posted {
            let scope = posted.rule.scope();
            let movable: Vec<Var> = scope.into_iter().filter(|var| free.binary_search(var).is_ok()).collect();
            if movable.len() > 1 {
                for var in &movable {
                    home[var.index()].get_or_insert(company.len() as u32);
                }
                company.push(movable);
            }
        }
        Self { blocks: walker.blocks(), free, company, home, options, changes: Move::new() }
    }

    /// The individuals that may breed. If fewer than two may, children are copies of any individual.
    pub(super) fn mating(&self, parents: &[Individual], generation: u64) -> Mating {
        let in_time = self.options.crossover_generations == 0 || generation <= self.options.crossover_generations;
        let fit = |index: &usize| self.options.cut_off == 0 || parents[*index].cost <= self.options.cut_off;
        let mut able: Vec<usize> = (0..parents.len()).filter(fit).collect();
        let crosses = in_time && able.len() > 1 && self.options.crossover != Crossover::None;
        if !crosses {
            able = (0..parents.len()).collect();
        }
        let worst = able.iter().map(|&index| parents[index].cost).max().unwrap_or(0);
        let mut sum = 0;
        let weigh = |&index: &usize| {
            sum += worst - parents[index].cost + 1;
            sum
        };
        let wheel = able.iter().map(weigh).collect();
        Mating { able, order: Vec::new(), wheel, crosses }
    }

    /// Breeds a child and leaves `local` on it, evaluated.
    pub(super) fn child<O: Observer>(
        &mut self,
        local: &mut Local<'_, O>,
        parents: &[Individual],
        mating: &mut Mating,
        rate: f64,
    ) -> Result<(), Halt> {
        let mother = self.select(mating, parents, &mut local.rng);
        let mut board = parents[mother].board.clone();
        if mating.crosses {
            let mut father = self.select(mating, parents, &mut local.rng);
            if father == mother {
                father = self.select(mating, parents, &mut local.rng);
            }
            self.cross(&mut board, &parents[father].board, &mut local.rng);
        }
        let mutates = self.options.mutation != Mutation::Each && unit(&mut local.rng) < rate;
        if self.options.mutation == Mutation::Each {
            for &var in &self.free {
                if unit(&mut local.rng) < rate {
                    change(&mut board, var, local);
                }
            }
        }
        if mutates && self.options.mutation != Mutation::Move {
            self.mutate(&mut board, local)?;
        }
        local.walker.mend(&mut local.at, &mut local.rng, &mut board)?;
        local.at.reset(&board);
        if mutates && self.options.mutation == Mutation::Move && local.propose(&mut self.changes) {
            local.at.apply(&self.changes);
        }
        local.stand_here()
    }

    fn select(&self, mating: &mut Mating, parents: &[Individual], rng: &mut ChaCha8Rng) -> usize {
        let Mating { able, order, wheel, .. } = mating;
        match self.options.selection {
            Selection::Roulette => {
                let sum = wheel.last().copied().unwrap_or(1).min(u64::from(u32::MAX)) as usize;
                let draw = below(rng, sum) as u64;
                able[wheel.partition_point(|&until| until <= draw).min(able.len() - 1)]
            }
            Selection::Tournament => {
                // Every individual enters a tournament once before any enters again (Goldberg 1989).
                let contestants = self.options.contestants.min(able.len());
                if order.len() < contestants {
                    order.clone_from(able);
                    shuffle(rng, order);
                }
                let entered = order.split_off(order.len() - contestants);
                entered.into_iter().min_by_key(|&index| parents[index].cost).unwrap_or(0)
            }
        }
    }

    /// Gives `board` a part of what `father` holds.
    fn cross(&self, board: &mut Assignment, father: &Assignment, rng: &mut ChaCha8Rng) {
        let mut take = |vars: &[Var]| {
            for var in vars {
                board[var.index()] = father[var.index()];
            }
        };
        let count = self.blocks.len();
        match self.options.crossover {
            Crossover::OnePoint => take(&self.free[below(rng, self.free.len().max(1)).min(self.free.len())..]),
            Crossover::Block => {
                for block in &self.blocks {
                    if below(rng, 2) == 0 {
                        take(block);
                    }
                }
            }
            Crossover::Band if count > 1 => {
                let (first, length) = (below(rng, count), 1 + below(rng, count - 1));
                for index in first..first + length {
                    take(&self.blocks[index % count]);
                }
            }
            Crossover::WholeSet if count > 1 => {
                let mut order: Vec<usize> = (0..count).collect();
                shuffle(rng, &mut order);
                for &index in &order[..count / 2] {
                    take(&self.blocks[index]);
                }
            }
            Crossover::Band | Crossover::WholeSet | Crossover::None => {}
        }
    }

    /// Mutates a board without regard to what the walk promises; it is mended afterwards.
    fn mutate<O: Observer>(&self, board: &mut Assignment, local: &mut Local<'_, O>) -> Result<(), Halt> {
        if self.free.is_empty() {
            return Ok(());
        }
        let var = self.free[below(&mut local.rng, self.free.len())];
        match self.options.mutation {
            Mutation::Swap => {
                if let Some(rule) = self.home[var.index()] {
                    let company = &self.company[rule as usize];
                    let other = company[below(&mut local.rng, company.len())];
                    let (a, b) = (board[var.index()], board[other.index()]);
                    if local.walker.domain(var).contains(b) && local.walker.domain(other).contains(a) {
                        board.swap(var.index(), other.index());
                    }
                }
            }
            Mutation::Reset => {
                let new = local.new_board()?;
                let block = &self.blocks[below(&mut local.rng, self.blocks.len())];
                for var in block {
                    board[var.index()] = new[var.index()];
                }
            }
            Mutation::Change | Mutation::Each | Mutation::Move => change(board, var, local),
        }
        Ok(())
    }
}

/// Gives a variable a random value.
fn change<O: Observer>(board: &mut Assignment, var: Var, local: &mut Local<'_, O>) {
    let domain = local.walker.domain(var);
    let nth = below(&mut local.rng, domain.len());
    board[var.index()] = domain.iter().nth(nth).unwrap_or(board[var.index()]);
}
