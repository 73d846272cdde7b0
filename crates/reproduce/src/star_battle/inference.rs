//! AC-3 without search: from an empty board, and from boards with some stars given.

use pencilmark::outcome::{End, Why};
use pencilmark::{Options, Position, Report};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::evidence::{Share, median_of, solve_error};
use crate::{Claim, Context, Table, Verdict, arm};
use pencilmark::display::{duration, short};
use pencilmark_lab::{Instance, LabError, Limits};

/// How many of the twenty stars are given.
const GIVEN: [usize; 9] = [0, 2, 4, 6, 8, 10, 12, 14, 16];
/// Half of them.
const HALF: usize = 10;
/// The report's model first.
const MODELS: [&str; 2] = ["region-stars", "cells"];

/// The runs of AC-3 on each board, in each model, for each number of stars given.
pub(super) struct Inference {
    runs: Vec<Run>,
}

#[derive(Clone, Copy)]
struct Run {
    model: &'static str,
    given: usize,
    solved: bool,
    /// Whether it finished within its budget.
    ended: bool,
    prunings: f64,
    revisions: f64,
    seconds: f64,
}

impl Inference {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let runs = context.map("AC-3 alone", boards.len(), |index| on_board(context, &boards[index], index as u64))?;
        Ok(Self { runs: runs.concat() })
    }

    fn of(&self, model: &str, given: usize) -> Vec<Run> {
        self.runs.iter().filter(|run| run.model == model && run.given == given).copied().collect()
    }

    fn solved(&self, model: &str, given: usize) -> Share {
        Share::of(self.of(model, given).iter().map(|run| run.solved))
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let half = MODELS.map(|model| self.solved(model, HALF));
        vec![
            runs_forever(&self.of(MODELS[0], 0)),
            solves_few(MODELS.map(|model| self.solved(model, 0))),
            given_half_the_stars(
                half,
                MODELS.map(|model| {
                    GIVEN.into_iter().find(|&given| self.solved(model, given).more_than(0.5) == Verdict::Holds)
                }),
            ),
        ]
    }

    /// Rows for the table of methods.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let row = |model: &str| {
            let runs = self.of(model, 0);
            let figures = |figure: fn(&Run) -> f64| median_of(&runs.iter().map(figure).collect::<Vec<_>>());
            vec![
                format!("AC-3 alone, {model}"),
                runs.len().to_string(),
                self.solved(model, 0).cell(),
                format!("{} revisions", short(figures(|run| run.revisions))),
                duration(figures(|run| run.seconds)),
            ]
        };
        MODELS.map(row).to_vec()
    }

    /// By the number of stars given.
    pub(super) fn table(&self) -> Table {
        let row = |given: usize| {
            let shares = MODELS.map(|model| self.solved(model, given).cell());
            std::iter::once(given.to_string()).chain(shares).collect()
        };
        Table {
            title: "AC-3 alone by the number of stars given".to_owned(),
            head: ["stars given", "region-stars, the report's model", "cells"].map(str::to_owned).to_vec(),
            rows: GIVEN.map(row).to_vec(),
            note: "Share of boards that inference alone solves (interval); the stars are those of the solution in a \
                 random order, the same for both models."
                .to_owned(),
            ..Table::default()
        }
    }
}

fn on_board(context: &Context<'_>, board: &Instance, key: u64) -> Result<Vec<Run>, LabError> {
    let limits = Limits { checks: Some(10_000_000), ..Limits::default() };
    let solve = |options: &Options, puzzle: &pencilmark::Puzzle| puzzle.solve(options).map_err(solve_error);
    let exact = Options { budget: limits.budget(context.stop), ..Options::default() };
    let report = solve(&exact, &board.puzzle)?;
    let Some(solution) = report.solution() else {
        return Err(LabError::Request(format!("{}: no solution within {limits}", board.id)));
    };
    let mut stars: Vec<_> = solution.cells().filter(|&cell| solution[cell] == 1).collect();
    shuffle(&mut stars, &mut ChaCha8Rng::seed_from_u64(key));
    let mut runs = Vec::new();
    for given in GIVEN {
        let mut position = Position::empty(board.puzzle.shape());
        for &star in stars.iter().take(given) {
            position.entries[star] = Some(1);
        }
        let puzzle = board.puzzle.with_position(position);
        for model in MODELS {
            let options = arm("", &format!("ac-3:model={model}"), limits, 1)?.options(0, context.stop);
            let report = solve(&Options { from_position: true, ..options }, &puzzle)?;
            runs.push(Run::new(model, given, &report));
        }
    }
    Ok(runs)
}

