//! The rows of records.csv: read, however a crash left them, and appended.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{LabError, Plan, Record, Remedy, table};

/// Rows with their line numbers.
pub(crate) type Rows = Vec<(usize, Record)>;

/// The rows of a file that may end in the middle of one, and the length of the complete ones in bytes.
pub(crate) fn rows(path: &Path, bytes: &[u8]) -> Result<(Rows, usize), LabError> {
    // No field has a line break, so a row is complete when its line is.
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    if length == 0 {
        return Ok((Vec::new(), 0));
    }
    let mut reader = csv::Reader::from_reader(&bytes[..length]);
    let head = reader.headers().cloned().unwrap_or_default();
    let Some(factors) = table::factors(&head) else {
        let error = LabError::at(&path.display().to_string(), 1, 1, "these are not the columns of records");
        return Err(error.with_remedy(Remedy::RestoreFileOrUseAnotherFolder));
    };
    let mut rows = Vec::new();
    let mut row = csv::StringRecord::new();
    let mut line = 1;
    loop {
        let record = match reader.read_record(&mut row) {
            Ok(false) => return Ok((rows, length)),
            Ok(true) => {
                line = row.position().map_or(line, csv::Position::line);
                table::read_row(&row, &factors)
            }
            Err(error) => {
                line = error.position().map_or(line, csv::Position::line);
                Err(why(&error))
            }
        };
        let record = record.map_err(|error| bad_row(path, line as usize, &format!("this is not a record: {error}")))?;
        rows.push((line as usize, record));
    }
}

/// The records in the plan's order, if each is of a run of the plan, and no run has two.
pub(crate) fn planned(path: &Path, rows: Rows, plan: &Plan) -> Result<Vec<Record>, LabError> {
    let mut records: BTreeMap<u64, (usize, Record)> = BTreeMap::new();
    for (line, record) in rows {
        if let Some(what) = plan.mismatch(&record) {
            return Err(bad_row(path, line, &what));
        }
        if let Some((first, record)) = records.insert(record.run, (line, record)) {
            return Err(bad_row(path, line, &format!("run {} is already on line {first}", record.run)));
        }
    }
    Ok(records.into_values().map(|(_, record)| record).collect())
}

fn bad_row(path: &Path, line: usize, what: &str) -> LabError {
    let folder = path.parent().unwrap_or(path).to_owned();
    LabError::at(&path.display().to_string(), line, 1, what).with_remedy(Remedy::RemoveRowAndResume(folder))
}

/// What is wrong with a row; where it is, is said elsewhere.
fn why(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => format!("it has {len} of {expected_len} columns"),
        csv::ErrorKind::Utf8 { err, .. } => format!("column {} is not UTF-8 text", err.field() + 1),
        _ => error.to_string(),
    }
}

/// The longest time that records may wait to be synced to disk.
const SYNC: Duration = Duration::from_millis(250);

/// Records being appended, each immediately. A killed program loses none; a power cut loses at most a quarter of a
/// second.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    headed: bool,
    synced: Instant,
    waiting: bool,
}

impl Journal {
    pub(crate) fn new(mut file: File, path: PathBuf, length: usize) -> Result<Self, LabError> {
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(LabError::file("write", &path))?;
        Ok(Self { file, path, headed: length > 0, synced: Instant::now(), waiting: false })
    }

    /// Appends a record.
    pub fn append(&mut self, record: &Record) -> Result<(), LabError> {
        let row = table::csv(std::slice::from_ref(record), !std::mem::replace(&mut self.headed, true));
        let row = row.map_err(|error| LabError::folder(&self.path, error))?;
        self.file.write_all(&row).map_err(LabError::file("write", &self.path))?;
        self.waiting = true;
        self.sync_if_due()
    }

    /// Syncs records that have waited long enough.
    pub fn sync_if_due(&mut self) -> Result<(), LabError> {
        if self.waiting && self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Syncs all records.
    pub fn sync(&mut self) -> Result<(), LabError> {
        let result = self.file.sync_data();
        self.synced = Instant::now();
        self.waiting = false;
        result.map_err(LabError::file("write", &self.path))
    }
}
