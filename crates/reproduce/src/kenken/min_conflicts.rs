//! Min-conflicts with the report's settings and with our own.

use pencilmark::Options;
use pencilmark::display::percent;
use pencilmark_lab::stats::Estimate;
use pencilmark_lab::{Arm, Instance, LabError, Limits, Record};

use crate::evidence::{Share, by_puzzle, mean_difference, mean_ratio, median_and_quartiles, solve_error, times};
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling, Table, arm, of};

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
    ours: Solved,
    failures: Failures,
    /// Boards of 4x4 and 5x5 that may have several solutions.
    multi: [MultiBoards; 2],
}

/// How many solutions each board has, how often the report's settings solve it, and with how many evaluations ours do.
struct MultiBoards(Vec<MultiBoard>);

#[derive(Clone, Copy)]
struct MultiBoard {
    solutions: usize,
    /// Solved, of this many runs, with the report's settings.
    report: (u64, u64),
    /// Evaluations with ours, the median over seeds.
    ours: f64,
}

impl MultiBoards {
    fn solved(&self, wanted: impl Fn(usize) -> bool) -> (Share, usize) {
        let inside = self.0.iter().filter(|board| wanted(board.solutions));
        let counts: Vec<(u64, u64)> = inside.map(|board| board.report).collect();
        (Share::pooled(&counts), counts.len())
    }
}

/// How often, and after how many steps: the median of each board that was solved.
pub(super) struct Solved {
    share: Share,
    steps: Vec<f64>,
    evaluations: Vec<f64>,
}

impl Solved {
    fn of(records: &[&Record]) -> Self {
        let median = |figure: fn(&Record) -> u64| {
            let solved = records.iter().filter(|record| record.is_solved());
            by_puzzle(solved.map(|record| (record.instance.as_str(), figure(record) as f64)))
        };
        Self {
            share: Share::solved(records),
            steps: median(|record| record.steps),
            evaluations: median(|record| record.evaluations),
        }
    }

    /// In a cell of a table.
    pub(super) fn cell(&self) -> String {
        format!("{}; solved {}", median_and_quartiles(&self.steps), self.share.cell())
    }
}

/// How the runs with the report's settings on 5x5 end that fail, and how close all of them come.
struct Failures {
    /// Without progress in the second half of their steps.
    idle: Share,
    /// The lowest cost relative to that of the first board, the median of each board.
    parts: Vec<f64>,
    /// Runs that end very close to a solution, or with one.
    close: Share,
}

/// A run ends very close to a solution if its lowest cost is at most this part of that of its first board.
const CLOSE: f64 = 0.1;

impl Failures {
    fn of(records: &[&Record]) -> Self {
        let failed = || records.iter().filter(|record| !record.is_solved());
        let name = |record: &Record| record.instance.clone();
        let early = |record: &Record| record.best_at_step.unwrap_or(0) * 2 <= record.steps;
        Self {
            idle: Share::by_puzzle(failed().map(|record| (name(record), early(record)))),
            parts: by_puzzle(failed().map(|record| (name(record), part_left(record)))),
            close: Share::by_puzzle(records.iter().map(|record| (name(record), part_left(record) <= CLOSE))),
        }
    }
}

/// The lowest cost relative to that of the first board.
fn part_left(record: &Record) -> f64 {
    let first = record.improvements().first().map_or(0, |first| first.cost);
    record.best_cost.unwrap_or(0) as f64 / first.max(1) as f64
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

    pub(super) fn claims(&self) -> Vec<Claim> {
        let (report, ours) = (&self.sizes[1], &self.ours);
        vec![
            figure(report),
            works_program(report),
            works_method(ours),
            close_program(&self.failures),
            close_method(ours.share),
            several_program(&self.multi[0], &self.multi[1]),
            several_method(&self.multi[1]),
            stuck_program(&self.failures, report.share),
            stuck_method(ours.share),
        ]
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
        let options = Options { budget: arms[0].limits.budget(context.stop), ..Options::default() };
        let counted = multi[index].puzzle.count(MAX_SOLUTIONS, &options).map_err(solve_error)?;
        Ok(counted.outcome.found)
    })?;
    let name = format!("min-conflicts on {size} with several solutions");
    let records = context.run(&name, multi, arms.to_vec())?;
    let board = |(solutions, runs): (usize, &[Record])| {
        let report = runs.iter().filter(|run| run.arm == REPORT);
        let ours = runs.iter().filter(|run| run.arm == OURS);
        let counts = report.fold((0, 0), |(solved, all), run| (solved + u64::from(run.is_solved()), all + 1));
        let ours = by_puzzle(ours.map(|run| ((), run.evaluations as f64)));
        MultiBoard { solutions, report: counts, ours: ours.first().copied().unwrap_or(0.0) }
    };
    Ok(MultiBoards(solutions.into_iter().zip(records.chunk_by(|a, b| a.instance == b.instance)).map(board).collect()))
}

