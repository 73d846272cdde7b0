//! Pressured exclusion: a star in this cell would not leave too few free cells, but too little room, in a unit, in two neighbouring lines, or in a count.
//!
//! Only what a star takes away at once is looked at: what it touches, and what else is in a row, column or region that it fills.

use super::cells::Cells;
use super::overhang::Count;
use super::packing::in_blocks;
use super::shares::{Frame, Share};
use super::sheet::{COLUMNS, ROWS, StarSheet};
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
    tier: 4,
    rating: Rating(48),
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
    pub(super) fn with_star(&self, place: usize) -> Self {
        let cleared = self.cleared_by(place);
        let mut after = self.clone();
        after.star(place);
        after.free = after.free - cleared;
        after
    }
}

pub(super) fn unit<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    exclude(sheet, finder, |after| {
        End::narrow(sheet, after).filter(|end| matches!(end, End::Narrow(units) if units.len() == 1))
    })
}

pub(super) fn pair<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    exclude(sheet, finder, |after| End::narrow(sheet, after))
}

pub(super) fn count<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    let sums = Sums::new(sheet, finder)?;
    exclude(sheet, finder, |after| sums.end(sheet, after))
}

/// Shows the cells in which a star would come to such an end.
fn exclude<const W: usize>(
    sheet: &StarSheet<W>,
    finder: &mut Finder,
    end: impl Fn(&StarSheet<W>) -> Option<End<W>>,
) -> Flow {
    for place in sheet.free.iter() {
        finder.check()?;
        let after = sheet.with_star(place);
        let Some(end) = end(&after) else { continue };
        let places = [sheet.mark(place, 0)];
        finder.step(&[], &places, |meter| {
            let geometry = &sheet.geometry;
            let cell = geometry.cell(place);
            let units = end.units(&after);
            let cells = units.iter().fold(Cells::EMPTY, |cells, &unit| cells | sheet.free_in(unit));
            let (losses, full) = sheet.losses(place, cells);
            let start = if losses.is_empty() { format!("Suppose that {cell} held a star.") } else { losses };
            let reason = format!("{start} Then {}. So {cell} holds no star.", end.words(&after));
            let at = match &end {
                End::Narrow(units) => geometry.units(units),
                End::Count(frame, _) => geometry.units(&frame.units),
            };
            sheet.tell(meter, &[units, full].concat(), &places, format!("{at} and {cell}"), cells, reason)
        })?;
    }
    Flow::Continue(())
}

/// A frame with what its givers put inside.
struct Sum<const W: usize> {
    frame: Frame<W>,
    shares: Vec<Share>,
    least: usize,
    most: usize,
}

/// All frames, to see at once which counts a change breaks.
pub(super) struct Sums<const W: usize>(Vec<Sum<W>>);

/// What cannot be any more.
pub(super) enum End<const W: usize> {
    /// These units have too little room.
    Narrow(Vec<usize>),
    /// The givers put too much into the frame at least (`true`), or too little at most.
    Count(Frame<W>, bool),
}

impl<const W: usize> Sums<W> {
    pub(super) fn new(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow<Self> {
        let mut sums = Vec::new();
        for frame in sheet.frames() {
            finder.poll()?;
            let givers = sheet.geometry.family(frame.givers);
            let shares: Vec<Share> = givers.map(|giver| sheet.share(&frame, giver)).collect();
            let (least, most) = shares.iter().fold((0, 0), |(least, most), s| (least + s.least, most + s.most));
            sums.push(Sum { frame, shares, least, most });
        }
        Flow::Continue(Self(sums))
    }

    /// The first frame, by size, whose count is broken after a change to the sheet.
    pub(super) fn end(&self, sheet: &StarSheet<W>, after: &StarSheet<W>) -> Option<End<W>> {
        let lost = sheet.free - after.free;
        let units = 0..sheet.geometry.units.len();
        let changed: Vec<usize> = units.filter(|&unit| lost.meets(sheet.geometry.units[unit])).collect();
        self.0.iter().find_map(|sum| {
            let family = sheet.geometry.family(sum.frame.givers);
            let taken = after.taken(&sum.frame);
            let (mut least, mut most) = (sum.least, sum.most);
            for &giver in changed.iter().filter(|giver| family.contains(giver)) {
                let (old, new) = (sum.shares[giver - family.start], after.share(&sum.frame, giver));
                least = least - old.least + new.least;
                most = most - old.most + new.most;
            }
            (least > taken || most < taken).then(|| End::Count(sum.frame.clone(), least > taken))
        })
    }
}

impl<const W: usize> End<W> {
    /// A unit, or two neighbouring lines, with too little room after a change to the sheet.
    pub(super) fn narrow(sheet: &StarSheet<W>, after: &StarSheet<W>) -> Option<Self> {
        let lost = sheet.free - after.free;
        let is_narrow = |units: &&[usize]| {
            let changed = units.iter().any(|&unit| lost.meets(sheet.geometry.units[unit]));
            changed && is_narrow(after, units)
        };
        let all: Vec<usize> = (0..sheet.geometry.units.len()).collect();
        let lines = [sheet.geometry.family(ROWS), sheet.geometry.family(COLUMNS)];
        let pairs = lines.iter().flat_map(|lines| all[lines.clone()].windows(2));
        all.chunks(1).chain(pairs).find(is_narrow).map(|units| Self::Narrow(units.to_vec()))
    }

    pub(super) fn holds(&self, sheet: &StarSheet<W>, after: &StarSheet<W>) -> bool {
        match self {
            Self::Narrow(units) => is_narrow(after, units),
            Self::Count(frame, by_least) => {
                let shares = sheet.geometry.family(frame.givers).map(|giver| after.share(frame, giver));
                let (least, most) = shares.fold((0, 0), |(least, most), s| (least + s.least, most + s.most));
                if *by_least { least > after.taken(frame) } else { most < after.taken(frame) }
            }
        }
    }

    /// The units whose counts it rests on.
    pub(super) fn units(&self, after: &StarSheet<W>) -> Vec<usize> {
        match self {
            Self::Narrow(units) => units.clone(),
            Self::Count(frame, by_least) => Count::new(after, frame, *by_least).units(),
        }
    }

    /// Why it cannot be, as it follows "then".
    pub(super) fn words(&self, after: &StarSheet<W>) -> String {
        match self {
            Self::Narrow(units) => {
                let cells = units.iter().fold(Cells::EMPTY, |cells, &unit| cells | after.free_in(unit));
                let need = units.iter().map(|&unit| after.missing(unit)).sum();
                let would = if units.len() == 1 { "would still need" } else { "would together still need" };
                let room = match after.room(cells, need) {
                    0 => "have no free cell left".to_owned(),
                    room => format!("have room for {room} only, in {}", in_blocks(after, cells, room)),
                };
                format!("{} {would} {}, but {room}", after.geometry.units(units), counted(need, "star"))
            }
            Self::Count(frame, by_least) => Count::new(after, frame, *by_least).contradiction(after),
        }
    }
}

fn is_narrow<const W: usize>(after: &StarSheet<W>, units: &[usize]) -> bool {
    let need: usize = units.iter().map(|&unit| after.missing(unit)).sum();
    let cells = units.iter().fold(Cells::EMPTY, |cells, &unit| cells | after.free_in(unit));
    need > 0 && after.room(cells, need - 1) < need
}
