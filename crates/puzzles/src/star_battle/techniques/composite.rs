//! Composite counts: some lines against some regions.
//!
//! The **demanding** units lie partly outside the **supplying** ones. Of the stars that they need, at most as many as the suppliers still take lie in these, so their other free
//! cells, the **rest**, hold at least the difference. Its room beyond that is the **slack**. Without slack, suppliers have no star outside the demanding units, and the rest is packed. A star
//! that takes away more than the slack is wrong in any case.

use super::cells::Cells;
use super::packing::in_blocks;
use super::sheet::{COLUMNS, REGIONS, ROWS, StarSheet};
use crate::technique::words::sentence;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};
use crate::text::counted;

pub(super) static COMPOSITE: TechniqueInfo = TechniqueInfo {
    id: "composite-count",
    title: "Composite count",
    tier: 5,
    rating: Rating(55),
    assumes_uniqueness: false,
    about: "Some lines need more stars than the regions that cross them take (or the other way round), so the rest of the lines holds the difference. It has room for hardly more: a star that \
            takes too much of it away is wrong.",
    aliases: &["composite regions", "set differential", "set equivalence"],
};

/// A rest with more slack than this is no pressure.
const MOST_SLACK: isize = 1;
/// The most stars that are demanded of the lines.
const MOST_STARS: usize = 10;
/// The most lines.
const MOST_LINES: usize = 5;
/// The most regions that are tried together.
const MOST_REGIONS: usize = 10;
/// Points of rating for slack.
const FOR_SLACK: u16 = 3;

struct Difference<const W: usize> {
    demanding: Vec<usize>,
    supplying: Vec<usize>,
    demand: Cells<W>, // the cells of the demanding units
    supply: Cells<W>,
    rest: Cells<W>, // free cells
    need: isize,    // stars that the rest holds at least
    slack: isize,
}

pub(super) fn composite<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    let differences = differences(sheet, finder)?;
    let cleared: Vec<(usize, Cells<W>)> = sheet.free.iter().map(|place| (place, sheet.cleared_by(place))).collect();
    for difference in &differences {
        finder.poll()?;
        if difference.slack == 0 {
            difference.confined(sheet, finder)?;
            difference.forced(sheet, finder)?;
        }
        for &(place, cleared) in &cleared {
            difference.barred(sheet, finder, place, cleared)?;
        }
    }
    Flow::Continue(())
}

/// Lines and regions with little slack; those with the fewest stars to place first.
fn differences<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow<Vec<Difference<W>>> {
    let geometry = &sheet.geometry;
    let mut found = Vec::new();
    let longest = (MOST_STARS / geometry.stars()).min(MOST_LINES).min(geometry.puzzle.size() - 1);
    for count in 1..=longest {
        for lines in [geometry.family(ROWS), geometry.family(COLUMNS)] {
            for first in lines.start..=lines.end - count {
                let lines: Vec<usize> = (first..first + count).filter(|&line| sheet.missing[line] > 0).collect();
                if lines.len() == count {
                    against_regions(sheet, &lines, &mut found, finder)?;
                }
            }
        }
    }
    found.sort_by_key(|difference| (difference.stars(), difference.slack, difference.units().len()));
    Flow::Continue(found)
}

fn against_regions<const W: usize>(
    sheet: &StarSheet<W>,
    lines: &[usize],
    found: &mut Vec<Difference<W>>,
    finder: &mut Finder,
) -> Flow {
    let geometry = &sheet.geometry;
    let cells = lines.iter().fold(Cells::EMPTY, |cells, &line| cells | geometry.units[line]);
    let takes = |units: &[usize]| units.iter().map(|&unit| sheet.missing(unit) as isize).sum::<isize>();
    let meets = |&region: &usize| sheet.missing[region] > 0 && sheet.free_in(region).meets(cells);
    let meeting: Vec<usize> = geometry.family(REGIONS).filter(meets).collect();
    if meeting.len() > MOST_REGIONS {
        return Flow::Continue(());
    }
    let in_lines = takes(lines);
    for mask in 0u32..1 << meeting.len() {
        finder.poll()?;
        let chosen = || meeting.iter().enumerate().filter(|&(bit, _)| mask >> bit & 1 == 1).map(|(_, &region)| region);
        let area = chosen().fold(Cells::EMPTY, |cells, region| cells | geometry.units[region]);
        let in_regions: isize = chosen().map(|region| sheet.missing(region) as isize).sum();
        for lines_demand in [true, false] {
            let (need, demand, supply) =
                if lines_demand { (in_lines - in_regions, cells, area) } else { (in_regions - in_lines, area, cells) };
            if need < 0 || mask == 0 && !lines_demand {
                continue;
            }
            let rest = (demand - supply) & sheet.free;
            let most = (need + MOST_SLACK) as usize;
            let room = sheet.room(rest, most);
            if room <= most {
                let regions: Vec<usize> = chosen().collect();
                let (demanding, supplying) =
                    if lines_demand { (lines.to_vec(), regions) } else { (regions, lines.to_vec()) };
                found.push(Difference {
                    demanding,
                    supplying,
                    demand,
                    supply,
                    rest,
                    need,
                    slack: room as isize - need,
                });
            }
        }
    }
    Flow::Continue(())
}

impl<const W: usize> Difference<W> {
    /// The stars that the rest holds if it is full.
    fn stars(&self) -> isize {
        self.need + self.slack
    }

