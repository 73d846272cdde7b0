//! Walking among complete boards: where to start, where to step. Local search, annealing, genetic and informed search
//! share this; it does what the [`Walk`] of a problem describes.
//!
//! - **board**: a complete assignment that keeps what the walk promises (a deal stays dealt, a cage keeps a legal tuple);
//! - **move**: a few changes that lead to another such board;
//! - **part**: one [`Neighbourhood`] of the walk.

mod chain;
mod deal;
#[cfg(test)]
mod laws;
mod reach;
mod repair;
#[cfg(test)]
pub(crate) mod samples;
mod tuple;

use pencilmark_csp::{Assignment, Changes, Csp, Domain, Evaluator, Neighbourhood, Value, Var, Walk, Why};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::local::MoveChoice;
use chain::Chain;
use deal::Deal;
use repair::Repair;
use tuple::Tuple;

/// A move: variables with the values they get.
pub type Move = Vec<(Var, Value)>;

/// Many moves without an allocation for each.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    changes: Move,
    ends: Vec<usize>,
}

impl Moves {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.changes.clear();
        self.ends.clear();
    }

    /// Adds a move.
    pub fn push(&mut self, changes: &Changes) {
        self.changes.extend_from_slice(changes);
        self.ends.push(self.changes.len());
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The move with this index.
    pub fn get(&self, index: usize) -> &Changes {
        let from = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.changes[from..self.ends[index]]
    }
}

/// A number below `bound`, which is not 0. The bias is below 2^-32 for every bound that occurs here.
#[inline]
pub fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// A number from 0 to 1, 1 excluded.
#[inline]
pub fn unit(rng: &mut ChaCha8Rng) -> f64 {
    f64::from(rng.next_u32()) / 4_294_967_296.0
}

/// Puts a slice in random order.
pub fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for index in (1..items.len()).rev() {
        items.swap(index, below(rng, index + 1));
    }
}

/// A [`Walk`] ready for use: random boards to start from, and moves that keep what each of its neighbourhoods promises.
///
/// Most methods reach it through [`Local`](crate::local::Local), which also evaluates and pays.
#[derive(Debug)]
pub struct Walker<'a> {
    csp: &'a Csp,
    domains: Vec<Domain>, // what each variable may hold, by unary rules (and by inference, if that was asked for)
    parts: Vec<Part>,
    draw: Vec<u32>,    // each part as often as it has variables that can move
    part_of: Vec<u32>, // variable -> its part
}

#[derive(Debug)]
enum Part {
    Change(Change),
    Deal(Deal),
    Tuple(Tuple),
    Chain(Chain),
    Repair(Repair),
}

const NO_PART: u32 = u32::MAX;

/// Runs the same expression on whichever part it is.
macro_rules! each {
    ($part:expr, $inner:ident => $body:expr) => {
        match $part {
            Part::Change($inner) => $body,
            Part::Deal($inner) => $body,
            Part::Tuple($inner) => $body,
            Part::Chain($inner) => $body,
            Part::Repair($inner) => $body,
        }
    };
}

impl<'a> Walker<'a> {
    /// Creates the walk that is chosen, where the problem has it; `domains` are what is left for each variable.
    ///
    /// Fails where the problem has no such walk, and where a variable has no value left.
    pub fn new(csp: &'a Csp, moves: MoveChoice, domains: Vec<Domain>) -> Result<Self, Why> {
        if domains.iter().any(Domain::is_empty) {
            return Err(Why::Incomplete);
        }
        let own = csp.walks.iter().find(|walk| moves == MoveChoice::Auto || walk.name == moves.word());
        let by_one = Walk { name: "change", parts: vec![Neighbourhood::Change(csp.vars().collect())] };
        let walk = match own {
            Some(walk) => walk,
            None => match moves {
                MoveChoice::Auto | MoveChoice::Change => &by_one,
                MoveChoice::Deal | MoveChoice::Tuple | MoveChoice::Chain | MoveChoice::Repair => {
                    return Err(Why::Unsuited);
                }
            },
        };
        let mut this =
            Self { csp, parts: Vec::new(), draw: Vec::new(), part_of: vec![NO_PART; domains.len()], domains };
        for part in &walk.parts {
            this.add(part)?;
        }
        // What no part covers changes by itself, so that every variable with a choice can move.
        let open = |var: &Var| this.part_of[var.index()] == NO_PART && this.domains[var.index()].len() > 1;
        let rest: Vec<Var> = csp.vars().filter(open).collect();
        if !rest.is_empty() {
            this.add(&Neighbourhood::Change(rest))?;
        }
        Ok(this)
    }

