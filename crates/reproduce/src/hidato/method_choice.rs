//! What the report says about hill climbing against backtracking.

use super::climbing::{Climbing, medians};
use super::climbing_runs::ClimbingRun;
use super::combinations::{Combination, Factorial};
use super::one_hour::{HourRuns, PROGRAM};
use super::{LARGE, MULTI_LARGE, MULTI_SPARSE, SPARSE};
use crate::evidence::{Median, Paired, loss};
use crate::{About, Claim, Ruling};
use pencilmark::front::display::duration;

/// Why no count compares the two.
const CURRENCIES: &str = "hill climbing and backtracking are of different families, in which a check costs different amounts, and \
                          seconds decide nothing";
const REASON: &str =
    "Only time compares a walk among complete boards with a tree search, and it depends on the machine.";

/// Backtracking as well as it can.
const BEST: Combination = Combination { mrv: true, lcv: true, ac3: true };

/// The checks of hill climbing and of backtracking on 8x8 boards with half missing, with .7 missing and on 13x13 boards.
struct Checks([(Vec<f64>, Vec<f64>); 3]);

impl Checks {
    /// Of the report's programs: hill climbing until it gives up.
    fn of_the_programs(climbing: &Climbing, program: &Factorial, hour_runs: &HourRuns) -> Self {
        let climbs = |runs: &[ClimbingRun]| medians(runs, |run| run.checks as f64);
        Self([
            (program.of(PROGRAM).checks.clone(), climbs(&climbing.half)),
            (hour_runs.checks(PROGRAM, MULTI_SPARSE), climbs(&climbing.sparse)),
            (hour_runs.checks(PROGRAM, MULTI_LARGE), climbs(&climbing.large)),
        ])
    }

    /// Of the methods: hill climbing until it solves.
    fn of_the_methods(climbing: &Climbing, method: &Factorial, hour_runs: &HourRuns) -> Self {
        let [half, sparse, large] = climbing.ours.each_ref().map(|runs| medians(runs, ClimbingRun::effort));
        Self([
            (method.of(BEST).checks.clone(), half),
            (hour_runs.checks(BEST, SPARSE), sparse),
            (hour_runs.checks(BEST, LARGE), large),
        ])
    }
}

pub(super) fn claims(climbing: &Climbing, program: &Factorial, method: &Factorial, hour_runs: &HourRuns) -> Vec<Claim> {
    let programs = Checks::of_the_programs(climbing, program, hour_runs);
    let methods = Checks::of_the_methods(climbing, method, hour_runs);
    let times = |combination, groups: [&str; 2], runs: [&[ClimbingRun]; 2]| {
        let solve = |group| Median::of(&hour_runs.seconds(combination, group)).format(duration);
        let climb = |runs: &[ClimbingRun]| Median::of(&medians(runs, |run| run.seconds)).format(duration);
        let left = |runs: &[ClimbingRun]| Median::of(&medians(runs, |run| run.loss)).format(loss);
        format!(
            ", leaving a loss of {} and {}; time {} against {}, and {} against {}",
            left(runs[0]),
            left(runs[1]),
            climb(runs[0]),
            solve(groups[0]),
            climb(runs[1]),
            solve(groups[1])
        )
    };
    vec![
        advantage(About::Program, &programs),
        advantage(About::Method, &methods),
        method_of_choice(
            About::Program,
            &programs,
            &times(PROGRAM, [MULTI_SPARSE, MULTI_LARGE], [&climbing.sparse, &climbing.large]),
        ),
        method_of_choice(
            About::Method,
            &methods,
            &times(BEST, [SPARSE, LARGE], [&climbing.ours[1], &climbing.ours[2]]),
        ),
    ]
}

/// What is compared.
fn compared(about: About) -> &'static str {
    match about {
        About::Program => {
            "checks of hill climbing until it gives up, relative to those with which Ordered + LCV solves the board"
        }
        About::Method => {
            "checks until hill climbing solves the board, relative to those with which MRV + LCV + AC-3 does"
        }
    }
}

fn advantage(about: About, Checks(checks): &Checks) -> Claim {
    let ratios = checks.each_ref().map(|(backtracking, climbing)| Paired::of(backtracking, climbing));
    Claim {
        claim: "The advantage of hill climbing over backtracking grows with the size and with the share missing."
            .to_owned(),
        about,
        reported: "43 s and 25 minutes against over an hour each".to_owned(),
        measured: format!(
            "for information, {}: at 8x8 with half missing {}; with .7 missing {}; at 13x13 {}",
            compared(about),
            ratios[0],
            ratios[1],
            ratios[2]
        ),
        reason: REASON.to_owned(),
        ruling: Ruling::not_comparable(CURRENCIES),
    }
}

fn method_of_choice(about: About, Checks([_, sparse, large]): &Checks, also: &str) -> Claim {
    let pairs = Paired::family([sparse.clone(), large.clone()]);
    Claim {
        claim: "Hill climbing is the method of choice when an approximate board will do.".to_owned(),
        about,
        reported: "the report's conclusion".to_owned(),
        measured: format!(
            "for information, {}: at 8x8 with .7 missing {}, at 13x13 {}{also}",
            compared(about),
            pairs[0],
            pairs[1]
        ),
        reason: REASON.to_owned(),
        ruling: Ruling::not_comparable(CURRENCIES),
    }
}
