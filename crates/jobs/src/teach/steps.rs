//! `cargo xtask steps`: the law of steps on generated puzzles and on those of a corpora folder.
//!
//! Every step that a technique sees on the way to a solution has to leave that solution possible. Some steps of each technique, spread over the puzzles, are
//! also proved by SAT: their premises hold and entail their conclusions, and none can be left out. A kind of which nothing was proved has failed, and so has a technique that was seen
//! often and never proved; those that were never seen, or seldom and never proved, are named at the end.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use pencilmark::batch::{Event, Order, Tasks};
use pencilmark::outcome::Why;
use pencilmark::registry::{self, KindEntry};
use pencilmark::teach::{Audit, Depth, TechniqueInfo};
use pencilmark::{Answer, Budget, Cell, Grid, Marks, Puzzle, Spec, StopSignal};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value as Json;

use super::{generated, only_solution, puzzles, sample};
use crate::conformance::files;
use crate::measure::bar;
use crate::techniques::read_position;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Steps {
    /// A folder with corpora; without it, generated puzzles alone
    folder: Option<PathBuf>,
    /// Generated puzzles of each kind
    #[arg(long, default_value_t = 300)]
    generated: u64,
    /// Puzzles of each file with one puzzle a line; of all others every puzzle is taken
    #[arg(long, default_value_t = 300)]
    sample: usize,
    /// Steps of each kind to prove, at least, if all techniques are common
    #[arg(long, default_value_t = 3000)]
    proofs: usize,
    /// Steps of each technique to look at in each position
    #[arg(long, default_value_t = 3)]
    wanted: usize,
    /// Look at each technique in one of so many positions; the step that is taken is compared in all
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Seconds for each puzzle
    #[arg(long, default_value_t = 60.0)]
    timeout: f64,
    /// Threads; 0 for as many as there are cores
    #[arg(long, short = 'j', default_value_t = 0)]
    threads: usize,
    /// Only this kind
    #[arg(long)]
    kind: Option<String>,
    /// Faults to print in full, of each kind
    #[arg(long, default_value_t = 20)]
    faults: usize,
}

/// Steps of a technique that are proved on one puzzle, at most: proofs come from many puzzles.
const A_PUZZLE: usize = 3;

/// As long as a technique has so few proofs, every step of it is proved. Later it is one position in [`ONE_IN`], so that the first step on a board is not the only one.
const RARE: usize = 12;
const ONE_IN: u64 = 4;

/// One in so many generated puzzles begins with all marks in all cells. Such walks are long, and by the sizes of [`generated`] these are small boards.
const FULLY_MARKED: u64 = 20;

/// A technique that was seen so often must have been proved.
const OFTEN: usize = 20;

/// How often a progress bar that nobody sees is replaced by a line.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// A puzzle to walk through.
enum Item {
    Generated(u64),
    Read(Puzzle),
}

/// What became of the puzzles of a kind.
#[derive(Default)]
struct Tally {
    audit: Audit,
    puzzles: usize,
    skipped: usize,
    out_of_time: usize,
}

impl Steps {
    pub(crate) fn run(&self) -> Result<(), String> {
        let stop = StopSignal::default();
        let handler = stop.clone();
        ctrlc::set_handler(move || handler.raise()).map_err(|error| error.to_string())?;
        let is_wanted = |kind: &&'static KindEntry| self.kind.as_deref().is_none_or(|only| only == kind.info.id);
        let kinds: Vec<&'static KindEntry> = registry::kinds().iter().copied().filter(is_wanted).collect();
        let read = self.read()?;
        let mut tallies = Vec::new();
        for &kind in &kinds {
            let own = read.iter().filter(|puzzle| puzzle.kind().id == kind.info.id).cloned().map(Item::Read);
            let tally =
                self.audit(kind, &(0..self.generated).map(Item::Generated).chain(own).collect::<Vec<_>>(), &stop);
            tally.print_techniques(kind);
            tallies.push(tally);
            if stop.is_raised() {
                break;
            }
        }
        println!(
            "{:12} {:>8} {:>8} {:>9} {:>10} {:>7} {:>10} {:>7}",
            "kind", "puzzles", "skipped", "timed out", "compared", "proved", "techniques", "faults"
        );
        for (kind, tally) in kinds.iter().zip(&tallies) {
            tally.print_row(kind);
        }
        let faults: usize = tallies.iter().map(|tally| tally.audit.faults.len()).sum();
        let mut failures: Vec<String> = (faults > 0).then(|| format!("{faults} faults")).into_iter().collect();
        for (kind, tally) in kinds.iter().zip(&tallies) {
            let gaps = Gaps::new(&tally.audit, &kind.techniques);
            gaps.print(kind.info.id);
            failures.extend(gaps.failure(kind.info.id));
        }
        match (failures.is_empty(), stop.is_raised()) {
            (true, false) => Ok(()),
            (_, true) if faults == 0 => Err("stopped; no faults so far".to_owned()),
            _ => Err(failures.join("; ")),
        }
    }