    fn add(&mut self, part: &Neighbourhood) -> Result<(), Why> {
        let part = match part {
            Neighbourhood::Change(vars) => Part::Change(Change::new(vars, &self.domains)),
            Neighbourhood::Deal { vars, values } => Part::Deal(Deal::new(vars, values, &self.domains)?),
            Neighbourhood::Tuple { rule } => match Tuple::new(self.csp, *rule, &self.domains) {
                Some(tuple) => Part::Tuple(tuple),
                // Too many tuples to list: cells change one by one.
                None => Part::Change(Change::new(&self.csp.posted[*rule].rule.scope(), &self.domains)),
            },
            Neighbourhood::Chain { vars } => Part::Chain(Chain::new(self.csp, vars, &self.domains)?),
            Neighbourhood::Repair(vars) => Part::Repair(Repair::new(self.csp, vars, &self.domains)?),
        };
        let index = self.parts.len() as u32;
        let free = each!(&part, part => part.free());
        for var in free {
            self.part_of[var.index()] = index;
        }
        self.draw.extend(free.iter().map(|_| index));
        self.parts.push(part);
        Ok(())
    }

    /// What a variable may hold.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.domains[var.index()]
    }

    /// Whether there is any other board to go to.
    pub fn can_move(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Deal(deal) => deal.can_move(),
            Part::Tuple(tuple) => tuple.can_move(),
            part => each!(part, part => !part.free().is_empty()),
        })
    }

    /// The variables that can move.
    pub fn free(&self) -> impl Iterator<Item = Var> + '_ {
        self.parts.iter().flat_map(|part| each!(part, part => part.free()).iter().copied())
    }

    /// Whether `var` can move.
    pub fn moves(&self, var: Var) -> bool {
        self.part_of[var.index()] != NO_PART
    }

    /// A random board.
    pub fn start(&self, rng: &mut ChaCha8Rng) -> Result<Assignment, Why> {
        let mut board: Assignment = self.domains.iter().map(|domain| domain.first().unwrap_or_default()).collect();
        for part in &self.parts {
            each!(part, part => part.start(rng, &mut board)?);
        }
        Ok(board)
    }

    /// The problem's natural start where no variable is barred from its value there, else a random one.
    pub fn natural_start(&self, rng: &mut ChaCha8Rng) -> Result<Assignment, Why> {
        match &self.csp.start {
            Some(start) if self.domains.iter().zip(start).all(|(domain, &value)| domain.contains(value)) => {
                Ok(start.clone())
            }
            _ => self.start(rng),
        }
    }

    /// A random move from the board of `at`; `false` if none was found.
    pub fn propose(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        into.clear();
        if self.draw.is_empty() {
            return false;
        }
        let index = self.draw[below(rng, self.draw.len())];
        each!(&self.parts[index as usize], part => part.propose(at, rng, into))
    }

    /// A random move from the board of `at` of a variable to blame for a broken rule (focused search: Papadimitriou 1991);
    /// `false` if none was found.
    pub fn propose_focused(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        into.clear();
        if at.broken().is_empty() {
            return false;
        }
        let rule = at.broken()[below(rng, at.broken().len())];
        let scope = at.scope(rule);
        // Most variables of a broken rule are to blame, so drawing is faster than listing.
        for _ in 0..4 * scope.len() {
            let var = scope[below(rng, scope.len())];
            let index = self.part_of[var.index()];
            if index != NO_PART && at.blames(rule, var) {
                return each!(&self.parts[index as usize], part => part.propose_around(var, at, rng, into));
            }
        }
        false
    }

    /// Every move from the board of `at`, or a sample where there are too many to list.
    pub fn all(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng) -> Vec<Move> {
        let mut moves = Vec::new();
        for part in &self.parts {
            each!(part, part => part.all(at, rng, &mut moves));
        }
        moves
    }

    /// The same into a buffer.
    pub fn list(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Moves) {
        into.clear();
        for part in &self.parts {
            if let Part::Deal(deal) = part {
                deal.list(at, into);
            } else {
                let mut moves = Vec::new();
                each!(part, part => part.all(at, rng, &mut moves));
                for changes in &moves {
                    into.push(changes);
                }
            }
        }
    }

    /// The smallest sets of variables that boards can exchange: of two boards that keep what the walk promises, one with
    /// a block of the other keeps it too (apart from what a repair resets).
    pub fn blocks(&self) -> Vec<Vec<Var>> {
        let mut blocks: Vec<Vec<Var>> = Vec::new();
        for part in &self.parts {
            match part {
                Part::Deal(_) | Part::Tuple(_) => blocks.push(each!(part, part => part.free()).to_vec()),
                Part::Chain(chain) => blocks.extend(chain.gaps()),
                Part::Change(_) | Part::Repair(_) => {
                    blocks.extend(each!(part, part => part.free()).iter().map(|&var| vec![var]));
                }
            }
        }
        blocks.retain(|block| !block.is_empty());
        blocks
    }

    /// Makes a board that was put together from others keep what the walk promises.
    pub fn mend(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        for part in &self.parts {
            match part {
                Part::Change(_) => {}
                Part::Deal(deal) => deal.mend(rng, board)?,
                Part::Tuple(tuple) => tuple.mend(rng, board)?,
                Part::Chain(chain) => chain.mend(rng, board)?,
                Part::Repair(repair) => repair.mend_board(at, rng, board),
            }
        }
        Ok(())
    }

    /// Every move from the board of `at` that changes `var`, or a sample where there are too many to list.
    pub fn around(&self, var: Var, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng) -> Vec<Move> {
        let mut moves = Vec::new();
        let index = self.part_of[var.index()];
        if index != NO_PART {
            each!(&self.parts[index as usize], part => part.around(var, at, rng, &mut moves));
        }
        moves
    }
}

