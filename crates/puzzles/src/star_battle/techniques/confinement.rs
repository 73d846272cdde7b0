//! Units inside units: some regions whose free cells all lie in as many lines as their stars fill, and the other way round.
//!
//! The **inner** units lie inside the **outer** ones. Where both need the same number of stars, all stars of the outer units belong to the inner ones, and their other
//! cells hold none. Groups are listed by size, the smallest first, and given up as soon as the outer units need more stars than the group can still grow by.

use super::cells::Cells;
use super::sheet::{COLUMNS, REGIONS, ROWS, StarSheet};
use crate::technique::words::sentence;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

pub(super) static REGION_IN_LINE: TechniqueInfo = TechniqueInfo {
    id: "region-in-line",
    title: "Region inside a line",
    tier: 2,
    rating: Rating(22),
    assumes_uniqueness: false,
    about: "All free cells of a region lie in one row or column, and the region takes all stars that the line still needs. The other cells of the line hold none.",
    aliases: &["pointing", "1xn confinement"],
};

pub(super) static LINE_IN_REGION: TechniqueInfo = TechniqueInfo {
    id: "line-in-region",
    title: "Line inside a region",
    tier: 2,
    rating: Rating(23),
    assumes_uniqueness: false,
    about: "All free cells of a row or column lie in one region, and the line takes all stars that the region still needs. The other cells of the region hold none.",
    aliases: &["claiming"],
};

pub(super) static REGIONS_IN_LINES: TechniqueInfo = TechniqueInfo {
    id: "regions-in-lines",
    title: "Regions inside lines",
    tier: 3,
    rating: Rating(30),
    assumes_uniqueness: false,
    about: "The free cells of some regions all lie in a few rows (or columns), and the regions need as many stars as these rows. So the rows' other cells hold none.",
    aliases: &["undercounting", "n regions in n rows"],
};

pub(super) static LINES_IN_REGIONS: TechniqueInfo = TechniqueInfo {
    id: "lines-in-regions",
    title: "Lines inside regions",
    tier: 3,
    rating: Rating(32),
    assumes_uniqueness: false,
    about: "The free cells of some rows (or columns) all lie in a few regions, and the rows need as many stars as these regions. So the regions' other cells hold none.",
    aliases: &["overcounting", "n rows in n regions"],
};

pub(super) static FISH: TechniqueInfo = TechniqueInfo {
    id: "fish",
    title: "Fish",
    tier: 4,
    rating: Rating(42),
    assumes_uniqueness: false,
    about: "The free cells of some rows all lie in a few columns, and the rows need as many stars as these columns. So the columns' other cells hold none. \
            Likewise with rows and columns exchanged.",
    aliases: &["X-wing", "swordfish"],
};

/// Groups on large boards have at most this many units.
const LARGEST_GROUP: usize = 5;
/// Boards up to this size are searched for groups of up to half their units: larger groups show as the outer units' complement.
const SMALL_BOARD: usize = 14;
/// Points of rating for every unit above two.
const PER_UNIT: u16 = 2;

pub(super) fn region_in_line<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    inside(sheet, finder, REGION_IN_LINE.rating, true, (REGIONS, ROWS), 1)?;
    inside(sheet, finder, REGION_IN_LINE.rating, true, (REGIONS, COLUMNS), 1)
}

pub(super) fn line_in_region<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    inside(sheet, finder, LINE_IN_REGION.rating, true, (ROWS, REGIONS), 1)?;
    inside(sheet, finder, LINE_IN_REGION.rating, true, (COLUMNS, REGIONS), 1)
}

pub(super) fn regions_in_lines<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    by_size(sheet, finder, REGIONS_IN_LINES.rating, [(REGIONS, ROWS), (REGIONS, COLUMNS)])
}

pub(super) fn lines_in_regions<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    by_size(sheet, finder, LINES_IN_REGIONS.rating, [(ROWS, REGIONS), (COLUMNS, REGIONS)])
}

pub(super) fn fish<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    by_size(sheet, finder, FISH.rating, [(ROWS, COLUMNS), (COLUMNS, ROWS)])
}

fn by_size<const W: usize>(
    sheet: &StarSheet<W>,
    finder: &mut Finder,
    rating: Rating,
    families: [(usize, usize); 2],
) -> Flow {
    let size = sheet.geometry.puzzle.size();
    let largest = if size <= SMALL_BOARD { size.div_ceil(2) } else { LARGEST_GROUP };
    for count in 1..=largest {
        for pair in families {
            inside(sheet, finder, rating, false, pair, count)?;
        }
    }
    Flow::Continue(())
}

