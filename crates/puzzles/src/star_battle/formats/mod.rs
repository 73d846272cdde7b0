//! The text formats of Star Battle, one file each; the two that draw walls share one.

mod drawing;
mod janko;
pub(super) mod json;
mod regions;
mod tuples;
mod walls;

use std::fmt::Display;
use std::hash::Hash;

use pencilmark_search::Parameters;

use super::parts::STARS;
use super::{LARGEST, SIZES, StarBattle};
use crate::text::{counted, rows};
use crate::{Answer, Format, Grid, Kind as _, ParseError, Remedy, Source};

pub(super) static FORMATS: &[Format<StarBattle>] =
    &[regions::FORMAT, tuples::FORMAT, walls::PUZZ_LINK, walls::SBN, janko::FORMAT, drawing::FORMAT];

/// See [`crate::Kind::read_answer`].
pub(super) fn read_answer(puzzle: &StarBattle, text: &Source<'_>) -> Result<Answer, ParseError> {
    let expected = "`*` (or `x`, `Q`, `1`) for a star, `.` (or `0`) for none, `@` for a hole";
    let mut answer = rows::read_answer(text, puzzle.shape(), star, expected)?;
    for cell in puzzle.regions.cells() {
        // A dot in a hole says no more than the hole itself.
        if puzzle.is_hole(cell) && answer[cell] == 0 {
            answer[cell] = -1;
        }
    }
    Ok(answer)
}

/// See [`crate::Kind::write_answer`].
pub(super) fn write_answer(answer: &Answer) -> String {
    let symbol = |value: &i32| match value {
        1 => '*',
        -1 => '@',
        _ => '.',
    };
    answer.iter_rows().map(|row| row.iter().map(symbol).chain(['\n']).collect::<String>()).collect()
}

/// See [`crate::Kind::read_entry`].
pub(super) fn read_entry(symbol: &str) -> Option<i32> {
    match symbol {
        "*" | "Q" | "q" | "1" | "★" | "♛" | "👑" => Some(1),
        "x" | "X" | "0" | "×" => Some(0),
        _ => None,
    }
}

/// See [`crate::Kind::write_entry`].
pub(super) fn write_entry(entry: i32) -> String {
    if entry == 1 { "*" } else { "x" }.to_owned()
}

/// What a symbol of an answer stands for.
fn star(symbol: &str) -> Option<i32> {
    match symbol {
        "*" | "x" | "X" | "Q" | "q" | "1" | "★" | "♛" | "👑" => Some(1),
        "." | "0" | "-" | "_" | "·" => Some(0),
        "@" | "#" | "-1" => Some(-1),
        _ => None,
    }
}

/// The number of stars: as the text has it, or as the caller says.
fn stars(source: &Source<'_>, said: Option<usize>, settings: &Parameters, how: &str) -> Result<usize, ParseError> {
    said.or(STARS.get(settings).map(|stars| stars as usize)).ok_or_else(|| {
        let what = "the text does not say how many stars a row has";
        source.error_at_start(what, Remedy::new(format!("say how many, or {how}")).or_set(STARS.name()))
    })
}

/// The puzzle; what is wrong with it as a whole is an error at the start of the text.
fn build<L: Clone + Eq + Hash + Display>(
    source: &Source<'_>,
    labels: &Grid<Option<L>>,
    stars: usize,
) -> Result<StarBattle, ParseError> {
    StarBattle::new(labels, stars).map_err(|error| source.error_at_start(error.to_string(), error.remedy()))
}

/// Rows of labels as a square; `place` tells where a row starts.
fn square<L>(
    source: &Source<'_>,
    rows: Vec<Vec<L>>,
    place: impl Fn(usize) -> (usize, usize),
) -> Result<Grid<L>, ParseError> {
    let size = rows.len();
    if rows.iter().all(Vec::is_empty) {
        return Err(source.error_at_start("there are no cells", SIZES));
    }
    if let Some(index) = rows.iter().position(|row| row.len() != size) {
        let what = if rows.iter().all(|row| row.len() == rows[0].len()) {
            format!("the board has {size} rows of {} cells", rows[0].len())
        } else {
            format!("row {} has {}, but there are {size} rows", index + 1, counted(rows[index].len(), "cell"))
        };
        return Err(source.error(place(index), what, "a board has as many columns as rows; write `@` for a hole"));
    }
    Grid::from_rows(rows).ok_or_else(|| source.error_at_start("there are no cells", SIZES))
}

/// There are more rows or cells than any board has.
fn too_long(source: &Source<'_>, place: (usize, usize), what: &str) -> ParseError {
    source.error(place, format!("more than {LARGEST} {what}"), SIZES)
}

/// Fails if there are more than [`LARGEST`], before they are kept.
fn not_too_long(source: &Source<'_>, place: (usize, usize), what: &str, count: usize) -> Result<(), ParseError> {
    if count <= LARGEST { Ok(()) } else { Err(too_long(source, place, what)) }
}