/// The figure of the report's one run.
fn figure(report: &Solved) -> Claim {
    let early = Share::of(report.steps.iter().map(|&steps| steps <= 270.0));
    Claim {
        claim: "Min-conflicts solves a 5x5 in 270 iterations.".to_owned(),
        about: About::Program,
        reported: "270, on one board that is not printed".to_owned(),
        measured: format!(
            "{} steps on the boards that a run solves (median and quartiles); within 270 on {early} of them",
            median_and_quartiles(&report.steps),
        ),
        ruling: Ruling::not_comparable("it is the figure of one run on a board that is not printed"),
        reason: "One run is one sample from a wide distribution.".to_owned(),
    }
}

/// Holds if the interval of the share solved lies above one half.
fn works_program(report: &Solved) -> Claim {
    let ruling = report.share.more_than(0.5);
    Claim {
        claim: WORKS.to_owned(),
        about: About::Program,
        reported: "stated; one run is shown, and it solves".to_owned(),
        measured: format!("one try of 1000 steps, cell by cell: solved {} runs on 5x5", report.share),
        reason: ruling.because(
            "More than half of the runs solve.",
            "On boards like these, a run that solves is the exception, which one run on one board cannot show.",
        ),
        ruling,
    }
}

const WORKS: &str = "Min-conflicts works very well: it solves a 5x5.";

fn works_method(ours: &Solved) -> Claim {
    let ruling = ours.share.more_than(0.5);
    Claim {
        claim: WORKS.to_owned(),
        about: About::Method,
        reported: "stated".to_owned(),
        measured: format!(
            "with whole cages as moves and restarts: solved {} runs on 5x5, after {} evaluations (median and \
             quartiles over boards)",
            ours.share,
            median_and_quartiles(&ours.evaluations),
        ),
        reason: ruling
            .because("With moves that keep cages whole, most runs solve.", "Not even our moves solve most runs."),
        ruling,
    }
}

const VERY_CLOSE: &str = "Where it finds no solution, it ends very close to one.";

fn close_program(failures: &Failures) -> Claim {
    let ruling = failures.close.more_than(0.5);
    Claim {
        claim: VERY_CLOSE.to_owned(),
        about: About::Program,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "the lowest cost is at most {} of that of the first board in {} runs; in those that fail it is {} of it \
             (median and quartiles over boards)",
            percent(CLOSE),
            failures.close,
            median_and_quartiles(&failures.parts),
        ),
        reason: ruling.because(
            "Most runs end with at most a tenth of the cost they began with.",
            "Most runs end with more than a tenth of the cost they began with.",
        ),
        ruling,
    }
}

fn close_method(ours: Share) -> Claim {
    let ruling = ours.more_than(0.5);
    Claim {
        claim: VERY_CLOSE.to_owned(),
        about: About::Method,
        reported: "stated, not measured".to_owned(),
        measured: format!("with whole cages as moves and restarts, {ours} runs end with a solution"),
        reason: ruling.because("Most runs end with a solution.", "Most runs end without a solution."),
        ruling,
    }
}

/// A smaller difference of shares counts as none.
const SMALL: f64 = 0.05;

const SEVERAL: &str = "Min-conflicts works especially well when there are several solutions.";

/// Holds if the interval of the difference between 4x4 boards with several solutions and with one lies above 0;
/// refuted if it ends below `SMALL`.
fn several_program(small: &MultiBoards, medium: &MultiBoards) -> Claim {
    let share = |board: &MultiBoard| board.report.0 as f64 / board.report.1.max(1) as f64;
    let values: Vec<(bool, f64)> = small.0.iter().map(|board| (board.solutions > 1, share(board))).collect();
    let difference = mean_difference(&values);
    let ruling = Ruling::decide(
        when(
            difference.is_some_and(|apart| apart.interval.low > 0.0),
            "the interval of the difference of the shares on 4x4 lies above 0",
        ),
        when(
            difference.is_some_and(|apart| apart.interval.high < SMALL),
            format!("it ends below {} points", 100.0 * SMALL),
        ),
    );
    let part = |multi: &MultiBoards, several: bool| multi.solved(|solutions| (solutions > 1) == several);
    let ((open, boards), (closed, others)) = (part(small, true), part(small, false));
    let apart = difference.map_or_else(String::new, |Estimate { value, interval }| {
        let points = |share: f64| format!("{:.1}", 100.0 * share);
        format!("; a difference of {} points ({} to {})", points(value), points(interval.low), points(interval.high))
    });
    Claim {
        claim: SEVERAL.to_owned(),
        about: About::Program,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "4x4: solved {open} with several solutions ({boards} boards), {closed} with one ({others} \
             boards){apart}; 5x5: {} and {}",
            percent(part(medium, true).0.value()),
            percent(part(medium, false).0.value()),
        ),
        reason: ruling.because(
            "Every solution is a possible goal; on 5x5 too few runs solve to tell.",
            "Even on 4x4, where it solves often enough to tell, the difference is small.",
        ),
        ruling,
    }
}

