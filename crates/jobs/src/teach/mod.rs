//! Jobs about techniques: the law of steps on many puzzles, how far the ladders reach and how they order puzzles, and the pages about techniques.

pub(crate) mod grades;
pub(crate) mod pages;
pub(crate) mod steps;

use std::path::Path;

use pencilmark::read::ReadOptions;
use pencilmark::{Puzzle, Spec, Verdict, registry};

/// The puzzles of a file of a corpora folder that can be read.
pub(crate) fn puzzles(path: &Path) -> Result<Vec<Puzzle>, String> {
    let name = path.to_string_lossy();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let text = pencilmark::read::decode(&name, &bytes).map_err(|error| error.to_string())?;
    Ok(pencilmark::read::read(&name, &text, &ReadOptions::default()).into_iter().flatten().collect())
}

/// At most `most` of them, spread over all.
pub(crate) fn sample<T>(puzzles: Vec<T>, most: usize) -> Vec<T> {
    let (count, most) = (puzzles.len(), most.min(puzzles.len()));
    let is_wanted = |index: &usize| index * most / count < (index + 1) * most / count;
    puzzles.into_iter().enumerate().filter(|(index, _)| is_wanted(index)).map(|(_, puzzle)| puzzle).collect()
}

/// The solution of a puzzle with exactly one.
fn only_solution(puzzle: &Puzzle) -> Option<pencilmark::Answer> {
    let budget = pencilmark::Budget { time: Some(std::time::Duration::from_secs(20)), ..Default::default() };
    let report = puzzle.solver().limit(2).budget(budget).run().ok()?;
    (report.outcome.verdict() == Verdict::Unique).then(|| report.solution().cloned())?
}

/// Puzzle number `index` of a kind, in sizes that go round.
fn generated(kind: &'static registry::KindEntry, index: u64) -> Option<Puzzle> {
    let sizes: &[&str] = match kind.info.id {
        "sudoku" => &["9x9", "6x6", "9x9", "9x9", "12x12"],
        "kenken" => &["4x4", "5x5", "6x6", "7x7"],
        "hidato" => &["5x5", "6x6", "7x7", "8x8"],
        _ => &["6x6", "8x8", "10x10"],
    };
    let size = sizes[index as usize % sizes.len()];
    let mut spec = Spec::default().with("size", size);
    if kind.info.id == "star-battle" {
        spec = spec.with("stars", if size == "10x10" { "2" } else { "1" });
    }
    registry::generate(kind, &spec, 15, index).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_as_large_as_asked_and_spread_out() {
        assert_eq!(sample((0..507).collect::<Vec<u32>>(), 500).len(), 500);
        assert_eq!(sample((0..9).collect::<Vec<u32>>(), 3), [2, 5, 8]);
        assert_eq!(sample(vec![1, 2], 3), [1, 2]);
        assert!(sample(Vec::<u32>::new(), 3).is_empty());
    }
}
