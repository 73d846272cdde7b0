//! The student reports that Pencilmark grew out of, as the kinds name them.

pub use pencilmark_puzzles::StudentReport;

use crate::registry::{KindInfo, kinds};

/// Every report, with the kind that it is about, in the order of listings.
pub fn reports() -> impl Iterator<Item = (&'static KindInfo, &'static StudentReport)> {
    kinds().iter().filter_map(|entry| Some((entry.info, entry.info.report.as_ref()?)))
}

/// The report about a kind.
pub fn report_about(kind: &str) -> Option<&'static StudentReport> {
    reports().find(|(about, _)| about.id == kind).map(|(_, report)| report)
}
