//! Tests of the lab in one program: the linter, records and their folders, the first lines of a report, and the statistics.

mod guest;
mod headlines;
mod lint;
mod records;
mod stats;
