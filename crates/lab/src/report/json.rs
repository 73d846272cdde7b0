//! The report for programs: the conclusions, every figure of the tables, and where the records come from.

use serde_json::{Value, json};

use crate::lint::Warning;
use crate::{Analysis, Manifest, Plan, Record, conclusions};

/// The report of an experiment as JSON. A number that is infinite, such as the effort of an arm that solves less than half of
/// the puzzles, is `null`.
pub(super) fn json(
    plan: &Plan,
    manifest: &Manifest,
    records: &[Record],
    (analysis, parts): (&Analysis, &[(String, Analysis)]),
    warnings: &[Warning],
) -> Value {
    let by_part = |(name, analysis): &(String, Analysis)| json!({ "puzzles": name, "conclusions": conclusions(plan, analysis, &[], warnings), "analysis": analysis });
    let warned = warnings
        .iter()
        .map(|Warning { rule, observed, remedy, .. }| json!({ "rule": rule, "observed": observed, "remedy": remedy }));
    json!({
        "name": plan.experiment.name,
        "question": plan.experiment.question,
        "finished": records.len() == plan.runs.len(),
        "runs": { "planned": plan.runs.len(), "ended": records.len() },
        "puzzles": plan.instances.len(),
        "budget": plan.experiment.budget,
        "baseline": plan.arms[plan.baseline].label,
        "conclusions": conclusions(plan, analysis, parts, warnings),
        "warnings": warned.collect::<Vec<_>>(),
        "analysis": analysis,
        "parts": if parts.len() > 1 { parts.iter().map(by_part).collect() } else { Vec::new() },
        "arms": manifest.arms,
        "provenance": {
            "version": manifest.version,
            "commit": manifest.commit,
            "dirty": manifest.dirty,
            "cpu": manifest.cpu,
            "os": manifest.os,
            "threads": manifest.threads,
            "cores": manifest.cores,
            "command": manifest.command,
            "started": manifest.started,
            "finished": manifest.finished,
        },
    })
}
