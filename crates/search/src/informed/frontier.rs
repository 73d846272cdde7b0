//! The states held, the open list, and the loop of best-first search (AIMA figure 3.7).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use pencilmark_csp::{Assignment, Budget, Changes, Csp, End, Event, Meter, Observer, Outcome, Value, Var, Why};

use super::STATES;
use crate::{Run, Solutions};

/// The place of a state among all states held.
pub(super) type Id = u32;

/// The root, which is its own parent.
pub(super) const ROOT: Id = 0;

/// What g and h count for in f, in thousandths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    g: u64,
    h: u64,
}

impl Weights {
    pub(super) fn new(g: f64, h: f64) -> Self {
        let thousandths = |weight: f64| (weight * 1000.0).round() as u64;
        Self { g: thousandths(g), h: thousandths(h) }
    }
}

/// A state: where it comes from and what changed on the way.
#[derive(Clone, Copy, Debug)]
struct State {
    parent: Id,
    g: u32,
    first: u32, // the first of its changes in `Frontier::changes`
    count: u32, // how many there are
}

/// Every state held, and the open list.
#[derive(Debug)]
pub(super) struct Frontier {
    weights: Weights,
    states: Vec<State>,
    changes: Vec<(Var, Value)>,
    open: BinaryHeap<(Reverse<u64>, u32, Reverse<Id>)>, // f, g, state
    /// Hash of a board -> its state; boards of the same hash stand at the hashes that follow it.
    known: HashMap<u64, Id>,
    generated: u64,
}

/// What is already known of a board.
pub(super) enum Known {
    /// Nothing; it goes to this place of the table.
    New(u64),
    /// It is this state.
    State(Id),
}

impl Frontier {
    pub(super) fn new(weights: Weights) -> Self {
        let (states, changes, open) = (Vec::new(), Vec::new(), BinaryHeap::new());
        Self { weights, states, changes, open, known: HashMap::new(), generated: 0 }
    }

    /// Counts a state that was generated, held or not.
    pub(super) fn count(&mut self) {
        self.generated += 1;
    }

    /// Holds a new state and opens it.
    pub(super) fn add(&mut self, parent: Id, changes: &Changes, g: u32, h: u64, meter: &Meter) -> Result<Id, Why> {
        meter.states(self.states.len() + 1)?;
        let id = self.states.len() as Id;
        self.states.push(State { parent, g, first: 0, count: 0 });
        self.link(id, parent, changes, g, h);
        Ok(id)
    }

    /// Opens a state again, reached by a shorter way.
    pub(super) fn reopen(&mut self, id: Id, parent: Id, changes: &Changes, g: u32, h: u64) {
        self.link(id, parent, changes, g, h);
    }

    fn link(&mut self, id: Id, parent: Id, changes: &Changes, g: u32, h: u64) {
        let first = self.changes.len() as u32;
        self.changes.extend_from_slice(changes);
        self.states[id as usize] = State { parent, g, first, count: changes.len() as u32 };
        let f = (self.weights.g * u64::from(g)).saturating_add(self.weights.h.saturating_mul(h));
        self.open.push((Reverse(f), g, Reverse(id)));
    }

    /// The open state of lowest f.
    fn pop(&mut self) -> Option<Id> {
        loop {
            let (_, g, Reverse(id)) = self.open.pop()?;
            // A state that was reached by a shorter way since then is in the list a second time.
            if self.g(id) == g {
                return Some(id);
            }
        }
    }

    pub(super) fn g(&self, id: Id) -> u32 {
        self.states[id as usize].g
    }

    /// Whether f depends on h.
    pub(super) fn use_h(&self) -> bool {
        self.weights.h > 0
    }

    /// What changed on the last step to a state.
    pub(super) fn changes(&self, id: Id) -> &Changes {
        let state = &self.states[id as usize];
        &self.changes[state.first as usize..][..state.count as usize]
    }

    /// The states on the way to this one, the root left out.
    pub(super) fn path(&self, mut id: Id) -> Vec<Id> {
        let mut path = Vec::new();
        while id != ROOT {
            path.push(id);
            id = self.states[id as usize].parent;
        }
        path.reverse();
        path
    }

