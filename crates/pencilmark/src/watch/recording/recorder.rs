//! Events become frames.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pencilmark_csp::{Changes, Counters, Domain, Event, Generation, Observer, Value, Var};
use pencilmark_puzzles::Cell;

use super::{Cause, Change, DomainChange, Frame, FrameKind, difference};
use crate::watch::BoardMap;

/// A frame with more cells than this does not say where to look.
const MOST_FOCUS: usize = 12;

/// A decision that stands.
struct Decision {
    var: Var,
    value: Value,
    /// The lengths of the trails before it.
    trail: usize,
    domain_trail: usize,
}

/// Turns events into frames.
pub struct Recorder<S> {
    board_map: BoardMap,
    /// Takes the frames; the search waits for it.
    sink: S,
    /// Whether moves that are only tried are worth a frame; may change at any time.
    tries: Arc<AtomicBool>,
    board: Vec<Option<Value>>,
    decisions: Vec<Decision>,
    /// Why the last decision that stands would be undone now.
    cause: Option<Cause>,
    /// What decisions and inference overwrote.
    trail: Vec<(Var, Option<Value>)>,
    /// What inference has left, as it was last told; empty domains before that.
    domains: Vec<Domain>,
    domain_trail: Vec<DomainChange>,
    /// How the domains differ from the last frame.
    unseen: Vec<DomainChange>,
    counters: Counters,
    cost: Option<u64>,
    generation: Option<Generation>,
    /// The move that is tried and neither kept nor followed by another.
    tried: Vec<(Var, Value)>,
    /// Whether the move tried had a frame.
    tried_shown: bool,
    /// The best board, if no frame has shown it.
    best: Option<Vec<Value>>,
}

impl<S: FnMut(Frame)> Recorder<S> {
    /// Records what happens in `board_map`.
    pub fn new(board_map: BoardMap, tries: Arc<AtomicBool>, sink: S) -> Self {
        Self {
            board: vec![None; board_map.variables()],
            domains: vec![Domain::empty(); board_map.variables()],
            board_map,
            sink,
            tries,
            decisions: Vec::new(),
            cause: None,
            trail: Vec::new(),
            domain_trail: Vec::new(),
            unseen: Vec::new(),
            counters: Counters::default(),
            cost: None,
            generation: None,
            tried: Vec::new(),
            tried_shown: false,
            best: None,
        }
    }

    fn take(&mut self, kind: FrameKind, changes: Vec<Change>, focus: Vec<Cell>) {
        let frame = self.frame(kind, changes, focus);
        (self.sink)(frame);
    }

    fn frame(&mut self, kind: FrameKind, changes: Vec<Change>, focus: Vec<Cell>) -> Frame {
        let (counters, cost, generation) = (self.counters, self.cost, self.generation);
        let (domains, depth) = (std::mem::take(&mut self.unseen), self.decisions.len());
        Frame { kind, changes, domains, focus, counters, cost, depth, generation, decision: None, cause: None }
    }

    /// Gives variables values; what is new goes on the trail.
    fn set(&mut self, values: impl IntoIterator<Item = (Var, Option<Value>)>) -> Vec<Change> {
        let mut changes = Vec::new();
        for (var, after) in values {
            let Some(held) = self.board.get_mut(var.index()) else { continue };
            let before = std::mem::replace(held, after);
            if before != after {
                changes.push((var, before, after));
                if !self.decisions.is_empty() {
                    self.trail.push((var, before));
                }
            }
        }
        // A search that undoes its decisions in order never needs a longer trail: this one jumps from state to state.
        if self.trail.len() > 4 * self.board.len() {
            self.forget_the_way_back();
        }
        changes
    }

