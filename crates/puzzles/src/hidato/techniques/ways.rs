//! The ways of a gap: different cells for its numbers, each a step from the one before.
//!
//! A number keeps the cells that it has on some way, and a cell that lies on every way is lost to all other numbers.

use pencilmark_csp::Meter;

use super::super::engine::board::Board;
use super::argument::{Argument, Denial, Fact};
use super::sheet::{Gap, HidatoSheet};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static FEW_WAYS: TechniqueInfo = TechniqueInfo {
    id: "few-ways",
    title: "Few ways",
    tier: 3,
    rating: Rating(34),
    assumes_uniqueness: false,
    about: "A short gap can be closed in a few ways only. A cell that lies on all of them is lost to other numbers, and a number keeps only the cells that it has on one of them.",
    aliases: &["common cells", "all paths of a gap"],
};

pub(super) static ALL_WAYS: TechniqueInfo = TechniqueInfo {
    id: "all-ways",
    title: "All ways of a gap",
    tier: 5,
    rating: Rating(58),
    assumes_uniqueness: false,
    about: "List every way to close a longer gap. A cell that lies on all of them is lost to other numbers, and a number keeps only the cells that it has on one of them.",
    aliases: &["path enumeration"],
};

/// The most missing numbers of a short gap, and its most ways.
const SHORT: (usize, usize) = (3, 4);
/// The most ways that are listed for a longer gap, and the most steps that are made to find them.
const MOST: usize = 40;
const STEPS: usize = 1000;
/// The most ways that are written out.
const TOLD: usize = 6;

pub(super) fn few_ways<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    for length in 2..=SHORT.0 {
        for gap in sheet.gaps().filter(|gap| gap.len() == length) {
            finder.poll()?;
            let ways = Ways::of(sheet, gap, SHORT.1);
            show(sheet, finder, gap, &ways, FEW_WAYS.rating)?;
        }
    }
    Flow::Continue(())
}

/// The fewest ways come first.
pub(super) fn all_ways<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    let mut most = 8;
    while most <= MOST {
        for gap in sheet.gaps() {
            finder.poll()?;
            let ways = Ways::of(sheet, gap, most);
            if ways.count > most / 2 || most == 8 {
                let more = (ways.count / 8) as u16;
                show(sheet, finder, gap, &ways, Rating(ALL_WAYS.rating.0 + more))?;
            }
        }
        most = if most < MOST { (2 * most).min(MOST) } else { MOST + 1 };
    }
    Flow::Continue(())
}

/// The ways of a gap taken together.
pub(super) struct Ways<const W: usize> {
    support: Vec<Board<W>>, // number of the gap -> the cells that it has on some way
    common: Board<W>,       // the cells on every way
    count: usize,
    most: usize,
    steps: usize, // still allowed
    way: Vec<usize>,
    whole: bool,
    /// The ways, as the cells of the numbers in order.
    pub(super) all: Vec<Vec<usize>>,
}

impl<const W: usize> Ways<W> {
    /// The ways from mark to mark, unless there are more than so many.
    pub(super) fn of(sheet: &HidatoSheet<W>, gap: Gap, most: usize) -> Self {
        Self::over(sheet, gap, &sheet.places[gap.start..gap.end], most)
    }

    /// Whether all ways were found.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// The ways over these cells for each number of the gap.
    fn over(sheet: &HidatoSheet<W>, gap: Gap, options: &[Board<W>], most: usize) -> Self {
        let mut ways = Self {
            support: vec![Board::EMPTY; gap.len()],
            common: sheet.geometry.steps.cells,
            count: 0,
            most,
            steps: STEPS,
            way: Vec::with_capacity(gap.len()),
            whole: true,
            all: Vec::new(),
        };
        let first = gap.below.map_or(options[0], |below| sheet.around(below) & options[0]);
        ways.whole = ways.go(sheet, gap, options, first, Board::EMPTY);
        ways
    }

