//! Where the path goes on from a number that stands on the board.

use super::super::engine::board::Board;
use super::argument::{once, path};
use super::sheet::HidatoSheet;
use crate::technique::{Finder, Flow, Premise, Rating, TechniqueInfo, Telling, words};

pub(super) static ONE_NUMBER_GAP: TechniqueInfo = TechniqueInfo {
    id: "one-number-gap",
    title: "One-number gap",
    tier: 1,
    rating: Rating(10),
    assumes_uniqueness: false,
    about: "One number is missing between two that are placed. It stands next to both, and if only one free cell does, it goes there.",
    aliases: &["missing link", "single gap"],
};

pub(super) static ONLY_EXIT: TechniqueInfo = TechniqueInfo {
    id: "only-exit",
    title: "Only exit",
    tier: 1,
    rating: Rating(12),
    assumes_uniqueness: false,
    about: "The next number, or the one before, stands next to a number that is placed. If that has one free neighbour, it goes there.",
    aliases: &["forced move", "only neighbour"],
};

/// A missing number between two that are placed, with one free cell next to both.
pub(super) fn one_number_gap<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    for gap in sheet.gaps().filter(|gap| gap.len() == 1) {
        let (Some(below), Some(above)) = (gap.below, gap.above) else { continue };
        let number = gap.start;
        let common = sheet.around(below) & sheet.around(above);
        let free = common & sheet.free;
        if !free.is_single() || !sheet.places[number].meets(&free) {
            continue;
        }
        // In a corner one end says it all: that is an only exit.
        let says_all = |end: usize, other: usize| (sheet.around(end) & !common & !Board::single(other)).is_empty();
        if says_all(below, above) || says_all(above, below) {
            continue;
        }
        let place = free.first();
        finder.step(&[], &[sheet.mark(number, place)], |_| {
            let taken = sheet.taken(common);
            let mut because = vec![sheet.holds(below), sheet.holds(above), path(number - 1), path(number)];
            add_taken(sheet, taken, &mut because);
            let only = if taken.is_empty() {
                format!("{} is the only cell that is", sheet.cell(place))
            } else {
                format!("{} is the only free cell that is", sheet.cell(place))
            };
            let (from, to, between) = (number, number + 2, number + 1);
            Telling {
                because,
                place: format!("{from} and {to}"),
                cells: vec![sheet.cell(below), sheet.cell(above), sheet.cell(place)],
                marks: Vec::new(),
                reason: format!(
                    "{from} is at {} and {to} at {}; {between} is a neighbour of both, and {only}, so {between} goes there.",
                    sheet.cell(below),
                    sheet.cell(above),
                ),
            }
        })?;
    }
    Flow::Continue(())
}

/// A number that is placed and has one free neighbour for the next number, or for the one before.
pub(super) fn only_exit<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    for gap in sheet.gaps() {
        let low = gap.below.map(|place| (gap.start - 1, place, gap.start));
        let high = gap.above.map(|place| (gap.end, place, gap.end - 1));
        for (number, from, next) in low.into_iter().chain(high) {
            let free = sheet.around(from) & sheet.free;
            if !free.is_single() || !sheet.places[next].meets(&free) {
                continue;
            }
            let to = free.first();
            finder.step(&[], &[sheet.mark(next, to)], |_| {
                let taken = sheet.taken(sheet.around(from));
                let mut because = vec![sheet.holds(from), path(number.min(next))];
                add_taken(sheet, taken, &mut because);
                let (cell, exit) = (sheet.cell(from), sheet.cell(to));
                let (number, next) = (number + 1, next + 1);
                let only = if taken.is_empty() { "only neighbour" } else { "only free neighbour" };
                Telling {
                    because,
                    place: format!("{number} at {cell}"),
                    cells: vec![cell, exit],
                    marks: Vec::new(),
                    reason: format!(
                        "{next} is a neighbour of {number} at {cell}. The {only} of {cell} is {exit}, so {next} goes there."
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}

/// Cells that are taken are a reason together with the rule that no two numbers share a cell.
pub(super) fn add_taken<const W: usize>(sheet: &HidatoSheet<W>, taken: Board<W>, because: &mut Vec<Premise>) {
    let known: Vec<Premise> =
        taken.iter().map(|place| sheet.holds(place)).filter(|holds| !because.contains(holds)).collect();
    if !taken.is_empty() {
        because.push(once());
    }
    because.extend(known);
}

/// `r1c1 holds 5 and r2c2 holds 9`
pub(super) fn entries<const W: usize>(sheet: &HidatoSheet<W>, cells: Board<W>) -> String {
    let entry = |place: usize| sheet.entered(place).map_or_else(String::new, |number| sheet.named(number, place));
    words::and(cells.iter().map(entry))
}
