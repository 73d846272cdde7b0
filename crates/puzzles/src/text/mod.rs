//! Text in and out: where a puzzle stands in a file, what may be wrong with it, and the parts that formats share.

pub mod batch;
pub mod bytes;
pub mod drawing;
mod format;
pub mod janko;
pub mod json;
pub(crate) mod lz;
pub mod puzz_link;
mod remedy;
pub mod rows;
mod source;
pub mod table;

pub use format::{Format, Parsed, Position, Sniff};
pub use remedy::{Choice, Remedy};
pub use source::{Line, ParseError, Source, Token};
pub use table::Columns;

/// A count with its noun: "1 cell", "2 cells".
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
