//! `cargo xtask limits [FOLDER]`: checks that every verb ends soon after its time limit, or after a
//! stop signal.
//!
//! The boards come from a corpora folder and from the generators, in the sizes that take longest.
//! Verbs also run on each board with a mistyped clue, and in a position with mistakes.
//!
//! Lateness is the processor time that the thread took beyond the limit, so that a busy machine
//! causes no failure. Wall-clock time is reported beside it; only a verb that waits for seconds
//! beyond its limit fails by it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use cpu_time::ThreadTime;
use pencilmark::batch::map;
use pencilmark::outcome::End;
use pencilmark::teach::{Hint, TeachOptions};
use pencilmark::{Budget, Cell, Options, Position, Puzzle, Spec, StopSignal, registry};

use crate::conformance::files;
use crate::corrections::mistyped_once;
use crate::measure::bar;
use crate::teach::{puzzles, sample};

/// How late a verb may be.
const GRACE: Duration = Duration::from_millis(500);

/// How late a verb may be by wall-clock time, even on a busy machine.
const CLOCK_GRACE: Duration = Duration::from_secs(10);

/// The generated boards: kinds, with the settings of their generators.
const LARGE: &[(&str, &[(&str, &str)])] = &[
    ("star-battle", &[("size", "14"), ("stars", "3")]),
    ("star-battle", &[("size", "17"), ("stars", "4")]),
    ("hitori", &[("size", "40")]),
    ("hitori", &[("size", "50")]),
    ("hidato", &[("size", "24")]),
    ("hidato", &[("size", "30")]),
    ("kenken", &[("size", "12")]),
    ("kenken", &[("size", "16")]),
    ("sudoku", &[("size", "16x16")]),
    ("sudoku", &[("size", "25x25")]),
];

/// The verbs to run on a board, after `mistyped` on the board with a mistyped clue, and after
/// `mistakes` in a position with mistakes. The last one runs its generator.
const VERBS: [&str; 14] = [
    "solve",
    "check",
    "count",
    "hint",
    "hint --all",
    "explain",
    "grade",
    "mistyped check",
    "mistyped hint",
    "mistakes check",
    "mistakes hint",
    "mistakes hint --all",
    "mistakes explain",
    "generate",
];

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Limits {
    /// A folder with corpora; without it, generated boards alone
    folder: Option<PathBuf>,
    /// Generated boards of each size
    #[arg(long, default_value_t = 500)]
    generated: u64,
    /// Boards of each file
    #[arg(long, default_value_t = usize::MAX)]
    sample: usize,
    /// The limit, in seconds
    #[arg(long, default_value_t = 0.3)]
    seconds: f64,
    /// Only this kind
    #[arg(long)]
    kind: Option<String>,
    /// Only files and sizes whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// Threads; 0 for as many as there are cores
    #[arg(long, short = 'j', default_value_t = 0)]
    threads: usize,
    /// Write the report to this file as well
    #[arg(long)]
    out: Option<PathBuf>,
}

/// A board to ask about.
enum Board {
    Read(Puzzle),
    /// Puzzle number `index` of an entry of `LARGE`.
    Generated {
        size: usize,
        index: u64,
    },
}

/// The results of one verb on the boards of one file or size.
#[derive(Clone, Default)]
struct Tally {
    runs: usize,
    answered: usize,
    late: usize,
    /// The longest processor time beyond the limit, and its board.
    processor: Duration,
    worst: String,
    /// The longest wall-clock time beyond the limit.
    clock: Duration,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.answered += other.answered;
        self.late += other.late;
        self.clock = self.clock.max(other.clock);
        if self.worst.is_empty() || other.processor > self.processor {
            (self.processor, self.worst) = (other.processor, other.worst.clone());
        }
    }
}

