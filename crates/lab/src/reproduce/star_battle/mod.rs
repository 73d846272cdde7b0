//! The Star Battle report rerun: a genetic algorithm, AC-3 alone, solutions merged from two with one star each, and
//! backtracking.

mod breeding;
mod fitness;
mod inference;
mod regions;
mod search;

use super::evidence::generated;
use super::{Chapter, Desk};
use crate::experiment::Instances;
use crate::words::{counted, grouped};
use crate::{Instance, LabError};
use breeding::Breeding;
use inference::Inference;
use regions::Misread;
use search::Search;

/// How much to run.
#[derive(Clone, Copy, Debug)]
struct Counts {
    /// Boards for all but the genetic algorithm.
    boards: usize,
    /// Boards for the genetic algorithm, the first of those.
    bred: usize,
    /// Seeds of the genetic algorithm.
    seeds: u64,
    /// Evaluations of a run of a method that draws.
    evaluations: u64,
}

/// Nodes of a run of backtracking.
const NODES: u64 = 1_000_000;

pub(super) fn chapter(desk: &Desk<'_>) -> Result<Chapter, LabError> {
    let counts = desk.pick(
        Counts { boards: 60, bred: 8, seeds: 1, evaluations: 500_000 },
        Counts { boards: 300, bred: 100, seeds: 1, evaluations: 1_000_000 },
    );
    rerun(desk, counts)
}

fn rerun(desk: &Desk<'_>, counts: Counts) -> Result<Chapter, LabError> {
    let boards = desk.instances(&Instances { stars: Some(2), ..generated("star-battle", "10", counts.boards) })?;
    let some = &boards[..counts.bred.min(boards.len())];
    let breeding = Breeding::run(desk, some, counts)?;
    let inference = Inference::run(desk, &boards)?;
    let search = Search::run(desk, &boards)?;
    let misread = Misread::run(desk, &boards)?;

    let mut claims = breeding.claims();
    claims.extend(inference.claims());
    claims.extend(search.claims(&misread));
    claims.push(misread.claim());
    let setting = format!(
        "Generated 10x10 boards with two stars and one solution each: {}; the genetic algorithm on {} of them with {}. \
         Its settings are those the report ends with: two permutations of the columns, crossed whole for 40 generations, then \
         swaps alone, 1000 generations of 100; ours may spend {} evaluations. Backtracking: at most {} nodes. The report's \
         boards are pictures of newspaper puzzles, so its figures are compared with those of generated ones. Intervals are of \
         95 %.",
        boards.len(),
        some.len(),
        counted(counts.seeds as usize, "seed"),
        grouped(counts.evaluations),
        grouped(NODES),
    );
    let mut methods = breeding.table();
    methods.rows.extend(inference.rows());
    methods.rows.extend(search.rows());
    Ok(Chapter { kind: "star-battle", setting, claims, tables: vec![methods, inference.table()] })
}

/// The region of every cell, row by row.
fn regions(board: &Instance) -> Vec<Vec<u64>> {
    let json = board.puzzle.to_json();
    let rows = json.get("regions").and_then(|rows| rows.as_array()).into_iter().flatten();
    rows.map(|row| row.as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark::StopSignal;

    #[test]
    fn a_small_run_says_something_about_every_claim() {
        let stop = StopSignal::default();
        let desk = Desk { quick: true, threads: 2, stop: &stop, tell: &|_, _, _| () };
        let counts = Counts { boards: 4, bred: 1, seeds: 1, evaluations: 20_000 };
        let chapter = rerun(&desk, counts).expect("a chapter");
        assert_eq!(chapter.claims.len(), 11);
        crate::reproduce::evidence::assert_whole(&chapter);
    }
}
