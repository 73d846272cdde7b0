//! A search as a film: frames that can be played forwards and backwards.
//!
//! A [`Recorder`] turns events into [`Frame`]s, each with the differences it makes to the board; a [`Film`] keeps the last
//! of them and the board at the one that is shown. Both hold a bounded number of things, however long the search.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pencilmark_csp::{Changes, Counters, Event, Generation, Observer, Value, Var};
use pencilmark_puzzles::Cell;

use crate::Scene;

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
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
    /// The best board of a generation.
    Generation,
    /// Another method takes over.
    HandOver,
    /// A solution.
    Solution,
}

/// A variable, what it held and what it holds now.
pub type Change = (Var, Option<Value>, Option<Value>);

/// A moment of a search.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What it shows.
    pub shot: Shot,
    /// How the board differs from the frame before.
    pub changes: Vec<Change>,
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
}

/// Turns events into frames.
pub struct Recorder<S> {
    scene: Scene,
    /// Takes the frames; the search waits for it.
    sink: S,
    /// Whether moves that are only tried are worth a frame; may change at any time.
    tries: Arc<AtomicBool>,
    board: Vec<Option<Value>>,
    /// Decisions that stand, each with the length of the trail before it.
    decisions: Vec<(Var, usize)>,
    /// What decisions and inference overwrote.
    trail: Vec<(Var, Option<Value>)>,
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
    /// Records what happens in `scene`.
    pub fn new(scene: Scene, tries: Arc<AtomicBool>, sink: S) -> Self {
        Self {
            board: vec![None; scene.variables()],
            scene,
            sink,
            tries,
            decisions: Vec::new(),
            trail: Vec::new(),
            counters: Counters::default(),
            cost: None,
            generation: None,
            tried: Vec::new(),
            tried_shown: false,
            best: None,
        }
    }

    fn take(&mut self, shot: Shot, changes: Vec<Change>, focus: Vec<Cell>) {
        let (counters, cost, generation) = (self.counters, self.cost, self.generation);
        (self.sink)(Frame { shot, changes, focus, counters, cost, depth: self.decisions.len(), generation });
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
        changes
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
                cells.extend(self.scene.cell(var, value).map(|(cell, _)| cell));
            }
        }
        cells
    }

    /// The cell of the last decision that stands.
    fn last_decision(&self) -> Vec<Cell> {
        let cell = |&(var, _): &(Var, usize)| self.scene.cell(var, (*self.board.get(var.index())?)?);
        self.decisions.last().and_then(cell).map(|(cell, _)| cell).into_iter().collect()
    }

    fn about(&mut self, changes: &Changes) {
        let focus = self.cells(changes);
        self.take(Shot::About, Vec::new(), focus);
    }

    /// A move that is made: first what is about to change, then the change.
    fn step(&mut self, changes: &Changes, cost: u64) {
        if !(self.tried_shown && self.tried == changes) {
            self.about(changes);
        }
        self.cost = Some(cost);
        let changed = self.set(changes.iter().map(|&(var, value)| (var, Some(value))));
        self.take(Shot::Step, changed, Vec::new());
    }

    fn undo(&mut self, var: Var) {
        let Some(place) = self.decisions.iter().rposition(|&(decided, _)| decided == var) else { return };
        let length = self.decisions[place].1;
        self.decisions.truncate(place);
        let mut changes = Vec::new();
        while self.trail.len() > length
            && let Some((var, before)) = self.trail.pop()
        {
            let after = std::mem::replace(&mut self.board[var.index()], before);
            changes.push((var, after, before));
        }
        let focus = self.last_decision();
        self.take(Shot::Backtrack, changes, focus);
    }
}

