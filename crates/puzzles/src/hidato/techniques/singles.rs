//! One place left for a number, one number left for a cell.

use std::fmt::Write as _;

use super::super::engine::board::Board;
use super::argument::{Argument, Denial, once};
use super::sheet::{Gap, HidatoSheet};
use crate::technique::{Finder, Flow, Premise, Rating, TechniqueInfo, Telling, words};

pub(super) static HIDDEN_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "hidden-single",
    title: "Hidden single",
    tier: 2,
    rating: Rating(22),
    assumes_uniqueness: false,
    about: "A number has to reach the placed numbers before and after it in time, one step a number, over free cells. If one cell is left for it, it goes there.",
    aliases: &["one place left", "only cell for a number"],
};

pub(super) static NAKED_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "naked-single",
    title: "Naked single",
    tier: 2,
    rating: Rating(25),
    assumes_uniqueness: false,
    about: "Every cell holds a number. If all missing numbers but one are too far away from a cell or have been ruled out there, it holds that one.",
    aliases: &["one number left", "only number for a cell"],
};

/// Numbers near an end of their gap come first: their reasons are short.
pub(super) fn hidden_single<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    let most = sheet.gaps().map(|gap| gap.len()).max().unwrap_or(0);
    for depth in 1..=most.div_ceil(2) {
        for gap in sheet.gaps().filter(|gap| gap.len().div_ceil(2) >= depth) {
            let (low, high) = (gap.start + depth - 1, gap.end - depth);
            for number in [low, high].into_iter().take(if low == high { 1 } else { 2 }) {
                if !sheet.places[number].is_single() {
                    continue;
                }
                let place = sheet.places[number].first();
                finder.step(&[], &[sheet.mark(number, place)], |meter| {
                    let mut argument = Argument::about(sheet, gap);
                    argument.denials.push(Denial::NotAt(number, place));
                    let argument = argument.minimised(meter);
                    let (name, cell) = (number + 1, sheet.cell(place));
                    Telling {
                        because: argument.premises(),
                        place: format!("the places for {name}"),
                        cells: sheet.cells(argument.cells() | Board::single(place)),
                        marks: vec![sheet.mark(number, place)],
                        reason: format!(
                            "{}{}{}The only cell left for {name} is {cell}, so it goes there.",
                            argument.position_of(number),
                            argument.limits(),
                            argument.dead_ends(number, place),
                        ),
                    }
                })?;
            }
        }
    }
    Flow::Continue(())
}

pub(super) fn naked_single<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    for place in sheet.free.iter() {
        if !sheet.numbers[place].is_single() {
            continue;
        }
        let number = sheet.numbers[place].first();
        finder.step(&[], &[sheet.mark(number, place)], |_| {
            let others = (0..sheet.at.len()).filter(|&other| other != number);
            let mut because = vec![once()];
            because.extend(others.map(|other| Premise::Lacks(sheet.mark(other, place))));
            let (name, cell) = (number + 1, sheet.cell(place));
            Telling {
                because,
                place: cell.to_string(),
                cells: vec![cell],
                marks: vec![sheet.mark(number, place)],
                reason: format!("{}So {cell} holds {name}.", why_alone(sheet, place, number)),
            }
        })?;
    }
    Flow::Continue(())
}

/// Why the other missing numbers cannot be in a cell: `2 and 5 have been ruled out in r6c6. The path cannot get there in time for 8 from 9 (r5c4), ….`
fn why_alone<const W: usize>(sheet: &HidatoSheet<W>, place: usize, number: usize) -> String {
    let cell = sheet.cell(place);
    let mut ruled_out: Vec<usize> = Vec::new();
    let mut far: Vec<(String, Gap)> = Vec::new();
    for gap in sheet.gaps() {
        for other in (gap.start..gap.end).filter(|&other| other != number) {
            let run = Gap { start: other, end: other + 1, ..gap };
            match (sheet.too_far(&gap, other, place), far.last_mut()) {
                (None, _) => ruled_out.push(other + 1),
                (Some(end), Some((last, run))) if *last == end && run.end == other => run.end += 1,
                (Some(end), _) => far.push((end, run)),
            }
        }
    }
    let mut text = String::from("Every cell holds a number. ");
    if !ruled_out.is_empty() {
        let have = if ruled_out.len() == 1 { "has" } else { "have" };
        let _ = write!(text, "{} {have} been ruled out in {cell}. ", words::and(ruled_out));
    }
    if !far.is_empty() {
        let also = if text.contains("ruled out") { "The others that are missing" } else { "All other missing numbers" };
        let far = far.iter().map(|(end, run)| format!("{} from {end}", run.numbers()));
        let _ = write!(text, "{also} are too far away over free cells: {}. ", far.collect::<Vec<_>>().join("; "));
    }
    text
}
