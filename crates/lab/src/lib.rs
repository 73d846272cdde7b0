//! The lab: comparisons of search methods that can be believed.
//!
//! An [`Experiment`] is written down, becomes a [`Plan`] (puzzles x arms x seeds under equal budgets of effort), is
//! [run](run()), and leaves [`Record`]s in a [`Folder`] together with a [`Manifest`].
//!
//! Glossary. **Instance**: a puzzle of an experiment. **Arm**: a method with its settings. **Run**: an arm on an instance with
//! a seed. **Effort**: what a run spends, in checks, nodes or evaluations; it replays, time does not.

pub mod analysis;
mod answers;
mod arm;
mod conduct;
pub mod document;
mod error;
pub mod experiment;
mod folder;
mod instance;
mod limits;
pub mod lint;
mod manifest;
mod plan;
pub mod plot;
mod pool;
mod record;
mod report;
pub mod reproduce;
mod run;
pub mod stats;
mod table;
mod verify;
pub mod words;

pub use analysis::Analysis;
pub use answers::answers;
pub use arm::{Arm, default_methods, labels, split_methods};
pub use conduct::{conduct, conduct_in_memory};
pub use error::LabError;
pub use experiment::{Experiment, Measure};
pub use folder::{Folder, Journal};
pub use instance::Instance;
pub use limits::{Limits, SECONDS};
pub use manifest::{ArmManifest, Build, InstanceManifest, Manifest};
pub use plan::{CHECKS, INSTANCES, Plan, Run};
pub use record::{Ended, Record};
pub use report::{Reported, plan_blocks, report};
pub use run::{News, one, run, wrong};
pub use verify::{SAMPLE, Verification, verify};
