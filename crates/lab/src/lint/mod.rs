//! The experiment linter: it warns about what makes a comparison unreliable.
//!
//! Five student reports drew conclusions that did not hold: from a treatment that changed nothing, from one run per
//! claim, from three factors changed at once, from efforts at their minimum, from a heuristic that overestimates. Each
//! rule looks for one such fault in the plan or in the records, and reports what it observed and what to do. Arms with
//! the same fault share a warning.
//!
//! To add one: a function from a `Study` to `Finding`s in the file of its subject, a line in [`RULES`], and a planted
//! fault with its healthy twin in `tests/lab/lint/cases.rs`.

mod arms;
mod budgets;
mod effect;
mod estimate;
mod factors;
mod no_op;
mod puzzles;
mod runs;
mod study;
mod time;

use crate::analysis::complete;
use crate::{Manifest, Plan, Record};
use study::{Finding, Study};

/// Something that is wrong with an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The rule, in a word or two, such as `no-op`.
    pub rule: &'static str,
    /// What was observed, with names and figures.
    pub observed: String,
    /// What to do.
    pub remedy: String,
    /// For `disguised`: arms that are one and the same, and arms alone that are not what they are called.
    pub arms: Vec<Vec<String>>,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}; {}", self.rule, self.observed, self.remedy)
    }
}

/// A fault that the linter knows.
#[derive(Debug)]
pub struct Rule {
    /// Its name, as in [`Warning::rule`].
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    check: fn(&Study<'_>) -> Vec<Finding>,
}

/// Every rule, in the order of warnings: about the plan, about the runs, about the results.
pub static RULES: &[Rule] = &[
    Rule { name: "one-run", about: "a single puzzle, or a single run", check: runs::one_run },
    Rule {
        name: "few-runs",
        about: "fewer than 20 puzzles, or fewer than 30 seeds for a stochastic arm",
        check: runs::few_runs,
    },
    Rule {
        name: "duplicates",
        about: "the same puzzle more than once, or turned or renamed",
        check: puzzles::duplicates,
    },
    Rule { name: "pooled", about: "puzzles of several kinds or sizes taken together", check: puzzles::pooled },
    Rule { name: "several-solutions", about: "boards with more than one solution", check: puzzles::several_solutions },
    Rule { name: "tuned-on-test", about: "puzzles that settings were tuned on", check: puzzles::tuned_on_test },
    Rule { name: "tuned-arms", about: "tuned arms against arms that were not", check: arms::tuned },
    Rule {
        name: "picked",
        about: "the best of many settings, picked on the puzzles it is judged by",
        check: arms::picked,
    },
    Rule { name: "rules", about: "models that state different rules", check: puzzles::different_rules },
    Rule { name: "unsolvable", about: "puzzles without a solution", check: puzzles::unsolvable },
    Rule { name: "changed-seeds", about: "stochastic arms with different seeds", check: runs::changed_seeds },
    Rule { name: "budgets", about: "arms that may spend different efforts", check: budgets::budgets },
    Rule { name: "several-factors", about: "arms that differ in several settings", check: factors::several_factors },
    Rule { name: "overestimates", about: "A* with a heuristic that overestimates", check: estimate::overestimates },
    Rule { name: "no-op", about: "a treatment or an inference that changes nothing", check: no_op::no_op },
    Rule { name: "disguised", about: "an arm that is another one under its name", check: arms::disguised },
    Rule { name: "unspent", about: "a measure that an arm never spends", check: budgets::unspent },
    Rule {
        name: "currencies",
        about: "shares solved under a budget that arms spend differently",
        check: budgets::currencies,
    },
    Rule { name: "busy-clock", about: "time measured with more runs at once than cores", check: time::busy_clock },
    Rule { name: "timed-out", about: "most runs of an arm stopped by the time cap", check: budgets::timed_out },
    Rule { name: "censored", about: "most runs of an arm without an answer", check: budgets::censored },
    Rule { name: "floor", about: "puzzles too hard for every arm, or too easy", check: effect::floor },
    Rule { name: "ceiling", about: "everything is solved, with the same effort by every arm", check: effect::ceiling },
];

/// The warnings about a plan before it runs.
pub fn lint_plan(plan: &Plan) -> Vec<Warning> {
    warnings(plan, None, &[])
}

/// The warnings about a plan and its records: in a run that is not finished, those of the puzzles on which every arm has ended,
/// as in the tables.
pub fn lint(plan: &Plan, manifest: &Manifest, records: &[Record]) -> Vec<Warning> {
    warnings(plan, Some(manifest), &complete(plan, records))
}

fn warnings(plan: &Plan, manifest: Option<&Manifest>, records: &[&Record]) -> Vec<Warning> {
    let study = Study::new(plan, manifest, records);
    let warnings = RULES.iter().flat_map(|rule| {
        let found = (rule.check)(&study).into_iter();
        found.map(|Finding { observed, remedy, arms }| Warning { rule: rule.name, observed, remedy, arms })
    });
    warnings.collect()
}
