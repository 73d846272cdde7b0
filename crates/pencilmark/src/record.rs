//! The contract for programs: what is known about a puzzle, as one flat value with Serde.
//!
//! The command writes it as a JSON object, and whatever else hands results to programs writes the same names. The schema in
//! `docs/schema/` is generated from these types.

use std::collections::BTreeMap;

use pencilmark_csp::End;
use pencilmark_puzzles::{Answer, Grid, Marks, ParseError, Reason, Remedy};
use schemars::JsonSchema;
use serde::Serialize;

use crate::check::Findings;
pub use crate::row::{ANSWER, CHECK, Read, Row, SEARCH, TEXT, answer_text, place};
use crate::{Check, LeftOut, Plan, Puzzle, Report};

/// What the caller wanted to know; it decides what counts as having given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A solution.
    Solution,
    /// As many solutions as were asked for, or all.
    Solutions,
    /// How many there are, up to a limit.
    Number,
}

impl Goal {
    /// What somebody wants who looks for up to so many solutions: two are enough to tell whether the first is the only one.
    pub fn of_limit(limit: usize) -> Self {
        if limit > 2 { Self::Solutions } else { Self::Solution }
    }
}

/// How it ended, in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A solution was found; where more than two were asked for, all of them or so many.
    Solved,
    /// Proved: there is no solution.
    Refuted,
    /// Neither, within the limits or because the method is incomplete.
    GaveUp,
    /// There was no puzzle to work on: its text cannot be read.
    #[default]
    Malformed,
}

impl Status {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Refuted => "refuted",
            Self::GaveUp => "gave-up",
            Self::Malformed => "malformed",
        }
    }

    /// How a search with this goal ended.
    pub fn of(report: &Report, goal: Goal) -> Self {
        let found = report.outcome.found > 0;
        match report.outcome.end {
            End::GaveUp(_) if !(found && goal == Goal::Solution) => Self::GaveUp,
            _ if found => Self::Solved,
            End::Limit => Self::Solved,
            _ => Self::Refuted,
        }
    }
}

/// A board as rows of cells: numbers in Sudoku, KenKen and Hidato; 1 for shaded in Hitori and for a star in Star Battle; -1 for a
/// hole.
pub type Rows = Vec<Vec<i32>>;

/// The rows of a board.
pub fn rows(answer: &Answer) -> Rows {
    answer.iter_rows().map(<[i32]>::to_vec).collect()
}

/// The best that a method could leave without a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Best {
    /// The board: complete and with broken rules, or with null where nothing is decided.
    pub board: Vec<Vec<Option<i32>>>,
    /// What the broken rules cost; null where the board is not complete.
    pub cost: Option<u64>,
    /// What is still possible in each cell, from a method that rules values out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Marks>,
}

/// What is known about one puzzle.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Record {
    /// Where it came from.
    #[serde(flatten)]
    pub origin: Origin,
    /// Its name.
    pub id: Option<String>,
    /// Its kind; null if it could not be read.
    pub kind: Option<&'static str>,
    /// How it ended.
    pub outcome: Status,
    /// How many different solutions were found.
    pub solutions: usize,
    /// Whether that number is exact.
    pub exhausted: bool,
    /// The first solution.
    pub solution: Option<Rows>,
    /// The best that a method could leave without one.
    pub best: Option<Best>,
    /// The method and what was set.
    pub method: String,
    /// What the method did, counter by counter. Proving that a solution is the only one is part of it.
    pub counters: Option<BTreeMap<&'static str, u64>>,
    /// How long it took.
    pub seconds: f64,
    /// What is wrong with a text that could not be read, or of a kind that the method is not for.
    pub error: Option<ParseError>,
    /// Why there is no solution, or why the method gave up.
    pub reason: Option<Reason>,
    /// What would help a method that gave up.
    pub remedy: Option<Remedy>,
    /// The model.
    pub model: Option<&'static str>,
    /// The preset.
    pub preset: Option<&'static str>,
    /// Every setting of the method with its value.
    pub settings: Option<BTreeMap<&'static str, String>>,
    /// All solutions that were found, where more than two were asked for, but for those that were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_solutions: Option<Vec<Rows>>,
    /// Solutions that were found and asked for, but are not there; absent if all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
    /// Likely slips in the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Reason>>,
    /// What a check found beyond that.
    #[serde(flatten)]
    pub check: Option<CheckRecord>,
}

