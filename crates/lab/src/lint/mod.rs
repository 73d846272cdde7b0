//! The experiment linter: what makes a comparison unbelievable, said before anybody believes it.

use crate::{Plan, Record};

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

/// What is wrong with the plan alone, before anything runs.
pub fn lint_plan(_plan: &Plan) -> Vec<Warning> {
    Vec::new()
}

/// What is wrong with the plan and with what its runs came to.
pub fn lint(_plan: &Plan, _records: &[Record]) -> Vec<Warning> {
    Vec::new()
}
