//! The report's genetic algorithm beside a random walk, random specimens and ours.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::fitness::{FULL, Fitnesses, fitness, specimen};
use super::{Counts, regions};
use crate::evidence::{Paired, Share, format_tenths, mean, median_of, solve_error};
use crate::{Claim, Context, Table, Verdict, arm, of};
use pencilmark::display::{duration, percent, short};
use pencilmark_lab::stats::{Estimate, Interval};
use pencilmark_lab::{Instance, LabError, Limits, Record};

/// The report's plateau, the mean fitness of a generation, since its specimens are two permutations.
const PLATEAU: f64 = 40.0;
/// Random specimens a board, in generations of a hundred.
const SPECIMENS: usize = 1000;
const OURS: &str = "genetic, ours";

/// The runs of the genetic algorithm and of what it is compared with.
pub(super) struct Genetic {
    runs: Vec<Run>,
    /// The mean fitness of random specimens, board by board.
    random: Vec<f64>,
    /// The best of a hundred of them.
    best_of_100: Vec<f64>,
    ours: Vec<Record>,
}

/// A run with the report's settings, and a random walk with as many evaluations.
struct Run {
    board: usize,
    solved: bool,
    lowest: f64,
    evaluations: f64,
    seconds: f64,
    /// The mean fitness of the first generation, of the hundredth and of the last.
    generations: [f64; 3],
    walk: f64,
    walk_solved: bool,
    walk_seconds: f64,
}

impl Genetic {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance], counts: Counts) -> Result<Self, LabError> {
        let seeds = counts.seeds as usize;
        let runs = context.map("genetic algorithm, report", boards.len() * seeds, |index| {
            one(context, boards, index / seeds, (index % seeds) as u64, counts.evaluations)
        })?;
        let specimens = context.map("random specimens", boards.len(), |index| {
            let regions = regions(&boards[index]);
            let mut random = ChaCha8Rng::seed_from_u64(index as u64);
            Ok((0..SPECIMENS).map(|_| fitness(&regions, &specimen(regions.len(), &mut random))).collect::<Vec<_>>())
        })?;
        let average = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let best = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        let limits = Limits { evaluations: Some(counts.evaluations), ..Limits::default() };
        Ok(Self {
            runs,
            random: specimens.iter().map(|all| average(all)).collect(),
            best_of_100: specimens.iter().map(|all| average(&all.chunks(100).map(best).collect::<Vec<_>>())).collect(),
            ours: context.run("genetic algorithm, ours", boards, vec![arm(OURS, "genetic", limits, counts.seeds)?])?,
        })
    }

    fn solved(&self) -> Share {
        Share::of(self.runs.iter().map(|run| run.solved))
    }

    /// A figure of the runs, board by board.
    fn by_board(&self, figure: impl Fn(&Run) -> f64) -> Vec<f64> {
        let each = self.runs.chunk_by(|a, b| a.board == b.board);
        each.map(|runs| median_of(&runs.iter().map(&figure).collect::<Vec<_>>())).collect()
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let walk = Paired::of_counts(&self.by_board(|run| run.walk), &self.by_board(|run| run.lowest));
        let ours = Share::solved(&of(&self.ours, OURS));
        vec![
            never(self.solved(), &self.by_board(|run| run.lowest)),
            plateau([0, 1, 2].map(|number| mean(&self.by_board(|run| run.generations[number])))),
            at_random(mean(&self.random), mean(&self.best_of_100), &walk),
            works(ours, &self.ours),
        ]
    }

    /// Share solved by method; others add their rows.
    pub(super) fn table(&self) -> Table {
        let figures = |figure: fn(&Run) -> f64| median_of(&self.runs.iter().map(figure).collect::<Vec<_>>());
        let spent = figures(|run| run.evaluations);
        let ours = of(&self.ours, OURS);
        let ours_spent: Vec<f64> = ours.iter().map(|record| record.evaluations as f64).collect();
        let ours_took: Vec<f64> = ours.iter().map(|record| record.seconds).collect();
        let row = |name: &str, share: Share, effort: f64, seconds: f64| {
            let effort = format!("{} evaluations", short(effort));
            vec![name.to_owned(), share.of.to_string(), share.cell(), effort, duration(seconds)]
        };
        let walks = Share::of(self.runs.iter().map(|run| run.walk_solved));
        Table {
            title: "Share solved by method".to_owned(),
            head: ["", "runs", "solved", "effort", "time"].map(str::to_owned).to_vec(),
            rows: vec![
                row("genetic, report", self.solved(), spent, figures(|run| run.seconds)),
                row("random walk", walks, spent, figures(|run| run.walk_seconds)),
                row(OURS, Share::solved(&ours), median_of(&ours_spent), median_of(&ours_took)),
            ],
            note:
                "Share of runs that solved (interval); effort and time: medians over all runs, including unsolved ones."
                    .to_owned(),
            ..Table::default()
        }
    }
}

