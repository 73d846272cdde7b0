//! The folder of an experiment: everything that its report and a rerun need.
//!
//! ```text
//! experiment.toml   as written
//! instances.jsonl   the puzzles, with their solutions where known
//! manifest.json     version, commit, processor, command, seeds, hashes
//! records.csv       one row per run: appended and synced during the run, in the plan's order once all are there
//! records.parquet   the same, once all are there
//! report.html, report.md
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pencilmark::StopSignal;
use pencilmark::read::ReadOptions;

use crate::{Build, Experiment, Instance, LabError, Manifest, Plan, Record, Remedy, table, verify};

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

    /// Creates the experiment's folder and writes everything but records.
    pub fn create(&self, plan: &Plan, manifest: &Manifest) -> Result<(), LabError> {
        if self.has_experiment() {
            let remedy = Remedy::ResumeOrUseAnotherFolder(self.0.clone());
            return Err(LabError::folder(&self.0, "this folder already has records").with_remedy(remedy));
        }
        fs::create_dir_all(&self.0).map_err(LabError::file("make", &self.0))?;
        self.write(EXPERIMENT, &plan.experiment.write())?;
        let mut text = String::new();
        for instance in &plan.instances {
            let mut object = instance.puzzle.with_id(instance.id.clone()).to_json();
            object.insert("group".to_owned(), instance.group.clone().into());
            text.push_str(&serde_json::Value::Object(object).to_string());
            text.push('\n');
        }
        self.write(INSTANCES, &text)?;
        // The manifest comes last: if it exists, everything else does.
        self.write_manifest(manifest)
    }

    /// The plan of the experiment in this folder, with the puzzles as they were when it was created.
    pub fn plan(&self) -> Result<Plan, LabError> {
        if !self.has_experiment() {
            return Err(LabError::folder(&self.0, "there is no experiment here").with_remedy(Remedy::RunExperiment));
        }
        let (path, text) = self.read(EXPERIMENT)?;
        let experiment = Experiment::parse(&path, &text)?;
        let (instances_path, lines) = self.read(INSTANCES)?;
        let puzzles = pencilmark::read::read(&instances_path, &lines, &ReadOptions::default());
        let mut instances = Vec::new();
        for (line, puzzle) in lines.lines().filter(|line| !line.trim().is_empty()).zip(puzzles) {
            let puzzle = puzzle.map_err(Box::new)?;
            let object: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
            let group = object["group"].as_str().unwrap_or_default();
            instances.push(Instance::new(puzzle.id().unwrap_or_default(), group, puzzle.clone()));
        }
        Plan::with_instances(experiment, (&path, &text), instances, 1, &StopSignal::default())
    }

    /// The manifest.
    pub fn manifest(&self) -> Result<Manifest, LabError> {
        let (path, text) = self.read(MANIFEST)?;
        serde_json::from_str(&text).map_err(|error| {
            LabError::at(&path, error.line(), error.column(), format!("this is not a manifest: {error}"))
        })
    }

    /// Whether records.csv is unchanged since the run finished; `true` while it has not.
    pub fn is_intact(&self) -> Result<bool, LabError> {
        let Some(written) = self.manifest()?.records_digest else { return Ok(true) };
        Ok(verify::digest(&self.file(RECORDS))? == written)
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
        if !was.same_experiment(&now) {
            let what = "the experiment or its puzzles have changed since the first record was written";
            return Err(LabError::folder(&self.0, what).with_remedy(Remedy::UseAnotherFolder));
        }
        Ok(was)
    }

    /// The records so far, in the plan's order; an incomplete last row, as a crash leaves it, is skipped.
    pub fn records(&self) -> Result<Vec<Record>, LabError> {
        let path = self.file(RECORDS);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let bytes = fs::read(&path).map_err(LabError::file("read", &path))?;
        Ok(whole_records(&path, &bytes)?.0)
    }

    /// Opens the records for appending, and returns those that already exist. An incomplete last row is removed.
    pub fn journal(&self) -> Result<(Journal, Vec<Record>), LabError> {
        let path = self.file(RECORDS);
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = file.map_err(LabError::file("write", &path))?;
        if file.try_lock().is_err() {
            let what = "another program is writing these records";
            return Err(LabError::folder(&self.0, what).with_remedy(Remedy::WaitForOtherProgram));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(LabError::file("read", &path))?;
        let (records, length) = whole_records(&path, &bytes)?;
        file.set_len(length as u64).map_err(LabError::file("write", &path))?;
        Ok((Journal::new(file, path, length)?, records))
    }

    /// Finishes the experiment: writes all records in the plan's order, as CSV and Parquet, and marks the manifest as
    /// finished.
    pub fn finish(&self, mut manifest: Manifest, records: &mut [Record]) -> Result<(), LabError> {
        records.sort_by_key(|record| record.run);
        let mut rows = csv::Writer::from_writer(Vec::new());
        for record in records.iter() {
            rows.serialize(record).map_err(|error| LabError::folder(&self.0, error.to_string()))?;
        }
        let text = rows.into_inner().map_err(|error| LabError::folder(&self.0, error.to_string()))?;
        self.write_bytes(RECORDS, &text)?;
        let mut table = Vec::new();
        table::write_parquet(records, &mut table).map_err(|error| LabError::folder(&self.0, error.to_string()))?;
        self.write_bytes(TABLE, &table)?;
        manifest.finished = Some(Build::this().now);
        manifest.records_digest = Some(verify::digest(&self.file(RECORDS))?);
        self.write_manifest(&manifest)
    }

    /// Writes a file atomically: readers see the old one or the new one.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        self.write_bytes(name, text.as_bytes())
    }

    fn write_bytes(&self, name: &str, bytes: &[u8]) -> Result<(), LabError> {
        let (path, draft) = (self.file(name), self.file(&format!(".{name}.new")));
        let written = File::create(&draft).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        let renamed = written.and_then(|()| fs::rename(&draft, &path)).and_then(|()| sync_folder(&self.0));
        renamed.map_err(LabError::file("write", &path))
    }

    fn write_manifest(&self, manifest: &Manifest) -> Result<(), LabError> {
        let text = serde_json::to_string_pretty(manifest).unwrap_or_default();
        self.write(MANIFEST, &(text + "\n"))
    }

    fn read(&self, name: &str) -> Result<(String, String), LabError> {
        let path = self.file(name);
        let text = fs::read_to_string(&path).map_err(LabError::file("read", &path))?;
        Ok((path.display().to_string(), text))
    }
}

