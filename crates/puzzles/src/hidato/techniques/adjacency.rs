//! A number needs the number before it and the number after it next to it.

use super::super::engine::board::Board;
use super::argument::{once, path};
use super::sheet::HidatoSheet;
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static ADJACENCY: TechniqueInfo = TechniqueInfo {
    id: "adjacency",
    title: "No neighbour for the next number",
    tier: 4,
    rating: Rating(40),
    assumes_uniqueness: false,
    about: "A number cannot stand in a cell if the number before or after it can stand in none of the cells around.",
    aliases: &["adjacency pruning", "no support", "arc consistency"],
};

pub(super) static SHARED_NEIGHBOUR: TechniqueInfo = TechniqueInfo {
    id: "shared-neighbour",
    title: "Shared neighbour",
    tier: 4,
    rating: Rating(42),
    assumes_uniqueness: false,
    about: "A number cannot stand in a cell if the number before and the number after it would both need the same cell next to it.",
    aliases: &["one way in and out"],
};

pub(super) fn adjacency<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    let last = sheet.at.len() - 1;
    for number in sheet.missing.iter() {
        finder.poll()?;
        let others = [number.checked_sub(1), (number < last).then_some(number + 1)];
        for other in others.into_iter().flatten() {
            let bad = sheet.places[number] & !sheet.geometry.steps.from(sheet.can_be(other));
            if bad.is_empty() {
                continue;
            }
            let removes: Vec<Mark> = sheet.marks(number, bad).collect();
            finder.step(&removes, &[], |_| {
                let around = bad.iter().fold(Board::EMPTY, |all, place| all | sheet.around(place));
                let mut because = vec![path(number.min(other))];
                because.extend(sheet.lacks(other, around));
                let cells = sheet.cells(bad);
                let (name, next) = (number + 1, other + 1);
                Telling {
                    because,
                    place: format!("the marks of {name} and {next}"),
                    cells: cells.clone(),
                    marks: sheet.marks(number, bad).chain(sheet.marks(other, sheet.can_be(other))).collect(),
                    reason: format!(
                        "{name} and {next} are neighbours. {next} cannot stand in any cell next to {}, so {name} cannot stand in {}.",
                        words::or(&cells),
                        words::or(&cells),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}

pub(super) fn shared_neighbour<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    let last = sheet.at.len() - 1;
    for number in sheet.missing.iter().filter(|&number| 0 < number && number < last) {
        finder.poll()?;
        let (before, after) = (sheet.can_be(number - 1), sheet.can_be(number + 1));
        for place in sheet.places[number].iter() {
            let around = sheet.around(place);
            let low = around & before;
            if low != around & after || !low.is_single() {
                continue;
            }
            finder.step(&[sheet.mark(number, place)], &[], |_| {
                let rest = around & !low;
                let mut because = vec![path(number - 1), path(number), once()];
                because.extend(sheet.lacks(number - 1, rest));
                because.extend(sheet.lacks(number + 1, rest));
                let (cell, shared) = (sheet.cell(place), sheet.cell(low.first()));
                Telling {
                    because,
                    place: format!("{cell} and the marks around it"),
                    cells: vec![cell, shared],
                    marks: vec![
                        sheet.mark(number, place),
                        sheet.mark(number - 1, low.first()),
                        sheet.mark(number + 1, low.first()),
                    ],
                    reason: format!(
                        "If {} stood in {cell}, both {number} and {} would have to stand next to it, and {shared} is the only neighbour of {cell} where \
                         either can be. They cannot share it, so {} cannot stand in {cell}.",
                        number + 1,
                        number + 2,
                        number + 1,
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}
