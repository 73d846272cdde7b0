//! `pencilmark report`.

use std::fmt::Write as _;
use std::sync::Mutex;

use pencilmark::StopSignal;
use pencilmark_lab::{Folder, Verification, verify};

use super::compare::written;
use crate::args::ReportArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::screen::{self, BAD, GOOD, grouped, styled};

pub(crate) fn run(args: &ReportArgs) -> Result<Exit, Failure> {
    let folder = Folder::new(&args.folder);
    if args.verify {
        return verified(args, &folder);
    }
    let plan = folder.plan()?;
    let manifest = folder.manifest_for(&plan)?;
    let records = folder.records(&plan)?;
    if records.is_empty() {
        return Err(Failure::Usage(format!(
            "{} has no records yet; make them with: pencilmark compare --resume {0}",
            args.folder.display()
        )));
    }
    if records.len() < plan.runs.len() {
        screen::warn(&format!(
            "{} of {} runs have a record; run the rest with: pencilmark compare --resume {}",
            grouped(records.len() as u64),
            grouped(plan.runs.len() as u64),
            args.folder.display()
        ));
    }
    if !folder.is_intact()? {
        screen::warn(
            "records.csv has been changed since the run wrote it; `pencilmark report --verify` shows what \
             differs",
        );
    }
    written(&folder, &plan, &manifest, &records, args.format)
}

fn verified(args: &ReportArgs, folder: &Folder) -> Result<Exit, Failure> {
    let stop = StopSignal::default();
    interrupt::stop_on_ctrl_c(&stop);
    let progress = Mutex::new(None);
    let found = verify(folder, args.sample, interrupt::threads(args.threads), &stop, &|done, total| {
        if let Ok(mut progress) = progress.lock() {
            progress.get_or_insert_with(|| screen::Progress::new(total as u64, "records")).show(done as u64);
        }
    });
    if let Ok(Some(progress)) = progress.into_inner() {
        progress.finish();
    }
    let Verification { replayed, timed_out, records, contradicted, replayed_differently, differences, remarks } =
        found?;
    for remark in &remarks {
        screen::warn(remark);
    }
    let capped =
        if timed_out > 0 { format!(" ({timed_out} that the time cap ended do not replay)") } else { String::new() };
    let far = format!("{} of {} records run again{capped}", grouped(replayed as u64), grouped(records as u64));
    if replayed == 0 && differences.is_empty() {
        screen::complain(&format!("nothing could be verified: {far}"));
        return Ok(Exit::GaveUp);
    }
    let mut text = if differences.is_empty() {
        format!("{} {far}: every counter is the same", styled(GOOD, "verified"))
    } else {
        let again = match replayed_differently {
            0 => "all the same".to_owned(),
            some => format!("{} not the same", grouped(some as u64)),
        };
        let files = match contradicted {
            0 => String::new(),
            1 => "1 record differs between records.csv and records.parquet; ".to_owned(),
            some => format!("{} records differ between records.csv and records.parquet; ", grouped(some as u64)),
        };
        format!("{} {files}{far}, {again}", styled(BAD, "different"))
    };
    for difference in differences.iter().take(SHOWN) {
        let _ = write!(text, "\n  {difference}");
    }
    if differences.len() > SHOWN {
        let _ = write!(text, "\n  and {} more", differences.len() - SHOWN);
    }
    super::print(&mut screen::stdout(), &text)?;
    Ok(if differences.is_empty() { Exit::Done } else { Exit::Refuted })
}

/// Differences that are told one by one.
const SHOWN: usize = 20;
