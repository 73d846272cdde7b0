//! Min-conflicts with the report's settings and with our own.

use pencilmark::Options;

use crate::evidence::{Share, mean_difference, median_and_quartiles, solve_error};
use crate::{Claim, Context, Table, Verdict, arm, of};
use pencilmark::display::percent;
use pencilmark_lab::stats::Estimate;
use pencilmark_lab::{Arm, Instance, LabError, Limits, Record};

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
    /// The failed runs with the report's settings on 5x5: the share without progress in the second half of the steps,
    /// and their lowest costs.
    idle: (Share, Vec<f64>),
    /// Boards of 4x4 and 5x5 that may have several solutions.
    multi: [MultiBoards; 2],
}

/// How many solutions a board has, and how often it was solved.
type MultiBoards = Vec<(usize, Share)>;

/// How often, and after how many steps.
pub(super) struct Solved {
    share: Share,
    steps: Vec<f64>,
    evaluations: Vec<f64>,
}

impl Solved {
    fn of(records: &[&Record]) -> Self {
        let solved = || records.iter().filter(|record| record.is_solved());
        Self {
            share: Share::solved(records),
            steps: solved().map(|record| record.steps as f64).collect(),
            evaluations: solved().map(|record| record.evaluations as f64).collect(),
        }
    }

    /// In a cell of a table.
    pub(super) fn cell(&self) -> String {
        format!("{}; solved {}", median_and_quartiles(&self.steps), self.share.cell())
    }
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
        let small = context.run("min-conflicts on 4x4", &sizes[0], vec![report()?])?;
        let medium = context.run(
            "min-conflicts on 5x5",
            &sizes[1],
            vec![report()?, arm(OURS, "min-conflicts", limits, seeds)?],
        )?;
        let large = context.run("min-conflicts on 6x6", &sizes[2], vec![report()?])?;

