//! The other kinds against CP-SAT and clingo, puzzle by puzzle.

use std::path::PathBuf;
use std::time::Instant;

use pencilmark::Puzzle;
use pencilmark::read::ReadOptions;

use super::sets::{RIVALS, SLOWER, goal, set};
use super::{Page, Peers, against, median, range, times};
use crate::conformance::files;
use crate::python::{Script, with_packages};
use crate::root;

/// A rival that took so long for a puzzle is not asked again.
const ENOUGH: f64 = 10.0;
/// Ours is repeated until it took so long: below that the clock and cold caches are what is measured.
const LEAST: f64 = 0.0005;

const HEAD: &str = "## The other kinds, against CP-SAT 9.15 and clingo 5.8\n\nFrom a puzzle in memory to the proof that the solution is the only one (or \
    that there are several, or none), one worker each. CP-SAT and clingo include building their model in Python and grounding: that is what their user \
    waits for. peers/rivals has the models. Milliseconds, median and worst over the puzzles of a file, each the median of its runs; the ratio is \
    the median over puzzles, with the worst. A set of several files has a row of its own below theirs, and the goal is judged there.\n\n\
    The two sides are not timed alike. A run of ours solves the puzzle again and again until 0.5 ms are over, and counts the average: what takes less \
    is measured hot. A run of CP-SAT or clingo is one solve from Python data, in a process that has been running since the start, with its libraries \
    loaded; it is asked again in later runs, in turns with ours, but not repeated within a run, nor asked again after 10 s for a puzzle. What our solves \
    take when they are not repeated stands below the table.\n\n\
    A puzzle that a rival does not decide in time in each of its runs drops out of that rival's row, our time for it included, and out of its ratios; no lower \
    bound is counted in its place. `n of m` tells how many are left. Where no rival decides, nobody is called faster.\n\n\
    | file | puzzles | rival | rival, median | worst | Pencilmark, median | worst | ratio | worst ratio | goal |\n\
    | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

/// What came of a puzzle, in seconds.
struct Line {
    file: String,
    name: String,
    rivals: Vec<Took>,
    /// Ours, repeated.
    ours: f64,
    /// Ours, the first of each run.
    first: f64,
}

/// How a rival did.
#[derive(Clone, Copy)]
enum Took {
    /// It does not play this kind.
    NotAsked,
    /// The time was up.
    Undecided,
    Seconds(f64),
}

impl Took {
    fn seconds(self) -> Option<f64> {
        if let Self::Seconds(seconds) = self { Some(seconds) } else { None }
    }
}

impl Line {
    /// What the fastest rival took; without end if none decided.
    fn best(&self) -> f64 {
        self.rivals.iter().filter_map(|took| took.seconds()).fold(f64::INFINITY, f64::min)
    }
}

/// Compares all sets; answers on how many puzzles we were slower.
pub(super) fn compare(peers: &Peers, page: &mut Page) -> Result<usize, String> {
    let files = wanted(peers)?;
    if files.is_empty() {
        return Ok(0);
    }
    let python =
        with_packages("peers-python", &["ortools==9.15.*", "clingo==5.8.*"], "ortools.sat.python.cp_model, clingo")?;
    let timeout = peers.timeout.to_string();
    let mut scripts = Vec::new();
    for rival in RIVALS {
        let (script, further) = rival.script();
        let arguments: Vec<&str> = std::iter::once(timeout.as_str()).chain(further.iter().copied()).collect();
        scripts.push(Script::start(&python, &root().join("peers").join("rivals").join(script), &arguments)?);
    }
    page.line(HEAD);
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for together in files.chunk_by(|(one, _), (other, _)| set(one).is_some() && set(one) == set(other)) {
        let start = all.len();
        for (name, path) in together {
            let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
            let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
            let step = lines.len().div_ceil(peers.most.min(lines.len()).max(1)).max(1);
            let from = all.len();
            for line in lines.into_iter().step_by(step) {
                all.push(one(peers, name, line, &mut scripts, &mut wrong)?);
            }
            rows(page, name, set(name).is_none(), &all[from..]);
        }
        if let [(first, _), _, ..] = together
            && let Some(set) = set(first)
        {
            rows(page, &format!("{set}, {} files", together.len()), true, &all[start..]);
        }
    }
    wrong.sort();
    wrong.dedup();
    let slower = close(page, &all, &wrong);
    if wrong.is_empty() { Ok(slower) } else { Err(format!("verdicts differ: {}", wrong.join("; "))) }
}

