//! What the report says about the steps of hill climbing: best choice, random choice, gains and restarts.

use pencilmark::front::display::{duration, grouped, p_value, percent};

use super::climbing::{BEST_CHOICE_FACTOR, Climbing, boards, medians};
use super::climbing_runs::{ClimbingRun, Try};
use crate::evidence::{Median, Paired, Share, loss};
use crate::{About, Claim, Ruling};

pub(super) fn claims(climbing: &Climbing) -> Vec<Claim> {
    vec![
        its_best_choice(),
        best_choice_ends(climbing),
        first_choice_pays(climbing),
        random_choice(climbing),
        first_beats_random(climbing),
        gains(climbing),
        restarts_pay(climbing),
        one_run_on_13x13(climbing),
        more_steps_on_13x13(climbing),
    ]
}

const TOO_SLOW: &str = "Best choice is too slow: it does not finish, where first choice takes seconds.";

fn its_best_choice() -> Claim {
    Claim {
        claim: TOO_SLOW.to_owned(),
        about: About::Program,
        reported: "a very long time, without figures".to_owned(),
        measured: "seconds of that program are not known".to_owned(),
        ruling: Ruling::not_comparable("there are no figures, and seconds of another program decide nothing"),
        reason: "What its program computes for a swap is not known.".to_owned(),
    }
}

/// The evaluations of first choice and of best choice, board by board.
fn evaluations(climbing: &Climbing) -> Paired {
    let of = |runs: &[ClimbingRun]| medians(runs, |run| run.evaluations as f64);
    Paired::of(&of(&climbing.half), &of(&climbing.best))
}

/// Their losses; plus one, since a loss may be 0.
fn losses(climbing: &Climbing) -> Paired {
    let of = |runs: &[ClimbingRun]| medians(runs, |run| run.loss + 1.0);
    Paired::of(&of(&climbing.half), &of(&climbing.best))
}

fn best_choice_ends(climbing: &Climbing) -> Claim {
    let ended = Share::by_puzzle(climbing.best.iter().map(|run| (run.board, run.ended)));
    let ruling = ended.less_than(0.5);
    let seconds = |runs: &[ClimbingRun]| medians(runs, |run| run.seconds);
    Claim {
        claim: TOO_SLOW.to_owned(),
        about: About::Method,
        reported: "no figures".to_owned(),
        measured: format!(
            "{ended} runs of best choice finish within {BEST_CHOICE_FACTOR} times the evaluations of first choice; \
             they take {} as many; for information, time {} against {}",
            evaluations(climbing),
            Median::of(&seconds(&climbing.best)).format(duration),
            Median::of(&seconds(&climbing.half)).format(duration),
        ),
        reason: ruling.because("Fewer than half of the runs finish.", "Most runs finish, at the cost shown."),
        ruling,
    }
}

/// Holds if best choice takes more evaluations and does not end with a lower loss.
fn first_choice_pays(climbing: &Climbing) -> Claim {
    let (evaluations, losses) = (evaluations(climbing), losses(climbing));
    let ruling = Ruling::all([
        evaluations.more().qualified("in evaluations"),
        losses.less().not().qualified("in loss plus one"),
    ]);
    let middle = |runs: &[ClimbingRun]| Median::of(&medians(runs, |run| run.loss)).format(loss);
    Claim {
        claim: "First choice gains more by its efficiency than best choice by its descent.".to_owned(),
        about: About::Method,
        reported: "the report's conclusion".to_owned(),
        measured: format!(
            "evaluations of best choice relative to first choice: {evaluations}; loss {} against {} ({})",
            middle(&climbing.best),
            middle(&climbing.half),
            p_value(losses.p)
        ),
        reason: ruling.because(
            "Best choice costs more evaluations and does not end with a lower loss.",
            "Best choice ends with a lower loss, or does not cost more.",
        ),
        ruling,
    }
}

fn random_choice(climbing: &Climbing) -> Claim {
    let (first, last) = ends_of_first_try(&climbing.walk);
    let pair = Paired::of(&first, &last);
    let ruling = pair.less().not();
    Claim {
        claim: "Random choice ends no better than it starts.".to_owned(),
        about: About::Program,
        reported: "a plot".to_owned(),
        measured: format!(
            "broken pairs after 10,000 steps relative to the start: {pair} ({} and {}; {} boards)",
            Median::of(&last),
            Median::of(&first),
            boards(&climbing.walk)
        ),
        reason: ruling.because(
            "The last board does not have fewer broken pairs than the first, within 10 %: it is a random walk.",
            "The last board has significantly fewer broken pairs than the first.",
        ),
        ruling,
    }
}

