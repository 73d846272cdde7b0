//! The columns of what functions return, under the names of the report contract.

use pencilmark::record::Row;
use pencilmark::teach::{ExplainRecord, GradeRecord, StepRecord};

use crate::column::{Cell, Column};

/// The columns of a search.
pub(crate) const FOUND: &[Column<Row<'static>>] =
    &[KIND, OUTCOME, SOLUTIONS, EXHAUSTED, SOLUTION, ERROR, REASON, SECONDS, NODES, CHECKS];

/// The same with what a check finds beyond that.
pub(crate) const CHECKED: &[Column<Row<'static>>] = &[
    KIND,
    OUTCOME,
    Column { name: "verdict", cell: Cell::Text(|row| row.verdict) },
    SOLUTIONS,
    EXHAUSTED,
    SOLUTION,
    Column { name: "second_solution", cell: Cell::Text(|row| row.second_solution.as_deref()) },
    ERROR,
    REASON,
    SECONDS,
    NODES,
    CHECKS,
];

const KIND: Column<Row<'static>> = Column { name: "kind", cell: Cell::Text(|row| row.kind) };
const OUTCOME: Column<Row<'static>> = Column { name: "outcome", cell: Cell::Text(|row| Some(row.outcome.word())) };
const SOLUTIONS: Column<Row<'static>> = Column { name: "solutions", cell: Cell::Whole(|row| Some(row.solutions)) };
const EXHAUSTED: Column<Row<'static>> = Column { name: "exhausted", cell: Cell::Flag(|row| Some(row.exhausted)) };
const SOLUTION: Column<Row<'static>> = Column { name: "solution", cell: Cell::Text(|row| row.solution.as_deref()) };
const ERROR: Column<Row<'static>> = Column { name: "error", cell: Cell::Text(|row| row.error.as_deref()) };
const REASON: Column<Row<'static>> = Column { name: "reason", cell: Cell::Text(|row| row.reason.as_deref()) };
const SECONDS: Column<Row<'static>> = Column { name: "seconds", cell: Cell::Real(|row| row.seconds) };
const NODES: Column<Row<'static>> = Column { name: "nodes", cell: Cell::Whole(|row| Some(row.effort?.0)) };
const CHECKS: Column<Row<'static>> = Column { name: "checks", cell: Cell::Whole(|row| Some(row.effort?.1)) };

/// A record, or what is wrong with the text.
pub(crate) type Read<T> = Result<T, String>;

/// The columns of a grade.
pub(crate) const GRADE: &[Column<Read<GradeRecord>>] = &[
    Column { name: "verdict", cell: Cell::Text(|row| Some(row.as_ref().ok()?.verdict)) },
    Column { name: "level", cell: Cell::Whole(|row| row.as_ref().ok()?.level.map(u64::from)) },
    Column { name: "needs_search", cell: Cell::Flag(|row| Some(row.as_ref().ok()?.needs_search)) },
    Column { name: "score", cell: Cell::Real(|row| row.as_ref().ok()?.score) },
    Column { name: "hardest", cell: Cell::Text(|row| row.as_ref().ok()?.hardest) },
    Column { name: "bottlenecks", cell: Cell::Whole(|row| Some(row.as_ref().ok()?.bottlenecks as u64)) },
    Column { name: "er", cell: Cell::Real(|row| Some(f64::from(row.as_ref().ok()?.er?.0) / 10.0)) },
    Column { name: "ep", cell: Cell::Real(|row| Some(f64::from(row.as_ref().ok()?.ep?.0) / 10.0)) },
    Column { name: "ed", cell: Cell::Real(|row| Some(f64::from(row.as_ref().ok()?.ed?.0) / 10.0)) },
    Column { name: "gave_up", cell: Cell::Text(|row| row.as_ref().ok()?.gave_up.as_deref()) },
    Column { name: "error", cell: Cell::Text(|row| row.as_ref().err().map(String::as_str)) },
];

/// The columns of an explanation.
pub(crate) const EXPLAIN: &[Column<Read<ExplainRecord>>] = &[
    Column { name: "verdict", cell: Cell::Text(|row| Some(row.as_ref().ok()?.verdict)) },
    Column { name: "solved", cell: Cell::Flag(|row| Some(row.as_ref().ok()?.solved)) },
    Column { name: "gave_up", cell: Cell::Text(|row| row.as_ref().ok()?.gave_up.as_deref()) },
    Column { name: "steps", cell: Cell::Steps(|row| Some(&row.as_ref().ok()?.steps)) },
    Column { name: "error", cell: Cell::Text(|row| row.as_ref().err().map(String::as_str)) },
];

/// The columns of a step.
pub(crate) const STEP: &[Column<StepRecord>] = &[
    Column { name: "technique", cell: Cell::Text(|step| Some(step.technique)) },
    Column { name: "tier", cell: Cell::Whole(|step| Some(u64::from(step.tier))) },
    Column { name: "rating", cell: Cell::Real(|step| Some(f64::from(step.rating.0) / 10.0)) },
    Column { name: "text", cell: Cell::Text(|step| step.text.last().map(String::as_str)) },
];

/// The columns of a text that was written in another format, or made.
pub(crate) const TEXT: &[Column<Read<String>>] = &[
    Column { name: "text", cell: Cell::Text(|row| row.as_deref().ok()) },
    Column { name: "error", cell: Cell::Text(|row| row.as_ref().err().map(String::as_str)) },
];
