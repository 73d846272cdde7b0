//! The report on Star Battle rerun: a genetic algorithm, AC-3 alone, solutions merged from two with one star each, and
//! backtracking.

mod fitness;
mod genetic;
mod inference;
mod missing_region;
mod search;
mod simple_sudokus;
mod tweaks;

use super::evidence::generated;
use super::{Chapter, Context};
use genetic::Genetic;
use inference::Inference;
use missing_region::MissingRegion;
use pencilmark::front::display::{counted, grouped};
use pencilmark_lab::{Instance, LabError};
use search::Search;

/// How much to run.
#[derive(Clone, Copy, Debug)]
struct Counts {
    /// Boards for all but the genetic algorithm.
    boards: usize,
    /// Boards for the genetic algorithm, the first of those.
    genetic_boards: usize,
    /// Seeds of the genetic algorithm.
    seeds: u64,
    /// Evaluations of a run of a stochastic method.
    evaluations: u64,
}

/// Nodes of a run of backtracking.
const NODES: u64 = 1_000_000;

pub(super) fn chapter(context: &Context<'_>) -> Result<Chapter, LabError> {
    let counts = context.pick(
        Counts { boards: 60, genetic_boards: 8, seeds: 1, evaluations: 500_000 },
        Counts { boards: 300, genetic_boards: 100, seeds: 1, evaluations: 1_000_000 },
    );
    rerun(context, counts)
}

fn rerun(context: &Context<'_>, counts: Counts) -> Result<Chapter, LabError> {
    let boards = context.instances(&generated("star-battle", "10", counts.boards).with("stars", 2))?;
    let some = &boards[..counts.genetic_boards.min(boards.len())];
    let (genetic, late) = context.timed(|| Genetic::run(context, some, counts))?;
    let mut claims = late.withhold(genetic.claims());
    let mut found = late.withhold(vec![genetic.found()]);
    let (tweaks, late) = context.timed(|| tweaks::claims(context, some))?;
    claims.extend(late.withhold(tweaks));
    let (inference, late) = context.timed(|| Inference::run(context, &boards))?;
    claims.extend(late.withhold(inference.claims()));
    let (sudokus, late) = context.timed(|| simple_sudokus::claim(context, counts.boards.div_ceil(3)))?;
    claims.extend(late.withhold(vec![sudokus]));
    let ((search, missing_region), late) =
        context.timed(|| Ok((Search::run(context, &boards)?, MissingRegion::run(context, &boards)?)))?;
    claims.extend(late.withhold(search.claims(&missing_region)));
    found.extend(late.withhold(missing_region.found()));
    let setting = format!(
        "Generated 10x10 boards with two stars and one solution each: {}; the genetic algorithm on {} of them with {}. \
         Its settings are those that the report ends with: two permutations of the columns, exchanged as a whole in \
         crossover for 40 generations, then swaps alone, 1000 generations of 100; ours may spend {} evaluations. \
         Backtracking: at most {} nodes. The report's \
         boards are pictures of newspaper puzzles, so its figures are compared with those of generated boards. All \
         intervals are 95 % intervals.",
        boards.len(),
        some.len(),
        counted(counts.seeds as usize, "seed"),
        grouped(counts.evaluations),
        grouped(NODES),
    );
    let mut methods = genetic.table();
    methods.rows.extend(inference.rows());
    methods.rows.extend(search.rows());
    Ok(Chapter { kind: "star-battle", setting, claims, found, tables: vec![methods, inference.table()] })
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
        let context = Context::new(true, 2, &stop, &|_, _, _| ());
        let counts = Counts { boards: 4, genetic_boards: 1, seeds: 1, evaluations: 20_000 };
        let chapter = rerun(&context, counts).expect("a chapter");
        assert_eq!((chapter.claims.len(), chapter.found.len()), (21, 3));
        crate::evidence::assert_complete(&chapter);
    }
}
