//! One query: tables from files, and its rows to a file or to standard output.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::streaming::StreamingTable;
use datafusion::common::exec_datafusion_err;
use datafusion::config::TableParquetOptions;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::execution::TaskContext;
use datafusion::physical_plan::SendableRecordBatchStream;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::PartitionStream;
use datafusion::prelude::{CsvReadOptions, DataFrame, JsonReadOptions, ParquetReadOptions, SessionContext};
use futures::StreamExt as _;

use crate::job;

/// What cannot be done with a file.
#[derive(Debug, thiserror::Error)]
pub enum SqlError {
    /// A file of another format.
    #[error("`{0}` is neither Parquet nor CSV nor JSON; let its name end with .parquet, .csv, .json or .jsonl")]
    Format(String),
    /// A folder without such files.
    #[error("there is no .parquet, .csv, .json or .jsonl file in `{0}`")]
    Empty(String),
    /// A folder with several formats.
    #[error("`{0}` has both {1} and {2} files; put them into folders of their own")]
    Mixed(String, String, String),
    /// A table without a name.
    #[error("`{0}` is not of the form name=path")]
    Table(String),
    /// A file that cannot be read or written.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// Anything that the engine says.
    #[error(transparent)]
    Query(#[from] datafusion::error::DataFusionError),
}

impl SqlError {
    /// Whether a connection broke, and not the query.
    pub fn is_lost(&self) -> bool {
        let text = self.to_string();
        matches!(self, Self::Query(_))
            && ["h2 protocol", "transport error", "tcp connect"].iter().any(|word| text.contains(word))
    }
}

#[derive(Clone, Copy)]
enum Format {
    Parquet,
    Csv,
    Json,
}

impl Format {
    /// By the end of a name, which is given back with its dot.
    fn of(path: &Path) -> Option<(Self, String)> {
        let ending = path.extension()?.to_str()?;
        let format = match ending {
            "parquet" => Self::Parquet,
            "csv" => Self::Csv,
            "json" | "jsonl" | "ndjson" => Self::Json,
            _ => return None,
        };
        Some((format, format!(".{ending}")))
    }

