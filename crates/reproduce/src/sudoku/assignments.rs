//! Backtracking, forward checking and arc consistency by the number of assignments.

use super::inferred_cells::InferredCells;
use super::{DIFFICULTIES, EASY, HARD};
use crate::evidence::{
    Paired, Share, format_estimate, format_saving, mean, mean_ratio, ratio_of_means, solve_error, times,
};
use crate::{Claim, Context, Table, Verdict, arm};
use pencilmark::display::grouped;
use pencilmark_lab::stats::{Estimate, Interval};
use pencilmark_lab::{Instance, LabError, Limits};

const PLAIN: &str = "backtracking";
const FORWARD: &str = "forward checking";
const ARC: &str = "arc consistency";
const METHODS: [(&str, &str); 3] =
    [(PLAIN, "backtracking/report"), (FORWARD, "backtracking/report-forward"), (ARC, "backtracking/report-arc")];

/// All runs.
pub(super) struct Assignments {
    runs: Vec<Spent>,
    nodes: u64,
}

/// The result of a run.
struct Spent {
    method: &'static str,
    difficulty: String,
    /// Assignments as the report counts them.
    counted: f64,
    solved: bool,
}

impl Assignments {
    pub(super) fn run(context: &Context<'_>, puzzles: &[Instance], nodes: u64) -> Result<Self, LabError> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let runs = context.map("backtracking", METHODS.len() * puzzles.len(), |index| {
            let ((method, settings), puzzle) = (METHODS[index % METHODS.len()], &puzzles[index / METHODS.len()]);
            let options = arm(method, settings, limits, 1)?.options(0, context.stop);
            let mut inferred = InferredCells::on(puzzle);
            let report = if method == ARC {
                puzzle.puzzle.solve_watched(&options, &mut inferred)
            } else {
                puzzle.puzzle.solve(&options)
            }
            .map_err(solve_error)?;
            let counted = (report.counters.assignments + inferred.inferred) as f64;
            Ok(Spent { method, difficulty: puzzle.group.clone(), counted, solved: report.solution().is_some() })
        })?;
        Ok(Self { runs, nodes })
    }

    /// The runs of a method, of a difficulty or of all.
    fn of(&self, method: &str, difficulty: Option<&str>) -> impl Iterator<Item = &Spent> {
        let wanted =
            move |run: &&Spent| run.method == method && difficulty.is_none_or(|wanted| run.difficulty == wanted);
        self.runs.iter().filter(wanted)
    }

    /// The number of assignments, board by board; up to the end of the budget for a run that did not solve.
    fn counts(&self, method: &str, difficulty: &str) -> Vec<f64> {
        self.of(method, Some(difficulty)).map(|run| run.counted).collect()
    }

    fn compare(&self, before: &str, after: &str, difficulty: Option<&str>) -> Comparison {
        let effort = |run: &Spent| if run.solved { run.counted } else { f64::INFINITY };
        let efforts = |method| self.of(method, difficulty).map(effort).collect::<Vec<_>>();
        let spent = |method| self.of(method, difficulty).map(|run| run.counted).collect::<Vec<_>>();
        Comparison {
            effect: Paired::of_counts(&efforts(before), &efforts(after)),
            of_means: ratio_of_means(&spent(before), &spent(after)),
            on: difficulty.map_or_else(|| "boards of all difficulties".to_owned(), |word| format!("{word} boards")),
        }
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let spent = Share::of(self.of(PLAIN, None).map(|run| !run.solved));
        let means = DIFFICULTIES.map(|difficulty| mean(&self.counts(PLAIN, difficulty)).map_or(0.0, |mean| mean.value));
        let by_difficulty = DIFFICULTIES.map(|difficulty| mean(&self.counts(ARC, difficulty)));
        vec![
            grows_with_difficulty(
                &self.counts(PLAIN, EASY),
                &self.counts(PLAIN, HARD),
                (spent, self.nodes),
                closest_difficulties(&means),
            ),
            saves(
                "Forward checking makes 90 % fewer assignments than backtracking on easy puzzles.",
                0.1,
                &self.compare(PLAIN, FORWARD, Some(EASY)),
            ),
            below_100(&by_difficulty, closest_difficulties(&means)),
            saves(
                "Arc consistency makes 95 % fewer assignments than backtracking.",
                0.05,
                &self.compare(PLAIN, ARC, None),
            ),
            saves(
                "Arc consistency makes 90 % fewer assignments than forward checking.",
                0.1,
                &self.compare(FORWARD, ARC, None),
            ),
        ]
    }

    /// The report's figure 1.
    pub(super) fn table(&self) -> Table {
        let reported = |difficulty: &str, method: &str| match (difficulty, method) {
            (EASY, PLAIN) => " [2,885]",
            (EASY, FORWARD) => " [about 290]",
            (HARD, PLAIN) => " [71,439]",
            (_, ARC) => " [below 100]",
            _ => "",
        };
        let row = |difficulty: &str| {
            let mut row = vec![difficulty.to_owned()];
            for method in [PLAIN, FORWARD, ARC] {
                let spent = Share::of(self.of(method, Some(difficulty)).map(|run| !run.solved));
                let over =
                    if spent.hits > 0 { format!(", {} of {} unsolved", spent.hits, spent.of) } else { String::new() };
                let counts = self.counts(method, difficulty);
                row.push(format!("{}{over}{}", format_estimate(mean(&counts)), reported(difficulty, method)));
            }
            row
        };
        Table {
            title: "Figure 1: mean assignments by difficulty".to_owned(),
            head: ["", PLAIN, FORWARD, ARC].map(str::to_owned).to_vec(),
            rows: DIFFICULTIES.map(row).to_vec(),
            note: "Mean over boards (interval) [reported]. A run that exhausted its budget counts with its \
                 assignments up to then, so the mean is too low."
                .to_owned(),
            ..Table::default()
        }
    }
}

