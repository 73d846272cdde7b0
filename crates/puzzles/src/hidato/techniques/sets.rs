//! As many numbers as cells.

use super::super::engine::board::Board;
use super::argument::once;
use super::sheet::HidatoSheet;
use crate::technique::{Finder, Flow, Mark, Premise, Rating, TechniqueInfo, Telling, words};

pub(super) static NAKED_PAIR: TechniqueInfo = TechniqueInfo {
    id: "naked-pair",
    title: "Pair of numbers",
    tier: 5,
    rating: Rating(55),
    assumes_uniqueness: false,
    about: "Two numbers can stand in the same two cells only. They fill them, and no other number can have these cells.",
    aliases: &["naked pair of numbers", "two numbers in two cells"],
};

pub(super) static HIDDEN_PAIR: TechniqueInfo = TechniqueInfo {
    id: "hidden-pair",
    title: "Pair of cells",
    tier: 5,
    rating: Rating(56),
    assumes_uniqueness: false,
    about: "Two cells can hold the same two numbers only. They take both, and these numbers can stand nowhere else.",
    aliases: &["hidden pair", "two cells for two numbers"],
};

pub(super) fn naked_pair<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    for number in sheet.missing.iter().filter(|&number| sheet.places[number].count() == 2) {
        finder.poll()?;
        let cells = sheet.places[number];
        let twin = |&other: &usize| sheet.places[other] == cells;
        for other in sheet.missing.iter().filter(|&other| other > number).filter(twin) {
            let mut removes: Vec<Mark> = Vec::new();
            for place in cells.iter() {
                let others = sheet.numbers[place].iter().filter(|third| ![number, other].contains(third));
                removes.extend(others.map(|third| sheet.mark(third, place)));
            }
            finder.step(&removes, &[], |_| {
                let rest = sheet.geometry.steps.cells & !cells;
                let mut because = vec![once()];
                because.extend(sheet.lacks(number, rest));
                because.extend(sheet.lacks(other, rest));
                let mut gone: Vec<u16> = removes.iter().map(|mark| mark.value).collect();
                gone.sort_unstable();
                gone.dedup();
                let both = words::and(sheet.cells(cells));
                Telling {
                    because,
                    place: format!("the places for {} and {}", number + 1, other + 1),
                    cells: sheet.cells(cells),
                    marks: [number, other].into_iter().flat_map(|number| sheet.marks(number, cells)).collect(),
                    reason: format!(
                        "{} and {} have only {both} left. They fill these two cells, so {} cannot stand there.",
                        number + 1,
                        other + 1,
                        words::and(gone),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}

pub(super) fn hidden_pair<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    for place in sheet.free.iter().filter(|&place| sheet.numbers[place].count() == 2) {
        finder.poll()?;
        let numbers = sheet.numbers[place];
        let twin = |&other: &usize| sheet.numbers[other] == numbers;
        for other in sheet.free.iter().filter(|&other| other > place).filter(twin) {
            let cells = Board::single(place) | Board::single(other);
            let removes: Vec<Mark> =
                numbers.iter().flat_map(|number| sheet.marks(number, sheet.places[number] & !cells)).collect();
            finder.step(&removes, &[], |_| {
                let others = || (0..sheet.at.len()).filter(|&number| !numbers.contains(number));
                let mut because = vec![once()];
                because.extend(others().map(|number| Premise::Lacks(sheet.mark(number, place))));
                because.extend(others().map(|number| Premise::Lacks(sheet.mark(number, other))));
                let both = words::and(sheet.cells(cells));
                let names = words::and(numbers.iter().map(|number| number + 1));
                Telling {
                    because,
                    place: both.clone(),
                    cells: sheet.cells(cells),
                    marks: numbers.iter().flat_map(|number| sheet.marks(number, cells)).collect(),
                    reason: format!(
                        "Every cell holds a number, and {names} are the only ones left for {both}. They fill these two cells, so they can stand nowhere else."
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}

pub(super) static TRIPLES: TechniqueInfo = TechniqueInfo {
    id: "triples",
    title: "Three numbers, three cells",
    tier: 5,
    rating: Rating(60),
    assumes_uniqueness: false,
    about: "Three numbers can stand in the same three cells only, or three cells can hold the same three numbers only. They belong together: other numbers lose these cells, and these numbers lose all others.",
    aliases: &["naked triple", "hidden triple"],
};

pub(super) fn triples<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    triple(&sheet.places, sheet.missing, |numbers, cells| {
        let mut removes: Vec<Mark> = Vec::new();
        for place in cells.iter() {
            removes.extend((sheet.numbers[place] & !numbers).iter().map(|number| sheet.mark(number, place)));
        }
        finder.step(&removes, &[], |_| {
            let rest = sheet.geometry.steps.cells & !cells;
            let mut because = vec![once()];
            numbers.iter().for_each(|number| because.extend(sheet.lacks(number, rest)));
            let mut gone: Vec<u16> = removes.iter().map(|mark| mark.value).collect();
            gone.sort_unstable();
            gone.dedup();
            let names = words::and(numbers.iter().map(|number| number + 1));
            Telling {
                because,
                place: format!("the places for {names}"),
                cells: sheet.cells(cells),
                marks: numbers.iter().flat_map(|number| sheet.marks(number, sheet.places[number])).collect(),
                reason: format!(
                    "{names} have only {} left. They fill these three cells, so {} cannot stand there.",
                    words::and(sheet.cells(cells)),
                    words::and(gone),
                ),
            }
        })
    })?;
    triple(&sheet.numbers, sheet.free, |cells, numbers| {
        let removes: Vec<Mark> =
            numbers.iter().flat_map(|number| sheet.marks(number, sheet.places[number] & !cells)).collect();
        finder.step(&removes, &[], |_| {
            let others = || (0..sheet.at.len()).filter(|&number| !numbers.contains(number));
            let mut because = vec![once()];
            for place in cells.iter() {
                because.extend(others().map(|number| Premise::Lacks(sheet.mark(number, place))));
            }
            let all = words::and(sheet.cells(cells));
            let names = words::and(numbers.iter().map(|number| number + 1));
            Telling {
                because,
                place: all.clone(),
                cells: sheet.cells(cells),
                marks: cells.iter().flat_map(|place| sheet.numbers[place].iter().map(move |number| sheet.mark(number, place))).collect(),
                reason: format!(
                    "Every cell holds a number, and {names} are the only ones left for {all}. They fill these three cells, so they can stand nowhere else."
                ),
            }
        })
    })
}

/// Calls `show` for any three of `things` whose options are three together.
fn triple<const W: usize>(
    options: &[Board<W>],
    things: Board<W>,
    mut show: impl FnMut(Board<W>, Board<W>) -> Flow,
) -> Flow {
    let few = |thing: &usize| (2..=3).contains(&options[*thing].count());
    for a in things.iter().filter(few) {
        for b in things.iter().filter(|&b| b > a).filter(few) {
            let two = options[a] | options[b];
            if two.count() > 3 {
                continue;
            }
            for c in things.iter().filter(|&c| c > b).filter(few) {
                let three = two | options[c];
                if three.count() == 3 {
                    show(Board::single(a) | Board::single(b) | Board::single(c), three)?;
                }
            }
        }
    }
    Flow::Continue(())
}
