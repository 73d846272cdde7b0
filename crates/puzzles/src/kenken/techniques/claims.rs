//! A cage and a line: what the cage needs in the line, and what the line needs in the cage.

use pencilmark_csp::Meter;

use super::combinations::{Given, LISTED, unused, why};
use super::names::{cells, combinations, goes, line_name, numbers, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, bit, mark, marks, place, values};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static CAGE_CLAIMS: TechniqueInfo = TechniqueInfo {
    id: "cage-claims-number",
    title: "Number claimed by a cage",
    tier: 3,
    rating: Rating(32),
    assumes_uniqueness: false,
    about: "If every way to fill a cage puts a number into the same row or column, the other cells of that line cannot hold it.",
    aliases: &["combination and line", "locked combination", "killer pair"],
};

pub(super) fn cage_claims(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for &cage in &sheet.geometry.order {
        finder.poll()?;
        let fillings = sheet.fillings(cage);
        if fillings.len() == 0 {
            continue;
        }
        for part in sheet.geometry.parts[cage].iter().filter(|part| part.members.count_ones() > 1) {
            let in_line = |filling: &[u8]| numbers_in(filling, part.members);
            let claimed = fillings.iter().fold(u16::MAX, |claimed, filling| claimed & in_line(filling));
            if claimed == 0 {
                continue;
            }
            let others = sheet.line(part.line).filter(|&cell| sheet.cage_of(cell) != cage);
            let removes: Vec<Mark> = others.flat_map(|cell| marks(cell, sheet.open_marks(cell) & claimed)).collect();
            if !removes.is_empty() {
                finder.step(&removes, &[], |meter| tell_claim(sheet, cage, part.line, &removes, meter))?;
            }
        }
    }
    Flow::Continue(())
}

/// The numbers that a filling has in some of its cells.
pub(super) fn numbers_in(filling: &[u8], members: u64) -> u16 {
    let inside = |&(order, _): &(usize, &u8)| members >> order & 1 == 1;
    filling.iter().enumerate().filter(inside).fold(0, |held, (_, &number)| held | bit(number.into()))
}

fn tell_claim(sheet: &KenKenSheet, cage: usize, line: usize, removes: &[Mark], meter: &Meter) -> Telling {
    let members = sheet.cells(cage);
    let name = the_cage(sheet.cage(cage));
    let claimed = removes.iter().fold(0, |claimed, mark| claimed | bit(mark.value));
    let inside: Vec<u8> = sheet.line(line).filter(|cell| members.contains(cell)).collect();
    let sums = combinations(sheet.cage(cage), sheet.fillings(cage).iter());
    let can = match sums.len() {
        0..=LISTED => format!("{} can only be {}", words::sentence(&name), words::or(&sums)),
        _ => format!("Go through all ways to fill {name}"),
    };
    let whichever = if sums.len() == 1 { "and" } else { "and whichever it is," };
    let line_text = line_name(line);
    let own = if inside.len() == members.len() {
        format!("it holds {} in {line_text}", numbers(claimed))
    } else {
        format!("it holds {} in its cells of {line_text}, {}", numbers(claimed), cells(inside.iter().copied()))
    };
    let (it, goes) = (if claimed.is_power_of_two() { "that number" } else { "these numbers" }, goes(removes));
    Telling {
        because: Grounds::new(sheet).cage(cage).line(line).minimised(meter, removes, &[]),
        place: format!("{name} and {line_text}"),
        cells: members.iter().map(|&cell| place(cell)).collect(),
        marks: inside.iter().flat_map(|&cell| marks(cell, sheet.marks(cell) & claimed)).collect(),
        reason: format!("{can}, {whichever} {own}. No other cell of {line_text} can hold {it}: {goes}."),
    }
}

pub(super) static LINE_CLAIMS: TechniqueInfo = TechniqueInfo {
    id: "line-claims-number",
    title: "Number claimed by a line",
    tier: 3,
    rating: Rating(34),
    assumes_uniqueness: false,
    about: "If a number fits in a row or column only inside one cage, the cage has to hold it there, and the ways to fill the cage without it go.",
    aliases: &["pointing segment", "line and combination"],
};

pub(super) fn line_claims(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for line in sheet.lines() {
        finder.poll()?;
        let entered =
            sheet.line(line).filter(|&cell| sheet.is_entered(cell)).fold(0, |held, cell| held | sheet.marks(cell));
        for number in values(sheet.full() & !entered) {
            let mut places = sheet.line(line).filter(|&cell| sheet.marks(cell) & bit(number) != 0);
            let Some(first) = places.next() else { continue };
            let cage = sheet.cage_of(first);
            if !sheet.fillings(cage).is_listed() || places.any(|cell| sheet.cage_of(cell) != cage) {
                continue;
            }
            let Some(part) = sheet.geometry.parts[cage].iter().find(|part| part.line == line) else { continue };
            let keeps = |filling: &[u8]| numbers_in(filling, part.members) & bit(number) != 0;
            let removes = unused(sheet, cage, keeps);
            // A cage that cannot hold the number there is a contradiction; so is what it would remove.
            if !removes.is_empty() && sheet.fillings(cage).iter().any(keeps) {
                finder.step(&removes, &[], |meter| tell_line(sheet, line, cage, number, keeps, (&removes, meter)))?;
            }
        }
    }
    Flow::Continue(())
}

fn tell_line(
    sheet: &KenKenSheet,
    line: usize,
    cage: usize,
    number: u16,
    keeps: impl Fn(&[u8]) -> bool,
    (removes, meter): (&[Mark], &Meter),
) -> Telling {
    let members = sheet.cells(cage);
    let (name, line_text) = (the_cage(sheet.cage(cage)), line_name(line));
    let inside: Vec<u8> =
        sheet.line(line).filter(|&cell| sheet.cage_of(cell) == cage && sheet.marks(cell) & bit(number) != 0).collect();
    let left: Vec<&[u8]> = sheet.fillings(cage).iter().filter(|filling| keeps(filling)).collect();
    let outside = sheet.line(line).filter(|&cell| sheet.cage_of(cell) != cage);
    Telling {
        because: Grounds::new(sheet).cage(cage).line(line).lack(outside, number).minimised(meter, removes, &[]),
        place: format!("{line_text} and {name}"),
        cells: members.iter().map(|&cell| place(cell)).collect(),
        marks: inside.iter().map(|&cell| mark(cell, number)).collect(),
        reason: format!(
            "In {line_text}, {number} is possible only in {}, inside {name}, so the cage holds {number} there. {} So {}.",
            cells(inside.iter().copied()),
            why(sheet, cage, Given::That, &left, removes),
            goes(removes),
        ),
    }
}
