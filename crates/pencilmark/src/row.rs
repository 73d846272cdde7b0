//! A record as one row of a table: for fronts whose results are columns (Python, SQL) rather than objects.

use std::borrow::Cow;

use pencilmark_csp::End;
use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::{Answer, ParseError};

use crate::batch::{Item, Job, Plans};
use crate::record::{Ending, Goal};
use crate::{Plan, Puzzle, Report, SolveError};

/// What is known about a puzzle, under the names of a [`Record`](crate::record::Record). Boards are texts here, and fields that are objects are left out.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Its kind; `None` if it could not be read.
    pub kind: Option<&'static str>,
    /// How it ended.
    pub outcome: Ending,
    /// How many different solutions were found.
    pub solutions: u64,
    /// Whether that number is exact.
    pub exhausted: bool,
    /// The first solution: a Sudoku of digits on one line, any other board as its kind writes it.
    pub solution: Option<Cow<'a, str>>,
    /// `unique`, `several`, `none` or `undecided`, if it was checked.
    pub verdict: Option<&'static str>,
    /// A second solution, if it was checked.
    pub second_solution: Option<String>,
    /// What is wrong with a text that could not be read, and where in it.
    pub error: Option<String>,
    /// Why there is no solution, or why the method gave up.
    pub reason: Option<String>,
    /// How long it took; `None` for 9x9 Sudoku on lines that were solved together.
    pub seconds: Option<f64>,
    /// Nodes and checks; `None` for the same ones.
    pub effort: Option<(u64, u64)>,
}

impl Row<'_> {
    /// A text that could not be read.
    pub fn malformed(error: String) -> Self {
        Self { error: Some(error), ..Self::empty(None, Ending::Malformed) }
    }

    /// The same without a borrowed text.
    pub fn into_owned(self) -> Row<'static> {
        Row { solution: self.solution.map(|text| Cow::Owned(text.into_owned())), ..self }
    }

    fn empty(kind: Option<&'static str>, outcome: Ending) -> Self {
        Self {
            kind,
            outcome,
            solutions: 0,
            exhausted: false,
            solution: None,
            verdict: None,
            second_solution: None,
            error: None,
            reason: None,
            seconds: None,
            effort: None,
        }
    }

    fn of_report(puzzle: &Puzzle, report: &Report, goal: Goal, plan: &Plan) -> Self {
        let gave_up = || match report.outcome.end {
            End::GaveUp(why) => Some(puzzle.gave_up(why, plan).0),
            _ => None,
        };
        Self {
            solutions: report.outcome.found as u64,
            exhausted: report.outcome.exhausted(),
            solution: report.solution().map(|answer| board(puzzle, answer).into()),
            reason: report.reason.clone().or_else(gave_up).map(|reason| reason.text),
            seconds: Some(report.elapsed.as_secs_f64()),
            effort: Some((report.counters.nodes, report.counters.checks)),
            ..Self::empty(Some(puzzle.kind().id), Ending::of(report, goal))
        }
    }
}

impl<'a> Item<'a> {
    /// Does a job with the puzzle, by the plan for its kind, and answers with a row. `goal` says what counts as having given up.
    pub fn row(&self, job: Job, goal: Goal, plans: &Plans<'_>) -> Result<Row<'a>, SolveError> {
        if let Some((solution, (kind, _))) = self.known_solution().zip(self.kind_and_shape()) {
            let is_check = job == Job::Check;
            return Ok(Row {
                solutions: 1,
                exhausted: is_check || plans.get(kind)?.run.limit > 1,
                solution: Some(solution.into()),
                verdict: is_check.then_some("unique"),
                ..Row::empty(Some(kind.id), Ending::Solved)
            });
        }
        let puzzle = match self.puzzle() {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(Row::malformed(place(error))),
        };
        let plan = plans.get(puzzle.kind())?;
        match job {
            Job::Solve => Ok(Row::of_report(puzzle, &puzzle.solve_with(plan)?, goal, plan)),
            Job::Check => {
                let check = puzzle.check_with(plan)?;
                let second = check.report.outcome.solutions.get(1).map(|answer| board(puzzle, answer));
                let row = Row::of_report(puzzle, &check.report, Goal::Number, plan);
                Ok(Row { verdict: Some(check.word()), second_solution: second, ..row })
            }
        }
    }
}

/// A Sudoku of digits as a line; every other answer as it is written.
fn board(puzzle: &Puzzle, answer: &Answer) -> String {
    let text = puzzle.write_answer(answer);
    let is_digits = puzzle.kind().id == Sudoku::INFO.id && puzzle.shape().0 <= 9;
    if is_digits { text.split_whitespace().collect() } else { text }
}

/// What is wrong with a text, where in it, and what to do; its name says nothing where it stands in a column.
pub fn place(error: &ParseError) -> String {
    let help = if error.remedy.is_empty() { String::new() } else { format!("; {}", error.remedy) };
    format!("{}:{}: {}{help}", error.line, error.column, error.what)
}
