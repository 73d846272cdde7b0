//! Running an experiment: run what is missing, write every record to disk, and finish when all are there.

use std::collections::HashSet;

use pencilmark::StopSignal;

use crate::{Folder, LabError, LockedFolder, Manifest, Plan, Progress, Record, Remedy, report, run::Answers, run_plan};

/// Does the runs of a plan but those that are done, whose numbers are sorted, and hands on each record: with [`run_plan`] in this process, or elsewhere.
pub type Runner<'a> = dyn FnMut(&[u64], &mut dyn FnMut(Progress) -> Result<(), LabError>) -> Result<(), LabError> + 'a;

/// Runs what is missing of an experiment in its folder, on this many threads. `progress` is called with the number of
/// runs done, after each run and at intervals. Returns `None` if `stop` was raised before all were done; no record is
/// lost. With the last record, the manifest is marked as finished.
pub fn run_and_record(
    folder: &LockedFolder,
    plan: &Plan,
    manifest: &mut Manifest,
    threads: usize,
    stop: &StopSignal,
    progress: impl FnMut(usize),
) -> Result<Option<Vec<Record>>, LabError> {
    record(folder, plan, manifest, &mut |done, take| run_plan(plan, done, threads, stop, take), progress)
}

/// The same with runs that are done by `run`.
fn record(
    folder: &LockedFolder,
    plan: &Plan,
    manifest: &mut Manifest,
    run: &mut Runner<'_>,
    mut progress: impl FnMut(usize),
) -> Result<Option<Vec<Record>>, LabError> {
    let (mut journal, mut records) = folder.journal(plan)?;
    let done: Vec<u64> = records.iter().map(|record| record.run).collect();
    let mut there: HashSet<u64> = done.iter().copied().collect();
    let mut answers = Answers::default();
    // What an earlier run found does not stop this one.
    let earlier = records.iter().try_for_each(|record| answers.add(record));
    progress(records.len());
    let ended = run(&done, &mut |event| {
        match event {
            Progress::Record(record) => {
                if !there.insert(record.run) {
                    return Err(LabError::Request(format!("run {} came back twice", record.run)));
                }
                journal.append(&record)?;
                let fine = answers.add(&record);
                records.push(*record);
                fine?;
            }
            Progress::Idle => journal.sync_if_due()?,
        }
        progress(records.len());
        Ok(())
    });
    let synced = journal.sync();
    drop(journal);
    // A full disk, for instance: what was recorded before is there.
    let resumable = |error| match error {
        error @ LabError::File { .. } => error.with_remedy(Remedy::Resume(folder.path().to_owned())),
        other => other,
    };
    ended.and(synced).map_err(resumable)?;
    // Every record is of a run of its own in the plan.
    if records.len() < plan.runs.len() {
        return Ok(None);
    }
    folder.finish(manifest, &mut records).map_err(resumable)?;
    earlier?;
    Ok(Some(records))
}

/// The records of a plan in a folder with its report: a folder of its own is made for a new plan, an unfinished one is
/// gone on with, and a finished one is only read. Returns `None` if `stop` was raised.
pub fn run_in_folder(
    folder: &Folder,
    plan: &Plan,
    command: &[String],
    threads: usize,
    stop: &StopSignal,
    progress: impl FnMut(usize),
) -> Result<Option<Vec<Record>>, LabError> {
    let run = &mut |done: &[u64], take: &mut dyn FnMut(_) -> _| run_plan(plan, done, threads, stop, take);
    run_in_folder_by(run, folder, plan, command, threads, progress)
}

/// The same with runs that are done by `run`, `threads` at a time.
pub fn run_in_folder_by(
    run: &mut Runner<'_>,
    folder: &Folder,
    plan: &Plan,
    command: &[String],
    threads: usize,
    progress: impl FnMut(usize),
) -> Result<Option<Vec<Record>>, LabError> {
    let locked = folder.make_and_lock()?;
    let mut manifest = if folder.has_experiment() {
        folder.manifest_to_resume(plan)?
    } else {
        let manifest = Manifest::new(plan, threads, command.to_vec());
        locked.create(plan, &manifest)?;
        manifest
    };
    if manifest.finished.is_some() && folder.is_table_intact()? {
        let records = folder.records(plan)?;
        Answers::check(&records)?;
        return Ok(Some(records));
    }
    let records = record(&locked, plan, &mut manifest, run, progress)?;
    if let Some(records) = &records {
        folder.write_report(&report(plan, &manifest, records).full)?;
    }
    Ok(records)
}

/// Runs a plan in memory, for experiments of a few seconds. `progress` is called with the records so far, after each run and at intervals.
/// Returns `None` if `stop` was raised.
pub fn run_in_memory(
    plan: &Plan,
    threads: usize,
    stop: &StopSignal,
    mut progress: impl FnMut(&[Record]),
) -> Result<Option<Vec<Record>>, LabError> {
    let mut records: Vec<Record> = Vec::new();
    run_plan(plan, &[], threads, stop, |event| {
        if let Progress::Record(record) = event {
            records.push(*record);
        }
        progress(&records);
        Ok(())
    })?;
    records.sort_by_key(|record| record.run);
    Answers::check(&records)?;
    Ok((records.len() == plan.runs.len()).then_some(records))
}