impl Run {
    fn new(model: &'static str, given: usize, report: &Report) -> Self {
        Self {
            model,
            given,
            solved: report.solution().is_some(),
            ended: !matches!(report.outcome.end, End::GaveUp(why) if why != Why::Incomplete),
            prunings: report.counters.prunings as f64,
            revisions: report.counters.revisions as f64,
            seconds: report.elapsed.as_secs_f64(),
        }
    }
}

/// Shuffles (Fisher and Yates).
pub(super) fn shuffle<T>(things: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..things.len()).rev() {
        let other = ((u64::from(random.next_u32()) * (last as u64 + 1)) >> 32) as usize;
        things.swap(last, other);
    }
}

/// Holds if a run had to be stopped.
fn runs_forever(empty: &[Run]) -> Claim {
    let ended = Share::of(empty.iter().map(|run| run.ended));
    let figures = |figure: fn(&Run) -> f64| empty.iter().map(figure).collect::<Vec<_>>();
    let longest = figures(|run| run.seconds).into_iter().fold(0.0, f64::max);
    let holds = ended.hits < ended.of;
    Claim {
        claim: "AC-3 from an empty board runs forever.".to_owned(),
        reported: "it had to be stopped".to_owned(),
        measured: format!(
            "finished by itself on {ended}, in at most {}; median {} revisions, {} values removed",
            duration(longest),
            short(median_of(&figures(|run| run.revisions))),
            short(median_of(&figures(|run| run.prunings))),
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "Some runs exhausted their budget."
        } else {
            "AC-3 only removes values, so it terminates; an algorithm that assigns and undoes forever is not AC-3."
        }
        .to_owned(),
    }
}

/// Holds if the intervals of the shares solved from empty boards lie below one half in both models.
fn solves_few([report, cells]: [Share; 2]) -> Claim {
    let verdict = Verdict::all([report, cells].map(|share| share.less_than(0.5)));
    Claim {
        claim: "AC-3 alone hardly gets anywhere from an empty board.".to_owned(),
        reported: "no solution".to_owned(),
        measured: format!("solved {report} with two variables per region, {cells} with one per cell"),
        verdict,
        reason: verdict.because(
            "Most places keep their support, so little is decided without search.",
            "Inference alone solves many boards.",
        ),
    }
}

/// Holds if AC-3 solves most boards with half of their stars given in one of the models, by the interval of the share.
/// `from` is the smallest number of stars for which it does.
fn given_half_the_stars(half: [Share; 2], from: [Option<usize>; 2]) -> Claim {
    let verdict = Verdict::any(half.map(|share| share.more_than(0.5)));
    let [report, cells] =
        from.map(|from| from.map_or_else(|| "no number tried".to_owned(), |given| format!("{given} on")));
    Claim {
        claim: "Given a partly solved board, AC-3 could find the solution.".to_owned(),
        reported: "conjectured, not tested".to_owned(),
        measured: format!(
            "with ten of twenty stars given, solved {} with two variables per region, {} with one per cell; most \
             boards from {report} and from {cells}",
            half[0], half[1],
        ),
        verdict,
        reason: verdict.because(
            "Half of the stars are enough for most boards, at least with a variable per cell.",
            "Even with half of the stars given, inference alone leaves most boards unsolved.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let run = |ended| Run {
            model: MODELS[0],
            given: 0,
            solved: false,
            ended,
            prunings: 4.0,
            revisions: 900.0,
            seconds: 0.001,
        };
        let share = |hits| Share { hits, of: 60 };
        let verdicts = [
            (runs_forever(&[run(true), run(false)]), Holds),
            (runs_forever(&[run(true), run(true)]), DoesNotHold),
            (solves_few([share(0), share(10)]), Holds),
            (solves_few([share(0), share(28)]), Undecided),
            (solves_few([share(0), share(50)]), DoesNotHold),
            (given_half_the_stars([share(50), share(50)], [Some(10), Some(8)]), Holds),
            (given_half_the_stars([share(10), share(32)], [Some(16), Some(12)]), Undecided),
            (given_half_the_stars([share(10), share(12)], [Some(16), None]), DoesNotHold),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
    }

    #[test]
    fn a_shuffle_keeps_everything() {
        let mut numbers: Vec<usize> = (0..20).collect();
        shuffle(&mut numbers, &mut ChaCha8Rng::seed_from_u64(1));
        assert_ne!(numbers, (0..20).collect::<Vec<_>>());
        numbers.sort_unstable();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    }
}
