//! Cells that the path hardly gets into and out of.

use super::super::engine::board::Board;
use super::argument::once;
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
        let numbers = sheet.numbers[place];
        let left = numbers & joined;
        if left.is_single() {
            finder.step(&[], &[sheet.mark(left.first(), place)], || tell(sheet, place, joined, Some(left.first())))?;
        } else if !left.is_empty() {
            let removes: Vec<Mark> = (numbers & !joined).iter().map(|number| sheet.mark(number, place)).collect();
            finder.step(&removes, &[], || tell(sheet, place, joined, None))?;
        }
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

fn tell<const W: usize>(sheet: &HidatoSheet<W>, place: usize, joined: Board<W>, placed: Option<usize>) -> Telling {
    let cell = sheet.cell(place);
    let taken = sheet.taken(sheet.around(place));
    let exit = sheet.around(place) & sheet.free;
    let mut because = vec![Premise::Rules("path"), once()];
    because.extend(taken.iter().map(|place| sheet.holds(place)));
    let mut reason = match (exit.is_empty(), taken.count()) {
        (true, _) => format!("All neighbours of {cell} are filled: {}. ", entries(sheet, taken)),
        (false, 0) => format!("{} is the only neighbour of {cell}. ", sheet.cell(exit.first())),
        (false, _) => format!(
            "{} is the only free neighbour of {cell}; the others are filled: {}. ",
            sheet.cell(exit.first()),
            entries(sheet, taken)
        ),
    };
    reason += if exit.is_empty() {
        "The numbers before and after the one in this cell must be among them. "
    } else {
        "The path comes in and goes out, so one of the two numbers that it joins to this cell is among them, unless the path ends here. "
    };
    let mut gone = Vec::new();
    if let Some(number) = placed {
        // Numbers that would fit but stand elsewhere, or have been ruled out.
        let fits = |&other: &usize| other != number && fits(sheet, place, other);
        for other in (0..sheet.at.len()).filter(fits) {
            if let Some(elsewhere) = sheet.at[other] {
                if !taken.contains(elsewhere) {
                    because.push(sheet.holds(elsewhere));
                    gone.push(other);
                }
            } else {
                because.push(Premise::Lacks(sheet.mark(other, place)));
                gone.push(other);
            }
        }
    }
    let names = |numbers: &mut dyn Iterator<Item = usize>| words::or(numbers.map(|number| number + 1));
    let options = sheet.numbers[place] & joined;
    reason += &match placed {
        Some(number) if gone.is_empty() => format!("Only {} fits, so it goes there.", number + 1),
        Some(number) => {
            let are = if gone.len() == 1 { "is" } else { "are" };
            let (elsewhere, ruled): (Vec<usize>, Vec<usize>) =
                gone.iter().partition(|&&number| sheet.at[number].is_some());
            let list = |numbers: &[usize]| words::and(numbers.iter().map(|number| number + 1));
            let why = match (elsewhere.is_empty(), ruled.is_empty()) {
                (false, true) => format!("{} {are} placed elsewhere", list(&elsewhere)),
                (true, _) => {
                    format!("{} {} been ruled out there", list(&ruled), if ruled.len() == 1 { "has" } else { "have" })
                }
                (false, false) => format!(
                    "{} {} placed elsewhere and {} {} been ruled out there",
                    list(&elsewhere),
                    if elsewhere.len() == 1 { "is" } else { "are" },
                    list(&ruled),
                    if ruled.len() == 1 { "has" } else { "have" },
                ),
            };
            format!("{why}, which leaves {}, so it goes there.", number + 1)
        }
        None => format!("So {cell} holds {}.", names(&mut options.iter())),
    };
    Telling {
        because,
        place: cell.to_string(),
        cells: sheet.cells(taken | exit | Board::single(place)),
        marks: options.iter().map(|number| sheet.mark(number, place)).collect(),
        reason,
    }
}
