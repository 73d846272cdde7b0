//! Instances: the puzzles of an experiment, each with a name, a group and a hash that every record carries.

use std::fmt::Write as _;
use std::io::Cursor;

use pencilmark::batch::Input;
use pencilmark::read::ReadOptions;
use pencilmark::registry::{Generator, Scalar};
use pencilmark::{Budget, GenerateError, Puzzle, Settings, Spec, StopSignal};
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
    /// A hash of the puzzle alone, without its name and its solution.
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

    /// The kind, and a number that puzzles share if one is the other turned, reflected or with its digits renamed.
    pub fn likeness(&self) -> (&'static str, u64) {
        (self.puzzle.kind().id, pencilmark::front::likeness(&self.puzzle))
    }

    /// Rows and columns as `8x8`.
    pub fn size(&self) -> String {
        let (rows, cols) = self.puzzle.shape();
        format!("{rows}x{cols}")
    }
}

/// The most puzzles in a group.
const MAX_INSTANCES: usize = 1_000_000;

/// SHA-256 in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The text without control characters, because a record is a line.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(|letter: char| letter.is_control(), " ")
}

/// The time limit for generating one puzzle.
const GENERATION_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(60);

impl Instances {
    /// A built-in set.
    pub fn built_in(name: &str) -> Self {
        Self { corpus: Some(name.to_owned()), ..Self::default() }
    }

