//! The report's genetic algorithm beside a random walk, random specimens and ours.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::fitness::{FULL, Fitnesses, fitness, specimen};
use super::{Counts, regions};
use crate::evidence::{Paired, Share, format_tenths, mean, median_of, value_by_puzzle, within};
use crate::tasks::one_row;
use crate::{About, Claim, Context, Ruling, Table, Verdict, arm, of};
use pencilmark::front::display::{duration, percent, short};
use pencilmark_lab::stats::Estimate;
use pencilmark_lab::{Instance, LabError, Limits, Record};

/// The report's plateau, the mean fitness of a generation, since its specimens are two permutations.
const PLATEAU: f64 = 40.0;
/// Random specimens a board, in generations of a hundred.
const SPECIMENS: usize = 1000;
const OURS: &str = "genetic, ours";

/// The runs of the genetic algorithm and of what it is compared with.
pub(super) struct Genetic {
    runs: Vec<Run>,
    /// Random specimens, board by board.
    random: Vec<Specimens>,
    ours: Vec<Record>,
}

/// The fitness of random specimens on a board: their mean, and the mean of the best of each hundred.
#[derive(Clone, Copy)]
struct Specimens {
    mean: f64,
    best_of_100: f64,
}

one_row!(Specimens: mean, best_of_100);

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

one_row!(Run: solved, lowest, evaluations, generations, walk, walk_solved);

