//! Results by column: gathered run by run, then a row for whoever iterates, or a table.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use pencilmark::batch::Results;
use pencilmark::record::{ANSWER, Row};
use pencilmark::table;
use pyo3::prelude::*;

use crate::column::{array, field};
use crate::table::Table;

/// Rows of a record batch.
const ROWS: usize = 1 << 16;

/// The results of a run.
pub(super) struct Rows(pub(super) table::Table<Row>);

impl Default for Rows {
    fn default() -> Self {
        Self(table::Table::new(ANSWER))
    }
}

impl Results for Rows {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
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
        self.rows.0.append(rows.0);
        if self.rows.0.len() >= ROWS { self.cut() } else { Ok(()) }
    }

    fn cut(&mut self) -> PyResult<()> {
        let Rows(rows) = std::mem::take(&mut self.rows);
        let columns = ANSWER.iter().zip(rows.values()).map(|(column, values)| array(column, values)).collect();
        self.batches.push(RecordBatch::try_new(schema(), columns).map_err(|error| Table::unfit(&error))?);
        Ok(())
    }

    pub(super) fn table(mut self) -> PyResult<Table> {
        if !self.rows.0.is_empty() {
            self.cut()?;
        }
        Ok(Table::new(schema(), self.batches))
    }
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(ANSWER.iter().map(field).collect::<Vec<_>>()))
}