/// The files that are asked for, without their ending, and where they are.
fn wanted(peers: &Peers) -> Result<Vec<(String, PathBuf)>, String> {
    let name = |path: PathBuf| {
        let file = path.strip_prefix(&peers.folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let wanted = peers.only.as_deref().is_none_or(|only| file.contains(only));
        file.strip_suffix(".jsonl").filter(|_| wanted).map(|name| (name.to_owned(), path))
    };
    Ok(files(&peers.folder)?.into_iter().filter_map(name).collect())
}

/// A puzzle, in turns.
fn one(peers: &Peers, file: &str, line: &str, scripts: &mut [Script], wrong: &mut Vec<String>) -> Result<Line, String> {
    let puzzle = Puzzle::parse_with(file, line, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let name = puzzle.id().unwrap_or("without a name").to_owned();
    let mut rivals: Vec<Vec<f64>> = vec![Vec::new(); scripts.len()];
    let mut undecided = vec![false; scripts.len()];
    let (mut ours, mut firsts) = (Vec::new(), Vec::new());
    for _ in 0..peers.runs.max(1) {
        let (seconds, first, found) = own(&puzzle)?;
        ours.push(seconds);
        firsts.push(first);
        for (index, script) in scripts.iter_mut().enumerate() {
            let spent: f64 = rivals[index].iter().sum();
            if !RIVALS[index].plays(puzzle.kind().id) || spent > ENOUGH {
                continue;
            }
            let answer = script.ask(line)?;
            rivals[index].push(answer["seconds"].as_f64().unwrap_or(f64::INFINITY));
            match answer["solutions"].as_u64() {
                None => undecided[index] = true,
                Some(count) if Some(count as usize) == found => {}
                Some(count) => {
                    wrong.push(format!("{file}, {name}: {} says {count}, Pencilmark {found:?}", RIVALS[index].name()));
                }
            }
        }
    }
    let took = |(index, seconds): (usize, &Vec<f64>)| match seconds.as_slice() {
        [] => Took::NotAsked,
        _ if undecided[index] => Took::Undecided,
        seconds => Took::Seconds(median(seconds)),
    };
    let rivals = rivals.iter().enumerate().map(took).collect();
    Ok(Line { file: file.to_owned(), name, rivals, ours: median(&ours), first: median(&firsts) })
}

/// Seconds for a solve, repeated; for the first one; and how many solutions there are, up to two; `None` if it gave up.
fn own(puzzle: &Puzzle) -> Result<(f64, f64, Option<usize>), String> {
    let start = Instant::now();
    let (mut times, mut first) = (0, 0.0);
    loop {
        let report = puzzle.solver().limit(2).run().map_err(|error| error.to_string())?;
        times += 1;
        let seconds = start.elapsed().as_secs_f64();
        if times == 1 {
            first = seconds;
        }
        if seconds >= LEAST {
            let found = report.outcome.found;
            let known = found == 2 || report.outcome.exhausted();
            return Ok((seconds / f64::from(times), first, known.then_some(found)));
        }
    }
}

/// A row for each rival that was asked; `judged` if there is a goal to hold it to.
fn rows(page: &mut Page, name: &str, judged: bool, results: &[Line]) {
    for (index, rival) in RIVALS.into_iter().enumerate() {
        let asked = results.iter().filter(|line| !matches!(line.rivals[index], Took::NotAsked)).count();
        let pairs = results.iter().filter_map(|line| Some((line.rivals[index].seconds()?, line.ours)));
        let (theirs, ours): (Vec<f64>, Vec<f64>) = pairs.unzip();
        if asked > 0 {
            let count = if ours.len() == asked { asked.to_string() } else { format!("{} of {asked}", ours.len()) };
            row(
                page,
                &format!("{name} | {count} | {}", rival.name()),
                &theirs,
                &ours,
                goal(name, rival).filter(|_| judged),
            );
        }
    }
}

fn row(page: &mut Page, begin: &str, theirs: &[f64], ours: &[f64], goal: Option<f64>) {
    if ours.is_empty() {
        page.line(&format!("| {begin} | | | | | | | |"));
        return;
    }
    let ratios: Vec<f64> = theirs.iter().zip(ours).map(|(theirs, ours)| theirs / ours).collect();
    let ratio = median(&ratios);
    page.line(&format!(
        "| {begin} | {:.2} | {:.1} | {:.4} | {:.2} | {} | {} | {} |",
        median(theirs) * 1e3,
        range(theirs).1 * 1e3,
        median(ours) * 1e3,
        range(ours).1 * 1e3,
        times(ratio),
        times(range(&ratios).0),
        against(ratio, goal)
    ));
}

/// What is said below the table: unrepeated solves, where we are slower, and who disagrees. Answers on how many puzzles we are slower.
fn close(page: &mut Page, all: &[Line], wrong: &[String]) -> usize {
    let (colder, ratios): (Vec<f64>, Vec<f64>) = all
        .iter()
        .filter(|line| line.best().is_finite())
        .map(|line| (line.first / line.ours, line.best() / line.first))
        .unzip();
    if !ratios.is_empty() {
        page.line(&format!(
            "\nNot repeated, as the first solve of a run after the rivals' turn, ours takes {} as long in the median over all puzzles that a rival decides; the fastest \
             rival's time is then {} ours in the median, and {} on the worst puzzle.",
            times(median(&colder)),
            times(median(&ratios)),
            times(range(&ratios).0)
        ));
    }
    let slower: Vec<&Line> = all.iter().filter(|line| line.ours > SLOWER * line.best()).collect();
    page.line(&format!("\nPuzzles on which the fastest rival was faster by more than {SLOWER}: {}.", slower.len()));
    for line in &slower {
        let (ours, best) = (line.ours * 1e3, line.best() * 1e3);
        page.line(&format!("- {}, {}: {ours:.2} ms against {best:.2} ms", line.file, line.name));
    }
    page.line(&format!("Verdicts that differ: {}.\n", wrong.len()));
    slower.len()
}
