//! Measuring methods: many runs of a method on a set of puzzles, and what they come to.

pub(crate) mod aima;
pub(crate) mod matrix;
pub(crate) mod rates;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::ProgressBar;
use pencilmark::{Budget, Complete, Counters, End, MethodChoice, Options, Puzzle, Verdict, Why};
use rayon::prelude::*;

/// A method as it is measured.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    pub(crate) method: MethodChoice,
    pub(crate) preset: Option<String>,
}

impl Contestant {
    /// `annealing:prepare=full`, or `annealing/report` for a preset.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (method, preset) = match text.split_once('/') {
            Some((method, preset)) => (method, Some(preset.to_owned())),
            None => (text, None),
        };
        let method = method.parse::<MethodChoice>().map_err(|error| error.to_string())?;
        Ok(Self { method, preset })
    }

    pub(crate) fn name(&self) -> String {
        match &self.preset {
            Some(preset) => format!("{} ({preset})", self.method),
            None => self.method.to_string(),
        }
    }

    /// Whether another seed can make a difference.
    fn is_stochastic(&self) -> bool {
        self.method.info.complete == Complete::No && self.method.info.id != "ac-3" && self.method.info.id != "merge"
    }

    fn options(&self, seed: u64, timeout: f64) -> Options {
        let budget = Budget { time: Some(Duration::from_secs_f64(timeout)), ..Budget::default() };
        Options { method: self.method.clone(), preset: self.preset.clone(), budget, seed, ..Options::default() }
    }
}

/// How one run ended.
struct Run {
    solved: bool,
    gave_up: Option<Why>,
    counters: Counters,
    seconds: f64,
}

/// What many runs come to.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) puzzles: usize,
    runs: Vec<Run>,
}

/// Runs a contestant on every puzzle with `seeds` seeds, or one where seeds make no difference.
pub(crate) fn measure(
    contestant: &Contestant,
    puzzles: &[Puzzle],
    seeds: u64,
    timeout: f64,
    bar: &ProgressBar,
) -> Result<Summary, String> {
    let seeds = if contestant.is_stochastic() { seeds } else { 1 };
    let jobs: Vec<(&Puzzle, u64)> =
        puzzles.iter().flat_map(|puzzle| (0..seeds).map(move |seed| (puzzle, seed))).collect();
    let wrong = AtomicUsize::new(0);
    let runs: Result<Vec<Run>, String> = jobs
        .par_iter()
        .map(|&(puzzle, seed)| {
            let report = puzzle.solve(&contestant.options(seed, timeout)).map_err(|error| error.to_string())?;
            bar.inc(1);
            if report.outcome.verdict() == Verdict::Refuted {
                wrong.fetch_add(1, Ordering::Relaxed);
            }
            let gave_up = match report.outcome.end {
                End::GaveUp(why) if report.solution().is_none() => Some(why),
                _ => None,
            };
            let seconds = report.elapsed.as_secs_f64();
            Ok(Run { solved: report.solution().is_some(), gave_up, counters: report.counters, seconds })
        })
        .collect();
    if wrong.load(Ordering::Relaxed) > 0 {
        return Err(format!("{} refuted a puzzle that has a solution", contestant.name()));
    }
    Ok(Summary { puzzles: puzzles.len(), runs: runs? })
}

impl Summary {
    pub(crate) fn runs(&self) -> usize {
        self.runs.len()
    }

    pub(crate) fn solved(&self) -> usize {
        self.runs.iter().filter(|run| run.solved).count()
    }

    /// The share solved, in per cent.
    pub(crate) fn rate(&self) -> f64 {
        100.0 * self.solved() as f64 / self.runs().max(1) as f64
    }

    /// Wilson's interval of the share solved at 95 %, in per cent (Wilson 1927).
    pub(crate) fn interval(&self) -> (f64, f64) {
        let (n, z) = (self.runs().max(1) as f64, 1.959_963_985);
        let share = self.solved() as f64 / n;
        let centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        (100.0 * (centre - half).max(0.0), 100.0 * (centre + half).min(1.0))
    }

    /// "98.0 % (93-99)".
    pub(crate) fn share(&self) -> String {
        let (low, high) = self.interval();
        format!("{:.1} % ({low:.0}-{high:.0})", self.rate())
    }

    /// The median of a counter over all runs, those that gave up with what they had counted by then.
    pub(crate) fn median(&self, of: impl Fn(&Counters) -> u64) -> u64 {
        let mut counts: Vec<u64> = self.runs.iter().map(|run| of(&run.counters)).collect();
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied().unwrap_or(0)
    }

    /// The median time over all runs.
    pub(crate) fn median_seconds(&self) -> f64 {
        let mut times: Vec<f64> = self.runs.iter().map(|run| run.seconds).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(0.0)
    }

    /// Why runs gave up: "3 time, 1 memory".
    pub(crate) fn gave_up(&self) -> String {
        let reasons = [
            (Why::Time, "time"),
            (Why::Memory, "memory"),
            (Why::Incomplete, "stopped"),
            (Why::Unsuited, "unsuited"),
            (Why::Nodes, "nodes"),
            (Why::Evaluations, "evaluations"),
            (Why::Checks, "checks"),
        ];
        let count = |why: Why| self.runs.iter().filter(|run| run.gave_up == Some(why)).count();
        let shown: Vec<String> = reasons
            .into_iter()
            .filter(|&(why, _)| count(why) > 0)
            .map(|(why, word)| format!("{} {word}", count(why)))
            .collect();
        shown.join(", ")
    }
}

/// A number for a table: 1234567 as 1.2M.
pub(crate) fn short(count: u64) -> String {
    match count {
        0 => "-".to_owned(),
        1..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{:.0}k", count as f64 / 1e3),
        1_000_000..10_000_000 => format!("{:.1}M", count as f64 / 1e6),
        10_000_000..1_000_000_000 => format!("{:.0}M", count as f64 / 1e6),
        _ => format!("{:.1}G", count as f64 / 1e9),
    }
}

/// A time for a table.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}

/// Where and when, for the head of a record.
pub(crate) fn provenance() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let commit = std::process::Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let commit =
        commit.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let dirty = std::process::Command::new("git").args(["status", "--porcelain", "--untracked-files=no"]).output();
    let dirty = if dirty.is_ok_and(|output| output.stdout.is_empty()) { "" } else { " with changes" };
    let days =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
    format!(
        "{}, commit {commit}{dirty}, {}, release build.",
        date(days as i64),
        cpu.unwrap_or_else(|| "unknown CPU".to_owned())
    )
}

/// The day so many days after 1970-01-01 (Hinnant 2021, "chrono-compatible low-level date algorithms").
fn date(days: i64) -> String {
    let shifted = days + 719_468; // days since 0000-03-01
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + i64::from(month <= 2))
}

/// A bar that counts runs.
pub(crate) fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    if let Ok(style) = indicatif::ProgressStyle::with_template("{bar:32} {pos}/{len} runs · {eta} left · {msg}") {
        bar.set_style(style);
    }
    bar
}
