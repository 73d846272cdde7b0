//! `cargo xtask conformance FOLDER`: every puzzle of a corpora folder through the complete methods, every solution
//! judged, every count compared with the known one.

mod cases;
mod tally;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use pencilmark::batch::map;
use pencilmark::outcome::End;
use pencilmark::{Answer, Budget, MethodChoice, Options, Puzzle};

pub(crate) use self::cases::files;
use self::cases::{Case, Known};
use self::tally::{Tally, report};
use crate::measure::bar;
use crate::memory;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Conformance {
    /// The folder with the corpora
    folder: PathBuf,
    /// Every puzzle of the large files, not a sample
    #[arg(long)]
    all: bool,
    /// Methods, separated by blanks
    #[arg(long, value_delimiter = ' ', default_value = "exact sat")]
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

/// What a solve may take, in KiB: without a hand-over, and with one.
const MEMORY: [u64; 2] = [64 << 10, 512 << 10];

impl Conformance {
    pub(crate) fn run(&self) -> Result<(), String> {
        let methods = self.methods.iter().map(|text| text.parse::<MethodChoice>().map_err(|error| error.to_string()));
        let methods: Vec<MethodChoice> = methods.collect::<Result<_, _>>()?;
        let cases = self.cases()?;
        let bar = bar((cases.len() * methods.len()) as u64);
        let tallies: Mutex<BTreeMap<(String, usize), Tally>> = Mutex::default();
        let jobs: Vec<(usize, &Case)> =
            (0..methods.len()).flat_map(|method| cases.iter().map(move |case| (method, case))).collect();
        let before =
            if self.memory { memory::resident_memory().ok_or("there is no /proc/self/status here")? } else { 0 };
        let one = |index: usize| {
            let (method, case) = jobs[index];
            let (tally, remark) = self.judge(case, &methods[method], before);
            if let Some(remark) = remark {
                bar.suspend(|| eprintln!("{}: {}: {remark}", case.file, methods[method]));
            }
            if let Ok(mut tallies) = tallies.lock() {
                tallies.entry((case.file.clone(), method)).or_default().add(&tally);
            }
        };
        // One at a time where memory is measured.
        let threads = usize::from(self.memory);
        map(jobs.len(), threads, &|count| bar.set_position(count as u64), one);
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

    /// Runs a method; returns the tally of this one run and what to say about it.
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
        let options = Options::default().limit(limit).method(method.clone()).budget(budget);
        if self.memory {
            memory::forget_peak();
        }
        let report = match puzzle.solver().options(&options).run() {
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
}

/// How a remark calls a puzzle.
fn name(puzzle: &Puzzle) -> String {
    puzzle.id().map_or_else(|| puzzle.write("line").unwrap_or_else(|| puzzle.kind().id.to_owned()), str::to_owned)
}

/// Whether this is the solution that the puzzle came with, if it came with one.
fn same_solution(puzzle: &Puzzle, found: Option<&Answer>) -> bool {
    puzzle.solution().is_none_or(|claimed| Some(claimed) == found)
}
