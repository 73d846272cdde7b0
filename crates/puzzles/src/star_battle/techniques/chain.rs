//! Forcing chains: a star in this cell forces another, or bars a cell, and after a few such links some rows, columns or regions have too little room.
//!
//! A **link** is a unit, or two neighbouring lines, that is packed: as many 2x2 blocks as stars to come. All links that show at once are one round, and few rounds are looked at. A
//! person is told only the links that the end rests on.

use pencilmark_csp::Meter;

use super::cells::Cells;
use super::packing::in_blocks;
use super::pressure::{End, Sums};
use super::sheet::{COLUMNS, ROWS, StarSheet};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};
use crate::text::counted;

pub(super) static CHAIN: TechniqueInfo = TechniqueInfo {
    id: "forcing-chain",
    title: "Forcing chain",
    tier: 5,
    rating: Rating(64),
    assumes_uniqueness: false,
    about: "A star in this cell would force a star elsewhere, that one another, and in the end some row, column or region could not get its stars. So the cell holds none. Chains have few \
            links, and each is a row, column or region with just enough room.",
    aliases: &["entanglement", "pressured exclusion by force"],
};

/// The most rounds of links.
const ROUNDS: u16 = 5;
/// Points of rating for a round.
const PER_ROUND: u16 = 2;

/// One consequence in a chain.
#[derive(Clone)]
struct Link {
    units: Vec<usize>, // a unit, or two neighbouring lines
    place: usize,
    is_star: bool,
}

pub(super) fn chain<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    let sums = Sums::new(sheet, finder)?;
    let mut states: Vec<(usize, StarSheet<W>, Vec<Link>)> =
        sheet.free.iter().map(|place| (place, sheet.with_star(place), Vec::new())).collect();
    for round in 1..=ROUNDS {
        // Chains that ended, or lead nowhere, are not followed.
        let mut going = Vec::new();
        for (place, mut state, mut links) in states {
            let before = links.len();
            advance(&mut state, &mut links, finder)?;
            if links.len() == before {
                continue;
            }
            match End::narrow(sheet, &state).or_else(|| sums.end(sheet, &state)) {
                Some(end) => {
                    let places = [sheet.mark(place, 0)];
                    let rating = Rating(CHAIN.rating.0 + PER_ROUND * (round - 1));
                    finder.rated(rating, &[], &places, |meter| tell(sheet, place, links, &end, meter))?;
                }
                None => going.push((place, state, links)),
            }
        }
        states = going;
    }
    Flow::Continue(())
}

/// The units and the pairs of neighbouring lines.
fn groups<const W: usize>(sheet: &StarSheet<W>) -> impl Iterator<Item = Vec<usize>> + use<W> {
    let (rows, columns) = (sheet.geometry.family(ROWS), sheet.geometry.family(COLUMNS));
    let pairs = (rows.start + 1..rows.end).chain(columns.start + 1..columns.end).map(|line| vec![line - 1, line]);
    (0..sheet.geometry.units.len()).map(|unit| vec![unit]).chain(pairs)
}

/// Takes all links that show.
fn advance<const W: usize>(state: &mut StarSheet<W>, links: &mut Vec<Link>, finder: &mut Finder) -> Flow {
    let now = state.clone();
    for units in groups(&now) {
        finder.poll()?;
        let (cells, need) = open(&now, &units);
        let Some((forced, barred)) = now.packed(cells, need) else { continue };
        for (place, is_star) in
            forced.iter().map(|place| (place, true)).chain(barred.iter().map(|place| (place, false)))
        {
            if state.free.has(place) {
                take(state, place, is_star);
                links.push(Link { units: units.clone(), place, is_star });
            }
        }
    }
    Flow::Continue(())
}

/// The free cells of these units, and the stars they need.
fn open<const W: usize>(state: &StarSheet<W>, units: &[usize]) -> (Cells<W>, usize) {
    let cells = units.iter().fold(Cells::EMPTY, |cells, &unit| cells | state.free_in(unit));
    (cells, units.iter().map(|&unit| state.missing(unit)).sum())
}

fn take<const W: usize>(state: &mut StarSheet<W>, place: usize, is_star: bool) {
    if is_star { *state = state.with_star(place) } else { state.dot(place) }
}

