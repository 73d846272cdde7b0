//! An experiment as it is written down: TOML, one table a part. [`crate::Plan`] is what it comes to.
//!
//! ```toml
//! name = "Hidato 8x8: order x values x inference"
//! question = "Is Ordered + LCV best?"
//!
//! [budget]
//! checks = 2_000_000
//!
//! [[instances]]
//! kind = "hidato"
//! size = "8x8"
//! missing = 0.5
//! count = 30
//!
//! [base]
//! method = "backtracking"
//! model = "numbers"
//!
//! [factors]
//! order = ["in-order", "mrv"]
//! values = ["lcv", "random"]
//! inference = ["forward", "mac"]
//! ```

use serde::{Deserialize, Serialize};
pub use toml::Spanned;

use crate::{LabError, Limits};

/// Seeds for an arm that draws, unless the experiment says otherwise.
pub const SEEDS: u64 = 30;

/// An experiment as it is written down.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called.
    pub name: String,
    /// What it is to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Seeds for every arm that draws; one run says all about the others.
    #[serde(default = "seeds")]
    pub seeds: u64,
    /// The first seed.
    #[serde(default)]
    pub first_seed: u64,
    /// How many solutions to look for: 1 to solve, 2 to prove that there is no other.
    #[serde(default = "one")]
    pub solutions: usize,
    /// What answers are about: checks, nodes, evaluations, steps or seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// Sets that settings were tuned on, as under `instances`: a built-in set or a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tuned_on: Vec<Spanned<String>>,
    /// What every run may spend.
    #[serde(default)]
    pub budget: Limits,
    /// What to run on.
    pub instances: Vec<Spanned<Instances>>,
    /// What all arms of a factorial have in common.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Spanned<ArmSpec>>,
    /// Settings and their levels; every combination is an arm.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub factors: toml::Table,
    /// Arms one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arms: Vec<Spanned<ArmSpec>>,
}

/// A set of puzzles: a built-in one, files, or generated.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Instances {
    /// The name of the group in tables; made up from the rest if not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// A built-in set, such as `sudoku/normal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corpus: Option<String>,
    /// Files of puzzles in any format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The kind, to generate, or to read files that could be several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Rows and columns, such as `8x8` or `9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The share of clues to leave out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<f64>,
    /// Leave out every clue that can be spared.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minimal: bool,
    /// Do not insist on one solution.
    #[serde(default, skip_serializing_if = "is_false")]
    pub several_ok: bool,
    /// Star Battle: stars a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stars: Option<usize>,
    /// How many to generate, or to take at most of a set or the files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The seed of the generator.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
}

/// A method as it takes part.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ArmSpec {
    /// What it is called in tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// `METHOD`, `METHOD/PRESET`, `METHOD:NAME=VALUE,...`; `model=` among the settings chooses the model.
    pub method: String,
    /// Settings of the kind for the method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The model of the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What the others are compared with; the first arm if none says so.
    #[serde(default, skip_serializing_if = "is_false")]
    pub baseline: bool,
    /// A budget of its own. Different budgets make arms incomparable, and the linter says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Limits>,
    /// Seeds of its own: the first one. Arms with other seeds are no longer paired, and the linter says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seed: Option<u64>,
    /// Seeds of its own: how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u64>,
}

/// What effort is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Checks of rules.
    Checks,
    /// Search states entered.
    Nodes,
    /// Values given by decision.
    Assignments,
    /// Complete boards evaluated.
    Evaluations,
    /// Moves made.
    Steps,
    /// States that informed search made.
    Generated,
    /// Wall time.
    Seconds,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Checks, Self::Nodes, Self::Assignments, Self::Evaluations, Self::Steps, Self::Generated, Self::Seconds];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Nodes => "nodes",
            Self::Assignments => "assignments",
            Self::Evaluations => "evaluations",
            Self::Steps => "steps",
            Self::Generated => "generated",
            Self::Seconds => "seconds",
        }
    }
}

impl Experiment {
    /// An experiment without puzzles and arms.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            question: None,
            seeds: SEEDS,
            first_seed: 0,
            solutions: 1,
            measure: None,
            tuned_on: Vec::new(),
            budget: Limits::default(),
            instances: Vec::new(),
            base: None,
            factors: toml::Table::new(),
            arms: Vec::new(),
        }
    }

    /// Reads TOML; `name` is what errors call the text.
    pub fn parse(name: &str, text: &str) -> Result<Self, LabError> {
        toml::from_str(text).map_err(|error| {
            let message = error.message().to_owned();
            LabError::text(name, text, error.span().map_or(0, |span| span.start), message)
        })
    }

    /// Writes TOML.
    pub fn write(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_false(value: &bool) -> bool {
    !value
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_zero(value: &u64) -> bool {
    *value == 0
}

fn seeds() -> u64 {
    SEEDS
}

fn one() -> usize {
    1
}
