//! The limits of a run. A budget of effort makes runs comparable and reproducible; the limit on time is a safety cap.

use std::time::Duration;

use pencilmark::{Budget, StopSignal};
use serde::{Deserialize, Serialize};

/// The effort that a run may spend, and the time after which it is stopped for safety.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Checks of rules: what complete and stochastic methods have in common.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<u64>,
    /// Search states entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Complete boards evaluated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// States held at once by informed search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// Seconds: a safety cap. A run that it stops is marked as censored and is not verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The default safety cap, in seconds.
pub const DEFAULT_SECONDS: f64 = 30.0;

impl Limits {
    /// The limits as a budget that also observes `stop`.
    pub fn budget(&self, stop: &StopSignal) -> Budget {
        let seconds = self.seconds.unwrap_or(DEFAULT_SECONDS);
        Budget {
            time: Duration::try_from_secs_f64(seconds).ok(),
            nodes: self.nodes,
            checks: self.checks,
            evaluations: self.evaluations,
            states: self.states,
            stop: stop.clone(),
            ..Budget::default()
        }
    }

    /// Whether any effort is limited.
    pub fn has_effort(&self) -> bool {
        self.checks.is_some() || self.nodes.is_some() || self.evaluations.is_some()
    }

    /// These limits, with those of `other` where they are not set.
    pub fn or(self, other: Self) -> Self {
        Self {
            checks: self.checks.or(other.checks),
            nodes: self.nodes.or(other.nodes),
            evaluations: self.evaluations.or(other.evaluations),
            states: self.states.or(other.states),
            seconds: self.seconds.or(other.seconds),
        }
    }
}

impl std::fmt::Display for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        let counted = [(self.checks, "checks"), (self.nodes, "nodes"), (self.evaluations, "evaluations")];
        for (limit, name) in counted.into_iter().chain([(self.states.map(|states| states as u64), "states")]) {
            parts.extend(limit.map(|limit| format!("{} {name}", pencilmark::front::display::grouped(limit))));
        }
        parts.push(format!("{} s", self.seconds.unwrap_or(DEFAULT_SECONDS)));
        f.write_str(&parts.join(", "))
    }
}
