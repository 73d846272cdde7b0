//! The five student reports that Pencilmark grew out of, by title.

pub use pencilmark_search::reports::{REPORTS, StudentReport, report_about};
