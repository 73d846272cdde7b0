//! Local search: what every method that walks among complete boards shares. The board it stands on, the best board, the
//! solutions, the budget, and what observers are told.
//!
//! A method calls [`search`] with a closure, and the closure is the method: it [starts](Local::start), asks for moves
//! ([`Local::propose`], [`Local::all_moves`]), and for each move either [attempts](Local::attempt) it and then
//! [keeps](Local::keep) it or goes [back](Local::back), or [looks](Local::look) at its cost and later [steps](Local::step).
//! Everything else happens here: solutions are noted when they are met, evaluations are counted and paid for, and the
//! closure is left through `?` once the budget is spent or enough solutions are found.
//!
//! ```
//! use pencilmark_csp::{Csp, Observer, Outcome};
//! use pencilmark_search::local::{self, MOVES, TRIES};
//! use pencilmark_search::walk::Move;
//! use pencilmark_search::{Complete, Draws, Family, Method, MethodInfo, Run};
//!
//! /// Steps to any board that is not worse, forever.
//! struct Downhill;
//!
//! impl Method for Downhill {
//!     const INFO: MethodInfo = MethodInfo {
//!         id: "downhill",
//!         title: "Downhill walk",
//!         family: Family::Walk,
//!         complete: Complete::No,
//!         draws: Draws::Always,
//!         parameters: &[MOVES.parameter, TRIES.parameter],
//!         source: "an example",
//!     };
//!
//!     fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
//!         local::search(csp, run, watch, |local| {
//!             let mut changes = Move::new();
//!             local.start()?;
//!             while local.propose(&mut changes) {
//!                 let before = local.cost();
//!                 if local.attempt(&changes)? <= before {
//!                     local.keep(&changes);
//!                 } else {
//!                     local.back();
//!                 }
//!             }
//!             Ok(())
//!         })
//!     }
//! }
//! ```

use std::collections::HashSet;

use pencilmark_csp::{
    Assignment, Changes, Csp, Domain, End, Evaluator, Event, Meter, Observer, Outcome, Propagation, Stopped, Store,
    Value, Var, Why, random,
};
use rand_chacha::ChaCha8Rng;

use crate::backtracking::Preprocess;
use crate::walk::{Move, Moves, Walker, unit};
use crate::{Key, Run, Solutions, choices};

choices! {
    /// How to step from one complete board to the next: by the [walk](pencilmark_csp::Walk) of the model with this name.
    pub enum MoveChoice {
        Auto = "auto": "the model's best",
        Change = "change": "give one variable another value",
        Deal = "deal": "swap two of the values dealt to a unit",
        Tuple = "tuple": "give a cage another of its tuples",
        Chain = "chain": "take another way between two numbers",
        Repair = "repair": "change what is broken, then reset what breaks a hard rule",
    }
}

impl MoveChoice {
    /// The parameter, with this default.
    pub(crate) const fn parameter(default: Self) -> Key<Self> {
        Self::key("moves", "how to step from one complete board to the next", default)
    }
}

choices! {
    /// The board to start from.
    pub enum Start {
        Random = "random": "a random one",
        Natural = "natural": "the model's own, such as all white in Hitori",
    }
}

/// Which moves to make.
pub const MOVES: Key<MoveChoice> = MoveChoice::parameter(MoveChoice::Auto);

/// What to infer before the walk.
pub const PREPARE: Key<Preprocess> = Preprocess::key(
    "prepare",
    "what to infer before the search; the walk then keeps to the values that are left",
    Preprocess::None,
);

/// Where to start.
pub const START: Key<Start> = Start::key("start", "the board to start from, and to start again from", Start::Random);

/// Where to look for moves.
pub const FOCUS: Key<f64> = Key::number(
    "focus",
    "the share of random moves that begin at a variable to blame for a broken rule",
    0.0,
    1.0,
    0.0,
);

/// When to stop starting again.
pub const TRIES: Key<u64> = Key::whole("tries", "starts before giving up; 0 is no end", 0, u64::MAX, 0);

/// When to start again.
pub const STEPS: Key<u64> = Key::whole("steps", "steps before starting again; 0 is no end", 0, u64::MAX, 0);

/// Why a search ends before its method says so. Methods pass it on with `?`.
#[derive(Clone, Copy, Debug)]
pub enum Halt {
    /// As many solutions as were asked for.
    Done,
    /// The budget was spent, or there is nowhere to go.
    GaveUp(Why),
}

impl From<End> for Halt {
    fn from(end: End) -> Self {
        match end {
            End::GaveUp(why) => Self::GaveUp(why),
            End::Limit | End::Exhausted => Self::Done,
        }
    }
}

impl From<Why> for Halt {
    fn from(why: Why) -> Self {
        Self::GaveUp(why)
    }
}

