//! Exclusion: a star in this cell would leave some row, column or region with too few free cells.

use super::cells::Cells;
use super::sheet::StarSheet;
use crate::technique::words::{self, sentence};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

pub(super) static TOUCHING: TechniqueInfo = TechniqueInfo {
    id: "exclusion",
    title: "Exclusion",
    tier: 2,
    rating: Rating(20),
    assumes_uniqueness: false,
    about: "A star in this cell would touch so many free cells of a row, column or region that too few are left for its stars. So the cell holds none.",
    aliases: &["exclusion by touch", "common neighbour", "1xn shape"],
};

pub(super) static SEEING: TechniqueInfo = TechniqueInfo {
    id: "exclusion-by-lines",
    title: "Exclusion by lines",
    tier: 2,
    rating: Rating(25),
    assumes_uniqueness: false,
    about: "A star in this cell would fill its row, column or region and touch its neighbours, and so leave another row, column or region with too few free \
            cells. So the cell holds none.",
    aliases: &["exclusion by confinement", "consumed line", "consumed region"],
};

pub(super) fn touching<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for unit in sheet.open_units() {
        finder.poll()?;
        let (free, need) = (sheet.free_in(unit), sheet.missing(unit));
        if need == 1 {
            common_neighbours(sheet, finder, unit, free)?;
            continue;
        }
        let around = free.iter().fold(Cells::EMPTY, |around, place| around | sheet.geometry.near[place]);
        for place in (around & sheet.free).iter() {
            let (touched, left) = (free & sheet.geometry.near[place], free - sheet.geometry.near[place]);
            let own = usize::from(free.has(place));
            if left.len() + own >= need {
                continue;
            }
            let places = [sheet.mark(place, 0)];
            finder.step(&[], &places, |meter| {
                let cell = sheet.geometry.cell(place);
                let (name, needs) = (sheet.geometry.unit(unit), sentence(&sheet.needs(&[unit])));
                let free_cells = sheet.and(free);
                let touched = sheet.and(touched.without(place));
                let left = match (left.is_empty(), own) {
                    (true, 1) => "no other free cell".to_owned(),
                    (true, _) => "no free cell".to_owned(),
                    (false, 1) => format!("only {} beside it, which is too few", sheet.and(left)),
                    (false, _) => format!("only {}, which is too few", sheet.and(left)),
                };
                let reason = format!(
                    "{needs}, and its free cells are {free_cells}. A star in {cell} would touch {touched} and leave {name} {left}. So {cell} holds no star."
                );
                sheet.tell(meter, &[unit], &places, name.clone(), free, reason)
            })?;
        }
    }
    Flow::Continue(())
}

/// Cells that touch all free cells of a unit that needs one star.
fn common_neighbours<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder, unit: usize, free: Cells<W>) -> Flow {
    if free.is_empty() {
        return Flow::Continue(());
    }
    let common = free.iter().fold(sheet.free, |common, place| common & sheet.geometry.near[place]) - free;
    let places = sheet.marks(common, 0);
    finder.step(&[], &places, |meter| {
        let name = sheet.geometry.unit(unit);
        let needs = sentence(&sheet.needs(&[unit]));
        let reason = match free.len() {
            1 => format!("{needs}, and only {} is free. {}", sheet.and(free), touches(sheet, common, "it")),
            2 => format!("{needs}, in {}. {}", sheet.or(free), touches(sheet, common, "both")),
            _ => format!("{needs}, in {}. {}", sheet.or(free), touches(sheet, common, "all of them")),
        };
        sheet.tell(meter, &[unit], &places, name, free, reason)
    })
}

fn touches<const W: usize>(sheet: &StarSheet<W>, common: Cells<W>, what: &str) -> String {
    let each = if common.len() == 1 { "" } else { "Each of " };
    format!("{each}{} touches {what}, so {}.", sheet.and(common), sheet.no_star(common))
}

pub(super) fn seeing<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    let cleared: Vec<(usize, Cells<W>)> = sheet.free.iter().map(|place| (place, sheet.cleared_by(place))).collect();
    for unit in sheet.open_units() {
        finder.poll()?;
        let (free, need) = (sheet.free_in(unit), sheet.missing(unit));
        for &(place, cleared) in &cleared {
            let left = free - cleared;
            if free.has(place) || left.len() >= need {
                continue;
            }
            let places = [sheet.mark(place, 0)];
            finder.step(&[], &places, |meter| {
                let (losses, units) = sheet.losses(place, free);
                let name = sheet.geometry.unit(unit);
                let needs = sentence(&sheet.needs(&[unit]));
                let cell = sheet.geometry.cell(place);
                let left = if left.is_empty() {
                    "no free cell".to_owned()
                } else {
                    format!("only {}, which is too few", sheet.and(left))
                };
                let reason = format!("{needs}. {losses} That would leave {name} {left}. So {cell} holds no star.");
                let units: Vec<usize> = units.into_iter().chain([unit]).collect();
                sheet.tell(meter, &units, &places, format!("{name} and {cell}"), free, reason)
            })?;
        }
    }
    Flow::Continue(())
}

impl<const W: usize> StarSheet<W> {
    /// What a star at `place` would take from these cells, in words, and which units would be full.
    pub(super) fn losses(&self, place: usize, cells: Cells<W>) -> (String, Vec<usize>) {
        let geometry = &self.geometry;
        let mut rest = cells.without(place) & self.free;
        let mut parts = Vec::new();
        let touched = rest & geometry.near[place];
        if !touched.is_empty() {
            parts.push(format!("touch {}", self.and(touched)));
            rest = rest - touched;
        }
        let mut units = Vec::new();
        for unit in geometry.of[place] {
            let lost = rest & geometry.units[unit];
            if self.missing[unit] <= 1 && !lost.is_empty() {
                let last = if geometry.stars() == 1 { "the star" } else { "the last star" };
                parts.push(format!("be {last} of {}, and so take {} away", geometry.unit(unit), self.and(lost)));
                rest = rest - lost;
                units.push(unit);
            }
        }
        let cell = geometry.cell(place);
        let losses =
            if parts.is_empty() { String::new() } else { format!("A star in {cell} would {}.", words::and(parts)) };
        (losses, units)
    }
}
