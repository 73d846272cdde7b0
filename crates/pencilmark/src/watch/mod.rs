//! Watching a method at work, in terms of the board.
//!
//! Methods speak of variables and values; a [`BoardMap`] knows what those are on the board. There are two ways to read
//! them: a variable is a **cell** and its value what stands there, or a variable is a **thing** (a number, a star) and its
//! value the place where it goes.

mod blame;
mod eventful;
mod painter;
mod pictures;
mod recording;
mod trace;
mod why;

pub use eventful::{Eventful, eventful};
pub use painter::BoardPainter;
pub use pencilmark_csp::{Changes, Domain, Event, Generation, Observer, Value, Var};
pub use pictures::{GenerationCosts, Picture};
pub use recording::{Cause, Change, DomainChange, Frame, FrameKind, Recorder, Recording};
pub use trace::{Trace, TraceOptions};

use blame::blamed;
use pencilmark_csp::Tally;
use pencilmark_puzzles::{Answer, Cell, Grid, Lowered, Marks, Position, Reading, Reason};

use crate::check::clues;
use crate::{Plan, Puzzle};

/// What the variables of a model stand for on the board, for those who watch.
#[derive(Clone, Debug)]
pub struct BoardMap {
    lowered: Lowered,
    clued: Vec<Domain>, // variable -> what clues leave of its domain
}

impl BoardMap {
    /// Describes the search for solutions of a puzzle by a plan.
    pub fn new(puzzle: &Puzzle, plan: &Plan) -> Self {
        Self::of_model(puzzle.lower(plan))
    }

    pub(crate) fn of_model(lowered: Lowered) -> Self {
        let clued = lowered.csp.unary_domains();
        Self { lowered, clued }
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.lowered.csp.domains.len()
    }

    /// Whether a variable is a thing and its value the place; if not, a variable is a cell and its value what stands there.
    pub fn has_things(&self) -> bool {
        matches!(self.lowered.reading, Reading::Places { .. })
    }

    /// Whether a clue leaves this variable one value.
    pub fn is_fixed(&self, var: Var) -> bool {
        self.clued.get(var.index()).is_some_and(|domain| domain.len() == 1)
    }

    /// The moves between complete boards that the model has, best first.
    pub(crate) fn moves(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.lowered.csp.walks.iter().map(|walk| walk.name).collect();
        if !names.contains(&"change") {
            names.push("change");
        }
        names
    }

    /// The cell that `var` is about when it holds `value`, and what stands there then. `None`: it is no variable of this
    /// model, or has no such value.
    pub fn cell(&self, var: Var, value: Value) -> Option<(Cell, i32)> {
        self.lowered.reading.cell(var, value)
    }

    /// The cell of a variable, whatever its value; `None` where a variable is a thing.
    pub fn own_cell(&self, var: Var) -> Option<Cell> {
        if self.has_things() { None } else { self.cell(var, Value(0)).map(|(cell, _)| cell) }
    }

    /// What stands in each cell of a partial board; where several things stand in one, the last.
    pub fn grid(&self, partial: &[Option<Value>]) -> Grid<Option<i32>> {
        let mut grid = self.lowered.reading.blank().map(|_| None);
        for (var, value) in (0..).map(Var).zip(partial) {
            if let Some((cell, thing)) = value.and_then(|value| self.cell(var, value)) {
                grid[cell] = Some(thing);
            }
        }
        grid
    }

    /// The same as entries, ready to be drawn.
    pub fn position(&self, partial: &[Option<Value>]) -> Position {
        let blank = self.lowered.reading.blank();
        Position { entries: self.grid(partial), ..Position::empty((blank.rows(), blank.cols())) }
    }

    /// What is still possible in each cell when the variables have these domains.
    pub fn marks(&self, domains: &[Domain]) -> Marks {
        self.lowered.reading.marks(domains)
    }

    /// What the clues alone leave in each cell.
    pub(crate) fn clues(&self) -> Marks {
        clues(&self.lowered)
    }

    /// What is possible in each cell as far as the model goes, before anything is inferred.
    pub(crate) fn all_marks(&self) -> Marks {
        self.marks(&self.lowered.csp.domains)
    }

    /// The board that a complete assignment stands for; `None` if it is not an assignment of this model.
    pub fn answer(&self, board: &[Value]) -> Option<Answer> {
        let places = (0..).map(Var).zip(board).map(|(var, &value)| self.cell(var, value));
        let fits = board.len() == self.variables() && places.into_iter().all(|place| place.is_some());
        fits.then(|| self.lowered.reading.decode(board))
    }

    /// The rules that a complete board breaks, each with its violation.
    pub fn broken(&self, board: &[Value]) -> Vec<(Reason, u64)> {
        if board.len() != self.variables() {
            return Vec::new();
        }
        let posted = self.lowered.csp.posted.iter();
        let broken = posted.filter_map(|posted| {
            let violation = posted.rule.violation(board);
            (violation > 0).then(|| {
                let scope = posted.rule.scope().into_iter();
                let cells = scope.filter_map(|var| Some(self.cell(var, board[var.index()])?.0));
                (Reason::new(posted.label.rule(), cells, posted.label.as_str()), violation)
            })
        });
        broken.collect()
    }

    /// The variables that, by the values they hold, have a part in a broken rule of a partial or complete board.
    pub fn blamed(&self, partial: &[Option<Value>]) -> Vec<Var> {
        if partial.len() == self.variables() { blamed(&self.lowered.csp, partial) } else { Vec::new() }
    }

    /// The most characters that anything on the board takes.
    pub fn widest(&self) -> usize {
        let domains = self.lowered.csp.domains.iter();
        let widest = match &self.lowered.reading {
            Reading::Cells { .. } => domains.filter_map(|domain| Some(domain.last()?.0.to_string().len())).max(),
            Reading::Places { thing, .. } => thing.iter().map(|thing| thing.to_string().len()).max(),
        };
        widest.unwrap_or(1)
    }
}

/// Counts, and passes on to another observer.
pub(crate) struct Counted<'a> {
    pub(crate) tally: &'a mut Tally,
    pub(crate) watch: &'a mut dyn Observer,
}

impl Observer for Counted<'_> {
    fn see(&mut self, event: Event<'_>) {
        self.tally.see(event);
        self.watch.see(event);
    }

    fn wants_boards(&self) -> bool {
        self.watch.wants_boards()
    }
}

/// Two observers see the same.
pub struct Both<A, B>(pub A, pub B);

impl<A: Observer, B: Observer> Observer for Both<A, B> {
    fn see(&mut self, event: Event<'_>) {
        self.0.see(event);
        self.1.see(event);
    }

    fn wants_boards(&self) -> bool {
        self.0.wants_boards() || self.1.wants_boards()
    }
}
