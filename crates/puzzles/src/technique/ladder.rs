//! Which techniques to use, in which order: data, and the loop that takes the easiest step.

use pencilmark_csp::{Meter, Why};

use super::{Finder, Flow, Sheet, Step, TechniqueInfo};

/// A technique on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its place in the kind's table.
    pub place: usize,
    /// What it says about itself.
    pub technique: &'static TechniqueInfo,
    /// How hard it is on this ladder: its own tier, unless somebody has moved it.
    pub tier: u8,
}

/// Techniques in the order in which they are tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    rungs: Vec<Rung>,
}

/// The first and the last tier.
pub const TIERS: std::ops::RangeInclusive<u8> = 1..=6;

impl TechniqueInfo {
    /// Whether it goes by this name: its id, its title or another name, in whatever case, with spaces or hyphens.
    ///
    /// ```
    /// # use pencilmark_puzzles::technique::{Rating, TechniqueInfo};
    /// let pair = TechniqueInfo {
    ///     id: "naked-pair", title: "Naked pair", tier: 3, rating: Rating(30), assumes_uniqueness: false, about: "", aliases: &["Naked Subset 2"],
    /// };
    /// assert!(pair.is_named("Naked Pair") && pair.is_named("sudoku/naked-pair") && pair.is_named("naked-subset-2") && !pair.is_named("pair"));
    /// ```
    pub fn is_named(&self, name: &str) -> bool {
        // A listing writes the kind before the id: `sudoku/naked-pair`.
        let name = name.rsplit('/').next().unwrap_or(name);
        let is = |other: &str| {
            let plain =
                |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
            plain(other) == plain(name)
        };
        [self.id, self.title].into_iter().chain(self.aliases.iter().copied()).any(is)
    }
}

impl Ladder {
    /// All of these techniques, in their order.
    pub fn new(techniques: &[&'static TechniqueInfo]) -> Self {
        let rung =
            |(place, &technique): (usize, &&'static TechniqueInfo)| Rung { place, technique, tier: technique.tier };
        Self { rungs: techniques.iter().enumerate().map(rung).collect() }
    }

    /// The techniques, in order.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// Keeps the techniques that `keep` likes.
    #[must_use]
    pub fn retain(mut self, keep: impl Fn(&TechniqueInfo) -> bool) -> Self {
        self.rungs.retain(|rung| keep(rung.technique));
        self
    }

    /// Keeps the techniques that come before this one.
    #[must_use]
    pub fn before(mut self, technique: &TechniqueInfo) -> Self {
        let end = self.rungs.iter().position(|rung| rung.technique == technique).unwrap_or(self.rungs.len());
        self.rungs.truncate(end);
        self
    }

    /// Keeps this technique and those that come before it.
    #[must_use]
    pub fn up_to(mut self, technique: &TechniqueInfo) -> Self {
        let end = self.rungs.iter().position(|rung| rung.technique == technique).map_or(self.rungs.len(), |at| at + 1);
        self.rungs.truncate(end);
        self
    }

    /// Moves the techniques with this name to a tier, where they come last.
    #[must_use]
    pub fn moved(mut self, name: &str, tier: u8) -> Self {
        let (moved, mut rest): (Vec<Rung>, Vec<Rung>) =
            self.rungs.into_iter().partition(|rung| rung.technique.is_named(name));
        let at = rest.iter().rposition(|rung| rung.tier <= tier).map_or(0, |last| last + 1);
        rest.splice(at..at, moved.into_iter().map(|rung| Rung { tier, ..rung }));
        self.rungs = rest;
        self
    }

    /// The tier of a technique on this ladder.
    pub fn tier(&self, technique: &TechniqueInfo) -> u8 {
        self.rungs.iter().find(|rung| rung.technique == technique).map_or(technique.tier, |rung| rung.tier)
    }

    /// The easiest step: the first that the first technique to see one sees.
    pub fn next(&self, sheet: &dyn Sheet, tells: bool) -> Option<Step> {
        self.steps(sheet, 1, tells).pop()
    }

    /// Steps with different conclusions, up to `wanted`, in the order of the ladder.
    pub fn steps(&self, sheet: &dyn Sheet, wanted: usize, tells: bool) -> Vec<Step> {
        let mut finder = Finder::new(wanted, tells);
        self.look(sheet, &mut finder);
        finder.take()
    }

    /// Returns the steps found before the meter is spent, and which budget ran out if they are
    /// fewer than wanted.
    pub fn steps_within(
        &self,
        sheet: &dyn Sheet,
        wanted: usize,
        tells: bool,
        meter: &Meter,
    ) -> (Vec<Step>, Option<Why>) {
        let mut finder = Finder::new(wanted, tells).within(meter.clone());
        self.look(sheet, &mut finder);
        let ended = finder.ended().filter(|_| finder.len() < wanted);
        (finder.take(), ended)
    }

    /// Shows a sheet's steps to a finder, until it has enough or has spent what it may.
    fn look(&self, sheet: &dyn Sheet, finder: &mut Finder) {
        for rung in &self.rungs {
            let flow = sheet.find(rung.place, finder);
            if flow == Flow::Break(()) || finder.check() == Flow::Break(()) {
                return;
            }
        }
    }
}
