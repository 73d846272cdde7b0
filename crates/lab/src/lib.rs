//! The lab: comparisons of search methods, with records, statistics and reports.
//!
//! An [`Experiment`] is described in TOML and becomes a [`Plan`] (puzzles x arms x seeds under equal budgets of
//! effort). [Running](run_plan()) the plan leaves [`Record`]s in a [`Folder`], together with a [`Manifest`].
//!
//! Glossary. **Instance**: a puzzle of an experiment. **Arm**: a method with its settings. **Run**: an arm on an
//! instance with a seed. **Effort**: what a run spends, in checks, nodes or evaluations; unlike time, it is the same
//! on every run.

pub mod analysis;
mod arm;
mod conclusions;
pub mod document;
mod error;
pub mod experiment;
mod files;
mod folder;
mod instance;
mod journal;
mod limits;
pub mod lint;
mod lock;
mod manifest;
mod plan;
pub mod plot;
mod record;
mod recording;
mod report;
mod request;
mod run;
mod source;
pub mod stats;
mod table;
mod verify;

pub use analysis::Analysis;
pub use arm::{Arm, default_methods, labels, split_methods};
pub use conclusions::conclusions;
pub use error::{LabError, Remedy};
pub use experiment::{Experiment, Measure};
pub use files::{ExperimentFile, files};
pub use folder::Folder;
pub use instance::Instance;
pub use journal::Journal;
pub use limits::{DEFAULT_SECONDS, Limits};
pub use lock::{Holder, LockedFolder};
pub use manifest::{ArmManifest, Build, InstanceManifest, Manifest};
pub use plan::{DEFAULT_CHECKS, DEFAULT_INSTANCES, Plan, Run};
pub use record::{Record, RunOutcome};
pub use recording::{Runner, run_and_record, run_in_folder, run_in_folder_by, run_in_memory};
pub use report::{ExperimentReport, plan_blocks, report};
pub use run::{Progress, run_one, run_plan};
pub use table::{columns, read_csv};
pub use verify::{DEFAULT_SAMPLE, Verification, verify};