/// The difficulties whose means are closest to those of the report's easy and hard boards.
fn closest_difficulties(means: &[f64; 3]) -> [&'static str; 2] {
    [2885.0, 71_439.0].map(|reported: f64| {
        let apart = |mean: f64| (mean.max(1.0) / reported).ln().abs();
        let closest = DIFFICULTIES.into_iter().zip(means).min_by(|(_, a), (_, b)| apart(**a).total_cmp(&apart(**b)));
        closest.map_or(EASY, |(difficulty, _)| difficulty)
    })
}

/// Holds if the interval of the growth from easy to hard boards lies above ten.
fn grows_with_difficulty(easy: &[f64], hard: &[f64], (spent, nodes): (Share, u64), alike: [&str; 2]) -> Claim {
    let growth = mean_ratio(easy, hard);
    let at_least = |end: fn(Interval) -> f64| growth.map(|growth| end(growth.interval) >= 10.0);
    let verdict = Verdict::decide(at_least(|ends| ends.low) == Some(true), at_least(|ends| ends.high) == Some(false));
    Claim {
        claim: "The number of assignments of backtracking explodes with the difficulty.".to_owned(),
        reported: "2,885 on easy, 71,439 on hard puzzles (means): 25 times".to_owned(),
        measured: format!(
            "{} on {} easy, {} on {} hard boards (means): {}; {} nodes were not enough for {spent} of all boards. \
             The report's easy boards are most similar to our {} ones, its hard boards to our {} ones",
            format_estimate(mean(easy)),
            easy.len(),
            format_estimate(mean(hard)),
            hard.len(),
            growth.map_or_else(|| "-".to_owned(), times),
            grouped(nodes),
            alike[0],
            alike[1],
        ),
        verdict,
        reason: verdict.because(
            "The interval of the growth lies above ten; the reported figures are of unpublished boards.",
            "The interval of the growth lies below ten.",
        ),
    }
}

/// How two methods compare on some boards.
struct Comparison {
    effect: Paired,
    /// The ratio of the means, which is what the report gives.
    of_means: Option<Estimate>,
    on: String,
}

/// A saving counts as about as large as reported if at most a fifth more than reported is assigned.
const ABOUT: f64 = 1.2;

/// Holds if the interval of the ratio of means lies below about the reported ratio.
fn saves(claim: &str, reported: f64, Comparison { effect, of_means, on }: &Comparison) -> Claim {
    let most = ABOUT * reported;
    let below = of_means.is_some_and(|ratio| ratio.interval.high <= most);
    let verdict = Verdict::decide(below, of_means.is_some_and(|ratio| ratio.interval.low > most));
    let typical = format_saving(effect.ratio);
    let about = if of_means.is_some_and(|ratio| ratio.value <= reported) { "as much or more" } else { "about as much" };
    Claim {
        claim: claim.to_owned(),
        reported: format!("{:.0} % fewer (means)", 100.0 * (1.0 - reported)),
        measured: format!(
            "{} fewer by means over {} {on}; {typical} fewer on the typical board: {effect}",
            format_saving(*of_means),
            effect.pairs,
        ),
        verdict,
        reason: match verdict {
            Verdict::Holds => format!("By means, we save {about}; on the typical board it is {typical}."),
            Verdict::DoesNotHold => "By means, less is saved than reported: the interval does not include the \
                 reported saving."
                .to_owned(),
            _ => "The mean depends on a few boards: its interval includes the reported saving and less.".to_owned(),
        },
    }
}

