//! Makes puzzles: a random Latin square, random cages, then clues and smaller cages until one solution is left.

pub(super) mod latin;

use pencilmark_csp::rule::Operator;
use pencilmark_csp::{Budget, End, Meter, Silent, Why, random};
use pencilmark_search::Run;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::judge::makes;
use super::{Cage, KenKen};
use crate::{Answer, Cell, GenerateError, Grid, Kind as _, Spec};

/// The size if none is asked for.
const USUAL: usize = 6;
/// Drafts to choose from: the one with the fewest single cells wins.
const DRAFTS: u64 = 3;
/// Nodes for one proof; a draft that needs more gets smaller cages.
const NODES: u64 = 5_000;
/// The largest cage drawn at first.
const LARGEST: usize = 4;

/// Puzzle number `index` of a seed.
pub(super) fn generate(spec: &Spec, seed: u64, index: u64) -> Result<KenKen, GenerateError> {
    let size = read_spec(spec)?;
    let meter = spec.budget.start();
    let mut best: Option<(usize, KenKen)> = None;
    for attempt in 0..DRAFTS {
        let mut random = random::stream(seed, &[index, attempt]);
        let puzzle = Draft::new(size, &mut random).settle(spec, &meter, &mut random)?;
        let singles = puzzle.cages().iter().filter(|cage| cage.cells.len() == 1).count();
        if singles <= size / 2 {
            return Ok(puzzle);
        }
        if best.as_ref().is_none_or(|(fewest, _)| singles < *fewest) {
            best = Some((singles, puzzle));
        }
    }
    best.map(|(_, puzzle)| puzzle)
        .ok_or_else(|| GenerateError::not_found(format!("{DRAFTS} attempts failed"), "try another seed"))
}

fn read_spec(spec: &Spec) -> Result<usize, GenerateError> {
    let refuse = |what: String| Err(GenerateError::spec(what, "ask for a size from 3 to 16"));
    match spec.size() {
        None => Ok(USUAL),
        Some((rows, cols)) if rows != cols => refuse(format!("a KenKen is square, not {rows}x{cols}")),
        Some((size, _)) if !KenKen::SIZES.contains(&size) => {
            refuse(format!("a KenKen of size {size} is not supported"))
        }
        Some((size, _)) => Ok(size),
    }
}

fn stopped(why: Why) -> GenerateError {
    GenerateError::spent(why, "allow more, or ask for a smaller board")
}

/// A puzzle in the making: a solution, cages, and for each cage the operators not yet tried.
struct Draft {
    square: Answer,
    cages: Vec<Cage>,
    untried: Vec<Vec<Operator>>,
}

impl Draft {
    fn new(size: usize, random: &mut ChaCha8Rng) -> Self {
        let square = latin::square(size, random);
        let mut draft = Self { square, cages: Vec::new(), untried: Vec::new() };
        for cells in partition(size, random) {
            draft.add(cells, random);
        }
        draft
    }

    /// Adds a cage with one of the operators that suit its numbers.
    fn add(&mut self, mut cells: Vec<Cell>, random: &mut ChaCha8Rng) {
        cells.sort_unstable();
        let numbers = numbers_in(&self.square, &cells);
        let mut operators = match numbers.as_slice() {
            [_] => vec![Operator::Equal],
            [_, _] => vec![Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide],
            _ => vec![Operator::Add, Operator::Multiply],
        };
        operators.retain(|&operator| target(operator, &numbers).is_some());
        operators.shuffle(random);
        // Few pairs divide: those that do mostly should.
        if operators.contains(&Operator::Divide) && random.random_bool(0.5) {
            operators.sort_by_key(|&operator| operator == Operator::Divide);
        }
        let operator = operators.pop().unwrap_or(Operator::Add);
        let target = target(operator, &numbers).unwrap_or(0);
        self.cages.push(Cage { operator, target, cells });
        self.untried.push(operators);
    }

    /// Changes operators and splits cages until there is one solution. It ends: operators are tried once, and a board
    /// of single cells has one solution.
    fn settle(mut self, spec: &Spec, meter: &Meter, random: &mut ChaCha8Rng) -> Result<KenKen, GenerateError> {
        loop {
            meter.check().map_err(stopped)?;
            // A draft is a tiling of connected cages by construction; a flaw would be ours.
            let puzzle = KenKen::new(self.square.rows(), self.cages.clone())
                .map_err(|flaw| GenerateError::not_found(flaw.to_string(), "try another seed"))?;
            if !spec.is_unique() {
                return Ok(puzzle);
            }
            let nodes = spec.budget.nodes.map_or(NODES, |nodes| nodes.min(NODES));
            let run = Run { budget: Budget { nodes: Some(nodes), ..meter.rest() }, ..Run::up_to(2) };
            let outcome = puzzle.exact(&run, &mut Silent);
            let other = outcome.solutions.into_iter().find(|answer| *answer != self.square);
            match (other, outcome.end) {
                (None, End::Exhausted) => return Ok(puzzle),
                (Some(other), _) => self.rule_out(&other, random),
                (None, End::GaveUp(Why::Nodes)) if nodes == NODES => self.ease(random),
                (None, End::GaveUp(why)) => return Err(stopped(why)),
                (None, End::Limit) => {
                    return Err(GenerateError::not_found("the search stopped early", "try another seed"));
                }
            }
        }
    }

