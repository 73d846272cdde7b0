//! Rows on standard output.

use std::io::{self, Write as _};
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::arrow::{csv, json};
use datafusion::prelude::DataFrame;
use futures::StreamExt as _;
use pencilmark_cluster::job;

use crate::AnyError;
use crate::args::Format;

/// The most rows that are printed as a table, whose columns are as wide as their widest row.
const TABLE: usize = 1000;

/// Prints batch by batch; a closed pipe is a normal end.
pub(crate) async fn print(rows: DataFrame, format: Format) -> Result<(), AnyError> {
    let schema = Arc::new(rows.schema().as_arrow().clone());
    let mut batches = job::stream(rows).await?;
    if format == Format::Table {
        let (mut shown, mut count) = (vec![RecordBatch::new_empty(schema)], 0);
        while let Some(batch) = batches.next().await
            && count <= TABLE
        {
            let batch = batch?;
            shown.push(batch.slice(0, batch.num_rows().min(TABLE - count.min(TABLE))));
            count += batch.num_rows();
        }
        say(&format!("{}\n", pretty_format_batches(&shown)?))?;
        if count > TABLE {
            eprintln!("the first {TABLE} rows; --format csv or --out FILE has all of them");
        }
        return Ok(());
    }
    if format == Format::Csv {
        // Also where there is no row.
        let mut head = csv::Writer::new(Vec::new());
        head.write(&RecordBatch::new_empty(schema))?;
        say(&String::from_utf8_lossy(&head.into_inner()))?;
    }
    while let Some(batch) = batches.next().await {
        let text = if format == Format::Csv {
            let mut lines = csv::WriterBuilder::new().with_header(false).build(Vec::new());
            lines.write(&batch?)?;
            lines.into_inner()
        } else {
            let mut objects = json::LineDelimitedWriter::new(Vec::new());
            objects.write(&batch?)?;
            objects.finish()?;
            objects.into_inner()
        };
        if !say(&String::from_utf8_lossy(&text))? {
            return Ok(());
        }
    }
    Ok(())
}

/// Prints; whether somebody still listens.
pub(crate) fn say(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
    }
}
