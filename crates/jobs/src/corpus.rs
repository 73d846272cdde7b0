//! `cargo xtask corpus`: writes the puzzles that travel with the program. The same seed gives the same files. What the reports
//! printed (`report.jsonl`) is not made, and stays.

use std::fmt::Write as _;

use pencilmark::batch::map;
use pencilmark::registry::Generator;
use pencilmark::{Budget, MethodChoice, Options, Puzzle, SolveError, Spec};

use crate::root;

/// The seed of all built-in puzzles.
const SEED: u64 = 2026;

/// Side, stars and how many.
type Batch = (usize, Option<usize>, u64);

/// Kind, set, and what is in it.
const SETS: &[(&str, &str, &[Batch])] = &[
    ("sudoku", "small", &[(4, None, 8), (6, None, 12)]),
    ("sudoku", "normal", &[(9, None, 20)]),
    ("sudoku", "large", &[(12, None, 6), (16, None, 4)]),
    ("kenken", "small", &[(4, None, 20)]),
    ("kenken", "normal", &[(6, None, 20)]),
    ("kenken", "large", &[(9, None, 10)]),
    ("hitori", "small", &[(5, None, 20)]),
    ("hitori", "normal", &[(8, None, 20)]),
    ("hitori", "large", &[(15, None, 10)]),
    ("hidato", "small", &[(5, None, 20)]),
    ("hidato", "normal", &[(8, None, 20)]),
    ("hidato", "large", &[(12, None, 10)]),
    ("star-battle", "small", &[(6, Some(1), 20)]),
    ("star-battle", "normal", &[(10, Some(2), 20)]),
    ("star-battle", "large", &[(14, Some(3), 10)]),
];

/// Kind, side, how many of how many: those without a spare clue that backtracking with MAC visits the most nodes on.
const HARD: &[(&str, usize, usize, usize)] = &[("sudoku", 9, 20, 4000), ("hidato", 8, 20, 400)];

/// Kind, levels, and the settings of a board on which they are found.
type Levels = (&'static str, std::ops::RangeInclusive<u64>, &'static [(&'static str, &'static str)]);

const LEVELS: &[Levels] = &[
    ("sudoku", 1..=5, &[]),
    ("kenken", 1..=5, &[]),
    ("hitori", 2..=5, &[]),
    ("hidato", 1..=5, &[]),
    ("star-battle", 1..=1, &[("size", "8x8"), ("stars", "1")]),
    ("star-battle", 2..=5, &[]),
];

/// Puzzles of each level.
const OF_A_LEVEL: u64 = 4;

pub(crate) fn run() -> Result<(), String> {
    levels()?;
    for &(kind, side, count, of) in HARD {
        let text = hardest(kind, side, count, of)?;
        let path = root().join("corpus").join(kind).join("hard.jsonl");
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("{kind}/hard");
    }
    for &(kind, set, batches) in SETS {
        let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
        let mut text = String::new();
        for &(side, stars, count) in batches {
            // By default, small Sudoku draw the share of clues to leave out. These sets use one
            // share for all.
            let spec = Spec::sized(side, side).with_if("stars", stars);
            let spec = if kind == "sudoku" && side <= 9 { spec.with("missing", 0.57) } else { spec };
            let generator = Generator::new(entry, &spec).map_err(|error| format!("{kind} {side}x{side}: {error}"))?;
            for index in 0..count {
                let made = generator
                    .generate(SEED, index)
                    .map_err(|error| format!("{kind} {side}x{side} number {index}: {error}"))?;
                let _ = writeln!(text, "{}", line(&made.puzzle, &format!("{kind}-{side}-{index}"))?);
            }
        }
        let path = root().join("corpus").join(kind).join(format!("{set}.jsonl"));
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("{kind}/{set}");
    }
    Ok(())
}

/// Puzzles by level.
fn levels() -> Result<(), String> {
    let mut texts: std::collections::BTreeMap<&str, String> = std::collections::BTreeMap::new();
    for (kind, levels, settings) in LEVELS {
        let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
        let spec = settings.iter().fold(Spec::default(), |spec, (name, value)| spec.with(*name, *value));
        for level in levels.clone() {
            let generator = Generator::new(entry, &spec.clone().with("level", level))
                .map_err(|error| format!("{kind} level {level}: {error}"))?;
            for index in 0..OF_A_LEVEL {
                let id = format!("{kind}-level-{level}-{index}");
                let made = generator.generate(SEED, index).map_err(|error| format!("{id}: {error}"))?;
                let _ = writeln!(texts.entry(kind).or_default(), "{}", line(&made.puzzle, &id)?);
            }
        }
    }
    for (kind, text) in texts {
        let path = root().join("corpus").join(kind).join("levels.jsonl");
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("{kind}/levels");
    }
    Ok(())
}

/// A puzzle with its name and its one solution, as a line of JSON.
fn line(puzzle: &Puzzle, id: &str) -> Result<String, String> {
    let report = puzzle.solver().limit(2).run().map_err(|error| error.to_string())?;
    let (1, true, Some(solution)) = (report.outcome.found, report.outcome.exhausted(), report.solution()) else {
        return Err(format!("{id} is not unique"));
    };
    Ok(puzzle.with_id(id).with_solution(solution.clone()).write("json").unwrap_or_default())
}

fn hardest(kind: &str, side: usize, count: usize, of: usize) -> Result<String, String> {
    let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
    let spec = Spec::sized(side, side).with("minimal", true);
    let generator = Generator::new(entry, &spec).map_err(|error| error.to_string())?;
    let method: MethodChoice = "backtracking".parse().map_err(|error: SolveError| error.to_string())?;
    // Beyond that most methods would be at their budget, and nothing could be compared.
    let budget = Budget { nodes: Some(5_000), ..Budget::default() };
    let options = Options::default().limit(2).method(method).budget(budget);
    let rate = |index| -> Result<(u64, usize, Puzzle), String> {
        let puzzle = generator.generate(SEED, index as u64).map_err(|error| error.to_string())?.puzzle;
        let report = puzzle.solver().options(&options).run().map_err(|error| error.to_string())?;
        let nodes = if report.outcome.exhausted() { report.counters.nodes } else { 0 };
        Ok((nodes, index, puzzle))
    };
    let mut rated = map(of, 0, &|_| (), rate).into_iter().collect::<Result<Vec<_>, _>>()?;
    rated.sort_by_key(|(nodes, index, _)| (std::cmp::Reverse(*nodes), *index));
    let mut text = String::new();
    for (_, index, puzzle) in rated.iter().take(count) {
        let _ = writeln!(text, "{}", line(puzzle, &format!("{kind}-hard-{index}"))?);
    }
    Ok(text)
}