    /// The puzzles and positions of the folder.
    fn read(&self) -> Result<Vec<Puzzle>, String> {
        let mut all = Vec::new();
        for path in self.folder.as_deref().map(files).transpose()?.unwrap_or_default() {
            let has_ending = |ending| path.extension().is_some_and(|own| own == ending);
            let parent = path.parent().and_then(Path::file_name).unwrap_or_default();
            if parent == "techniques" && has_ending("jsonl") {
                all.extend(positions(&path)?);
            } else if has_ending("jsonl") {
                all.extend(puzzles(&path)?);
            } else if has_ending("txt") {
                all.extend(sample(puzzles(&path)?, self.sample));
            }
        }
        Ok(all)
    }

    fn audit(&self, kind: &'static KindEntry, items: &[Item], stop: &StopSignal) -> Tally {
        let bar = bar(items.len() as u64);
        bar.set_message(kind.info.id);
        // Common techniques make up for the rare ones.
        let share = (3 * self.proofs).div_ceil(2 * kind.techniques.len().max(1));
        let budget =
            Budget { time: Some(Duration::from_secs_f64(self.timeout)), stop: stop.clone(), ..Budget::default() };
        let so_far: Mutex<Tally> = Mutex::default();
        let one = |index: usize| {
            let puzzle = match &items[index] {
                Item::Generated(number) => made(kind, *number),
                Item::Read(puzzle) => Some(puzzle.clone()),
            };
            let mut puzzle = puzzle?;
            let solution = only_solution(&puzzle)?;
            if matches!(items[index], Item::Generated(number) if number % FULLY_MARKED == 4) {
                puzzle = fully_marked(&puzzle, &solution);
            }
            let mut audit = Audit::default();
            let mut draw = ChaCha8Rng::seed_from_u64(index as u64);
            let mut look = |technique, here| {
                let total = so_far.lock().map_or(share, |tally| tally.audit.count(technique));
                let is_sampled = total < RARE || draw.random_range(0..ONE_IN) == 0;
                if here < A_PUZZLE && total < share && is_sampled {
                    Depth::Proved
                } else if draw.random_range(0..self.every) == 0 {
                    Depth::Compared
                } else {
                    Depth::Skipped
                }
            };
            let ended = pencilmark::front::audit(&puzzle, &mut audit, &solution, self.wanted, &mut look, &budget);
            Some((audit, ended, puzzle))
        };
        let tasks = Tasks { total: items.len(), threads: self.threads, stop, order: Order::Completion };
        let mut told = Instant::now();
        let Ok(_) = tasks.run(one, |event, progress| {
            let Event::Result((index, result)) = event else { return Ok::<(), Infallible>(()) };
            let Ok(mut tally) = so_far.lock() else { return Ok(()) };
            match result {
                None => tally.skipped += 1,
                Some((audit, ended, puzzle)) => {
                    for fault in audit.faults.iter().take(self.faults.saturating_sub(tally.audit.faults.len())) {
                        let name = puzzle.id().map_or_else(|| format!("{} {index}", kind.info.id), str::to_owned);
                        bar.suspend(|| eprintln!("{name}: {fault}"));
                    }
                    // What was found before Ctrl-C counts, but the puzzle is not done.
                    tally.puzzles += usize::from(ended != Err(Why::Interrupted));
                    tally.out_of_time += usize::from(ended.is_err_and(|why| why != Why::Interrupted));
                    tally.audit.add(audit);
                }
            }
            bar.set_position(progress.shown as u64);
            if bar.is_hidden() && told.elapsed() > LINE_EVERY {
                told = Instant::now();
                let Tally { audit, puzzles, .. } = &*tally;
                let (compared, faults) = (audit.compared(), audit.faults.len());
                eprintln!("{}: {puzzles} of {} puzzles, {compared} steps, {faults} faults", kind.info.id, items.len());
            }
            Ok(())
        });
        bar.finish_and_clear();
        so_far.into_inner().unwrap_or_default()
    }
}

/// Puzzle number `number` of a kind: one like those of the other jobs or, one in five, one of a form that they do not have.
fn made(kind: &'static KindEntry, number: u64) -> Option<Puzzle> {
    let spec = match (kind.info.id, number % 5) {
        ("hidato", 3) => Spec::default().with("size", "6x6").with("orthogonal", "yes"),
        ("hitori", 3) => Spec::default().with("size", "4x4"),
        _ => return generated(kind, number),
    };
    registry::generate(kind, &spec, 15, number).ok()
}

/// The puzzle as a person has it who marks everything that is missing in every open cell. Some techniques are for them alone.
fn fully_marked(puzzle: &Puzzle, solution: &Answer) -> Puzzle {
    let puzzle = puzzle.with_candidates();
    let Some(mut position) = puzzle.position().cloned() else { return puzzle };
    let is_open = |&cell: &Cell| !position.marks[cell].is_empty();
    let open: Vec<Cell> = position.marks.cells().filter(is_open).collect();
    let missing: Vec<u16> = open.iter().filter_map(|&cell| u16::try_from(solution[cell]).ok()).collect();
    let mut marks = Grid::filled(solution.rows(), solution.cols(), Vec::new());
    for &cell in &open {
        marks[cell].clone_from(&missing);
    }
    position.marks = Marks::from_values(&marks);
    puzzle.with_position(position)
}

