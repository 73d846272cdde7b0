//! How hard a puzzle is to be.

use std::ops::RangeInclusive;

use pencilmark_search::{Parameters, names};

use crate::settings::{is_unique, numbers, wholes};
use crate::technique::{self, Climb, Ladder, TIERS, TechniqueInfo};
use crate::{GenerateError, KindInfo, Remedy, Setting, Settings};

/// How hard a puzzle is to be.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// The techniques that it may need.
    pub(super) ladder: Ladder,
    /// All techniques that a grade counts with.
    pub(super) grader: Ladder,
    levels: RangeInclusive<u8>,
    scores: RangeInclusive<f64>,
    pub(super) taught: Option<Taught>,
}

/// A technique that it has to need.
#[derive(Clone, Debug)]
pub(super) struct Taught {
    technique: &'static TechniqueInfo,
    /// Its place in the kind's table.
    place: usize,
    /// All easier techniques: they must not be enough.
    pub(super) easier: Ladder,
}

/// What a score stands for that is not a range.
const TOLERANCE: f64 = 0.1;

/// A range as it is, and one number as that much more or less.
pub(crate) fn around(range: &RangeInclusive<f64>, tolerance: f64) -> RangeInclusive<f64> {
    let around = if range.start() < range.end() { 0.0 } else { tolerance };
    range.start() - around..=range.end() + around
}

impl Wish {
    /// The wish of a request for a board of so many cells, with so many values to choose from in each; `None` if it has no wish.
    pub(crate) fn of(
        kind: &'static KindInfo,
        settings: &Parameters,
        (cells, values): (usize, usize),
    ) -> Result<Option<Self>, GenerateError> {
        let whole = |level: usize| u8::try_from(level).unwrap_or(u8::MAX);
        let levels = Setting::LEVEL
            .get(settings)
            .map(wholes)
            .map(|levels| whole(*levels.start()).max(*TIERS.start())..=whole(*levels.end()).min(*TIERS.end()));
        let scores = Setting::SCORE.get(settings).map(|scores| around(&numbers(scores), TOLERANCE));
        let taught = Setting::TEACH.get(settings).map(|name| Self::technique(kind, name)).transpose()?;
        if levels.is_none() && scores.is_none() && taught.is_none() {
            return Ok(None);
        }
        if !is_unique(settings) {
            let what = "only a puzzle with one solution has a level";
            return Err(GenerateError::spec(what, "do not allow several solutions as well"));
        }
        let all = Ladder::new(&technique::techniques(kind)).retain(|technique| TIERS.contains(&technique.tier));
        let levels = match (levels, taught) {
            (Some(levels), Some((_, technique))) if !levels.contains(&technique.tier) => {
                let (id, tier) = (technique.id, technique.tier);
                let what = format!("`{id}` is a technique of level {tier}, which was not asked for");
                let remedy =
                    Remedy::new("ask for that level, or for none").or_set_to(Settings::LEVEL, tier.to_string());
                return Err(GenerateError::spec(what, remedy));
            }
            (_, Some((_, technique))) => technique.tier..=technique.tier,
            (levels, None) => levels.unwrap_or(TIERS),
        };
        let scores = scores.unwrap_or(f64::NEG_INFINITY..=f64::INFINITY);
        let ladder = all.clone().retain(|technique| {
            technique.tier <= *levels.end() && f64::from(technique.rating.0) / 10.0 <= *scores.end()
        });
        let (ladder, taught) = match taught {
            None => (ladder, None),
            Some((place, technique)) => {
                let easier = ladder.clone().before(technique);
                let taught = Taught { technique, place, easier };
                (ladder.up_to(technique), Some(taught))
            }
        };
        let hardest = ladder.rungs().iter().map(|rung| rung.tier).max().unwrap_or(0);
        let is_out = |taught: &Taught| !ladder.rungs().iter().any(|rung| rung.place == taught.place);
        if hardest < *levels.start() || taught.as_ref().is_some_and(is_out) {
            let what = "every step that hard makes the score higher than that";
            return Err(GenerateError::spec(what, "ask for a higher score, or for less"));
        }
        let levels = *levels.start()..=hardest.min(*levels.end());
        // Every step removes a mark or decides a cell, so that there are no more steps than marks and cells.
        let most = (kind.hardest_step)(*levels.end()).map(|rating| Climb::most(rating, cells * (values + 1)));
        if let Some(most) = most.filter(|most| most < scores.start()) {
            let (title, level) = (kind.title, levels.end());
            let what = format!("no {title} of this size and of level {level} has a score above {most:.2}");
            return Err(GenerateError::spec(what, "ask for a lower score, or for a higher level"));
        }
        Ok(Some(Self { ladder, grader: all, levels, scores, taught }))
    }

