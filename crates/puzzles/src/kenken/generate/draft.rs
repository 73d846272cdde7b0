//! A puzzle in the making: a solution, cages, and for each cage the operators not yet tried.

use pencilmark_csp::rule::Operator;
use pencilmark_csp::{Budget, End, Meter, Silent, Why};
use pencilmark_search::Run;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::partition::partition;
use super::{Request, latin, stopped, target};
use crate::kenken::judge::makes;
use crate::kenken::{Cage, KenKen};
use crate::make;
use crate::{Answer, Cell, Draw, GenerateError, Kind as _, Position};

/// Nodes for one proof; a draft that needs more gets smaller cages.
const NODES: u64 = 5_000;

/// Changes tried before starting another draft.
const PATIENCE: usize = 40;

/// In a puzzle made for a level, at most one cell in this many is a single-cell cage.
const SINGLES: usize = 5;

/// A solution, cages, and for each cage the operators not yet tried.
#[derive(Clone)]
pub(super) struct Draft<'a> {
    request: &'a Request,
    pub(super) square: Answer,
    cages: Vec<Cage>,
    untried: Vec<Vec<Operator>>,
}

impl<'a> Draft<'a> {
    /// A random one; `None` if the cages that were asked for do not fit.
    pub(super) fn new(request: &'a Request, random: &mut ChaCha8Rng) -> Option<Self> {
        let square = latin::square(request.size, random);
        let mut draft = Self { request, square, cages: Vec::new(), untried: Vec::new() };
        for cells in partition(request.size, &request.sizes, random) {
            draft.add(cells, random).then_some(())?;
        }
        Some(draft)
    }

    /// Adds a cage with one of the operators that suit its numbers, or single cells if none does. False if those are not allowed, or the cage is too small or too large.
    fn add(&mut self, mut cells: Vec<Cell>, random: &mut ChaCha8Rng) -> bool {
        cells.sort_unstable();
        if !self.request.sizes.contains(&cells.len()) {
            return false;
        }
        let numbers = numbers_in(&self.square, &cells);
        let mut operators = match numbers.as_slice() {
            [_] => vec![Operator::Equal],
            _ => self.request.operators.clone(),
        };
        // More than two cells are added or multiplied.
        let is_for_pairs = |operator: Operator| matches!(operator, Operator::Subtract | Operator::Divide);
        operators.retain(|&operator| {
            (numbers.len() == 2 || !is_for_pairs(operator)) && target(operator, &numbers).is_some()
        });
        operators.shuffle(random);
        // Few pairs divide: those that do mostly should.
        if operators.contains(&Operator::Divide) && random.random_bool(0.5) {
            operators.sort_by_key(|&operator| operator == Operator::Divide);
        }
        let Some(operator) = operators.pop() else {
            return cells.into_iter().all(|cell| self.add(vec![cell], random));
        };
        let target = target(operator, &numbers).unwrap_or(0);
        self.cages.push(Cage { operator, target, cells });
        self.untried.push(operators);
        true
    }

