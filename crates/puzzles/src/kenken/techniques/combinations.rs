//! One cage at a time: marks that no way to fill it uses.

use pencilmark_csp::Meter;
use pencilmark_csp::rule::Operator;

use super::names::{cells, combinations, goes, numbers_or, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, bit, marks, place};
use crate::kenken::Cage;
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

/// The most combinations, and ways to fill a cage, that a sentence lists.
pub(super) const LISTED: usize = 6;

pub(super) static COMBINATIONS: TechniqueInfo = TechniqueInfo {
    id: "cage-combinations",
    title: "Cage combinations",
    tier: 1,
    rating: Rating(18),
    assumes_uniqueness: false,
    about: "List the combinations of numbers that make the target of a cage and fit the marks of its cells. Marks that none of them uses go.",
    aliases: &["unique combination", "killer combination"],
};

pub(super) static LARGE_COMBINATIONS: TechniqueInfo = TechniqueInfo {
    id: "large-cage-combinations",
    title: "Combinations of a large cage",
    tier: 3,
    rating: Rating(30),
    assumes_uniqueness: false,
    about: "As cage combinations, in a cage of four cells or more, where there are more of them to go through.",
    aliases: &[],
};

pub(super) fn small(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    find(sheet, finder, 2..4)
}

pub(super) fn large(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    find(sheet, finder, 4..usize::MAX)
}

fn find(sheet: &KenKenSheet, finder: &mut Finder, sizes: std::ops::Range<usize>) -> Flow {
    for &cage in &sheet.geometry.order {
        finder.poll()?;
        if !sizes.contains(&sheet.cells(cage).len()) || !sheet.fillings(cage).is_listed() {
            continue;
        }
        let removes = unused(sheet, cage, |_| true);
        if !removes.is_empty() {
            finder.step(&removes, &[], |meter| tell(sheet, cage, &removes, meter))?;
        }
    }
    Flow::Continue(())
}

/// The marks in a cage that none of its fillings that `keep` uses.
pub(super) fn unused(sheet: &KenKenSheet, cage: usize, keep: impl Fn(&[u8]) -> bool) -> Vec<Mark> {
    let cells = sheet.cells(cage);
    let mut used = [0u16; 64];
    for filling in sheet.fillings(cage).iter().filter(|filling| keep(filling)) {
        for (used, &number) in used.iter_mut().zip(filling) {
            *used |= bit(number.into());
        }
    }
    let unused = cells.iter().zip(used).flat_map(|(&cell, used)| marks(cell, sheet.open_marks(cell) & !used));
    unused.collect()
}

fn tell(sheet: &KenKenSheet, cage: usize, removes: &[Mark], meter: &Meter) -> Telling {
    let members = sheet.cells(cage);
    let name = the_cage(sheet.cage(cage));
    let fillings: Vec<&[u8]> = sheet.fillings(cage).iter().collect();
    let reason = if fillings.is_empty() {
        format!("No numbers that are still possible in {name} make its target, so {}.", goes(removes))
    } else {
        format!("{} So {}.", why(sheet, cage, Given::Marks, &fillings, removes), goes(removes))
    };
    Telling {
        because: Grounds::new(sheet).cage(cage).minimised(meter, removes, &[]),
        place: name,
        cells: members.iter().map(|&cell| place(cell)).collect(),
        marks: Vec::new(),
        reason,
    }
}

/// What leaves a cage no other fillings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// The marks of its cells, and the lines through it.
    Marks,
    /// Something that was just said.
    That,
}

/// Sentences that say why these fillings of a cage, the only ones `given` something, leave out what is removed.
pub(super) fn why(sheet: &KenKenSheet, cage: usize, given: Given, fillings: &[&[u8]], removes: &[Mark]) -> String {
    let members = sheet.cells(cage);
    let cage = sheet.cage(cage);
    let sums = combinations(cage, fillings.iter().copied());
    let listed = sums.len() <= LISTED;
    let (gone, elsewhere): (Vec<Mark>, Vec<Mark>) =
        removes.iter().partition(|mark| fillings.iter().all(|filling| !filling.contains(&(mark.value as u8))));
    let mut text = Vec::new();
    if listed {
        let intro = if given == Given::Marks { "With the numbers still possible in its cells," } else { "So" };
        text.push(format!("{intro} {} can only be {}.", the_cage(cage), words::or(&sums)));
        let gone = numbers_of(&gone);
        if gone != 0 {
            let gone = numbers_or(gone);
            text.push(if sums.len() == 1 {
                format!("It has no {gone}.")
            } else {
                format!("None of these has {}.", words::a(gone))
            });
        }
    }
    let unexplained = if listed { &elsewhere } else { removes };
    if listed && unexplained.len() > 1 && fillings.len() <= LISTED {
        let ways = fillings.iter().map(|filling| filling.iter().map(u8::to_string).collect::<Vec<_>>().join("-"));
        let order = cells(members.iter().copied());
        text.push(format!("In the order {order}, the numbers can only be {}.", words::or(ways)));
        return text.join(" ");
    }
    for marks in unexplained.chunk_by(|one, other| one.cell == other.cell) {
        let rest: Vec<u8> = members.iter().copied().filter(|&cell| place(cell) != marks[0].cell).collect();
        let cannot = match (given, rest.len()) {
            (_, 1) => "and it cannot",
            (Given::Marks, _) => "which their marks, rows and columns do not allow",
            (Given::That, _) => "which is ruled out by that, or by their marks, rows and columns",
        };
        if marks.len() > 2 {
            let values = numbers_or(numbers_of(marks));
            let rest = cells(rest);
            text.push(format!("If {} were {values}, {rest} would have to make up the rest, {cannot}.", marks[0].cell));
            continue;
        }
        for mark in marks {
            let needed = if listed { rests(fillings, mark.value as u8) } else { None };
            let needed = needed.unwrap_or_else(|| rest_of_target(cage, mark.value));
            let rest = cells(rest.iter().copied());
            text.push(format!("If {} were {}, {rest} would have to {needed}, {cannot}.", mark.cell, mark.value));
        }
    }
    text.join(" ")
}

/// The numbers of marks.
fn numbers_of(marks: &[Mark]) -> u16 {
    marks.iter().fold(0, |set, mark| set | bit(mark.value))
}

/// What is left of the combinations with this number, without it: `hold 1 and 6; or 2 and 3`; `be 1 or 5` if it is one number each.
fn rests(fillings: &[&[u8]], number: u8) -> Option<String> {
    let mut rests: Vec<Vec<u8>> = Vec::new();
    for filling in fillings {
        let mut rest = filling.to_vec();
        rest.sort_unstable();
        if let Ok(at) = rest.binary_search(&number) {
            rest.remove(at);
            rests.push(rest);
        }
    }
    rests.sort_unstable();
    rests.dedup();
    if rests.iter().all(|rest| rest.len() == 1) && !rests.is_empty() {
        return Some(format!("be {}", words::or(rests.iter().flatten())));
    }
    let texts: Vec<String> = rests.iter().map(words::and).collect();
    let (last, before) = texts.split_last()?;
    Some(if before.is_empty() { format!("hold {last}") } else { format!("hold {}; or {last}", before.join("; ")) })
}

/// What the other cells of a cage have to make beside this number.
fn rest_of_target(cage: &Cage, number: u16) -> String {
    let number = u64::from(number);
    match cage.operator {
        Operator::Add if cage.target > number => format!("add up to {}", cage.target - number),
        Operator::Multiply if cage.target.is_multiple_of(number) => format!("multiply to {}", cage.target / number),
        _ => format!("make {} with it", cage.clue()),
    }
}
