//! The board as Pencilmark draws it: see [`Drawing`]. Stars that are drawn are what a person has entered; the title or a full solution says how many
//! a row has.

use pencilmark_search::Parameters;

use super::super::{LARGEST, MOST_STARS, StarBattle};
use super::{build, stars};
use crate::text::drawing::{Drawing, Drawn};
use crate::{Format, ParseError, Parsed, Position, Sniff, Source};

pub(super) const FORMAT: Format<StarBattle> = Format::drawing(sniff, read);

fn is_star(cell: &Drawn) -> bool {
    matches!(cell.text.as_str(), "★" | "*")
}

fn sniff(source: &Source<'_>) -> Sniff {
    Drawing::sniff(source, &StarBattle::INFO, |drawing| {
        let fits = |cell: &Drawn| !cell.shaded && cell.corner.is_empty() && (cell.text.is_empty() || is_star(cell));
        drawing.cells.things().iter().all(fits) && drawing.has_areas() && drawing.cells.rows() == drawing.cells.cols()
    })
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<StarBattle>, ParseError> {
    let drawing = source.drawing().filter(|drawing| drawing.cells.rows().max(drawing.cells.cols()) <= LARGEST);
    let Some(drawing) = drawing else {
        return Err(source.error_at_start("this is not a drawing of a board", "draw thick lines around the regions"));
    };
    // As many in every row: the whole solution.
    let counts: Vec<usize> =
        drawing.cells.iter_rows().map(|row| row.iter().filter(|cell| is_star(cell)).count()).collect();
    let said = counts
        .first()
        .copied()
        .filter(|&first| (1..=MOST_STARS).contains(&first) && counts.iter().all(|&count| count == first));
    let titled = drawing.remarks().find_map(|remark| remark.split_once(" star")?.0.parse().ok());
    let stars = stars(source, titled.or(said), settings, "say so in the title, or draw the solution")?;
    let entries = drawing.cells.map(|cell| is_star(cell).then_some(1));
    let position = Position::of_entries(entries);
    Ok(Parsed::new(build(source, &drawing.areas(), stars)?).with_position(position))
}
