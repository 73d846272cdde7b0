//! Rows of characters (`53..7....`) or of words (`5 3 . . 12`), with or without lines around the boxes.

use pencilmark_search::Parameters;

use crate::text::Token;
use crate::text::rows::{are_regions, is_full_with_repeats};
use crate::{Carried, Grid, ParseError, Parsed, Sniff, Source};

use super::text_grid::TextGrid;
use super::{boxed, build, check_rows, is_blank, plain_cell, read_cell};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::{check_side, is_supported};

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    if super::drawing::is_drawn_with_thin_lines(source) {
        return Sniff::No;
    }
    let Ok(text_grid) = TextGrid::read(source, source.content()) else { return Sniff::No };
    let (cells, side) = (text_grid.cells(), text_grid.height());
    let fits = |token: &Token<'_>| plain_cell(token.text, side).is_some();
    let square = is_supported(side) && cells.iter().all(|row| row.len() == side);
    let plain = cells.iter().flatten().filter(|token| fits(token)).count();
    let all = cells.iter().map(Vec::len).sum::<usize>();
    if text_grid.has_boxes() {
        // Drawn boxes are Sudoku's own, so that a slip in one cell is reported as such; a word of several digits
        // speaks for the format of candidates.
        let several = square && super::candidate_grid::sniff(source) == Sniff::Yes;
        let boxes = square && text_grid.box_shape(&cells).is_ok_and(|shape| shape.is_some());
        if !several && (boxes || plain * 10 >= all * 8) { Sniff::Yes } else { Sniff::No }
    } else if are_regions(&cells) {
        // The labels of a Star Battle; if the caller names the kind, it is read all the same.
        Sniff::No
    } else if is_full_with_repeats(&cells) {
        // A Hitori is like that; if the caller names the kind, it is read all the same.
        Sniff::No
    } else if square && plain == all || is_slip(&cells) {
        Sniff::Maybe
    } else {
        Sniff::No
    }
}

/// Whether the rows are nearly those of a 9 x 9 board with blanks, so that the reader can say what is wrong: one row too
/// many, too few, too long or too short, or a few wrong cells.
fn is_slip(rows: &[Vec<Token<'_>>]) -> bool {
    const SIDE: usize = 9;
    let uneven = rows.iter().filter(|row| row.len() != SIDE).count();
    let cells = || rows.iter().flatten().map(|token| token.text);
    let proper = cells().filter(|text| plain_cell(text, SIDE).is_some()).count();
    let blanks = cells().filter(|text| text.chars().all(is_blank)).count();
    rows.len().abs_diff(SIDE) + uneven <= 1 && proper * 10 >= cells().count() * 9 && blanks >= SIDE
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let text_grid = TextGrid::read(source, source.content())?;
    read_layout(source, &text_grid, settings).map(Parsed::new)
}

/// The puzzle as a grid of plain cells.
pub(super) fn read_layout(
    source: &Source<'_>,
    text_grid: &TextGrid<'_>,
    settings: &Parameters,
) -> Result<Sudoku, ParseError> {
    let (rows, side) = (text_grid.cells(), text_grid.height());
    check_rows(source, &rows, side)?;
    check_side(side).map_err(|error| source.error(text_grid.start(), error.to_string(), error.remedy()))?;
    let stated = text_grid.box_shape(&rows)?;
    let cells = rows.iter().flatten().map(|token| read_cell(source, token, side)).collect::<Result<Vec<_>, _>>()?;
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("rows differ in length", ""))?;
    build(source, text_grid.start(), cells, stated, settings)
}

pub(super) fn write(puzzle: &Sudoku, _: &Carried) -> Option<String> {
    let word = |digit: Option<usize>| digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
    puzzle.is_plain().then(|| boxed(&puzzle.cells().map(|cell| word(cell.single())), puzzle.box_shape()))
}
