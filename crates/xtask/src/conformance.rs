//! `cargo xtask conformance FOLDER`: every puzzle of a corpora folder through the complete methods, every solution
//! judged, every count compared with the known one.
//!
//! Known answers: `solutions` of a JSON Lines file (0, 1, or 2 for several), `INDEX.tsv` of a seeds folder (exact
//! counts), and for the Sudoku line files one solution each, but several in `several-solutions`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use pencilmark::{Answer, Budget, End, MethodChoice, Options, ParseError, Puzzle, ReadOptions};
use rayon::prelude::*;

/// Large line files are sampled, unless all of them is asked for.
const SAMPLE: usize = 300;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Conformance {
    /// The folder with the corpora
    folder: PathBuf,
    /// Every puzzle of the large files, not a sample
    #[arg(long)]
    all: bool,
    /// Methods, separated by blanks
    #[arg(long, value_delimiter = ' ', default_value = "backtracking sat")]
    methods: Vec<String>,
    /// Seconds for each puzzle and method
    #[arg(long, default_value_t = 10.0)]
    timeout: f64,
    /// Only files whose path contains this
    #[arg(long)]
    only: Option<String>,
    /// Print every puzzle that disagrees or is given up
    #[arg(long)]
    verbose: bool,
    /// One at a time, with the most memory that a solve took (Linux); fails beyond 64 MiB, and beyond 512 MiB after a hand-over
    #[arg(long)]
    memory: bool,
}

/// What is known about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Exactly so many.
    Exactly(usize),
    /// At least so many.
    AtLeast(usize),
    /// Nobody knows.
    Open,
}

struct Case {
    file: String,
    puzzle: Result<Puzzle, ParseError>,
    known: Known,
}

/// What came of a file and a method.
#[derive(Clone, Default)]
struct Tally {
    agree: usize,
    disagree: usize,
    gave_up: usize,
    undecided: usize,
    seconds: Vec<f64>,
    hand_overs: usize,
    /// The most a solve took, in KiB: without a hand-over, and with one.
    memory: [u64; 2],
}

/// What a solve may take, in KiB: without a hand-over, and with one.
const MEMORY: [u64; 2] = [64 << 10, 512 << 10];

