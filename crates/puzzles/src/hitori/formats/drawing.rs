//! The board as Pencilmark draws it: see [`Drawing`]. Shaded cells, and rings for white ones, are what a person has entered.

use pencilmark_search::Parameters;

use super::super::{Hitori, MOST};
use super::{puzzle, read_number};
use crate::text::drawing::{Drawing, Drawn};
use crate::{Format, Grid, ParseError, Parsed, Position, Sniff, Source};

pub(super) const FORMAT: Format<Hitori> = Format::drawing(sniff, read);

fn sniff(source: &Source<'_>) -> Sniff {
    Drawing::sniff(source, &Hitori::INFO, |drawing| {
        let fits = |cell: &Drawn| !cell.hole && matches!(cell.corner.as_str(), "" | "○" | "?") && !cell.text.is_empty();
        let numbers: Vec<&str> = drawing.cells.things().iter().map(|cell| cell.text.as_str()).collect();
        let repeats = numbers.iter().enumerate().any(|(at, text)| numbers[..at].contains(text));
        let titled = drawing.title.is_some();
        !drawing.has_areas() && drawing.cells.things().iter().all(fits) && (repeats || titled)
    })
}

fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<Hitori>, ParseError> {
    let drawing = source.drawing().filter(|drawing| drawing.cells.rows().max(drawing.cells.cols()) <= MOST);
    let Some(drawing) = drawing else {
        return Err(
            source.error_at_start("this is not a drawing of a board", "draw a frame and a number in every cell")
        );
    };
    let (rows, cols) = (drawing.cells.rows(), drawing.cells.cols());
    let number = |cell| match drawing.cells[cell].text.as_str() {
        "" => Ok(None),
        _ => read_number(source, &drawing.token(cell)),
    };
    let numbers = drawing.cells.cells().map(number).collect::<Result<Vec<_>, _>>()?;
    let numbers = Grid::new(rows, cols, numbers).ok_or_else(|| source.error_at_start("there are no cells", ""))?;
    let entries = drawing.cells.map(|cell| match (cell.shaded, cell.corner.is_empty()) {
        (true, _) => Some(1),
        (false, false) => Some(0),
        _ => None,
    });
    let position = Position::of_entries(entries);
    Ok(Parsed::new(puzzle(source, numbers)?).with_position(position))
}
