//! The report's genetic algorithm beside a random walk, random specimens and ours.

use pencilmark::{Event, Observer, Value};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::super::figures::{Effect, Share, mean, median_of};
use super::super::{Claim, Desk, Table, Verdict, arm, of};
use super::{Counts, regions};
use crate::stats::Estimate;
use crate::words::{percent, short, time};
use crate::{Instance, LabError, Limits, Record};

/// The fitness of a solution, as the report counts it.
const FULL: f64 = 55.0;
/// The report's plateau, the mean fitness of a generation, since its specimens are two permutations.
const PLATEAU: f64 = 40.0;
/// Random specimens a board, in generations of a hundred.
const SPECIMENS: usize = 1000;
const OURS: &str = "genetic, ours";

/// What the genetic algorithm and what it is compared with came to.
pub(super) struct Breeding {
    runs: Vec<Run>,
    /// The mean fitness of random specimens, board by board.
    random: Vec<f64>,
    /// The best of a hundred of them.
    luckiest: Vec<f64>,
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

impl Breeding {
    pub(super) fn run(desk: &Desk<'_>, boards: &[Instance], counts: Counts) -> Result<Self, LabError> {
        let seeds = counts.seeds as usize;
        let runs = desk.each("genetic algorithm, report", boards.len() * seeds, |index| {
            one(desk, boards, index / seeds, (index % seeds) as u64, counts.evaluations)
        })?;
        let specimens = desk.each("random specimens", boards.len(), |index| {
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
            luckiest: specimens.iter().map(|all| average(&all.chunks(100).map(best).collect::<Vec<_>>())).collect(),
            ours: desk.run("genetic algorithm, ours", boards, vec![arm(OURS, "genetic", limits, counts.seeds)?])?,
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
        let walk = Effect::of(&self.by_board(|run| run.walk), &self.by_board(|run| run.lowest));
        let ours = Share::solved(&of(&self.ours, OURS));
        vec![
            never(self.solved(), &self.by_board(|run| run.lowest)),
            plateau([0, 1, 2].map(|number| mean(&self.by_board(|run| run.generations[number])))),
            at_random(mean(&self.random), mean(&self.luckiest), &walk),
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
            vec![name.to_owned(), share.of.to_string(), share.cell(), effort, time(seconds)]
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
                "Share of runs that solved (interval); effort and time: medians over all runs, unsolved ones included."
                    .to_owned(),
        }
    }
}

fn one(desk: &Desk<'_>, boards: &[Instance], board: usize, seed: u64, evaluations: u64) -> Result<Run, LabError> {
    let puzzle = &boards[board].puzzle;
    let limits = Limits { evaluations: Some(evaluations), ..Limits::default() };
    let options = arm("", "genetic/report", limits, 1)?.options(seed, desk.stop);
    let mut fitnesses = Fitnesses::new(regions(&boards[board]));
    let bred = puzzle.solve_watched(&options, &mut fitnesses).map_err(crate::arm::said)?;
    let limits = Limits { evaluations: Some(bred.counters.evaluations.max(1)), ..Limits::default() };
    let walk = arm("", "hill-climbing:model=row-stars,moves=deal,choice=random", limits, 1)?;
    let walk = puzzle.solve(&walk.options(seed, desk.stop)).map_err(crate::arm::said)?;
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

/// Follows the fitness of a population, as the report counts it.
struct Fitnesses {
    regions: Vec<Vec<u64>>,
    /// The specimens of the generation that is being bred.
    born: Vec<Specimen>,
    /// Those of the last that is complete.
    alive: Vec<Specimen>,
    generations: usize,
    first: f64,
    hundredth: Option<f64>,
}

impl Fitnesses {
    fn new(regions: Vec<Vec<u64>>) -> Self {
        Self { regions, born: Vec::new(), alive: Vec::new(), generations: 0, first: 0.0, hundredth: None }
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.alive.iter().map(|specimen| fitness(&self.regions, specimen)).sum();
        sum / self.alive.len().max(1) as f64
    }

    /// Of the first generation, of the hundredth and of the last.
    fn means(&self) -> [f64; 3] {
        let last = self.mean();
        [self.first, self.hundredth.unwrap_or(last), last]
    }
}

impl Observer for Fitnesses {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Start(board, _) => self.born.push(specimen_of(board)),
            Event::Generation(_) => {
                self.alive = std::mem::take(&mut self.born);
                self.generations += 1;
                match self.generations {
                    1 => self.first = self.mean(),
                    100 => self.hundredth = Some(self.mean()),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// In the model `row-stars` the two stars of a row are next to each other.
fn specimen_of(board: &[Value]) -> Specimen {
    [0, 1].map(|star| board.iter().skip(star).step_by(2).map(|value| value.index()).collect())
}

/// The columns of the stars of each row: two permutations.
type Specimen = [Vec<usize>; 2];

fn specimen(size: usize, random: &mut ChaCha8Rng) -> Specimen {
    let mut permutation = || {
        let mut columns: Vec<usize> = (0..size).collect();
        super::inference::shuffle(&mut columns, random);
        columns
    };
    [permutation(), permutation()]
}

/// 55 less the pairs of stars that touch, less the regions with fewer than two stars.
fn fitness(regions: &[Vec<u64>], specimen: &Specimen) -> f64 {
    let stars: Vec<(usize, usize)> = specimen.iter().flat_map(|columns| columns.iter().copied().enumerate()).collect();
    let touch = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1;
    let later = |index: usize| &stars[index + 1..];
    let touching: usize = stars
        .iter()
        .enumerate()
        .map(|(index, star)| later(index).iter().filter(|other| touch(star, other)).count())
        .sum();
    let mut held = vec![0; regions.len()];
    for &(row, column) in &stars {
        if let Some(count) = held.get_mut(regions[row][column] as usize) {
            *count += 1;
        }
    }
    FULL - touching as f64 - held.iter().filter(|&&count| count < 2).count() as f64
}

/// Holds if no run solves.
fn never(solved: Share, lowest: &[f64]) -> Claim {
    let holds = solved.hits == 0;
    Claim {
        claim: "The genetic algorithm with the report's settings never solves.".to_owned(),
        reported: "0, number of runs not given".to_owned(),
        measured: format!("solved {solved}; lowest cost {} (mean over {} boards)", tenths(mean(lowest)), lowest.len()),
        verdict: Verdict::of(holds),
        reason: if holds {
            format!("No run solves; the chance of a run is below {}.", percent(solved.interval().high))
        } else {
            "Some runs solve, so it can be done with these settings.".to_owned()
        },
    }
}

/// Holds if the mean fitness of the last generation is within one of the reported plateau, beyond doubt.
fn plateau([first, hundredth, last]: [Option<Estimate>; 3]) -> Claim {
    let holds = last.is_some_and(near_plateau);
    Claim {
        claim: "Its generations come to a plateau of 37.5, with whole sets crossed of 40, of 55.".to_owned(),
        reported: "37.5, then 40 (mean fitness of a generation)".to_owned(),
        measured: format!(
            "{} in the first generation, {} in the hundredth, {} in the last (the report's fitness, means over boards)",
            tenths(first),
            tenths(hundredth),
            tenths(last),
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "The last generation is as fit as reported."
        } else if hundredth.zip(last).is_some_and(|(then, last)| last.value - then.value < 1.0) {
            "With a fitness that leaves its specimen alone, the same settings climb beyond 40 and come to rest higher up."
        } else {
            "With a fitness that leaves its specimen alone, the same settings climb beyond 40."
        }
        .to_owned(),
    }
}

/// Whether a mean lies within one of the plateau.
fn near_plateau(mean: Estimate) -> bool {
    mean.interval.low >= PLATEAU - 1.0 && mean.interval.high <= PLATEAU + 1.0
}

/// Holds if random specimens have the fitness of the plateau, give or take one.
fn at_random(random: Option<Estimate>, luckiest: Option<Estimate>, walk: &Effect) -> Claim {
    let holds = random.is_some_and(near_plateau);
    let bred = if walk.saves() { "end lower than" } else { "end no lower than" };
    Claim {
        claim: "The fitness function reshuffles its specimen, so the report's algorithm is random search.".to_owned(),
        reported: "found when its code was rerun; its plateau is 40 of 55".to_owned(),
        measured: format!(
            "random specimens {} of 55, the best of a hundred {} (the report's fitness, means over boards); bred properly, the \
             lowest cost is {walk} that of a random walk of as many evaluations",
            tenths(random),
            tenths(luckiest),
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            format!(
                "The plateau is what random specimens score; without the mistake the same settings {bred} a random walk."
            )
        } else {
            "Random specimens do not score what the report's generations do.".to_owned()
        },
    }
}

/// A number with its interval, to a tenth.
fn tenths(estimate: Option<Estimate>) -> String {
    let told = |Estimate { value, interval }| format!("{value:.1} ({:.1}-{:.1})", interval.low, interval.high);
    estimate.map_or_else(|| "-".to_owned(), told)
}

/// Holds unless our settings solve most runs.
fn works(ours: Share, records: &[Record]) -> Claim {
    let able = ours.is_most();
    let median = |figure: fn(&Record) -> f64| median_of(&records.iter().map(figure).collect::<Vec<_>>());
    Claim {
        claim: "A genetic algorithm does not work for this puzzle.".to_owned(),
        reported: "no solution in any run".to_owned(),
        measured: format!(
            "with our settings solved {ours}, median {} evaluations, {}",
            short(median(|record| record.evaluations as f64)),
            time(median(|record| record.seconds)),
        ),
        verdict: Verdict::of(!able),
        reason: if able {
            "With regions that keep their stars and children that are annealed, it solves."
        } else {
            "Our settings do not solve most boards either."
        }
        .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitness_is_the_reports() {
        let stripes: Vec<Vec<u64>> = (0..10).map(|row| vec![row; 10]).collect();
        let columns = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
        let apart = columns.map(|column| (column + 5) % 10);
        // Rows 5 and 6 of the first set are apart, rows 4 and 5 of the second wrap from 3 to 6; no two touch.
        assert!((fitness(&stripes, &[columns.to_vec(), apart.to_vec()]) - reference(&columns, &apart)).abs() < 1e-9);
        // The same set twice: every star touches its double, and all regions have two.
        assert!(
            (fitness(&stripes, &[columns.to_vec(), columns.to_vec()]) - reference(&columns, &columns)).abs() < 1e-9
        );
        let columns_as_regions: Vec<Vec<u64>> = (0..10).map(|_| (0..10).collect()).collect();
        let straight: Vec<usize> = (0..10).collect();
        // On the diagonal each star touches the next: 9 pairs in each set, 10 doubles, and 18 across.
        assert!((fitness(&columns_as_regions, &[straight.clone(), straight]) - (55.0 - 46.0)).abs() < 1e-9);
    }

    /// With rows as regions only touching pairs count: by definition, over all pairs of cells.
    fn reference(one: &[usize; 10], two: &[usize; 10]) -> f64 {
        let mut board = [[0_i32; 10]; 10];
        for row in 0..10 {
            board[row][one[row]] += 1;
            board[row][two[row]] += 1;
        }
        let mut pairs = 0;
        for row in 0..10_usize {
            for column in 0..10_usize {
                let here = board[row][column];
                pairs += here * (here - 1);
                for (r, c) in (row.saturating_sub(1)..=(row + 1).min(9))
                    .flat_map(|r| (column.saturating_sub(1)..=(column + 1).min(9)).map(move |c| (r, c)))
                    .filter(|&at| at != (row, column))
                {
                    pairs += here * board[r][c];
                }
            }
        }
        55.0 - f64::from(pairs / 2)
    }

    #[test]
    fn a_population_is_followed_from_board_to_board() {
        let mut watch = Fitnesses::new((0..10).map(|row| vec![row; 10]).collect());
        let board =
            |shift: u16| (0..20).map(|index| Value((index / 2 * 2 + index % 2 * 5 + shift) % 10)).collect::<Vec<_>>();
        let generation = pencilmark::Generation { lowest: 0, mean: 0.0, highest: 0 };
        for shifts in [[0, 1], [2, 3]] {
            for shift in shifts {
                watch.see(Event::Start(&board(shift), 0));
            }
            watch.see(Event::Generation(generation));
        }
        let specimens = [2, 3].map(|shift| fitness(&watch.regions, &specimen_of(&board(shift))));
        assert_eq!(watch.alive.len(), 2);
        assert!((watch.means()[2] - specimens.iter().sum::<f64>() / 2.0).abs() < 1e-9);
    }

    #[test]
    fn verdicts_follow_the_data() {
        let around = |middle: f64| mean(&(0..30).map(|n| middle + f64::from(n * 7 % 5 - 2) / 4.0).collect::<Vec<_>>());
        let same = Effect::of(&[5.0; 20], &[5.0; 20]);
        let verdicts = [
            (never(Share { hits: 0, of: 50 }, &[3.0]), true),
            (never(Share { hits: 1, of: 50 }, &[0.0]), false),
            (plateau([around(37.0), around(39.0), around(40.0)]), true),
            (plateau([around(37.0), around(44.0), around(46.0)]), false),
            (at_random(around(40.0), around(46.0), &same), true),
            (at_random(around(44.0), around(50.0), &same), false),
            (works(Share { hits: 50, of: 50 }, &[]), false),
            (works(Share { hits: 5, of: 50 }, &[]), true),
        ];
        for (claim, holds) in verdicts {
            assert_eq!(claim.verdict, Verdict::of(holds), "{claim:?}");
        }
    }
}
