//! Cells that a gap cannot do without.

use pencilmark_csp::Meter;

use super::super::engine::board::Board;
use super::argument::{Argument, Denial, Fact};
use super::sheet::{Gap, HidatoSheet};
use super::ways::place;
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static BOTTLENECK: TechniqueInfo = TechniqueInfo {
    id: "bottleneck",
    title: "Bottleneck",
    tier: 4,
    rating: Rating(44),
    assumes_uniqueness: false,
    about: "Without a certain cell the path cannot get from one placed number to the next in time. So it passes there, and no other number can have that cell.",
    aliases: &["gateway", "reserved cell"],
};

pub(super) static ONLY_VISITOR: TechniqueInfo = TechniqueInfo {
    id: "only-visitor",
    title: "Only visitor",
    tier: 4,
    rating: Rating(48),
    assumes_uniqueness: false,
    about: "A cell can only be reached by the numbers of one gap, so the path passes there on its way through that gap. What leaves no time for the detour is ruled out.",
    aliases: &["owned cell", "must pass"],
};

/// Cells that lie on every way of a gap are lost to other numbers.
pub(super) fn bottleneck<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    let mut walk = Vec::new();
    for gap in sheet.gaps().filter(|gap| gap.below.is_some() || gap.above.is_some()) {
        finder.poll()?;
        if !some_walk(sheet, gap, &mut walk) {
            continue;
        }
        // A cell that every way uses lies on this one.
        for &at in &walk {
            finder.poll()?;
            let mut others = sheet.numbers[at];
            (gap.start..gap.end).for_each(|number| others.remove(number));
            if others.is_empty() || reaches(sheet, gap, at) {
                continue;
            }
            let removes: Vec<Mark> = others.iter().map(|number| sheet.mark(number, at)).collect();
            finder.step(&removes, &[], |meter| {
                let mut argument = Argument::about(sheet, gap);
                argument.denials.push(Denial::Avoided(at));
                let argument = argument.minimised(meter);
                let cell = sheet.cell(at);
                Telling {
                    because: argument.premises(),
                    place: place(sheet, gap),
                    cells: sheet.cells(argument.cells() | Board::single(at)),
                    marks: removes.clone(),
                    reason: format!(
                        "{}{}Without {cell} there is no way of that length, so the path passes there, and {} cannot stand in {cell}.",
                        argument.way(),
                        argument.limits(),
                        words::and(removes.iter().map(|mark| mark.value)),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}

/// Whether steps from mark to mark lead through a gap without this cell.
fn reaches<const W: usize>(sheet: &HidatoSheet<W>, gap: Gap, without: usize) -> bool {
    let not = !Board::single(without);
    let mut cells = sheet.places[gap.start] & not;
    if let Some(below) = gap.below {
        cells &= sheet.around(below);
    }
    for number in gap.start + 1..gap.end {
        cells = sheet.geometry.steps.from(cells) & sheet.places[number] & not;
    }
    match gap.above {
        Some(above) => cells.meets(&sheet.around(above)),
        None => !cells.is_empty(),
    }
}

/// One walk from mark to mark through a gap; whether there is one.
fn some_walk<const W: usize>(sheet: &HidatoSheet<W>, gap: Gap, walk: &mut Vec<usize>) -> bool {
    let mut forward: Vec<Board<W>> = Vec::with_capacity(gap.len());
    for number in gap.start..gap.end {
        let from = match forward.last() {
            Some(&cells) => sheet.geometry.steps.from(cells),
            None => gap.below.map_or(sheet.free, |below| sheet.around(below)),
        };
        forward.push(from & sheet.places[number]);
    }
    walk.clear();
    let mut next = gap.above;
    for cells in forward.iter().rev() {
        let cells = next.map_or(*cells, |next| *cells & sheet.around(next));
        if cells.is_empty() {
            return false;
        }
        next = Some(cells.first());
        walk.push(cells.first());
    }
    true
}

/// Marks that leave no time to pass a cell that only this gap reaches.
pub(super) fn only_visitor<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    let mut detour = Detour::default();
    for gap in sheet.gaps() {
        let mut own = Board::EMPTY;
        (gap.start..gap.end).for_each(|number| own.insert(number));
        for at in sheet.free.iter() {
            finder.poll()?;
            let numbers = sheet.numbers[at];
            if numbers.is_empty() || !(numbers & !own).is_empty() || !detour.find(sheet, gap, at) {
                continue;
            }
            let mut removes: Vec<Mark> = Vec::new();
            for (number, &keeps) in (gap.start..gap.end).zip(&detour.keeps) {
                removes.extend(sheet.marks(number, sheet.places[number] & !keeps));
            }
            finder.step(&removes, &[], |meter| tell_visitor(sheet, gap, at, &detour, meter))?;
        }
    }
    Flow::Continue(())
}

/// What a gap that must pass a cell leaves its numbers.
#[derive(Default)]
struct Detour<const W: usize> {
    keeps: Vec<Board<W>>,
    forward: Vec<[Board<W>; 2]>, // where steps lead from below: without having passed the cell, and having passed it
}

impl<const W: usize> Detour<W> {
    /// Whether any mark goes.
    fn find(&mut self, sheet: &HidatoSheet<W>, gap: Gap, at: usize) -> bool {
        let cell = Board::single(at);
        self.forward.clear();
        for number in gap.start..gap.end {
            let marks = sheet.places[number];
            let [not, passed] = match self.forward.last() {
                Some(&cells) => cells.map(|cells| sheet.geometry.steps.from(cells) & marks),
                None => [gap.below.map_or(marks, |below| sheet.around(below) & marks), Board::EMPTY],
            };
            self.forward.push([not & !cell, (passed & !cell) | (not & cell)]);
        }
        self.keeps.clear();
        self.keeps.resize(gap.len(), Board::EMPTY);
        let mut backward = [Board::EMPTY; 2];
        let mut any = false;
        for number in (gap.start..gap.end).rev() {
            let marks = sheet.places[number];
            let [not, passed] = if number + 1 == gap.end {
                [gap.above.map_or(marks, |above| sheet.around(above) & marks), Board::EMPTY]
            } else {
                backward.map(|cells| sheet.geometry.steps.from(cells) & marks)
            };
            backward = [not & !cell, (passed & !cell) | (not & cell)];
            let [before, after] = [self.forward[number - gap.start], backward];
            let keeps = (before[0] & after[1]) | (before[1] & after[0]) | (before[1] & after[1] & cell);
            any |= !(marks & !keeps).is_empty();
            self.keeps[number - gap.start] = keeps;
        }
        any && self.keeps.iter().all(|keeps| !keeps.is_empty())
    }
}

fn tell_visitor<const W: usize>(
    sheet: &HidatoSheet<W>,
    gap: Gap,
    at: usize,
    detour: &Detour<W>,
    meter: &Meter,
) -> Telling {
    let mut argument = Argument::about(sheet, gap);
    argument.facts.push(Fact::Only(at, None));
    let mut parts = Vec::new();
    let mut marks = Vec::new();
    for (number, &keeps) in (gap.start..gap.end).zip(&detour.keeps) {
        let gone = sheet.places[number] & !keeps;
        argument.denials.extend(gone.iter().map(|place| Denial::At(number, place)));
        if !gone.is_empty() {
            parts.push(format!("{} in {}", number + 1, words::or(sheet.cells(gone))));
            marks.extend(sheet.marks(number, gone));
        }
    }
    let argument = argument.minimised(meter);
    let cell = sheet.cell(at);
    let parts = words::alternatives(parts);
    // That the path passes there may not matter after all.
    let denial = if argument.facts.contains(&Fact::Only(at, None)) {
        format!(
            "Every cell holds a number, and only {} are still possible in {cell}, so one of them is there. With {parts}, the path could not get there and on in time, so that is ruled out.",
            gap.numbers()
        )
    } else {
        format!("No way of that length has {parts}, so that is ruled out.")
    };
    Telling {
        because: argument.premises(),
        place: format!("{cell} and {}", place(sheet, gap)),
        cells: sheet.cells(argument.cells() | Board::single(at)),
        marks,
        reason: format!("{}{}{denial}", argument.way(), argument.limits()),
    }
}
