//! Ways of a gap that leave no room for another gap, or no number for a cell.

use pencilmark_csp::Meter;

use super::super::engine::board::Board;
use super::argument::{Argument, Denial, Fact};
use super::sheet::{Gap, HidatoSheet};
use super::ways::{Ways, place};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static BLOCKED_WAYS: TechniqueInfo = TechniqueInfo {
    id: "blocked-ways",
    title: "Blocked ways",
    tier: 5,
    rating: Rating(62),
    assumes_uniqueness: false,
    about: "List the ways to close a gap and strike out those that leave another gap no way, or a cell no number. What all the others have in common is certain.",
    aliases: &["gap against gap", "cut-off cell"],
};

/// The most ways that are listed, in stages.
const STAGES: [usize; 5] = [4, 10, 25, 60, 200];

/// What a way is struck out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loser {
    /// Another gap has no way.
    Gap(Gap),
    /// Two other gaps have no ways beside each other.
    Two(Gap, Gap),
    /// No number is left for a cell.
    Cell(usize),
}

/// The gaps, and which of them a number is in.
struct Gaps {
    gaps: Vec<Gap>,
    of: Vec<usize>,
}

pub(super) fn blocked_ways<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder) -> Flow {
    let mut all = Gaps { gaps: sheet.gaps().collect(), of: vec![0; sheet.at.len()] };
    for (index, gap) in all.gaps.iter().enumerate() {
        all.of[gap.start..gap.end].fill(index);
    }
    let mut least = 0;
    for most in STAGES {
        for &gap in &all.gaps {
            finder.poll()?;
            let ways = Ways::of(sheet, gap, most);
            if ways.is_whole() && ways.all.len() > least {
                show(sheet, finder, &all, gap, &ways)?;
            }
        }
        least = most;
    }
    Flow::Continue(())
}

fn show<const W: usize>(sheet: &HidatoSheet<W>, finder: &mut Finder, all: &Gaps, gap: Gap, ways: &Ways<W>) -> Flow {
    let mut support = vec![Board::EMPTY; gap.len()];
    let mut common = sheet.free;
    let mut losers: Vec<Loser> = Vec::new();
    let mut left = 0;
    for way in &ways.all {
        finder.poll()?;
        let mut used = Board::EMPTY;
        for &place in way {
            used.insert(place);
        }
        if let Some(loser) = loser(sheet, all, gap, used, &losers) {
            if !losers.contains(&loser) {
                losers.push(loser);
            }
        } else {
            left += 1;
            common &= used;
            support.iter_mut().zip(way).for_each(|(support, &place)| support.insert(place));
        }
    }
    if losers.is_empty() || left == 0 {
        return Flow::Continue(());
    }
    let rating = Rating(BLOCKED_WAYS.rating.0 + (ways.all.len() / 16) as u16);
    let mut gone: Vec<Mark> = Vec::new();
    for (number, &support) in (gap.start..gap.end).zip(&support) {
        gone.extend(sheet.marks(number, sheet.places[number] & !support));
    }
    finder.rated(rating, &gone, &[], |meter| tell(sheet, gap, &losers, &gone, None, meter))?;
    for at in common.iter() {
        let mut others = sheet.numbers[at];
        (gap.start..gap.end).for_each(|number| others.remove(number));
        let gone: Vec<Mark> = others.iter().map(|number| sheet.mark(number, at)).collect();
        finder.rated(rating, &gone, &[], |meter| tell(sheet, gap, &losers, &gone, Some(at), meter))?;
    }
    Flow::Continue(())
}