impl<S: FnMut(Frame)> Observer for Recorder<S> {
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        match event {
            Event::Assign(var, value) => {
                self.decisions.push((var, self.trail.len()));
                let changes = self.set([(var, Some(value))]);
                let focus = self.last_decision();
                self.take(Shot::Assign, changes, focus);
            }
            Event::Backtrack(var) => self.undo(var),
            Event::Look(partial) => {
                let changes = self.set((0..).map(Var).zip(partial.iter().copied()));
                let mut focus = self.last_decision();
                // A state next to the last one: what is new in it. One from afar: too much to look at.
                if self.decisions.is_empty() && changes.len() <= 4 {
                    focus = changes.iter().filter_map(|&(var, _, after)| Some(self.scene.cell(var, after?)?.0)).collect();
                }
                self.take(Shot::Look, changes, focus);
            }
            Event::Start(board, cost) => {
                self.tried.clear();
                self.best = None;
                self.cost = Some(cost);
                let changes = self.set_board(board);
                self.take(Shot::Start, changes, Vec::new());
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
                self.take(Shot::Generation, changes, Vec::new());
            }
            Event::HandOver => {
                self.decisions.clear();
                self.trail.clear();
                let everything = 0..self.board.len() as u32;
                let changes = self.set(everything.map(|var| (Var(var), None)));
                self.take(Shot::HandOver, changes, Vec::new());
            }
            Event::Solution(board) => {
                // The move that leads to a solution is made, even where the search ends before it says so.
                let tried = std::mem::take(&mut self.tried);
                if !tried.is_empty() {
                    self.tried.clone_from(&tried);
                    self.step(&tried, 0);
                    self.tried.clear();
                }
                if self.cost.is_some() {
                    self.cost = Some(0);
                }
                let changes = self.set_board(board);
                self.take(Shot::Solution, changes, Vec::new());
            }
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

/// The last frames of a search, and the board at the one that is shown.
#[derive(Clone, Debug)]
pub struct Film {
    frames: VecDeque<Frame>,
    /// How many frames are applied to the board: the one before this is shown.
    shown: usize,
    board: Vec<Option<Value>>,
    most_frames: usize,
    /// Of all frames together.
    most_changes: usize,
    changes: usize,
    /// Frames that are kept no more.
    dropped: u64,
}

impl Film {
    /// Frames that are kept.
    pub const FRAMES: usize = 20_000;
    /// Changes that are kept, in all frames together: what bounds the memory where frames differ much.
    pub const CHANGES: usize = 2_000_000;

    /// A film of a model with so many variables, with nothing on it yet.
    pub fn new(variables: usize) -> Self {
        Self::with_room(variables, Self::FRAMES, Self::CHANGES)
    }

    /// The same with room for so many frames and changes.
    pub fn with_room(variables: usize, most_frames: usize, most_changes: usize) -> Self {
        let (frames, board) = (VecDeque::new(), vec![None; variables]);
        Self { frames, shown: 0, board, most_frames, most_changes, changes: 0, dropped: 0 }
    }

    /// Adds a frame and shows it.
    pub fn push(&mut self, frame: Frame) {
        while self.forward() {}
        self.changes += frame.changes.len();
        self.frames.push_back(frame);
        self.forward();
        while self.frames.len() > self.most_frames.max(1) || self.changes > self.most_changes && self.frames.len() > 1 {
            if let Some(old) = self.frames.pop_front() {
                self.changes -= old.changes.len();
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
        self.shown += 1;
        true
    }

    /// Shows the frame before; `false` if it is the first that is kept.
    pub fn back(&mut self) -> bool {
        if self.shown < 2 {
            return false;
        }
        for &(var, before, _) in self.frames[self.shown - 1].changes.iter().rev() {
            self.board[var.index()] = before;
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

    /// What the boards up to the one shown cost, the last `most` of them.
    pub fn costs(&self, most: usize) -> Vec<u64> {
        let boards = self.frames.iter().take(self.shown).rev().filter(|frame| frame.shot != Shot::About);
        let mut costs: Vec<u64> = boards.filter_map(|frame| frame.cost).take(most).collect();
        costs.reverse();
        costs
    }

    /// The number of the frame that is shown, from 1, and of the last one.
    pub fn place(&self) -> (u64, u64) {
        (self.dropped + self.shown as u64, self.dropped + self.frames.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Puzzle};

    /// Every frame of a solve.
    fn frames(puzzle: &str, method: &str, tries: bool) -> (usize, Vec<Frame>) {
        let puzzle = Puzzle::parse(puzzle).expect("a puzzle");
        let options = Options { method: method.parse().expect("a method"), seed: 3, ..Options::default() };
        let scene = puzzle.scene(&options).expect("a scene");
        let (variables, mut frames) = (scene.variables(), Vec::new());
        let mut recorder = Recorder::new(scene, Arc::new(AtomicBool::new(tries)), |frame| frames.push(frame));
        let report = puzzle.solve_watched(&options, &mut recorder).expect("a report");
        assert!(report.solution().is_some());
        (variables, frames)
    }

    const SUDOKU: &str = ".1.....23.....3.";

    #[test]
    fn a_film_goes_back_the_way_it_came() {
        for method in ["annealing", "backtracking:inference=none", "exact", "sat"] {
            let (variables, frames) = frames(SUDOKU, method, false);
            let mut film = Film::new(variables);
            let mut boards = Vec::new();
            for frame in frames {
                film.push(frame);
                boards.push(film.board().to_vec());
            }
            assert_eq!(film.frame().map(|frame| frame.shot), Some(Shot::Solution), "{method}");
            assert!(film.board().iter().all(Option::is_some), "{method}");
            for board in boards.iter().rev() {
                assert_eq!(film.board(), board, "{method}");
                film.back();
            }
            assert!(!film.back() && film.place().0 == 1, "{method}");
            for board in &boards {
                assert_eq!(film.board(), board, "{method}");
                film.forward();
            }
            assert!(film.is_at_end() && !film.forward());
        }
    }

    #[test]
    fn what_is_about_to_change_is_shown_before_it_does() {
        let (_, frames) = frames(SUDOKU, "annealing", false);
        assert_eq!(frames[0].shot, Shot::Start);
        let steps = frames.iter().enumerate().filter(|(_, frame)| frame.shot == Shot::Step);
        let mut count = 0;
        for (index, _) in steps {
            let before = &frames[index - 1];
            assert_eq!((before.shot, before.changes.len(), before.focus.len() >= 2), (Shot::About, 0, true));
            count += 1;
        }
        assert!(count > 0);
        let about = |frames: &[Frame]| frames.iter().filter(|frame| frame.shot == Shot::About).count();
        assert!(about(&self::frames(SUDOKU, "annealing", true).1) > about(&frames));
    }

    #[test]
    fn undone_decisions_take_all_that_followed_from_them_along() {
        let (variables, frames) = frames(SUDOKU, "backtracking:inference=none,order=in-order", false);
        let mut film = Film::new(variables);
        let mut undone = 0;
        for frame in frames {
            undone += usize::from(frame.shot == Shot::Backtrack);
            let (shot, depth) = (frame.shot, frame.depth);
            film.push(frame);
            if shot != Shot::Solution {
                assert_eq!(film.board().iter().flatten().count(), depth);
            }
        }
        assert!(undone > 0);
    }

    #[test]
    fn old_frames_go_first() {
        let (variables, frames) = frames(SUDOKU, "annealing", false);
        let total = frames.len();
        let mut film = Film::with_room(variables, 5, 1000);
        for frame in frames {
            film.push(frame);
        }
        assert_eq!(film.place(), (total as u64, total as u64));
        let mut back = 0;
        while film.back() {
            back += 1;
        }
        assert_eq!(back, 4);
    }
}