/// Holds if first choice ends with fewer broken pairs than random choice.
fn first_beats_random(climbing: &Climbing) -> Claim {
    let lowest = medians(&climbing.half, |run| run.lowest() as f64);
    let last = ends_of_first_try(&climbing.walk).1;
    let pair = Paired::of_counts(&last, &lowest);
    let ruling = pair.less();
    Claim {
        claim: "First choice does well where random choice performs terribly.".to_owned(),
        about: About::Program,
        reported: "plots".to_owned(),
        measured: format!(
            "broken pairs at the end of first choice relative to random choice: {pair} ({} and {})",
            Median::of(&lowest),
            Median::of(&last)
        ),
        reason: ruling.because(
            "First choice ends with significantly fewer broken pairs.",
            "First choice does not end with fewer broken pairs.",
        ),
        ruling,
    }
}

fn gains(climbing: &Climbing) -> Claim {
    let (ones, all) =
        climbing.half.iter().map(ClimbingRun::gains).fold((0, 0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
    let mostly = Share::by_puzzle(climbing.half.iter().map(|run| (run.board, mostly_ones(run.gains()))));
    let ruling = mostly.more_than(0.5);
    Claim {
        claim: "Most steps of hill climbing gain 1, and few gain more.".to_owned(),
        about: About::Program,
        reported: "a plot; mostly 1, some 2".to_owned(),
        measured: format!(
            "{} of {} improving steps fix one pair ({}); in {mostly} runs, more than half of the improving steps do",
            grouped(ones),
            grouped(all),
            percent(ones as f64 / all.max(1) as f64)
        ),
        reason: ruling.because(
            "In most runs, more than half of the improving steps fix a single pair.",
            "In most runs, steps that fix a single pair are in the minority.",
        ),
        ruling,
    }
}

/// Runs in which a later try reaches a lower cost than the first.
fn later_is_better(runs: &[ClimbingRun]) -> Share {
    Share::by_puzzle(runs.iter().map(|run| (run.board, !run.best_is_first())))
}

fn restarts_pay(climbing: &Climbing) -> Claim {
    let better = later_is_better(&climbing.half);
    let ruling = better.more_than(0.5);
    Claim {
        claim: "There are many local minima, so that random restarts pay: without them the loss would be higher."
            .to_owned(),
        about: About::Program,
        reported: "a plot of one run on 8x8".to_owned(),
        measured: format!("a later try is better than the first in {better} runs on 8x8 boards"),
        reason: ruling.because("Usually a later try is better.", "Usually no later try is better."),
        ruling,
    }
}

fn one_run_on_13x13(climbing: &Climbing) -> Claim {
    Claim {
        claim: "On a 13x13 board the best loss comes before the first of ten restarts.".to_owned(),
        about: About::Program,
        reported: "one run".to_owned(),
        measured: format!(
            "no later try is better in {} runs; by chance it would be one in eleven, ignoring ties",
            later_is_better(&climbing.large).others()
        ),
        ruling: Ruling::not_comparable("it is what happened in one run"),
        reason: "It happens now and then; what the report concludes from it is in the row below.".to_owned(),
    }
}

/// Holds if a later try is seldom better than the first.
fn more_steps_on_13x13(climbing: &Climbing) -> Claim {
    let better = later_is_better(&climbing.large);
    let ruling = better.less_than(0.5);
    Claim {
        claim: "On a 13x13 board the loss does not clearly depend on the number of steps.".to_owned(),
        about: About::Program,
        reported: "concluded from one run; more steps find more minima, and perhaps a better one".to_owned(),
        measured: format!(
            "a later try is better than the first in {better} runs ({} boards, {} seeds)",
            boards(&climbing.large),
            climbing.seeds
        ),
        reason: ruling.because(
            "In most runs, restarts do not help.",
            "Usually a later try reaches a lower loss, so more steps are worthwhile.",
        ),
        ruling,
    }
}

/// Broken pairs at the start of the first try and at its end, board by board.
pub(super) fn ends_of_first_try(runs: &[ClimbingRun]) -> (Vec<f64>, Vec<f64>) {
    let of = |value: fn(&Try) -> u64| medians(runs, |run| run.tries.first().map_or(0.0, |one| value(one) as f64));
    (of(|one| one.start), of(|one| one.last))
}

/// Whether more than half of the improving steps fix a single pair.
pub(super) fn mostly_ones((ones, all): (u64, u64)) -> bool {
    2 * ones > all
}