    /// Changes operators and splits cages until there is one solution; `None` if there is nothing left to change. It ends: operators are tried once, and a board
    /// of single cells has one solution.
    pub(super) fn settle(
        mut self,
        draw: &Draw<'_>,
        meter: &Meter,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Self>, GenerateError> {
        loop {
            meter.check().map_err(stopped)?;
            let Some(puzzle) = make::Draft::puzzle(&self) else { return Ok(None) };
            if !self.request.unique {
                return Ok(Some(self));
            }
            let nodes = draw.budget.nodes.map_or(NODES, |nodes| nodes.min(NODES));
            let run = Run { budget: Budget { nodes: Some(nodes), ..meter.rest() }, ..Run::up_to(2) };
            let outcome = puzzle.exact(&run, &mut Silent);
            let other = outcome.solutions.into_iter().find(|answer| *answer != self.square);
            let changed = match (other, outcome.end) {
                (None, End::Exhausted) => return Ok(Some(self)),
                (Some(other), _) => self.rule_out(&other, random),
                (None, End::GaveUp(Why::Nodes)) if nodes == NODES => self.ease(random),
                (None, End::GaveUp(why)) => return Err(stopped(why)),
                (None, End::Limit) => false,
            };
            if !changed {
                return Ok(None);
            }
        }
    }

    /// Changes a cage in which another solution differs, so that it no longer is a solution; false if none may be changed.
    fn rule_out(&mut self, other: &Answer, random: &mut ChaCha8Rng) -> bool {
        let differs = |cage: &Cage| cage.cells.iter().any(|&cell| self.square[cell] != other[cell]);
        let mut cages: Vec<usize> = (0..self.cages.len()).filter(|&cage| differs(&self.cages[cage])).collect();
        cages.shuffle(random);
        for &cage in &cages {
            let ours = numbers_in(&self.square, &self.cages[cage].cells);
            let theirs = numbers_in(other, &self.cages[cage].cells);
            while let Some(operator) = self.untried[cage].pop() {
                let Some(target) = target(operator, &ours) else { continue };
                let shown = if self.request.hidden { Operator::Any } else { operator };
                if !makes(shown, target, &theirs) {
                    (self.cages[cage].operator, self.cages[cage].target) = (operator, target);
                    return true;
                }
            }
        }
        // Large cages first: they leave no single cells behind.
        cages.sort_by_key(|&cage| self.cages[cage].cells.len());
        cages.into_iter().rev().any(|cage| self.split(cage, random))
    }

    /// Makes a draft that is too hard to prove easier: splits some of the largest cages.
    fn ease(&mut self, random: &mut ChaCha8Rng) -> bool {
        let mut any = false;
        for _ in 0..self.square.rows() / 3 {
            let largest = self.cages.iter().map(|cage| cage.cells.len()).max().unwrap_or(0);
            let large = |&cage: &usize| self.cages[cage].cells.len() == largest;
            let large: Vec<usize> = (0..self.cages.len()).filter(large).collect();
            any |= self.split(large[random.random_range(0..large.len())], random);
        }
        any
    }

    /// Cuts a cage in two, as evenly as a random spanning tree of it allows; false if the parts would be too small.
    fn split(&mut self, cage: usize, random: &mut ChaCha8Rng) -> bool {
        let least = *self.request.sizes.start();
        if self.cages[cage].cells.len() < 2 * least {
            return false;
        }
        let mut order = self.cages[cage].cells.clone();
        order.shuffle(random);
        let mut parent: Vec<usize> = vec![0]; // place in `tree` -> place of its parent
        let mut tree = vec![order[0]];
        while let Some((next, from)) = order.iter().find_map(|&cell| {
            let from =
                tree.iter().position(|&joined| joined.row.abs_diff(cell.row) + joined.col.abs_diff(cell.col) == 1);
            from.filter(|_| !tree.contains(&cell)).map(|from| (cell, from))
        }) {
            tree.push(next);
            parent.push(from);
        }
        // Parents come before children, so counting backwards adds up the subtrees.
        let mut weight = vec![1; tree.len()];
        for place in (1..tree.len()).rev() {
            weight[parent[place]] += weight[place];
        }
        let cut = (1..tree.len()).min_by_key(|&place| tree.len().abs_diff(2 * weight[place])).unwrap_or(0);
        let mut below = vec![false; tree.len()];
        for place in 1..tree.len() {
            below[place] = place == cut || below[parent[place]];
        }
        let (one, two): (Vec<usize>, Vec<usize>) = (0..tree.len()).partition(|&place| below[place]);
        if one.len().min(two.len()) < least.max(1) {
            return false;
        }
        let before = (least > 1).then(|| self.clone());
        self.cages.swap_remove(cage);
        self.untried.swap_remove(cage);
        let parts = [one, two].map(|part| part.into_iter().map(|place| tree[place]).collect::<Vec<Cell>>());
        let fits = parts.into_iter().all(|part| self.add(part, random));
        if let Some(before) = before.filter(|_| !fits) {
            *self = before;
        }
        fits
    }

    /// Joins a cage with one beside it, if both together are not too large.
    fn merge(&mut self, cage: usize, random: &mut ChaCha8Rng) -> bool {
        let touches = |a: &Cage, b: &Cage| {
            a.cells.iter().any(|x| b.cells.iter().any(|y| x.row.abs_diff(y.row) + x.col.abs_diff(y.col) == 1))
        };
        let own = &self.cages[cage];
        let fits = |&other: &usize| {
            other != cage
                && self.cages[other].cells.len() + own.cells.len() <= *self.request.sizes.end()
                && touches(own, &self.cages[other])
        };
        let others: Vec<usize> = (0..self.cages.len()).filter(fits).collect();
        if others.is_empty() {
            return false;
        }
        let other = others[random.random_range(0..others.len())];
        let mut cells = self.cages[cage].cells.clone();
        cells.extend_from_slice(&self.cages[other].cells);
        let before = self.clone();
        for gone in [cage.max(other), cage.min(other)] {
            self.cages.swap_remove(gone);
            self.untried.swap_remove(gone);
        }
        let fits = self.add(cells, random);
        if !fits {
            *self = before;
        }
        fits
    }

    /// Gives a cage another operator that suits its numbers.
    fn change_operator(&mut self, cage: usize, random: &mut ChaCha8Rng) -> bool {
        let numbers = numbers_in(&self.square, &self.cages[cage].cells);
        let now = self.cages[cage].operator;
        let suits = |&&operator: &&Operator| {
            operator != now
                && (numbers.len() == 2 || matches!(operator, Operator::Add | Operator::Multiply))
                && target(operator, &numbers).is_some()
        };
        let others: Vec<Operator> = self.request.operators.iter().filter(suits).copied().collect();
        if numbers.len() == 1 || others.is_empty() {
            return false;
        }
        let operator = others[random.random_range(0..others.len())];
        (self.cages[cage].operator, self.cages[cage].target) = (operator, target(operator, &numbers).unwrap_or(0));
        true
    }
}

impl make::Draft for Draft<'_> {
    type Puzzle = KenKen;