    /// The technique of the kind that has this name, and its place in the kind's table.
    fn technique(kind: &'static KindInfo, name: &str) -> Result<(usize, &'static TechniqueInfo), GenerateError> {
        let known = technique::techniques(kind);
        let found = known.iter().copied().enumerate().find(|(_, technique)| technique.is_named(name));
        match found {
            Some((_, technique)) if !TIERS.contains(&technique.tier) => {
                let what = format!("`{}` is beyond the levels of grades", technique.id);
                Err(GenerateError::spec(what, "ask for a technique of tier 1 to 6"))
            }
            Some(found) => Ok(found),
            None => {
                let what = format!("{} has no technique `{name}`", kind.title);
                Err(GenerateError::spec(what, names::choices(name, known.iter().map(|technique| technique.id))))
            }
        }
    }

    /// Whether its techniques are the first that a grade tries, and any score will do: then what they solve has the level that a grade gives it.
    pub(super) fn climbs_like_a_grade(&self) -> bool {
        let any_score = self.scores.start().is_infinite() && self.scores.end().is_infinite();
        any_score && self.grader.rungs().starts_with(self.ladder.rungs())
    }

    /// The hardest level that is fine.
    pub(crate) fn hardest(&self) -> u8 {
        *self.levels.end()
    }

    /// How much too easy the puzzle that this climb solved is: 0 if it is hard enough.
    pub(super) fn lacks(&self, climb: &Climb) -> f64 {
        let too_easy = |taught: &Taught| !climb.uses(taught.place);
        if climb.tier.unwrap_or(1) < *self.levels.start() || self.taught.as_ref().is_some_and(too_easy) {
            // Whatever is hardest comes first: one harder step is worth more than many easy ones.
            return 20.0 - climb.rating.map_or(0.0, |rating| f64::from(rating.0) / 10.0);
        }
        (self.scores.start() - climb.score()).max(0.0)
    }

    /// Whether the puzzle that this climb solved is too hard.
    pub(super) fn exceeds(&self, climb: &Climb) -> bool {
        climb.score() > *self.scores.end() || climb.tier.unwrap_or(1) > *self.levels.end()
    }

    /// What was asked for, in words.
    pub(super) fn in_words(&self) -> String {
        if let Some(Taught { technique, .. }) = &self.taught {
            return format!("needs `{}` and nothing harder", technique.id);
        }
        let mut words = match (self.levels.start(), self.levels.end()) {
            (1, 6) if self.scores.start().is_finite() || self.scores.end().is_finite() => Vec::new(),
            (least, most) if least == most => vec![format!("level {least}")],
            (least, most) => vec![format!("level {least} to {most}")],
        };
        match (self.scores.start().is_finite(), self.scores.end().is_finite()) {
            (true, true) => words.push(format!("a score of {:.1} to {:.1}", self.scores.start(), self.scores.end())),
            (true, false) => words.push(format!("a score of {:.1} or more", self.scores.start())),
            (false, true) => words.push(format!("a score of {:.1} or less", self.scores.end())),
            (false, false) => {}
        }
        format!("has {}", words.join(" and "))
    }
}
