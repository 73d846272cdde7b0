//! The boards themselves: how many solutions they have, what the loss says of a true solution, and the one on the title page.

use pencilmark::{Options, Verdict as Found, corpus};

use crate::stats::quantile::Summary;
use crate::{Arm, Instance, LabError};

use super::super::evidence::{Share, each_run, listed, loss, number, numbers, trouble};
use super::super::{Claim, Desk, Verdict};
use super::climbs::{errors, errors_of_the_code};
use super::{Sets, limits};

/// Solutions that are counted at most.
const MOST: usize = 1000;

/// Nodes that counting the solutions of a board may take.
const NODES: u64 = 1_000_000;

pub(super) fn claims(desk: &Desk<'_>, sets: &Sets) -> Result<Vec<Claim>, LabError> {
    Ok(vec![several_solutions(desk, sets)?, the_true_solution(desk, &sets.half)?, the_title_page()?])
}

/// How many solutions each board has, as far as they are counted.
fn counts(desk: &Desk<'_>, boards: &[Instance]) -> Result<Vec<f64>, LabError> {
    let arm = Arm { seeds: 1, solutions: MOST, limits: limits(NODES), ..Arm::parse("exact")? };
    each_run(desk, "solutions of the boards", boards, &arm, |puzzle, _, seed| {
        let report = puzzle.solve(&arm.options(seed, desk.stop)).map_err(trouble)?;
        Ok(report.outcome.found as f64)
    })
}

/// Boards with more than one solution. Holds if most have, beyond doubt.
pub(super) fn have_several(counts: &[f64]) -> Share {
    Share::of(counts.iter().map(|&count| count > 1.0))
}

fn several_solutions(desk: &Desk<'_>, sets: &Sets) -> Result<Claim, LabError> {
    let mut told = Vec::new();
    let mut all = Vec::new();
    for (name, boards) in
        [("8x8, half missing", &sets.loose_half), ("8x8, .7 missing", &sets.loose_sparse), ("13x13", &sets.loose_large)]
    {
        let counts = counts(desk, boards)?;
        let capped = |count: f64| if count >= MOST as f64 { "1,000 or more".to_owned() } else { number(count) };
        let range = Summary::of(&counts).map_or_else(String::new, |all| {
            format!("median {}, from {} to {}", capped(all.median), capped(all.min), capped(all.max))
        });
        told.push(format!("{name}: {range} ({} boards)", counts.len()));
        all.extend(counts);
    }
    let several = have_several(&all);
    let verdict = several.more_than(0.5);
    Ok(Claim {
        claim: "The boards have many solutions (a rerun of the report's generator).".to_owned(),
        reported: "96 to over 1,000 at 8x8 and 13x13".to_owned(),
        measured: format!("more than one on {several} boards that are made without a look at it; {}", told.join("; ")),
        verdict,
        reason: verdict.because(
            "Numbers left out at random leave several ways: such a board is no puzzle, and any of its solutions counts as one.",
            "Most boards have one solution even when nobody insists on it.",
        ),
    })
}

fn the_true_solution(desk: &Desk<'_>, boards: &[Instance]) -> Result<Claim, LabError> {
    let arm = Arm { seeds: 1, limits: limits(NODES), ..Arm::parse("exact")? };
    let losses = each_run(desk, "the loss of solutions", boards, &arm, |puzzle, _, seed| {
        let report = puzzle.solve(&arm.options(seed, desk.stop)).map_err(trouble)?;
        let givens = numbers(puzzle)?;
        Ok(report.solution().map(|solution| {
            let share = |errors: usize| errors as f64 / givens.len() as f64;
            (share(errors(&givens, solution)), share(errors_of_the_code(&givens, solution)))
        }))
    })?;
    let losses: Vec<(f64, f64)> = losses.into_iter().flatten().collect();
    let wrong = Share::of(losses.iter().map(|(own, _)| *own > 0.0));
    let holds = wrong.hits > 0;
    let code: Vec<f64> = losses.iter().map(|(_, code)| *code).collect();
    let range = Summary::of(&code).map_or_else(String::new, |all| {
        listed(&[format!("median {}", loss(all.median)), format!("from {} to {}", loss(all.min), loss(all.max))])
    });
    Ok(Claim {
        claim: "The true solution has a loss above 0 (a rerun of the report's code).".to_owned(),
        reported: ".156".to_owned(),
        measured: format!(
            "by the loss as the report defines it, above 0 on {wrong} boards; by that of its code, which looks at the number \
             missing before and not at the number before, {range}"
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "The definition itself is at fault."
        } else {
            "As defined, a loss of 0 is a solution; the code compares with the wrong number, and climbs another hill."
        }
        .to_owned(),
    })
}

fn the_title_page() -> Result<Claim, LabError> {
    let board = corpus::set("hidato/report").and_then(|set| set.into_iter().next());
    let board = board.ok_or_else(|| LabError::Request("the set hidato/report is missing".to_owned()))?;
    let check = board.check(&Options::default()).map_err(trouble)?;
    let found = check.report.outcome.verdict();
    let why = check.report.reason.clone().or_else(|| {
        check.conflict.as_ref().map(|conflict| {
            let labels: Vec<String> = conflict.labels.iter().map(|label| label.as_str().to_owned()).collect();
            format!("these cannot hold together: {}", labels.join("; "))
        })
    });
    Ok(Claim {
        claim: "The board on the title page can be solved.".to_owned(),
        reported: "shown half filled in, with six cells open".to_owned(),
        measured: match (found, why) {
            (Found::Refuted, Some(why)) => format!("no solution, proved: {why}"),
            (Found::Refuted, None) => "no solution, proved".to_owned(),
            _ => format!("{} solution found", check.report.outcome.found),
        },
        verdict: title_page(found),
        reason: match title_page(found) {
            Verdict::DoesNotHold => "A glance at one cell proves it: whatever the picture shows, it is no puzzle.",
            Verdict::Holds => "A solution was found.",
            _ => "Neither a solution nor a proof was found.",
        }
        .to_owned(),
    })
}

/// Holds with a solution, does not with a proof that there is none.
pub(super) fn title_page(found: Found) -> Verdict {
    match found {
        Found::Refuted => Verdict::DoesNotHold,
        Found::Undecided => Verdict::Undecided,
        _ => Verdict::Holds,
    }
}