/// Groups of so many units of one family inside units of another.
fn inside<const W: usize>(
    sheet: &StarSheet<W>,
    finder: &mut Finder,
    rating: Rating,
    single: bool,
    (inner, outer): (usize, usize),
    count: usize,
) -> Flow {
    let geometry = &sheet.geometry;
    let outers = geometry.family(outer);
    if outers.len() > u32::BITS as usize {
        return Flow::Continue(()); // Far more regions than lines: such a board has no solution.
    }
    let meets = |unit: usize| {
        let free = sheet.free_in(unit);
        let meeting = outers.clone().enumerate().filter(|&(_, other)| free.meets(geometry.units[other]));
        meeting.fold(0u32, |mask, (bit, _)| mask | 1 << bit)
    };
    let open = geometry.family(inner).filter(|&unit| sheet.missing[unit] > 0);
    let inners: Vec<(usize, u32)> = open.map(|unit| (unit, meets(unit))).collect();
    let room: Vec<usize> = outers.clone().map(|unit| sheet.missing(unit)).collect();
    let mut groups =
        Groups { sheet, finder, rating, single, inners, room, first_outer: outers.start, chosen: Vec::new() };
    groups.choose(0, count, (0, 0, 0))
}

struct Groups<'a, const W: usize> {
    sheet: &'a StarSheet<W>,
    finder: &'a mut Finder,
    rating: Rating,            // of a group of two
    single: bool,              // whether to look for one unit inside another, or for more than that
    inners: Vec<(usize, u32)>, // unit, and the outer units that its free cells lie in
    room: Vec<usize>,          // outer unit -> the stars it needs
    first_outer: usize,
    chosen: Vec<usize>, // places in `inners`
}

impl<const W: usize> Groups<'_, W> {
    /// Adds `count` more units to the group, whose units lie in the outer units of a mask. `need`: the stars of the group, `room`: those of the outer units.
    fn choose(&mut self, from: usize, count: usize, (mask, need, room): (u32, usize, usize)) -> Flow {
        self.finder.tick()?;
        if room > need + count * self.sheet.geometry.stars() {
            return Flow::Continue(());
        }
        if count == 0 {
            return if room == need { self.found(mask) } else { Flow::Continue(()) };
        }
        for at in from..self.inners.len() {
            let (unit, own) = self.inners[at];
            let mut new = own & !mask;
            let mut more = 0;
            while new != 0 {
                more += self.room[new.trailing_zeros() as usize];
                new &= new - 1;
            }
            self.chosen.push(at);
            let flow = self.choose(at + 1, count - 1, (mask | own, need + self.sheet.missing(unit), room + more));
            self.chosen.pop();
            flow?;
        }
        Flow::Continue(())
    }

    fn found(&mut self, mask: u32) -> Flow {
        let (sheet, geometry) = (self.sheet, &self.sheet.geometry);
        let inners: Vec<usize> = self.chosen.iter().map(|&at| self.inners[at].0).collect();
        let outers: Vec<usize> =
            (0..self.room.len()).filter(|bit| mask >> bit & 1 == 1).map(|bit| self.first_outer + bit).collect();
        let within = |units: &[usize]| units.iter().fold(Cells::EMPTY, |cells, &unit| cells | sheet.free_in(unit));
        let (own, all) = (within(&inners), within(&outers));
        let cleared = all - own;
        // A unit inside another is a technique of its own.
        let is_single = inners.len() == 1 && outers.len() == 1;
        if cleared.is_empty() || is_single != self.single || !self.is_connected() {
            return Flow::Continue(());
        }
        let rating = Rating(self.rating.0 + PER_UNIT * inners.len().max(outers.len()).saturating_sub(2) as u16);
        let places = sheet.marks(cleared, 0);
        self.finder.rated(rating, &[], &places, |meter| {
            let (inside, around) = (geometry.units(&inners), geometry.units(&outers));
            let needs = sentence(&sheet.needs(&inners));
            let count = inners.iter().map(|&unit| sheet.missing(unit)).sum();
            let stars = sheet.more(&outers, count);
            let lie = match (inners.len(), own.len()) {
                (1, 1) => "its only free cell lies",
                (1, _) => "all its free cells lie",
                _ => "all their free cells lie",
            };
            let take = match outers.len() {
                1 => format!("{} takes", sentence(&around)),
                _ => format!("{} together take", sentence(&around)),
            };
            let belong = if count == 1 { "that star belongs" } else { "those stars all belong" };
            let reason = format!(
                "{needs}, and {lie} in {around}. {take} just {stars}, so {belong} to {inside}, and {}.",
                sheet.no_star(cleared)
            );
            let units: Vec<usize> = inners.iter().chain(&outers).copied().collect();
            sheet.tell(meter, &units, &places, format!("{inside} and {around}"), own, reason)
        })
    }

    /// Whether the group does not fall into two that have nothing to do with each other.
    fn is_connected(&self) -> bool {
        let mut rest = self.chosen.clone();
        let Some(first) = rest.pop() else { return true };
        let mut mask = self.inners[first].1;
        while let Some(at) = rest.iter().position(|&at| self.inners[at].1 & mask != 0) {
            mask |= self.inners[rest.swap_remove(at)].1;
        }
        rest.is_empty()
    }
}
