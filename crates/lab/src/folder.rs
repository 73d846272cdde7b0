//! The folder of an experiment: everything that its report and a rerun need.
//!
//! ```text
//! experiment.toml   as written
//! instances.jsonl   the puzzles, with their solutions where known
//! manifest.json     version, commit, processor, command, seeds, hashes
//! records.csv       one row per run: appended and synced during the run, in the plan's order once all are there
//! records.parquet   the same, once all are there
//! report.html, report.md
//! .lock             who writes to the folder
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::files::finished;
use crate::journal::{self, Rows};
use crate::{Build, Experiment, Journal, LabError, LockedFolder, Manifest, Plan, Record, Remedy, instance, table};

/// A folder with an experiment and its records.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at this path, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Whether it holds an experiment.
    pub fn has_experiment(&self) -> bool {
        self.file(MANIFEST).exists()
    }

    /// Fails if it does not.
    pub(crate) fn expect_experiment(&self) -> Result<(), LabError> {
        if self.has_experiment() {
            return Ok(());
        }
        Err(LabError::folder(&self.0, "there is no experiment here").with_remedy(Remedy::RunExperiment))
    }

    /// The plan of the experiment in this folder, with the puzzles as they were when it was created.
    pub fn plan(&self) -> Result<Plan, LabError> {
        self.expect_experiment()?;
        let (path, text) = self.read(EXPERIMENT)?;
        let experiment = Experiment::parse(&path, &text).map_err(restore)?;
        let (instances_path, lines) = self.read(INSTANCES)?;
        Plan::with_lines(experiment, (&path, &text), (&instances_path, &lines))
    }

    /// The manifest.
    pub fn manifest(&self) -> Result<Manifest, LabError> {
        let (path, text) = self.read(MANIFEST)?;
        serde_json::from_str(&text).map_err(|error| {
            // The place is said before the text, not again at its end.
            let (text, place) = (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
            let what = format!("this is not a manifest: {}", text.strip_suffix(&place).unwrap_or(&text));
            restore(LabError::at(&path, error.line().max(1), error.column().max(1), what))
        })
    }

    /// Whether records.csv is unchanged since the run finished; `true` while it has not.
    pub fn is_intact(&self) -> Result<bool, LabError> {
        let Some(written) = self.manifest()?.records_digest else { return Ok(true) };
        Ok(self.digest(RECORDS)? == written)
    }

    /// Whether records.parquet is unchanged since the run finished; `true` while it has not.
    pub fn is_table_intact(&self) -> Result<bool, LabError> {
        let Some(written) = self.manifest()?.table_digest else { return Ok(true) };
        Ok(self.file(TABLE).exists() && self.digest(TABLE)? == written)
    }

    /// The rows of records.parquet; `None` if there is none, or it cannot be read.
    pub(crate) fn table_rows(&self) -> Option<Vec<Vec<String>>> {
        File::open(self.file(TABLE)).ok().and_then(|file| table::read_parquet(file).ok())
    }

    /// The manifest to resume with: of the same experiment and the same build, because records of different builds are
    /// not comparable.
    pub fn manifest_to_resume(&self, plan: &Plan) -> Result<Manifest, LabError> {
        let was = self.manifest_for(plan)?;
        let build = Build::this();
        if was.version != build.version || was.commit != build.commit {
            let was = was.build();
            let what = format!("the records were started by another build, Pencilmark {was}");
            return Err(LabError::folder(&self.0, what).with_remedy(Remedy::UseAnotherFolder));
        }
        if !self.is_intact()? {
            let what = "records.csv has been changed since the run was finished";
            return Err(LabError::folder(&self.0, what).with_remedy(Remedy::Verify(self.0.clone())));
        }
        Ok(was)
    }

    /// The manifest, checked against the plan.
    pub fn manifest_for(&self, plan: &Plan) -> Result<Manifest, LabError> {
        let was = self.manifest()?;
        let now = Manifest::new(plan, was.threads, was.command.clone());
        // A known solution, which judges proofs, is in the file and not in the puzzle's hash.
        let puzzles_changed = !was.instances_digest.is_empty() && self.digest(INSTANCES)? != was.instances_digest;
        if puzzles_changed || !was.same_experiment(&now) {
            let file = if puzzles_changed { INSTANCES } else { EXPERIMENT };
            let what = format!("{file} has been changed since the first record was written");
            return Err(LabError::folder(&self.0, what).with_remedy(Remedy::UseAnotherFolder));
        }
        Ok(was)
    }

    /// The records so far, in the plan's order; an incomplete last row, as a crash leaves it, is skipped. A row that is
    /// not of the plan is an error.
    pub fn records(&self, plan: &Plan) -> Result<Vec<Record>, LabError> {
        let rows = self.rows()?;
        journal::planned(&self.file(RECORDS), rows, plan).map_err(|error| self.remedied(error))
    }

    /// The complete rows so far, as they are.
    pub(crate) fn rows(&self) -> Result<Rows, LabError> {
        let path = self.file(RECORDS);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound && !self.is_finished() => Vec::new(),
            Err(error) => return Err(self.unreadable(RECORDS, error)),
        };
        Ok(journal::rows(&path, &bytes).map_err(|error| self.remedied(error))?.0)
    }

    /// After the end of a run, records are not edited and resumed.
    fn remedied(&self, error: LabError) -> LabError {
        if self.is_finished() { restore(error) } else { error }
    }

    fn is_finished(&self) -> bool {
        self.manifest().is_ok_and(|manifest| manifest.finished.is_some())
    }

    /// Writes a file atomically: readers see the old one or the new one. Two programs may do this at the same time.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        self.write_draft(&format!(".{name}.{}.new", std::process::id()), name, text.as_bytes())
    }

    /// Writes the report.
    pub fn write_report(&self, full: &Document) -> Result<(), LabError> {
        REPORTS.into_iter().try_for_each(|(name, write)| self.write(name, &write(full)))
    }

    fn write_draft(&self, draft: &str, name: &str, bytes: &[u8]) -> Result<(), LabError> {
        let (path, draft) = (self.file(name), self.file(draft));
        let written = File::create(&draft).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        let renamed = written.and_then(|()| fs::rename(&draft, &path)).and_then(|()| sync_folder(&self.0));
        renamed.map_err(|error| {
            let _ = fs::remove_file(&draft);
            LabError::file("write", &path)(error)
        })
    }

    fn read(&self, name: &str) -> Result<(String, String), LabError> {
        let path = self.file(name);
        let bytes = fs::read(&path).map_err(|error| self.unreadable(name, error))?;
        let path = path.display().to_string();
        let text = LabError::decoded(&path, bytes).map_err(restore)?;
        Ok((path, text))
    }

    fn digest(&self, name: &str) -> Result<String, LabError> {
        let bytes = fs::read(self.file(name)).map_err(|error| self.unreadable(name, error))?;
        Ok(instance::digest(&bytes))
    }

    fn unreadable(&self, name: &str, error: std::io::Error) -> LabError {
        if error.kind() == ErrorKind::NotFound {
            return restore(LabError::folder(&self.0, format!("{name} is missing")));
        }
        LabError::file("read", &self.file(name))(error)
    }
}