/// A local search under way: it stands on a board, and goes to another one move by move.
pub struct Local<'a, O> {
    pub(crate) csp: &'a Csp,
    pub(crate) walker: Walker<'a>,
    /// The board it stands on.
    pub(crate) at: Evaluator<'a>,
    pub(crate) rng: ChaCha8Rng,
    pub(crate) watch: &'a mut O,
    seed: u64,
    tries: u64,
    most_tries: u64,
    natural: bool,
    limit: usize,
    meter: Meter,
    told: (u64, u64), // checks and boards that the observer was told of and the budget has paid for
    best: Option<(Assignment, u64)>,
    seen: HashSet<Assignment>,
    solutions: Solutions,
}

/// Sets up a local search, runs `method`, and returns what was found. If `method` returns `Ok`, the search gave up as
/// [`Why::Incomplete`].
///
/// Of the parameters above, [`MOVES`], [`PREPARE`], [`START`] and [`TRIES`] are obeyed here; [`FOCUS`] and [`STEPS`] are
/// for the method to read.
pub fn search<O: Observer>(
    csp: &Csp,
    run: &Run,
    watch: &mut O,
    method: impl FnOnce(&mut Local<'_, O>) -> Result<(), Halt>,
) -> Outcome {
    if run.limit == 0 {
        return Outcome::nothing(End::Limit);
    }
    let mut meter = run.budget.start();
    let domains = match prepared(csp, PREPARE.get(&run.parameters), &mut meter, watch) {
        Ok(domains) => domains,
        Err(Stopped::Conflict(_)) => return Outcome::refuted(),
        Err(Stopped::GaveUp(why)) => return Outcome::nothing(End::GaveUp(why)),
    };
    let walker = match Walker::new(csp, MOVES.get(&run.parameters), domains) {
        Ok(walker) => walker,
        Err(why) => return Outcome::nothing(End::GaveUp(why)),
    };
    let first: Assignment = csp.vars().map(|var| walker.domain(var).first().unwrap_or_default()).collect();
    let mut local = Local {
        csp,
        at: Evaluator::new(csp, &first),
        walker,
        rng: random::stream(run.seed, &[0]),
        watch,
        seed: run.seed,
        tries: 0,
        most_tries: TRIES.get(&run.parameters),
        natural: START.get(&run.parameters) == Start::Natural,
        limit: run.limit,
        meter,
        told: (0, 1), // the evaluator starts from a placeholder board, which costs nothing
        best: None,
        seen: HashSet::new(),
        // Each is held a second time among those seen.
        solutions: Solutions::holding_all(run, 2 * Solutions::bytes(csp)),
    };
    let end = match method(&mut local) {
        Ok(()) => End::GaveUp(Why::Incomplete),
        Err(Halt::Done) => End::Limit,
        Err(Halt::GaveUp(why)) => End::GaveUp(why),
    };
    local.solutions.outcome(end, local.best)
}

/// The values left to each variable.
fn prepared<O: Observer>(csp: &Csp, how: Preprocess, meter: &mut Meter, watch: &mut O) -> Result<Vec<Domain>, Stopped> {
    if how == Preprocess::None {
        return Ok(csp.unary_domains());
    }
    let mut store = Store::new(csp);
    Propagation::new(csp, how.level()).at_root(&mut store, meter, watch)?;
    Ok(csp.vars().map(|var| store.domain(var)).collect())
}

impl<O: Observer> Local<'_, O> {
    /// Starts, or starts again, from a new board with a new stream of random numbers; gives up after the last try.
    pub fn start(&mut self) -> Result<(), Halt> {
        self.next_try()?;
        let board = self.new_board()?;
        self.stand_on(&board)
    }

    /// Begins another try: counted, with a stream of random numbers of its own.
    pub fn next_try(&mut self) -> Result<(), Halt> {
        let last = self.most_tries > 0 && self.tries == self.most_tries;
        if last || (self.tries > 0 && !self.walker.can_move()) {
            return Err(Why::Incomplete.into());
        }
        if self.tries > 0 {
            self.watch.see(Event::Restart);
        }
        self.rng = random::stream(self.seed, &[self.tries]);
        self.tries += 1;
        Ok(())
    }

    /// Tells the observer that the method holds this many boards; fails if the budget does not allow it.
    pub fn hold(&mut self, boards: usize) -> Result<(), Halt> {
        self.watch.see(Event::Stored(boards as u64));
        Ok(self.meter.states(boards)?)
    }

    /// A board to start from.
    pub fn new_board(&mut self) -> Result<Assignment, Halt> {
        let board =
            if self.natural { self.walker.natural_start(&mut self.rng) } else { self.walker.start(&mut self.rng) };
        Ok(board?)
    }

    /// Goes to another board, and evaluates it.
    pub fn stand_on(&mut self, board: &[Value]) -> Result<(), Halt> {
        self.at.reset(board);
        self.stand_here()
    }

    /// Evaluates the board that `at` was set to, as a new start and not as a step.
    pub(crate) fn stand_here(&mut self) -> Result<(), Halt> {
        self.watch.see(Event::Start(self.at.board(), self.at.cost()));
        self.evaluated(&[])
    }

    /// The cost of the board it stands on.
    pub fn cost(&self) -> u64 {
        self.at.cost()
    }

    /// The board it stands on, with what is known of it: its cost, the broken rules and the variables to blame for them.
    pub fn evaluator(&self) -> &Evaluator<'_> {
        &self.at
    }

    /// The random numbers of this try. A method draws from nothing else, so that a seed replays.
    pub fn rng(&mut self) -> &mut ChaCha8Rng {
        &mut self.rng
    }

    /// Puts a random move into `into`; `false` if none was found.
    pub fn propose(&mut self, into: &mut Move) -> bool {
        self.walker.propose(&mut self.at, &mut self.rng, into)
    }

    /// The same, but with probability `focus` a move of a variable to blame for a broken rule.
    pub fn propose_with_focus(&mut self, focus: f64, into: &mut Move) -> bool {
        if focus > 0.0 && unit(&mut self.rng) < focus {
            self.walker.propose_focused(&mut self.at, &mut self.rng, into)
        } else {
            self.propose(into)
        }
    }

    /// Every move, or a sample where there are too many to list.
    pub fn all_moves(&mut self) -> Vec<Move> {
        self.walker.all(&mut self.at, &mut self.rng)
    }

    /// Every move that changes `var`, or a sample where there are too many to list.
    pub fn moves_around(&mut self, var: Var) -> Vec<Move> {
        self.walker.around(var, &mut self.at, &mut self.rng)
    }

    /// The moves of [`Local::all_moves`], without an allocation for each.
    pub fn list(&mut self, into: &mut Moves) {
        self.walker.list(&mut self.at, &mut self.rng, into);
    }

    /// Makes a move tentatively and returns the cost it leads to. [`Local::keep`] with the same changes or [`Local::back`]
    /// must follow.
    pub fn attempt(&mut self, changes: &Changes) -> Result<u64, Halt> {
        self.watch.see(Event::Try(changes));
        self.at.attempt(changes);
        self.evaluated(changes)?;
        Ok(self.at.cost())
    }

    /// Keeps the move just attempted.
    pub fn keep(&mut self, changes: &Changes) {
        self.at.settle();
        self.watch.see(Event::Step(changes, self.at.cost()));
    }

    /// Takes back the move just attempted.
    pub fn back(&mut self) {
        self.at.undo();
    }

    /// What a move would cost: attempts it and takes it back.
    pub fn look(&mut self, changes: &Changes) -> Result<u64, Halt> {
        let cost = self.attempt(changes)?;
        self.back();
        Ok(cost)
    }

    /// Makes a move whose cost was paid for by [`Local::look`].
    pub fn step(&mut self, changes: &Changes) {
        self.at.apply(changes);
        self.told.1 += 1; // already paid for
        self.keep(changes);
    }

    /// Counts and pays for the evaluation of the board it stands on after these changes, and notes it if it is the best or
    /// a solution.
    fn evaluated(&mut self, changes: &Changes) -> Result<(), Halt> {
        let (checks, boards) = (self.at.checks() - self.told.0, self.at.boards() - self.told.1);
        self.told = (self.at.checks(), self.at.boards());
        self.watch.see(Event::Evaluations(boards));
        self.watch.see(Event::Checks(checks));
        self.meter.evaluations(boards, checks)?;
        let cost = self.at.cost();
        if self.best.as_ref().is_none_or(|(_, best)| cost < *best) {
            self.watch.see(Event::Best(self.at.board(), cost));
            self.best = Some((self.at.board().to_vec(), cost));
        }
        if cost == 0 {
            self.found(changes)?;
        }
        Ok(())
    }

    fn found(&mut self, changes: &Changes) -> Result<(), Halt> {
        let mut board = self.at.board().to_vec();
        sort_interchangeable(self.csp, &mut board);
        if self.seen.insert(board.clone()) {
            let last = self.solutions.found() + 1 >= self.limit;
            if last && !changes.is_empty() {
                // Here the search ends, on the board it has come to.
                self.watch.see(Event::Step(changes, 0));
            }
            self.watch.see(Event::Solution(&board));
            self.solutions.add(board)?;
        }
        Ok(())
    }
}

/// Puts interchangeable variables in increasing order: another order is not another solution.
pub(crate) fn sort_interchangeable(csp: &Csp, board: &mut [Value]) {
    for group in &csp.interchangeable {
        let mut values: Vec<Value> = group.iter().map(|var| board[var.index()]).collect();
        values.sort_unstable();
        for (var, value) in group.iter().zip(values) {
            board[var.index()] = value;
        }
    }
}
