//! Results by column: gathered run by run, then a row for whoever iterates, or a table.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use pencilmark::batch::{Item, Job, Plans, Results};
use pencilmark::record::{ANSWER, Goal, Row, rows};
use pencilmark::{Answer, Grid, SolveError, table};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::column::{array, field};
use crate::object::from_json;
use crate::table::Table;

/// Rows of a record batch.
const ROWS: usize = 1 << 16;

/// The results of a run.
pub(super) struct Rows {
    pub(super) table: table::Table<Row>,
    /// The first solution of each puzzle, where records are made; columns have its text alone.
    pub(super) solutions: Vec<Option<Answer>>,
}

impl Default for Rows {
    fn default() -> Self {
        Self { table: table::Table::new(ANSWER), solutions: Vec::new() }
    }
}

impl Rows {
    /// The fields of a puzzle's record, with the solution as rows and as text.
    pub(super) fn fields<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(row) = self.table.object(index) else { return Ok(None) };
        let solution = self.solutions.get(index).and_then(Option::as_ref);
        let fields = PyDict::new(py);
        for (name, value) in &row {
            let value = from_json(py, value)?;
            if name == "solution" {
                fields.set_item(name, solution.map(rows))?;
                fields.set_item("solution_text", value)?;
            } else {
                fields.set_item(name, value)?;
            }
        }
        Ok(Some(fields))
    }
}

impl Results for Rows {
    fn bytes(&self) -> usize {
        let cells: usize = self.solutions.iter().flatten().map(|answer| answer.things().len()).sum();
        self.table.bytes() + cells * size_of::<i32>()
    }
}

/// Solves a puzzle for a record: its row, and its first solution.
pub(super) fn solve(item: &Item<'_>, goal: Goal, plans: &Plans<'_>) -> Result<(Row, Option<Answer>), SolveError> {
    if let Some(line) = item.known_solution() {
        let digits = line.bytes().map(|digit| i32::from(digit - b'0')).collect();
        return Ok((item.row(Job::Solve, goal, plans)?, Grid::new(9, 9, digits)));
    }
    let Ok(puzzle) = item.puzzle() else { return Ok((item.row(Job::Solve, goal, plans)?, None)) };
    let plan = plans.get(puzzle.kind())?;
    let report = puzzle.solver().plan(plan).run()?;
    let row = Row::of_report(puzzle, &report, goal, plan);
    Ok((row, report.solution().cloned()))
}

/// Results as record batches.
#[derive(Default)]
pub(super) struct Builder {
    /// Rows that are not in a batch yet.
    rows: Rows,
    batches: Vec<RecordBatch>,
}

impl Builder {
    pub(super) fn add(&mut self, rows: Rows) -> PyResult<()> {
        self.rows.table.append(rows.table);
        if self.rows.table.len() >= ROWS { self.cut() } else { Ok(()) }
    }

    fn cut(&mut self) -> PyResult<()> {
        let Rows { table: rows, .. } = std::mem::take(&mut self.rows);
        let columns = ANSWER.iter().zip(rows.values()).map(|(column, values)| array(column, values)).collect();
        self.batches.push(RecordBatch::try_new(schema(), columns).map_err(|error| Table::unfit(&error))?);
        Ok(())
    }

    pub(super) fn table(mut self) -> PyResult<Table> {
        if !self.rows.table.is_empty() {
            self.cut()?;
        }
        Ok(Table::new(schema(), self.batches))
    }
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(ANSWER.iter().map(field).collect::<Vec<_>>()))
}