/// Makes sure that a new directory entry is on disk.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

const EXPERIMENT: &str = "experiment.toml";
const INSTANCES: &str = "instances.jsonl";
const MANIFEST: &str = "manifest.json";
const RECORDS: &str = "records.csv";
const TABLE: &str = "records.parquet";

/// The records in a file that may end in the middle of a row, and the length of the complete rows.
fn whole_records(path: &Path, bytes: &[u8]) -> Result<(Vec<Record>, usize), LabError> {
    // No field has a line break, so a row is complete when its line is.
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut reader = csv::Reader::from_reader(&bytes[..length]);
    let names: Vec<&str> = table::COLUMNS.iter().map(|(name, _)| *name).collect();
    if length > 0 && reader.headers().is_ok_and(|head| head.iter().ne(names)) {
        let error = LabError::at(&path.display().to_string(), 1, 1, "these are not the columns of records");
        return Err(error.with_remedy(Remedy::RestoreFileOrUseAnotherFolder));
    }
    let mut records: BTreeMap<u64, Record> = BTreeMap::new();
    for row in reader.deserialize::<Record>() {
        let record = row.map_err(|error| {
            let line = error.position().map_or(0, csv::Position::line) as usize;
            let folder = path.parent().unwrap_or(path).to_owned();
            LabError::at(&path.display().to_string(), line, 1, format!("this is not a record: {error}"))
                .with_remedy(Remedy::RemoveRowAndResume(folder))
        })?;
        records.insert(record.run, record);
    }
    Ok((records.into_values().collect(), length))
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
    fn new(mut file: File, path: PathBuf, length: usize) -> Result<Self, LabError> {
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(LabError::file("write", &path))?;
        Ok(Self { file, path, headed: length > 0, synced: Instant::now(), waiting: false })
    }

    /// Appends a record.
    pub fn append(&mut self, record: &Record) -> Result<(), LabError> {
        let mut row = csv::WriterBuilder::new().has_headers(!self.headed).from_writer(Vec::new());
        let written = row.serialize(record).map_err(|error| LabError::folder(&self.path, error.to_string()));
        self.headed = true;
        written?;
        let row = row.into_inner().map_err(|error| LabError::folder(&self.path, error.to_string()))?;
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
