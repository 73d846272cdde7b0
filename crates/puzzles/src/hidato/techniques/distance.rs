//! Too far away: the path makes one step a number.

use pencilmark_csp::Meter;

use super::super::Moves;
use super::super::engine::board::Board;
use super::argument::{Argument, Denial, Fact, path};
use super::sheet::{Gap, HidatoSheet};
use super::telling::steps;
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static DISTANCE: TechniqueInfo = TechniqueInfo {
    id: "distance",
    title: "Distance",
    tier: 2,
    rating: Rating(27),
    assumes_uniqueness: false,
    about: "The path makes one step a number. A number cannot stand in a cell that is more steps away from a placed number, over free cells, than the numbers are apart.",
    aliases: &["reach", "too far"],
};

pub(super) static COLOURS: TechniqueInfo = TechniqueInfo {
    id: "colours",
    title: "Chessboard colours",
    tier: 2,
    rating: Rating(28),
    assumes_uniqueness: false,
    about: "On a board with orthogonal steps, coloured like a chessboard, the path changes colour at every step. So all odd numbers stand on one colour and all even numbers on the other.",
    aliases: &["parity", "checkerboard"],
};

/// Marks that are too far from an end of their gap.
pub(super) fn distance<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    for gap in sheet.gaps() {
        finder.poll()?;
        let ends = [(gap.below, true), (gap.above, false)];
        for (end, upwards) in ends {
            let Some(end) = end else { continue };
            let mut near = Board::single(end);
            for away in 1..=gap.len() {
                let number = if upwards { gap.start + away - 1 } else { gap.end - away };
                near |= sheet.geometry.steps.from(near) & sheet.free;
                let far = sheet.places[number] & !near;
                if far.is_empty() {
                    continue;
                }
                let removes: Vec<Mark> = sheet.marks(number, far).collect();
                finder.step(&removes, &[], |meter| tell_distance(sheet, gap, number, upwards, far, meter))?;
            }
        }
    }
    Flow::Continue(())
}

fn tell_distance<const W: usize>(
    sheet: &HidatoSheet<W>,
    gap: Gap,
    number: usize,
    upwards: bool,
    far: Board<W>,
    meter: &Meter,
) -> Telling {
    // What is known about the other end of the gap, and about marks, does not matter.
    let side =
        if upwards { Gap { above: None, end: number + 1, ..gap } } else { Gap { below: None, start: number, ..gap } };
    let mut argument = Argument::about(sheet, side);
    argument.facts.retain(|fact| !matches!(fact, Fact::Lacks(..)));
    argument.denials.extend(far.iter().map(|place| Denial::At(number, place)));
    let argument = argument.minimised(meter);
    let away = if upwards { number + 1 - gap.start } else { gap.end - number };
    let (name, cells) = (number + 1, sheet.cells(far));
    let (far_cells, are) = if cells.len() == 1 { ("The cell", "is") } else { ("The cells", "are") };
    let over = if argument.limits().is_empty() { "" } else { ", over free cells," };
    Telling {
        because: argument.premises(),
        place: format!("the marks of {name}"),
        cells: sheet.cells(argument.cells() | far),
        marks: sheet.marks(number, far).collect(),
        reason: format!(
            "{}{}{far_cells} {} {are} more than {}{over} away from there, so {name} cannot stand in {}.",
            argument.position_of(number),
            argument.limits(),
            words::and(&cells),
            steps(away),
            words::or(&cells),
        ),
    }
}

impl<const W: usize> HidatoSheet<W> {
    /// The end of its gap from which a missing number cannot get to a cell in time, by name, if there is one.
    pub(super) fn too_far(&self, gap: &Gap, number: usize, place: usize) -> Option<String> {
        let is_far = |end: usize, away: usize| {
            let mut near = Board::single(end);
            (0..away).for_each(|_| near |= self.geometry.steps.from(near) & self.free);
            !near.contains(place)
        };
        let below = gap.below.filter(|&end| is_far(end, number + 1 - gap.start));
        let above = gap.above.filter(|&end| is_far(end, gap.end - number));
        below.map(|end| self.named(gap.start - 1, end)).or_else(|| above.map(|end| self.named(gap.end, end)))
    }
}

/// Marks on the wrong colour, where steps are orthogonal.
pub(super) fn colours<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    if sheet.geometry.puzzle.moves != Moves::Orthogonal {
        return Flow::Continue(());
    }
    let colour = |place: usize| {
        let cell = sheet.cell(place);
        (cell.row + cell.col) % 2
    };
    for gap in sheet.gaps() {
        finder.poll()?;
        let end = gap.below.map(|place| (gap.start - 1, place)).or(gap.above.map(|place| (gap.end, place)));
        let Some((entered, end)) = end else { continue };
        for number in gap.start..gap.end {
            let mut wrong = Board::EMPTY;
            for place in sheet.places[number].iter() {
                if (colour(place) + colour(end)) % 2 != (number + entered) % 2 {
                    wrong.insert(place);
                }
            }
            let removes: Vec<Mark> = sheet.marks(number, wrong).collect();
            finder.step(&removes, &[], |_| {
                let (low, high) = (number.min(entered), number.max(entered));
                let mut because = vec![sheet.holds(end)];
                because.extend((low..high).map(path));
                let (name, cells) = (number + 1, sheet.cells(wrong));
                let (even, odd) = if (high - low) % 2 == 0 { ("even", "odd") } else { ("odd", "even") };
                Telling {
                    because,
                    place: format!("the marks of {name}"),
                    cells: sheet.cells(wrong | Board::single(end)),
                    marks: sheet.marks(number, wrong).collect(),
                    reason: format!(
                        "Every step changes the colour of a chessboard. {name} is {} from {}, an {even} number, but every way from there to {} has an {odd} \
                         number of steps. So {name} cannot stand in {}.",
                        steps(high - low),
                        sheet.named(entered, end),
                        words::or(&cells),
                        if cells.len() == 1 { "that cell".to_owned() } else { "any of these cells".to_owned() },
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}
