//! Simulated annealing and the genetic algorithm, with the report's settings and with ours.

use super::{Counts, DIFFICULTIES};
use crate::evidence::{Paired, Share, format_tenths, mean, median_of, value_by_puzzle};
use crate::{About, Claim, Context, Ruling, Table, Verdict, arm, of};
use pencilmark::front::display::{duration, p_value, percent, short};
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
        let (annealing, genetic) = ("Simulated annealing", "A genetic algorithm");
        vec![
            never(annealing, self.share(SLOW), by_difficulty(SLOW)),
            cannot_solve(annealing, &Ours::of(&of(&self.records, ANNEALING))),
            never(genetic, self.share(GENETIC_REPORT), by_difficulty(GENETIC_REPORT)),
            cannot_solve(genetic, &Ours::of(&of(&self.records, GENETIC))),
            improves_early(&of(&self.records, GENETIC_REPORT)),
            cooling_schedule(&costs(SLOW), &costs(FAST)),
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
                let costs = value_by_puzzle(&runs, lowest);
                row.push(format!("{}; {}", Share::solved(&runs).cell(), short(median_of(&costs))));
            }
            let all = of(&self.records, arm);
            let median = |figure: fn(&Record) -> f64| median_of(&value_by_puzzle(&all, figure));
            row.extend([
                all.len().to_string(),
                short(median(|record| record.counters.evaluations as f64)),
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
                 over boards of the medians of their runs, including unsolved ones. Boxes dealt: the report's schedule and cost, but every box \
                 always holds each digit once, and a move swaps two of its cells."
                .to_owned(),
            ..Table::default()
        }
    }
}

/// The lowest cost of a run.
fn lowest(record: &Record) -> f64 {
    record.counters.best.map_or(0, |(cost, _)| cost) as f64
}

/// How our settings do.
struct Ours {
    solved: Share,
    evaluations: f64,
    seconds: f64,
}

impl Ours {
    fn of(records: &[&Record]) -> Self {
        let median = |figure: fn(&Record) -> f64| median_of(&value_by_puzzle(records, figure));
        Self {
            solved: Share::solved(records),
            evaluations: median(|record| record.counters.evaluations as f64),
            seconds: median(|record| record.seconds),
        }
    }

    fn format(&self) -> String {
        format!("{}, median {} evaluations, {}", self.solved, short(self.evaluations), duration(self.seconds))
    }
}

const NEVER: &str = "never finds a solution.";

/// Holds if no run solves and there are enough of them.
fn never(what: &str, all: Share, [easy, medium, hard]: [Share; 3]) -> Claim {
    let ruling = all.never();
    let most = percent(all.interval().high);
    let runs = if all.hits == 1 { "run solves" } else { "runs solve" };
    Claim {
        claim: format!("{what} {NEVER}"),
        about: About::Program,
        reported: "0, number of runs not given".to_owned(),
        measured: format!("with the report's settings: easy {easy}; medium {medium}; hard {hard}"),
        reason: match ruling.verdict {
            Verdict::Holds => format!("No run solves; the chance that one does is below {most}."),
            Verdict::DoesNotHold => {
                format!("{} {runs}, so it is possible with these settings, though not on every board.", all.hits)
            }
            _ => format!("No run solves, but there are too few to say never: the chance that one does may be {most}."),
        },
        ruling,
    }
}

/// Refuted if our settings solve most runs.
fn cannot_solve(what: &str, ours: &Ours) -> Claim {
    let ruling = ours.solved.less_than(0.5);
    Claim {
        claim: format!("{what} {NEVER}"),
        about: About::Method,
        reported: "no solution in any run".to_owned(),
        measured: format!("with our settings {}", ours.format()),
        reason: ruling.because(
            "Not even our settings solve most boards.",
            "With a suitable representation and suitable moves, it solves most boards.",
        ),
        ruling,
    }
}

/// The size of the report's population.
const POPULATION: u64 = 100;

/// Whether half of the fall of the lowest cost after the first generation came in the first tenth of a run.
fn is_early(record: &Record) -> bool {
    let lowest_by = |evaluations: u64| {
        let until = record.improvements.iter().filter(|best| best.evaluations <= evaluations);
        until.map(|best| best.cost).min().unwrap_or(u64::MAX)
    };
    let (first, early) = (lowest_by(POPULATION), lowest_by(record.counters.evaluations / 10));
    let last = record.counters.best.map_or(first, |(cost, _)| cost);
    first > last && 2 * (first - early.min(first)) >= first - last
}

