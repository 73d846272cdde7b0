//! Simulated annealing and the genetic algorithm, with the report's settings and with ours.

use super::{Counts, DIFFICULTIES};
use crate::evidence::{SIGNIFICANCE, Share, format_tenths, mean, median_of, value_by_puzzle};
use crate::{Claim, Context, Table, Verdict, arm, of};
use pencilmark::display::{duration, p_value, percent, short};
use pencilmark_lab::stats::wilcoxon::wilcoxon;
use pencilmark_lab::{Instance, LabError, Limits, Record};

const SLOW: &str = "annealing, report";
const FAST: &str = "annealing, report, from 1 by .99";
const DEALT: &str = "annealing, report, boxes dealt";
const ANNEALING: &str = "annealing, ours";
const GENETIC_REPORT: &str = "genetic, report";
const GENETIC: &str = "genetic, ours";

/// All runs.
pub(super) struct Stochastic {
    records: Vec<Record>,
}

impl Stochastic {
    pub(super) fn run(context: &Context<'_>, puzzles: &[Instance], counts: Counts) -> Result<Self, LabError> {
        let limits = Limits { evaluations: Some(counts.evaluations), ..Limits::default() };
        let annealing = vec![
            arm(SLOW, "annealing/report", limits, counts.seeds)?,
            arm(FAST, "annealing/report:temperature=1,alpha=0.99", limits, counts.seeds)?,
            arm(DEALT, "annealing/report:moves=deal", limits, counts.seeds)?,
            arm(ANNEALING, "annealing", limits, counts.seeds)?,
        ];
        let mut records = context.run("annealing", puzzles, annealing)?;
        let of_each =
            puzzles.chunk_by(|a, b| a.group == b.group).flat_map(|group| group.iter().take(counts.genetic_puzzles));
        let some: Vec<Instance> = of_each.cloned().collect();
        let genetic = vec![arm(GENETIC_REPORT, "genetic/report", limits, 1)?, arm(GENETIC, "genetic", limits, 1)?];
        records.extend(context.run("genetic algorithm", &some, genetic)?);
        Ok(Self { records })
    }

    fn share(&self, arm: &str) -> Share {
        Share::solved(&of(&self.records, arm))
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let costs = |arm| value_by_puzzle(&of(&self.records, arm), lowest);
        let by_difficulty = |arm: &str| DIFFICULTIES.map(|difficulty| Share::solved(&self.of(arm, difficulty)));
        vec![
            never(
                "Simulated annealing with the report's settings never finds a solution.",
                "0, number of runs not given",
                by_difficulty(SLOW),
            ),
            never(
                "The genetic algorithm with the report's settings never finds a solution.",
                "0, number of runs not given",
                by_difficulty(GENETIC_REPORT),
            ),
            cooling_schedule(&costs(SLOW), &costs(FAST)),
            cannot_solve(&Ours::of(&of(&self.records, ANNEALING)), &Ours::of(&of(&self.records, GENETIC))),
            metric_to_blame(self.share(SLOW), self.share(DEALT), self.share(ANNEALING), self.share(GENETIC)),
        ]
    }

    fn of(&self, arm: &str, difficulty: &str) -> Vec<&Record> {
        of(&self.records, arm).into_iter().filter(|record| record.group == difficulty).collect()
    }

