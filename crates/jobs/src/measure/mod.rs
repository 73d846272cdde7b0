//! Measuring methods: many runs of a method on a set of puzzles, and what they come to.

pub(crate) mod aima;
pub(crate) mod growth;
pub(crate) mod matrix;
pub(crate) mod rates;

use std::collections::BTreeMap;
use std::time::Duration;

use indicatif::ProgressBar;
use pencilmark::batch::map;
pub(crate) use pencilmark::front::display::{duration, short};
use pencilmark::outcome::{Counters, End, Why};
use pencilmark::{Budget, MethodChoice, Options, Puzzle, Verdict};
use pencilmark_lab::Build;
use pencilmark_lab::stats::{CONFIDENCE, proportion::wilson};

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

    /// Whether another seed can make a difference on these puzzles.
    fn is_stochastic(&self, puzzles: &[Puzzle]) -> bool {
        puzzles.first().is_some_and(|puzzle| {
            puzzle.plan(&self.options(0, 1.0)).map_or(true, |plan| pencilmark::front::draws(puzzle, &plan))
        })
    }

    fn options(&self, seed: u64, timeout: f64) -> Options {
        let budget = Budget { time: Some(Duration::from_secs_f64(timeout)), ..Budget::default() };
        Options::default().method(self.method.clone()).preset(self.preset.clone()).budget(budget).seed(seed)
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
    let seeds = if contestant.is_stochastic(puzzles) { seeds } else { 1 };
    let jobs: Vec<(&Puzzle, u64)> =
        puzzles.iter().flat_map(|puzzle| (0..seeds).map(move |seed| (puzzle, seed))).collect();
    let run = |index: usize| {
        let (puzzle, seed) = jobs[index];
        let report =
            puzzle.solver().options(&contestant.options(seed, timeout)).run().map_err(|error| error.to_string())?;
        if report.outcome.verdict() == Verdict::Refuted {
            return Err(format!("{} refuted a puzzle that has a solution", contestant.name()));
        }
        let gave_up = match report.outcome.end {
            End::GaveUp(why) if report.solution().is_none() => Some(why),
            _ => None,
        };
        let seconds = report.elapsed.as_secs_f64();
        Ok(Run { solved: report.solution().is_some(), gave_up, counters: report.counters, seconds })
    };
    let runs = map(jobs.len(), 0, &|_| bar.inc(1), run).into_iter().collect::<Result<Vec<Run>, String>>()?;
    Ok(Summary { puzzles: puzzles.len(), runs })
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

    /// Wilson's interval of the share solved at 95 %, in per cent.
    pub(crate) fn interval(&self) -> (f64, f64) {
        let interval = wilson(self.solved() as u64, self.runs() as u64, CONFIDENCE);
        interval.map_or((0.0, 100.0), |interval| (100.0 * interval.low, 100.0 * interval.high))
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

    /// Why runs gave up: "1 memory, 3 time".
    pub(crate) fn gave_up(&self) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for why in self.runs.iter().filter_map(|run| run.gave_up) {
            *counts.entry(why.word()).or_default() += 1;
        }
        let shown: Vec<String> = counts.into_iter().map(|(word, count)| format!("{count} {word}")).collect();
        shown.join(", ")
    }
}

/// A count for a table; "-" where the method does not count it.
pub(crate) fn count(count: u64) -> String {
    if count == 0 { "-".to_owned() } else { short(count as f64) }
}

/// Where and when, for the head of a record.
pub(crate) fn provenance() -> String {
    let Build { commit, dirty, cpu, now, .. } = Build::this();
    let dirty = if dirty { " with changes" } else { "" };
    let (day, commit) = (&now[..10], &commit[..commit.len().min(10)]);
    let build = if cfg!(debug_assertions) { "debug build (opt-level 1)" } else { "release build" };
    format!("{day}, commit {commit}{dirty}, {cpu}, {build}.")
}

/// A bar that counts runs.
pub(crate) fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    if let Ok(style) = indicatif::ProgressStyle::with_template("{bar:32} {pos}/{len} runs · {eta} left · {msg}") {
        bar.set_style(style);
    }
    bar
}
