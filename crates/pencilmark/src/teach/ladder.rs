//! Which techniques may be used.

use std::time::Duration;

use pencilmark_csp::{Budget, Meter, Why};
use pencilmark_puzzles::technique::{self, Ladder, Next, SMALLEST_REASON, TIERS, TechniqueInfo, techniques};
use pencilmark_puzzles::{Answer, KindInfo, Position};
use pencilmark_search::names::resembling;

use crate::{Options, Puzzle, registry};

/// How long to look for a smallest reason; after that, the smallest found so far is told.
const REASON_TIME: Duration = Duration::from_millis(800);

/// Which techniques may be used, and what may be spent. By default all that do not assume that the puzzle has one solution.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TeachOptions {
    /// These techniques alone, unless there are none.
    pub only: Vec<String>,
    /// All but these.
    pub without: Vec<String>,
    /// Techniques that count as easier or harder here, with their tiers.
    pub tiers: Vec<(String, u8)>,
    /// Whether to use techniques that assume that the puzzle has one solution. They are used only if that is proved.
    pub uniqueness: bool,
    /// Whether a grade also has the ratings of other programs, where there are any.
    pub ratings: bool,
    /// What a search for solutions or reasons may spend on each puzzle.
    pub budget: Budget,
}

/// How long to look for any reason if `REASON_TIME` was not enough.
const PATIENT_TIME: Duration = Duration::from_secs(8);

/// The share of the time for proving that there is one solution; the rest is for steps.
const SOLVING: f64 = 0.75;

/// Returns the options of the search for solutions that precedes the steps. `meter` has the whole
/// budget.
pub(super) fn solving(meter: &Meter) -> Options {
    let rest = meter.rest();
    Options::default().limit(2).budget(Budget { time: rest.time.map(|time| time.mul_f64(SOLVING)), ..rest })
}

/// Returns the step with the smallest reason found in a short time, or else with any found in a
/// longer one.
pub(super) fn smallest_reason(
    puzzle: &Puzzle,
    position: &Position,
    solution: Option<&Answer>,
    meter: &Meter,
) -> Result<Next, Why> {
    let clues = puzzle.clues.as_ref();
    let within = |time: Duration| technique::smallest_reason(clues, position, solution, &meter.at_most(time).rest());
    match within(REASON_TIME) {
        Err(Why::Time) if meter.check().is_ok() => within(PATIENT_TIME),
        found => found,
    }
}

/// A technique that no kind has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no technique `{asked}`{}", meant(.like))]
pub struct UnknownTechnique {
    /// The name.
    pub asked: String,
    /// Names that look like it.
    pub like: Vec<&'static str>,
}

fn meant(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => format!("; did you mean `{name}`?"),
        names => format!("; there is {}", names.join(", ")),
    }
}

impl TeachOptions {
    /// Uses these techniques alone, unless there are none.
    #[must_use]
    pub fn only(self, only: Vec<String>) -> Self {
        Self { only, ..self }
    }

    /// Leaves these techniques out.
    #[must_use]
    pub fn without(self, without: Vec<String>) -> Self {
        Self { without, ..self }
    }

    /// Counts these techniques as easier or harder, with their tiers.
    #[must_use]
    pub fn tiers(self, tiers: Vec<(String, u8)>) -> Self {
        Self { tiers, ..self }
    }

    /// Says whether to use techniques that assume that the puzzle has one solution.
    #[must_use]
    pub fn uniqueness(self, uniqueness: bool) -> Self {
        Self { uniqueness, ..self }
    }

    /// Says whether a grade also has the ratings of other programs.
    #[must_use]
    pub fn ratings(self, ratings: bool) -> Self {
        Self { ratings, ..self }
    }

    /// Sets what a search for solutions or reasons may spend on each puzzle.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Whether every name is one of a technique of some kind.
    pub fn check(&self) -> Result<(), UnknownTechnique> {
        let names = self.only.iter().chain(&self.without).chain(self.tiers.iter().map(|(name, _)| name));
        for name in names {
            let known = technique_names().map(|(_, technique)| technique).chain([&SMALLEST_REASON]);
            if !known.into_iter().any(|technique| technique.is_named(name)) {
                let like = resembling(name, technique_names().map(|(_, technique)| technique.id));
                return Err(UnknownTechnique { asked: name.clone(), like });
            }
        }
        Ok(())
    }

    /// Whether a grade counts with all techniques, each in its own tier, and with nothing else.
    pub(crate) fn is_usual(&self) -> bool {
        let names = self.only.len() + self.without.len() + self.tiers.len();
        names == 0 && self.uniqueness && !self.ratings
    }

    /// How a puzzle is solved before it is graded: is there one solution?
    pub fn options(&self) -> Options {
        Options::default().limit(2).budget(self.budget.clone())
    }

    /// Whether to go on with smallest reasons where the techniques see nothing: not if only other techniques are wanted.
    pub(super) fn goes_beyond(&self) -> bool {
        let is_named = |names: &[String]| names.iter().any(|name| SMALLEST_REASON.is_named(name));
        (self.only.is_empty() || is_named(&self.only)) && !is_named(&self.without)
    }

    /// The ladder for puzzles of a kind that have one solution, or of which that is not known.
    pub fn ladder(&self, kind: &KindInfo, unique: bool) -> Ladder {
        let is_wanted = |technique: &TechniqueInfo| {
            let is_named = |names: &[String]| names.iter().any(|name| technique.is_named(name));
            // Whoever asks for a technique by its name knows what it assumes.
            let sound = !technique.assumes_uniqueness || unique && (self.uniqueness || is_named(&self.only));
            let people_see_it = TIERS.contains(&technique.tier) || is_named(&self.only);
            sound && people_see_it && (self.only.is_empty() || is_named(&self.only)) && !is_named(&self.without)
        };
        let ladder = Ladder::new(&techniques(kind)).retain(is_wanted);
        self.tiers.iter().fold(ladder, |ladder, (name, tier)| ladder.moved(name, *tier))
    }

    /// How hard a technique counts here.
    pub fn tier(&self, technique: &TechniqueInfo) -> u8 {
        let moved = self.tiers.iter().rev().find(|(name, _)| technique.is_named(name));
        moved.map_or(technique.tier, |&(_, tier)| tier)
    }

    /// What comes after the ladder and before smallest reasons: techniques whose steps a person can follow, but would not find.
    pub(super) fn beyond(&self, kind: &KindInfo) -> Ladder {
        let is_left_out = |technique: &TechniqueInfo| {
            self.without.iter().any(|name| technique.is_named(name)) || !self.only.is_empty()
        };
        Ladder::new(&techniques(kind)).retain(|technique| !TIERS.contains(&technique.tier) && !is_left_out(technique))
    }
}

/// All techniques of all kinds, with the names of their kinds.
pub fn technique_names() -> impl Iterator<Item = (&'static str, &'static TechniqueInfo)> {
    registry::kinds().iter().flat_map(|entry| entry.techniques.iter().map(|&technique| (entry.info.id, technique)))
}
