//! Verifying records: run a sample of them again, and compare every counter.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use pencilmark::StopSignal;

use crate::folder::REPORTS;
use crate::journal::Rows;
use crate::{Build, Folder, LabError, Manifest, Plan, Record, report, run_one, table};

/// The default number of records to run again.
pub const DEFAULT_SAMPLE: usize = 100;

/// The result of verifying records.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// Records that were run again.
    pub replayed: usize,
    /// Records of runs that the time cap stopped: they cannot be replayed.
    pub timed_out: usize,
    /// The number of records.
    pub records: usize,
    /// Records of which records.csv and records.parquet say different things.
    pub contradicted: usize,
    /// Records that were run again and ended in another way.
    pub replayed_differently: usize,
    /// All differences: between records and replays, between files, and between reports and records.
    pub differences: Vec<String>,
    /// Remarks, such as another version or another commit.
    pub remarks: Vec<String>,
}

/// Checks every record against the plan, runs a sample again and compares all counters. If the file was changed since
/// it was written, all records are run again to find the changed ones. `progress` is called with the number done and the
/// total.
pub fn verify(
    folder: &Folder,
    sample: usize,
    threads: usize,
    stop: &StopSignal,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Verification, LabError> {
    let mut plan = folder.plan()?;
    let manifest = folder.manifest_for(&plan)?;
    let rows = folder.rows()?;
    let mut found = Verification { records: rows.len(), ..Verification::default() };
    found.remarks.extend(remarks(&manifest));
    let (intact, table_intact) = (folder.is_intact()?, folder.is_table_intact()?);
    if !intact {
        found.differences.push("records.csv has been changed since the run wrote it".to_owned());
    }
    if !table_intact {
        let is_there = folder.file("records.parquet").exists();
        let what = if is_there { "has been changed since the run wrote it" } else { "is missing" };
        found.differences.push(format!("records.parquet {what}; resuming the experiment writes it anew"));
    }
    let records = planned(rows, &plan, &mut found.differences);
    // Either file may have been changed, and its digest with it; the other one says where.
    let whole = records.len() == plan.runs.len();
    let mut changed = None;
    if manifest.finished.is_some() || whole {
        let table = folder.table_rows();
        changed = table.map(|table| between_files(&records, &table, &mut found.differences));
    }
    found.contradicted = changed.as_ref().map_or(0, HashSet::len);
    if intact && whole && found.contradicted == 0 {
        compare_reports(folder, &plan, &manifest, &records, &mut found);
    }
    if whole && manifest.finished.is_none() {
        found.remarks.push("every run has a record, but the manifest does not say that the run is finished".to_owned());
    }
    if !whole {
        let counted = format!("{} of {} runs have a record", records.len(), plan.runs.len());
        if manifest.finished.is_some() {
            found.differences.push(format!("only {counted}, but the run is marked as finished"));
        } else {
            found.remarks.push(format!("{counted} so far"));
        }
    }
    // On a slower machine, the time cap must not stop a run that the budget of effort ended.
    plan.set_time_cap(Duration::from_secs(3600));
    let (timed_out, replayable): (Vec<&Record>, Vec<&Record>) = records.iter().partition(|record| record.timed_out());
    found.timed_out = timed_out.len();
    let chosen = match changed {
        None if intact => evenly_spaced(&replayable, sample),
        // The table is as it was written, or contradicts nothing else: only what differs is in doubt.
        Some(changed) if intact || table_intact => {
            let mut chosen = evenly_spaced(&replayable, sample);
            chosen.extend(replayable.iter().filter(|record| changed.contains(&record.run)));
            chosen.sort_by_key(|record| record.run);
            chosen.dedup_by_key(|record| record.run);
            chosen
        }
        _ => replayable,
    };
    let total = chosen.len();
    let results = pencilmark::batch::map(total, threads, &|done| progress(done, total), |index| {
        if stop.is_raised() { Some(Vec::new()) } else { differences(&plan, chosen[index], stop) }
    });
    if stop.is_raised() {
        return Err(LabError::Interrupted);
    }
    found.timed_out += results.iter().filter(|result| result.is_none()).count();
    found.replayed = results.iter().flatten().count();
    found.replayed_differently = results.iter().flatten().filter(|differences| !differences.is_empty()).count();
    found.differences.extend(results.into_iter().flatten().flatten());
    Ok(found)
}

/// The runs whose rows differ between records.csv and records.parquet, each told with its columns.
fn between_files(records: &[Record], rows: &[Vec<String>], differences: &mut Vec<String>) -> HashSet<u64> {
    let by_run: HashMap<&str, &Vec<String>> =
        rows.iter().filter_map(|row| row.first().map(|run| (run.as_str(), row))).collect();
    let mut changed = HashSet::new();
    for record in records {
        let (names, cells) = (table::names(record), table::cells(record));
        let Some(row) = by_run.get(cells[0].as_str()) else {
            differences.push(format!("run {} is not in records.parquet", record.run));
            changed.insert(record.run);
            continue;
        };
        let other = names.iter().zip(cells.iter().zip(row.iter())).filter(|(_, (one, other))| one != other);
        let other: Vec<String> = other.map(|(name, (one, other))| format!("{name} {one} and {other}")).collect();
        if !other.is_empty() {
            let columns = pencilmark::front::display::listed(&other);
            differences.push(format!("run {}: {columns} in records.csv and records.parquet", record.run));
            changed.insert(record.run);
        }
    }
    let known: HashSet<String> = records.iter().map(|record| record.run.to_string()).collect();
    for run in by_run.keys().filter(|run| !known.contains(**run)) {
        differences.push(format!("run {run} is in records.parquet and not in records.csv"));
    }
    changed
}

/// Writes the reports anew, and tells those that are not what the records say.
fn compare_reports(folder: &Folder, plan: &Plan, manifest: &Manifest, records: &[Record], found: &mut Verification) {
    let full = report(plan, manifest, records).full;
    let missing: Vec<&str> =
        REPORTS.into_iter().map(|(name, _)| name).filter(|name| !folder.file(name).exists()).collect();
    match missing[..] {
        [] => {}
        [one] => found.differences.push(format!("{one} is missing; a new report writes it")),
        _ => found.remarks.push("there is no report.md and no report.html to compare with the records".to_owned()),
    }
    for (name, write) in REPORTS {
        // What is not there is said already; what is no text says something else.
        if !folder.file(name).exists()
            || std::fs::read(folder.file(name)).is_ok_and(|file| file == write(&full).as_bytes())
        {
            continue;
        }
        // Another build may say the same in other words.
        if manifest.commit == Build::this().commit {
            let what = format!("{name} does not say what the records say; a new report does");
            found.differences.push(what);
        } else {
            found.remarks.push(format!("{name} is of another build and was not compared"));
        }
    }
}

/// The records that are of the plan, one for each run; what is wrong with the others goes to `differences`.
fn planned(rows: Rows, plan: &Plan, differences: &mut Vec<String>) -> Vec<Record> {
    let mut seen = HashSet::new();
    let mut records = Vec::with_capacity(rows.len());
    for (line, record) in rows {
        if let Some(what) = plan.mismatch(&record) {
            differences.push(format!("line {line}: {what}"));
        } else if seen.insert(record.run) {
            records.push(record);
        } else {
            differences.push(format!("line {line}: run {} has another row", record.run));
        }
    }
    records
}

fn remarks(manifest: &crate::Manifest) -> Vec<String> {
    let mut remarks = Vec::new();
    let Build { version, commit, .. } = Build::this();
    if manifest.version != version {
        let was = &manifest.version;
        remarks.push(format!("the records are of version {was} and this is version {version}: counters may differ"));
    }
    if manifest.commit != commit && !commit.is_empty() {
        remarks.push(format!("the records are of {}, and this is another commit", manifest.build()));
    }
    remarks
}

/// A sample of records at even distances.
fn evenly_spaced<'a>(records: &[&'a Record], sample: usize) -> Vec<&'a Record> {
    let taken = sample.min(records.len());
    (0..taken).map(|index| records[index * records.len() / taken]).collect()
}

/// The differences between a record and the same run now; `None` if the time cap stopped it now.
fn differences(plan: &Plan, record: &Record, stop: &StopSignal) -> Option<Vec<String>> {
    let name = format!("{} on {}, seed {}", record.arm, record.instance, record.seed);
    let again = run_one(plan, record.run as usize, stop);
    if again.timed_out() {
        return None;
    }
    let mut found = Vec::new();
    if again.ended != record.ended {
        let word = |Record { ended, .. }: &Record| format!("{} {}", ended.word(), ended.why()).trim_end().to_owned();
        found.push(format!("{name}: it ended as {}, and now as {}", word(record), word(&again)));
    }
    let (was, is) = (record.counts(), again.counts());
    for (name_of, count) in &was {
        let now = is.iter().find(|(other, _)| other == name_of).map(|(_, count)| *count);
        if now != Some(*count) {
            let now = now.map_or("none".to_owned(), |now| now.to_string());
            found.push(format!("{name}: {name_of} {count} in the records, {now} now"));
        }
    }
    if is.len() > was.len() {
        found.push(format!("{name}: a best cost is missing in the records"));
    }
    if again.improvements != record.improvements {
        found.push(format!("{name}: the best cost decreased differently"));
    }
    Some(found)
}
