//! The report on KenKen rerun: backtracking with and without three improvements, and min-conflicts with 1000 steps.

mod assignments;
mod improvements;
mod min_conflicts;
mod min_conflicts_claims;

use super::evidence::{generated, median_and_quartiles};
use super::{Chapter, Context, Table};
use assignments::Factorial;
use improvements::Improvements;
use min_conflicts::{MinConflicts, Solved};
use pencilmark::front::display::grouped;
use pencilmark_lab::experiment::Instances;
use pencilmark_lab::{Instance, LabError};

/// How much to run.
#[derive(Clone, Copy, Debug)]
struct Counts {
    /// Boards of 5x5 with one solution.
    puzzles: usize,
    /// Boards of 4x4 and of 6x6, to see how the effort grows with size.
    others: usize,
    /// Boards that may have several solutions, of 4x4 and of 5x5.
    multi: usize,
    /// Seeds of min-conflicts.
    seeds: u64,
}

const NODES: u64 = 2_000_000;
const SIZES: [&str; 3] = ["4x4", "5x5", "6x6"];

pub(super) fn chapter(context: &Context<'_>) -> Result<Chapter, LabError> {
    rerun(
        context,
        context.pick(
            Counts { puzzles: 40, others: 10, multi: 80, seeds: 5 },
            Counts { puzzles: 200, others: 100, multi: 500, seeds: 5 },
        ),
    )
}

fn rerun(context: &Context<'_>, counts: Counts) -> Result<Chapter, LabError> {
    let boards = |size: &str| -> Result<Vec<Instance>, LabError> {
        let count = if size == "5x5" { counts.puzzles } else { counts.others };
        context.instances(&generated("kenken", size, count))
    };
    let sizes = [boards(SIZES[0])?, boards(SIZES[1])?, boards(SIZES[2])?];
    let (searches, late) = context.timed(|| {
        let run = |boards: &[Instance]| Factorial::run(context, boards);
        Ok([run(&sizes[0])?, run(&sizes[1])?, run(&sizes[2])?])
    })?;
    let open = |size| {
        let group = Some(format!("kenken {size}, perhaps several solutions"));
        context.instances(&Instances { group, ..generated("kenken", size, counts.multi) }.with("several-ok", "yes"))
    };
    let multi = [open("4x4")?, open("5x5")?];
    let mut claims = late.withhold(searches[1].claims());
    let (min_conflicts, late) = context.timed(|| MinConflicts::run(context, &sizes, &multi, counts.seeds))?;
    claims.extend(late.withhold(min_conflicts_claims::claims(&min_conflicts)));
    let setting = format!(
        "Generated boards with one solution each: {} of 5x5, {} each of 4x4 and 6x6; {} more of 4x4 and of 5x5 that \
         may have \
         several. \
         Backtracking runs with every combination of AC-3 before the search, MRV and forward checking, with values \
         in order and at most {} nodes; min-conflicts runs with {} seeds per board. Assignments are counted as in \
         the report: values that do not conflict with earlier ones, including those of single-cell cages. The report \
         also checks sums and products of unfinished cages; here a cage is checked once it is full. All intervals \
         are 95 % intervals.",
        counts.puzzles,
        counts.others,
        counts.multi,
        grouped(NODES),
        counts.seeds,
    );
    let tables = vec![lines(&searches, &min_conflicts), searches[1].table(), min_conflicts.table()];
    Ok(Chapter { kind: "kenken", setting, claims, found: Vec::new(), tables })
}

/// The report's three results, beside those on many boards.
fn lines(searches: &[Factorial; 3], min_conflicts: &MinConflicts) -> Table {
    let assignments = |improvements: Improvements, what: &str, reported: &str| {
        let sizes = searches.iter().map(|search| median_and_quartiles(search.efforts(improvements)));
        [what.to_owned(), reported.to_owned()].into_iter().chain(sizes).collect()
    };
    let steps = |what: &str, reported: &str| {
        let sizes = min_conflicts.sizes.iter().map(Solved::cell);
        [what.to_owned(), reported.to_owned()].into_iter().chain(sizes).collect()
    };
    Table {
        title: "The report's three results".to_owned(),
        head: ["", "reported, one 5x5", "4x4", "5x5", "6x6"].map(str::to_owned).to_vec(),
        rows: vec![
            assignments(Improvements::PLAIN, "basic backtracking, assignments", "36"),
            assignments(Improvements::ALL, "AC-3, MRV and forward checking, assignments", "25"),
            steps("min-conflicts, steps where it solves within 1000", "270"),
        ],
        note: "Medians over boards (quartiles); for min-conflicts, of the runs that solved, with their share."
            .to_owned(),
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark::StopSignal;

    #[test]
    fn a_small_run_says_something_about_every_claim() {
        let stop = StopSignal::default();
        let context = Context::new(true, 2, &stop, &|_, _, _| ());
        let chapter = rerun(&context, Counts { puzzles: 6, others: 2, multi: 12, seeds: 2 }).expect("a chapter");
        assert_eq!(chapter.claims.len(), 15);
        crate::evidence::assert_complete(&chapter);
    }
}
