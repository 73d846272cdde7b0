//! `cargo xtask aima`: backtracking with MAC and MRV, time a node, against aima-python on the same puzzles; writes
//! benchmarks/aima.md.

use std::fmt::Write as _;
use std::path::Path;

use pencilmark::registry::Generator;
use pencilmark::{GenerateError, Options, Puzzle, Spec};

use super::provenance;
use crate::python::{Script, with_packages};
use crate::root;

/// Ours: values in order, as theirs.
const METHOD: &str = "backtracking:order=mrv,values=in-order,inference=mac";
/// Runs of ours for each puzzle, of which the median counts; theirs takes milliseconds, so one is enough.
const RUNS: usize = 5;

pub(crate) fn run() -> Result<(), String> {
    let python = with_packages("aima", &["aima3"], "aima3.csp")?;
    let mut text = format!(
        "# Time a node against aima-python\n\n\
         `cargo xtask aima`: backtracking with MAC, MRV and values in order until the first solution, on generated puzzles, \
         against `csp.backtracking_search` of the package aima3, puzzle by puzzle in turn. Theirs without setting \
         the problem up, ours with it. KenKen is stated for aima-python as a variable a cage (see aima_nodes.py). Time a \
         node: all seconds over all nodes.\n\n{}\n\n\
         | set | puzzles | aima-python nodes | µs a node | Pencilmark nodes | µs a node | ratio |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        provenance()
    );
    for (name, puzzles) in [
        ("Sudoku 9x9, minimal", generated("sudoku", &Spec::default().with("minimal", "yes"), 40)?),
        ("KenKen 6x6", generated("kenken", &Spec::sized(6, 6), 40)?),
    ] {
        let (theirs, ours) = compare(&python, &puzzles)?;
        let (their_time, our_time) = (theirs.1 / theirs.0 as f64, ours.1 / ours.0 as f64);
        let line = format!(
            "| {name} | {} | {} | {:.1} | {} | {:.2} | {:.0}x |",
            puzzles.len(),
            theirs.0,
            their_time * 1e6,
            ours.0,
            our_time * 1e6,
            their_time / our_time
        );
        println!("{line}");
        let _ = writeln!(text, "{line}");
    }
    let path = root().join("benchmarks").join("aima.md");
    std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn generated(kind: &str, spec: &Spec, count: u64) -> Result<Vec<Puzzle>, String> {
    let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
    let made = Generator::new(entry, spec)
        .and_then(|made| (0..count).map(|index| Ok(made.generate(2026, index)?.puzzle)).collect());
    made.map_err(|error: GenerateError| error.to_string())
}

/// Nodes and seconds.
type Effort = (u64, f64);

/// Of all puzzles together: theirs, ours.
fn compare(python: &Path, puzzles: &[Puzzle]) -> Result<(Effort, Effort), String> {
    let mut script = Script::start(python, &root().join("benchmarks").join("aima_nodes.py"), &[])?;
    let (mut theirs, mut ours) = ((0, 0.0), (0, 0.0));
    for puzzle in puzzles {
        let json = puzzle.write("json").ok_or("no JSON")?;
        let answer = script.ask(&json)?;
        theirs.0 += answer["nodes"].as_u64().unwrap_or(0);
        theirs.1 += answer["seconds"].as_f64().unwrap_or(0.0);
        let options = Options::default().method(METHOD.parse().map_err(|error| format!("{error}"))?);
        let mut times = Vec::new();
        let mut nodes = 0;
        for _ in 0..RUNS {
            let report = puzzle.solver().options(&options).run().map_err(|error| error.to_string())?;
            times.push(report.elapsed.as_secs_f64());
            nodes = report.counters.nodes;
        }
        times.sort_by(f64::total_cmp);
        ours.0 += nodes;
        ours.1 += times[RUNS / 2];
    }
    Ok((theirs, ours))
}
