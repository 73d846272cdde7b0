//! Min-conflicts with the report's settings and with ours.

use pencilmark::Options;

use super::super::evidence::{Share, mean_difference, middle, trouble};
use super::super::{Claim, Desk, Table, Verdict, arm, of};
use crate::stats::Estimate;
use crate::words::percent;
use crate::{Arm, Instance, LabError, Limits, Record};

const REPORT: &str = "report";
const OURS: &str = "default";
const EVALUATIONS: u64 = 2_000_000;
/// Solutions are counted up to this many.
const MANY: usize = 1000;

/// What min-conflicts came to.
pub(super) struct Walks {
    /// With the report's settings on 4x4, 5x5, 6x6.
    pub(super) sizes: [Solved; 3],
    /// With ours on 5x5.
    ours: Solved,
    /// The runs with the report's settings on 5x5 that failed: whether the second half of the steps brought nothing, and
    /// their lowest costs.
    idle: (Share, Vec<f64>),
    /// Boards of 4x4 and 5x5 that may have several solutions.
    drafts: [Drafts; 2],
}

/// How many solutions a board has, and how often it was solved.
type Drafts = Vec<(usize, Share)>;

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
        format!("{}; solved {}", middle(&self.steps), self.share.cell())
    }
}

impl Walks {
    pub(super) fn run(
        desk: &Desk<'_>,
        sizes: &[Vec<Instance>; 3],
        drafts: &[Vec<Instance>; 2],
        seeds: u64,
    ) -> Result<Self, LabError> {
        let limits = Limits { evaluations: Some(EVALUATIONS), ..Limits::default() };
        let report = || arm(REPORT, "min-conflicts/report", limits, seeds);
        let small = desk.run("min-conflicts on 4x4", &sizes[0], vec![report()?])?;
        let middle =
            desk.run("min-conflicts on 5x5", &sizes[1], vec![report()?, arm(OURS, "min-conflicts", limits, seeds)?])?;
        let large = desk.run("min-conflicts on 6x6", &sizes[2], vec![report()?])?;

        Ok(Self {
            sizes: [&small, &middle, &large].map(|records| Solved::of(&of(records, REPORT))),
            ours: Solved::of(&of(&middle, OURS)),
            idle: idle(&of(&middle, REPORT)),
            drafts: [open(desk, &drafts[0], report()?)?, open(desk, &drafts[1], report()?)?],
        })
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        vec![
            solves(&self.sizes[1], &self.ours),
            several(&self.drafts[0], &self.drafts[1]),
            plateaus(self.idle.0, &self.idle.1, [self.sizes[1].share, self.ours.share]),
        ]
    }

    /// How often boards with so many solutions are solved.
    pub(super) fn table(&self) -> Table {
        let bands = [("1", 1, 1), ("2-4", 2, 4), ("5-19", 5, 19), ("20 or more", 20, usize::MAX)];
        let row = |&(name, least, most): &(&str, usize, usize)| {
            let mut row = vec![name.to_owned()];
            for drafts in &self.drafts {
                let inside = among(drafts, |solutions| (least..=most).contains(&solutions));
                row.extend([inside.len().to_string(), total(&inside).cell()]);
            }
            row
        };
        Table {
            title: "Min-conflicts by the number of solutions, the report's settings".to_owned(),
            head: ["solutions", "boards 4x4", "solved", "boards 5x5", "solved"].map(str::to_owned).to_vec(),
            rows: bands.iter().map(row).collect(),
            note: "Boards of one generator that does not insist on one solution; share of runs that solved (interval)."
                .to_owned(),
            ..Table::default()
        }
    }
}

/// The report's settings on boards that may have several solutions.
fn open(desk: &Desk<'_>, drafts: &[Instance], report: Arm) -> Result<Drafts, LabError> {
    let solutions = desk.each("counting solutions", drafts.len(), |index| {
        let options = Options { budget: report.limits.budget(desk.stop), ..Options::default() };
        let counted = drafts[index].puzzle.count(MANY, &options).map_err(trouble)?;
        Ok(counted.outcome.found)
    })?;
    let records = desk.run("min-conflicts on boards with several solutions", drafts, vec![report])?;
    let each = records.chunk_by(|a, b| a.instance == b.instance);
    let shares = each.map(|runs| Share::solved(&runs.iter().collect::<Vec<_>>()));
    Ok(solutions.into_iter().zip(shares).collect())
}

fn among(drafts: &Drafts, wanted: impl Fn(usize) -> bool) -> Vec<Share> {
    drafts.iter().filter(|(solutions, _)| wanted(*solutions)).map(|(_, share)| *share).collect()
}

fn total(shares: &[Share]) -> Share {
    Share { hits: shares.iter().map(|share| share.hits).sum(), of: shares.iter().map(|share| share.of).sum() }
}

