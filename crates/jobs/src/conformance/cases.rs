//! The puzzles of a folder, with what is known about them.
//!
//! Known answers: `solutions` of a JSON Lines file (0, 1, or 2 for several), `INDEX.tsv` of a seeds folder (exact
//! counts), and for the Sudoku line files one solution each, but several in `several-solutions`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pencilmark::read::ReadOptions;
use pencilmark::{ParseError, Puzzle};

use super::Conformance;

/// Large line files are sampled, unless all of them is asked for.
const SAMPLE: usize = 300;

/// What is known about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Exactly so many.
    Exactly(usize),
    /// At least so many.
    AtLeast(usize),
    /// Nobody knows.
    Open,
}

/// A puzzle to be solved.
pub(super) struct Case {
    /// The file, or for seeds the folder, that it counts for.
    pub(super) file: String,
    pub(super) puzzle: Result<Puzzle, ParseError>,
    pub(super) known: Known,
}

impl Conformance {
    /// All puzzles that are asked for.
    pub(super) fn cases(&self) -> Result<Vec<Case>, String> {
        let mut cases = Vec::new();
        let index = read_index(&self.folder.join("seeds").join("INDEX.tsv"));
        for path in files(&self.folder)? {
            let file = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if self.only.as_deref().is_some_and(|only| !file.contains(only)) {
                continue;
            }
            let seed = file.strip_prefix("seeds/").and_then(|name| index.get(name)).copied();
            let in_seeds = file.starts_with("seeds/");
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            let lines = ending == "txt" && !in_seeds;
            // Positions with known techniques are no puzzles with known answers.
            if !(lines || ending == "jsonl" || seed.is_some()) || file.starts_with("techniques/") {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(|error| format!("cannot read {file}: {error}"))?;
            let text = pencilmark::read::decode(&file, &bytes).map_err(|error| error.to_string())?;
            let stated: Vec<Option<Known>> = text.lines().filter(|line| !line.trim().is_empty()).map(stated).collect();
            let mut puzzles = pencilmark::read::read(&file, &text, &ReadOptions::default());
            if lines && !self.all && puzzles.len() > SAMPLE {
                let step = puzzles.len() / SAMPLE;
                puzzles = puzzles.into_iter().step_by(step).take(SAMPLE).collect();
            }
            let several = file.contains("several");
            for (place, puzzle) in puzzles.into_iter().enumerate() {
                let known = match seed {
                    Some(known) => known,
                    None if lines && several => Known::AtLeast(2),
                    None if lines => Known::Exactly(1),
                    None => stated.get(place).copied().flatten().unwrap_or(Known::Open),
                };
                let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
                let group = if in_seeds { folder.to_owned() } else { file.clone() };
                cases.push(Case { file: group, puzzle, known });
            }
        }
        if cases.is_empty() {
            return Err(format!("no puzzles in {}", self.folder.display()));
        }
        Ok(cases)
    }
}

/// The files below a folder, in order.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut all = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(files(&path)?);
        } else {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

/// The field `solutions` of a line of JSON.
fn stated(line: &str) -> Option<Known> {
    let object: serde_json::Value = serde_json::from_str(line).ok()?;
    match object.get("solutions")?.as_u64()? {
        2.. => Some(Known::AtLeast(2)),
        count => Some(Known::Exactly(count as usize)),
    }
}

/// File -> count, from lines such as `hidato/a.txt<TAB>source<TAB>solutions=1000+<TAB>note`.
fn read_index(path: &Path) -> BTreeMap<String, Known> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let entry = |line: &str| {
        let mut fields = line.split('\t');
        let file = fields.next()?.to_owned();
        let count = fields.find_map(|field| field.strip_prefix("solutions="))?;
        let known = match count.strip_suffix('+') {
            Some(least) => Known::AtLeast(least.parse().ok()?),
            None => Known::Exactly(count.parse().ok()?),
        };
        Some((file, known))
    };
    text.lines().filter_map(entry).collect()
}
