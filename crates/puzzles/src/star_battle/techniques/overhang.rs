//! Units that stick out: what some units must put into a frame of lines, or can put there at most, uses up what the frame takes.

use super::cells::Cells;
use super::packing::in_blocks;
use super::shares::{Frame, Share};
use super::sheet::StarSheet;
use crate::technique::words::{and, sentence};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling};
use crate::text::counted;

pub(super) static OVERHANG: TechniqueInfo = TechniqueInfo {
    id: "overhang",
    title: "Overhang",
    tier: 4,
    rating: Rating(44),
    assumes_uniqueness: false,
    about: "Regions stick out of some lines, but so little that most of their stars must be inside. Where that makes all stars that the lines take, nothing else in the lines \
            holds one. Likewise where all that the regions can put there is just enough.",
    aliases: &["finned counts", "partial undercounting", "partial overcounting"],
};

/// Points of rating for every giver that is partly inside.
const PER_PART: u16 = 1;

/// What a frame's givers put inside, counted against what the frame takes.
pub(super) struct Count<'a, const W: usize> {
    frame: &'a Frame<W>,
    givers: Vec<(usize, Share)>, // those that matter
    by_least: bool,
}

pub(super) fn overhang<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    each_even(sheet, |even| {
        let mut cleared = Cells::EMPTY;
        for giver in sheet.layout.family(even.frame.givers) {
            let free = sheet.free_in(giver);
            match even.givers.iter().find(|(unit, _)| *unit == giver) {
                Some((_, share)) if !even.by_least && share.most == sheet.missing(giver) => {
                    cleared = cleared | (free - even.frame.cells);
                }
                None if even.by_least => cleared = cleared | (free & even.frame.cells),
                _ => {}
            }
        }
        let places = sheet.marks(cleared, 0);
        let rating = even.rating(sheet, OVERHANG.rating);
        finder.rated(rating, &[], &places, || even.tell(sheet, &places, format!("So {}.", sheet.no_star(cleared))))
    })
}

/// Shows all frames whose count comes out even.
fn each_even<const W: usize>(sheet: &StarSheet<W>, mut show: impl FnMut(&Count<'_, W>) -> Flow) -> Flow {
    for frame in &sheet.frames() {
        let taken = sheet.taken(frame);
        let givers = sheet.layout.family(frame.givers);
        let (mut least, mut most) = (0, 0);
        for giver in givers.clone() {
            let share = sheet.share(frame, giver);
            least += share.least;
            most += share.most;
        }
        for by_least in [true, false] {
            if (if by_least { least } else { most }) == taken {
                show(&Count::new(sheet, frame, by_least))?;
            }
        }
    }
    Flow::Continue(())
}

impl<'a, const W: usize> Count<'a, W> {
    /// What the givers put inside at least, or at most.
    pub(super) fn new(sheet: &StarSheet<W>, frame: &'a Frame<W>, by_least: bool) -> Self {
        let counts = |share: &Share| if by_least { share.least > 0 } else { share.most > 0 };
        let givers = sheet.layout.family(frame.givers).map(|giver| (giver, sheet.share(frame, giver)));
        Self { frame, givers: givers.filter(|(_, share)| counts(share)).collect(), by_least }
    }

    /// The units of the frame and the givers that matter.
    pub(super) fn units(&self) -> Vec<usize> {
        self.frame.units.iter().copied().chain(self.givers.iter().map(|&(giver, _)| giver)).collect()
    }

    /// Why the count cannot come out even, as it follows "then".
    pub(super) fn contradiction(&self, sheet: &StarSheet<W>) -> String {
        let name = sheet.layout.units(&self.frame.units);
        let taken = counted(sheet.taken(self.frame), "star");
        let parts = and(self.givers.iter().map(|&(giver, share)| self.part(sheet, giver, share)));
        let sum: usize =
            self.givers.iter().map(|(_, share)| if self.by_least { share.least } else { share.most }).sum();
        if self.by_least {
            let takes = if self.frame.units.len() == 1 { "takes" } else { "take" };
            format!("{parts}. That makes {sum}, but {name} {takes} only {taken}")
        } else {
            let need = if self.frame.units.len() == 1 { "needs" } else { "need" };
            format!("{name} {need} {taken}, and at most they come from these: {parts}. That makes only {sum}")
        }
    }

    fn rating(&self, sheet: &StarSheet<W>, base: Rating) -> Rating {
        let is_part = |(giver, share): &&(usize, Share)| {
            let missing = sheet.missing(*giver);
            if self.by_least { share.least < missing } else { share.most < missing }
        };
        let parts = self.givers.iter().filter(is_part).count();
        Rating(base.0 + (PER_PART * parts as u16 + self.frame.units.len() as u16 - 1).min(9))
    }

    fn tell(&self, sheet: &StarSheet<W>, places: &[Mark], end: String) -> Telling {
        let layout = &sheet.layout;
        let frame = &self.frame.units;
        let name = layout.units(frame);
        let taken = sheet.taken(self.frame);
        let parts = self.givers.iter().map(|&(giver, share)| self.part(sheet, giver, share));
        let parts = and(parts);
        let verb = match (self.by_least, frame.len()) {
            (true, 1) => "takes",
            (true, _) => "take",
            (false, 1) => "needs",
            (false, _) => "need",
        };
        let stars = sheet.more(frame, taken);
        let sum = match (self.by_least, self.givers.len()) {
            (true, 1) => format!("That is all that {name} {verb}."),
            (true, _) => format!("That makes {taken}, all that {name} {verb}."),
            (false, 1) => format!("That is just enough."),
            (false, _) => format!("That makes {taken}, which is just enough."),
        };
        let most = if self.by_least { "" } else { "At most, they come from these: " };
        let reason = format!(
            "{} {verb} {stars}. {}{}. {sum} {end}",
            sentence(&name),
            most,
            if most.is_empty() { sentence(&parts) } else { parts }
        );
        let units = self.units();
        let cells = self.givers.iter().fold(Cells::EMPTY, |cells, &(giver, _)| cells | sheet.free_in(giver));
        sheet.tell(&units, places, name, cells & self.frame.cells, reason)
    }

    /// What a giver puts inside, in words.
    fn part(&self, sheet: &StarSheet<W>, giver: usize, share: Share) -> String {
        let name = sheet.layout.unit(giver);
        let free = sheet.free_in(giver);
        let (inside, outside) = (free & self.frame.cells, free - self.frame.cells);
        let missing = sheet.missing(giver);
        let them = if self.frame.units.len() == 1 { "it" } else { "them" };
        if self.by_least {
            let stars = sheet.more(&[giver], missing);
            match missing - share.least {
                0 => format!("{name} needs {stars} and has all its free cells there"),
                out => format!(
                    "{name} needs {stars}, but outside {them} it fits into {} with room for {}, so that it puts at least {} there",
                    in_blocks(sheet, outside, out),
                    counted(out, "star"),
                    share.least
                ),
            }
        } else if share.most == missing {
            format!("{name} needs {}", sheet.more(&[giver], missing))
        } else {
            format!(
                "{name} has room for {} there, in {}",
                counted(share.most, "star"),
                in_blocks(sheet, inside, share.most)
            )
        }
    }
}