/// Variables that change one by one.
#[derive(Debug)]
struct Change {
    free: Vec<Var>,
    values: Vec<Vec<Value>>,
    place: std::collections::HashMap<Var, usize>,
}

impl Change {
    fn new(vars: &[Var], domains: &[Domain]) -> Self {
        let free: Vec<Var> = vars.iter().copied().filter(|var| domains[var.index()].len() > 1).collect();
        let values = free.iter().map(|var| domains[var.index()].iter().collect()).collect();
        let place = free.iter().enumerate().map(|(place, &var)| (var, place)).collect();
        Self { free, values, place }
    }

    fn free(&self) -> &[Var] {
        &self.free
    }

    #[allow(clippy::unnecessary_wraps)] // as the other parts
    fn start(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        for (var, values) in self.free.iter().zip(&self.values) {
            board[var.index()] = values[below(rng, values.len())];
        }
        Ok(())
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    fn propose(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        self.propose_at(below(rng, self.free.len()), at, rng, into)
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    fn propose_around(&self, var: Var, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        self.propose_at(self.place[&var], at, rng, into)
    }

    fn propose_at(&self, index: usize, at: &Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        let (var, values) = (self.free[index], &self.values[index]);
        // Draw among the others: the last one stands in for the value held now.
        let mut value = values[below(rng, values.len() - 1)];
        if value == at.value(var) {
            value = values[values.len() - 1];
        }
        into.push((var, value));
        value != at.value(var)
    }

    fn all(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        for &var in &self.free {
            self.around(var, at, rng, into);
        }
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    fn around(&self, var: Var, at: &mut Evaluator<'_>, _: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        let values = &self.values[self.place[&var]];
        into.extend(values.iter().filter(|&&value| value != at.value(var)).map(|&value| vec![(var, value)]));
    }
}
