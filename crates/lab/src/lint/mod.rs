//! The experiment linter: what makes a comparison unbelievable, said before anybody believes it.
//!
//! Five reports on puzzles came to conclusions that did not last: a treatment that changed nothing, one run a claim, three
//! factors changed at once, effort at its floor, a heuristic that overestimates. Each rule here has one such fault in mind,
//! looks for it in the plan or in the records, and says what it saw and what to do. A rule speaks at most a few times: arms
//! with the same fault share a warning.
//!
//! To add one: a function from a `Study` to `Finding`s in the file of its subject, a line in [`RULES`], and a planted
//! fault with its healthy twin in `tests/lint/cases.rs`.

mod budgets;
mod effect;
mod estimate;
mod factors;
mod no_op;
mod puzzles;
mod runs;
mod study;

use crate::{Plan, Record};
use study::{Finding, Study};

/// Something that is wrong with an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The rule, in a word or two, such as `no-op`.
    pub rule: &'static str,
    /// What was seen, with names and figures.
    pub saw: String,
    /// What to do.
    pub remedy: String,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}; {}", self.rule, self.saw, self.remedy)
    }
}

/// A fault that the linter knows.
#[derive(Debug)]
pub struct Rule {
    /// Its name, as in [`Warning::rule`].
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    look: fn(&Study<'_>) -> Vec<Finding>,
}

/// Every rule, in the order of warnings: the plan, what was run, what came out.
pub static RULES: &[Rule] = &[
    Rule { name: "one-run", about: "a single puzzle, or a single run", look: runs::one_run },
    Rule { name: "few-runs", about: "fewer than 20 puzzles, or 30 seeds where runs draw", look: runs::few_runs },
    Rule { name: "duplicates", about: "the same puzzle more than once", look: puzzles::duplicates },
    Rule { name: "tuned-on-test", about: "puzzles that settings were tuned on", look: puzzles::tuned_on_test },
    Rule { name: "rules", about: "models that state different rules", look: puzzles::different_rules },
    Rule { name: "unsolvable", about: "puzzles without a solution", look: puzzles::unsolvable },
    Rule { name: "changed-seeds", about: "arms that draw with different seeds", look: runs::changed_seeds },
    Rule { name: "budgets", about: "arms that may spend different efforts", look: budgets::budgets },
    Rule { name: "several-factors", about: "arms that differ in several settings", look: factors::several_factors },
    Rule { name: "overestimates", about: "A* with a heuristic that overestimates", look: estimate::overestimates },
    Rule { name: "no-op", about: "a treatment or an inference that changes nothing", look: no_op::no_op },
    Rule { name: "timed-out", about: "most runs of an arm ended by the clock", look: budgets::timed_out },
    Rule { name: "censored", about: "most runs of an arm without an answer", look: budgets::censored },
    Rule { name: "floor", about: "puzzles too hard for every arm, or too easy", look: effect::floor },
    Rule { name: "ceiling", about: "all is solved, and the measure is the same everywhere", look: effect::ceiling },
];

/// What is wrong with the plan alone, before anything runs.
pub fn lint_plan(plan: &Plan) -> Vec<Warning> {
    lint(plan, &[])
}

/// What is wrong with the plan and with what its runs came to.
pub fn lint(plan: &Plan, records: &[Record]) -> Vec<Warning> {
    let study = Study::new(plan, records);
    let warnings = RULES.iter().flat_map(|rule| {
        let found = (rule.look)(&study).into_iter();
        found.map(|Finding { saw, remedy }| Warning { rule: rule.name, saw, remedy })
    });
    warnings.collect()
}
