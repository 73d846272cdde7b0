//! `cargo xtask corpus`: writes the puzzles that travel with the program. The same seed gives the same files. What the reports
//! printed (`report.jsonl`) is not made, and stays.

use std::fmt::Write as _;

use pencilmark::{Hints, Options, Spec};

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

pub(crate) fn run() -> Result<(), String> {
    for &(kind, set, batches) in SETS {
        let entry = pencilmark::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
        let mut text = String::new();
        for &(side, stars, count) in batches {
            let hints = Hints { stars, ..Hints::default() };
            let spec = Spec { size: Some((side, side)), hints, ..Spec::default() };
            for index in 0..count {
                let puzzle = pencilmark::generate(entry, &spec, SEED, index)
                    .map_err(|error| format!("{kind} {side}x{side} number {index}: {error}"))?;
                let report = puzzle.solve(&Options::up_to(2)).map_err(|error| error.to_string())?;
                let (1, true, Some(solution)) =
                    (report.outcome.solutions.len(), report.outcome.exhausted(), report.solution())
                else {
                    return Err(format!("{kind} {side}x{side} number {index} is not unique"));
                };
                let puzzle = puzzle.with_id(format!("{kind}-{side}-{index}")).with_solution(solution.clone());
                let _ = writeln!(text, "{}", puzzle.write("json").unwrap_or_default());
            }
        }
        let path = root().join("corpus").join(kind).join(format!("{set}.jsonl"));
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("{kind}/{set}");
    }
    Ok(())
}