/// Who loses if a gap takes these cells; those who lost before are asked first.
fn loser<const W: usize>(
    sheet: &HidatoSheet<W>,
    all: &Gaps,
    gap: Gap,
    used: Board<W>,
    known: &[Loser],
) -> Option<Loser> {
    let loses = |loser: &Loser| match *loser {
        Loser::Gap(other) => !has_way(sheet, other, used),
        Loser::Two(one, other) => !has_walk(sheet, other, used | forced(sheet, one, used)),
        Loser::Cell(place) => !used.contains(place) && !has_number(sheet, all, gap, place, used),
    };
    if let Some(&known) = known.iter().find(|known| loses(known)) {
        return Some(known);
    }
    let others = || all.gaps.iter().copied().filter(move |&other| other != gap);
    if let Some(lost) = others().map(Loser::Gap).find(loses) {
        return Some(lost);
    }
    // Cells beside the way, or that the gap might have visited, may be left without a number.
    let mut cells = sheet.geometry.steps.from(used);
    (gap.start..gap.end).for_each(|number| cells |= sheet.places[number]);
    if let Some(lost) = (cells & sheet.free & !used).iter().map(Loser::Cell).find(loses) {
        return Some(lost);
    }
    for one in others() {
        let cells = forced(sheet, one, used);
        let meets = |other: &Gap| (other.start..other.end).any(|number| sheet.places[number].meets(&cells));
        let mut rest = others().filter(|&other| other != one).filter(|other| !cells.is_empty() && meets(other));
        if let Some(other) = rest.find(|&other| !has_walk(sheet, other, used | cells)) {
            return Some(Loser::Two(one, other));
        }
    }
    None
}

/// The cells that a gap needs without these: numbers of it have one place left, as far as steps from mark to mark tell.
fn forced<const W: usize>(sheet: &HidatoSheet<W>, gap: Gap, without: Board<W>) -> Board<W> {
    let mut forced = Board::EMPTY;
    let mut cells = gap.below.map_or(sheet.places[gap.start], |below| sheet.around(below));
    for number in gap.start..gap.end {
        cells = (if number == gap.start { cells } else { sheet.geometry.steps.from(cells) })
            & sheet.places[number]
            & !without;
        let arrives =
            if number + 1 == gap.end { gap.above.map_or(cells, |above| cells & sheet.around(above)) } else { cells };
        if arrives.is_single() {
            forced |= arrives;
        }
    }
    forced
}

/// Whether there is a way through a gap without these cells, or too many to tell.
fn has_way<const W: usize>(sheet: &HidatoSheet<W>, gap: Gap, without: Board<W>) -> bool {
    has_walk(sheet, gap, without) && Ways::some(sheet, gap, without)
}

/// Whether steps from mark to mark lead through a gap without these cells.
fn has_walk<const W: usize>(sheet: &HidatoSheet<W>, gap: Gap, without: Board<W>) -> bool {
    let mut cells = sheet.places[gap.start] & !without;
    if let Some(below) = gap.below {
        cells &= sheet.around(below);
    }
    for number in gap.start + 1..gap.end {
        cells = sheet.geometry.steps.from(cells) & sheet.places[number] & !without;
    }
    match gap.above {
        Some(above) => cells.meets(&sheet.around(above)),
        None => !cells.is_empty(),
    }
}

/// Whether a number beyond a gap can stand in a cell when the gap takes these cells: steps lead there from below and on from there.
fn has_number<const W: usize>(sheet: &HidatoSheet<W>, all: &Gaps, gap: Gap, place: usize, without: Board<W>) -> bool {
    for number in sheet.numbers[place].iter().filter(|number| !(gap.start..gap.end).contains(number)) {
        let other = all.gaps[all.of[number]];
        let (mut low, mut high) = (Board::single(place), Board::single(place));
        for number in (other.start..number).rev() {
            low = sheet.geometry.steps.from(low) & sheet.places[number] & !without;
        }
        for number in number + 1..other.end {
            high = sheet.geometry.steps.from(high) & sheet.places[number] & !without;
        }
        let reached = other.below.map_or(!low.is_empty(), |below| low.meets(&sheet.around(below)));
        let left = other.above.map_or(!high.is_empty(), |above| high.meets(&sheet.around(above)));
        // The number before and the number after need different cells.
        let around = sheet.around(place) & !without;
        let before = number.checked_sub(1).map(|number| sheet.can_be(number) & around);
        let after = (number + 1 < sheet.at.len()).then(|| sheet.can_be(number + 1) & around);
        let shared = before.is_some() && before == after && before.is_some_and(|cells| cells.is_single());
        if reached && left && !shared {
            return true;
        }
    }
    false
}

