//! The boards: how many solutions they have, what the loss of a true solution is, and the board on the title page.

use pencilmark::{Options, Verdict as Found, corpus};

use pencilmark_lab::stats::quantile::Summary;
use pencilmark_lab::{Arm, Instance, LabError};

use super::climbing_runs::{errors, errors_of_the_code};
use super::{Sets, limits};
use crate::evidence::{Share, each_run, listed, loss, numbers, solve_error};
use crate::{Claim, Context, Verdict};
use pencilmark::display::average;

/// The most solutions to count.
const MAX_SOLUTIONS: usize = 1000;

/// The most nodes to spend on counting the solutions of a board.
const NODES: u64 = 1_000_000;

pub(super) fn claims(context: &Context<'_>, sets: &Sets) -> Result<Vec<Claim>, LabError> {
    Ok(vec![several_solutions(context, sets)?, the_true_solution(context, &sets.half)?, the_title_page()?])
}

/// How many solutions each board has, up to `MAX_SOLUTIONS`.
fn counts(context: &Context<'_>, boards: &[Instance]) -> Result<Vec<f64>, LabError> {
    let arm = Arm { seeds: 1, solutions: MAX_SOLUTIONS, limits: limits(NODES), ..Arm::parse("exact")? };
    each_run(context, "solutions of the boards", boards, &arm, |puzzle, _, seed| {
        let report = puzzle.solve(&arm.options(seed, context.stop)).map_err(solve_error)?;
        Ok(report.outcome.found as f64)
    })
}

/// The share of boards with more than one solution. The claim holds if its interval lies above one half.
pub(super) fn have_several(counts: &[f64]) -> Share {
    Share::of(counts.iter().map(|&count| count > 1.0))
}

fn several_solutions(context: &Context<'_>, sets: &Sets) -> Result<Claim, LabError> {
    let mut text = Vec::new();
    let mut all = Vec::new();
    for (name, boards) in
        [("8x8, half missing", &sets.multi_half), ("8x8, .7 missing", &sets.multi_sparse), ("13x13", &sets.multi_large)]
    {
        let counts = counts(context, boards)?;
        let capped =
            |count: f64| if count >= MAX_SOLUTIONS as f64 { "1,000 or more".to_owned() } else { average(count) };
        let range = Summary::of(&counts).map_or_else(String::new, |all| {
            format!("median {}, from {} to {}", capped(all.median), capped(all.min), capped(all.max))
        });
        text.push(format!("{name}: {range} ({} boards)", counts.len()));
        all.extend(counts);
    }
    let several = have_several(&all);
    let verdict = several.more_than(0.5);
    Ok(Claim {
        claim: "The boards have many solutions (a rerun of the report's generator).".to_owned(),
        reported: "96 to over 1,000 at 8x8 and 13x13".to_owned(),
        measured: format!(
            "more than one on {several} boards generated without checking uniqueness; {}",
            text.join("; ")
        ),
        verdict,
        reason: verdict.because(
            "If numbers are removed at random, several solutions remain: such a board is not a proper puzzle, and \
             any of its solutions counts.",
            "Most boards have one solution even when uniqueness is not required.",
        ),
    })
}

fn the_true_solution(context: &Context<'_>, boards: &[Instance]) -> Result<Claim, LabError> {
    let arm = Arm { seeds: 1, limits: limits(NODES), ..Arm::parse("exact")? };
    let losses = each_run(context, "the loss of solutions", boards, &arm, |puzzle, _, seed| {
        let report = puzzle.solve(&arm.options(seed, context.stop)).map_err(solve_error)?;
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
            "above 0 on {wrong} boards by the loss as the report defines it; by the loss of its code, which compares \
             with the previous missing number instead of the previous number, {range}"
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "The definition itself is at fault."
        } else {
            "By the definition, a loss of 0 is a solution; the code compares with the wrong number, so it minimises \
             something else."
        }
        .to_owned(),
    })
}

fn the_title_page() -> Result<Claim, LabError> {
    let board = corpus::set("hidato/report").and_then(|set| set.into_iter().next());
    let board = board.ok_or_else(|| LabError::Request("the set hidato/report is missing".to_owned()))?;
    let check = board.check(&Options::default()).map_err(solve_error)?;
    let found = check.report.outcome.verdict();
    let why = check.report.reason.as_ref().map(|reason| reason.text.clone()).or_else(|| {
        let rules = |conflict: &pencilmark::check::Conflict| {
            conflict.rules.iter().map(|rule| rule.text.as_str()).collect::<Vec<_>>().join("; ")
        };
        check.conflict.as_ref().map(|conflict| format!("these cannot hold together: {}", rules(conflict)))
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
            Verdict::DoesNotHold => {
                "A look at one cell proves it: whatever the picture shows, it is not a valid \
                 puzzle."
            }
            Verdict::Holds => "A solution was found.",
            _ => "Neither a solution nor a proof was found.",
        }
        .to_owned(),
    })
}

/// Holds if a solution was found; does not hold if there is a proof that there is none.
pub(super) fn title_page(found: Found) -> Verdict {
    match found {
        Found::Refuted => Verdict::DoesNotHold,
        Found::Undecided => Verdict::Undecided,
        _ => Verdict::Holds,
    }
}
