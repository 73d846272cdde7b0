//! What the report says about hill climbing against backtracking.

use super::climbing::{Climbing, medians};
use super::climbing_runs::ClimbingRun;
use super::combinations::{Combination, Factorial};
use super::one_hour::HourRuns;
use super::{LARGE, SPARSE};
use crate::evidence::{Median, Paired, loss};
use crate::{Claim, Verdict};
use pencilmark::display::duration;

pub(super) fn claims(climbing: &Climbing, backtracking: &Factorial, hour_runs: &HourRuns) -> Vec<Claim> {
    vec![advantage(climbing, backtracking, hour_runs), method_of_choice(climbing, hour_runs)]
}

fn advantage(climbing: &Climbing, backtracking: &Factorial, hour_runs: &HourRuns) -> Claim {
    let combination = Combination { mrv: false, lcv: true, ac3: false };
    let checks = |runs: &[ClimbingRun]| medians(runs, |run| run.checks as f64);
    let ratios = [
        Paired::of(&backtracking.of(combination).checks, &checks(&climbing.half)),
        Paired::of(&hour_runs.checks(combination, SPARSE), &checks(&climbing.sparse)),
        Paired::of(&hour_runs.checks(combination, LARGE), &checks(&climbing.large)),
    ];
    let verdict = falls(&ratios);
    Claim {
        claim: "The advantage of hill climbing over backtracking grows with the size and with the share missing."
            .to_owned(),
        reported: "43 s and 25 minutes against over an hour each".to_owned(),
        measured: format!(
            "checks of hill climbing until it gives up, relative to those with which Ordered + LCV solves the \
             puzzle: at 8x8 with half missing {}; with .7 missing {}; at 13x13 {}",
            ratios[0], ratios[1], ratios[2]
        ),
        verdict,
        reason: verdict.because(
            "The effort of hill climbing falls relative to backtracking in both cases, but it seldom ends with a \
             solution.",
            "The effort of hill climbing does not fall relative to backtracking in both cases.",
        ),
    }
}

fn method_of_choice(climbing: &Climbing, hour_runs: &HourRuns) -> Claim {
    let combination = Combination { mrv: true, lcv: true, ac3: true };
    let pairs = [(&climbing.sparse, SPARSE), (&climbing.large, LARGE)]
        .map(|(runs, group)| (hour_runs.checks(combination, group), medians(runs, |run| run.checks as f64)));
    let pairs = Paired::family(pairs);
    let verdict = Verdict::all(pairs.iter().map(Paired::less));
    let solve = |group| Median::of(&hour_runs.seconds(combination, group)).format(duration);
    let climb = |runs: &[ClimbingRun]| Median::of(&medians(runs, |run| run.seconds)).format(duration);
    Claim {
        claim: "Hill climbing is the method of choice when an approximate board will do.".to_owned(),
        reported: "the report's conclusion".to_owned(),
        measured: format!(
            "checks of hill climbing relative to those with which MRV + LCV + AC-3 solves the puzzle: {} at 8x8 with \
             .7 missing and {} at 13x13, leaving a loss of {} and {}; time {} against {}, and {} against {}",
            pairs[0],
            pairs[1],
            Median::of(&medians(&climbing.sparse, |run| run.loss)).format(loss),
            Median::of(&medians(&climbing.large, |run| run.loss)).format(loss),
            climb(&climbing.sparse),
            solve(SPARSE),
            climb(&climbing.large),
            solve(LARGE),
        ),
        verdict,
        reason: verdict.because(
            "On both sorts of boards, it spends significantly less than the exact solution costs.",
            "With the effort that it spends on an approximate board, backtracking with MRV and AC-3 usually finds \
             the solution.",
        ),
    }
}

/// Whether all other ratios are below the first: their intervals end below its interval; refuted if one begins above
/// it.
pub(super) fn falls(ratios: &[Paired]) -> Verdict {
    let interval = |pair: &Paired| pair.ratio.map(|ratio| ratio.interval);
    let Some((first, rest)) = ratios.split_first() else { return Verdict::Undecided };
    Verdict::all(rest.iter().map(|pair| {
        interval(first).zip(interval(pair)).map_or(Verdict::Undecided, |(first, other)| {
            Verdict::decide(other.high < first.low, other.low > first.high)
        })
    }))
}
