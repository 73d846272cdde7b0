//! What follows at a glance: around a star, and in a unit that has all its stars or as many free cells as stars to come.

use super::cells::Cells;
use super::sheet::StarSheet;
use crate::technique::words::sentence;
use crate::technique::{Finder, Flow, Mark, Premise, Rating, TechniqueInfo, Telling};

pub(super) static NEIGHBOURS: TechniqueInfo = TechniqueInfo {
    id: "star-neighbours",
    title: "Neighbours of a star",
    tier: 1,
    rating: Rating(10),
    assumes_uniqueness: false,
    about: "Stars do not touch, not even at a corner: the up to eight cells around a star hold none.",
    aliases: &["trivial marks"],
};

pub(super) static FULL: TechniqueInfo = TechniqueInfo {
    id: "full-unit",
    title: "Full row, column or region",
    tier: 1,
    rating: Rating(11),
    assumes_uniqueness: false,
    about: "A row, column or region that has all its stars takes no more: its other cells hold none.",
    aliases: &["trivial marks"],
};

pub(super) static FORCED: TechniqueInfo = TechniqueInfo {
    id: "forced-placement",
    title: "Forced placement",
    tier: 1,
    rating: Rating(12),
    assumes_uniqueness: false,
    about: "A row, column or region with just as many free cells as stars to come has a star in each of them.",
    aliases: &["last cells", "hidden single"],
};

pub(super) fn neighbours<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for star in sheet.stars.iter() {
        let around = sheet.geometry.near[star] & sheet.free;
        let places = sheet.marks(around, 0);
        finder.step(&[], &places, |_| {
            let cell = sheet.geometry.cell(star);
            Telling {
                because: vec![Premise::Holds(Mark { cell, value: 1 }), Premise::Rules("touch")],
                place: format!("the star in {cell}"),
                cells: vec![cell],
                marks: Vec::new(),
                reason: format!("{cell} holds a star. Stars do not touch, so {}.", sheet.no_star(around)),
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn full<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for unit in (0..sheet.geometry.units.len()).filter(|&unit| sheet.missing[unit] == 0) {
        let free = sheet.free_in(unit);
        let places = sheet.marks(free, 0);
        finder.step(&[], &places, |_| {
            let stars = sheet.geometry.units[unit] & sheet.stars;
            let name = sheet.geometry.unit(unit);
            let have =
                if stars.len() == 1 { "its star in".to_owned() } else { format!("its {} stars in", stars.len()) };
            let reason = format!("{} has {have} {}, so {}.", sentence(&name), sheet.and(stars), sheet.no_star(free));
            Telling {
                because: (sheet.marks(stars, 1).into_iter().map(Premise::Holds))
                    .chain([Premise::Rule(sheet.geometry.rule(unit))])
                    .collect(),
                place: name,
                cells: stars.iter().map(|place| sheet.geometry.cell(place)).collect(),
                marks: Vec::new(),
                reason,
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn forced<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for unit in 0..sheet.geometry.units.len() {
        let free = sheet.free_in(unit);
        if sheet.missing[unit] <= 0 || free.len() != sheet.missing(unit) {
            continue;
        }
        let places = sheet.marks(free, 1);
        finder.step(&[], &places, |_| {
            let geometry = &sheet.geometry;
            let dots: Cells<W> = geometry.units[unit] - sheet.stars - free;
            let reason = if free.len() == 1 {
                let needs = sentence(&sheet.needs(&[unit]));
                format!("{needs}, and {} is its only free cell, so the star is there.", sheet.and(free))
            } else {
                let needs = sentence(&sheet.needs(&[unit]));
                let count = free.len();
                format!(
                    "{needs}, and it has just {count} free cells, {}, so each of them holds a star.",
                    sheet.and(free)
                )
            };
            Telling {
                because: (sheet.marks(dots, 1).into_iter().map(Premise::Lacks))
                    .chain([Premise::Rule(geometry.rule(unit))])
                    .collect(),
                place: geometry.unit(unit),
                cells: free.iter().map(|place| geometry.cell(place)).collect(),
                marks: Vec::new(),
                reason,
            }
        })?;
    }
    Flow::Continue(())
}
