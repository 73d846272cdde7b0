//! Units that stick out: what some units must put into a frame of lines, or can put there at most, uses up what the frame takes.

use pencilmark_csp::Meter;

use super::cells::Cells;
use super::packing::in_blocks;
use super::shares::{Frame, Share};
use super::sheet::StarSheet;
use crate::technique::words::sentence;
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
    each_even(sheet, finder, |even, finder| {
        let mut cleared = Cells::EMPTY;
        for giver in sheet.geometry.family(even.frame.givers) {
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
        finder.rated(rating, &[], &places, |meter| {
            even.tell(sheet, &places, &format!("So {}.", sheet.no_star(cleared)), meter)
        })
    })
}

/// Shows all frames whose count comes out even.
fn each_even<const W: usize>(
    sheet: &StarSheet<W>,
    finder: &mut Finder,
    mut show: impl FnMut(&Count<'_, W>, &mut Finder) -> Flow,
) -> Flow {
    for frame in &sheet.frames() {
        finder.poll()?;
        let taken = sheet.taken(frame);
        let givers = sheet.geometry.family(frame.givers);
        let (mut least, mut most) = (0, 0);
        for giver in givers.clone() {
            let share = sheet.share(frame, giver);
            least += share.least;
            most += share.most;
        }
        for by_least in [true, false] {
            if (if by_least { least } else { most }) == taken {
                show(&Count::new(sheet, frame, by_least), finder)?;
            }
        }
    }
    Flow::Continue(())
}

impl<'a, const W: usize> Count<'a, W> {
    /// What the givers put inside at least, or at most.
    pub(super) fn new(sheet: &StarSheet<W>, frame: &'a Frame<W>, by_least: bool) -> Self {
        let counts = |share: &Share| if by_least { share.least > 0 } else { share.most > 0 };
        let givers = sheet.geometry.family(frame.givers).map(|giver| (giver, sheet.share(frame, giver)));
        Self { frame, givers: givers.filter(|(_, share)| counts(share)).collect(), by_least }
    }

    /// The units of the frame and the givers that matter.
    pub(super) fn units(&self) -> Vec<usize> {
        self.frame.units.iter().copied().chain(self.givers.iter().map(|&(giver, _)| giver)).collect()
    }

    /// Why the count cannot come out even, as it follows "then".
    pub(super) fn contradiction(&self, sheet: &StarSheet<W>) -> String {
        let sum: usize =
            self.givers.iter().map(|(_, share)| if self.by_least { share.least } else { share.most }).sum();
        let much = if self.by_least { format!("{sum}, which is too many") } else { format!("only {sum}") };
        let taken = counted(sheet.taken(self.frame), "star");
        let verb = if self.by_least { "would take" } else { "would need" };
        format!("{} {verb} {taken}. {} That makes {much}", sheet.geometry.units(&self.frame.units), self.parts(sheet))
    }

    fn rating(&self, sheet: &StarSheet<W>, base: Rating) -> Rating {
        let is_part = |(giver, share): &&(usize, Share)| {
            let missing = sheet.missing(*giver);
            if self.by_least { share.least < missing } else { share.most < missing }
        };
        let parts = self.givers.iter().filter(is_part).count();
        Rating(base.0 + (PER_PART * parts as u16 + self.frame.units.len() as u16 - 1).min(9))
    }

    fn tell(&self, sheet: &StarSheet<W>, places: &[Mark], end: &str, meter: &mut Meter) -> Telling {
        let geometry = &sheet.geometry;
        let frame = &self.frame.units;
        let name = geometry.units(frame);
        let taken = sheet.taken(self.frame);
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
            (false, 1) => "That is just enough.".to_owned(),
            (false, _) => format!("That makes {taken}, which is just enough."),
        };
        let reason = format!("{} {verb} {stars}. {} {sum} {end}", sentence(&name), self.parts(sheet));
        let units = self.units();
        let cells = self.givers.iter().fold(Cells::EMPTY, |cells, &(giver, _)| cells | sheet.free_in(giver));
        sheet.tell(meter, &units, places, name, cells & self.frame.cells, reason)
    }

    /// What the givers put inside, in words.
    fn parts(&self, sheet: &StarSheet<W>) -> String {
        let parts = self.givers.iter().map(|&(giver, share)| self.part(sheet, giver, share));
        if self.by_least {
            return parts.map(|part| format!("{}.", sentence(&part))).collect::<Vec<_>>().join(" ");
        }
        let parts: Vec<String> = parts.collect();
        match parts.len() {
            0 => "There is nothing to take them from.".to_owned(),
            _ => format!("They can only come from {}.", parts.join("; and from ")),
        }
    }

    fn part(&self, sheet: &StarSheet<W>, giver: usize, share: Share) -> String {
        let name = sheet.geometry.unit(giver);
        let free = sheet.free_in(giver);
        let (inside, outside) = (free & self.frame.cells, free - self.frame.cells);
        let missing = sheet.missing(giver);
        let stars = sheet.more(&[giver], missing);
        match (self.by_least, missing - share.least) {
            (true, 0) => format!("{name} needs {stars} and has all its free cells there"),
            (true, out) => format!(
                "{name} needs {stars}, and its free cells elsewhere fit into {}, with room for {}, so at least {} {} there",
                in_blocks(sheet, outside, out),
                counted(out, "star"),
                share.least,
                if share.least == 1 { "is" } else { "are" }
            ),
            _ if share.most == missing => format!("{name}, which needs {stars}"),
            _ => {
                let blocks = in_blocks(sheet, inside, share.most);
                format!("{name}, which has room for {} there, in {blocks}", counted(share.most, "star"))
            }
        }
    }
}
