//! The board as Pencilmark draws it: see [`Drawing`]. Thick lines enclose cages, and a corner of each holds its target; numbers are what a person
//! has entered.

use pencilmark_csp::rule::Operator;

use pencilmark_search::Parameters;

use super::super::parts::operator_of;
use super::super::{Cage, KenKen};
use crate::text::drawing::{Drawing, Drawn};
use crate::text::rows::shown;
use crate::{Cell, Format, ParseError, Parsed, Position, Sniff, Source};

pub(super) const FORMAT: Format<KenKen> = Format::drawing(sniff, read);

fn sniff(source: &Source<'_>) -> Sniff {
    Drawing::sniff(source, &KenKen::INFO, |drawing| {
        let has_clue = |cell: &Drawn| cell.corner.starts_with(|c: char| c.is_ascii_digit());
        let square = drawing.cells.rows() == drawing.cells.cols();
        square && drawing.cells.things().iter().any(has_clue) && drawing.cells.things().iter().all(|cell| !cell.hole)
    })
}

fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<KenKen>, ParseError> {
    let drawing = source.drawing().filter(|drawing| drawing.cells.rows() == drawing.cells.cols());
    let Some(drawing) = drawing.filter(|drawing| KenKen::SIZES.contains(&drawing.cells.rows())) else {
        return Err(source.error_at_start("this is not a drawing of a board", "draw thick lines around the cages"));
    };
    let areas = drawing.areas();
    let mut cages: Vec<Vec<Cell>> = Vec::new();
    for cell in areas.cells() {
        let Some(area) = areas[cell] else { continue };
        cages.resize_with(cages.len().max(area + 1), Vec::new);
        cages[area].push(cell);
    }
    let cages = cages.into_iter().map(|cells| cage(source, &drawing, cells)).collect::<Result<Vec<Cage>, _>>()?;
    let size = drawing.cells.rows();
    let puzzle = KenKen::new(size, cages).map_err(|flaw| source.error_at_start(flaw.what, flaw.remedy))?;
    let entries = drawing.cells.map(|cell| cell.text.parse::<u16>().ok().map(i32::from));
    let is_on_board = |entry: i32| (1..=size as i32).contains(&entry);
    if let Some(cell) = entries.cells().find(|&cell| entries[cell].is_some_and(|entry| !is_on_board(entry))) {
        let what = format!("the entry at {cell} cannot stand there");
        return Err(source.error(drawing.cells[cell].place, what, format!("write a number from 1 to {size}")));
    }
    let position = Position::of_entries(entries);
    Ok(Parsed::new(puzzle).with_position(position))
}

/// The cage of these cells, in reading order; the first one with a text in its corner has the clue.
fn cage(source: &Source<'_>, drawing: &Drawing, cells: Vec<Cell>) -> Result<Cage, ParseError> {
    let remedy = "write a target such as `24×` in the corner of the first cell of each cage";
    let Some(&clued) = cells.iter().find(|&&cell| !drawing.cells[cell].corner.is_empty()) else {
        let at = cells.first().map_or((source.first_line, 1), |&cell| drawing.cells[cell].place);
        let what = cells.first().map(|cell| format!("the cage at {cell} has no target"));
        return Err(source.error(at, what.unwrap_or_else(|| "a cage without cells".to_owned()), remedy));
    };
    let clue = &drawing.cells[clued];
    let digits = clue.corner.trim_end_matches(|c: char| !c.is_ascii_digit());
    let operator = match clue.corner[digits.len()..].trim() {
        "" if cells.len() == 1 => Some(Operator::Equal),
        "" => Some(Operator::Any),
        sign => operator_of(sign),
    };
    match (operator, digits.parse()) {
        (Some(operator), Ok(target)) => Ok(Cage { operator, target, cells }),
        _ => Err(source.error(clue.place, format!("{} is not a target", shown(&clue.corner)), remedy)),
    }
}