fn one(context: &Context<'_>, boards: &[Instance], board: usize, seed: u64, evaluations: u64) -> Result<Run, LabError> {
    let puzzle = &boards[board].puzzle;
    let limits = Limits { evaluations: Some(evaluations), ..Limits::default() };
    let options = arm("", "genetic/report", limits, 1)?.options(seed, context.stop);
    let mut fitnesses = Fitnesses::new(regions(&boards[board]));
    let bred = puzzle.solve_watched(&options, &mut fitnesses).map_err(solve_error)?;
    let limits = Limits { evaluations: Some(bred.counters.evaluations.max(1)), ..Limits::default() };
    let walk = arm("", "hill-climbing:model=row-stars,moves=deal,choice=random", limits, 1)?;
    let walk = puzzle.solve(&walk.options(seed, context.stop)).map_err(solve_error)?;
    let lowest = |best: Option<(u64, u64)>| best.map_or(FULL, |(cost, _)| cost as f64);
    Ok(Run {
        board,
        solved: bred.solution().is_some(),
        lowest: lowest(bred.counters.best),
        evaluations: bred.counters.evaluations as f64,
        seconds: bred.elapsed.as_secs_f64(),
        generations: fitnesses.means(),
        walk: lowest(walk.counters.best),
        walk_solved: walk.solution().is_some(),
        walk_seconds: walk.elapsed.as_secs_f64(),
    })
}

/// Holds if no run solves and there are enough of them.
fn never(solved: Share, lowest: &[f64]) -> Claim {
    let verdict = solved.never();
    let most = percent(solved.interval().high);
    Claim {
        claim: "The genetic algorithm with the report's settings never finds a solution.".to_owned(),
        reported: "0, number of runs not given".to_owned(),
        measured: format!(
            "solved {solved}; lowest cost {} (mean over {} boards)",
            format_tenths(mean(lowest)),
            lowest.len()
        ),
        verdict,
        reason: match verdict {
            Verdict::Holds => format!("No run solves; the chance that one does is below {most}."),
            Verdict::DoesNotHold => "Some runs solve, so it is possible with these settings.".to_owned(),
            _ => format!("No run solves, but there are too few to say never: the chance that one does may be {most}."),
        },
    }
}

/// Holds if the interval of the mean fitness of the last generation lies within one of the reported plateau.
fn plateau([first, hundredth, last]: [Option<Estimate>; 3]) -> Claim {
    let verdict = near_plateau(last);
    Claim {
        claim: "Its generations reach a plateau of 37.5 of 55, or of 40 if whole sets are exchanged in \
             crossover."
            .to_owned(),
        reported: "37.5, then 40 (mean fitness of a generation)".to_owned(),
        measured: format!(
            "{} in the first generation, {} in the hundredth, {} in the last (the report's fitness, means over boards)",
            format_tenths(first),
            format_tenths(hundredth),
            format_tenths(last),
        ),
        verdict,
        reason: verdict.because(
            "The last generation is as fit as reported.",
            if last.is_some_and(|last| last.value < PLATEAU) {
                "With a fitness function that does not change its specimen, the same settings do not even reach 40."
            } else if hundredth.zip(last).is_some_and(|(then, last)| last.value - then.value < 1.0) {
                "With a fitness function that does not change its specimen, the same settings exceed 40 and level \
                 off higher."
            } else {
                "With a fitness function that does not change its specimen, the same settings exceed 40."
            },
        ),
    }
}

