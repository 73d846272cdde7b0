//! Rows on standard output.

use std::io::{self, Write as _};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::arrow::{csv, json};
use datafusion::prelude::DataFrame;
use futures::StreamExt as _;

use crate::AnyError;
use crate::args::Format;

/// The most rows that are printed as a table, whose columns are as wide as their widest row.
const TABLE: usize = 1000;

/// Prints batch by batch; a closed pipe is a normal end.
pub(crate) async fn print(rows: DataFrame, format: Format) -> Result<(), AnyError> {
    if format == Format::Table {
        let batches = rows.limit(0, Some(TABLE + 1))?.collect().await?;
        let count: usize = batches.iter().map(RecordBatch::num_rows).sum();
        let shown = if count > TABLE { first(&batches, TABLE) } else { batches };
        say(&format!("{}\n", pretty_format_batches(&shown)?))?;
        if count > TABLE {
            eprintln!("the first {TABLE} rows; --format csv or --out FILE has all of them");
        }
        return Ok(());
    }
    let mut batches = rows.execute_stream().await?;
    let mut headed = true;
    while let Some(batch) = batches.next().await {
        let text = if format == Format::Csv {
            let mut lines = csv::WriterBuilder::new().with_header(headed).build(Vec::new());
            lines.write(&batch?)?;
            lines.into_inner()
        } else {
            let mut objects = json::LineDelimitedWriter::new(Vec::new());
            objects.write(&batch?)?;
            objects.finish()?;
            objects.into_inner()
        };
        headed = false;
        if !say(&String::from_utf8_lossy(&text))? {
            return Ok(());
        }
    }
    Ok(())
}

fn first(batches: &[RecordBatch], count: usize) -> Vec<RecordBatch> {
    let mut left = count;
    let mut taken = Vec::new();
    for batch in batches {
        let rows = batch.num_rows().min(left);
        taken.push(batch.slice(0, rows));
        left -= rows;
    }
    taken
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
