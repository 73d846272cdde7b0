//! What a run may spend. Effort is the budget that makes runs comparable and that replays; time is a safety cap.

use std::time::Duration;

use pencilmark::{Budget, StopSignal};
use serde::{Deserialize, Serialize};

/// The effort that a run may spend, and the time after which it is cut off for safety.
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
    /// Seconds: a safety cap. A run that it ends is marked as censored and is not replayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The safety cap of a run that has no other.
pub const SECONDS: f64 = 30.0;

impl Limits {
    /// As a budget that also watches `stop`.
    pub fn budget(&self, stop: &StopSignal) -> Budget {
        let seconds = self.seconds.unwrap_or(SECONDS);
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

    /// Whether there is any limit but time.
    pub fn has_effort(&self) -> bool {
        self.checks.is_some() || self.nodes.is_some() || self.evaluations.is_some()
    }

    /// These limits where they are set, and those of `other` where they are not.
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
            parts.extend(limit.map(|limit| format!("{} {name}", crate::words::grouped(limit))));
        }
        parts.push(format!("{} s", self.seconds.unwrap_or(SECONDS)));
        f.write_str(&parts.join(", "))
    }
}