    /// Puts `board`, which is the root's, into a state.
    pub(super) fn replay(&self, id: Id, board: &mut [Value]) {
        for step in self.path(id) {
            for &(var, value) in self.changes(step) {
                board[var.index()] = value;
            }
        }
    }

    /// Looks a board up by its hash; `same` compares it with a state in full.
    pub(super) fn look_up(&self, hash: u64, mut same: impl FnMut(&Self, Id) -> bool) -> Known {
        let mut place = hash;
        while let Some(&id) = self.known.get(&place) {
            if same(self, id) {
                return Known::State(id);
            }
            place = place.wrapping_add(1);
        }
        Known::New(place)
    }

    /// Notes where a board is to be found.
    pub(super) fn know(&mut self, place: u64, id: Id) {
        self.known.insert(place, id);
    }
}

/// A space to search.
pub(super) trait Space<O: Observer> {
    /// What it means that no state is left.
    const EXHAUSTED: End;

    /// Adds the root, unless there is a proof that there is no solution.
    fn root(&mut self, frontier: &mut Frontier, meter: &mut Meter, watch: &mut O) -> Result<(), Why>;

    /// Goes to a state. Returns it if it is a solution, or else adds the states it leads to.
    fn expand(
        &mut self,
        id: Id,
        frontier: &mut Frontier,
        meter: &mut Meter,
        watch: &mut O,
    ) -> Result<Option<Assignment>, Why>;

    /// Returns the best complete board so far and its cost; `None` for partial boards.
    fn best(&mut self) -> Option<(Assignment, u64)>;
}

/// Best-first search.
pub(super) fn best_first<S: Space<O>, O: Observer>(
    csp: &Csp,
    run: &Run,
    weights: Weights,
    mut space: S,
    watch: &mut O,
) -> Outcome {
    // Each is held a second time among those seen.
    let solutions = Solutions::holding_all(run, 2 * Solutions::bytes(csp));
    let mut found = Found { solutions, seen: HashSet::new() };
    let states = Some(run.budget.states.unwrap_or(STATES));
    let mut meter = Budget { states, ..run.budget.clone() }.start();
    let end = if run.limit == 0 {
        End::Limit
    } else {
        search(csp, weights, &mut space, &mut found, &mut meter, watch).unwrap_or_else(End::GaveUp)
    };
    let best = space.best();
    // A solution that was generated but not yet expanded counts, too, unless effort ran out: a run succeeds with a limit of what
    // it counts, and not with less.
    let spent = matches!(end, End::GaveUp(Why::Nodes | Why::Checks | Why::Evaluations));
    if let (End::GaveUp(_), Some((board, 0)), true, false) = (end, &best, found.solutions.found() == 0, spent) {
        // The end is already decided, and stays.
        let _ = found.add(csp, board.clone(), watch);
    }
    found.solutions.outcome(end, best)
}

fn search<S: Space<O>, O: Observer>(
    csp: &Csp,
    weights: Weights,
    space: &mut S,
    found: &mut Found,
    meter: &mut Meter,
    watch: &mut O,
) -> Result<End, Why> {
    let mut frontier = Frontier::new(weights);
    space.root(&mut frontier, meter, watch)?;
    while let Some(id) = frontier.pop() {
        watch.see(Event::Node);
        meter.node()?;
        let expanded = space.expand(id, &mut frontier, meter, watch);
        watch.see(Event::Generated(std::mem::take(&mut frontier.generated)));
        watch.see(Event::Stored(frontier.states.len() as u64));
        if let Some(solution) = expanded?
            && let Err(end) = found.add(csp, solution, watch)
        {
            return Ok(end);
        }
    }
    Ok(S::EXHAUSTED)
}

/// Different solutions.
#[derive(Debug)]
struct Found {
    solutions: Solutions,
    seen: HashSet<Assignment>,
}

impl Found {
    fn add<O: Observer>(&mut self, csp: &Csp, mut solution: Assignment, watch: &mut O) -> Result<(), End> {
        crate::local::sort_interchangeable(csp, &mut solution);
        if self.seen.insert(solution.clone()) {
            watch.see(Event::Solution(&solution));
            self.solutions.add(solution)?;
        }
        Ok(())
    }
}