    /// Whether there is a way without these cells, as far as a few steps tell.
    pub(super) fn some(sheet: &HidatoSheet<W>, gap: Gap, without: Board<W>) -> bool {
        let mut budget = SOME;
        let first = gap.below.map_or(!without, |below| sheet.around(below) & !without) & sheet.places[gap.start];
        some_way(sheet, gap, gap.start, first, without, &mut budget)
    }

    fn go(&mut self, sheet: &HidatoSheet<W>, gap: Gap, options: &[Board<W>], to: Board<W>, used: Board<W>) -> bool {
        let next = self.way.len() + 1;
        for place in to.iter() {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let used = used | Board::single(place);
            self.way.push(place);
            let whole = if next == gap.len() {
                let arrives = gap.above.is_none_or(|above| sheet.around(place).contains(above));
                !arrives || self.arrive(used)
            } else {
                self.go(sheet, gap, options, sheet.around(place) & options[next] & !used, used)
            };
            self.way.pop();
            if !whole {
                return false;
            }
        }
        true
    }

    fn arrive(&mut self, used: Board<W>) -> bool {
        self.count += 1;
        for (support, &place) in self.support.iter_mut().zip(&self.way) {
            support.insert(place);
        }
        self.common &= used;
        self.all.push(self.way.clone());
        self.count <= self.most
    }
}

/// Steps that are made to find one way.
const SOME: usize = 200;

fn some_way<const W: usize>(
    sheet: &HidatoSheet<W>,
    gap: Gap,
    number: usize,
    to: Board<W>,
    used: Board<W>,
    budget: &mut usize,
) -> bool {
    for place in to.iter() {
        let Some(less) = budget.checked_sub(1) else { return true };
        *budget = less;
        let found = if number + 1 == gap.end {
            gap.above.is_none_or(|above| sheet.around(place).contains(above))
        } else {
            let used = used | Board::single(place);
            some_way(sheet, gap, number + 1, sheet.around(place) & sheet.places[number + 1] & !used, used, budget)
        };
        if found {
            return true;
        }
    }
    false
}

fn show<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder, gap: Gap, ways: &Ways<W>, rating: Rating) -> Flow {
    if !ways.whole || ways.count == 0 {
        return Flow::Continue(());
    }
    let inside = (gap.start..gap.end).zip(&ways.support).any(|(number, &support)| sheet.places[number] != support);
    let outside = |place: usize| {
        let mut numbers = sheet.numbers[place];
        (gap.start..gap.end).for_each(|number| numbers.remove(number));
        numbers
    };
    if inside {
        let mut removes: Vec<Mark> = Vec::new();
        for (number, &support) in (gap.start..gap.end).zip(&ways.support) {
            removes.extend(sheet.marks(number, sheet.places[number] & !support));
        }
        finder.rated(rating, &removes, &[], |meter| tell_inside(sheet, gap, ways, meter))?;
    }
    for place in ways.common.iter() {
        let removes: Vec<Mark> = outside(place).iter().map(|number| sheet.mark(number, place)).collect();
        if !removes.is_empty() {
            finder.rated(rating, &removes, &[], |meter| tell_outside(sheet, gap, place, &removes, meter))?;
        }
    }
    Flow::Continue(())
}

fn tell_inside<const W: usize>(sheet: &HidatoSheet<W>, gap: Gap, ways: &Ways<W>, meter: &Meter) -> Telling {
    let mut argument = Argument::about(sheet, gap);
    let (mut parts, mut marks) = (Vec::new(), Vec::new());
    for (number, &support) in (gap.start..gap.end).zip(&ways.support) {
        let gone = sheet.places[number] & !support;
        argument.denials.extend(gone.iter().map(|place| Denial::At(number, place)));
        if !gone.is_empty() {
            parts.push(format!("{} in {}", number + 1, words::or(sheet.cells(gone))));
            marks.extend(sheet.marks(number, gone));
        }
    }
    let argument = argument.minimised(meter);
    let (count, listed) = listed(&argument, gap);
    let way = match count {
        Some(1) => "That way does not have",
        Some(2) => "Neither way has",
        Some(_) => "None of these ways has",
        None => "No way of that length has",
    };
    Telling {
        because: argument.premises(),
        place: place(sheet, gap),
        cells: sheet.cells(argument.cells() | ways.common),
        marks,
        reason: format!(
            "{}{}{listed}{way} {}, so that is ruled out.",
            argument.way(),
            argument.limits(),
            words::or(parts)
        ),
    }
}