    /// The same with a setting of the kind.
    pub fn with(mut self, name: &str, value: impl Into<Scalar>) -> Self {
        self.settings.set(name, value);
        self
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
            let name = first.file_name().unwrap_or(first.as_os_str()).to_string_lossy().into_owned();
            return if rest.is_empty() { name } else { format!("{name} and {} more", rest.len()) };
        }
        let mut name = self.kind.clone().unwrap_or_default();
        let settings = self.one_choice();
        name.extend(settings.get(Settings::SIZE).map(|size| format!(" {size}")));
        for (setting, value) in settings.iter().filter(|(setting, _)| *setting != Settings::SIZE) {
            match value.to_string().as_str() {
                "yes" => name.extend([" ", setting]),
                "no" => {}
                value => name.extend([" ", value, " ", setting]),
            }
        }
        name
    }

    /// Reads the puzzles, or generates them on `threads` threads. `progress` is called with the number so far.
    pub fn load(
        &self,
        threads: usize,
        stop: &StopSignal,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Instance>, LabError> {
        let (instances, all) = self.load_until(threads, stop, progress)?;
        if all { Ok(instances) } else { Err(LabError::Interrupted) }
    }

    /// The same with what was generated before `stop` was raised, and whether that is all.
    pub(crate) fn load_until(
        &self,
        threads: usize,
        stop: &StopSignal,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(Vec<Instance>, bool), LabError> {
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
        self.check_settings()?;
        if self.count.is_some_and(|count| count > MAX_INSTANCES) {
            return Err(LabError::Request(format!(
                "a group has at most {} puzzles",
                pencilmark::front::display::grouped(MAX_INSTANCES as u64)
            )));
        }
        let group = self.name();
        let (puzzles, all) = if let Some(corpus) = &self.corpus {
            (built_in(corpus)?, true)
        } else if self.files.is_empty() {
            self.generate(threads, stop, progress)?
        } else {
            (self.read(stop)?, true)
        };
        let taken = puzzles.into_iter().take(self.count.unwrap_or(usize::MAX));
        let instances: Vec<Instance> = taken
            .enumerate()
            .map(|(index, puzzle)| {
                let id = puzzle.id().map_or_else(|| format!("{group} #{}", index + 1), str::to_owned);
                Instance::new(id, group.clone(), puzzle)
            })
            .collect();
        if instances.is_empty() && all {
            return Err(LabError::Request(format!("the group `{group}` is empty")));
        }
        Ok((instances, all))
    }

    /// The first value of every setting.
    fn one_choice(&self) -> Settings {
        self.settings.each().into_iter().next().unwrap_or_default()
    }

    fn is_generated(&self) -> bool {
        self.corpus.is_none() && self.files.is_empty() && self.kind.is_some()
    }

    /// Fails if a setting is none of the kind's, or of any kind where the kind is not named.
    fn check_settings(&self) -> Result<(), LabError> {
        let wanted = self.kind.as_deref().and_then(pencilmark::registry::kind);
        let of_kind =
            |entry: &&'static pencilmark::registry::KindEntry| wanted.is_none_or(|kind| kind.info.id == entry.info.id);
        let mut errors = Vec::new();
        for entry in pencilmark::registry::kinds().iter().copied().filter(of_kind) {
            match self.one_choice().for_kind(entry.info) {
                Ok(_) => return Ok(()),
                Err(error) => errors.push(error.to_string()),
            }
        }
        errors.into_iter().next().map_or(Ok(()), |error| Err(LabError::Request(error)))
    }

    fn read(&self, stop: &StopSignal) -> Result<Vec<Puzzle>, LabError> {
        let options = ReadOptions {
            kind: self.kind.clone(),
            format: None,
            settings: self.one_choice(),
            ..ReadOptions::default()
        };
        let mut puzzles = Vec::new();
        for file in &self.files {
            let bytes = std::fs::read(file).map_err(LabError::file("read", file))?;
            let name = file.to_string_lossy();
            let mut wrong = None;
            // Piece by piece: a long text can be interrupted, and is not read beyond what is wrong with it.
            Input::reader(&name, || Ok(Cursor::new(bytes))).read_while(&options, |puzzle| {
                match puzzle {
                    Ok(puzzle) => puzzles.push(puzzle),
                    Err(error) => wrong = Some(error),
                }
                wrong.is_none() && !stop.is_raised()
            });
            if stop.is_raised() {
                return Err(LabError::Interrupted);
            }
            if let Some(error) = wrong {
                return Err(Box::new(error).into());
            }
        }
        Ok(puzzles)
    }

    fn generate(
        &self,
        threads: usize,
        stop: &StopSignal,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(Vec<Puzzle>, bool), LabError> {
        let id = self.kind.as_deref().unwrap_or_default();
        let kind = pencilmark::registry::kind(id).ok_or_else(|| {
            let choices = pencilmark::registry::choices(id, pencilmark::registry::kind_names());
            LabError::Request(format!("there is no kind `{id}`; {choices}"))
        })?;
        let budget = Budget { time: Some(GENERATION_TIMEOUT), stop: stop.clone(), ..Budget::default() };
        let name = self.name();
        let settings = pencilmark::registry::settings_to_generate(id, &self.one_choice())
            .map_err(|error| LabError::Request(format!("{name}: {error}")))?;
        let generator = Generator::new(kind, &Spec { settings, budget, ..Spec::default() })
            .map_err(|error| LabError::Request(format!("{name}: {error}")))?;
        let count = self.count.unwrap_or(crate::plan::DEFAULT_INSTANCES);
        let made = pencilmark::batch::map(count, threads, progress, |index| {
            generator
                .generate(self.seed, index as u64)
                .map(|made| made.puzzle.with_id(format!("{name} #{}-{index}", self.seed)))
        });
        let mut puzzles = Vec::with_capacity(count.min(made.len()));
        for puzzle in made {
            match puzzle {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(GenerateError::Interrupted) => {}
                Err(error) => return Err(LabError::Request(format!("{name}: {error}"))),
            }
        }
        let all = puzzles.len() == count;
        Ok((puzzles, all))
    }
}

fn built_in(name: &str) -> Result<Vec<Puzzle>, LabError> {
    pencilmark::corpus::set(name).ok_or_else(|| {
        LabError::Request(format!("there is no built-in set `{name}`; {}", pencilmark::corpus::choices(name)))
    })
}