/// Of the runs that failed, those whose lowest cost was reached in the first half of their steps; and these costs.
fn idle(records: &[&Record]) -> (Share, Vec<f64>) {
    let failed = || records.iter().filter(|record| !record.is_solved());
    let early = failed().map(|record| record.best_step.unwrap_or(0) * 2 <= record.steps);
    (Share::of(early), failed().map(|record| record.best_cost.unwrap_or(0) as f64).collect())
}

/// Holds if 1000 steps solve more often than not, beyond doubt.
fn solves(report: &Solved, ours: &Solved) -> Claim {
    let verdict = report.share.more_than(0.5);
    let late = Share::of(report.steps.iter().map(|&steps| steps <= 270.0));
    Claim {
        claim: "Min-conflicts with at most 1000 steps solves a 5x5.".to_owned(),
        reported: "solved in 270 iterations, one run".to_owned(),
        measured: format!(
            "solved {}, after {} steps (median and quartiles), within 270 in {late}; with whole cages as moves and restarts {}, \
             after {} evaluations",
            report.share,
            middle(&report.steps),
            ours.share,
            middle(&ours.evaluations),
        ),
        verdict,
        reason: verdict.because(
            "More than half of the runs solve; 270 is one draw from a wide distribution.",
            "A run that solves is the exception on boards like these, which one run on one board cannot show.",
        ),
    }
}

/// A difference of shares that is no more than this is none.
const SMALL: f64 = 0.05;

/// Holds if 4x4 boards with several solutions are solved more often than those with one, beyond doubt; not if they cannot be
/// solved noticeably more often.
fn several(small: &Drafts, middle: &Drafts) -> Claim {
    let values: Vec<(bool, f64)> = small.iter().map(|(count, share)| (*count > 1, share.value())).collect();
    let difference = mean_difference(&values);
    let verdict = difference.map_or(Verdict::Undecided, |Estimate { interval, .. }| {
        Verdict::sure(interval.low > 0.0, interval.high < SMALL)
    });
    let part = |drafts: &Drafts, several: bool| {
        let inside = among(drafts, |solutions| (solutions > 1) == several);
        (total(&inside), inside.len())
    };
    let ((open, boards), (closed, others)) = (part(small, true), part(small, false));
    let apart = difference.map_or_else(String::new, |Estimate { value, interval }| {
        let points = |share: f64| format!("{:.1}", 100.0 * share);
        format!("; a difference of {} points ({} to {})", points(value), points(interval.low), points(interval.high))
    });
    Claim {
        claim: "Min-conflicts works especially well when there are several solutions.".to_owned(),
        reported: "said, not measured".to_owned(),
        measured: format!(
            "4x4: solved {open} with several solutions ({boards} boards), {closed} with one ({others} boards){apart}; 5x5: {} \
             and {}",
            percent(part(middle, true).0.value()),
            percent(part(middle, false).0.value()),
        ),
        verdict,
        reason: verdict.because(
            "Every solution is a place to arrive at: the interval of the difference lies above 0 on 4x4.",
            "The interval of the difference leaves no room for five points, even on 4x4, where the method solves often \
             enough to tell.",
        ),
    }
}

/// Holds if most runs that fail gain nothing in the second half of their steps, beyond doubt.
fn plateaus(idle: Share, lowest: &[f64], [report, ours]: [Share; 2]) -> Claim {
    let verdict = idle.more_than(0.5);
    let failures = |share: Share| percent(1.0 - share.value());
    Claim {
        claim: "It sticks on plateaus and local maxima.".to_owned(),
        reported: "said, not measured".to_owned(),
        measured: format!(
            "of the runs that fail, {idle} gain nothing in the second half of their steps; their lowest cost is {} (median \
             and quartiles); {} fail with the report's settings, {} with ours",
            middle(lowest),
            failures(report),
            failures(ours),
        ),
        verdict,
        reason: verdict.because(
            "Steps go on, the lowest cost does not come down: changing one cell of a cage breaks the cage.",
            "Most of the runs that fail still gain in the second half of their steps: they run out of steps.",
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
    fn drafts(one: usize, more: usize) -> Drafts {
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
        let few = drafts(5, 5)[..12].to_vec();
        let verdicts = [
            (solves(&solved(90, 100), &solved(100, 100)), Holds),
            (solves(&solved(52, 100), &solved(100, 100)), Undecided),
            (solves(&solved(10, 100), &solved(100, 100)), DoesNotHold),
            (several(&drafts(3, 7), &drafts(1, 1)), Holds),
            (several(&drafts(5, 5), &drafts(1, 8)), DoesNotHold),
            (several(&drafts(7, 3), &drafts(1, 8)), DoesNotHold),
            (several(&few, &drafts(1, 8)), Undecided),
            (plateaus(share(80, 100), &[3.0], [share(10, 110), share(110, 110)]), Holds),
            (plateaus(share(45, 100), &[3.0], [share(10, 110), share(110, 110)]), Undecided),
            (plateaus(share(20, 100), &[3.0], [share(10, 110), share(110, 110)]), DoesNotHold),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
    }
}