    /// Gives variables their domains; what is new waits for the next frame.
    fn set_domains<'a>(&mut self, domains: impl IntoIterator<Item = &'a Domain>) {
        for ((var, held), domain) in (0..).map(Var).zip(&mut self.domains).zip(domains) {
            if held == domain {
                continue;
            }
            let change = difference(held, domain);
            held.clone_from(domain);
            if !self.decisions.is_empty() {
                self.domain_trail.push((var, change.clone()));
            }
            self.unseen.push((var, change));
        }
        // Without the trail, domains stay as they are when a decision is undone, until the search tells them anew.
        if self.domain_trail.len() > 64 * self.board.len() {
            self.domain_trail.clear();
            self.decisions.iter_mut().for_each(|decision| decision.domain_trail = 0);
        }
    }

    /// A frame of its own for what inference ruled out, where no state to look at follows.
    fn show_domains(&mut self) {
        if !self.unseen.is_empty() {
            let mut focus: Vec<Cell> =
                self.unseen.iter().filter_map(|(var, _)| self.board_map.own_cell(*var)).collect();
            if focus.len() > MOST_FOCUS {
                focus.clear();
            }
            self.take(FrameKind::Infer, Vec::new(), focus);
        }
    }

    /// How much it holds to find the way back.
    pub(crate) fn held(&self) -> usize {
        self.decisions.len() + self.trail.len() + self.domain_trail.len()
    }

    /// Searches that jump from state to state never undo a decision; to keep them all would take ever more memory.
    fn forget_the_way_back(&mut self) {
        self.decisions.clear();
        self.trail.clear();
        self.domain_trail.clear();
    }

    fn set_board(&mut self, board: &[Value]) -> Vec<Change> {
        self.set((0..).map(Var).zip(board.iter().copied().map(Some)))
    }

    /// The cells that changes are about, before and after.
    fn cells(&self, changes: &Changes) -> Vec<Cell> {
        let mut cells = Vec::new();
        for &(var, after) in changes {
            let before = self.board.get(var.index()).copied().flatten();
            for value in [before, Some(after)].into_iter().flatten() {
                cells.extend(self.board_map.cell(var, value).map(|(cell, _)| cell));
            }
        }
        cells
    }

    /// The cell of the last decision that stands.
    fn last_decision(&self) -> Vec<Cell> {
        let cell = |last: &Decision| self.board_map.cell(last.var, (*self.board.get(last.var.index())?)?);
        self.decisions.last().and_then(cell).map(|(cell, _)| cell).into_iter().collect()
    }

    fn about(&mut self, changes: &Changes) {
        let focus = self.cells(changes);
        self.take(FrameKind::About, Vec::new(), focus);
    }

    /// A move that is made: first what is about to change, then the change.
    fn step(&mut self, changes: &Changes, cost: u64) {
        if !(self.tried_shown && self.tried == changes) {
            self.about(changes);
        }
        self.cost = Some(cost);
        let changed = self.set(changes.iter().map(|&(var, value)| (var, Some(value))));
        self.take(FrameKind::Step, changed, Vec::new());
    }

    fn undo(&mut self, var: Var) {
        let Some(place) = self.decisions.iter().rposition(|decision| decision.var == var) else { return };
        let Decision { value, trail: length, domain_trail, .. } = self.decisions[place];
        self.decisions.truncate(place);
        for (var, change) in self.domain_trail.drain(domain_trail.min(self.domain_trail.len())..).rev() {
            self.domains[var.index()] = difference(&self.domains[var.index()], &change);
            self.unseen.push((var, change));
        }
        let mut changes = Vec::new();
        while self.trail.len() > length
            && let Some((var, before)) = self.trail.pop()
        {
            let after = std::mem::replace(&mut self.board[var.index()], before);
            changes.push((var, after, before));
        }
        let focus = self.last_decision();
        let cause = self.cause.take();
        // A search that does not say why it goes back may try things in another way than value by value.
        self.cause = cause.map(|_| Cause::AllTried(var));
        let frame = self.frame(FrameKind::Backtrack, changes, focus);
        (self.sink)(Frame { decision: Some((var, value)), cause, ..frame });
    }
}

impl<S: FnMut(Frame)> Observer for Recorder<S> {
    fn see(&mut self, event: Event<'_>) {
        if !matches!(event, Event::Look(_)) {
            self.show_domains();
        }
        self.counters.see(event);
        match event {
            Event::Domains(domains) => self.set_domains(domains),
            Event::Assign(var, value) => {
                if self.decisions.iter().any(|decision| decision.var == var) {
                    self.forget_the_way_back();
                }
                let (trail, domain_trail) = (self.trail.len(), self.domain_trail.len());
                self.decisions.push(Decision { var, value, trail, domain_trail });
                self.cause = None;
                let changes = self.set([(var, Some(value))]);
                let focus = self.last_decision();
                let frame = self.frame(FrameKind::Assign, changes, focus);
                (self.sink)(Frame { decision: Some((var, value)), ..frame });
            }
            Event::Conflict(conflict) => self.cause = Some(Cause::Conflict(conflict)),
            Event::Backtrack(var) => self.undo(var),
            Event::Look(partial) => {
                let stands = |&Decision { var, .. }: &Decision| partial.get(var.index()) == self.board.get(var.index());
                if !self.decisions.iter().all(stands) {
                    self.forget_the_way_back();
                }
                let changes = self.set((0..).map(Var).zip(partial.iter().copied()));
                // A decision that nothing follows from was shown already.
                if changes.is_empty() && self.unseen.is_empty() && !self.decisions.is_empty() {
                    return;
                }
                let mut focus = self.last_decision();
                // A state next to the last one: what is new in it. One from afar: too much to look at.
                if self.decisions.is_empty() && changes.len() <= 4 {
                    focus = changes
                        .iter()
                        .filter_map(|&(var, _, after)| Some(self.board_map.cell(var, after?)?.0))
                        .collect();
                }
                self.take(FrameKind::Look, changes, focus);
            }
            Event::Start(board, cost) => {
                self.tried.clear();
                self.best = None;
                self.cost = Some(cost);
                let changes = self.set_board(board);
                self.take(FrameKind::Start, changes, Vec::new());
            }
            Event::Try(changes) => {
                self.tried.clear();
                self.tried.extend_from_slice(changes);
                self.tried_shown = self.tries.load(Ordering::Relaxed);
                if self.tried_shown {
                    self.about(changes);
                }
            }
            Event::Step(changes, cost) => {
                self.best = None;
                self.step(changes, cost);
                self.tried.clear();
            }
            Event::Best(board, _) => self.best = Some(board.to_vec()),
            Event::Generation(generation) => {
                self.generation = Some(generation);
                self.cost = Some(generation.lowest);
                let changes = self.best.take().map_or_else(Vec::new, |board| self.set_board(&board));
                self.take(FrameKind::Generation, changes, Vec::new());
            }
            Event::HandOver => {
                self.forget_the_way_back();
                self.cost = None;
                self.set_domains(&vec![Domain::empty(); self.board.len()]);
                let everything = 0..self.board.len() as u32;
                let changes = self.set(everything.map(|var| (Var(var), None)));
                self.take(FrameKind::HandOver, changes, Vec::new());
            }
            Event::Solution(board) => {
                self.tried.clear();
                if self.cost.is_some() {
                    self.cost = Some(0);
                }
                self.cause = Some(Cause::Solution);
                let changes = self.set_board(board);
                self.take(FrameKind::Solution, changes, Vec::new());
            }
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}
