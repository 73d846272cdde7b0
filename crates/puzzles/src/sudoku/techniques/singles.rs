//! Entries that a person sees without pencil marks, or with those of one cell: full house, hidden single, naked single.

use super::bits::{Bits, digits};
use super::sheet::Paper;
use super::telling::{Because, sentence};
use crate::technique::words::a;
use crate::technique::{Finder, Flow, Mark, Premise, Rating, TechniqueInfo, Telling};

pub(super) static FULL_HOUSE: TechniqueInfo = TechniqueInfo {
    id: "full-house",
    title: "Full house",
    tier: 1,
    rating: Rating(10),
    assumes_uniqueness: false,
    about: "A row, column or box with one empty cell: the digit that is missing goes there.",
    aliases: &["Full House", "last digit", "last value", "last cell"],
};

pub(super) static HIDDEN_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "hidden-single",
    title: "Hidden single",
    tier: 1,
    rating: Rating(12),
    assumes_uniqueness: false,
    about: "A digit that has one place left in a row, column or box goes there, whatever else the cell could hold. Boxes are easier to see than lines.",
    aliases: &["Hidden Single", "pinned digit", "unique candidate", "last possible cell", "cross-hatching"],
};

/// A hidden single in a row or column.
pub(in crate::sudoku) const IN_LINE: Rating = Rating(15);

pub(super) static NAKED_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "naked-single",
    title: "Naked single",
    tier: 2,
    rating: Rating(23),
    assumes_uniqueness: false,
    about: "A cell where all digits but one have been ruled out holds that digit.",
    aliases: &["Naked Single", "forced digit", "sole candidate", "last possible number"],
};