/// Whether a mean lies within one of the plateau: it does if its whole interval does, and does not if none of it does.
fn near_plateau(mean: Option<Estimate>) -> Verdict {
    let (least, most) = (PLATEAU - 1.0, PLATEAU + 1.0);
    mean.map_or(Verdict::Undecided, |Estimate { interval: Interval { low, high }, .. }| {
        Verdict::decide(low >= least && high <= most, high < least || low > most)
    })
}

/// Holds if random specimens have the fitness of the plateau, within one.
fn at_random(random: Option<Estimate>, best_of_100: Option<Estimate>, walk: &Paired) -> Claim {
    let verdict = near_plateau(random);
    let comparison = match walk.saves() {
        Verdict::Holds => "reach a lower cost than",
        Verdict::DoesNotHold => "reach no lower cost than",
        _ => "do not reach a significantly lower cost than",
    };
    Claim {
        claim: "The fitness function reshuffles its specimen, so the report's algorithm is random search.".to_owned(),
        reported: "found when its code was rerun; its plateau is 40 of 55".to_owned(),
        measured: format!(
            "random specimens {} of 55, the best of a hundred {} (the report's fitness, means over boards); with the \
             mistake fixed, the lowest cost is {walk} that of a random walk with as many evaluations",
            format_tenths(random),
            format_tenths(best_of_100),
        ),
        verdict,
        reason: verdict.because(
            &format!(
                "The plateau is what random specimens score; without the mistake the same settings {comparison} a \
                 random walk."
            ),
            "Random specimens do not score what the report's generations do.",
        ),
    }
}

/// Holds unless the interval of the share that our settings solve lies above one half.
fn works(ours: Share, records: &[Record]) -> Claim {
    let verdict = ours.more_than(0.5).not();
    let median = |figure: fn(&Record) -> f64| median_of(&records.iter().map(figure).collect::<Vec<_>>());
    Claim {
        claim: "A genetic algorithm does not work for this puzzle.".to_owned(),
        reported: "no solution in any run".to_owned(),
        measured: format!(
            "with our settings solved {ours}, median {} evaluations, {}",
            short(median(|record| record.evaluations as f64)),
            duration(median(|record| record.seconds)),
        ),
        verdict,
        reason: verdict.because(
            "Our settings do not solve most boards either.",
            "If regions keep their stars and children are annealed, it solves most boards.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let around = |middle: f64| mean(&(0..30).map(|n| middle + f64::from(n * 7 % 5 - 2) / 4.0).collect::<Vec<_>>());
        let same = Paired::of_counts(&[5.0; 20], &[5.0; 20]);
        let wide = mean(&[38.0, 39.0, 40.0, 41.0, 42.5, 43.0]);
        let verdicts = [
            (never(Share { hits: 0, of: 90 }, &[3.0]), Holds),
            (never(Share { hits: 0, of: 9 }, &[3.0]), Undecided),
            (never(Share { hits: 1, of: 50 }, &[0.0]), DoesNotHold),
            (plateau([around(37.0), around(39.0), around(40.0)]), Holds),
            (plateau([around(37.0), around(44.0), around(46.0)]), DoesNotHold),
            (plateau([around(37.0), around(39.0), wide]), Undecided),
            (at_random(around(40.0), around(46.0), &same), Holds),
            (at_random(around(44.0), around(50.0), &same), DoesNotHold),
            (at_random(wide, around(50.0), &same), Undecided),
            (works(Share { hits: 50, of: 50 }, &[]), DoesNotHold),
            (works(Share { hits: 25, of: 50 }, &[]), Undecided),
            (works(Share { hits: 5, of: 50 }, &[]), Holds),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
    }
}