    /// Changes a cage in which another solution differs, so that it no longer is a solution.
    fn rule_out(&mut self, other: &Answer, random: &mut ChaCha8Rng) {
        let differs = |cage: &Cage| cage.cells.iter().any(|&cell| self.square[cell] != other[cell]);
        let mut cages: Vec<usize> = (0..self.cages.len()).filter(|&cage| differs(&self.cages[cage])).collect();
        cages.shuffle(random);
        for &cage in &cages {
            let ours = numbers_in(&self.square, &self.cages[cage].cells);
            let theirs = numbers_in(other, &self.cages[cage].cells);
            while let Some(operator) = self.untried[cage].pop() {
                let Some(target) = target(operator, &ours) else { continue };
                if !makes(operator, target, &theirs) {
                    (self.cages[cage].operator, self.cages[cage].target) = (operator, target);
                    return;
                }
            }
        }
        // Large cages first: they leave no single cells behind.
        if let Some(&cage) = cages.iter().max_by_key(|&&cage| self.cages[cage].cells.len()) {
            self.split(cage, random);
        }
    }

    /// Makes a draft that is too hard to prove easier: splits some of the largest cages.
    fn ease(&mut self, random: &mut ChaCha8Rng) {
        for _ in 0..self.square.rows() / 3 {
            let largest = self.cages.iter().map(|cage| cage.cells.len()).max().unwrap_or(0);
            let large = |&cage: &usize| self.cages[cage].cells.len() == largest;
            let large: Vec<usize> = (0..self.cages.len()).filter(large).collect();
            self.split(large[random.random_range(0..large.len())], random);
        }
    }

    /// Cuts a cage in two, as evenly as a random spanning tree of it allows.
    fn split(&mut self, cage: usize, random: &mut ChaCha8Rng) {
        let cells = self.cages.swap_remove(cage).cells;
        self.untried.swap_remove(cage);
        let mut order = cells.clone();
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
        for part in [one, two].into_iter().filter(|part| !part.is_empty()) {
            self.add(part.into_iter().map(|place| tree[place]).collect(), random);
        }
    }
}

fn numbers_in(answer: &Answer, cells: &[Cell]) -> Vec<u64> {
    cells.iter().map(|&cell| u64::from(answer[cell].unsigned_abs())).collect()
}

/// What numbers make by an operator.
pub(super) fn target(operator: Operator, numbers: &[u64]) -> Option<u64> {
    let largest = numbers.iter().copied().max()?;
    let (sum, product): (u64, u64) = (numbers.iter().sum(), numbers.iter().product());
    let target = match operator {
        Operator::Add => sum,
        Operator::Multiply => product,
        Operator::Subtract => (2 * largest).checked_sub(sum)?,
        Operator::Divide => largest / (product / largest),
        Operator::Equal | Operator::Any => largest,
    };
    makes(operator, target, numbers).then_some(target)
}

/// Random cages of up to four cells that cover the board.
pub(super) fn partition(size: usize, random: &mut ChaCha8Rng) -> Vec<Vec<Cell>> {
    let mut owner: Grid<Option<usize>> = Grid::filled(size, size, None);
    let mut cages: Vec<Vec<Cell>> = Vec::new();
    let mut order: Vec<Cell> = owner.cells().collect();
    order.shuffle(random);
    for first in order {
        if owner[first].is_some() {
            continue;
        }
        let number = cages.len();
        let mut cage = vec![first];
        owner[first] = Some(number);
        // Large boards have many solutions: smaller cages hold them down.
        let (pairs, triples) = match size {
            ..=9 => (50, 35),
            10..=12 => (65, 35),
            _ => (80, 20),
        };
        let draw = random.random_range(0..100);
        let wanted = if draw < pairs {
            2
        } else if draw < pairs + triples {
            3
        } else {
            LARGEST
        };
        while cage.len() < wanted {
            let mut free: Vec<Cell> =
                cage.iter().flat_map(|&cell| owner.beside(cell)).filter(|&cell| owner[cell].is_none()).collect();
            free.sort_unstable();
            free.dedup();
            if free.is_empty() {
                break;
            }
            let next = free[random.random_range(0..free.len())];
            owner[next] = Some(number);
            cage.push(next);
        }
        cages.push(cage);
    }
    join_singles(&mut cages, &mut owner, random);
    cages
}

/// A cell left alone mostly joins a neighbour.
fn join_singles(cages: &mut Vec<Vec<Cell>>, owner: &mut Grid<Option<usize>>, random: &mut ChaCha8Rng) {
    for single in 0..cages.len() {
        let &[cell] = cages[single].as_slice() else { continue };
        let hosts: Vec<usize> = owner
            .beside(cell)
            .filter_map(|beside| owner[beside])
            .filter(|&host| (1..LARGEST).contains(&cages[host].len()))
            .collect();
        if hosts.is_empty() || random.random_bool(0.1) {
            continue;
        }
        let host = hosts[random.random_range(0..hosts.len())];
        cages[single].clear();
        cages[host].push(cell);
        owner[cell] = Some(host);
    }
    cages.retain(|cage| !cage.is_empty());
}