fn tell_outside<const W: usize>(
    sheet: &HidatoSheet<W>,
    gap: Gap,
    at: usize,
    removes: &[Mark],
    meter: &Meter,
) -> Telling {
    let mut argument = Argument::about(sheet, gap);
    argument.denials.push(Denial::Avoided(at));
    let argument = argument.minimised(meter);
    let cell = sheet.cell(at);
    let (count, listed) = listed(&argument, gap);
    let all = match count {
        Some(1) => "That way uses",
        Some(2) => "Both ways use",
        Some(_) => "All of these ways use",
        None => "Every way uses",
    };
    Telling {
        because: argument.premises(),
        place: place(sheet, gap),
        cells: sheet.cells(argument.cells() | Board::single(at)),
        marks: removes.to_vec(),
        reason: format!(
            "{}{}{listed}{all} {cell}, so {} cannot stand there.",
            argument.way(),
            argument.limits(),
            words::and(removes.iter().map(|mark| mark.value)),
        ),
    }
}

/// Where the gap is: `the gap between 10 and 14`.
pub(super) fn place<const W: usize>(sheet: &HidatoSheet<W>, gap: Gap) -> String {
    match (gap.below, gap.above) {
        (Some(_), Some(_)) => format!("the gap between {} and {}", gap.start, gap.end + 1),
        (Some(_), None) => format!("the numbers after {}", gap.start),
        (None, Some(_)) => format!("the numbers before {}", gap.end + 1),
        (None, None) => format!("the numbers from 1 to {}", sheet.at.len()),
    }
}

/// The ways that the facts leave, in words, and how many; how many is not told if they are too many.
fn listed<const W: usize>(argument: &Argument<'_, W>, gap: Gap) -> (Option<usize>, String) {
    let sheet = argument.sheet;
    let mut options = vec![sheet.geometry.steps.cells; gap.len()];
    let mut free = Gap { below: None, above: None, ..gap };
    for fact in &argument.facts {
        match *fact {
            Fact::Lacks(number, place) => options[number - gap.start].remove(place),
            Fact::Taken(place) => options.iter_mut().for_each(|cells| cells.remove(place)),
            Fact::Entered(number, place) => {
                for cells in &mut options {
                    cells.remove(place);
                }
                *(if number < gap.start { &mut free.below } else { &mut free.above }) = Some(place);
            }
            Fact::Step(_) | Fact::Only(..) | Fact::Once => {}
        }
    }
    let numbers = gap.numbers();
    let low = gap.start - usize::from(gap.below.is_some());
    let high = gap.end - usize::from(gap.above.is_none());
    let is_whole = (low..high).all(|number| argument.facts.contains(&Fact::Step(number)));
    let ways = Ways::over(sheet, free, &options, TOLD);
    if !is_whole || !argument.facts.contains(&Fact::Once) || !ways.whole || ways.count == 0 {
        return (None, String::new());
    }
    let way = |way: &Vec<usize>| {
        let cells: Vec<String> = way.iter().map(|&place| sheet.cell(place).to_string()).collect();
        cells.join("-")
    };
    let only = if ways.count == 1 { " only" } else { "" };
    (Some(ways.count), format!("{numbers} can{only} go {}. ", words::or(ways.all.iter().map(way))))
}
