//! A puzzle of a batch.

use std::cell::OnceCell;
use std::sync::Arc;

use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::{KindInfo, ParseError, Reason};

use super::nine::{self, Line};
use crate::read::{ReadItem, What};
use crate::teach::{Grade, TeachOptions};
use crate::{Check, Plan, Puzzle, Report, SolveError};

/// A puzzle of a batch, or what is wrong with it, and where it comes from.
#[derive(Debug)]
pub struct Item<'a> {
    index: usize,
    several: bool,
    name: Option<&'a Arc<str>>,
    pub(super) entry: &'a ReadItem,
    pub(super) solution: Option<&'a Line>,
    /// The puzzle of a line, once it has been asked for.
    made: OnceCell<Result<Puzzle, ParseError>>,
}

impl<'a> Item<'a> {
    pub(super) fn new(
        index: usize,
        several: bool,
        name: Option<&'a Arc<str>>,
        entry: &'a ReadItem,
        solution: Option<&'a Line>,
    ) -> Self {
        Self { index, several, name, entry, solution, made: OnceCell::new() }
    }

    /// Its place in the batch, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its place in the batch, from 1, if there are several items; see [`Session::numbered`](super::Session::numbered).
    pub fn number(&self) -> Option<usize> {
        self.several.then_some(self.index + 1)
    }

    /// The name of its input, if it has one.
    pub fn name(&self) -> Option<&'a Arc<str>> {
        self.name
    }

    /// The line where it begins, from 1, if it stands in a text.
    pub fn line(&self) -> Option<usize> {
        self.entry.line()
    }

    /// The puzzle, or what is wrong with it.
    pub fn puzzle(&self) -> Result<&Puzzle, &ParseError> {
        match &self.entry.what {
            What::Read(puzzle) => puzzle.as_ref(),
            What::Nine(nine) => self.made.get_or_init(|| nine.puzzle()).as_ref(),
        }
    }

    /// The kind of the puzzle and its rows and columns; `None` if it is malformed. Never makes the puzzle of a line.
    pub fn kind_and_shape(&self) -> Option<(&'static KindInfo, (usize, usize))> {
        match &self.entry.what {
            What::Nine(_) => Some((&Sudoku::INFO, (9, 9))),
            What::Read(puzzle) => puzzle.as_ref().ok().map(|puzzle| (puzzle.kind(), puzzle.shape())),
        }
    }

    /// Returns the name by which such puzzles are known, see [`Puzzle::called`]. `None` if the
    /// puzzle is malformed. Does not parse a 9x9 line that is still held as text.
    pub fn called(&self) -> Option<&'static str> {
        match &self.entry.what {
            What::Nine(_) => Some(Sudoku::INFO.title),
            What::Read(puzzle) => puzzle.as_ref().ok().map(Puzzle::called),
        }
    }

    /// What a drawing of the puzzle does not show, such as `2 stars`. Never makes the puzzle of a line.
    pub fn variant(&self) -> Option<String> {
        match &self.entry.what {
            What::Nine(_) => None,
            What::Read(puzzle) => puzzle.as_ref().ok().and_then(Puzzle::variant),
        }
    }

    /// Returns likely slips in the puzzle. Does not parse a 9x9 line that is still held as text.
    pub fn warnings(&self) -> Vec<Reason> {
        match &self.entry.what {
            What::Nine(_) => Vec::new(),
            What::Read(puzzle) => puzzle.as_ref().map(Puzzle::warnings).unwrap_or_default(),
        }
    }

    /// The name of the puzzle itself, if its text has one. Never makes the puzzle of a line.
    pub fn id(&self) -> Option<&str> {
        match &self.entry.what {
            What::Nine(_) => None,
            What::Read(puzzle) => puzzle.as_ref().ok().and_then(Puzzle::id),
        }
    }

    /// The only solution on one line, if the session found it before the work began; see
    /// [`Session::plans`](super::Session::plans). It has passed a judge.
    pub fn known_solution(&self) -> Option<&'a str> {
        std::str::from_utf8(self.solution?).ok()
    }

    /// Solves the puzzle by a plan. The report has no counters and no time if the solution is known
    /// already. `None` if the puzzle is malformed.
    pub fn solve(&self, plan: &Plan) -> Option<Result<Report, SolveError>> {
        match self.solution {
            Some(solution) => Some(Ok(nine::report(solution, plan.run.limit))),
            None => self.puzzle().ok().map(|puzzle| puzzle.solver().plan(plan).run()),
        }
    }

    /// What [`Puzzle::check_with`] says; without counters and time, if the solution is known already. `None` if it is malformed.
    pub fn check(&self, plan: &Plan) -> Option<Result<Check, SolveError>> {
        match self.solution {
            Some(solution) => Some(Ok(Check::of(nine::report(solution, 2)))),
            None => self.puzzle().ok().map(|puzzle| puzzle.check_with(plan)),
        }
    }

    /// What [`Puzzle::grade`] says; without counters and time, if the solution is known already. `None` if it is malformed.
    pub fn grade(&self, course: &TeachOptions) -> Option<Result<Grade, SolveError>> {
        let puzzle = self.puzzle().ok()?;
        Some(match self.solution {
            Some(solution) => puzzle.grade_solved(nine::report(solution, 2), course),
            None => puzzle.grade(course),
        })
    }
}
