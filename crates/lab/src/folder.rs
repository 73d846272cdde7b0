//! The folder of an experiment: everything that its report needs, and everything that a second run needs.
//!
//! ```text
//! experiment.toml   as it was written down
//! instances.jsonl   the puzzles, with their solutions where known
//! manifest.json     version, commit, processor, command, seeds, hashes
//! records.csv       one row a run: appended and synced while runs are open, in the plan's order once all are there
//! records.parquet   the same, once all are there
//! report.html, report.md
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pencilmark::{ReadOptions, StopSignal};

use crate::{Build, Experiment, Instance, LabError, Manifest, Plan, Record, table, verify};

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
    pub fn is_begun(&self) -> bool {
        self.file(MANIFEST).exists()
    }

    /// Begins an experiment here: writes all but records.
    pub fn begin(&self, plan: &Plan, manifest: &Manifest) -> Result<(), LabError> {
        if self.is_begun() {
            let what = format!(
                "there are records here already; go on with `--resume {}`, or choose another folder with `--out`",
                self.0.display()
            );
            return Err(LabError::folder(&self.0, what));
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
        // The manifest comes last: where it is, everything else is.
        self.write_manifest(manifest)
    }

    /// The plan of the experiment that was begun here, with the puzzles as they were then.
    pub fn plan(&self) -> Result<Plan, LabError> {
        if !self.is_begun() {
            let what = "there is no experiment here; `pencilmark compare … --out DIR` makes one";
            return Err(LabError::folder(&self.0, what));
        }
        let (path, text) = self.read(EXPERIMENT)?;
        let experiment = Experiment::parse(&path, &text)?;
        let (instances_path, lines) = self.read(INSTANCES)?;
        let puzzles = pencilmark::read(&instances_path, &lines, &ReadOptions::default());
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
        serde_json::from_str(&text)
            .map_err(|error| LabError::at(&path, error.line(), error.column(), format!("this is no manifest: {error}")))
    }

    /// Whether records.csv is the file that the run wrote when it was done; `true` while runs are open.
    pub fn is_intact(&self) -> Result<bool, LabError> {
        let Some(written) = self.manifest()?.records_digest else { return Ok(true) };
        Ok(verify::digest(&self.file(RECORDS))? == written)
    }

    /// The manifest to go on with: of the same experiment, and of the same program, for records of another do not go together.
    pub fn manifest_to_resume(&self, plan: &Plan) -> Result<Manifest, LabError> {
        let was = self.manifest_for(plan)?;
        let build = Build::this();
        if was.version != build.version || was.commit != build.commit {
            let was = was.build();
            let what = format!(
                "the records were begun by Pencilmark {was}, and this is another; begin anew in another folder"
            );
            return Err(LabError::folder(&self.0, what));
        }
        if !self.is_intact()? {
            let what = "records.csv has been changed since the run was done; `pencilmark report --verify` finds where";
            return Err(LabError::folder(&self.0, what));
        }
        Ok(was)
    }

    /// The manifest, checked against the plan.
    pub fn manifest_for(&self, plan: &Plan) -> Result<Manifest, LabError> {
        let was = self.manifest()?;
        let now = Manifest::new(plan, was.threads, was.command.clone());
        if !was.same_experiment(&now) {
            let what =
                "the experiment or its puzzles have changed since the records were begun; begin anew in another folder";
            return Err(LabError::folder(&self.0, what));
        }
        Ok(was)
    }

    /// The records so far, in the plan's order; what a crash left half written is passed over.
    pub fn records(&self) -> Result<Vec<Record>, LabError> {
        let path = self.file(RECORDS);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let bytes = fs::read(&path).map_err(LabError::file("read", &path))?;
        Ok(whole_records(&path, &bytes)?.0)
    }

    /// Opens the records to append to, and hands back those that are already there. A torn last row is cut off.
    pub fn journal(&self) -> Result<(Journal, Vec<Record>), LabError> {
        let path = self.file(RECORDS);
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = file.map_err(LabError::file("write", &path))?;
        if file.try_lock().is_err() {
            let what = "another program is at work on these records; wait for it, or end it";
            return Err(LabError::folder(&self.0, what));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(LabError::file("read", &path))?;
        let (records, length) = whole_records(&path, &bytes)?;
        file.set_len(length as u64).map_err(LabError::file("write", &path))?;
        Ok((Journal::new(file, path, length)?, records))
    }

    /// Ends the experiment: all records in the plan's order, as CSV and Parquet, and the manifest says so.
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

    /// Writes a file in one piece: others see the old one or the new one.
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

/// Makes sure that a new name in a folder lasts.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

const EXPERIMENT: &str = "experiment.toml";
const INSTANCES: &str = "instances.jsonl";
const MANIFEST: &str = "manifest.json";
const RECORDS: &str = "records.csv";
const TABLE: &str = "records.parquet";

/// The records in a file that may end in the middle of a row, and the length of what is whole.
fn whole_records(path: &Path, bytes: &[u8]) -> Result<(Vec<Record>, usize), LabError> {
    // No field has a line break, so a row is whole when its line is.
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut reader = csv::Reader::from_reader(&bytes[..length]);
    let names: Vec<&str> = table::COLUMNS.iter().map(|(name, _)| *name).collect();
    if length > 0 && reader.headers().is_ok_and(|head| head.iter().ne(names)) {
        let what = "these are not the columns of records; restore the file, or begin anew in another folder";
        return Err(LabError::at(&path.display().to_string(), 1, 1, what.to_owned()));
    }
    let mut records: BTreeMap<u64, Record> = BTreeMap::new();
    for row in reader.deserialize::<Record>() {
        let record = row.map_err(|error| {
            let line = error.position().map_or(0, csv::Position::line) as usize;
            let what = format!("this is no record: {error}; remove the row and run again with --resume");
            LabError::at(&path.display().to_string(), line, 1, what)
        })?;
        records.insert(record.run, record);
    }
    Ok((records.into_values().collect(), length))
}

/// How long records may wait to be synced to disk.
const SYNC: Duration = Duration::from_millis(250);

/// Records being appended, each at once. A killed program loses none of them; a power cut a quarter of a second.
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

    /// Syncs what waits, if it has waited long enough.
    pub fn sync_if_due(&mut self) -> Result<(), LabError> {
        if self.waiting && self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Syncs what waits.
    pub fn sync(&mut self) -> Result<(), LabError> {
        let result = self.file.sync_data();
        self.synced = Instant::now();
        self.waiting = false;
        result.map_err(LabError::file("write", &self.path))
    }
}