    fn rating(&self, more: u16) -> Rating {
        let stars = self.stars().clamp(2, 7) as u16 - 2;
        Rating(COMPOSITE.rating.0 + stars + more)
    }

    fn units(&self) -> Vec<usize> {
        [self.demanding.clone(), self.supplying.clone()].concat()
    }

    fn place(&self, sheet: &StarSheet<W>) -> String {
        let demanding = sheet.geometry.units(&self.demanding);
        if self.supplying.is_empty() {
            return demanding;
        }
        format!("{demanding} and {}", sheet.geometry.units(&self.supplying))
    }

    /// What the rest holds at least, in words.
    fn demand(&self, sheet: &StarSheet<W>) -> String {
        let needs = sentence(&sheet.needs(&self.demanding));
        if self.supplying.is_empty() {
            return format!("{needs}.");
        }
        let supplying = sheet.geometry.units(&self.supplying);
        let take = if self.supplying.len() == 1 { "takes" } else { "take" };
        let count = self.supplying.iter().map(|&unit| sheet.missing(unit)).sum();
        let stars = sheet.more(&self.supplying, count);
        let rest = match self.need {
            0 => String::new(),
            need => {
                let lie = if need == 1 { "lies" } else { "lie" };
                format!(", so at least {need} of them {lie} elsewhere, in {}", sheet.or(self.rest))
            }
        };
        format!("{needs}. {} {take} only {stars}{rest}.", sentence(&supplying))
    }

    /// Without slack, the suppliers' stars all lie in the demanding units.
    fn confined(&self, sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
        let cleared = (self.supply - self.demand) & sheet.free;
        let places = sheet.marks(cleared, 0);
        finder.rated(self.rating(0), &[], &places, |meter| {
            let (demanding, supplying) = (sheet.geometry.units(&self.demanding), sheet.geometry.units(&self.supplying));
            let need = self.need as usize;
            let room = match need {
                0 => String::new(),
                _ => format!(" There is room for no more: these cells fit into {}.", in_blocks(sheet, self.rest, need)),
            };
            let reason = format!(
                "{}{room} So all stars that {supplying} still {} lie in {demanding}, and {}.",
                self.demand(sheet),
                if self.supplying.len() == 1 { "takes" } else { "take" },
                sheet.no_star(cleared)
            );
            sheet.tell(meter, &self.units(), &places, self.place(sheet), self.demand & sheet.free, reason)
        })
    }

    /// Without slack, a cell of the rest without which it has less room holds a star.
    fn forced(&self, sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
        let need = self.need as usize;
        for place in self.rest.iter() {
            let others = self.rest.without(place);
            if need == 0 || sheet.room(others, need - 1) >= need {
                continue;
            }
            let places = [sheet.mark(place, 1)];
            finder.rated(self.rating(0), &[], &places, |meter| {
                let cell = sheet.geometry.cell(place);
                let room = match need - 1 {
                    0 => "there is none".to_owned(),
                    less => format!("there is room for {less} only, in {}", in_blocks(sheet, others, less)),
                };
                let reason = format!("{} Without {cell}, {room}. So {cell} holds a star.", self.demand(sheet));
                sheet.tell(meter, &self.units(), &places, self.place(sheet), self.demand & sheet.free, reason)
            })?;
        }
        Flow::Continue(())
    }

    /// A star that takes away more than the slack.
    fn barred(&self, sheet: &StarSheet<W>, finder: &mut Finder, place: usize, cleared: Cells<W>) -> Flow {
        let (demands, supplies) = (self.demand.has(place), self.supply.has(place));
        let left = self.rest.without(place) - cleared;
        let need = self.need - isize::from(demands) + isize::from(supplies);
        if need <= 0 || left == self.rest && (demands || !supplies) {
            return Flow::Continue(());
        }
        let need = need as usize;
        let room = sheet.room(left, need - 1);
        if room >= need {
            return Flow::Continue(());
        }
        let rating = self.rating(if self.slack > 0 { FOR_SLACK } else { 1 });
        let places = [sheet.mark(place, 0)];
        finder.rated(rating, &[], &places, |meter| {
            let cell = sheet.geometry.cell(place);
            let (losses, full) = sheet.losses(place, self.rest);
            let supplier = sheet.geometry.of[place].into_iter().find(|unit| self.supplying.contains(unit));
            let outside = match supplier.filter(|_| !demands) {
                Some(unit) => format!(
                    "A star in {cell} would be one of {} outside {}, so that one more would have to be in {}. ",
                    sheet.geometry.unit(unit),
                    sheet.geometry.units(&self.demanding),
                    if self.need == 0 { sheet.or(self.rest) } else { "those cells".to_owned() }
                ),
                None => String::new(),
            };
            let gap = if losses.is_empty() { "" } else { " " };
            let other = if self.rest.has(place) { "other star" } else { "star" };
            let cells =
                if self.supplying.is_empty() { "the cells that are left" } else { "what is left of those cells" };
            let room = match room {
                0 => "there is none".to_owned(),
                _ => format!("there is room for {room} only, in {}", in_blocks(sheet, left, room)),
            };
            let reason = format!(
                "{} {outside}{losses}{gap}Then {} would have to be in {cells}, but {room}. So {cell} holds no star.",
                self.demand(sheet),
                counted(need, other)
            );
            let units = [self.units(), full].concat();
            sheet.tell(meter, &units, &places, self.place(sheet), self.demand & sheet.free, reason)
        })
    }
}
