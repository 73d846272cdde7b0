//! What the report says about hill climbing against backtracking.

use super::super::evidence::{Middle, Paired, clock, loss};
use super::super::{Claim, Verdict};
use super::climbing::{Climbing, medians};
use super::climbs::Climb;
use super::combinations::{Combination, Factorial};
use super::hour::Hours;
use super::{LARGE, SPARSE};

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
    let holds = falls(&ratios);
    Claim {
        claim: "The advantage of hill climbing over backtracking grows with the size and with the share missing."
            .to_owned(),
        reported: "43 s and 25 minutes against over an hour each".to_owned(),
        measured: format!(
            "of the checks that Ordered + LCV solves a puzzle with, hill climbing spends, before it gives up, at 8x8 with half \
             missing {}; with .7 missing {}; at 13x13 {}",
            ratios[0], ratios[1], ratios[2]
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "What hill climbing spends surely falls against backtracking both ways; but it does not buy a solution."
        } else {
            "What hill climbing spends does not surely fall against backtracking both ways, and never buys a solution."
        }
        .to_owned(),
    }
}

fn method_of_choice(climbing: &Climbing, hours: &Hours) -> Claim {
    let way = Combination { mrv: true, lcv: true, ac3: true };
    let pairs = [(&climbing.sparse, SPARSE), (&climbing.large, LARGE)]
        .map(|(runs, group)| (hours.checks(way, group), medians(runs, |run| run.checks as f64)));
    let pairs = Paired::family(pairs);
    let holds = pairs.iter().all(Paired::is_less);
    let solve = |group| Middle::of(&hours.seconds(way, group)).told(clock);
    let climb = |runs: &[Climb]| Middle::of(&medians(runs, |run| run.seconds)).told(clock);
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
        verdict: Verdict::of(holds),
        reason: if holds {
            "It surely spends less on both sorts of boards than the exact solution costs."
        } else {
            "For what it spends on an approximate board, backtracking with MRV and AC-3 mostly gives the solution."
        }
        .to_owned(),
    }
}

/// Whether all other ratios are surely below the first: their intervals end before its begins.
pub(super) fn falls(ratios: &[Paired]) -> bool {
    let interval = |pair: &Paired| pair.ratio.map(|ratio| ratio.interval);
    let Some((first, rest)) = ratios.split_first() else { return false };
    rest.iter().all(|pair| interval(first).zip(interval(pair)).is_some_and(|(first, other)| other.high < first.low))
}