/// What a check says beyond what a search says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckRecord {
    /// `unique`, `several`, `none` or `undecided`.
    pub verdict: &'static str,
    /// A second solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_solution: Option<Rows>,
    /// What it found beyond the solutions.
    #[serde(flatten)]
    pub found: Findings,
}

/// Where a puzzle came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Origin {
    /// Its place in the batch, from 0.
    pub index: usize,
    /// The input that it came from, if it has a name.
    pub file: Option<String>,
    /// The line of that input on which it starts, if that is known.
    pub line: Option<usize>,
}

impl Origin {
    /// The same, completed with the place that the error names.
    pub(crate) fn of_error(self, error: &ParseError) -> Self {
        Self { file: self.file.or_else(|| Some(error.name.clone())), line: self.line.or(Some(error.line)), ..self }
    }
}

impl Record {
    /// What a method found in a search with this goal.
    pub fn of(origin: Origin, puzzle: &Puzzle, report: &Report, goal: Goal, plan: &Plan) -> Self {
        let solutions = &report.outcome.solutions;
        let (reason, remedy) = match (&report.reason, report.outcome.end) {
            (Some(reason), _) => (Some(reason.clone()), None),
            (None, End::GaveUp(why)) => {
                let (reason, remedy) = crate::remedy::gave_up(puzzle, why, plan);
                (Some(reason), Some(remedy).filter(|remedy| !remedy.is_empty()))
            }
            _ => (None, None),
        };
        Self {
            origin,
            id: puzzle.id().map(str::to_owned),
            kind: Some(puzzle.kind().id),
            outcome: Status::of(report, goal),
            solutions: report.outcome.found,
            exhausted: report.outcome.exhausted(),
            solution: solutions.first().map(rows),
            best: best(report),
            method: plan.method.to_string(),
            counters: Some(report.counters.rows().into_iter().collect()),
            seconds: report.elapsed.as_secs_f64(),
            error: None,
            reason,
            remedy,
            model: Some(plan.model),
            preset: plan.preset.map(|preset| preset.name),
            settings: Some(plan.settings(plan.method.info).into_iter().collect()),
            all_solutions: (goal == Goal::Solutions).then(|| solutions.iter().map(rows).collect()),
            left_out: report.left_out,
            warnings: Some(puzzle.warnings()).filter(|warnings| !warnings.is_empty()),
            check: None,
        }
    }

    /// What a check found.
    pub fn of_check(origin: Origin, puzzle: &Puzzle, check: &Check, plan: &Plan) -> Self {
        let checked = CheckRecord {
            verdict: check.report.word(),
            second_solution: check.report.outcome.solutions.get(1).map(rows),
            found: check.found.clone(),
        };
        Self { check: Some(checked), ..Self::of(origin, puzzle, &check.report, Goal::Number, plan) }
    }

    /// A puzzle of a kind that the method, its model or its preset is not for.
    pub fn unsuited(origin: Origin, puzzle: &Puzzle, error: &ParseError, method: &str) -> Self {
        Self {
            origin: origin.clone(),
            id: puzzle.id().map(str::to_owned),
            kind: Some(puzzle.kind().id),
            outcome: Status::GaveUp,
            ..Self::malformed(origin, error, method)
        }
    }

    /// A text that could not be read.
    pub fn malformed(origin: Origin, error: &ParseError, method: &str) -> Self {
        Self {
            origin: origin.of_error(error),
            method: method.to_owned(),
            error: Some(error.clone()),
            ..Self::default()
        }
    }

    /// On one line of JSON.
    pub fn line(&self) -> String {
        // Maps with keys of text and finite numbers always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The best that a method could leave without a solution.
pub(crate) fn best(report: &Report) -> Option<Best> {
    let in_rows = |grid: &Grid<Option<i32>>| grid.iter_rows().map(<[Option<i32>]>::to_vec).collect();
    if let Some((board, cost)) = &report.outcome.best {
        return Some(Best { board: in_rows(&board.map(|&cell| Some(cell))), cost: Some(*cost), marks: None });
    }
    let marks = report.marks.as_ref()?;
    Some(Best { board: in_rows(&marks.position().entries), cost: None, marks: Some(marks.clone()) })
}

/// The JSON Schema of a record.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Record).to_value()
}
