//! The board as Pencilmark draws it: see [`Drawing`]. The title says whether steps may be diagonal.

use pencilmark_search::Parameters;

use super::super::parts::ORTHOGONAL;
use super::super::{Hidato, MOST, Moves, Square};
use super::{given, is_digits, refuse};
use crate::text::drawing::{Drawing, Drawn};
use crate::text::rows::shown;
use crate::{Format, Grid, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hidato> = Format::drawing(sniff, read);

fn sniff(source: &Source<'_>) -> Sniff {
    Drawing::sniff(source, &Hidato::INFO, |drawing| {
        let fits =
            |cell: &Drawn| !cell.shaded && cell.corner.is_empty() && (cell.text.is_empty() || is_digits(&cell.text));
        let mut numbers: Vec<&str> =
            drawing.cells.things().iter().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty()).collect();
        let all = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        !drawing.has_areas() && drawing.cells.things().iter().all(fits) && all > 0 && all == numbers.len()
    })
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Hidato>, ParseError> {
    let drawing = source.drawing().filter(|drawing| drawing.cells.rows().max(drawing.cells.cols()) <= MOST);
    let Some(drawing) = drawing else {
        return Err(source.error_at_start("this is not a drawing of a board", "draw a frame and a line between cells"));
    };
    let square = |cell| {
        let (drawn, token) = (&drawing.cells[cell], drawing.token(cell));
        match drawn.text.as_str() {
            "" if drawn.hole => Ok(Square::Hole),
            "" => Ok(Square::Empty),
            text if is_digits(text) => given(source, &token),
            text => Err(source.error_at(&token, format!("{} is not a number", shown(text)), "write a number")),
        }
    };
    let squares = drawing.cells.cells().map(square).collect::<Result<Vec<_>, _>>()?;
    let grid = Grid::new(drawing.cells.rows(), drawing.cells.cols(), squares)
        .ok_or_else(|| source.error_at_start("there are no cells", ""))?;
    let titled = drawing.remarks().any(|remark| remark == ORTHOGONAL.name());
    let moves = if titled { Moves::Orthogonal } else { Moves::asked_for(settings) };
    Hidato::new(grid, moves).map(Parsed::new).map_err(|malformed| refuse(source, malformed))
}
