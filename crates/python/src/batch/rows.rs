//! Results by column: gathered run by run, then a row for whoever iterates, or a table.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, LargeStringBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pencilmark::batch::Results;
use pencilmark::record;
use pyo3::prelude::*;

use crate::table::Table;

/// Rows of a record batch.
const ROWS: usize = 1 << 16;

/// What came of a puzzle: a row of the table, and a record for whoever iterates.
#[derive(serde::Serialize)]
pub(super) struct Row {
    kind: Option<&'static str>,
    outcome: &'static str,
    solutions: u64,
    exhausted: bool,
    solution: Option<String>,
    error: Option<String>,
    reason: Option<String>,
}

/// The columns of a table of results.
fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("kind", DataType::Utf8, true),
        Field::new("outcome", DataType::Utf8, false),
        Field::new("solutions", DataType::UInt64, false),
        Field::new("exhausted", DataType::Boolean, false),
        Field::new("solution", DataType::LargeUtf8, true),
        Field::new("error", DataType::Utf8, true),
        Field::new("reason", DataType::Utf8, true),
    ]))
}

/// The results of a run, column by column.
#[derive(Default)]
pub(super) struct Rows {
    kind: Vec<Option<&'static str>>,
    outcome: Vec<&'static str>,
    solutions: Vec<u64>,
    exhausted: Vec<bool>,
    /// All solutions, one after the other, and where each ends; nothing where there is none.
    text: String,
    ends: Vec<(usize, bool)>,
    error: Vec<Option<String>>,
    reason: Vec<Option<String>>,
}

impl Results for Rows {
    fn bytes(&self) -> usize {
        let words = self.error.iter().chain(&self.reason).flatten().map(String::len).sum::<usize>();
        self.text.len() + 96 * self.ends.len() + words
    }
}

impl Rows {
    pub(super) fn add(&mut self, row: record::Row<'_>) {
        self.kind.push(row.kind);
        self.outcome.push(row.outcome.word());
        self.solutions.push(row.solutions);
        self.exhausted.push(row.exhausted);
        self.text.push_str(row.solution.as_deref().unwrap_or_default());
        self.ends.push((self.text.len(), row.solution.is_some()));
        self.error.push(row.error);
        self.reason.push(row.reason);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn row(&self, index: usize) -> Option<Row> {
        let &(end, is_there) = self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1].0 };
        Some(Row {
            kind: self.kind[index],
            outcome: self.outcome[index],
            solutions: self.solutions[index],
            exhausted: self.exhausted[index],
            solution: is_there.then(|| self.text[start..end].to_owned()),
            error: self.error[index].clone(),
            reason: self.reason[index].clone(),
        })
    }
}

/// Results as record batches.
pub(super) struct Builder {
    kind: StringBuilder,
    outcome: StringBuilder,
    solutions: UInt64Builder,
    exhausted: BooleanBuilder,
    solution: LargeStringBuilder,
    error: StringBuilder,
    reason: StringBuilder,
    rows: usize,
    batches: Vec<RecordBatch>,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            kind: StringBuilder::new(),
            outcome: StringBuilder::new(),
            solutions: UInt64Builder::new(),
            exhausted: BooleanBuilder::new(),
            solution: LargeStringBuilder::with_capacity(ROWS, 81 * ROWS),
            error: StringBuilder::new(),
            reason: StringBuilder::new(),
            rows: 0,
            batches: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, rows: &Rows) -> PyResult<()> {
        let mut start = 0;
        for (index, &(end, is_there)) in rows.ends.iter().enumerate() {
            self.kind.append_option(rows.kind[index]);
            self.outcome.append_value(rows.outcome[index]);
            self.solution.append_option(is_there.then(|| &rows.text[start..end]));
            self.error.append_option(rows.error[index].as_deref());
            self.reason.append_option(rows.reason[index].as_deref());
            start = end;
        }
        self.solutions.append_slice(&rows.solutions);
        self.exhausted.append_slice(&rows.exhausted);
        self.rows += rows.ends.len();
        if self.rows >= ROWS { self.cut() } else { Ok(()) }
    }

    fn cut(&mut self) -> PyResult<()> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.kind.finish()),
            Arc::new(self.outcome.finish()),
            Arc::new(self.solutions.finish()),
            Arc::new(self.exhausted.finish()),
            Arc::new(self.solution.finish()),
            Arc::new(self.error.finish()),
            Arc::new(self.reason.finish()),
        ];
        self.rows = 0;
        self.batches.push(RecordBatch::try_new(schema(), columns).map_err(|error| Table::unfit(&error))?);
        Ok(())
    }

    pub(super) fn table(mut self) -> PyResult<Table> {
        if self.rows > 0 {
            self.cut()?;
        }
        Ok(Table::new(schema(), self.batches))
    }
}
