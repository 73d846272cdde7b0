//! Running an experiment, told run by run.

use std::time::{Duration, Instant};

use axum::extract::State;
use base64::Engine as _;
use pencilmark_lab::lint::lint;
use pencilmark_lab::{Experiment, ExperimentFile, LabError, Manifest, Plan, Record, files, run_in_memory};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ExperimentRequest, NAME, Remark, THREADS, held, refuse_much, refuse_much_at_once};
use crate::api::ApiError;
use crate::api::error::{Body, ErrorBody};
use crate::api::stream::{Event, Stream};
use crate::workers::{Task, Teller, Workers};

/// How often progress is told.
const PACE: Duration = Duration::from_millis(100);

/// How often it is told when no run has ended meanwhile.
const QUIET: Duration = Duration::from_secs(1);

/// What is told of an experiment.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ExperimentEvent {
    /// Its puzzles are made, and so many runs begin.
    Planned { total: usize, puzzles: usize, arms: usize },
    /// So many runs have ended.
    Progress {
        done: usize,
        total: usize,
        /// Seconds since the first one began.
        seconds: f64,
        /// Seconds that are left, estimated.
        eta: Option<f64>,
        arms: Vec<ArmProgress>,
    },
    /// All runs have ended.
    End {
        title: String,
        /// The conclusions, as HTML for an element of the class `report`.
        summary: String,
        /// The same in full.
        report: String,
        remarks: Vec<Remark>,
        /// What the command would have written to a folder.
        files: Vec<FileContent>,
    },
    /// It could not be run.
    Failed { error: ErrorBody },
}

impl Event for ExperimentEvent {
    fn name(&self) -> &'static str {
        match self {
            Self::Planned { .. } => "planned",
            Self::Progress { .. } => "progress",
            Self::End { .. } => "end",
            Self::Failed { .. } => "failed",
        }
    }
}

/// How far an arm is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ArmProgress {
    arm: String,
    ended: usize,
    solved: usize,
}

/// A file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FileContent {
    name: &'static str,
    /// Its media type.
    #[serde(rename = "type")]
    media_type: &'static str,
    /// What is in it, if that is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What is in it, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

impl From<ExperimentFile> for FileContent {
    fn from(ExperimentFile { name, media_type, bytes }: ExperimentFile) -> Self {
        let (text, base64) = match String::from_utf8(bytes) {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(base64::engine::general_purpose::STANDARD.encode(error.as_bytes()))),
        };
        Self { name, media_type, text, base64 }
    }
}

pub(crate) async fn run(
    State(workers): State<Workers>,
    Body(request): Body<ExperimentRequest>,
) -> Result<Stream<ExperimentEvent>, ApiError> {
    // What is wrong with the text is told before the stream begins.
    let checked = move |task: &Task| {
        let experiment = request.read()?;
        refuse_much_at_once(&experiment, &task.limits)?;
        Ok((held(experiment, &task.limits), request.toml))
    };
    let (experiment, toml) = workers.quick(checked).await?;
    let events = workers.run(move |task, teller| {
        if let Err(error) = run_told(experiment, &toml, task, teller) {
            teller.tell(ExperimentEvent::Failed { error: error.body().1 });
        }
    })?;
    Ok(Stream(events))
}

fn run_told(experiment: Experiment, toml: &str, task: &Task, teller: &Teller<ExperimentEvent>) -> Result<(), ApiError> {
    let _timer = task.stop_after(task.limits.run_time);
    let late = || {
        ApiError::late(task.limits.run_time, "ask for fewer runs, or run it by the command: pencilmark compare FILE")
    };
    let or_late = |error| match error {
        LabError::Interrupted => late(),
        error => error.into(),
    };
    let plan = Plan::new(experiment, (NAME, toml), THREADS, &task.stop, &|_| ()).map_err(or_late)?;
    refuse_much("runs", plan.runs.len(), task.limits.experiment_runs)?;
    let (total, puzzles, arms) = (plan.runs.len(), plan.instances.len(), plan.arms.len());
    teller.tell(ExperimentEvent::Planned { total, puzzles, arms });
    let manifest = Manifest::new(&plan, THREADS, vec!["pencilmark".to_owned(), "studio".to_owned()]);
    let (start, mut told) = (Instant::now(), None);
    let ran = run_in_memory(&plan, THREADS, &task.stop, |records| {
        let done = records.len();
        let is_due = told.is_none_or(|(last, then): (Instant, usize)| {
            done > then && (done == total || last.elapsed() >= PACE) || last.elapsed() >= QUIET
        });
        if is_due {
            told = Some((Instant::now(), done));
            teller.tell(progress(&plan, records, start.elapsed()));
        }
    })?;
    let mut records = ran.ok_or_else(late)?;
    let remarks = lint(&plan, &manifest, &records);
    let (report, files) = files(&plan, manifest, &mut records, &task.stop).map_err(or_late)?;
    let [summary, full] =
        [&report.summary, &report.full].map(|document| (!task.stop.is_raised()).then(|| document.html_part()));
    let (Some(summary), Some(full)) = (summary, full) else { return Err(late()) };
    teller.tell(ExperimentEvent::End {
        title: report.full.title.clone(),
        summary,
        report: full,
        remarks: remarks.into_iter().map(Remark::from).collect(),
        files: files.into_iter().map(FileContent::from).collect(),
    });
    Ok(())
}

fn progress(plan: &Plan, records: &[Record], elapsed: Duration) -> ExperimentEvent {
    let (done, total, seconds) = (records.len(), plan.runs.len(), elapsed.as_secs_f64());
    let mut arms: Vec<ArmProgress> =
        plan.arms.iter().map(|arm| ArmProgress { arm: arm.label.clone(), ended: 0, solved: 0 }).collect();
    for record in records {
        let arm = &mut arms[plan.runs[record.run as usize].arm];
        arm.ended += 1;
        arm.solved += usize::from(record.is_solved());
    }
    let eta = (done > 0).then(|| seconds * (total - done) as f64 / done as f64);
    ExperimentEvent::Progress { done, total, seconds, eta, arms }
}