pub(super) fn full_house<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let mut units = paper.last;
    while units != 0 {
        let unit = units.trailing_zeros() as usize;
        units &= units - 1;
        let cell = (paper.geometry.units[unit] & paper.open).first();
        let there = paper.geometry.unit_cells[unit].iter();
        let missing = there.fold(paper.geometry.all, |set, &other| set & !(1 << paper.entries[usize::from(other)]));
        if !missing.is_power_of_two() || paper.marks[cell] & missing == 0 {
            continue; // A digit stands there twice.
        }
        let digit = missing.trailing_zeros() as usize;
        let mark = paper.as_mark(cell, digit);
        finder.step(&[], &[mark], |_| {
            let others = paper.geometry.units[unit].without(B::only(cell));
            let holds = |other| Mark { cell: paper.cell(other), value: u16::from(paper.entries[other]) };
            let name = paper.unit_name(unit);
            Telling {
                because: others.cells().map(|other| Premise::Holds(holds(other))).chain([paper.rule(unit)]).collect(),
                place: name.clone(),
                cells: vec![mark.cell],
                marks: vec![mark],
                reason: format!(
                    "{} has one empty cell, {}, and of the digits only {digit} is missing. So {} is {digit}.",
                    sentence(&name),
                    mark.cell,
                    mark.cell
                ),
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn hidden_single<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let side = paper.geometry.side;
    let lines = (1_u128 << (2 * side)) - 1;
    for (mask, rating) in [(!lines, HIDDEN_SINGLE.rating), (lines, IN_LINE)] {
        for digit in 1..=side {
            let mut units = paper.once[digit] & mask;
            while units != 0 {
                let unit = units.trailing_zeros() as usize;
                units &= units - 1;
                let place = paper.spots(unit, digit).trailing_zeros() as usize;
                let cell = usize::from(paper.geometry.unit_cells[unit][place]);
                let mark = paper.as_mark(cell, digit);
                finder.rated(rating, &[], &[mark], |_| tell_hidden(paper, unit, cell, digit))?;
            }
        }
    }
    Flow::Continue(())
}

fn tell_hidden<B: Bits>(paper: &Paper<B>, unit: usize, cell: usize, digit: usize) -> Telling {
    let mark = paper.as_mark(cell, digit);
    let others = paper.geometry.units[unit].without(B::only(cell));
    let mut because = Because::default();
    for other in others.cells() {
        because.lacks(other, 1 << digit);
    }
    let empty = others & paper.open;
    // A digit that stands in sight of an empty cell rules it out there; the rest was ruled out by reasoning.
    let (mut sights, mut before) = (B::NONE, B::NONE);
    for other in empty.cells() {
        let seen = paper.geometry.peers[other].cells().filter(|&peer| usize::from(paper.entries[peer]) == digit);
        match seen.min_by_key(|&peer| (!sights.has(peer), peer)) {
            Some(peer) => sights |= B::only(peer),
            None => before |= B::only(other),
        }
    }
    let (name, kind, here) = (paper.unit_name(unit), paper.unit_kind(unit), mark.cell);
    let mut reason = format!("{} needs {}.", sentence(&name), a(digit));
    let seen = match sights.len() {
        0 => String::new(),
        1 => format!("the {digit} in {}", paper.names(sights)),
        _ => format!("the {digit}s in {}", paper.names(sights)),
    };
    let ruled = |cells| format!("{digit} has already been ruled out in {}", paper.names(cells));
    if empty.is_empty() {
        reason += &format!(" Its only empty cell is {here}.");
    } else if before.is_empty() {
        let verb = if sights.len() == 1 { "rules" } else { "rule" };
        reason += &format!(" {} {verb} out every other empty cell of the {kind}.", sentence(&seen));
    } else if sights.is_empty() {
        reason += &format!(" {}, so {here} is the only place left.", sentence(&ruled(before)));
    } else {
        let verb = if sights.len() == 1 { "rules" } else { "rule" };
        reason +=
            &format!(" {} {verb} out {}, and {}.", sentence(&seen), paper.names(empty.without(before)), ruled(before));
    }
    reason += &format!(" So {here} is {digit}.");
    let lacks = because.lacks.iter().map(|&(other, digit)| Premise::Lacks(paper.as_mark(other, digit)));
    Telling {
        because: lacks.chain([paper.rule(unit)]).collect(),
        place: name,
        cells: std::iter::once(here).chain(sights.cells().map(|cell| paper.cell(cell))).collect(),
        marks: vec![mark],
        reason,
    }
}

pub(super) fn naked_single<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    for cell in paper.single.cells() {
        let digit = paper.marks[cell].trailing_zeros() as usize;
        let mark = paper.as_mark(cell, digit);
        finder.step(&[], &[mark], |_| {
            let others = paper.geometry.all & !(1 << digit);
            Telling {
                because: Premise::lacks(mark.cell, digits(others).map(|digit| digit as u16)).collect(),
                place: mark.cell.to_string(),
                cells: vec![mark.cell],
                marks: vec![mark],
                reason: format!("{} So {} is {digit}.", sights(paper, cell, others), mark.cell),
            }
        })?;
    }
    Flow::Continue(())
}

/// `r4c2 sees 1, 2 and 3 in row 4; 5 in box 4. Besides, 6 has already been ruled out there.`
fn sights<B: Bits>(paper: &Paper<B>, cell: usize, mut others: u32) -> String {
    let mut phrases = Vec::new();
    for unit in paper.geometry.of(cell) {
        let there = paper.geometry.unit_cells[unit].iter().map(|&other| paper.entries[usize::from(other)]);
        let seen = there.fold(0, |set, entry| set | 1_u32 << entry) & others;
        others &= !seen;
        if seen != 0 {
            phrases.push(format!("{} in {}", Paper::<B>::both(seen), paper.unit_name(unit)));
        }
    }
    let verb = if others.is_power_of_two() { "has" } else { "have" };
    let before = format!("{} {verb} already been ruled out", Paper::<B>::both(others));
    let here = paper.cell(cell);
    match (phrases.is_empty(), others) {
        (false, 0) => format!("{here} sees {}. No other digit is left for it.", phrases.join("; ")),
        (false, _) => format!("{here} sees {}. Besides, {before} there.", phrases.join("; ")),
        (true, _) => format!("In {here}, {before}."),
    }
}