/// Whether the link holds here.
fn holds<const W: usize>(state: &StarSheet<W>, link: &Link) -> bool {
    let (cells, need) = open(state, &link.units);
    if need == 0 || !state.free.has(link.place) || state.room(cells, need) > need {
        return false;
    }
    if link.is_star {
        return cells.has(link.place) && state.room(cells.without(link.place), need - 1) < need;
    }
    let left = need - usize::from(cells.has(link.place));
    left > 0 && state.room(cells - state.geometry.near[link.place], left - 1) < left
}

/// The position at the end of these links; `None` if one of them does not hold.
fn replay<const W: usize>(sheet: &StarSheet<W>, place: usize, links: &[Link]) -> Option<StarSheet<W>> {
    let mut state = sheet.with_star(place);
    for link in links {
        if !holds(&state, link) {
            return None;
        }
        take(&mut state, link.place, link.is_star);
    }
    Some(state)
}

fn tell<const W: usize>(
    sheet: &StarSheet<W>,
    place: usize,
    mut links: Vec<Link>,
    end: &End<W>,
    meter: &mut Meter,
) -> crate::technique::Telling {
    // The last links are the first to go, so that those before them are needed by nothing but what stays.
    for at in (0..links.len()).rev() {
        let link = links.remove(at);
        if !replay(sheet, place, &links).is_some_and(|state| end.holds(sheet, &state)) {
            links.insert(at, link);
        }
    }
    let geometry = &sheet.geometry;
    let cell = geometry.cell(place);
    let last = replay(sheet, place, &links).unwrap_or_else(|| sheet.clone());
    let mut units = end.units(&last);
    let ends = units.clone();
    let matters = |links: &[Link]| {
        let later = links.iter().flat_map(|link| &link.units).chain(&ends);
        later.fold(Cells::EMPTY, |cells, &unit| cells | sheet.free_in(unit))
    };
    let (losses, full) = sheet.losses(place, matters(&links));
    units.extend(full);
    let mut sentences = vec![if losses.is_empty() { format!("Suppose that {cell} held a star.") } else { losses }];
    let mut state = sheet.with_star(place);
    for (at, link) in links.iter().enumerate() {
        units.extend(&link.units);
        sentences.push(link_words(&state, link));
        if link.is_star {
            let (losses, full) = state.losses(link.place, matters(&links[at + 1..]));
            units.extend(full);
            sentences.push(losses);
        }
        take(&mut state, link.place, link.is_star);
    }
    sentences.push(format!("Then {}. So {cell} holds no star.", end.words(&last)));
    sentences.retain(|sentence| !sentence.is_empty());
    let mark = [sheet.mark(place, 0)];
    let cells = matters(&links);
    sheet.tell(meter, &units, &mark, format!("a star in {cell}, and what it would force"), cells, sentences.join(" "))
}

/// Why the link follows, in words.
fn link_words<const W: usize>(state: &StarSheet<W>, link: &Link) -> String {
    let (cells, need) = open(state, &link.units);
    let name = state.geometry.units(&link.units);
    let cell = state.geometry.cell(link.place);
    let stars = counted(need, "star");
    if link.is_star {
        let others = cells.without(link.place);
        return match (cells.len() == need, need) {
            (true, 1) => format!("Then {name} would have only {cell} left, so {cell} would hold a star."),
            (true, _) => {
                format!("Then {name} would have just {} left for {stars}, so {cell} would hold one.", state.and(cells))
            }
            _ => format!(
                "Then {name} would need {stars}, but without {cell} have room for {} only, in {}, so {cell} would hold one.",
                need - 1,
                in_blocks(state, others, need - 1)
            ),
        };
    }
    let own = usize::from(cells.has(link.place));
    let rest = cells - state.geometry.near[link.place];
    match need - own - 1 {
        0 if own == 0 && need == 1 => {
            format!(
                "Then {name} would need 1 star, in {}. {cell} touches {}, so {cell} would hold none.",
                state.or(cells),
                if cells.len() == 1 { "it" } else { "all of them" }
            )
        }
        0 => format!(
            "Then {name} would need {stars}, but a star in {cell} would leave no room for another, so {cell} would hold none."
        ),
        less => format!(
            "Then {name} would need {stars}, but a star in {cell} would leave room for {} only, in {}, so {cell} would hold none.",
            counted(less, if own == 1 { "more star" } else { "star" }),
            in_blocks(state, rest, less)
        ),
    }
}
