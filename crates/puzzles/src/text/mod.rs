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

use crate::Cell;
pub use format::{Carried, Format, Parsed, Position, Sniff};
pub use remedy::{Choice, Remedy};
pub use source::{Line, Notes, ParseError, Source, Token};
pub use table::Columns;

/// Lists cells by name, only the first ones if there are many: "r1c1, r1c2 and 7 more".
pub(crate) fn named(cells: &[Cell]) -> String {
    const MOST: usize = 6;
    let names: Vec<String> = cells.iter().take(MOST).map(Cell::to_string).collect();
    match cells.len() - names.len() {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// A count with its noun: "1 cell", "2 cells".
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
