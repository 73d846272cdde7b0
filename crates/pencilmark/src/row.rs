//! A record as one row of a table, and the columns of such rows: for fronts whose results are columns
//! (Python, SQL) rather than objects.

use pencilmark_csp::{Counters, End};
use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::{Answer, ParseError};

use crate::batch::{Item, Job, Plans};
use crate::record::{Goal, Status};
use crate::table::Cell::{Flag, Real, Text, Whole};
use crate::table::Column;
use crate::{Plan, Puzzle, Report, SolveError};

/// What is known about a puzzle, under the names of a [`Record`](crate::record::Record). Boards are
/// texts here, and fields that are objects are left out.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Row {
    /// Its kind; `None` if it could not be read.
    pub kind: Option<&'static str>,
    /// How it ended.
    pub outcome: Status,
    /// How many different solutions were found.
    pub solutions: u64,
    /// Whether that number is exact.
    pub exhausted: bool,
    /// The first solution.
    pub solution: Option<String>,
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
    /// What the method did; `None` for the same puzzles.
    pub counters: Option<Counters>,
}

const KIND: Column<Row> = Column::new("kind", Text(|row| row.kind));
const OUTCOME: Column<Row> = Column::required("outcome", Text(|row| Some(row.outcome.word())));
const VERDICT: Column<Row> = Column::new("verdict", Text(|row| row.verdict));
const SOLUTIONS: Column<Row> = Column::required("solutions", Whole(|row| Some(row.solutions)));
const EXHAUSTED: Column<Row> = Column::required("exhausted", Flag(|row| Some(row.exhausted)));
const SOLUTION: Column<Row> = Column::new("solution", Text(|row| row.solution.as_deref()));
const SECOND_SOLUTION: Column<Row> = Column::new("second_solution", Text(|row| row.second_solution.as_deref()));
const ERROR: Column<Row> = Column::new("error", Text(|row| row.error.as_deref()));
const REASON: Column<Row> = Column::new("reason", Text(|row| row.reason.as_deref()));
const SECONDS: Column<Row> = Column::new("seconds", Real(|row| row.seconds));
const NODES: Column<Row> = Column::new("nodes", Whole(|row| row.counters.map(|counters| counters.nodes)));
const CHECKS: Column<Row> = Column::new("checks", Whole(|row| row.counters.map(|counters| counters.checks)));

/// The columns of an answer to a puzzle.
pub const ANSWER: &[Column<Row>] = &[KIND, OUTCOME, SOLUTIONS, EXHAUSTED, SOLUTION, ERROR, REASON];

/// The columns of a search: those of an answer and what it took.
pub const SEARCH: &[Column<Row>] =
    &[KIND, OUTCOME, SOLUTIONS, EXHAUSTED, SOLUTION, ERROR, REASON, SECONDS, NODES, CHECKS];

/// The columns of a check: those of a search and what a check finds beyond that.
pub const CHECK: &[Column<Row>] =
    &[KIND, OUTCOME, VERDICT, SOLUTIONS, EXHAUSTED, SOLUTION, SECOND_SOLUTION, ERROR, REASON, SECONDS, NODES, CHECKS];

/// What was made of a text, or what is wrong with it.
pub type Read<T> = Result<T, String>;

/// The columns of a text that was written in another format.
pub const TEXT: &[Column<Read<String>>] = &[
    Column::new("text", Text(|row| row.as_deref().ok())),
    Column::new("error", Text(|row| row.as_ref().err().map(String::as_str))),
];

impl Row {
    /// A text that could not be read.
    pub fn malformed(error: String) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// The row of a puzzle that was solved by a plan. `goal` says what counts as having given up.
    pub fn of_report(puzzle: &Puzzle, report: &Report, goal: Goal, plan: &Plan) -> Self {
        let gave_up = || match report.outcome.end {
            End::GaveUp(why) => Some(crate::remedy::gave_up(puzzle, why, plan).0),
            _ => None,
        };
        Self {
            kind: Some(puzzle.kind().id),
            outcome: Status::of(report, goal),
            solutions: report.outcome.found as u64,
            exhausted: report.outcome.exhausted(),
            solution: report.solution().map(|answer| answer_text(puzzle, answer)),
            reason: report.reason.clone().or_else(gave_up).map(|reason| reason.text),
            seconds: Some(report.elapsed.as_secs_f64()),
            counters: Some(report.counters),
            ..Self::default()
        }
    }
}

impl Item<'_> {
    /// Does a job with the puzzle, by the plan for its kind, and answers with a row. `goal` says what counts as having given up.
    pub fn row(&self, job: Job, goal: Goal, plans: &Plans<'_>) -> Result<Row, SolveError> {
        if let Some((solution, (kind, _))) = self.known_solution().zip(self.kind_and_shape()) {
            let is_check = job == Job::Check;
            return Ok(Row {
                kind: Some(kind.id),
                outcome: Status::Solved,
                solutions: 1,
                exhausted: is_check || plans.get(kind)?.run.limit > 1,
                solution: Some(solution.to_owned()),
                verdict: is_check.then_some("unique"),
                ..Row::default()
            });
        }
        let puzzle = match self.puzzle() {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(Row::malformed(place(error))),
        };
        let plan = plans.get(puzzle.kind())?;
        match job {
            Job::Solve => Ok(Row::of_report(puzzle, &puzzle.solver().plan(plan).run()?, goal, plan)),
            Job::Check => {
                let check = puzzle.check_with(plan)?;
                let second = check.report.outcome.solutions.get(1).map(|answer| answer_text(puzzle, answer));
                let row = Row::of_report(puzzle, &check.report, Goal::Number, plan);
                Ok(Row { verdict: Some(check.report.word()), second_solution: second, ..row })
            }
        }
    }
}

/// Returns an answer as it stands in a column: a Sudoku of digits on one line, any other answer as
/// its kind writes it.
pub fn answer_text(puzzle: &Puzzle, answer: &Answer) -> String {
    let text = puzzle.write_answer(answer);
    let is_digits = puzzle.kind().id == Sudoku::INFO.id && puzzle.shape().0 <= 9;
    if is_digits { text.split_whitespace().collect() } else { text }
}

/// What is wrong with a text, where in it, and what to do; its name says nothing where it stands in a column.
pub fn place(error: &ParseError) -> String {
    let help = if error.remedy.is_empty() { String::new() } else { format!("; {}", error.remedy) };
    format!("{}:{}: {}{help}", error.line, error.column, error.what)
}
