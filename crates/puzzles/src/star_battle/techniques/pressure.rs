//! Pressured exclusion: a star in this cell would not leave too few free cells, but too little room, in a unit, in two neighbouring lines, or in a count.
//!
//! Only what a star takes away at once is looked at: what it touches, and what else is in a row, column or region that it fills.

use super::cells::Cells;
use super::overhang::Count;
use super::packing::in_blocks;
use super::shares::{Frame, Share};
use super::sheet::{COLUMNS, ROWS, StarSheet};
use crate::technique::words::sentence;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};
use crate::text::counted;

pub(super) static UNIT: TechniqueInfo = TechniqueInfo {
    id: "pressured-exclusion",
    title: "Pressured exclusion",
    tier: 4,
    rating: Rating(46),
    assumes_uniqueness: false,
    about: "A star in this cell would fill its row, column or region and touch its neighbours. What that leaves of another row, column or region fits into fewer 2x2 blocks than it needs \
            stars. So the cell holds none.",
    aliases: &["exclusion by tiling"],
};

pub(super) static PAIR: TechniqueInfo = TechniqueInfo {
    id: "squeezed-exclusion",
    title: "Squeezed exclusion",
    tier: 5,
    rating: Rating(56),
    assumes_uniqueness: false,
    about: "A star in this cell would leave two neighbouring rows or columns with fewer 2x2 blocks of free cells than they need stars. So the cell holds none.",
    aliases: &["exclusion by squeeze"],
};

pub(super) static COUNT: TechniqueInfo = TechniqueInfo {
    id: "exclusion-by-count",
    title: "Exclusion by count",
    tier: 5,
    rating: Rating(60),
    assumes_uniqueness: false,
    about: "With a star in this cell, some regions would have to put more stars into a few lines than these take, or could not put enough there. So the cell holds none.",
    aliases: &["hypothetical undercounting", "hypothetical overcounting"],
};

impl<const W: usize> StarSheet<W> {
    /// The position with a star there and without the cells that it takes away at once.
    fn with_star(&self, place: usize) -> Self {
        let cleared = self.cleared_by(place);
        let mut after = self.clone();
        after.star(place);
        after.free = after.free - cleared;
        after
    }
}

pub(super) fn unit<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for place in sheet.free.iter() {
        let after = sheet.with_star(place);
        for unit in 0..sheet.layout.units.len() {
            narrow(sheet, &after, finder, place, &[unit])?;
        }
    }
    Flow::Continue(())
}

pub(super) fn pair<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for place in sheet.free.iter() {
        let after = sheet.with_star(place);
        for family in [ROWS, COLUMNS] {
            let lines = sheet.layout.family(family);
            for first in lines.start..lines.end.saturating_sub(1) {
                narrow(sheet, &after, finder, place, &[first, first + 1])?;
            }
        }
    }
    Flow::Continue(())
}

/// Whether a star at `place` leaves these units too little room.
fn narrow<const W: usize>(
    sheet: &StarSheet<W>,
    after: &StarSheet<W>,
    finder: &mut Finder,
    place: usize,
    units: &[usize],
) -> Flow {
    let need: usize = units.iter().map(|&unit| after.missing(unit)).sum();
    let free = |sheet: &StarSheet<W>| units.iter().fold(Cells::EMPTY, |cells, &unit| cells | sheet.free_in(unit));
    let (before, cells) = (free(sheet), free(after));
    if need == 0 || before == cells || after.room(cells, need - 1) >= need {
        return Flow::Continue(());
    }
    let places = [sheet.mark(place, 0)];
    finder.step(&[], &places, || {
        let layout = &sheet.layout;
        let cell = layout.cell(place);
        let (losses, full) = sheet.losses(place, before);
        let name = layout.units(units);
        let would = if units.len() == 1 { "would still need" } else { "would together still need" };
        let stars = counted(need, "star");
        let room = match after.room(cells, need) {
            0 => "have no free cell left".to_owned(),
            room => format!("have room for {room} only, in {}", in_blocks(after, cells, room)),
        };
        let reason = format!("{losses} Then {name} {would} {stars}, but {room}. So {cell} holds no star.");
        let all: Vec<usize> = units.iter().copied().chain(full).collect();
        sheet.tell(&all, &places, format!("{name} and {cell}"), before, reason)
    })
}

/// A frame with what its givers put inside.
struct Sum<const W: usize> {
    frame: Frame<W>,
    shares: Vec<Share>,
    least: usize,
    most: usize,
}

pub(super) fn count<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    let sums: Vec<Sum<W>> = (sheet.frames().into_iter())
        .map(|frame| {
            let givers = sheet.layout.family(frame.givers);
            let shares: Vec<Share> = givers.map(|giver| sheet.share(&frame, giver)).collect();
            let (least, most) = shares.iter().fold((0, 0), |(least, most), s| (least + s.least, most + s.most));
            Sum { frame, shares, least, most }
        })
        .collect();
    let units = 0..sheet.layout.units.len();
    let states: Vec<(usize, StarSheet<W>, Vec<usize>)> = (sheet.free.iter())
        .map(|place| {
            let after = sheet.with_star(place);
            let lost = sheet.free - after.free;
            let changed = units.clone().filter(|&unit| lost.meets(sheet.layout.units[unit])).collect();
            (place, after, changed)
        })
        .collect();
    for sum in &sums {
        let family = sheet.layout.family(sum.frame.givers);
        for (place, after, changed) in &states {
            let taken = after.taken(&sum.frame);
            let (mut least, mut most) = (sum.least, sum.most);
            for &giver in changed.iter().filter(|giver| family.contains(giver)) {
                let (old, new) = (sum.shares[giver - family.start], after.share(&sum.frame, giver));
                least = least - old.least + new.least;
                most = most - old.most + new.most;
            }
            if least <= taken && most >= taken {
                continue;
            }
            let places = [sheet.mark(*place, 0)];
            let rating = Rating(COUNT.rating.0 + sum.frame.units.len() as u16 - 1);
            finder.rated(rating, &[], &places, || {
                let count = Count::new(after, &sum.frame, least > taken);
                let givers = count.units();
                let cells = givers.iter().fold(Cells::EMPTY, |cells, &unit| cells | sheet.free_in(unit));
                let (losses, full) = sheet.losses(*place, cells);
                let cell = sheet.layout.cell(*place);
                let name = sheet.layout.units(&sum.frame.units);
                let reason = format!("{losses} Then {}. So {cell} holds no star.", count.contradiction(after));
                let own = sheet.layout.of[*place].into_iter().filter(|unit| givers.contains(unit));
                let all: Vec<usize> = givers.iter().copied().chain(own).chain(full).collect();
                sheet.tell(&all, &places, format!("{name} and {cell}"), cells & sum.frame.cells, sentence(&reason))
            })?;
        }
    }
    Flow::Continue(())
}
