//! The report on Sudoku rerun: three kinds of backtracking by the number of assignments, simulated annealing and a
//! genetic algorithm.

mod assignment_claims;
mod assignments;
mod downhill;
mod inferred_cells;
mod stochastic;

use super::evidence::generated;
use super::{Chapter, Context};
use assignments::Assignments;
use pencilmark::front::display::grouped;
use pencilmark_lab::LabError;
use pencilmark_lab::experiment::Instances;
use stochastic::Stochastic;

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
    genetic_puzzles: usize,
    /// Evaluations of a run of a stochastic method.
    evaluations: u64,
}

const EASY: &str = "easy";
const MEDIUM: &str = "medium";
const HARD: &str = "hard";
const DIFFICULTIES: [&str; 3] = [EASY, MEDIUM, HARD];

pub(super) fn chapter(context: &Context<'_>) -> Result<Chapter, LabError> {
    let counts = context.pick(
        Counts { puzzles: 8, nodes: 1_000_000, seeds: 2, genetic_puzzles: 3, evaluations: 1_000_000 },
        Counts { puzzles: 120, nodes: 5_000_000, seeds: 3, genetic_puzzles: 30, evaluations: 5_000_000 },
    );
    rerun(context, counts)
}

fn rerun(context: &Context<'_>, counts: Counts) -> Result<Chapter, LabError> {
    let plain = || generated("sudoku", "9", counts.puzzles);
    let mut puzzles =
        context.instances(&Instances { group: Some(EASY.to_owned()), ..plain() }.with("missing", 0.54))?;
    puzzles.extend(context.instances(&Instances { group: Some(MEDIUM.to_owned()), ..plain() }.with("missing", 0.63))?);
    puzzles.extend(context.instances(&Instances { group: Some(HARD.to_owned()), ..plain() }.with("minimal", "yes"))?);

    let (assignments, late) = context.timed(|| Assignments::run(context, &puzzles, counts.nodes))?;
    let mut claims = late.withhold(assignment_claims::claims(&assignments));
    let (stochastic, late) = context.timed(|| Stochastic::run(context, &puzzles, counts))?;
    claims.extend(late.withhold(stochastic.claims()));
    let (downhill, late) = context.timed(|| downhill::claim(context, &puzzles))?;
    claims.extend(late.withhold(vec![downhill]));
    let setting = format!(
        "Generated 9x9 boards with one solution each, {} of each difficulty. Difficulty goes by the number of clues, \
         since there is no grader yet: easy 37 clues, medium 30, hard a minimal set (about 24). Backtracking in the \
         order of cells and digits, at most {} nodes; \
         annealing with {} seeds per board; the genetic algorithm with one seed on {} boards of each difficulty; \
         ours may spend {} evaluations. Arc consistency is AC-3 over not-equal arcs after every assignment, as in \
         the report; as there, a cell with one digit left by inference counts as an assignment once the search \
         reaches it. Row swaps, whose rate the report does not give, are left out; annealing considers the best of 50 changes, since the \
         report does not say of how many. All intervals are 95 % intervals.",
        counts.puzzles,
        grouped(counts.nodes),
        counts.seeds,
        counts.genetic_puzzles,
        grouped(counts.evaluations),
    );
    let tables = vec![assignments.table(), stochastic.table()];
    Ok(Chapter { kind: "sudoku", setting, claims, found: Vec::new(), tables })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark::StopSignal;

    #[test]
    fn a_small_run_says_something_about_every_claim() {
        let stop = StopSignal::default();
        let context = Context::new(true, 2, &stop, &|_, _, _| ());
        let counts = Counts { puzzles: 2, nodes: 20_000, seeds: 1, genetic_puzzles: 1, evaluations: 20_000 };
        let chapter = rerun(&context, counts).expect("a chapter");
        assert_eq!(chapter.claims.len(), 16);
        crate::evidence::assert_complete(&chapter);
    }
}
