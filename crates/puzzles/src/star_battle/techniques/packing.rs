//! Cells that have room for no more stars than they must hold.
//!
//! Where they fall into as many 2x2 blocks as there are stars to come, each block holds one. A cell without which they would fit into fewer blocks holds a star; a
//! cell whose star would leave fewer blocks holds none.

use super::cells::Cells;
use super::sheet::{COLUMNS, ROWS, StarSheet};
use super::words::number;
use crate::technique::words::sentence;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

pub(super) static SHAPES: TechniqueInfo = TechniqueInfo {
    id: "packed-unit",
    title: "Packed row, column or region",
    tier: 2,
    rating: Rating(27),
    assumes_uniqueness: false,
    about: "A 2x2 block holds at most one star. A row, column or region whose free cells fall into as many 2x2 blocks as it needs stars has one in each of them.",
    aliases: &["2x2 shapes", "1xn shapes", "tiling"],
};

pub(super) static SQUEEZE: TechniqueInfo = TechniqueInfo {
    id: "two-line-squeeze",
    title: "Two-line squeeze",
    tier: 4,
    rating: Rating(40),
    assumes_uniqueness: false,
    about: "Two neighbouring rows or columns are cut into 2x2 blocks of their free cells. With as many blocks as the two lines need stars, each block holds one.",
    aliases: &["squeeze", "two-row tiling"],
};

pub(super) fn shapes<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for unit in sheet.open_units() {
        packed(sheet, finder, &[unit], sheet.free_in(unit), sheet.missing(unit))?;
    }
    Flow::Continue(())
}

pub(super) fn squeeze<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for family in [ROWS, COLUMNS] {
        let lines = sheet.geometry.family(family);
        for first in lines.start..lines.end.saturating_sub(1) {
            let need = sheet.missing(first) + sheet.missing(first + 1);
            packed(sheet, finder, &[first, first + 1], sheet.free_in(first) | sheet.free_in(first + 1), need)?;
        }
    }
    Flow::Continue(())
}

fn packed<const W: usize>(
    sheet: &StarSheet<W>,
    finder: &mut Finder,
    units: &[usize],
    cells: Cells<W>,
    need: usize,
) -> Flow {
    finder.poll()?;
    let Some((forced, barred)) = sheet.packed(cells, need) else { return Flow::Continue(()) };
    let geometry = &sheet.geometry;
    let name = geometry.units(units);
    let its = if units.len() == 1 { "its" } else { "their" };
    for place in forced.iter() {
        let places = [sheet.mark(place, 1)];
        finder.step(&[], &places, |meter| {
            let cell = geometry.cell(place);
            let needs = sentence(&sheet.needs(units));
            let rest = cells.without(place);
            let reason = match need - 1 {
                0 => format!("{needs}, and {cell} is the only free cell. So {cell} holds a star."),
                less => format!(
                    "{needs}. Without {cell}, {its} free cells fit into {}, with room for {}. So {cell} holds a star.",
                    in_blocks(sheet, rest, less),
                    crate::text::counted(less, "star")
                ),
            };
            sheet.tell(meter, units, &places, name.clone(), cells, reason)
        })?;
    }
    for place in barred.iter() {
        let places = [sheet.mark(place, 0)];
        finder.step(&[], &places, |meter| {
            let cell = geometry.cell(place);
            let needs = sentence(&sheet.needs(units));
            let own = usize::from(cells.has(place));
            let (touched, rest) = (cells & geometry.near[place], cells - geometry.near[place]);
            let less = need - own - 1;
            let touch = match touched.without(place) {
                others if others.is_empty() => String::new(),
                others => format!("touch {} and ", sheet.and(others)),
            };
            let other = if own == 1 { "other " } else { "" };
            let left = match less {
                0 => format!("no {other}free cell there"),
                _ => format!(
                    "only {}, with room for {}",
                    in_blocks(sheet, rest, less),
                    crate::text::counted(less, &format!("{other}star"))
                ),
            };
            let reason = format!(
                "{needs}. A star in {cell} would {touch}leave {left}, which is too few. So {cell} holds no star."
            );
            sheet.tell(meter, units, &places, name.clone(), cells, reason)
        })?;
    }
    Flow::Continue(())
}

/// `two 2x2 blocks, (r1c1, r1c2) and (r3c4)`
pub(super) fn in_blocks<const W: usize>(sheet: &StarSheet<W>, cells: Cells<W>, most: usize) -> String {
    let count = sheet.groups(cells, most).len();
    format!("{} 2x2 block{}, {}", number(count), if count == 1 { "" } else { "s" }, sheet.blocks(cells, most))
}
