//! Rows of cells, each as the digits it may hold: `1459` up to nine digits, `1,4,12` above; `.` for all of them and `{}`
//! for none. Lines around the boxes as in `grid`.

use pencilmark_search::Parameters;

use crate::text::Token;
use crate::text::rows::shown;
use crate::{Carried, Grid, ParseError, Parsed, Sniff, Source};

use super::text_grid::TextGrid;
use super::{Candidates, boxed, build, check_rows, digit_of, number};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::{check_side, is_supported};

/// What all candidates, and none, are written as.
const ALL: &str = ".";
const NONE: &str = "{}";

fn set_of(text: &str, side: usize) -> Option<Candidates> {
    match text {
        ALL => return Some(Candidates::all(side)),
        NONE => return Some(Candidates::NONE),
        _ => {}
    }
    let digits: Vec<usize> = if side <= 9 {
        text.chars().map(digit_of).collect::<Option<_>>()?
    } else {
        text.split(',').map(number).collect::<Option<_>>()?
    };
    let set: Candidates = digits.iter().copied().collect();
    let proper = digits.iter().all(|&digit| (1..=side).contains(&digit)) && set.len() == digits.len();
    proper.then_some(set)
}

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Ok(text_grid) = TextGrid::read(source, source.content()) else { return Sniff::No };
    let (rows, side) = (text_grid.words(), text_grid.height());
    if !is_supported(side) || rows.iter().any(|row| row.len() != side) {
        return Sniff::No;
    }
    let sets: Option<Vec<Candidates>> = rows.iter().flatten().map(|word| set_of(word.text, side)).collect();
    // Nothing but givens and blanks is a plain grid.
    if !sets.is_some_and(|sets| sets.iter().any(|set| set.len() != 1 && set.len() < side) || spelt_out(&rows)) {
        Sniff::No
    } else if text_grid.has_boxes() {
        Sniff::Yes
    } else if rows.iter().flatten().any(|word| word.text == ALL) {
        // Numbers of two digits and blanks: Hidato.
        Sniff::No
    } else {
        Sniff::Maybe
    }
}

/// Whether some cell is written as several digits.
fn spelt_out(rows: &[Vec<Token<'_>>]) -> bool {
    rows.iter().flatten().any(|word| word.text.len() > 2)
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let text_grid = TextGrid::read(source, source.content())?;
    let (rows, side) = (text_grid.words(), text_grid.height());
    check_rows(source, &rows, side)?;
    check_side(side).map_err(|error| source.error(text_grid.start(), error.to_string(), error.remedy()))?;
    let stated = text_grid.box_shape(&rows)?;
    let cell = |token: &Token<'_>| {
        set_of(token.text, side).ok_or_else(|| {
            let what = format!("{} is not a set of digits from 1 to {side}", shown(token.text));
            let example = if side <= 9 { "`134`" } else { "`1,3,12`" };
            source.error_at(token, what, format!("write each candidate once, such as {example}, or `.` for all"))
        })
    };
    let cells = rows.iter().flatten().map(cell).collect::<Result<Vec<_>, _>>()?;
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("rows differ in length", ""))?;
    build(source, text_grid.start(), cells, stated, settings).map(Parsed::new)
}

pub(super) fn write(puzzle: &Sudoku, _: &Carried) -> Option<String> {
    // A board full of givens would read as a plain grid.
    if puzzle.cells().things().iter().all(|cell| cell.single().is_some()) {
        return None;
    }
    let separator = if puzzle.side() <= 9 { "" } else { "," };
    let word = |cell: &Candidates| {
        let digits: Vec<String> = cell.digits().map(|digit| digit.to_string()).collect();
        if digits.is_empty() { NONE.to_owned() } else { digits.join(separator) }
    };
    Some(boxed(&puzzle.cells().map(word), puzzle.box_shape()))
}