/// Holds if boards with several solutions take significantly fewer evaluations than those with one.
fn several_method(boards: &MultiBoards) -> Claim {
    let efforts = |several: bool| {
        let inside = boards.0.iter().filter(|board| (board.solutions > 1) == several);
        inside.map(|board| board.ours).collect::<Vec<f64>>()
    };
    let ratio = mean_ratio(&efforts(false), &efforts(true));
    let ruling = crate::evidence::below("the ratio of the means", ratio, 1.0);
    Claim {
        claim: SEVERAL.to_owned(),
        about: About::Method,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "with whole cages as moves and restarts, mean evaluations on 5x5 boards with several solutions ({}) \
             relative to those with one ({}): {}",
            efforts(true).len(),
            efforts(false).len(),
            ratio.map_or_else(|| "-".to_owned(), times),
        ),
        reason: ruling.because("Boards with several solutions take less.", "Boards with several solutions take more."),
        ruling,
    }
}

const STUCK: &str = "It may get stuck on plateaus and local maxima.";

/// Holds if the share of failed runs without progress in the second half of their steps has an interval above one half.
fn stuck_program(failures: &Failures, report: Share) -> Claim {
    let ruling = failures.idle.more_than(0.5);
    Claim {
        claim: STUCK.to_owned(),
        about: About::Program,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "{} of the runs fail; of these, {} make no progress in the second half of their steps",
            percent(1.0 - report.value()),
            failures.idle,
        ),
        reason: ruling.because(
            "The lowest cost does not improve although steps are made: changing one cell of a cage breaks the cage.",
            "Most of the runs that fail still make progress in the second half of their steps: they run out of steps.",
        ),
        ruling,
    }
}

/// Holds if a run fails; refuted if there are enough of them and none does.
fn stuck_method(ours: Share) -> Claim {
    let failed = ours.others();
    let ruling = failed.never().not();
    Claim {
        claim: STUCK.to_owned(),
        about: About::Method,
        reported: "stated, not measured".to_owned(),
        measured: format!("with whole cages as moves and restarts, {failed} runs fail"),
        reason: ruling.because("Some runs fail.", "With restarts, no run fails."),
        ruling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn solved(hits: usize, of: usize) -> Solved {
        Solved { share: Share::new(hits, of), steps: vec![270.0; hits], evaluations: vec![900.0; hits] }
    }

    fn failures(hits: usize) -> Failures {
        Failures { idle: Share::new(hits, 100), parts: vec![0.2], close: Share::new(hits, 100) }
    }

    /// Boards with one solution solved `one` times of ten, those with several `more` times, give or take one; with
    /// ours it takes as many evaluations as runs fail.
    fn multi(one: u64, more: u64) -> MultiBoards {
        let board = |n: u64| {
            let hits = if n.is_multiple_of(2) { one } else { more } + n % 3 - 1;
            let solutions = if n.is_multiple_of(2) { 1 } else { 3 };
            MultiBoard { solutions, report: (hits, 10), ours: (11 - hits) as f64 }
        };
        MultiBoards((0..60).map(board).collect())
    }

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, NotComparable, Undecided};

        let share = Share::new;
        let few = MultiBoards(multi(5, 5).0[..12].to_vec());
        let verdicts = [
            (figure(&solved(90, 100)), NotComparable),
            (works_program(&solved(90, 100)), Holds),
            (works_program(&solved(52, 100)), Undecided),
            (works_program(&solved(10, 100)), DoesNotHold),
            (works_method(&solved(90, 100)), Holds),
            (works_method(&solved(10, 100)), DoesNotHold),
            (close_program(&failures(80)), Holds),
            (close_program(&failures(45)), Undecided),
            (close_program(&failures(20)), DoesNotHold),
            (close_method(share(80, 100)), Holds),
            (close_method(share(20, 100)), DoesNotHold),
            (several_program(&multi(3, 7), &multi(1, 1)), Holds),
            (several_program(&multi(5, 5), &multi(1, 8)), DoesNotHold),
            (several_program(&multi(7, 3), &multi(1, 8)), DoesNotHold),
            (several_program(&few, &multi(1, 8)), Undecided),
            (several_method(&multi(3, 7)), Holds),
            (several_method(&multi(7, 3)), DoesNotHold),
            (several_method(&multi(5, 5)), Undecided),
            (stuck_program(&failures(80), share(10, 110)), Holds),
            (stuck_program(&failures(45), share(10, 110)), Undecided),
            (stuck_program(&failures(20), share(10, 110)), DoesNotHold),
            (stuck_method(share(90, 100)), Holds),
            (stuck_method(share(100, 100)), DoesNotHold),
            (stuck_method(share(10, 10)), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
    }
}
