//! The Sudoku report rerun: three kinds of backtracking by the number of assignments, simulated annealing and a genetic
//! algorithm.

mod assignments;
mod placed;
mod walks;

use super::evidence::generated;
use super::{Chapter, Desk};
use crate::LabError;
use crate::experiment::Instances;
use crate::words::grouped;
use assignments::Assignments;
use walks::Walks;

/// How much to run.
#[derive(Clone, Copy, Debug)]
struct Counts {
    /// Puzzles of each difficulty.
    puzzles: usize,
    /// Nodes of a run of backtracking.
    nodes: u64,
    /// Seeds of annealing.
    seeds: u64,
    /// Puzzles of each difficulty for the genetic algorithm, one seed each.
    bred: usize,
    /// Evaluations of a run of a method that draws.
    evaluations: u64,
}

const EASY: &str = "easy";
const MEDIUM: &str = "medium";
const HARD: &str = "hard";
const DIFFICULTIES: [&str; 3] = [EASY, MEDIUM, HARD];

pub(super) fn chapter(desk: &Desk<'_>) -> Result<Chapter, LabError> {
    let counts = desk.pick(
        Counts { puzzles: 8, nodes: 1_000_000, seeds: 2, bred: 3, evaluations: 1_000_000 },
        Counts { puzzles: 120, nodes: 5_000_000, seeds: 3, bred: 30, evaluations: 5_000_000 },
    );
    rerun(desk, counts)
}

fn rerun(desk: &Desk<'_>, counts: Counts) -> Result<Chapter, LabError> {
    let plain = || generated("sudoku", "9", counts.puzzles);
    let mut puzzles = desk.instances(&Instances { group: Some(EASY.to_owned()), missing: Some(0.54), ..plain() })?;
    puzzles.extend(desk.instances(&Instances { group: Some(MEDIUM.to_owned()), missing: Some(0.63), ..plain() })?);
    puzzles.extend(desk.instances(&Instances { group: Some(HARD.to_owned()), minimal: true, ..plain() })?);

    let assignments = Assignments::run(desk, &puzzles, counts.nodes)?;
    let walks = Walks::run(desk, &puzzles, counts)?;
    let mut claims = assignments.claims();
    claims.extend(walks.claims());
    let setting = format!(
        "Generated 9x9 boards with one solution each, {} of each difficulty, by clues as there is no grader yet: easy 37 \
         clues, medium 30, hard as few as can be (about 24). Backtracking in the order of cells and digits, at most {} nodes; \
         annealing with {} seeds a board; the genetic algorithm with one seed on {} boards of each difficulty; ours may \
         spend {} evaluations. Arc consistency is AC-3 over not-equal arcs after every assignment, as in the report; like \
         there, a cell that inference leaves one digit counts as an assignment once the search comes to it. Row swaps, whose \
         rate the report does not give, are left out. Intervals are of 95 %.",
        counts.puzzles,
        grouped(counts.nodes),
        counts.seeds,
        counts.bred,
        grouped(counts.evaluations),
    );
    Ok(Chapter { kind: "sudoku", setting, claims, tables: vec![assignments.table(), walks.table()] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark::StopSignal;

    #[test]
    fn a_small_run_says_something_about_every_claim() {
        let stop = StopSignal::default();
        let desk = Desk { quick: true, threads: 2, stop: &stop, tell: &|_, _, _| () };
        let counts = Counts { puzzles: 2, nodes: 20_000, seeds: 1, bred: 1, evaluations: 20_000 };
        let chapter = rerun(&desk, counts).expect("a chapter");
        assert_eq!(chapter.claims.len(), 10);
        crate::reproduce::evidence::assert_whole(&chapter);
    }
}
