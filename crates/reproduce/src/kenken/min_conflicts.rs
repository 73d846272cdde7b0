//! Runs of min-conflicts with the report's settings and with our own.

use pencilmark::Options;
use pencilmark_lab::{Arm, Instance, LabError, Limits, Record};

use crate::evidence::{Share, by_puzzle, median_and_quartiles, solve_error};
use crate::{Context, Table, arm, of};

const REPORT: &str = "report";
const OURS: &str = "default";
const EVALUATIONS: u64 = 2_000_000;
/// The most solutions to count.
const MAX_SOLUTIONS: usize = 1000;

/// The results of min-conflicts.
pub(super) struct MinConflicts {
    /// With the report's settings on 4x4, 5x5, 6x6.
    pub(super) sizes: [Solved; 3],
    /// With ours on 5x5.
    pub(super) ours: Solved,
    pub(super) failures: Failures,
    /// Boards of 4x4 and 5x5 that may have several solutions.
    pub(super) multi: [MultiBoards; 2],
}

/// How many solutions each board has, how often the report's settings solve it, and with how many evaluations ours do.
pub(super) struct MultiBoards(pub(super) Vec<MultiBoard>);

#[derive(Clone, Copy)]
pub(super) struct MultiBoard {
    pub(super) solutions: usize,
    /// Solved, of this many runs, with the report's settings.
    pub(super) report: (u64, u64),
    /// Evaluations with ours, the median over seeds.
    pub(super) ours: f64,
}

impl MultiBoards {
    pub(super) fn solved(&self, wanted: impl Fn(usize) -> bool) -> (Share, usize) {
        let inside = self.0.iter().filter(|board| wanted(board.solutions));
        let counts: Vec<(u64, u64)> = inside.map(|board| board.report).collect();
        (Share::pooled(&counts), counts.len())
    }
}

/// How often, and after how many steps: the median of each board that was solved.
pub(super) struct Solved {
    pub(super) share: Share,
    pub(super) steps: Vec<f64>,
    pub(super) evaluations: Vec<f64>,
}

impl Solved {
    fn of(records: &[&Record]) -> Self {
        let median = |figure: fn(&Record) -> u64| {
            let solved = records.iter().filter(|record| record.is_solved());
            by_puzzle(solved.map(|record| (record.instance.as_str(), figure(record) as f64)))
        };
        Self {
            share: Share::solved(records),
            steps: median(|record| record.counters.steps),
            evaluations: median(|record| record.counters.evaluations),
        }
    }

    /// In a cell of a table.
    pub(super) fn cell(&self) -> String {
        format!("{}; solved {}", median_and_quartiles(&self.steps), self.share.cell())
    }
}

/// How the runs with the report's settings on 5x5 end that fail, and how close all of them come.
pub(super) struct Failures {
    /// Without progress in the second half of their steps.
    pub(super) idle: Share,
    /// The lowest cost relative to that of the first board, the median of each board.
    pub(super) parts: Vec<f64>,
    /// Runs that end very close to a solution, or with one.
    pub(super) close: Share,
}

/// A run ends very close to a solution if its lowest cost is at most this part of that of its first board.
pub(super) const CLOSE: f64 = 0.1;

impl Failures {
    fn of(records: &[&Record]) -> Self {
        let failed = || records.iter().filter(|record| !record.is_solved());
        let name = |record: &Record| record.instance.clone();
        let early = |record: &Record| record.counters.best.map_or(0, |(_, step)| step) * 2 <= record.counters.steps;
        Self {
            idle: Share::by_puzzle(failed().map(|record| (name(record), early(record)))),
            parts: by_puzzle(failed().map(|record| (name(record), part_left(record)))),
            close: Share::by_puzzle(records.iter().map(|record| (name(record), part_left(record) <= CLOSE))),
        }
    }
}

/// The lowest cost relative to that of the first board.
fn part_left(record: &Record) -> f64 {
    let first = record.improvements.first().map_or(0, |first| first.cost);
    record.counters.best.map_or(0, |(cost, _)| cost) as f64 / first.max(1) as f64
}

impl MinConflicts {
    pub(super) fn run(
        context: &Context<'_>,
        sizes: &[Vec<Instance>; 3],
        multi: &[Vec<Instance>; 2],
        seeds: u64,
    ) -> Result<Self, LabError> {
        let limits = Limits { evaluations: Some(EVALUATIONS), ..Limits::default() };
        let report = || arm(REPORT, "min-conflicts/report", limits, seeds);
        let ours = || arm(OURS, "min-conflicts", limits, seeds);
        let small = context.run("min-conflicts on 4x4", &sizes[0], vec![report()?])?;
        let medium = context.run("min-conflicts on 5x5", &sizes[1], vec![report()?, ours()?])?;
        let large = context.run("min-conflicts on 6x6", &sizes[2], vec![report()?])?;
        let open = |size: &str, boards: &[Instance]| open(context, size, boards, &[report()?, ours()?]);
        Ok(Self {
            sizes: [&small, &medium, &large].map(|records| Solved::of(&of(records, REPORT))),
            ours: Solved::of(&of(&medium, OURS)),
            failures: Failures::of(&of(&medium, REPORT)),
            multi: [open("4x4", &multi[0])?, open("5x5", &multi[1])?],
        })
    }

    /// The share of runs solved, by the number of solutions of the board.
    pub(super) fn table(&self) -> Table {
        let bands = [("1", 1, 1), ("2-4", 2, 4), ("5-19", 5, 19), ("20 or more", 20, usize::MAX)];
        let row = |&(name, least, most): &(&str, usize, usize)| {
            let mut row = vec![name.to_owned()];
            for multi in &self.multi {
                let (solved, boards) = multi.solved(|solutions| (least..=most).contains(&solutions));
                row.extend([boards.to_string(), solved.cell()]);
            }
            row
        };
        Table {
            title: "Min-conflicts by the number of solutions, the report's settings".to_owned(),
            head: ["solutions", "boards 4x4", "solved", "boards 5x5", "solved"].map(str::to_owned).to_vec(),
            rows: bands.iter().map(row).collect(),
            note: "Boards of a generator that does not require uniqueness; share of runs that solved (interval)."
                .to_owned(),
            ..Table::default()
        }
    }
}

/// The report's settings and ours on boards that may have several solutions.
fn open(context: &Context<'_>, size: &str, multi: &[Instance], arms: &[Arm; 2]) -> Result<MultiBoards, LabError> {
    let ids: Vec<String> = multi.iter().map(|board| board.id.clone()).collect();
    let solutions = context.map(&format!("solutions of {size} boards"), &ids, |index| {
        let options = Options::default().budget(arms[0].limits.budget(context.stop));
        let counted =
            multi[index].puzzle.solver().options(&options).limit(MAX_SOLUTIONS).keep(1).run().map_err(solve_error)?;
        Ok(counted.outcome.found)
    })?;
    let name = format!("min-conflicts on {size} with several solutions");
    let records = context.run(&name, multi, arms.to_vec())?;
    let board = |(solutions, runs): (usize, &[Record])| {
        let report = runs.iter().filter(|run| run.arm == REPORT);
        let ours = runs.iter().filter(|run| run.arm == OURS);
        let counts = report.fold((0, 0), |(solved, all), run| (solved + u64::from(run.is_solved()), all + 1));
        let ours = by_puzzle(ours.map(|run| ((), run.counters.evaluations as f64)));
        MultiBoard { solutions, report: counts, ours: ours.first().copied().unwrap_or(0.0) }
    };
    Ok(MultiBoards(solutions.into_iter().zip(records.chunk_by(|a, b| a.instance == b.instance)).map(board).collect()))
}