    /// Each method at each difficulty.
    pub(super) fn table(&self) -> Table {
        let row = |arm: &str| {
            let mut row = vec![arm.to_owned()];
            for difficulty in DIFFICULTIES {
                let runs = self.of(arm, difficulty);
                let costs: Vec<f64> = runs.iter().map(|record| lowest(record)).collect();
                row.push(format!("{}; {}", Share::solved(&runs).cell(), short(median_of(&costs))));
            }
            let all = of(&self.records, arm);
            let median = |figure: fn(&Record) -> f64| median_of(&all.iter().map(|run| figure(run)).collect::<Vec<_>>());
            row.extend([
                all.len().to_string(),
                short(median(|record| record.evaluations as f64)),
                duration(median(|record| record.seconds)),
            ]);
            row
        };
        let head = ["", DIFFICULTIES[0], DIFFICULTIES[1], DIFFICULTIES[2], "runs", "evaluations", "time"];
        Table {
            title: "Annealing and the genetic algorithm".to_owned(),
            head: head.map(str::to_owned).to_vec(),
            rows: [SLOW, FAST, DEALT, ANNEALING, GENETIC_REPORT, GENETIC].map(row).to_vec(),
            note: "Share of runs that solved (interval); median of the lowest cost. Evaluations and time: medians \
                 over all runs, including unsolved ones. Boxes dealt: the report's schedule and cost, but every box \
                 always holds each digit once, and a move swaps two of its cells."
                .to_owned(),
            ..Table::default()
        }
    }
}

/// The lowest cost of a run.
fn lowest(record: &Record) -> f64 {
    record.best_cost.unwrap_or(0) as f64
}

/// How our settings do.
struct Ours {
    solved: Share,
    evaluations: f64,
    seconds: f64,
}

impl Ours {
    fn of(records: &[&Record]) -> Self {
        let median = |figure: fn(&Record) -> f64| median_of(&records.iter().map(|run| figure(run)).collect::<Vec<_>>());
        Self {
            solved: Share::solved(records),
            evaluations: median(|record| record.evaluations as f64),
            seconds: median(|record| record.seconds),
        }
    }

    fn format(&self) -> String {
        format!("{}, median {} evaluations, {}", self.solved, short(self.evaluations), duration(self.seconds))
    }
}

/// Holds if no run solves and there are enough of them.
fn never(claim: &str, reported: &str, by_difficulty: [Share; 3]) -> Claim {
    let [easy, medium, hard] = by_difficulty;
    let all = Share { hits: easy.hits + medium.hits + hard.hits, of: easy.of + medium.of + hard.of };
    let verdict = all.never();
    let most = percent(all.interval().high);
    let runs = if all.hits == 1 { "run does" } else { "runs" };
    Claim {
        claim: claim.to_owned(),
        reported: reported.to_owned(),
        measured: format!("easy {easy}; medium {medium}; hard {hard}"),
        verdict,
        reason: match verdict {
            Verdict::Holds => format!("No run solves; the chance that one does is below {most}."),
            Verdict::DoesNotHold => {
                format!("{} {runs} solve, so it is possible with these settings, though not on every board.", all.hits)
            }
            _ => format!("No run solves, but there are too few to say never: the chance that one does may be {most}."),
        },
    }
}

/// Costs count as equal if they differ by less than this share on average.
const ALIKE: f64 = 0.1;

/// Holds if cooling from 10 by .995 reaches significantly lower costs than from 1 by .99.
fn cooling_schedule(slow: &[f64], fast: &[f64]) -> Claim {
    let test = wilcoxon(fast, slow);
    let (p, higher) = test.map_or((1.0, 0.0), |test| (test.p, test.rank_biserial));
    let apart: Vec<f64> = slow.iter().zip(fast).map(|(slow, fast)| slow - fast).collect();
    let alike = mean(&apart).zip(mean(slow)).is_some_and(|(apart, cost)| {
        let margin = ALIKE * cost.value;
        apart.interval.low >= -margin && apart.interval.high <= margin
    });
    let sure = p < SIGNIFICANCE;
    let verdict = Verdict::decide(sure && higher > 0.0, sure || alike);
    let better = |one: &[f64], other: &[f64]| one.iter().zip(other).filter(|(a, b)| a < b).count();
    Claim {
        claim: "Cooling from 1 by .99 is too fast; from 10 by .995 is better.".to_owned(),
        reported: "stated, without figures".to_owned(),
        measured: format!(
            "lowest cost {} from 10, {} from 1 (means over {} boards of the medians of their runs); from 10 lower on \
             {}, higher \
             on {} boards, {}",
            format_tenths(mean(slow)),
            format_tenths(mean(fast)),
            slow.len(),
            better(slow, fast),
            better(fast, slow),
            p_value(p),
        ),
        verdict,
        reason: verdict.because(
            "On the same boards and seeds, the slower schedule reaches a lower cost.",
            if sure {
                "On the same boards and seeds, the faster schedule reaches a lower cost: from 10, most of the 1500 \
                 iterations are too hot to settle."
            } else {
                "On the same boards and seeds, the two schedules end alike, within 10 %."
            },
        ),
    }
}

