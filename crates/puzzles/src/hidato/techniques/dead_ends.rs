//! Cells that the path hardly gets into and out of.

use pencilmark_csp::Meter;

use super::super::engine::board::Board;
use super::argument::{Argument, Denial, Fact};
use super::exits::entries;
use super::sheet::HidatoSheet;
use crate::technique::{Finder, Flow, Mark, Premise, Rating, TechniqueInfo, Telling, words};

pub(super) static ENCLOSED_CELL: TechniqueInfo = TechniqueInfo {
    id: "enclosed-cell",
    title: "Enclosed cell",
    tier: 2,
    rating: Rating(20),
    assumes_uniqueness: false,
    about: "All neighbours of a cell are filled. Then the number before its own and the number after it are both among them.",
    aliases: &["isolated cell", "surrounded cell"],
};

pub(super) static DEAD_END: TechniqueInfo = TechniqueInfo {
    id: "dead-end",
    title: "Dead end",
    tier: 3,
    rating: Rating(30),
    assumes_uniqueness: false,
    about: "A cell has one free neighbour. The path comes in and goes out, so it joins the cell to one of the numbers that are placed around it, unless it ends there.",
    aliases: &["cul-de-sac", "one way in"],
};

pub(super) fn enclosed_cell<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    with_exits(sheet, finder, 0)
}

pub(super) fn dead_end<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    with_exits(sheet, finder, 1)
}

fn with_exits<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder, exits: u32) -> Flow {
    for place in sheet.free.iter() {
        if (sheet.around(place) & sheet.free).count() != exits {
            continue;
        }
        let joined = joined(sheet, place);
        let gone = sheet.numbers[place] & !joined;
        if gone.is_empty() || !sheet.numbers[place].meets(&joined) {
            continue;
        }
        let removes: Vec<Mark> = gone.iter().map(|number| sheet.mark(number, place)).collect();
        finder.step(&removes, &[], |meter| tell(sheet, place, joined, gone, meter))?;
    }
    Flow::Continue(())
}

/// The missing numbers that fit a cell by its neighbours.
fn joined<const W: usize>(sheet: &HidatoSheet<W>, place: usize) -> Board<W> {
    let mut joined = Board::EMPTY;
    sheet.missing.iter().filter(|&number| fits(sheet, place, number)).for_each(|number| joined.insert(number));
    joined
}

/// Whether the numbers before and after this one stand around a cell, but for as many as there are free neighbours.
fn fits<const W: usize>(sheet: &HidatoSheet<W>, place: usize, number: usize) -> bool {
    let around = sheet.around(place);
    let is_beside = |number: usize| sheet.at[number].is_some_and(|at| around.contains(at));
    let before = number > 0 && !is_beside(number - 1);
    let after = number + 1 < sheet.at.len() && !is_beside(number + 1);
    u32::from(before) + u32::from(after) <= (around & sheet.free).count()
}

/// What keeps these numbers out of a cell: neighbours that are taken, and steps to the numbers before and after.
fn because<const W: usize>(sheet: &HidatoSheet<W>, place: usize, gone: Board<W>, meter: &Meter) -> Vec<Premise> {
    let last = sheet.at.len() - 1;
    let mut argument = Argument::of(sheet, gone.iter().map(|number| (number.saturating_sub(1), last.min(number + 1))));
    let taken = sheet.taken(sheet.around(place));
    let is_of_it = |at: usize| sheet.entered(at).filter(|&number| argument.is_about(number));
    let facts = taken.iter().map(|at| is_of_it(at).map_or(Fact::Taken(at), |number| Fact::Entered(number, at)));
    let facts: Vec<Fact> = facts.collect();
    argument.facts.splice(0..0, facts);
    argument.denials.extend(gone.iter().map(|number| Denial::At(number, place)));
    argument.minimised(meter).premises()
}

fn tell<const W: usize>(
    sheet: &HidatoSheet<W>,
    place: usize,
    joined: Board<W>,
    gone: Board<W>,
    meter: &Meter,
) -> Telling {
    let cell = sheet.cell(place);
    let around = sheet.around(place);
    let taken = sheet.taken(around);
    let exit = around & sheet.free;
    let because = because(sheet, place, gone, meter);
    let free = exit.iter().map(|place| sheet.cell(place)).next();
    let around_it = match (free, taken.is_empty()) {
        (None, _) => format!("All neighbours of {cell} are filled: {}. ", entries(sheet, taken)),
        (Some(free), true) => format!("{cell} has one neighbour, {free}. "),
        (Some(free), false) => {
            format!("{cell} has one free neighbour, {free}; the others are filled: {}. ", entries(sheet, taken))
        }
    };
    let may_end = sheet.at[0].is_none() || sheet.at.last() == Some(&None);
    let rule = match (free, taken.is_empty()) {
        (None, _) => format!("The numbers before and after the one in {cell} must be among them. "),
        (Some(_), true) => "The path comes in and cannot go out again, so it ends here. ".to_owned(),
        (Some(free), false) => format!(
            "{free} takes only one of the two numbers before and after the one in {cell}; the other must be among those{}. ",
            if may_end { ", unless the path ends here" } else { "" }
        ),
    };
    let options = sheet.numbers[place] & joined;
    let numbers = words::and(options.iter().map(|number| number + 1));
    Telling {
        because,
        place: cell.to_string(),
        cells: sheet.cells(taken | exit | Board::single(place)),
        marks: options.iter().map(|number| sheet.mark(number, place)).collect(),
        reason: format!("{around_it}{rule}Of what was possible in {cell}, that leaves {numbers}."),
    }
}
