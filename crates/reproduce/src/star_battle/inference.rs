//! AC-3 without search: from an empty board, and from boards with some stars given.

use pencilmark::{Options, Position, Report};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::evidence::{Share, is_stopped_by_budget, median_of};
use crate::tasks::one_row;
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling, Table, Verdict, arm};
use pencilmark::front::display::{duration, short};
use pencilmark_lab::{Instance, LabError, Limits};

/// How many of the twenty stars are given.
const GIVEN: [usize; 9] = [0, 2, 4, 6, 8, 10, 12, 14, 16];
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

one_row!(Run: model, given, solved, ended, prunings, revisions);

impl Inference {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let ids: Vec<String> = boards.iter().map(|board| board.id.clone()).collect();
        let runs = context.map("AC-3 alone", &ids, |index| on_board(context, &boards[index], index as u64))?;
        Ok(Self { runs: runs.concat() })
    }

    fn of(&self, model: &str, given: usize) -> Vec<Run> {
        self.runs.iter().filter(|run| run.model == model && run.given == given).copied().collect()
    }

    fn solved(&self, model: &str, given: usize) -> Share {
        Share::of(self.of(model, given).iter().map(|run| run.solved))
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let [program, method] = MODELS;
        let with_stars = |model| {
            let given = GIVEN.into_iter().skip(1);
            given.map(|given| (given, self.solved(model, given))).collect::<Vec<_>>()
        };
        vec![
            its_code_runs_forever(),
            runs_forever(&self.of(program, 0)),
            solves_few(About::Program, self.solved(program, 0)),
            solves_few(About::Method, self.solved(method, 0)),
            partly_solved(About::Program, &with_stars(program)),
            partly_solved(About::Method, &with_stars(method)),
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
    let limits = Limits { checks: Some(10_000_000), seconds: Some(crate::TIME_CAP), ..Limits::default() };
    let exact = Options::default().budget(limits.budget(context.stop));
    let report = context.solve(&board.puzzle, &exact)?;
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
            let report = context.solve(&puzzle, &options.from_position(true))?;
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
            ended: !is_stopped_by_budget(report),
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

const FOREVER: &str = "AC-3 from an empty board runs forever.";

fn its_code_runs_forever() -> Claim {
    Claim {
        claim: FOREVER.to_owned(),
        about: About::Program,
        reported: "it assigns variables and undoes them without end; the code is left unable to run".to_owned(),
        measured: "nothing of ours does that".to_owned(),
        ruling: Ruling::not_comparable("the program was not finished, and what ran is not described"),
        reason: "What assigns and undoes is a search, and not AC-3.".to_owned(),
    }
}

/// Holds if a run had to be stopped.
fn runs_forever(empty: &[Run]) -> Claim {
    let ended = Share::of(empty.iter().map(|run| run.ended));
    let figures = |figure: fn(&Run) -> f64| empty.iter().map(figure).collect::<Vec<_>>();
    let longest = figures(|run| run.seconds).into_iter().fold(0.0, f64::max);
    let stopped = when(ended.hits < ended.of, "a run spends its 10,000,000 checks");
    let ruling = Ruling::fact(stopped, "every run comes to its end before");
    Claim {
        claim: FOREVER.to_owned(),
        about: About::Method,
        reported: "it had to be stopped".to_owned(),
        measured: format!(
            "finished by itself on {ended}, in at most {}; median {} revisions, {} values removed",
            duration(longest),
            short(median_of(&figures(|run| run.revisions))),
            short(median_of(&figures(|run| run.prunings))),
        ),
        reason: ruling.because("Some runs exhausted their budget.", "AC-3 only removes values, so it terminates."),
        ruling,
    }
}

/// The model of a row, in words.
fn model(about: About) -> &'static str {
    match about {
        About::Program => "two variables per region",
        About::Method => "a variable per cell",
    }
}

/// Holds if the interval of the share solved from empty boards lies below one half.
fn solves_few(about: About, solved: Share) -> Claim {
    let ruling = solved.less_than(0.5);
    Claim {
        claim: "AC-3 alone hardly gets anywhere from an empty board.".to_owned(),
        about,
        reported: "no solution".to_owned(),
        measured: format!("with {}, solved {solved}", model(about)),
        reason: ruling.because(
            "Most places keep their support, so little is decided without search.",
            "Inference alone solves many boards.",
        ),
        ruling,
    }
}

/// Holds if AC-3 solves most boards for some number of stars given, by the interval of the share.
fn partly_solved(about: About, by_stars: &[(usize, Share)]) -> Claim {
    let ruling = Ruling::any(by_stars.iter().map(|(_, share)| share.more_than(0.5)));
    let first = by_stars.iter().find(|(_, share)| share.more_than(0.5).verdict == Verdict::Holds);
    let from = first.map_or_else(
        || "for no number of stars given are most boards solved".to_owned(),
        |(given, share)| format!("most boards are solved from {given} of twenty stars on ({share})"),
    );
    let half = by_stars.iter().find(|(given, _)| *given == 10);
    let half = half.map_or_else(String::new, |(_, share)| format!("; with ten, {share}"));
    Claim {
        claim: "Given a partly solved board, AC-3 could find the solution.".to_owned(),
        about,
        reported: "conjectured, not tested".to_owned(),
        measured: format!("with {}, {from}{half}", model(about)),
        reason: ruling.because(
            "With enough stars given, inference alone solves most boards.",
            "Even with sixteen stars given, inference alone leaves most boards unsolved.",
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

        let run = |ended| Run {
            model: MODELS[0],
            given: 0,
            solved: false,
            ended,
            prunings: 4.0,
            revisions: 900.0,
            seconds: 0.001,
        };
        let share = |hits| Share::new(hits, 60);
        let stars = |hits: [usize; 2]| [(10, share(hits[0])), (16, share(hits[1]))];
        let verdicts = [
            (runs_forever(&[run(true), run(false)]), Holds),
            (runs_forever(&[run(true), run(true)]), DoesNotHold),
            (its_code_runs_forever(), Verdict::NotComparable),
            (solves_few(About::Program, share(10)), Holds),
            (solves_few(About::Program, share(28)), Undecided),
            (solves_few(About::Method, share(50)), DoesNotHold),
            (partly_solved(About::Program, &stars([10, 50])), Holds),
            (partly_solved(About::Program, &stars([10, 32])), Undecided),
            (partly_solved(About::Method, &stars([5, 12])), DoesNotHold),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
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