impl Limits {
    pub(crate) fn run(&self) -> Result<(), String> {
        let boards = self.boards()?;
        let bar = bar(boards.len() as u64);
        let tallies: Mutex<BTreeMap<(&str, usize), Tally>> = Mutex::default();
        let one = |index: usize| {
            let (group, board) = &boards[index];
            for (verb, tally) in self.ask(group, board, index) {
                if tally.late > 0 {
                    bar.suspend(|| eprintln!("late: {} of {}: {:.2?}", VERBS[verb], tally.worst, tally.processor));
                }
                if let Ok(mut tallies) = tallies.lock() {
                    tallies.entry((group.as_str(), verb)).or_default().add(&tally);
                }
            }
        };
        map(boards.len(), self.threads, &|count| bar.set_position(count as u64), one);
        bar.finish_and_clear();
        let tallies = tallies.into_inner().unwrap_or_default();
        let report = self.report(&tallies);
        println!("{report}");
        if let Some(out) = &self.out {
            std::fs::write(out, &report).map_err(|error| format!("cannot write {}: {error}", out.display()))?;
        }
        let late: usize = tallies.values().map(|tally| tally.late).sum();
        if late == 0 { Ok(()) } else { Err(format!("{late} runs were more than {GRACE:?} late")) }
    }

    fn boards(&self) -> Result<Vec<(String, Board)>, String> {
        let is_wanted = |name: &str| self.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
        let mut boards: Vec<(String, Board)> = Vec::new();
        if let Some(folder) = &self.folder {
            for path in files(folder)? {
                let name = name(folder, &path);
                if is_wanted(&name) {
                    let read = sample(puzzles(&path)?, self.sample).into_iter();
                    boards.extend(read.map(|puzzle| (name.clone(), Board::Read(puzzle))));
                }
            }
        }
        for (size, (kind, settings)) in LARGE.iter().enumerate() {
            let values: Vec<&str> = settings.iter().map(|(_, value)| *value).collect();
            let name = format!("generated {kind} {}", values.join(" "));
            if is_wanted(&name) {
                boards.extend((0..self.generated).map(|index| (name.clone(), Board::Generated { size, index })));
            }
        }
        let kind_of = |board: &Board| match board {
            Board::Read(puzzle) => puzzle.kind().id,
            Board::Generated { size, .. } => LARGE[*size].0,
        };
        boards.retain(|(_, board)| self.kind.as_ref().is_none_or(|kind| kind_of(board) == kind));
        Ok(boards)
    }

    /// Runs every verb on one board.
    fn ask(&self, group: &str, board: &Board, number: usize) -> Vec<(usize, Tally)> {
        let (puzzle, spec) = match board {
            Board::Read(puzzle) => (Some(puzzle.clone()), None),
            Board::Generated { size, index } => {
                let (kind, settings) = LARGE[*size];
                let spec = settings.iter().fold(Spec::default(), |spec, &(name, value)| spec.with(name, value));
                let Some(entry) = registry::kind(kind) else { return Vec::new() };
                (registry::generate(entry, &spec, 31, *index).ok(), Some((entry, spec, *index)))
            }
        };
        let name = match (board, puzzle.as_ref().and_then(Puzzle::id)) {
            (Board::Read(_), Some(id)) => format!("{group} {id}"),
            (Board::Read(_), None) => format!("{group} {number}"),
            (Board::Generated { index, .. }, _) => format!("{group} number {index}"),
        };
        let mistyped = puzzle.as_ref().and_then(|puzzle| mistyped_once(puzzle, number as u64));
        let mistaken = puzzle.as_ref().and_then(mistaken);
        let mut tallies = Vec::new();
        for (verb, &asked) in VERBS.iter().enumerate() {
            // Every other run has no limit and gets a stop signal instead.
            let told = (number + verb) % 2 == 1;
            let limit = Duration::from_secs_f64(self.seconds);
            let stop = StopSignal::default();
            let budget = Budget { time: (!told).then_some(limit), stop: stop.clone(), ..Budget::default() };
            if told {
                std::thread::spawn(move || {
                    std::thread::sleep(limit);
                    stop.raise();
                });
            }
            let (clock, processor) = (Instant::now(), ThreadTime::now());
            let (puzzle, asked) = match asked.split_once(' ') {
                Some(("mistyped", asked)) => (&mistyped, asked),
                Some(("mistakes", asked)) => (&mistaken, asked),
                _ => (&puzzle, asked),
            };
            let answered = match (asked, puzzle, &spec) {
                ("generate", _, Some((entry, spec, index))) => {
                    let spec = Spec { budget, ..spec.clone().with("level", 4) };
                    registry::generate(entry, &spec, 32, *index).is_ok()
                }
                ("generate", _, None) | (_, None, _) => continue,
                (verb, Some(puzzle), _) => answers(verb, puzzle, budget),
            };
            let (clock, processor) = (clock.elapsed().saturating_sub(limit), processor.elapsed().saturating_sub(limit));
            let tally = Tally {
                runs: 1,
                answered: usize::from(answered),
                late: usize::from(processor > GRACE || clock > CLOCK_GRACE),
                processor,
                worst: name.clone(),
                clock,
            };
            tallies.push((verb, tally));
        }
        tallies
    }

