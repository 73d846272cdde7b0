//! The boards: how many solutions they have, what the loss of a true solution is, and the board on the title page.

use pencilmark::{Options, Verdict as Found, corpus};

use pencilmark_lab::stats::quantile::Summary;
use pencilmark_lab::{Arm, Instance, LabError};

use super::climbing_runs::{errors, errors_of_the_code};
use super::{Sets, limits};
use crate::evidence::{Share, each_run, listed, loss, numbers, solve_error};
use crate::tasks::one_row;
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling, arm};
use pencilmark::front::display::average;

/// The most solutions to count.
const MAX_SOLUTIONS: usize = 1000;

/// The most nodes to spend on counting the solutions of a board.
const NODES: u64 = 1_000_000;

pub(super) fn found(context: &Context<'_>, sets: &Sets) -> Result<Vec<Claim>, LabError> {
    Ok(vec![several_solutions(context, sets)?, the_true_solution(context, &sets.half)?, the_title_page()?])
}

/// How many solutions each board has, up to `MAX_SOLUTIONS`.
fn counts(context: &Context<'_>, boards: &[Instance]) -> Result<Vec<f64>, LabError> {
    let arm = Arm { solutions: MAX_SOLUTIONS, ..arm("", "exact", limits(NODES), 1)? };
    let name = format!("solutions of {}", boards.first().map_or("", |board| &board.group));
    each_run(
        context,
        &name,
        boards,
        &arm,
        |puzzle, _, options| Ok(context.solve(puzzle, options)?.outcome.found as f64),
    )
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
    let ruling = several.more_than(0.5);
    Ok(Claim {
        claim: "The boards of the report's generator have many solutions.".to_owned(),
        about: About::Program,
        reported: "96 to over 1,000 at 8x8 and 13x13".to_owned(),
        measured: format!(
            "more than one on {several} boards generated without checking uniqueness; {}",
            text.join("; ")
        ),
        reason: ruling.because(
            "If numbers are removed at random, several solutions remain: such a board is not a proper puzzle, and \
             any of its solutions counts.",
            "Most boards have one solution even when uniqueness is not required.",
        ),
        ruling,
    })
}

/// The loss of a true solution, by either definition.
#[derive(Clone, Copy)]
struct TrueLoss {
    text: f64,
    code: f64,
}

one_row!(TrueLoss: text, code);

fn the_true_solution(context: &Context<'_>, boards: &[Instance]) -> Result<Claim, LabError> {
    let arm = arm("", "exact", limits(NODES), 1)?;
    let losses = each_run(context, "the loss of solutions", boards, &arm, |puzzle, _, options| {
        let report = context.solve(puzzle, options)?;
        let givens = numbers(puzzle)?;
        Ok(report.solution().map(|solution| {
            let share = |errors: usize| errors as f64 / givens.len() as f64;
            let (text, code) = (errors(&givens, solution), errors_of_the_code(&givens, solution));
            TrueLoss { text: share(text), code: share(code) }
        }))
    })?;
    let losses: Vec<TrueLoss> = losses.into_iter().flatten().collect();
    let above = |of: fn(&TrueLoss) -> f64| Share::of(losses.iter().map(|loss| of(loss) > 0.0));
    let by_code = above(|loss| loss.code);
    let ruling = by_code.more_than(0.5);
    let code: Vec<f64> = losses.iter().map(|loss| loss.code).collect();
    let range = Summary::of(&code).map_or_else(String::new, |all| {
        listed(&[format!("median {}", loss(all.median)), format!("from {} to {}", loss(all.min), loss(all.max))])
    });
    Ok(Claim {
        claim: "The true solution has a loss above 0.".to_owned(),
        about: About::Program,
        reported: ".156".to_owned(),
        measured: format!(
            "by the loss of the report's code, which compares with the previous missing number instead of the previous \
             number, above 0 on {by_code} boards: {range}; by the loss as the text defines it, on {}",
            above(|loss| loss.text)
        ),
        reason: ruling.because(
            "The code compares with the wrong number, so it minimises something else; by the definition in the text, a \
             loss of 0 is a solution.",
            "On most boards its loss is 0.",
        ),
        ruling,
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
        check.found.conflict.as_ref().map(|conflict| format!("these cannot hold together: {}", rules(conflict)))
    });
    let ruling = title_page(found);
    Ok(Claim {
        claim: "The board on the title page cannot be solved.".to_owned(),
        about: About::Program,
        reported: "shown half filled in, with six cells open; the report does not say what it is".to_owned(),
        measured: match (found, why) {
            (Found::Refuted, Some(why)) => format!("no solution, proved: {why}"),
            (Found::Refuted, None) => "no solution, proved".to_owned(),
            _ => format!("{} solution found", check.report.outcome.found),
        },
        reason: ruling.because(
            "A look at one cell proves it: whatever the picture shows, it is not a valid puzzle.",
            "A solution was found.",
        ),
        ruling,
    })
}

/// Holds if there is a proof that there is no solution; does not hold if one was found.
pub(super) fn title_page(found: Found) -> Ruling {
    Ruling::decide(
        when(found == Found::Refuted, "there is a proof"),
        when(!matches!(found, Found::Refuted | Found::Undecided), "a solution is found"),
    )
}