        Ok(Self {
            sizes: [&small, &medium, &large].map(|records| Solved::of(&of(records, REPORT))),
            ours: Solved::of(&of(&medium, OURS)),
            idle: idle(&of(&medium, REPORT)),
            multi: [open(context, &multi[0], report()?)?, open(context, &multi[1], report()?)?],
        })
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        vec![
            solves(&self.sizes[1], &self.ours),
            several(&self.multi[0], &self.multi[1]),
            plateaus(self.idle.0, &self.idle.1, [self.sizes[1].share, self.ours.share]),
        ]
    }

    /// The share of runs solved, by the number of solutions of the board.
    pub(super) fn table(&self) -> Table {
        let bands = [("1", 1, 1), ("2-4", 2, 4), ("5-19", 5, 19), ("20 or more", 20, usize::MAX)];
        let row = |&(name, least, most): &(&str, usize, usize)| {
            let mut row = vec![name.to_owned()];
            for multi in &self.multi {
                let inside = among(multi, |solutions| (least..=most).contains(&solutions));
                row.extend([inside.len().to_string(), total(&inside).cell()]);
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

/// The report's settings on boards that may have several solutions.
fn open(context: &Context<'_>, multi: &[Instance], report: Arm) -> Result<MultiBoards, LabError> {
    let solutions = context.map("counting solutions", multi.len(), |index| {
        let options = Options { budget: report.limits.budget(context.stop), ..Options::default() };
        let counted = multi[index].puzzle.count(MAX_SOLUTIONS, &options).map_err(solve_error)?;
        Ok(counted.outcome.found)
    })?;
    let records = context.run("min-conflicts on boards with several solutions", multi, vec![report])?;
    let each = records.chunk_by(|a, b| a.instance == b.instance);
    let shares = each.map(|runs| Share::solved(&runs.iter().collect::<Vec<_>>()));
    Ok(solutions.into_iter().zip(shares).collect())
}

fn among(multi: &MultiBoards, wanted: impl Fn(usize) -> bool) -> Vec<Share> {
    multi.iter().filter(|(solutions, _)| wanted(*solutions)).map(|(_, share)| *share).collect()
}

fn total(shares: &[Share]) -> Share {
    Share { hits: shares.iter().map(|share| share.hits).sum(), of: shares.iter().map(|share| share.of).sum() }
}

/// Of the runs that failed, the share whose lowest cost was reached in the first half of their steps, and these costs.
fn idle(records: &[&Record]) -> (Share, Vec<f64>) {
    let failed = || records.iter().filter(|record| !record.is_solved());
    let early = failed().map(|record| record.best_at_step.unwrap_or(0) * 2 <= record.steps);
    (Share::of(early), failed().map(|record| record.best_cost.unwrap_or(0) as f64).collect())
}

/// Holds if the interval of the share solved lies above one half.
fn solves(report: &Solved, ours: &Solved) -> Claim {
    let verdict = report.share.more_than(0.5);
    let late = Share::of(report.steps.iter().map(|&steps| steps <= 270.0));
    Claim {
        claim: "Min-conflicts with at most 1000 steps solves a 5x5.".to_owned(),
        reported: "solved in 270 iterations, one run".to_owned(),
        measured: format!(
            "solved {}, after {} steps (median and quartiles), within 270 in {late}; with whole cages as moves and \
             restarts {}, \
             after {} evaluations",
            report.share,
            median_and_quartiles(&report.steps),
            ours.share,
            median_and_quartiles(&ours.evaluations),
        ),
        verdict,
        reason: verdict.because(
            "More than half of the runs solve; 270 is one sample from a wide distribution.",
            "On boards like these, a run that solves is the exception, which one run on one board cannot show.",
        ),
    }
}

/// A smaller difference of shares counts as none.
const SMALL: f64 = 0.05;

/// Holds if the interval of the difference between 4x4 boards with several solutions and with one lies above 0;
/// refuted if it ends below `SMALL`.
fn several(small: &MultiBoards, medium: &MultiBoards) -> Claim {
    let values: Vec<(bool, f64)> = small.iter().map(|(count, share)| (*count > 1, share.value())).collect();
    let difference = mean_difference(&values);
    let verdict = difference.map_or(Verdict::Undecided, |Estimate { interval, .. }| {
        Verdict::decide(interval.low > 0.0, interval.high < SMALL)
    });
    let part = |multi: &MultiBoards, several: bool| {
        let inside = among(multi, |solutions| (solutions > 1) == several);
        (total(&inside), inside.len())
    };
    let ((open, boards), (closed, others)) = (part(small, true), part(small, false));
    let apart = difference.map_or_else(String::new, |Estimate { value, interval }| {
        let points = |share: f64| format!("{:.1}", 100.0 * share);
        format!("; a difference of {} points ({} to {})", points(value), points(interval.low), points(interval.high))
    });
    Claim {
        claim: "Min-conflicts works especially well when there are several solutions.".to_owned(),
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "4x4: solved {open} with several solutions ({boards} boards), {closed} with one ({others} \
             boards){apart}; 5x5: {} \
             and {}",
            percent(part(medium, true).0.value()),
            percent(part(medium, false).0.value()),
        ),
        verdict,
        reason: verdict.because(
            "Every solution is a possible goal: the interval of the difference lies above 0 on 4x4.",
            "The interval of the difference excludes five percentage points, even on 4x4, where the method solves \
             often enough to tell.",
        ),
    }
}

/// Holds if the share of failed runs without progress in the second half of their steps has an interval above one half.
fn plateaus(idle: Share, lowest: &[f64], [report, ours]: [Share; 2]) -> Claim {
    let verdict = idle.more_than(0.5);
    let failures = |share: Share| percent(1.0 - share.value());
    Claim {
        claim: "It gets stuck on plateaus and local maxima.".to_owned(),
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "of the runs that fail, {idle} make no progress in the second half of their steps; their lowest cost is \
             {} (median and quartiles); {} fail with the report's settings, {} with ours",
            median_and_quartiles(lowest),
            failures(report),
            failures(ours),
        ),
        verdict,
        reason: verdict.because(
            "The lowest cost does not improve although steps are made: changing one cell of a cage breaks the cage.",
            "Most of the runs that fail still make progress in the second half of their steps: they run out of steps.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(hits: usize, of: usize) -> Solved {
        Solved { share: Share { hits, of }, steps: vec![270.0; hits], evaluations: vec![900.0; hits] }
    }

    /// Boards with one solution solved `one` times of ten, those with several `more` times, give or take one.
    fn multi(one: usize, more: usize) -> MultiBoards {
        let board = |n: usize| {
            let hits = if n.is_multiple_of(2) { one } else { more } + n % 3 - 1;
            (if n.is_multiple_of(2) { 1 } else { 3 }, Share { hits, of: 10 })
        };
        (0..60).map(board).collect()
    }

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let share = |hits, of| Share { hits, of };
        let few = multi(5, 5)[..12].to_vec();
        let verdicts = [
            (solves(&solved(90, 100), &solved(100, 100)), Holds),
            (solves(&solved(52, 100), &solved(100, 100)), Undecided),
            (solves(&solved(10, 100), &solved(100, 100)), DoesNotHold),
            (several(&multi(3, 7), &multi(1, 1)), Holds),
            (several(&multi(5, 5), &multi(1, 8)), DoesNotHold),
            (several(&multi(7, 3), &multi(1, 8)), DoesNotHold),
            (several(&few, &multi(1, 8)), Undecided),
            (plateaus(share(80, 100), &[3.0], [share(10, 110), share(110, 110)]), Holds),
            (plateaus(share(45, 100), &[3.0], [share(10, 110), share(110, 110)]), Undecided),
            (plateaus(share(20, 100), &[3.0], [share(10, 110), share(110, 110)]), DoesNotHold),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
    }
}