    fn report(&self, tallies: &BTreeMap<(&str, usize), Tally>) -> String {
        let mut verbs = vec![Tally::default(); VERBS.len()];
        let mut groups: BTreeMap<&str, Vec<Tally>> = BTreeMap::new();
        for (&(group, verb), tally) in tallies {
            verbs[verb].add(tally);
            groups.entry(group).or_insert_with(|| vec![Tally::default(); VERBS.len()])[verb].add(tally);
        }
        let mut text = format!("Limit {} s, then time to stop.\n\n", self.seconds);
        text.push_str("| verb | runs | answered | over 0.5 s late | latest, processor | latest, clock | board |\n");
        text.push_str("| --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
        for (verb, tally) in VERBS.iter().zip(&verbs) {
            let Tally { runs, answered, late, processor, worst, clock } = tally;
            let (processor, clock) = (processor.as_secs_f64(), clock.as_secs_f64());
            let _ =
                writeln!(text, "| {verb} | {runs} | {answered} | {late} | {processor:.3} s | {clock:.3} s | {worst} |");
        }
        let _ =
            writeln!(text, "\nRuns answered within the limit, out of all runs.\n\n| boards | {} |", VERBS.join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(VERBS.len()));
        for (group, tallies) in groups {
            let cells: Vec<String> =
                tallies.iter().map(|tally| format!("{} / {}", tally.answered, tally.runs)).collect();
            let _ = writeln!(text, "| {group} | {} |", cells.join(" | "));
        }
        text
    }
}

/// Returns a puzzle with every other cell filled in, one in seven of them wrongly. `None` if it was
/// not solved within a few seconds.
fn mistaken(puzzle: &Puzzle) -> Option<Puzzle> {
    let budget = Budget { time: Some(Duration::from_secs(5)), ..Budget::default() };
    let report = puzzle.solver().budget(budget).run().ok()?;
    let solution = report.solution()?;
    let mut position = Position::empty(puzzle.shape());
    let inside: Vec<Cell> = solution.cells().filter(|&cell| solution[cell] >= 0).collect();
    for (at, &cell) in inside.iter().enumerate().step_by(2) {
        let source = if at % 14 == 0 { inside[(at + 1) % inside.len()] } else { cell };
        position.entries[cell] = Some(solution[source]);
    }
    Some(puzzle.with_position(position))
}

/// Runs a verb on a puzzle. Returns whether it answered within the budget.
fn answers(verb: &str, puzzle: &Puzzle, budget: Budget) -> bool {
    let options = Options::default().limit(2).budget(budget.clone());
    let course = TeachOptions::default().budget(budget).ratings(verb == "grade").uniqueness(true);
    let ended = |end: End| !matches!(end, End::GaveUp(_));
    match verb {
        "solve" => puzzle.solver().options(&options).run().is_ok_and(|report| ended(report.outcome.end)),
        "check" => puzzle.check(&options).is_ok_and(|check| ended(check.report.outcome.end)),
        "count" => puzzle
            .solver()
            .options(&options)
            .limit(1_000_000)
            .keep(1)
            .run()
            .is_ok_and(|report| ended(report.outcome.end)),
        "explain" => puzzle.explain(&course, puzzle.position().is_some()).is_ok_and(|told| told.ended.is_none()),
        "grade" => puzzle.grade(&course).is_ok_and(|grade| grade.ended.is_none() && ended(grade.report.outcome.end)),
        _ => puzzle.hint(&course, verb == "hint --all").is_ok_and(|hint| !matches!(hint, Hint::GaveUp(_))),
    }
}

/// Names a file by its path within the folder.
fn name(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).with_extension("").to_string_lossy().into_owned()
}