    /// Of a file, or of the files in a folder, all of which must be of one format.
    fn found(path: &str) -> Result<(Self, String), SqlError> {
        if let Some(known) = Self::of(Path::new(path)) {
            return Ok(known);
        }
        let folder = std::fs::read_dir(path).map_err(|_| SqlError::Format(path.to_owned()))?;
        let known = folder.filter_map(|entry| Self::of(&entry.ok()?.path()));
        let mut endings: Vec<(Self, String)> = known.collect();
        endings.sort_by(|(_, one), (_, other)| one.cmp(other));
        endings.dedup_by(|(_, one), (_, other)| one == other);
        match &endings[..] {
            [] => Err(SqlError::Empty(path.to_owned())),
            [_] => Ok(endings.remove(0)),
            [(_, one), (_, other), ..] => Err(SqlError::Mixed(path.to_owned(), one.clone(), other.clone())),
        }
    }
}

/// Makes the file, or the folder of files, of `name=path` a table.
pub async fn add_table(session: &SessionContext, table: &str) -> Result<(), SqlError> {
    let (name, path) = table.split_once('=').ok_or_else(|| SqlError::Table(table.to_owned()))?;
    let (format, ending) = Format::found(path)?;
    // A table of no files is not an error for the engine.
    std::fs::metadata(path).map_err(|error| SqlError::File(path.to_owned(), error))?;
    // Executors have working folders of their own.
    let path = std::path::absolute(path).map_err(|error| SqlError::File(path.to_owned(), error))?;
    let path = path.to_string_lossy();
    match format {
        Format::Parquet => {
            let options = ParquetReadOptions { file_extension: &ending, ..ParquetReadOptions::default() };
            session.register_parquet(name, path, options).await?;
        }
        Format::Csv => session.register_csv(name, path, CsvReadOptions::new().file_extension(&ending)).await?,
        Format::Json => {
            let options = JsonReadOptions { file_extension: &ending, ..JsonReadOptions::default() };
            session.register_json(name, path, options).await?;
        }
    }
    Ok(())
}

/// Writes the rows of a query to a file, and counts them in `written` on the way. The file has its name only once it is
/// complete, wherever the query runs: executors hand their rows to this process, so that a task that is done again
/// after a loss leaves nothing behind.
pub async fn write(rows: DataFrame, path: &str, written: &Arc<AtomicU64>) -> Result<(), SqlError> {
    let (format, _) = Format::of(Path::new(path)).ok_or_else(|| SqlError::Format(path.to_owned()))?;
    let draft = draft(path);
    let done = write_draft(rows, format, &draft, written).await;
    let done =
        done.and_then(|()| std::fs::rename(&draft, path).map_err(|error| SqlError::File(path.to_owned(), error)));
    if done.is_err() {
        discard(path);
    }
    done
}

/// What a file is called until it is complete.
fn draft(path: &str) -> String {
    format!("{path}.{}.part", std::process::id())
}

/// Removes what is left of a file that will not be complete: also the pieces beside it, with longer names, that a writer makes.
pub fn discard(path: &str) {
    let draft = draft(path);
    let draft = Path::new(&draft);
    let (Some(name), Some(folder)) = (draft.file_name(), draft.parent()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if file.file_name().as_encoded_bytes().starts_with(name.as_encoded_bytes()) {
            let _ = std::fs::remove_file(file.path());
        }
    }
}

async fn write_draft(rows: DataFrame, format: Format, draft: &str, written: &Arc<AtomicU64>) -> Result<(), SqlError> {
    // The writer would say so after the work.
    std::fs::File::create(draft).map_err(|error| SqlError::File(draft.to_owned(), error))?;
    let schema: SchemaRef = Arc::new(rows.schema().as_arrow().clone());
    let parts = job::streams(rows).await?.into_iter().map(|stream| -> Arc<dyn PartitionStream> {
        let rows = Mutex::new(Some(stream));
        Arc::new(Part { schema: schema.clone(), rows, written: Arc::clone(written) })
    });
    let table = StreamingTable::try_new(schema.clone(), parts.collect())?;
    let rows = SessionContext::new().read_table(Arc::new(table))?;
    let options = DataFrameWriteOptions::new().with_single_file_output(true);
    match format {
        Format::Parquet => rows.write_parquet(draft, options, Some(parquet())).await?,
        Format::Csv => rows.write_csv(draft, options, None).await?,
        Format::Json => rows.write_json(draft, options, None).await?,
    };
    Ok(())
}

/// How Parquet is written: on all cores, which takes several row groups at a time, and these must be small to be held in memory. Boards are digits that
/// zstd's first level packs as well as its third (benchmarks/cluster.md), and hardly two are the same.
fn parquet() -> TableParquetOptions {
    let mut options = TableParquetOptions::new();
    let global = &mut options.global;
    global.compression = Some("zstd(1)".to_owned());
    global.statistics_enabled = Some("chunk".to_owned());
    global.max_row_group_size = 1 << 18;
    global.maximum_parallel_row_group_writers = std::thread::available_parallelism().map_or(2, |cores| cores.get() + 2);
    global.maximum_buffered_record_batches_per_stream = 32;
    options
}

/// A part of a query's rows, on its way to a file.
struct Part {
    schema: SchemaRef,
    rows: Mutex<Option<SendableRecordBatchStream>>,
    written: Arc<AtomicU64>,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part").finish_non_exhaustive()
    }
}

impl PartitionStream for Part {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner).take();
        let written = Arc::clone(&self.written);
        let Some(rows) = rows else {
            let again = futures::stream::once(async { Err(exec_datafusion_err!("rows can be read once")) });
            return Box::pin(RecordBatchStreamAdapter::new(self.schema.clone(), again));
        };
        let counted = rows.inspect(move |batch| {
            let rows = batch.as_ref().map_or(0, datafusion::arrow::array::RecordBatch::num_rows);
            written.fetch_add(rows as u64, Ordering::Relaxed);
        });
        Box::pin(RecordBatchStreamAdapter::new(self.schema.clone(), counted))
    }
}
