//! A search as a recording: frames that can be played forwards and backwards.
//!
//! A [`Recorder`] turns events into [`Frame`]s, each with the differences it makes to the board and to the domains of its
//! variables; a [`Recording`] keeps the last of them, and the board and the domains at the one that is shown. Both hold a bounded number of things, however long the search.

mod recorder;

use std::collections::VecDeque;

use pencilmark_csp::{Conflict, Counters, Domain, Generation, Value, Var};
use pencilmark_puzzles::Cell;

pub use recorder::Recorder;

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// A complete board to start from.
    Start,
    /// Changes that are about to be made, or only tried.
    About,
    /// Changes that were made.
    Step,
    /// A decision.
    Assign,
    /// A decision undone.
    Backtrack,
    /// A state, with all that is inferred in it.
    Look,
    /// What inference ruled out.
    Infer,
    /// The best board of a generation.
    Generation,
    /// Another method takes over.
    HandOver,
    /// A solution.
    Solution,
}

/// Why a decision was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It left a rule that cannot hold.
    Conflict(Conflict),
    /// All values of this variable, which was decided next, have been tried.
    AllTried(Var),
    /// It led to a solution, and the search goes on.
    Solution,
}

/// A variable, what it held and what it holds now.
pub type Change = (Var, Option<Value>, Option<Value>);

/// A variable, and the values that its domain gains or loses.
pub type DomainChange = (Var, Domain);

/// A moment of a search.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What it shows.
    pub kind: FrameKind,
    /// How the board differs from the frame before.
    pub changes: Vec<Change>,
    /// How the domains differ from the frame before.
    pub domains: Vec<DomainChange>,
    /// The cells to look at.
    pub focus: Vec<Cell>,
    /// What was counted so far.
    pub counters: Counters,
    /// What the board costs, where that is known.
    pub cost: Option<u64>,
    /// How many decisions stand.
    pub depth: usize,
    /// The last generation.
    pub generation: Option<Generation>,
    /// What was decided, or is not decided any more.
    pub decision: Option<(Var, Value)>,
    /// Why a decision was undone, where the search has said.
    pub cause: Option<Cause>,
}

impl Frame {
    /// How much memory it takes, in changes of the board.
    fn size(&self) -> usize {
        let words = |(_, values): &DomainChange| values.words().len();
        self.changes.len() + self.domains.iter().map(|change| 4 + words(change)).sum::<usize>()
    }
}

/// The values in one of two domains and not in both.
fn difference(one: &Domain, other: &Domain) -> Domain {
    let word = |domain: &Domain, index: usize| domain.words().get(index).copied().unwrap_or(0);
    let words = 0..one.words().len().max(other.words().len());
    Domain::from_words(words.map(|index| word(one, index) ^ word(other, index)).collect())
}

/// The last frames of a search, and the board at the one that is shown.
#[derive(Clone, Debug)]
pub struct Recording {
    frames: VecDeque<Frame>,
    /// How many frames are applied to the board: the one before this is shown.
    shown: usize,
    board: Vec<Option<Value>>,
    domains: Vec<Domain>,
    most_frames: usize,
    /// Of all frames together.
    most_changes: usize,
    changes: usize,
    /// Frames that are kept no more.
    dropped: u64,
}

impl Recording {
    /// Frames that are kept.
    pub const FRAMES: usize = 20_000;
    /// Changes that are kept, in all frames together: what bounds the memory where frames differ much.
    pub const CHANGES: usize = 2_000_000;

    /// An empty recording of a model with this many variables.
    pub fn new(variables: usize) -> Self {
        Self::with_room(variables, Self::FRAMES, Self::CHANGES)
    }

    /// The same with room for `most_frames` frames and `most_changes` changes.
    pub fn with_room(variables: usize, most_frames: usize, most_changes: usize) -> Self {
        let (frames, board, domains) = (VecDeque::new(), vec![None; variables], vec![Domain::empty(); variables]);
        Self { frames, shown: 0, board, domains, most_frames, most_changes, changes: 0, dropped: 0 }
    }

    /// Adds a frame and shows it.
    pub fn push(&mut self, frame: Frame) {
        while self.forward() {}
        self.changes += frame.size();
        self.frames.push_back(frame);
        self.forward();
        while self.frames.len() > self.most_frames.max(1) || self.changes > self.most_changes && self.frames.len() > 1 {
            if let Some(old) = self.frames.pop_front() {
                self.changes -= old.size();
                self.shown -= 1;
                self.dropped += 1;
            }
        }
    }

    /// Shows the next frame; `false` if it has not happened yet.
    pub fn forward(&mut self) -> bool {
        let Some(frame) = self.frames.get(self.shown) else { return false };
        for &(var, _, after) in &frame.changes {
            self.board[var.index()] = after;
        }
        for (var, values) in &frame.domains {
            self.domains[var.index()] = difference(&self.domains[var.index()], values);
        }
        self.shown += 1;
        true
    }

    /// Shows the frame before; `false` if it is the first that is kept.
    pub fn back(&mut self) -> bool {
        if self.shown < 2 {
            return false;
        }
        let frame = &self.frames[self.shown - 1];
        for &(var, before, _) in frame.changes.iter().rev() {
            self.board[var.index()] = before;
        }
        for (var, values) in &frame.domains {
            self.domains[var.index()] = difference(&self.domains[var.index()], values);
        }
        self.shown -= 1;
        true
    }

    /// Whether the last frame is shown.
    pub fn is_at_end(&self) -> bool {
        self.shown == self.frames.len()
    }

    /// The frame that is shown; `None` before the first.
    pub fn frame(&self) -> Option<&Frame> {
        self.shown.checked_sub(1).and_then(|index| self.frames.get(index))
    }

    /// The board that is shown.
    pub fn board(&self) -> &[Option<Value>] {
        &self.board
    }

    /// What inference has left of every variable's domain; nothing if the search has not said.
    pub fn domains(&self) -> &[Domain] {
        if self.domains.iter().all(Domain::is_empty) { &[] } else { &self.domains }
    }

    /// What the boards up to the one shown cost, the last `most` of them.
    pub fn costs(&self, most: usize) -> Vec<u64> {
        let boards = self.frames.iter().take(self.shown).rev().filter(|frame| frame.kind != FrameKind::About);
        let mut costs: Vec<u64> = boards.filter_map(|frame| frame.cost).take(most).collect();
        costs.reverse();
        costs
    }

    /// The number of the frame that is shown, from 1, and of the last one.
    pub fn place(&self) -> (u64, u64) {
        (self.dropped + self.shown as u64, self.dropped + self.frames.len() as u64)
    }
}
