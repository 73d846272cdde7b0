//! The board as Pencilmark draws it: see [`Drawing`].

use pencilmark_search::Parameters;

use crate::text::drawing::Drawing;
use crate::{Grid, ParseError, Parsed, Sniff, Source};

use super::{Candidates, build, read_cell};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::check_side;

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    Drawing::sniff(source, &Sudoku::INFO, |drawing| {
        let plain = drawing.cells.things().iter().all(|cell| !cell.hole && !cell.shaded && cell.corner.is_empty());
        let digits = drawing.cells.things().iter().any(|cell| cell.text.starts_with(|c: char| c.is_ascii_digit()));
        plain && digits && drawing.has_areas()
    })
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let Some(drawing) = source.drawing() else {
        return Err(
            source.error_at_start("this is not a drawing of a board", "draw a frame and lines around the boxes")
        );
    };
    let (rows, side) = (drawing.cells.rows(), drawing.cells.cols());
    check_side(side).map_err(|error| source.error_at_start(error.to_string(), error.remedy()))?;
    let areas = drawing.areas();
    let same = |row: usize, col: usize| areas.get(row, col) == areas.get(0, 0);
    let shape = ((0..rows).take_while(|&row| same(row, 0)).count(), (0..side).take_while(|&col| same(0, col)).count());
    let per_row = side / shape.1.max(1);
    let is_box =
        areas.cells().all(|cell| areas[cell] == Some(cell.row / shape.0.max(1) * per_row + cell.col / shape.1.max(1)));
    if rows != side || shape.0 * shape.1 != side || !is_box {
        let what = "the thick lines do not draw boxes of equal shape";
        return Err(source.error_at_start(what, "draw one around each box"));
    }
    let cell = |cell| match drawing.cells[cell].text.as_str() {
        "" => Ok(Candidates::all(side)),
        _ => read_cell(source, &drawing.token(cell), side),
    };
    let cells = areas.cells().map(cell).collect::<Result<Vec<_>, _>>()?;
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("not a square", ""))?;
    build(source, drawing.cells.things()[0].place, cells, Some(shape), settings).map(Parsed::new)
}

/// Whether the board has thin and thick lines, as only drawings have: their empty cells are blank.
pub(super) fn is_drawn_with_thin_lines(source: &Source<'_>) -> bool {
    let has = |wanted: &[char]| source.text.contains(wanted);
    let is_drawn = || source.drawing().is_some() || Drawing::is_framed(source);
    (has(&['│']) && has(&['┃']) || has(&[':']) && has(&['|'])) && is_drawn()
}
