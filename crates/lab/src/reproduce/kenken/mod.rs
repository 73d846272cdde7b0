//! The KenKen report rerun: backtracking with and without three improvements, and min-conflicts with 1000 steps.

mod assignments;
mod walks;
mod ways;

use super::evidence::{generated, middle};
use super::{Chapter, Desk, Table};
use crate::experiment::Instances;
use crate::words::grouped;
use crate::{Instance, LabError};
use assignments::Factorial;
use walks::{Solved, Walks};
use ways::Way;

/// How much to run.
#[derive(Clone, Copy, Debug)]
struct Counts {
    /// Boards of 5x5 with one solution.
    puzzles: usize,
    /// Boards of 4x4 and of 6x6, to see how things scale.
    others: usize,
    /// Boards that may have several solutions, of 4x4 and of 5x5.
    drafts: usize,
    /// Seeds of min-conflicts.
    seeds: u64,
}

const NODES: u64 = 2_000_000;
const SIZES: [&str; 3] = ["4x4", "5x5", "6x6"];

pub(super) fn chapter(desk: &Desk<'_>) -> Result<Chapter, LabError> {
    rerun(
        desk,
        desk.pick(
            Counts { puzzles: 40, others: 10, drafts: 80, seeds: 5 },
            Counts { puzzles: 200, others: 100, drafts: 500, seeds: 5 },
        ),
    )
}

fn rerun(desk: &Desk<'_>, counts: Counts) -> Result<Chapter, LabError> {
    let boards = |size: &str| -> Result<Vec<Instance>, LabError> {
        let count = if size == "5x5" { counts.puzzles } else { counts.others };
        desk.instances(&generated("kenken", size, count))
    };
    let sizes = [boards(SIZES[0])?, boards(SIZES[1])?, boards(SIZES[2])?];
    let searches =
        [Factorial::run(desk, &sizes[0])?, Factorial::run(desk, &sizes[1])?, Factorial::run(desk, &sizes[2])?];
    let open = |size| {
        let group = Some(format!("kenken {size}, perhaps several solutions"));
        desk.instances(&Instances { group, several_ok: true, ..generated("kenken", size, counts.drafts) })
    };
    let drafts = [open("4x4")?, open("5x5")?];
    let walks = Walks::run(desk, &sizes, &drafts, counts.seeds)?;

    let mut claims = searches[1].claims();
    claims.extend(walks.claims());
    let setting = format!(
        "Generated boards with one solution each: {} of 5x5, {} each of 4x4 and 6x6; {} more of 4x4 and of 5x5 that may have \
         several. \
         Backtracking with every combination of AC-3 before the search, MRV and forward checking, values in order, at most \
         {} nodes; min-conflicts with {} seeds a board. Assignments are counted as the report counts them: values that \
         go with what is there, single cells included. The report also checks sums and products of unfinished cages; here a \
         cage is checked once it is full. Intervals are of 95 %.",
        counts.puzzles,
        counts.others,
        counts.drafts,
        grouped(NODES),
        counts.seeds,
    );
    let tables = vec![lines(&searches, &walks), searches[1].table(), walks.table()];
    Ok(Chapter { kind: "kenken", setting, claims, tables })
}

/// The report's three lines, with what they come to on many boards.
fn lines(searches: &[Factorial; 3], walks: &Walks) -> Table {
    let assignments = |way: Way, what: &str, reported: &str| {
        let sizes = searches.iter().map(|search| middle(search.efforts(way)));
        [what.to_owned(), reported.to_owned()].into_iter().chain(sizes).collect()
    };
    let steps = |what: &str, reported: &str| {
        let sizes = walks.sizes.iter().map(Solved::cell);
        [what.to_owned(), reported.to_owned()].into_iter().chain(sizes).collect()
    };
    Table {
        title: "The report's three lines".to_owned(),
        head: ["", "reported, one 5x5", "4x4", "5x5", "6x6"].map(str::to_owned).to_vec(),
        rows: vec![
            assignments(Way::PLAIN, "basic backtracking, assignments", "36"),
            assignments(Way::ALL, "AC-3, MRV and forward checking, assignments", "25"),
            steps("min-conflicts, steps where it solves within 1000", "270"),
        ],
        note: "Medians over boards (quartiles); for min-conflicts over the runs that solved, with their share."
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
        let desk = Desk { quick: true, threads: 2, stop: &stop, tell: &|_, _, _| () };
        let chapter = rerun(&desk, Counts { puzzles: 6, others: 2, drafts: 12, seeds: 2 }).expect("a chapter");
        assert_eq!(chapter.claims.len(), 8);
        crate::reproduce::evidence::assert_whole(&chapter);
    }
}