/// Holds if most runs make at least half of their progress in the first tenth of their evaluations.
fn improves_early(records: &[&Record]) -> Claim {
    let early = Share::by_puzzle(records.iter().map(|record| (record.instance.as_str(), is_early(record))));
    let ruling = early.more_than(0.5);
    Claim {
        claim: "The genetic algorithm improves significantly early in a run.".to_owned(),
        about: About::Program,
        reported: "a plot of one run".to_owned(),
        measured: format!(
            "in {early} runs, at least half of the fall of the lowest cost after the first generation comes in the \
             first tenth of the evaluations"
        ),
        reason: ruling.because("Most of the progress comes early.", "Most of the progress does not come early."),
        ruling,
    }
}

/// Holds if cooling from 10 by .995 reaches significantly lower costs than from 1 by .99.
fn cooling_schedule(slow: &[f64], fast: &[f64]) -> Claim {
    // A cost may be 0, and a ratio may not.
    let one_more = |costs: &[f64]| costs.iter().map(|cost| cost + 1.0).collect::<Vec<_>>();
    let pair = Paired::of(&one_more(fast), &one_more(slow));
    let ruling = pair.less();
    let better = |one: &[f64], other: &[f64]| one.iter().zip(other).filter(|(a, b)| a < b).count();
    Claim {
        claim: "Cooling from 1 by .99 is too fast; from 10 by .995 is better.".to_owned(),
        about: About::Program,
        reported: "stated, without figures".to_owned(),
        measured: format!(
            "lowest cost {} from 10, {} from 1 (means over {} boards of the medians of their runs); from 10 lower on \
             {}, higher on {} boards, {}; the ratio is of costs plus one",
            format_tenths(mean(slow)),
            format_tenths(mean(fast)),
            slow.len(),
            better(slow, fast),
            better(fast, slow),
            p_value(pair.p),
        ),
        reason: ruling.because(
            "On the same boards and seeds, the slower schedule reaches a lower cost.",
            if pair.is_more() {
                "On the same boards and seeds, the faster schedule reaches a lower cost: from 10, most of the 1500 \
                 iterations are too hot to settle."
            } else {
                "On the same boards and seeds, the two schedules end alike, within 10 %."
            },
        ),
        ruling,
    }
}

/// Holds unless both methods solve most runs with our settings and the same cost.
fn metric_to_blame(report: Share, dealt: Share, annealing: Share, genetic: Share) -> Claim {
    let ruling = Ruling::all([annealing, genetic].map(|share| share.more_than(0.5))).not();
    Claim {
        claim: "The failure is due to a fitness that is a single metric, the number of conflicts.".to_owned(),
        about: About::Method,
        reported: "conjectured, not tested".to_owned(),
        measured: format!(
            "the same cost throughout: report's annealing {report}, the same with boxes dealt {dealt}; ours \
             {annealing}, genetic {genetic}"
        ),
        reason: ruling.because(
            "With the same cost, our settings fail too often to rule out the metric.",
            "With other moves and another initial board, the same cost suffices: the representation is to blame, not \
             the metric.",
        ),
        ruling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let share = Share::new;
        let ours = |hits| Ours { solved: share(hits, 100), evaluations: 1e4, seconds: 0.01 };
        let around = |middle: f64| (0..30).map(|n| middle + f64::from(n * 7 % 5)).collect::<Vec<_>>();
        let shifted = |middle: f64| (0..30).map(|n| middle + f64::from(n * 3 % 7)).collect::<Vec<_>>();
        let scattered = |n: i32| if n % 2 == 0 { 1.0 } else { 7.0 };
        let (one, other): (Vec<f64>, Vec<f64>) = (0..30).map(|n| (scattered(n), scattered(n + 1))).unzip();
        let verdicts = [
            (never("It", share(0, 120), [share(0, 40); 3]), Holds),
            (never("It", share(0, 30), [share(0, 10); 3]), Undecided),
            (never("It", share(1, 30), [share(1, 10), share(0, 10), share(0, 10)]), DoesNotHold),
            (cooling_schedule(&around(2.0), &shifted(6.0)), Holds),
            (cooling_schedule(&around(6.0), &shifted(2.0)), DoesNotHold),
            (cooling_schedule(&around(4.0), &around(4.0)), DoesNotHold),
            (cooling_schedule(&one, &other), Undecided),
            (cannot_solve("It", &ours(100)), DoesNotHold),
            (cannot_solve("It", &ours(52)), Undecided),
            (cannot_solve("It", &ours(10)), Holds),
            (metric_to_blame(share(0, 90), share(10, 90), share(90, 90), share(90, 90)), DoesNotHold),
            (metric_to_blame(share(0, 90), share(10, 90), share(20, 90), share(90, 90)), Holds),
            (metric_to_blame(share(0, 90), share(10, 90), share(45, 90), share(90, 90)), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
        assert!(cooling_schedule(&around(6.0), &shifted(2.0)).reason.contains("faster"));
        assert!(cooling_schedule(&around(4.0), &around(4.0)).reason.contains("alike"));
    }
}
