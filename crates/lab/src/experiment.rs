//! An experiment as written in TOML. [`crate::Plan`] is the list of runs that follows from it.
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

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pencilmark::Settings;
use pencilmark::outcome::Counters;
use pencilmark::registry::Scalar;
use serde::{Deserialize, Serialize};
pub use toml::Spanned;

use crate::{LabError, Limits, source};

/// The default number of seeds of a stochastic arm.
pub const DEFAULT_SEEDS: u64 = 30;

/// An experiment as written in TOML.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Its name.
    pub name: String,
    /// The question it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The number of seeds of every stochastic arm; the others run once.
    #[serde(default = "seeds")]
    pub seeds: u64,
    /// The first seed.
    #[serde(default)]
    pub first_seed: u64,
    /// How many solutions to look for: 1 to solve, 2 to prove that there is no other.
    #[serde(default = "one")]
    pub solutions: usize,
    /// What effort is measured in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// The sets that settings were tuned on: built-in sets or files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tuned_on: Vec<Spanned<String>>,
    /// What every run may spend.
    #[serde(default)]
    pub budget: Limits,
    /// What to run on.
    pub instances: Vec<Spanned<Instances>>,
    /// The common part of all arms of a factorial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Spanned<ArmSpec>>,
    /// Settings with their levels; every combination is an arm.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub factors: toml::Table,
    /// Single arms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arms: Vec<Spanned<ArmSpec>>,
}

/// A set of puzzles: a built-in one, files, or generated.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Instances {
    /// The name of the group in tables; by default it is made from the other fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// A built-in set, such as `sudoku/normal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corpus: Option<String>,
    /// Files of puzzles in any format.
    #[serde(default, skip_serializing_if = "Vec::is_empty", serialize_with = "as_text")]
    pub files: Vec<PathBuf>,
    /// The kind to generate, or to read ambiguous files as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How many to generate, or at most how many to take from a set or from files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The seed of the generator.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
    /// Settings of the kind, each under its own name: `size`, `missing`, `stars` and so on. A list makes a group for each of
    /// its values.
    #[serde(flatten)]
    pub settings: Choices,
}

/// Settings with one value or several each.
#[derive(Clone, Debug, Default)]
pub struct Choices(BTreeMap<String, Vec<Scalar>>);

impl Choices {
    /// Gives a setting one value.
    pub fn set(&mut self, name: &str, value: impl Into<Scalar>) {
        let one = Settings::default().with(name, value);
        self.0.extend(Self::from(one).0);
    }

    /// How many choices of one value for each setting there are.
    pub fn count(&self) -> usize {
        self.0.values().fold(1, |count, values| count.saturating_mul(values.len()))
    }

    /// Every choice of one value for each setting; the last setting varies fastest.
    pub fn each(&self) -> Vec<Settings> {
        let mut all = vec![Settings::default()];
        for (name, values) in &self.0 {
            let with = |settings: Settings| values.iter().map(move |value| settings.clone().with(name, value.clone()));
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }
}

impl From<Settings> for Choices {
    fn from(settings: Settings) -> Self {
        Self(settings.iter().map(|(name, value)| (name.to_owned(), vec![value.clone()])).collect())
    }
}

impl<'de> Deserialize<'de> for Choices {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let table = toml::Table::deserialize(deserializer)?;
        let mut choices = Self::default();
        for (name, value) in table {
            let values = match value {
                toml::Value::Array(values) if values.is_empty() => {
                    return Err(serde::de::Error::custom(format!("`{name}` has no value: the list is empty")));
                }
                toml::Value::Array(values) => values,
                one => vec![one],
            };
            for value in values {
                let one = toml::Table::from_iter([(name.clone(), value)]);
                let one: Settings = one.try_into().map_err(serde::de::Error::custom)?;
                for (name, value) in one.iter() {
                    choices.0.entry(name.to_owned()).or_default().push(value.clone());
                }
            }
        }
        Ok(choices)
    }
}

impl Serialize for Choices {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = |values: &Vec<Scalar>| match &values[..] {
            [one] => toml::Value::from(one.to_string()),
            several => toml::Value::Array(several.iter().map(|value| value.to_string().into()).collect()),
        };
        serializer.collect_map(self.0.iter().map(|(name, values)| (name, value(values))))
    }
}

/// An arm as written in TOML.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct ArmSpec {
    /// Its name in tables.
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
    /// Whether this is the arm that the others are compared with; by default the first one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub baseline: bool,
    /// Whether its settings were tuned. The linter warns if others were not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tuned: bool,
    /// A separate budget. Different budgets make arms incomparable; the linter warns about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Limits>,
    /// A separate first seed. Arms with different seeds are not paired; the linter warns about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seed: Option<u64>,
    /// A separate number of seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u64>,
    /// Settings of the method, each under its own name: `order`, `inference` and so on.
    #[serde(flatten)]
    pub settings: Settings,
}

/// What effort is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Checks of rules.
    Checks,
    /// Search states entered.
    Nodes,
    /// Values assigned by decision.
    Assignments,
    /// Complete boards evaluated.
    Evaluations,
    /// Moves made.
    Steps,
    /// States that informed search made.
    Generated,
    /// The time of a run's own thread on its core.
    Seconds,
}

impl Measure {
    /// What it counts, in one line.
    pub fn about(self) -> &'static str {
        let counter = Counters::LIST.iter().find(|counter| counter.name == self.word());
        counter.map_or("the time of a run's own thread on its core", |counter| counter.about)
    }

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
            seeds: DEFAULT_SEEDS,
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

    /// Reads a file of TOML, and returns its text too, for errors that are found later.
    pub fn read(file: &Path) -> Result<(Self, String), LabError> {
        let bytes = std::fs::read(file).map_err(LabError::file("read", file))?;
        let name = file.to_string_lossy();
        let text = LabError::decoded(&name, bytes)?;
        Ok((Self::parse(&name, &text)?, text))
    }

    /// Reads TOML; errors refer to the text by `name`.
    pub fn parse(name: &str, text: &str) -> Result<Self, LabError> {
        toml::from_str(text).map_err(|error| {
            let at = (error.span().map_or(0, |span| span.start), source::plain(error.message()));
            let (offset, message) = source::wrong_field(text).unwrap_or(at);
            LabError::text(name, text, offset, message)
        })
    }

    /// Writes TOML.
    pub fn write(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

/// In TOML, names that are not UTF-8 only look alike. Nobody reads the files again: the puzzles are kept beside the experiment.
fn as_text<S: serde::Serializer>(files: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(files.iter().map(|file| file.to_string_lossy()))
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
    DEFAULT_SEEDS
}

fn one() -> usize {
    1
}