/// Holds if the interval of the mean lies below 100 at every difficulty.
fn below_100(means: &[Option<Estimate>; 3], alike: [&str; 2]) -> Claim {
    let below = |mean: &Option<Estimate>| {
        let end = |end: fn(Interval) -> f64| mean.map(|mean| end(mean.interval) < 100.0);
        Verdict::decide(end(|ends| ends.high) == Some(true), end(|ends| ends.low) == Some(false))
    };
    let verdict = Verdict::all(means.iter().map(below));
    let [easy, medium, hard] = means.map(format_estimate);
    let rated = || DIFFICULTIES.into_iter().zip(means);
    let over: Vec<&str> =
        rated().filter(|(_, mean)| below(mean) == Verdict::DoesNotHold).map(|(difficulty, _)| difficulty).collect();
    let like_theirs = if alike
        .iter()
        .all(|difficulty| rated().any(|(one, mean)| one == *difficulty && below(mean) == Verdict::Holds))
    {
        "; on boards like the report's it does"
    } else {
        ""
    };
    Claim {
        claim: "Arc consistency needs fewer than 100 assignments at every difficulty.".to_owned(),
        reported: "below 100 (means)".to_owned(),
        measured: format!("{easy} on easy, {medium} on medium, {hard} on hard boards (means)"),
        verdict,
        reason: verdict.because(
            "The intervals of all three means lie below 100, including cells that inference fills.",
            &format!("The interval of the mean on {} boards does not lie below 100{like_theirs}.", over.join(" and ")),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(middle: f64) -> Vec<f64> {
        (0..40).map(|n| (middle * (0.8 + f64::from(n * 7 % 41) / 100.0)).round()).collect()
    }

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let compared = |part: f64| Comparison {
            effect: Paired::of_counts(&around(1000.0), &around(1000.0 * part)),
            of_means: ratio_of_means(&around(1000.0), &around(1000.0 * part)),
            on: "boards".to_owned(),
        };
        let means = |hard: f64| [mean(&around(40.0)), mean(&around(60.0)), mean(&around(hard))];
        let none = (Share { hits: 0, of: 80 }, 1);
        // A few boards decide the mean: as much is saved or hardly anything.
        let wild: Vec<f64> = (0..40).map(|n| if n % 13 == 0 { 1300.0 } else { 1.0 }).collect();
        let open = Comparison { of_means: ratio_of_means(&around(1000.0), &wild), ..compared(0.1) };
        let rare: Vec<f64> = (0..40).map(|n| if n == 7 { 4000.0 } else { 20.0 }).collect();
        let verdicts = [
            (grows_with_difficulty(&around(3000.0), &around(70_000.0), none, [EASY, HARD]), Holds),
            (grows_with_difficulty(&around(3000.0), &around(9000.0), none, [EASY, HARD]), DoesNotHold),
            (grows_with_difficulty(&around(3000.0), &around(30_000.0), none, [EASY, HARD]), Undecided),
            (saves("Fewer.", 0.1, &compared(0.05)), Holds),
            (saves("Fewer.", 0.1, &compared(0.11)), Holds),
            (saves("Fewer.", 0.1, &compared(0.3)), DoesNotHold),
            (saves("Fewer.", 0.1, &open), Undecided),
            (below_100(&means(80.0), [EASY, HARD]), Holds),
            (below_100(&means(200.0), [EASY, HARD]), DoesNotHold),
            (below_100(&[mean(&around(40.0)), mean(&around(60.0)), mean(&rare)], [EASY, HARD]), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
        assert!(saves("Fewer.", 0.1, &compared(0.05)).reason.contains("as much or more"));
        assert!(saves("Fewer.", 0.1, &compared(0.11)).reason.contains("about as much"));
        let beyond = below_100(&means(500.0), ["easy", "medium"]).reason;
        assert!(beyond.contains("on hard boards") && beyond.contains("like the report's"), "{beyond}");
        assert_eq!(closest_difficulties(&[600.0, 9000.0, 500_000.0]), ["medium", "hard"]);
    }

    #[test]
    fn arc_consistency_places_every_cell() {
        let easy = pencilmark::Puzzle::parse(
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
        );
        let puzzle = Instance::new("easy", EASY, easy.expect("a puzzle"));
        let stop = pencilmark::StopSignal::default();
        let context = Context { quick: true, threads: 1, stop: &stop, progress: &|_, _, _| () };
        let runs = Assignments::run(&context, &[puzzle], 100_000).expect("runs");
        // Inference alone solves it, so that each of the 49 blanks is placed once.
        assert_eq!(runs.counts(ARC, EASY), [49.0]);
        assert!(runs.counts(FORWARD, EASY)[0] >= 49.0 && runs.counts(PLAIN, EASY) > runs.counts(FORWARD, EASY));
    }
}