impl LockedFolder {
    /// Writes everything but records.
    pub fn create(&self, plan: &Plan, manifest: &Manifest) -> Result<(), LabError> {
        if self.has_experiment() {
            let remedy = Remedy::ResumeOrUseAnotherFolder(self.path().to_owned());
            return Err(LabError::folder(self.path(), "this folder already has records").with_remedy(remedy));
        }
        if self.file(RECORDS).exists() {
            let what = "this folder has records, but no manifest that says where they come from";
            return Err(LabError::folder(self.path(), what).with_remedy(Remedy::UseAnotherFolder));
        }
        self.write_alone(EXPERIMENT, plan.experiment.write().as_bytes())?;
        self.write_alone(INSTANCES, plan.puzzles_as_lines().as_bytes())?;
        // The manifest comes last: if it exists, everything else does.
        self.write_manifest(manifest)
    }

    /// Opens the records for appending, and returns those that already exist. An incomplete last row is removed; a row
    /// that is not of the plan is an error.
    pub fn journal(&self, plan: &Plan) -> Result<(Journal, Vec<Record>), LabError> {
        let path = self.file(RECORDS);
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = file.map_err(LabError::file("write", &path))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(LabError::file("read", &path))?;
        let (rows, length) = journal::rows(&path, &bytes).map_err(|error| self.remedied(error))?;
        let records = journal::planned(&path, rows, plan).map_err(|error| self.remedied(error))?;
        file.set_len(length as u64).map_err(LabError::file("write", &path))?;
        Ok((Journal::new(file, path, length)?, records))
    }

    /// Finishes the experiment: writes all records in the plan's order, as CSV and Parquet, and marks the manifest as
    /// finished.
    pub fn finish(&self, manifest: &mut Manifest, records: &mut [Record]) -> Result<(), LabError> {
        let written = finished(manifest, records);
        let (rows, table) = written.map_err(|error| LabError::folder(self.path(), error))?;
        self.write_alone(RECORDS, &rows)?;
        self.write_alone(TABLE, &table)?;
        self.write_manifest(manifest)
    }

    fn write_manifest(&self, manifest: &Manifest) -> Result<(), LabError> {
        self.write_alone(MANIFEST, manifest.text().as_bytes())
    }

    /// Writes a file that nobody else writes: the draft that a kill leaves is the one that the next run overwrites.
    fn write_alone(&self, name: &str, bytes: &[u8]) -> Result<(), LabError> {
        self.write_draft(&format!(".{name}.new"), name, bytes)
    }
}

/// The same error with the remedy for a file of ours that was changed.
fn restore(error: LabError) -> LabError {
    error.with_remedy(Remedy::RestoreFileOrUseAnotherFolder)
}

/// Makes sure that a new directory entry is on disk.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

pub(crate) const EXPERIMENT: &str = "experiment.toml";
pub(crate) const INSTANCES: &str = "instances.jsonl";
pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const RECORDS: &str = "records.csv";
pub(crate) const TABLE: &str = "records.parquet";

/// How a report is written to a file.
type Write = fn(&Document) -> String;

/// The files of a report, and how to write them.
pub(crate) const REPORTS: [(&str, Write); 2] = [("report.html", Document::html), ("report.md", Document::markdown)];
