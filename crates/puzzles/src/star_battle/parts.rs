//! What a puzzle is made of, beside its grid: names of regions, cells that touch, and what cannot be drawn.

use pencilmark_search::Key;

use super::{LABEL_LENGTH, MOST_STARS, SIZES};
use crate::Cell;
use crate::text::counted;

/// The setting that says how many stars a row has.
pub(super) const STARS: Key<Option<u64>> =
    Key::open_whole("stars", "stars in each row, column and region", 1, MOST_STARS as u64);

/// Why something cannot be drawn as a Star Battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Not a square of a supported size.
    #[error("the board has {0} rows and {1} columns")]
    Size(usize, usize),
    /// Too few or too many stars.
    #[error("{0} stars per row are out of range")]
    Stars(usize),
    /// Nothing but holes.
    #[error("the board has no cells, only holes")]
    NoCells,
}

impl Malformed {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Size(..) => SIZES,
            Self::Stars(_) => "a row has 1 to 6 stars",
            Self::NoCells => "give every cell of a region the label of the region",
        }
    }
}

/// Whether two cells are the same or touch.
pub(super) fn near(a: Cell, b: Cell) -> bool {
    a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1
}

/// "1 star", "2 stars".
pub(super) fn count_stars(stars: usize) -> String {
    counted(stars, "star")
}

pub(super) fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(char::is_alphabetic) && name.chars().count() <= LABEL_LENGTH
}

/// The name of region number `region` of `count`: a letter while there are enough, a number otherwise.
pub(super) fn letter(region: usize, count: usize) -> String {
    let letters = || ('A'..='Z').chain('a'..='z');
    let name = letters().nth(region).filter(|_| count <= letters().count());
    name.map_or_else(|| (region + 1).to_string(), String::from)
}
