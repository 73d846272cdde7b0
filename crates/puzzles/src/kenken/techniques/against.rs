//! Combination against combination: ways to fill a cage that leave nothing for a cell, or no way to fill another cage.

use pencilmark_csp::Meter;

use super::claims::numbers_in;
use super::combinations::{Given, LISTED, unused, why};
use super::names::{combinations, goes, line_name, lines_name, numbers, numbers_or, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, marks, place};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static CELL_STARVED: TechniqueInfo = TechniqueInfo {
    id: "combination-against-cell",
    title: "Combination against a cell",
    tier: 3,
    rating: Rating(36),
    assumes_uniqueness: false,
    about: "A way to fill a cage that takes all numbers which another cell of the line can still hold is out. Marks that only such ways use go.",
    aliases: &["combination and bivalue cell"],
};

pub(super) fn cell_starved(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for &cage in &sheet.geometry.order {
        finder.poll()?;
        if sheet.fillings(cage).len() == 0 {
            continue;
        }
        for part in &sheet.geometry.parts[cage] {
            let count = part.members.count_ones();
            for cell in sheet.line(part.line).filter(|&cell| sheet.cage_of(cell) != cage) {
                let held = sheet.open_marks(cell);
                if count < 2 || !(2..=count).contains(&held.count_ones()) {
                    continue;
                }
                let keeps = |filling: &[u8]| held & !numbers_in(filling, part.members) != 0;
                let removes = unused(sheet, cage, keeps);
                if removes.is_empty() || !sheet.fillings(cage).iter().any(keeps) {
                    continue;
                }
                finder.step(&removes, &[], |meter| {
                    let name = the_cage(sheet.cage(cage));
                    let kept: Vec<&[u8]> = sheet.fillings(cage).iter().filter(|filling| keeps(filling)).collect();
                    let line = line_name(part.line);
                    Telling {
                        because: Grounds::new(sheet).line(part.line).cells(&[cell]).cage(cage).minimised(
                            meter,
                            &removes,
                            &[],
                        ),
                        place: format!("{name} and {}", place(cell)),
                        cells: sheet.cells(cage).iter().chain([&cell]).map(|&cell| place(cell)).collect(),
                        marks: marks(cell, held).collect(),
                        reason: format!(
                            "{} can only be {}. If {name} had {} in {line}, nothing would be left for {0}. {} So {}.",
                            place(cell),
                            numbers_or(held),
                            numbers(held),
                            why(sheet, cage, Given::That, &kept, &removes),
                            goes(&removes),
                        ),
                    }
                })?;
            }
        }
    }
    Flow::Continue(())
}

pub(super) static CAGE_AGAINST_CAGE: TechniqueInfo = TechniqueInfo {
    id: "cage-against-cage",
    title: "Cage against cage",
    tier: 5,
    rating: Rating(62),
    assumes_uniqueness: false,
    about: "Two cages in the same line, or pair of lines, cannot have a number there twice. A way to fill one that leaves no way to fill the other is out.",
    aliases: &["combination against combination", "conflicting combinations"],
};

pub(super) fn cage_against_cage(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    let order = &sheet.geometry.order;
    let (mut keys, mut others) = (Vec::new(), Vec::new());
    for (at, &first) in order.iter().enumerate() {
        for &second in &order[..at] {
            finder.poll()?;
            let shared = shared(sheet, first, second);
            if shared.count == 0 || sheet.fillings(first).len() == 0 || sheet.fillings(second).len() == 0 {
                continue;
            }
            for (cage, other, side) in [(first, second, 0), (second, first, 1)] {
                shared.keys(sheet, cage, side, &mut keys);
                shared.keys(sheet, other, 1 - side, &mut others);
                keys.retain(|key| others.iter().all(|other| key & other != 0)); // those that leave nothing for the other
                if keys.is_empty() {
                    continue;
                }
                let keeps = |filling: &[u8]| keys.binary_search(&shared.key(filling, side)).is_err();
                let removes = unused(sheet, cage, keeps);
                if !removes.is_empty() && sheet.fillings(cage).iter().any(keeps) {
                    let lines = &shared.lines[..shared.count];
                    finder
                        .step(&removes, &[], |meter| tell_pair(sheet, (cage, other), lines, keeps, &removes, meter))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Lines that two cages share.
struct Shared {
    lines: [usize; 4],
    members: [[u64; 4]; 2],
    count: usize,
}

fn shared(sheet: &KenKenSheet, first: usize, second: usize) -> Shared {
    let mut shared = Shared { lines: [0; 4], members: [[0; 4]; 2], count: 0 };
    for part in &sheet.geometry.parts[first] {
        if let Some(other) = sheet.geometry.parts[second].iter().find(|other| other.line == part.line)
            && shared.count < 4
        {
            shared.lines[shared.count] = part.line;
            shared.members[0][shared.count] = part.members;
            shared.members[1][shared.count] = other.members;
            shared.count += 1;
        }
    }
    shared
}

impl Shared {
    /// The numbers that a filling has in each line, 16 bits each.
    fn key(&self, filling: &[u8], side: usize) -> u64 {
        (0..self.count).fold(0, |key, at| key | u64::from(numbers_in(filling, self.members[side][at])) << (16 * at))
    }

    /// The keys of all fillings, each once, sorted.
    fn keys(&self, sheet: &KenKenSheet, cage: usize, side: usize, keys: &mut Vec<u64>) {
        keys.clear();
        keys.extend(sheet.fillings(cage).iter().map(|filling| self.key(filling, side)));
        keys.sort_unstable();
        keys.dedup();
    }
}

fn tell_pair(
    sheet: &KenKenSheet,
    (cage, other): (usize, usize),
    lines: &[usize],
    keeps: impl Fn(&[u8]) -> bool,
    removes: &[Mark],
    meter: &Meter,
) -> Telling {
    let (name, other_name) = (the_cage(sheet.cage(cage)), the_cage(sheet.cage(other)));
    let (kept, out): (Vec<&[u8]>, Vec<&[u8]>) = sheet.fillings(cage).iter().partition(|filling| keeps(filling));
    let sums = combinations(sheet.cage(other), sheet.fillings(other).iter());
    let can = match sums.len() {
        0..=LISTED => format!("{} can only be {}.", words::sentence(&other_name), words::or(&sums)),
        _ => format!("Go through all ways to fill {other_name}."),
    };
    let met = lines_name(lines);
    // A combination that stays in another order is not out.
    let stays = combinations(sheet.cage(cage), kept.iter().copied());
    let gone = combinations(sheet.cage(cage), out.iter().copied());
    let whole = gone.iter().all(|sum| !stays.contains(sum)) && gone.len() <= LISTED;
    let clash = if whole {
        let gone = words::or(&gone);
        format!("If {name} were {gone}, every way to fill {other_name} would repeat one of its numbers there.")
    } else {
        format!(
            "For some ways to fill {name}, every way to fill {other_name} would repeat one of its numbers there. These are out."
        )
    };
    let grounds = lines.iter().fold(Grounds::new(sheet), |grounds, &line| grounds.line(line));
    Telling {
        because: grounds.cage(other).cage(cage).minimised(meter, removes, &[]),
        place: format!("{name} and {other_name}"),
        cells: sheet.cells(cage).iter().chain(sheet.cells(other)).map(|&cell| place(cell)).collect(),
        marks: Vec::new(),
        reason: format!(
            "{can} It meets {name} in {met}. {clash} {} So {}.",
            why(sheet, cage, Given::That, &kept, removes),
            goes(removes)
        ),
    }
}