impl Genetic {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance], counts: Counts) -> Result<Self, LabError> {
        let seeds = counts.seeds as usize;
        let ids = || boards.iter().map(|board| &board.id);
        let tasks: Vec<String> = ids().flat_map(|id| (0..seeds).map(move |seed| format!("{id} seed {seed}"))).collect();
        let runs = context.map("genetic algorithm, report", &tasks, |index| {
            one(context, boards, index / seeds, (index % seeds) as u64, counts.evaluations)
        })?;
        let random = context.map("random specimens", &ids().cloned().collect::<Vec<_>>(), |index| {
            let regions = regions(&boards[index]);
            let mut random = ChaCha8Rng::seed_from_u64(index as u64);
            let all: Vec<f64> =
                (0..SPECIMENS).map(|_| fitness(&regions, &specimen(regions.len(), &mut random))).collect();
            let average = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
            let best = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
            let best_of_100 = average(&all.chunks(100).map(best).collect::<Vec<_>>());
            Ok(Specimens { mean: average(&all), best_of_100 })
        })?;
        let limits = Limits { evaluations: Some(counts.evaluations), ..Limits::default() };
        let ours = context.run("genetic algorithm, ours", boards, vec![arm(OURS, "genetic", limits, counts.seeds)?])?;
        Ok(Self { runs, random, ours })
    }

    fn solved(&self) -> Share {
        Share::by_puzzle(self.runs.iter().map(|run| (run.board, run.solved)))
    }

    /// A figure of the runs, board by board.
    fn by_board(&self, figure: impl Fn(&Run) -> f64) -> Vec<f64> {
        let each = self.runs.chunk_by(|a, b| a.board == b.board);
        each.map(|runs| median_of(&runs.iter().map(&figure).collect::<Vec<_>>())).collect()
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        vec![
            never(self.solved(), &self.by_board(|run| run.lowest)),
            works(Share::solved(&of(&self.ours, OURS)), &of(&self.ours, OURS)),
            plateau_of_program(self.random_mean()),
            plateau([0, 1, 2].map(|number| mean(&self.by_board(|run| run.generations[number])))),
        ]
    }

    pub(super) fn found(&self) -> Claim {
        let walk = Paired::of_counts(&self.by_board(|run| run.walk), &self.by_board(|run| run.lowest));
        let best = self.random.iter().map(|random| random.best_of_100).collect::<Vec<_>>();
        at_random(self.random_mean(), mean(&best), &walk)
    }

    fn random_mean(&self) -> Option<Estimate> {
        mean(&self.random.iter().map(|random| random.mean).collect::<Vec<_>>())
    }

    /// Share solved by method; others add their rows.
    pub(super) fn table(&self) -> Table {
        let figures = |figure: fn(&Run) -> f64| median_of(&self.by_board(figure));
        let spent = figures(|run| run.evaluations);
        let ours = of(&self.ours, OURS);
        let ours_spent = value_by_puzzle(&ours, |record| record.counters.evaluations as f64);
        let ours_took = value_by_puzzle(&ours, |record| record.seconds);
        let row = |name: &str, share: Share, effort: f64, seconds: f64| {
            let effort = format!("{} evaluations", short(effort));
            vec![name.to_owned(), share.of.to_string(), share.cell(), effort, duration(seconds)]
        };
        let walks = Share::by_puzzle(self.runs.iter().map(|run| (run.board, run.walk_solved)));
        Table {
            title: "Share solved by method".to_owned(),
            head: ["", "runs", "solved", "effort", "time"].map(str::to_owned).to_vec(),
            rows: vec![
                row("genetic, report", self.solved(), spent, figures(|run| run.seconds)),
                row("random walk", walks, spent, figures(|run| run.walk_seconds)),
                row(OURS, Share::solved(&ours), median_of(&ours_spent), median_of(&ours_took)),
            ],
            note:
                "Share of runs that solved (interval); effort and time: medians over boards, including unsolved ones."
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
    let bred = context.solve_watched(puzzle, &options, &mut fitnesses)?;
    let limits = Limits { evaluations: Some(bred.counters.evaluations.max(1)), ..Limits::default() };
    let walk = arm("", "hill-climbing:model=row-stars,moves=deal,choice=random", limits, 1)?;
    let walk = context.solve(puzzle, &walk.options(seed, context.stop))?;
    let lowest = |best: Option<(u64, u64)>| best.map_or(FULL, |(cost, _)| cost as f64);
    Ok(Run {
        board,
        solved: bred.solution().is_some(),
        lowest: lowest(bred.counters.best),
        evaluations: bred.counters.evaluations as f64,
        seconds: bred.elapsed.as_secs_f64(),
        generations: fitnesses.first_hundredth_last(),
        walk: lowest(walk.counters.best),
        walk_solved: walk.solution().is_some(),
        walk_seconds: walk.elapsed.as_secs_f64(),
    })
}

const NEVER: &str = "A genetic algorithm does not solve this puzzle.";

/// Holds if no run solves and there are enough of them.
fn never(solved: Share, lowest: &[f64]) -> Claim {
    let ruling = solved.never();
    let most = percent(solved.interval().high);
    Claim {
        claim: NEVER.to_owned(),
        about: About::Program,
        reported: "no solution in any run; their number is not given".to_owned(),
        measured: format!(
            "with the report's last settings and 1000 generations, solved {solved}; lowest cost {} (mean over {} \
             boards)",
            format_tenths(mean(lowest)),
            lowest.len()
        ),
        reason: match ruling.verdict {
            Verdict::Holds => format!("No run solves; the chance that one does is below {most}."),
            Verdict::DoesNotHold => "Some runs solve, so it is possible with these settings.".to_owned(),
            _ => format!("No run solves, but there are too few to say never: the chance that one does may be {most}."),
        },
        ruling,
    }
}

/// Holds unless the interval of the share that our settings solve lies above one half.
fn works(ours: Share, records: &[&Record]) -> Claim {
    let ruling = ours.less_than(0.5);
    let median = |figure: fn(&Record) -> f64| median_of(&value_by_puzzle(records, figure));
    Claim {
        claim: NEVER.to_owned(),
        about: About::Method,
        reported: "the report's conclusion".to_owned(),
        measured: format!(
            "with our settings solved {ours}, median {} evaluations, {}",
            short(median(|record| record.counters.evaluations as f64)),
            duration(median(|record| record.seconds)),
        ),
        reason: ruling.because(
            "Our settings do not solve most boards either.",
            "If regions keep their stars and children are annealed, it solves most boards.",
        ),
        ruling,
    }
}

const LEVELS_OFF: &str = "With whole sets exchanged in crossover, generations level off at a mean fitness of 40 of 55.";

/// Holds if random specimens score as the report's generations do.
fn plateau_of_program(random: Option<Estimate>) -> Claim {
    let ruling = near_plateau(random);
    Claim {
        claim: LEVELS_OFF.to_owned(),
        about: About::Program,
        reported: "about 40, and 37.5 before (plots)".to_owned(),
        measured: format!(
            "{} (mean fitness of random specimens over boards): its code reshuffles every specimen that it evaluates",
            format_tenths(random)
        ),
        reason: ruling.because(
            "Its program scores what random specimens score.",
            "Random specimens do not score what the report's generations do.",
        ),
        ruling,
    }
}

/// Holds if the interval of the mean fitness of the last generation lies within one of the reported plateau.
fn plateau([first, hundredth, last]: [Option<Estimate>; 3]) -> Claim {
    let ruling = near_plateau(last);
    Claim {
        claim: LEVELS_OFF.to_owned(),
        about: About::Method,
        reported: "about 40, and 37.5 before (plots)".to_owned(),
        measured: format!(
            "{} in the first generation, {} in the hundredth, {} in the last (the report's settings with a fitness \
             function that does not change its specimen, means over boards)",
            format_tenths(first),
            format_tenths(hundredth),
            format_tenths(last),
        ),
        reason: ruling.because(
            "The last generation is as fit as reported.",
            if last.is_some_and(|last| last.value < PLATEAU) {
                "The same settings do not even reach 40."
            } else if hundredth.zip(last).is_some_and(|(then, last)| last.value - then.value < 1.0) {
                "The same settings exceed 40 and level off higher."
            } else {
                "The same settings exceed 40."
            },
        ),
        ruling,
    }
}

/// Whether a mean lies within one of the plateau.
fn near_plateau(mean: Option<Estimate>) -> Ruling {
    within("the mean fitness", mean, PLATEAU - 1.0, PLATEAU + 1.0)
}

/// Holds if random specimens have the fitness of the plateau, within one.
fn at_random(random: Option<Estimate>, best_of_100: Option<Estimate>, walk: &Paired) -> Claim {
    let ruling = near_plateau(random);
    let comparison = match walk.saves().verdict {
        Verdict::Holds => "reach a lower cost than",
        Verdict::DoesNotHold => "reach no lower cost than",
        _ => "do not reach a significantly lower cost than",
    };
    Claim {
        claim: "The fitness function reshuffles its specimen, so the report's algorithm is random search.".to_owned(),
        about: About::Program,
        reported: "read in the code; its plateau is 40 of 55".to_owned(),
        measured: format!(
            "random specimens {} of 55, the best of a hundred {} (the report's fitness, means over boards); with the \
             mistake fixed, the lowest cost is {walk} that of a random walk with as many evaluations",
            format_tenths(random),
            format_tenths(best_of_100),
        ),
        reason: ruling.because(
            &format!(
                "The plateau is what random specimens score; without the mistake the same settings {comparison} a \
                 random walk."
            ),
            "Random specimens do not score what the report's generations do.",
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

        let around = |middle: f64| mean(&(0..30).map(|n| middle + f64::from(n * 7 % 5 - 2) / 4.0).collect::<Vec<_>>());
        let same = Paired::of_counts(&[5.0; 20], &[5.0; 20]);
        let wide = mean(&[38.0, 39.0, 40.0, 41.0, 42.5, 43.0]);
        let verdicts = [
            (never(Share::new(0, 90), &[3.0]), Holds),
            (never(Share::new(0, 9), &[3.0]), Undecided),
            (never(Share::new(1, 50), &[0.0]), DoesNotHold),
            (plateau([around(37.0), around(39.0), around(40.0)]), Holds),
            (plateau([around(37.0), around(44.0), around(46.0)]), DoesNotHold),
            (plateau([around(37.0), around(39.0), wide]), Undecided),
            (plateau_of_program(around(40.0)), Holds),
            (plateau_of_program(around(44.0)), DoesNotHold),
            (at_random(around(40.0), around(46.0), &same), Holds),
            (at_random(around(44.0), around(50.0), &same), DoesNotHold),
            (at_random(wide, around(50.0), &same), Undecided),
            (works(Share::new(50, 50), &[]), DoesNotHold),
            (works(Share::new(25, 50), &[]), Undecided),
            (works(Share::new(5, 50), &[]), Holds),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
    }
}
