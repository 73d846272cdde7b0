//! The manifest: what a reader needs to know to trust the records and to reproduce them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Plan;

/// Where records come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The experiment's name.
    pub name: String,
    /// Pencilmark's version.
    pub version: String,
    /// The commit it was built from; empty if unknown.
    pub commit: String,
    /// Whether there were uncommitted changes.
    pub dirty: bool,
    /// Whether it was an optimised build; times of other builds are meaningless.
    pub release: bool,
    /// The processor.
    pub cpu: String,
    /// The operating system.
    pub os: String,
    /// The number of threads.
    pub threads: usize,
    /// The number of cores.
    #[serde(default)]
    pub cores: usize,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, UTC.
    pub started: String,
    /// When the last record was written, UTC; `None` while runs are missing.
    pub finished: Option<String>,
    /// SHA-256 of records.csv once all records are there.
    #[serde(default)]
    pub records_digest: Option<String>,
    /// SHA-256 of records.parquet, likewise.
    #[serde(default)]
    pub table_digest: Option<String>,
    /// SHA-256 of the experiment's TOML.
    #[serde(default)]
    pub experiment_digest: String,
    /// SHA-256 of instances.jsonl.
    #[serde(default)]
    pub instances_digest: String,
    /// How many runs the plan has.
    pub runs: usize,
    /// The arms, with every setting filled in.
    pub arms: Vec<ArmManifest>,
    /// Every puzzle with its hash.
    pub instances: Vec<InstanceManifest>,
}

/// An arm with every setting filled in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmManifest {
    /// Its label.
    pub label: String,
    /// As asked for.
    pub method: String,
    /// The model it runs in.
    pub model: String,
    /// Every parameter with its value.
    pub settings: BTreeMap<String, String>,
    /// The factors of a factorial with the arm's levels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, String>,
    /// What a run may spend.
    pub limits: String,
    /// The first seed and the number of seeds; one if the seed makes no difference.
    pub seeds: (u64, u64),
}

/// A puzzle with its hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstanceManifest {
    /// Its name.
    pub id: String,
    /// Its group.
    pub group: String,
    /// Its hash.
    pub hash: String,
}

/// This program and this machine, now.
#[derive(Clone, Debug)]
pub struct Build {
    /// The version.
    pub version: &'static str,
    /// The commit it was built from; empty if unknown.
    pub commit: &'static str,
    /// Whether there were uncommitted changes.
    pub dirty: bool,
    /// Whether it is an optimised build.
    pub release: bool,
    /// The processor.
    pub cpu: String,
    /// The operating system.
    pub os: String,
    /// This moment, UTC: 2026-11-15T13:05:09Z.
    pub now: String,
}

impl Build {
    /// This program and this machine, now.
    pub fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("PENCILMARK_COMMIT"),
            dirty: env!("PENCILMARK_DIRTY") == "true",
            release: !cfg!(debug_assertions),
            cpu: cpu(),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            now: now(),
        }
    }
}

impl Manifest {
    /// As it is written.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The manifest of a plan that starts now.
    pub fn new(plan: &Plan, threads: usize, command: Vec<String>) -> Self {
        let arms = plan.arms.iter().enumerate().map(|(index, arm)| {
            let solve = plan.solving_by_kind(index).first();
            let settings = solve.map(|solve| solve.settings(arm.method.info)).unwrap_or_default();
            let first = plan.runs.iter().take_while(|run| run.instance == 0).filter(|run| run.arm == index);
            ArmManifest {
                label: arm.label.clone(),
                method: arm.described(),
                model: solve.map_or("", |solve| solve.model).to_owned(),
                settings: settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
                levels: arm.levels.iter().cloned().collect(),
                limits: arm.limits.to_string(),
                seeds: (arm.first_seed, if plan.runs.is_empty() { 1 } else { first.count() as u64 }),
            }
        });
        let build = Build::this();
        Self {
            name: plan.experiment.name.clone(),
            version: build.version.to_owned(),
            commit: build.commit.to_owned(),
            dirty: build.dirty,
            release: build.release,
            cpu: build.cpu,
            os: build.os,
            threads,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            command,
            started: build.now,
            finished: None,
            records_digest: None,
            table_digest: None,
            experiment_digest: crate::instance::digest(plan.experiment.write().as_bytes()),
            instances_digest: crate::instance::digest(plan.puzzles_as_lines().as_bytes()),
            runs: plan.runs.len(),
            arms: arms.collect(),
            instances: plan
                .instances
                .iter()
                .map(|instance| InstanceManifest {
                    id: instance.id.clone(),
                    group: instance.group.clone(),
                    hash: instance.hash.clone(),
                })
                .collect(),
        }
    }

    /// Whether records of both manifests belong together: everything but time and machine is the same.
    pub fn same_experiment(&self, other: &Self) -> bool {
        let parts = |manifest: &Self| (manifest.runs, manifest.experiment_digest.clone());
        parts(self) == parts(other) && self.arms == other.arms && self.instances == other.instances
    }

    /// The version with its commit, in words.
    pub fn build(&self) -> String {
        let commit = self.commit.get(..10).map_or_else(String::new, |commit| format!(", commit {commit}"));
        let dirty = if self.dirty { " with changes" } else { "" };
        let release = if self.release { "" } else { ", not optimised" };
        format!("{}{commit}{dirty}{release}", self.version)
    }
}

fn cpu() -> String {
    let named = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    named.unwrap_or_else(|| "unknown".to_owned())
}

fn now() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    format!("{}T{:02}:{:02}:{:02}Z", date(days as i64), of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// The date this many days after 1970-01-01 (Hinnant 2021, "chrono-compatible low-level date algorithms").
fn date(days: i64) -> String {
    let shifted = days + 719_468; // days since 0000-03-01
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + i64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_have_dates() {
        for (days, text) in [(0, "1970-01-01"), (19_782, "2024-02-29"), (20_772, "2026-11-15")] {
            assert_eq!(super::date(days), text);
        }
    }
}
