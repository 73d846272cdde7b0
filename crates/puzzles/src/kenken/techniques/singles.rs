//! One cell at a time: a cage of one cell, the last cell of a line or a cage, naked and hidden singles.

use super::names::{cells, combinations, line_name, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, bit, mark, place, values};
use crate::technique::{Finder, Flow, Premise, Rating, TechniqueInfo, Telling, words};

pub(super) static SINGLE_CELL: TechniqueInfo = TechniqueInfo {
    id: "single-cell-cage",
    title: "Single-cell cage",
    tier: 1,
    rating: Rating(10),
    assumes_uniqueness: false,
    about: "A cage of one cell holds its target.",
    aliases: &["given", "freebie"],
};

pub(super) fn single_cell(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for (number, cage) in sheet.cages().iter().enumerate() {
        let &[cell] = sheet.cells(number) else { continue };
        let Some(target) = u16::try_from(cage.target).ok().filter(|target| (1..=sheet.size() as u16).contains(target))
        else {
            continue;
        };
        if sheet.open_marks(cell) & bit(target) != 0 {
            finder.step(&[], &[mark(cell, target)], |_| Telling {
                because: vec![Premise::Rule(sheet.cage_label(number))],
                place: place(cell).to_string(),
                cells: vec![place(cell)],
                marks: Vec::new(),
                reason: format!("{} is a cage of its own, so it holds its target: {target}.", place(cell)),
            })?;
        }
    }
    Flow::Continue(())
}

pub(super) static LAST_IN_LINE: TechniqueInfo = TechniqueInfo {
    id: "last-in-line",
    title: "Last cell of a line",
    tier: 1,
    rating: Rating(11),
    assumes_uniqueness: false,
    about: "A row or column with one empty cell: the cell holds the number that the line does not have yet.",
    aliases: &["full house", "last digit"],
};

pub(super) fn last_in_line(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for line in sheet.lines() {
        let mut open = sheet.line(line).filter(|&cell| !sheet.is_entered(cell));
        let (Some(last), None) = (open.next(), open.next()) else { continue };
        let others = sheet.line(line).filter(|&cell| cell != last);
        let missing = sheet.full() & !others.clone().fold(0, |held, cell| held | sheet.marks(cell));
        if missing.count_ones() != 1 || sheet.marks(last) & missing == 0 {
            continue;
        }
        let number = missing.trailing_zeros() as u16 + 1;
        finder.step(&[], &[mark(last, number)], |_| {
            let holds = others.clone().flat_map(|cell| values(sheet.marks(cell)).map(move |value| mark(cell, value)));
            Telling {
                because: holds.map(Premise::Holds).chain([Premise::Rule(sheet.line_label(line))]).collect(),
                place: line_name(line),
                cells: vec![place(last)],
                marks: Vec::new(),
                reason: format!(
                    "{} is the last empty cell of {}, and {number} is the number that {} does not have yet. So {0} is {number}.",
                    place(last),
                    line_name(line),
                    line_name(line),
                ),
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) static LAST_IN_CAGE: TechniqueInfo = TechniqueInfo {
    id: "last-in-cage",
    title: "Last cell of a cage",
    tier: 1,
    rating: Rating(15),
    assumes_uniqueness: false,
    about: "A cage with one empty cell: arithmetic tells what is missing.",
    aliases: &["cage completion"],
};

pub(super) fn last_in_cage(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for &number in &sheet.geometry.order {
        let members = sheet.cells(number);
        let mut open = members.iter().copied().filter(|&cell| !sheet.is_entered(cell));
        let (Some(last), None) = (open.next(), open.next()) else { continue };
        let Some(order) = members.iter().position(|&cell| cell == last) else { continue };
        let fitting = sheet.fillings(number).iter().fold(0, |fitting, filling| fitting | bit(filling[order].into()));
        if fitting.count_ones() != 1 || sheet.marks(last) & fitting == 0 {
            continue;
        }
        let value = fitting.trailing_zeros() as u16 + 1;
        finder.step(&[], &[mark(last, value)], |meter| {
            let others: Vec<u8> = members.iter().copied().filter(|&cell| cell != last).collect();
            let held = words::and(others.iter().map(|&cell| sheet.marks(cell).trailing_zeros() + 1));
            let cage = sheet.cage(number);
            let verb = if others.len() == 1 { "holds" } else { "hold" };
            Telling {
                because: Grounds::new(sheet).cage(number).minimised(meter, &[], &[mark(last, value)]),
                place: the_cage(cage),
                cells: members.iter().map(|&cell| place(cell)).collect(),
                marks: Vec::new(),
                reason: format!(
                    "{} is the last empty cell of {}. {} {verb} {held}, so the cage can only be {}, and {0} is {value}.",
                    place(last),
                    the_cage(cage),
                    cells(others),
                    words::or(combinations(cage, sheet.fillings(number).iter())),
                ),
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) static NAKED_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "naked-single",
    title: "Naked single",
    tier: 1,
    rating: Rating(16),
    assumes_uniqueness: false,
    about: "A cell with one mark left holds that number.",
    aliases: &["sole candidate"],
};

pub(super) fn naked_single(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for line in 0..sheet.size() {
        for cell in sheet.line(line) {
            let marks = sheet.open_marks(cell);
            if marks.count_ones() != 1 {
                continue;
            }
            let number = marks.trailing_zeros() as u16 + 1;
            finder.step(&[], &[mark(cell, number)], |_| Telling {
                because: Premise::lacks(place(cell), values(sheet.full() & !marks)).collect(),
                place: place(cell).to_string(),
                cells: vec![place(cell)],
                marks: vec![mark(cell, number)],
                reason: format!("The only number still possible in {} is {number}, so {0} is {number}.", place(cell)),
            })?;
        }
    }
    Flow::Continue(())
}

pub(super) static HIDDEN_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "hidden-single",
    title: "Hidden single",
    tier: 2,
    rating: Rating(22),
    assumes_uniqueness: false,
    about: "A number that has one possible place left in a row or column stands there.",
    aliases: &["only place", "unique candidate"],
};

pub(super) fn hidden_single(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for line in sheet.lines() {
        let (mut once, mut twice) = (0, 0);
        for cell in sheet.line(line) {
            twice |= once & sheet.marks(cell);
            once |= sheet.marks(cell);
        }
        for number in values(once & !twice) {
            let Some(cell) = sheet.line(line).find(|&cell| sheet.open_marks(cell) & bit(number) != 0) else { continue };
            finder.step(&[], &[mark(cell, number)], |_| {
                let others = sheet.line(line).filter(|&other| other != cell);
                Telling {
                    because: others
                        .map(|other| Premise::Lacks(mark(other, number)))
                        .chain([Premise::Rule(sheet.line_label(line))])
                        .collect(),
                    place: line_name(line),
                    cells: vec![place(cell)],
                    marks: vec![mark(cell, number)],
                    reason: format!(
                        "{} needs {}, and {here} is the only cell of it where {number} is still possible. So {here} is {number}.",
                        words::sentence(&line_name(line)),
                        words::a(number),
                        here = place(cell),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}
