//! The other kinds against CP-SAT and clingo, puzzle by puzzle.

use std::time::Instant;

use pencilmark::{Options, Puzzle, ReadOptions};

use super::sets::{RIVALS, Rival, goal};
use super::{Page, Peers, against, median, range, times};
use crate::conformance::files;
use crate::python::{Script, with_packages};
use crate::root;

/// A rival that took so long for a puzzle is not asked again.
const ENOUGH: f64 = 10.0;
/// Ours is repeated until it took so long: below that the clock and cold caches are what is measured.
const LEAST: f64 = 0.0005;
/// On no puzzle should we be slower than this times the fastest rival.
const SLOWER: f64 = 1.2;

/// What came of a puzzle: seconds of each rival (`None`: not asked, or not decided in time) and ours.
struct Line {
    name: String,
    rivals: Vec<Option<f64>>,
    ours: f64,
}

/// Compares all sets; answers on how many puzzles we were slower.
pub(super) fn compare(peers: &Peers, page: &mut Page) -> Result<usize, String> {
    let python =
        with_packages("peers-python", &["ortools==9.15.*", "clingo==5.8.*"], "ortools.sat.python.cp_model, clingo")?;
    let timeout = peers.timeout.to_string();
    let mut scripts = Vec::new();
    for rival in RIVALS {
        let (script, further) = rival.script();
        let arguments: Vec<&str> = std::iter::once(timeout.as_str()).chain(further.iter().copied()).collect();
        scripts.push(Script::start(&python, &root().join("peers").join("rivals").join(script), &arguments)?);
    }
    page.line(
        "## The other kinds, against CP-SAT 9.15 and clingo 5.8\n\nFrom a puzzle in memory to the proof that the solution is the only one (or that there are \
         several, or none), one worker each. CP-SAT and clingo include building their model in Python and grounding: that is what their user waits for. \
         peers/rivals has the models. Milliseconds, median and worst over the puzzles of a file, each the median of its runs; the ratio is \
         the median over puzzles, with the worst.\n\n\
         | file | puzzles | rival | rival, median | worst | Pencilmark, median | worst | ratio | worst ratio | goal |\n\
         | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    );
    let mut slower = Vec::new();
    let mut wrong = Vec::new();
    for path in files(&peers.folder)? {
        let file = path.strip_prefix(&peers.folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let wanted = peers.only.as_deref().is_none_or(|only| file.contains(only));
        let Some(name) = file.strip_suffix(".jsonl").filter(|_| wanted) else { continue };
        let text = std::fs::read_to_string(&path).map_err(|error| format!("cannot read {file}: {error}"))?;
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let step = lines.len().div_ceil(peers.most.min(lines.len()).max(1)).max(1);
        let mut results = Vec::new();
        for line in lines.into_iter().step_by(step) {
            results.push(one(peers, &file, line, &mut scripts, &mut wrong)?);
        }
        for (index, rival) in RIVALS.into_iter().enumerate() {
            row(page, name, index, rival, &results);
        }
        slower.extend(results.into_iter().filter_map(|line| {
            let best = line.rivals.iter().flatten().copied().fold(f64::INFINITY, f64::min);
            (line.ours > SLOWER * best)
                .then(|| format!("- {name}, {}: {:.2} ms against {:.2} ms", line.name, line.ours * 1e3, best * 1e3))
        }));
    }
    page.line(&format!("\nPuzzles on which the fastest rival was faster by more than {SLOWER}: {}.", slower.len()));
    for line in &slower {
        page.line(line);
    }
    page.line(&format!("Puzzles on which verdicts differ: {}.\n", wrong.len()));
    if wrong.is_empty() { Ok(slower.len()) } else { Err(format!("verdicts differ: {}", wrong.join("; "))) }
}

/// A puzzle, in turns.
fn one(peers: &Peers, file: &str, line: &str, scripts: &mut [Script], wrong: &mut Vec<String>) -> Result<Line, String> {
    let puzzle = Puzzle::parse_with(file, line, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let name = puzzle.id().unwrap_or("without a name").to_owned();
    let mut rivals: Vec<Vec<f64>> = vec![Vec::new(); scripts.len()];
    let mut undecided = vec![false; scripts.len()];
    let mut ours = Vec::new();
    for _ in 0..peers.runs.max(1) {
        let (seconds, found) = own(&puzzle)?;
        ours.push(seconds);
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
    let of = |index: usize| (!undecided[index] && !rivals[index].is_empty()).then(|| median(&rivals[index]));
    Ok(Line { name, rivals: (0..rivals.len()).map(of).collect(), ours: median(&ours) })
}

/// Seconds for a solve, and how many solutions there are, up to two; `None` if it gave up.
fn own(puzzle: &Puzzle) -> Result<(f64, Option<usize>), String> {
    let start = Instant::now();
    let mut times = 0;
    loop {
        let report = puzzle.solve(&Options::up_to(2)).map_err(|error| error.to_string())?;
        times += 1;
        let seconds = start.elapsed().as_secs_f64();
        if seconds >= LEAST {
            let found = report.outcome.found;
            let known = found == 2 || report.outcome.exhausted();
            return Ok((seconds / f64::from(times), known.then_some(found)));
        }
    }
}

fn row(page: &mut Page, file: &str, index: usize, rival: Rival, results: &[Line]) {
    let pairs: Vec<(f64, f64)> = results.iter().filter_map(|line| Some((line.rivals[index]?, line.ours))).collect();
    if pairs.is_empty() {
        return;
    }
    let (theirs, ours): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let ratios: Vec<f64> = pairs.iter().map(|(theirs, ours)| theirs / ours).collect();
    let ratio = median(&ratios);
    page.line(&format!(
        "| {file} | {} | {} | {:.2} | {:.1} | {:.4} | {:.2} | {} | {} | {} |",
        pairs.len(),
        rival.name(),
        median(&theirs) * 1e3,
        range(&theirs).1 * 1e3,
        median(&ours) * 1e3,
        range(&ours).1 * 1e3,
        times(ratio),
        times(range(&ratios).0),
        against(ratio, goal(file, rival))
    ));
}