fn tell<const W: usize>(
    sheet: &HidatoSheet<W>,
    gap: Gap,
    losers: &[Loser],
    gone: &[Mark],
    common: Option<usize>,
    meter: &Meter,
) -> Telling {
    let mut argument = Argument::about(sheet, gap);
    for loser in losers {
        match *loser {
            Loser::Gap(other) => argument.add(other),
            Loser::Two(one, other) => [one, other].into_iter().for_each(|gap| argument.add(gap)),
            Loser::Cell(place) => {
                for other in sheet.gaps().filter(|&other| other != gap) {
                    if (other.start..other.end).any(|number| sheet.places[number].contains(place)) {
                        argument.add(other);
                    }
                }
                argument.facts.push(Fact::Only(place, None));
            }
        }
    }
    for mark in gone {
        let (number, place) = (usize::from(mark.value) - 1, sheet.place(mark.cell));
        let denial = if argument.is_about(number) {
            Denial::At(number, place)
        } else {
            argument.strangers.push(number);
            Denial::Avoided(place)
        };
        if !argument.denials.contains(&denial) {
            argument.denials.push(denial);
        }
    }
    let argument = argument.minimised(meter);
    let numbers = gap.numbers();
    // Who still has a part in the argument.
    let others = sheet.gaps().filter(|&other| other != gap && argument.is_told(other));
    let mut whom: Vec<String> = others.map(|other| format!("no way for {}", other.numbers())).collect();
    let cell = |fact: &Fact| match *fact {
        Fact::Only(place, _) => Some(format!("no number for {}", sheet.cell(place))),
        _ => None,
    };
    whom.extend(argument.facts.iter().filter_map(cell));
    // Which cells the gap could take may be all that matters after all.
    let leaves = if whom.is_empty() { String::new() } else { format!(" leaves {}", words::or(&whom)) };
    let conclusion = match common {
        Some(at) if whom.is_empty() => {
            let cell = sheet.cell(at);
            let gone = words::and(gone.iter().map(|mark| mark.value));
            format!("Every such way uses {cell}, so {gone} cannot stand there.")
        }
        Some(at) => {
            let cell = sheet.cell(at);
            format!(
                "Every way for {numbers} without {cell}{leaves}, so {} cannot stand in {cell}.",
                words::and(gone.iter().map(|mark| mark.value))
            )
        }
        None => {
            let mut parts = Vec::new();
            for number in gap.start..gap.end {
                let is_its = |mark: &&Mark| usize::from(mark.value) == number + 1;
                let cells: Vec<_> = gone.iter().filter(is_its).map(|mark| mark.cell).collect();
                if !cells.is_empty() {
                    parts.push(format!("{} in {}", number + 1, words::or(cells)));
                }
            }
            let parts = words::or(parts);
            match (whom.is_empty(), gap.len()) {
                (true, _) => format!("No way of that length has {parts}, so that is ruled out."),
                (false, 1) => format!("With {parts}, there is {}, so that is ruled out.", words::or(&whom)),
                (false, _) => format!("Every way for {numbers} with {parts}{leaves}, so that is ruled out."),
            }
        }
    };
    Telling {
        because: argument.premises(),
        place: place(sheet, gap),
        cells: sheet.cells(argument.cells() | common.map_or(Board::EMPTY, Board::single)),
        marks: gone.to_vec(),
        reason: format!("{}{}{conclusion}", argument.way(), argument.limits()),
    }
}
