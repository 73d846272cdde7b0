//! Instances: the puzzles of an experiment, each with a name, a group and a hash that travels with the records.

use std::fmt::Write as _;
use std::path::Path;

use pencilmark::{Budget, GenerateError, Hints, Puzzle, ReadOptions, Spec, StopSignal};
use sha2::{Digest as _, Sha256};

use crate::LabError;
use crate::experiment::Instances;

/// A puzzle of an experiment.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its name, unique in the experiment.
    pub id: String,
    /// The group it belongs to.
    pub group: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// A hash of the puzzle alone: neither of its name nor of its solution.
    pub hash: String,
}

impl Instance {
    /// A puzzle as an instance.
    pub fn new(id: impl Into<String>, group: impl Into<String>, puzzle: Puzzle) -> Self {
        let mut object = puzzle.to_json();
        object.retain(|key, _| !["id", "solution", "entries", "marks"].contains(&key.as_str()));
        let text = serde_json::Value::Object(object).to_string();
        let hash = digest(text.as_bytes())[..16].to_owned();
        Self { id: one_line(&id.into()), group: one_line(&group.into()), puzzle, hash }
    }

    /// Rows and columns as `8x8`.
    pub fn size(&self) -> String {
        let (rows, cols) = self.puzzle.shape();
        format!("{rows}x{cols}")
    }
}

/// Puzzles that one group may have.
const MOST: usize = 1_000_000;

/// SHA-256 in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Without line breaks and the like: a record is a line.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(|letter: char| letter.is_control(), " ")
}

/// How long generating one puzzle may take.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

impl Instances {
    /// A built-in set.
    pub fn built_in(name: &str) -> Self {
        Self { corpus: Some(name.to_owned()), ..Self::default() }
    }

    /// The group's name.
    pub fn name(&self) -> String {
        if let Some(group) = &self.group {
            return group.clone();
        }
        if let Some(corpus) = &self.corpus {
            return corpus.clone();
        }
        if let [first, rest @ ..] = &self.files[..] {
            let name = Path::new(first).file_name().map_or(first.clone(), |name| name.to_string_lossy().into_owned());
            return if rest.is_empty() { name } else { format!("{name} and {} more", rest.len()) };
        }
        let mut name = self.kind.clone().unwrap_or_default();
        name.extend(self.size.iter().map(|size| format!(" {size}")));
        name.extend(self.stars.iter().map(|stars| format!(" {stars} stars")));
        name.extend(self.missing.iter().map(|missing| format!(" {missing} missing")));
        name + if self.minimal { " minimal" } else { "" }
    }

    /// The puzzles: read, or generated in parallel on `threads` threads. `tell` hears how many there are so far.
    pub fn load(
        &self,
        threads: usize,
        stop: &StopSignal,
        tell: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Instance>, LabError> {
        if let (Some(corpus), Some(kind)) = (&self.corpus, &self.kind) {
            let what = format!("`corpus` ({corpus}) and `kind` ({kind}) are two sources; leave one out");
            return Err(LabError::Request(what));
        }
        let sources = [self.corpus.is_some(), !self.files.is_empty(), self.is_generated()];
        if sources.iter().filter(|given| **given).count() != 1 {
            let what =
                "instances need one source: `corpus` (a built-in set), `files`, or `kind` with `size` to generate";
            return Err(LabError::Request(what.to_owned()));
        }
        if self.count.is_some_and(|count| count > MOST) {
            return Err(LabError::Request(format!(
                "at most {} puzzles make a group",
                crate::words::grouped(MOST as u64)
            )));
        }
        let group = self.name();
        let puzzles = if let Some(corpus) = &self.corpus {
            built_in(corpus)?
        } else if self.files.is_empty() {
            self.generate(threads, stop, tell)?
        } else {
            self.read()?
        };
        let taken = puzzles.into_iter().take(self.count.unwrap_or(usize::MAX));
        let instances: Vec<Instance> = taken
            .enumerate()
            .map(|(index, puzzle)| {
                let id = puzzle.id().map_or_else(|| format!("{group} #{}", index + 1), str::to_owned);
                Instance::new(id, group.clone(), puzzle)
            })
            .collect();
        if instances.is_empty() {
            return Err(LabError::Request(format!("the group `{group}` has no puzzle")));
        }
        Ok(instances)
    }

    fn is_generated(&self) -> bool {
        self.corpus.is_none() && self.files.is_empty() && self.kind.is_some()
    }

    fn hints(&self) -> Hints {
        Hints { stars: self.stars, ..Hints::default() }
    }

    fn read(&self) -> Result<Vec<Puzzle>, LabError> {
        let options = ReadOptions { kind: self.kind.clone(), format: None, hints: self.hints() };
        let mut puzzles = Vec::new();
        for file in &self.files {
            let bytes = std::fs::read(file).map_err(LabError::file("read", Path::new(file)))?;
            let text = pencilmark::decode(file, &bytes).map_err(Box::new)?;
            for puzzle in pencilmark::read(file, text, &options) {
                puzzles.push(puzzle.map_err(Box::new)?);
            }
        }
        Ok(puzzles)
    }

    fn generate(
        &self,
        threads: usize,
        stop: &StopSignal,
        tell: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Puzzle>, LabError> {
        let id = self.kind.as_deref().unwrap_or_default();
        let kind = pencilmark::kind(id).ok_or_else(|| {
            let known: Vec<&str> = pencilmark::kinds().iter().map(|entry| entry.info.id).collect();
            LabError::Request(format!("there is no kind `{id}`; choose one of {}", known.join(", ")))
        })?;
        let spec = Spec {
            size: self.size.as_deref().map(parse_size).transpose()?,
            hints: self.hints(),
            missing: self.missing,
            minimal: self.minimal,
            several_ok: self.several_ok,
            budget: Budget { time: Some(PATIENCE), stop: stop.clone(), ..Budget::default() },
        };
        let count = self.count.unwrap_or(crate::plan::INSTANCES);
        let name = self.name();
        let made = crate::pool::map(count, threads, tell, |index| {
            pencilmark::generate(kind, &spec, self.seed, index as u64)
                .map(|puzzle| puzzle.with_id(format!("{name} #{}-{index}", self.seed)))
        });
        made.into_iter()
            .map(|puzzle| {
                puzzle.map_err(|error: GenerateError| match error {
                    GenerateError::Interrupted => LabError::Interrupted,
                    error => LabError::Request(format!("{name}: {error}")),
                })
            })
            .collect()
    }
}

fn built_in(name: &str) -> Result<Vec<Puzzle>, LabError> {
    pencilmark::corpus::set(name).ok_or_else(|| {
        let known: Vec<String> = pencilmark::corpus::sets().map(pencilmark::corpus::Set::name).collect();
        LabError::Request(format!("there is no built-in set `{name}`; choose one of {}", known.join(", ")))
    })
}

fn parse_size(text: &str) -> Result<(usize, usize), LabError> {
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|side| (1..=50).contains(side));
    let size = match text.split_once('x') {
        Some((rows, cols)) => side(rows).zip(side(cols)),
        None => side(text).map(|side| (side, side)),
    };
    size.ok_or_else(|| LabError::Request(format!("`{text}` is no size; write \"9\", or \"8x10\", from 1 to 50")))
}
