//! An experiment of the lab whose runs are done by a session: here or on a cluster. It leaves the folder that the lab
//! would leave, with the same records but for the time they took.

use std::ops::Range;

use datafusion::arrow::csv;
use datafusion::prelude::SessionContext;
use futures::StreamExt as _;
use pencilmark_lab::{Folder, LabError, Plan, Progress, Record, read_csv, run_in_folder_by};

use crate::experiment::rows;
use crate::job;

/// Runs what is missing of an experiment in its folder; `progress` is called with the number of runs done. It must be
/// called on a runtime with several threads.
pub fn compare(
    session: &SessionContext,
    plan: &Plan,
    folder: &Folder,
    command: &[String],
    progress: impl FnMut(usize),
) -> Result<Option<Vec<Record>>, LabError> {
    let threads = session.copied_config().target_partitions();
    let mut run = |done: &[u64], take: &mut dyn FnMut(Progress) -> Result<(), LabError>| {
        // The lab writes records as they come, on this thread.
        tokio::task::block_in_place(|| {
            let runtime = tokio::runtime::Handle::current();
            missing(plan.runs.len() as u64, done)
                .into_iter()
                .try_for_each(|runs| runtime.block_on(run_some(session, plan, runs, take)))
        })
    };
    run_in_folder_by(&mut run, folder, plan, command, threads, progress)
}

/// Runs of a query. A cluster hands out rows when all of them are there, and what was handed out is not lost.
const TOGETHER: u64 = 1000;

/// The runs that are not done, in ranges.
fn missing(total: u64, done: &[u64]) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for run in (0..total).filter(|run| done.binary_search(run).is_err()) {
        match ranges.last_mut() {
            Some(last) if last.end == run && run - last.start < TOGETHER => last.end += 1,
            _ => ranges.push(run..run + 1),
        }
    }
    ranges
}

async fn run_some(
    session: &SessionContext,
    plan: &Plan,
    runs: Range<u64>,
    take: &mut dyn FnMut(Progress) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let rows = session.execute_logical_plan(rows(plan, runs).map_err(failed)?).await.map_err(failed)?;
    let mut batches = job::stream(rows).await.map_err(failed)?;
    while let Some(batch) = batches.next().await {
        let mut text = csv::Writer::new(Vec::new());
        text.write(&batch.map_err(failed)?).map_err(failed)?;
        for mut record in read_csv("the rows of a query", &text.into_inner())? {
            let run = usize::try_from(record.run).ok().and_then(|run| plan.runs.get(run));
            record.levels = run.map(|run| plan.levels(run.arm)).unwrap_or_default();
            // An executor of another version could have made another plan.
            plan.mismatch(&record).map_or(Ok(()), |what| Err(LabError::Request(what)))?;
            take(Progress::Record(Box::new(record)))?;
        }
    }
    Ok(())
}

fn failed(error: impl std::fmt::Display) -> LabError {
    LabError::Request(error.to_string())
}
