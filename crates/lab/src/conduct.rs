//! Conducting an experiment: run what is open, keep every record safe, finish when all are there.

use pencilmark::StopSignal;

use crate::{Folder, LabError, Manifest, News, Plan, Record, run, wrong};

/// Conducts what is left of an experiment in its folder, on so many threads. `tell` hears how many runs are done, now and then
/// and after each. `None`: `stop` was raised before all were done; nothing that was recorded is lost.
pub fn conduct(
    folder: &Folder,
    plan: &Plan,
    manifest: Manifest,
    threads: usize,
    stop: &StopSignal,
    mut tell: impl FnMut(usize),
) -> Result<Option<Vec<Record>>, LabError> {
    let (mut journal, mut records) = folder.journal()?;
    let done: Vec<u64> = records.iter().map(|record| record.run).collect();
    tell(records.len());
    let ended = run(plan, &done, threads, stop, |news| {
        match news {
            News::Record(record) => {
                journal.append(&record)?;
                let fine = wrong(std::slice::from_ref(&record));
                records.push(*record);
                fine?;
            }
            News::Nothing => journal.sync_if_due()?,
        }
        tell(records.len());
        Ok(())
    });
    journal.sync()?;
    drop(journal);
    ended?;
    if records.len() < plan.runs.len() {
        return Ok(None);
    }
    folder.finish(manifest, &mut records)?;
    wrong(&records)?;
    Ok(Some(records))
}

/// The same in memory alone, for experiments of a few seconds. `None`: `stop` was raised.
pub fn conduct_in_memory(
    plan: &Plan,
    threads: usize,
    stop: &StopSignal,
    mut tell: impl FnMut(usize),
) -> Result<Option<Vec<Record>>, LabError> {
    let mut records: Vec<Record> = Vec::new();
    run(plan, &[], threads, stop, |news| {
        if let News::Record(record) = news {
            records.push(*record);
        }
        tell(records.len());
        Ok(())
    })?;
    records.sort_by_key(|record| record.run);
    wrong(&records)?;
    Ok((records.len() == plan.runs.len()).then_some(records))
}
