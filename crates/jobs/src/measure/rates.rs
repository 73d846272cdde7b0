//! `cargo xtask rates FOLDER`: how often each method solves real puzzles, against what we want of it; writes
//! benchmarks/rates.md.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use pencilmark::batch::map;
use pencilmark::read::ReadOptions;
use pencilmark::registry::Generator;
use pencilmark::{Puzzle, Spec, Verdict};

use super::{Contestant, Summary, bar, count, duration, measure, provenance};
use crate::root;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Rates {
    /// The folder with the corpora
    folder: PathBuf,
    /// Seconds for each run
    #[arg(long, default_value_t = 10.0)]
    timeout: f64,
    /// Runs for each row, at least
    #[arg(long, default_value_t = 100)]
    runs: usize,
    /// Only rows whose "method set" contains this; prints to the terminal and writes no file
    #[arg(long)]
    only: Option<String>,
}

/// Where the puzzles of a row come from.
enum Set {
    /// Files of the corpora folder, by path or beginning of a path, with the sides that are wanted.
    Files(&'static [&'static str], std::ops::RangeInclusive<usize>),
    /// A built-in set.
    BuiltIn(&'static str),
    /// Made for the occasion: kind, side, share left out, how many.
    Generated(&'static str, usize, Option<f64>, u64),
    /// The same without a given that can be spared: kind, side, how many.
    Minimal(&'static str, usize, u64),
}

/// A method, a set by name, where it comes from, and the share to reach; 0 where a row is only for comparison.
struct Row(&'static str, &'static str, Set, f64);

const ANY: std::ops::RangeInclusive<usize> = 1..=99;
const TEN_TWO: &[&str] = &["star-battle/sblab_10-2-", "seeds/starbattle/"];
const HITORI_TO_9: &[&str] = &["hitori/janko", "hitori/sgt_singles_8x8", "hitori/sbrentan", "seeds/hitori/"];
const HITORI_REPORT: &[&str] = &["hitori/sgt_singles_8x8", "seeds/hitori/sample"];
const HITORI_TO_20: &[&str] = &["hitori/sgt_singles_8x8", "hitori/sgt_singles_12x12", "hitori/sgt_singles_20x20"];
const MAC: &str = "backtracking:order=mrv,values=lcv,inference=mac";

const ROWS: &[Row] = &[
    Row("annealing", "Sudoku expert, raw", Set::Files(&["sudoku/expert"], ANY), 99.0),
    Row("annealing", "Sudoku norvig-top95, raw", Set::Files(&["sudoku/norvig-top95"], ANY), 90.0),
    Row("annealing", "Sudoku forum-hardest-1905, raw", Set::Files(&["sudoku/forum-hardest-1905"], ANY), 95.0),
    Row("annealing:prepare=ac3", "Sudoku forum-hardest-1905", Set::Files(&["sudoku/forum-hardest-1905"], ANY), 95.0),
    Row("annealing/report", "Sudoku expert", Set::Files(&["sudoku/expert"], ANY), 0.0),
    Row("annealing/report", "Sudoku norvig-top95", Set::Files(&["sudoku/norvig-top95"], ANY), 0.0),
    Row("genetic", "Sudoku expert, raw", Set::Files(&["sudoku/expert"], ANY), 98.0),
    Row("genetic", "Sudoku norvig-top95, raw", Set::Files(&["sudoku/norvig-top95"], ANY), 95.0),
    Row("genetic/report", "Sudoku expert", Set::Files(&["sudoku/expert"], ANY), 0.0),
    Row("genetic/report", "Sudoku norvig-top95", Set::Files(&["sudoku/norvig-top95"], ANY), 0.0),
    Row("annealing", "Star Battle 10x10, 2 stars", Set::Files(TEN_TWO, 10..=10), 98.0),
    Row("genetic", "Star Battle 10x10, 2 stars", Set::Files(TEN_TWO, 10..=10), 98.0),
    Row("genetic/report", "Star Battle 10x10, 2 stars", Set::Files(TEN_TWO, 10..=10), 0.0),
    Row("annealing", "Star Battle 14x14, 3 stars", Set::Files(&["star-battle/sblab_14-3-"], ANY), 60.0),
    Row("hill-climbing", "Hidato 8x8, half missing", Set::Generated("hidato", 8, Some(0.5), 50), 98.0),
    Row("hill-climbing", "Hidato 13x13, half missing", Set::Generated("hidato", 13, Some(0.5), 50), 98.0),
    Row("hill-climbing", "Hidato janko", Set::Files(&["hidato/janko"], ANY), 98.0),
    Row("hill-climbing", "Hidato sparse", Set::Files(&["hidato/generated_sparse_unique"], ANY), 25.0),
    Row("hill-climbing", "Hidato 10x10, as few givens as can be", Set::Minimal("hidato", 10, 30), 25.0),
    Row("hill-climbing/report", "Hidato 8x8, half missing", Set::Generated("hidato", 8, Some(0.5), 50), 0.0),
    Row("min-conflicts", "KenKen janko 4-8, raw", Set::Files(&["kenken/janko"], 4..=8), 98.0),
    Row("min-conflicts", "KenKen sgt 6x6 (6dn), raw", Set::Files(&["kenken/sgt_keen_6dn"], ANY), 98.0),
    Row("min-conflicts/report", "KenKen janko 4-8", Set::Files(&["kenken/janko"], 4..=8), 0.0),
    Row("hill-climbing/steepest", "Hitori sgt 12x12", Set::Files(&["hitori/sgt_singles_12x12"], ANY), 95.0),
    Row("hill-climbing/weighted", "Hitori sgt 8x8, report's 9x9", Set::Files(HITORI_REPORT, ANY), 95.0),
    Row("annealing", "Hitori sgt 8x8 to 20x20, repair", Set::Files(HITORI_TO_20, ANY), 99.0),
    Row("hill-climbing", "Hitori sgt 8x8 to 20x20, repair", Set::Files(HITORI_TO_20, ANY), 99.0),
    Row("hill-climbing/report", "Hitori sgt 8x8, report's 9x9", Set::Files(HITORI_REPORT, ANY), 0.0),
    Row("hill-climbing/report-random", "Hitori sgt 8x8, report's 9x9", Set::Files(HITORI_REPORT, ANY), 0.0),
    Row("greedy", "Hitori to 9x9, report's boards", Set::Files(HITORI_TO_9, 1..=9), 100.0),
    Row("a-star", "Hitori to 9x9, report's boards", Set::Files(HITORI_TO_9, 1..=9), 100.0),
    Row(MAC, "Sudoku normal", Set::BuiltIn("sudoku/normal"), 100.0),
    Row(MAC, "KenKen normal", Set::BuiltIn("kenken/normal"), 100.0),
    Row(MAC, "Hitori normal", Set::BuiltIn("hitori/normal"), 100.0),
    Row(MAC, "Hidato normal", Set::BuiltIn("hidato/normal"), 100.0),
    Row(MAC, "Star Battle normal", Set::BuiltIn("star-battle/normal"), 100.0),
    Row(MAC, "Star Battle, the report's heart", Set::Files(&["seeds/starbattle/extraHard"], ANY), 100.0),
];

/// The most puzzles of a row.
const MOST: usize = 120;
/// The most seeds a puzzle: more say little about the set.
const MOST_SEEDS: usize = 10;

impl Rates {
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut text = self.head();
        let wanted = |row: &&Row| self.only.as_ref().is_none_or(|only| format!("{} {}", row.0, row.1).contains(only));
        let rows: Vec<&Row> = ROWS.iter().filter(wanted).collect();
        let bar = bar(0);
        let mut short_of = Vec::new();
        for &Row(method, name, ref set, at_least) in rows {
            let contestant = Contestant::parse(method)?;
            bar.set_message(format!("{method} on {name}"));
            let (puzzles, alone) = self.puzzles(set, &contestant)?;
            let seeds = self.runs.div_ceil(puzzles.len().max(1)).min(MOST_SEEDS) as u64;
            bar.inc_length(puzzles.len() as u64 * seeds);
            let summary = measure(&contestant, &puzzles, seeds, self.timeout, &bar)?;
            let line = line(&contestant, name, &summary, at_least, alone);
            bar.suspend(|| println!("{line}"));
            let _ = writeln!(text, "{line}");
            if summary.rate() < at_least {
                short_of.push(format!("{method} on {name}"));
            }
        }
        bar.finish_and_clear();
        if !short_of.is_empty() {
            eprintln!("short of what we want: {}", short_of.join("; "));
        }
        if self.only.is_none() {
            let path = root().join("benchmarks").join("rates.md");
            std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            eprintln!("wrote benchmarks/rates.md");
        }
        Ok(())
    }

    fn head(&self) -> String {
        format!(
            "# How often each method solves\n\n\
             `cargo xtask rates CORPORA`: puzzles with one solution, {} s of one core a run, at least {} runs a row for methods \
             that draw; one run a puzzle for the others (several seeds a puzzle, but no more than {MOST_SEEDS}, where there are fewer puzzles). Settings: the kind's defaults unless named, \
             tuned on generated puzzles, never on these; `(report)` rows follow the settings of the reports. Raw: no \
             inference before or inside. With inference first, puzzles that it solves alone are left out, and the share of \
             those stands under \"alone\". Solved: by the judge, with Wilson's 95 % interval; effort and time: medians over all \
             runs, those that gave up included.\n\n{}\n\n{HEAD}",
            self.timeout,
            self.runs,
            provenance()
        )
    }

    /// The puzzles of a set that have one solution, spread evenly over it, and the share that inference solves alone.
    fn puzzles(&self, set: &Set, contestant: &Contestant) -> Result<(Vec<Puzzle>, Option<f64>), String> {
        let all = match set {
            Set::BuiltIn(name) => pencilmark::corpus::set(name).ok_or_else(|| format!("no built-in set {name}"))?,
            Set::Files(names, sides) => self.files(names, sides)?,
            &Set::Generated(kind, side, missing, count) => generated(kind, side, missing, false, count)?,
            &Set::Minimal(kind, side, count) => generated(kind, side, None, true, count)?,
        };
        let unique = |puzzle: &Puzzle| {
            puzzle.solver().limit(2).run().is_ok_and(|report| report.outcome.verdict() == Verdict::Unique)
        };
        let step = all.len().div_ceil(MOST).max(1);
        let mut puzzles: Vec<Puzzle> = all.into_iter().step_by(step).collect();
        let are_unique = map(puzzles.len(), 0, &|_| (), |index| unique(&puzzles[index]));
        puzzles = puzzles.into_iter().zip(are_unique).filter_map(|(puzzle, unique)| unique.then_some(puzzle)).collect();
        if puzzles.is_empty() {
            return Err("a row without puzzles: is this the folder with the corpora?".to_owned());
        }
        let Some((_, level)) = contestant.method.parameters.iter().find(|(name, _)| *name == "prepare") else {
            return Ok((puzzles, None));
        };
        let alone = Contestant::parse(&format!("ac-3:level={level}"))?;
        let before = puzzles.len();
        puzzles.retain(|puzzle| {
            puzzle
                .solver()
                .options(&alone.options(0, self.timeout))
                .run()
                .is_ok_and(|report| report.solution().is_none())
        });
        let share = 100.0 * (before - puzzles.len()) as f64 / before as f64;
        Ok((puzzles, Some(share)))
    }

    fn files(&self, names: &[&str], sides: &std::ops::RangeInclusive<usize>) -> Result<Vec<Puzzle>, String> {
        let mut puzzles = Vec::new();
        for path in crate::conformance::files(&self.folder)? {
            let file = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if names.iter().any(|name| file.starts_with(name)) {
                puzzles.extend(read(&path, &file)?);
            }
        }
        puzzles.retain(|puzzle| sides.contains(&puzzle.shape().0.max(puzzle.shape().1)));
        Ok(puzzles)
    }
}

const HEAD: &str = "\
| method | set | puzzles | runs | wanted | solved | alone | evaluations | nodes | time | gave up |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
";

fn line(contestant: &Contestant, name: &str, summary: &Summary, at_least: f64, alone: Option<f64>) -> String {
    let wanted = if at_least > 0.0 { format!("{at_least:.0} %") } else { String::new() };
    let short_of = if summary.rate() < at_least { " **short**" } else { "" };
    format!(
        "| {} | {name} | {} | {} | {wanted} | {}{short_of} | {} | {} | {} | {} | {} |",
        contestant.name(),
        summary.puzzles,
        summary.runs(),
        summary.share(),
        alone.map_or_else(String::new, |share| format!("{share:.0} %")),
        count(summary.median(|counters| counters.evaluations)),
        count(summary.median(|counters| counters.nodes)),
        duration(summary.median_seconds()),
        summary.gave_up(),
    )
}

fn read(path: &Path, file: &str) -> Result<Vec<Puzzle>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {file}: {error}"))?;
    let text = pencilmark::read::decode(file, &bytes).map_err(|error| error.to_string())?;
    Ok(pencilmark::read::read(file, &text, &ReadOptions::default()).into_iter().flatten().collect())
}

/// The seed of the puzzles made here: not that of the built-in sets, on which settings may have been tuned.
const SEED: u64 = 77;

fn generated(kind: &str, side: usize, missing: Option<f64>, minimal: bool, count: u64) -> Result<Vec<Puzzle>, String> {
    let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
    let spec = Spec::sized(side, side).with_if("missing", missing).with_if("minimal", minimal.then_some(true));
    let generator = Generator::new(entry, &spec).map_err(|error| error.to_string())?;
    let make = |index| {
        let made = generator.generate(SEED, index as u64).map_err(|error| error.to_string())?;
        Ok(made.puzzle)
    };
    map(count as usize, 0, &|_| (), make).into_iter().collect()
}
