//! What the report says about hill climbing against backtracking.

use super::super::evidence::{Middle, Paired, loss};
use super::super::{Claim, Verdict};
use super::climbing::{Climbing, medians};
use super::climbs::Climb;
use super::combinations::{Combination, Factorial};
use super::hour::Hours;
use super::{LARGE, SPARSE};
use crate::words::time;

pub(super) fn claims(climbing: &Climbing, backtracking: &Factorial, hours: &Hours) -> Vec<Claim> {
    vec![advantage(climbing, backtracking, hours), method_of_choice(climbing, hours)]
}

fn advantage(climbing: &Climbing, backtracking: &Factorial, hours: &Hours) -> Claim {
    let way = Combination { mrv: false, lcv: true, ac3: false };
    let checks = |runs: &[Climb]| medians(runs, |run| run.checks as f64);
    let ratios = [
        Paired::of(&backtracking.of(way).checks, &checks(&climbing.half)),
        Paired::of(&hours.checks(way, SPARSE), &checks(&climbing.sparse)),
        Paired::of(&hours.checks(way, LARGE), &checks(&climbing.large)),
    ];
    let verdict = falls(&ratios);
    Claim {
        claim: "The advantage of hill climbing over backtracking grows with the size and with the share missing."
            .to_owned(),
        reported: "43 s and 25 minutes against over an hour each".to_owned(),
        measured: format!(
            "of the checks that Ordered + LCV solves a puzzle with, hill climbing spends, before it gives up, at 8x8 with half \
             missing {}; with .7 missing {}; at 13x13 {}",
            ratios[0], ratios[1], ratios[2]
        ),
        verdict,
        reason: verdict.because(
            "What hill climbing spends surely falls against backtracking both ways; but what it ends with is seldom a solution.",
            "What hill climbing spends does not fall against backtracking both ways.",
        ),
    }
}

fn method_of_choice(climbing: &Climbing, hours: &Hours) -> Claim {
    let way = Combination { mrv: true, lcv: true, ac3: true };
    let pairs = [(&climbing.sparse, SPARSE), (&climbing.large, LARGE)]
        .map(|(runs, group)| (hours.checks(way, group), medians(runs, |run| run.checks as f64)));
    let pairs = Paired::family(pairs);
    let verdict = Verdict::all(pairs.iter().map(Paired::less));
    let solve = |group| Middle::of(&hours.seconds(way, group)).told(time);
    let climb = |runs: &[Climb]| Middle::of(&medians(runs, |run| run.seconds)).told(time);
    Claim {
        claim: "Hill climbing is the method of choice when an approximate board will do.".to_owned(),
        reported: "the report's conclusion".to_owned(),
        measured: format!(
            "of the checks that MRV + LCV + AC-3 solves a puzzle with, hill climbing spends, at 8x8 with .7 missing, {} and at 13x13 \
             {}, and is left with a loss of {} and {}; {} against {}, and {} against {}",
            pairs[0],
            pairs[1],
            Middle::of(&medians(&climbing.sparse, |run| run.loss)).told(loss),
            Middle::of(&medians(&climbing.large, |run| run.loss)).told(loss),
            climb(&climbing.sparse),
            solve(SPARSE),
            climb(&climbing.large),
            solve(LARGE),
        ),
        verdict,
        reason: verdict.because(
            "It surely spends less on both sorts of boards than the exact solution costs.",
            "For what it spends on an approximate board, backtracking with MRV and AC-3 mostly gives the solution.",
        ),
    }
}

/// Whether all other ratios are below the first: their intervals end before its begins; not if one begins after its ends.
pub(super) fn falls(ratios: &[Paired]) -> Verdict {
    let interval = |pair: &Paired| pair.ratio.map(|ratio| ratio.interval);
    let Some((first, rest)) = ratios.split_first() else { return Verdict::Undecided };
    Verdict::all(rest.iter().map(|pair| {
        interval(first)
            .zip(interval(pair))
            .map_or(Verdict::Undecided, |(first, other)| Verdict::sure(other.high < first.low, other.low > first.high))
    }))
}