/// The puzzles of a file of positions, or of puzzles, with known techniques.
fn positions(path: &Path) -> Result<Vec<Puzzle>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let read = |line: &str| -> Option<Puzzle> {
        let case: Json = serde_json::from_str(line).ok()?;
        let grid = case["puzzle"].as_str().or(case["givens"].as_str())?;
        let puzzle = Puzzle::parse(grid).ok()?.with_id(case["id"].as_str().unwrap_or(grid));
        match read_position(&case) {
            // A position without solution, or with several, has nothing to compare with.
            Ok(position) => (case["position_solutions"] == "1").then(|| puzzle.with_position(position)),
            Err(_) => Some(puzzle),
        }
    };
    Ok(text.lines().filter_map(read).collect())
}

impl Tally {
    fn print_techniques(&self, kind: &KindEntry) {
        println!("{:40} {:>10} {:>7}", kind.info.title, "compared", "proved");
        for technique in &kind.techniques {
            println!("  {:38} {:>10} {:>7}", technique.id, self.audit.seen(technique), self.audit.count(technique));
        }
    }

    fn print_row(&self, kind: &KindEntry) {
        let Audit { proved, faults, .. } = &self.audit;
        let covered = kind.techniques.iter().filter(|technique| self.audit.covers(technique)).count();
        println!(
            "{:12} {:>8} {:>8} {:>9} {:>10} {:>7} {:>10} {:>7}",
            kind.info.id,
            self.puzzles,
            self.skipped,
            self.out_of_time,
            self.audit.compared(),
            proved.values().sum::<usize>(),
            format!("{covered}/{}", kind.techniques.len()),
            faults.len()
        );
    }
}

/// What an audit of a kind did not cover.
#[derive(Debug, PartialEq, Eq)]
struct Gaps {
    /// Whether any step was proved.
    proved: bool,
    /// Techniques that no puzzle showed.
    unseen: Vec<&'static str>,
    /// Techniques that were seen so many times, and never proved.
    unproved: Vec<(&'static str, usize)>,
}

impl Gaps {
    fn new(audit: &Audit, techniques: &[&'static TechniqueInfo]) -> Self {
        let of = |is: &dyn Fn(&TechniqueInfo) -> bool| -> Vec<&'static TechniqueInfo> {
            techniques.iter().copied().filter(|technique| is(technique)).collect()
        };
        let unproved = of(&|technique| audit.seen(technique) > 0 && !audit.covers(technique));
        Self {
            proved: techniques.iter().any(|technique| audit.covers(technique)),
            unseen: of(&|technique| audit.seen(technique) == 0).iter().map(|technique| technique.id).collect(),
            unproved: unproved.iter().map(|technique| (technique.id, audit.seen(technique))).collect(),
        }
    }

    fn print(&self, kind: &str) {
        if !self.unseen.is_empty() {
            println!("{kind}: never seen: {}", self.unseen.join(", "));
        }
        if !self.unproved.is_empty() {
            let named: Vec<String> =
                self.unproved.iter().map(|(id, seen)| format!("{id} (seen {seen} times)")).collect();
            println!("{kind}: seen and never proved: {}", named.join(", "));
        }
    }

    /// Why the law cannot be said to hold for the kind, if that is so.
    fn failure(&self, kind: &str) -> Option<String> {
        let often: Vec<&str> = self.unproved.iter().filter(|(_, seen)| *seen >= OFTEN).map(|(id, _)| *id).collect();
        if !self.proved {
            Some(format!("{kind}: no step was proved"))
        } else if often.is_empty() {
            None
        } else {
            Some(format!("{kind}: seen often and never proved: {}", often.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_named_and_large_ones_are_failures() {
        let techniques = &registry::kinds()[0].techniques;
        let [first, second] = [techniques[0], techniques[1]];
        let mut audit = Audit::default();
        audit.seen.insert(first.id, OFTEN);
        let nothing = Gaps::new(&audit, techniques);
        assert_eq!(nothing.unproved, [(first.id, OFTEN)]);
        assert_eq!(nothing.unseen.len(), techniques.len() - 1);
        assert_eq!(nothing.failure("kind"), Some("kind: no step was proved".to_owned()));
        audit.seen.insert(second.id, OFTEN);
        audit.proved.insert(second.id, 1);
        let often = Gaps::new(&audit, techniques).failure("kind");
        assert_eq!(often, Some(format!("kind: seen often and never proved: {}", first.id)));
        audit.seen.insert(first.id, OFTEN - 1);
        let seldom = Gaps::new(&audit, techniques);
        assert_eq!((seldom.unproved.len(), seldom.failure("kind")), (1, None));
    }
}