impl Conformance {
    pub(crate) fn run(&self) -> Result<(), String> {
        let methods = self.methods.iter().map(|text| text.parse::<MethodChoice>().map_err(|error| error.to_string()));
        let methods: Vec<MethodChoice> = methods.collect::<Result<_, _>>()?;
        let cases = self.cases()?;
        let bar = ProgressBar::new((cases.len() * methods.len()) as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} · {eta} left") {
            bar.set_style(style);
        }
        let tallies: Mutex<BTreeMap<(String, usize), Tally>> = Mutex::default();
        let jobs: Vec<(usize, &Case)> =
            (0..methods.len()).flat_map(|method| cases.iter().map(move |case| (method, case))).collect();
        let before = if self.memory { memory::resident().ok_or("there is no /proc/self/status here")? } else { 0 };
        let one = |&(method, case): &(usize, &Case)| {
            let (tally, remark) = self.judge(case, &methods[method], before);
            if let Some(remark) = remark {
                bar.suspend(|| eprintln!("{}: {}: {remark}", case.file, methods[method]));
            }
            if let Ok(mut tallies) = tallies.lock() {
                tallies.entry((case.file.clone(), method)).or_default().add(&tally);
            }
            bar.inc(1);
        };
        if self.memory {
            jobs.iter().for_each(one);
        } else {
            jobs.par_iter().for_each(one);
        }
        bar.finish_and_clear();
        let tallies = tallies.into_inner().unwrap_or_default();
        report(&tallies, &methods, self.memory);
        let large = tallies.values().filter(|tally| tally.memory.iter().zip(MEMORY).any(|(&took, most)| took > most));
        let large = large.count();
        if large > 0 {
            return Err(format!("{large} files with a solve that took too much memory"));
        }
        let wrong: usize = tallies.values().map(|tally| tally.disagree).sum();
        if wrong == 0 { Ok(()) } else { Err(format!("{wrong} disagreements")) }
    }

    /// Runs a method; answers the tally of this one run and what to say about it.
    fn judge(&self, case: &Case, method: &MethodChoice, before: u64) -> (Tally, Option<String>) {
        let disagree = |what: String| (Tally { disagree: 1, ..Tally::default() }, Some(what));
        let puzzle = match &case.puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return disagree(error.to_string()),
        };
        let limit = match case.known {
            Known::Exactly(count) => (count + 1).max(2),
            Known::AtLeast(count) => count,
            Known::Open => 2,
        };
        let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
        let options = Options { method: method.clone(), budget, ..Options::up_to(limit) };
        if self.memory {
            memory::forget_peak();
        }
        let report = match puzzle.solve(&options) {
            Ok(report) => report,
            Err(error) => return disagree(format!("{}: {error}", name(puzzle))),
        };
        let mut timed = Tally { seconds: vec![report.elapsed.as_secs_f64()], ..Tally::default() };
        let handed_over = report.counters.hand_overs > 0;
        timed.hand_overs = usize::from(handed_over);
        if self.memory {
            timed.memory[usize::from(handed_over)] = memory::peak().unwrap_or(0).saturating_sub(before);
        }
        let found = report.outcome.found;
        let exact = report.outcome.exhausted();
        let fits = match case.known {
            Known::Exactly(count) => found <= count && (!exact || found == count),
            Known::AtLeast(count) => !exact || found >= count,
            Known::Open => true,
        };
        if !fits || (exact && found == 1 && !same_solution(puzzle, report.solution())) {
            return disagree(format!("{}: {found} solutions (exact: {exact}), known {:?}", name(puzzle), case.known));
        }
        match (report.outcome.end, case.known) {
            (End::GaveUp(why), _) => {
                let remark = self.verbose.then(|| format!("{}: gave up: {why}", name(puzzle)));
                (Tally { gave_up: 1, ..timed }, remark)
            }
            (_, Known::Open) => (Tally { undecided: 1, ..timed }, None),
            _ => (Tally { agree: 1, ..timed }, None),
        }
    }

    fn cases(&self) -> Result<Vec<Case>, String> {
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
            if !(lines || ending == "jsonl" || seed.is_some()) {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(|error| format!("cannot read {file}: {error}"))?;
            let text = pencilmark::decode(&file, &bytes).map_err(|error| error.to_string())?;
            let stated: Vec<Option<Known>> = text.lines().filter(|line| !line.trim().is_empty()).map(stated).collect();
            let mut puzzles = pencilmark::read(&file, text, &ReadOptions::default());
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

impl Tally {
    fn add(&mut self, other: &Self) {
        self.agree += other.agree;
        self.disagree += other.disagree;
        self.gave_up += other.gave_up;
        self.undecided += other.undecided;
        self.seconds.extend(&other.seconds);
        self.hand_overs += other.hand_overs;
        self.memory = std::array::from_fn(|index| self.memory[index].max(other.memory[index]));
    }
}

fn report(tallies: &BTreeMap<(String, usize), Tally>, methods: &[MethodChoice], memory: bool) {
    let width = tallies.keys().map(|(file, _)| file.len()).max().unwrap_or(0);
    println!(
        "{:<width$}  {:<14} {:>6} {:>8} {:>7} {:>9} {:>11} {:>9} {:>10}{}",
        "file",
        "method",
        "agree",
        "disagree",
        "gave up",
        "total s",
        "median ms",
        "worst ms",
        "hand-overs",
        if memory { "  most MiB, after a hand-over" } else { "" }
    );
    let mut totals = vec![Tally::default(); methods.len()];
    for ((file, method), tally) in tallies {
        totals[*method].add(tally);
        row(width, file, &methods[*method], tally, memory);
    }
    for (total, method) in totals.iter().zip(methods) {
        row(width, "all", method, total, memory);
    }
}

fn row(width: usize, file: &str, method: &MethodChoice, tally: &Tally, memory: bool) {
    let open =
        if tally.undecided > 0 { format!("  ({} with no known answer)", tally.undecided) } else { String::new() };
    let [plain, after] = tally.memory.map(|took| took as f64 / 1024.0);
    let memory = if memory { format!("  {plain:.1}, {after:.1}") } else { String::new() };
    let method = method.to_string();
    let mut seconds = tally.seconds.clone();
    seconds.sort_by(f64::total_cmp);
    let at = |index: Option<usize>| index.and_then(|index| seconds.get(index)).map_or(0.0, |seconds| seconds * 1e3);
    println!(
        "{file:<width$}  {method:<14} {:>6} {:>8} {:>7} {:>9.2} {:>11.4} {:>9.2} {:>10}{memory}{open}",
        tally.agree,
        tally.disagree,
        tally.gave_up,
        seconds.iter().sum::<f64>(),
        at(Some(seconds.len() / 2)),
        at(seconds.len().checked_sub(1)),
        tally.hand_overs,
    );
}

fn name(puzzle: &Puzzle) -> String {
    puzzle.id().map_or_else(|| puzzle.write("line").unwrap_or_else(|| puzzle.kind().id.to_owned()), str::to_owned)
}

fn same_solution(puzzle: &Puzzle, found: Option<&Answer>) -> bool {
    puzzle.claimed_solution().is_none_or(|claimed| Some(claimed) == found)
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

/// The memory of this process, as Linux tells it.
mod memory {
    /// What is resident now, in KiB.
    pub(super) fn resident() -> Option<u64> {
        field("VmRSS:")
    }

    /// The most that was resident since [`forget_peak`], in KiB.
    pub(super) fn peak() -> Option<u64> {
        field("VmHWM:")
    }

    pub(super) fn forget_peak() {
        // Without it peaks only grow: what is reported is then too much, never too little.
        let _ = std::fs::write("/proc/self/clear_refs", "5");
    }

    fn field(name: &str) -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
    }
}