/// Holds unless both methods solve most runs with our settings.
fn cannot_solve(annealing: &Ours, genetic: &Ours) -> Claim {
    let verdict = both_solve_most(annealing.solved, genetic.solved).not();
    Claim {
        claim: "Annealing and a genetic algorithm cannot find the solution of a Sudoku.".to_owned(),
        reported: "no solution in any run".to_owned(),
        measured: format!("with our settings annealing {}; genetic {}", annealing.format(), genetic.format()),
        verdict,
        reason: verdict.because(
            "Not even our settings solve most boards.",
            "With suitable representations and moves, both solve most boards.",
        ),
    }
}

/// Holds unless both methods solve most runs with our settings and the same cost.
fn metric_to_blame(report: Share, dealt: Share, annealing: Share, genetic: Share) -> Claim {
    let verdict = both_solve_most(annealing, genetic).not();
    Claim {
        claim: "The failure is due to a fitness that is a single metric, the number of conflicts.".to_owned(),
        reported: "conjectured, not tested".to_owned(),
        measured: format!(
            "the same cost throughout: report's annealing {report}, the same with boxes dealt {dealt}; ours \
             {annealing}, \
             genetic {genetic}"
        ),
        verdict,
        reason: verdict.because(
            "With the same cost, our settings fail too often to rule out the metric.",
            "With other moves and another initial board, the same cost suffices: the representation is to blame, not \
             the metric.",
        ),
    }
}

fn both_solve_most(annealing: Share, genetic: Share) -> Verdict {
    Verdict::all([annealing, genetic].map(|share| share.more_than(0.5)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let share = |hits, of| Share { hits, of };
        let ours = |hits| Ours { solved: share(hits, 100), evaluations: 1e4, seconds: 0.01 };
        let around = |middle: f64| (0..30).map(|n| middle + f64::from(n * 7 % 5)).collect::<Vec<_>>();
        let shifted = |middle: f64| (0..30).map(|n| middle + f64::from(n * 3 % 7)).collect::<Vec<_>>();
        let scattered = |n: i32| if n % 2 == 0 { 1.0 } else { 7.0 };
        let (one, other): (Vec<f64>, Vec<f64>) = (0..30).map(|n| (scattered(n), scattered(n / 2))).unzip();
        let verdicts = [
            (never("Never.", "0", [share(0, 40); 3]), Holds),
            (never("Never.", "0", [share(0, 10); 3]), Undecided),
            (never("Never.", "0", [share(1, 10), share(0, 10), share(0, 10)]), DoesNotHold),
            (cooling_schedule(&around(2.0), &shifted(6.0)), Holds),
            (cooling_schedule(&around(6.0), &shifted(2.0)), DoesNotHold),
            (cooling_schedule(&around(4.0), &around(4.0)), DoesNotHold),
            (cooling_schedule(&one, &other), Undecided),
            (cannot_solve(&ours(100), &ours(100)), DoesNotHold),
            (cannot_solve(&ours(100), &ours(52)), Undecided),
            (cannot_solve(&ours(100), &ours(10)), Holds),
            (metric_to_blame(share(0, 90), share(10, 90), share(90, 90), share(90, 90)), DoesNotHold),
            (metric_to_blame(share(0, 90), share(10, 90), share(20, 90), share(90, 90)), Holds),
            (metric_to_blame(share(0, 90), share(10, 90), share(45, 90), share(90, 90)), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
        assert!(cooling_schedule(&around(6.0), &shifted(2.0)).reason.contains("faster"));
        assert!(cooling_schedule(&around(4.0), &around(4.0)).reason.contains("alike"));
    }
}