    /// A single-cell cage gives its number away; too many of them leave little to solve. Some
    /// requests cannot avoid them: few pairs divide.
    fn is_complete(&mut self) -> bool {
        let no_choice = *self.request.sizes.end() == 1 || self.request.operators == [Operator::Divide];
        let singles = self.cages.iter().filter(|cage| cage.cells.len() == 1).count();
        no_choice || singles <= self.square.things().len() / SINGLES
    }

    fn patience(&self) -> usize {
        PATIENCE
    }

    fn puzzle(&self) -> Option<KenKen> {
        let mut cages = self.cages.clone();
        for cage in cages.iter_mut().filter(|cage| self.request.hidden && cage.cells.len() > 1) {
            cage.operator = Operator::Any;
        }
        // A draft is a tiling of connected cages by construction; a flaw would be ours.
        KenKen::new(self.square.rows(), cages).ok()
    }

    fn change(&mut self, stuck: Option<&Position>, random: &mut ChaCha8Rng) -> bool {
        let is_open =
            |cage: &Cage| stuck.is_none_or(|stuck| cage.cells.iter().any(|&cell| stuck.entries[cell].is_none()));
        let mut cages: Vec<usize> = (0..self.cages.len()).filter(|&cage| is_open(&self.cages[cage])).collect();
        cages.shuffle(random);
        let operator_first = random.random_bool(0.5);
        cages.into_iter().any(|cage| {
            if operator_first && self.change_operator(cage, random) {
                return true;
            }
            if stuck.is_some() { self.split(cage, random) } else { self.merge(cage, random) }
        })
    }
}

fn numbers_in(answer: &Answer, cells: &[Cell]) -> Vec<u64> {
    cells.iter().map(|&cell| u64::from(answer[cell].unsigned_abs())).collect()
}
