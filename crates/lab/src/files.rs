//! The files of a finished experiment as bytes, for those who have no folder for them.

use pencilmark::StopSignal;

use crate::{
    Build, ExperimentReport, LabError, Manifest, Plan, Record,
    folder::{EXPERIMENT, INSTANCES, MANIFEST, RECORDS, TABLE},
    instance::digest,
    report::report_until,
    table,
};

/// A file of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentFile {
    /// Its name.
    pub name: &'static str,
    /// What it holds, as a media type.
    pub media_type: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The report of an experiment that is finished now, and everything that its folder would hold.
///
/// With thousands of arms and groups this takes seconds, so `stop` is looked at between its parts.
pub fn files(
    plan: &Plan,
    mut manifest: Manifest,
    records: &mut [Record],
    stop: &StopSignal,
) -> Result<(ExperimentReport, Vec<ExperimentFile>), LabError> {
    let (rows, table) = finished(&mut manifest, records).map_err(LabError::Request)?;
    let report = report_until(plan, &manifest, records, stop);
    let file = |name, media_type, bytes: Vec<u8>| ExperimentFile { name, media_type, bytes };
    let page = if stop.is_raised() { String::new() } else { report.full.html() };
    // What was cut short is not shown to anybody.
    if stop.is_raised() {
        return Err(LabError::Interrupted);
    }
    let files = vec![
        file(EXPERIMENT, "application/toml", plan.experiment.write().into()),
        file(INSTANCES, "application/jsonl", plan.puzzles_as_lines().into()),
        file(RECORDS, "text/csv", rows),
        file(TABLE, "application/vnd.apache.parquet", table),
        file(MANIFEST, "application/json", manifest.text().into()),
        file("report.html", "text/html", page.into()),
        file("report.md", "text/markdown", report.full.markdown().into()),
    ];
    Ok((report, files))
}

/// All records in the plan's order, as CSV and Parquet; marks the manifest as finished.
pub(crate) fn finished(manifest: &mut Manifest, records: &mut [Record]) -> Result<(Vec<u8>, Vec<u8>), String> {
    records.sort_by_key(|record| record.run);
    let rows = table::csv(records, true)?;
    let mut table = Vec::new();
    table::write_parquet(records, &mut table).map_err(|error| error.to_string())?;
    manifest.finished = Some(Build::this().now);
    manifest.records_digest = Some(digest(&rows));
    manifest.table_digest = Some(digest(&table));
    Ok((rows, table))
}
