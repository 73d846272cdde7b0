//! From the first position to the last by the easiest steps: what a grade measures, and what a generator steers by.

use std::collections::BTreeMap;

use pencilmark_csp::Why;

use super::{Finder, Flow, Ladder, Rating, Sheet, TechniqueInfo};

/// What it took to get as far as the techniques of a ladder lead.
#[derive(Clone, Debug, Default)]
pub struct Climb {
    /// Whether they lead to the end.
    pub solved: bool,
    /// What was spent before the end, if anything was.
    pub ended: Option<Why>,
    /// The hardest tier that was needed; `None` if nothing was.
    pub tier: Option<u8>,
    /// The technique of the hardest step.
    pub hardest: Option<&'static TechniqueInfo>,
    /// The rating of that step.
    pub rating: Option<Rating>,
    /// How many steps there were in each tier.
    pub tiers: [usize; 6],
    /// Positions in which the easiest tier with a step has only one, as far as the finder wants to know.
    pub bottlenecks: usize,
    used: u128,
    efforts: BTreeMap<Rating, usize>,
}

/// Techniques from this tier on take long enough to look at the clock.
pub(super) const SLOW: u8 = 3;

/// So many steps of one rating weigh as much as one step that is rated a point higher.
const BASE: f64 = 30.0;

impl Climb {
    /// Whether the technique at this place of the kind's table was used.
    pub fn uses(&self, place: usize) -> bool {
        place < 128 && self.used & 1 << place != 0
    }

    /// Counts steps that were taken by other means.
    pub fn add(&mut self, rating: Rating, steps: usize) {
        *self.efforts.entry(rating).or_default() += steps;
    }

    /// The score of so many steps of one rating: an upper bound for at most so many steps, none of them rated higher.
    pub fn most(rating: Rating, steps: usize) -> f64 {
        let mut climb = Self::default();
        climb.add(rating, steps);
        climb.score()
    }

    /// The rating of the one step that would weigh as much as all of them.
    pub fn score(&self) -> f64 {
        let cost = |(rating, &steps): (&Rating, &usize)| steps as f64 * BASE.powf(rating.number());
        let effort: f64 = self.efforts.iter().map(cost).sum();
        (100.0 * effort.max(1.0).log(BASE)).round() / 100.0
    }
}

impl Ladder {
    /// Takes the easiest step, again and again, until nothing is left to do or to see. The finder
    /// sets the budget, and how many steps to look for in each position: one is enough to go on,
    /// two reveal a bottleneck.
    pub fn climb(&self, sheet: &mut dyn Sheet, finder: &mut Finder) -> Climb {
        let mut climb = Climb::default();
        while !sheet.is_solved() {
            let found = self.easiest(sheet, finder);
            // Only slow techniques are worth reading the clock for. A step found after the limit
            // need not be the easiest.
            if found.is_none_or(|(tier, _)| tier >= SLOW) {
                let _ = finder.check();
            }
            climb.ended = finder.ended();
            let (Some((tier, place)), [step, others @ ..], None) = (found, finder.found(), climb.ended) else {
                return climb;
            };
            climb.tiers[usize::from(tier.clamp(1, 6)) - 1] += 1;
            climb.bottlenecks += usize::from(others.is_empty());
            climb.used |= 1u128.checked_shl(place as u32).unwrap_or(0);
            climb.add(step.rating, 1);
            if climb.rating.is_none_or(|hardest| step.rating > hardest) {
                climb.rating = Some(step.rating);
                climb.hardest = Some(step.technique);
            }
            climb.tier = climb.tier.max(Some(tier));
            sheet.apply(&step.removes, &step.places);
        }
        climb.solved = true;
        climb
    }

    /// The easiest tier with a step, and the place of the technique that saw it first: the finder then has that step, and others of the tier if it wants more.
    fn easiest(&self, sheet: &dyn Sheet, finder: &mut Finder) -> Option<(u8, usize)> {
        finder.restart();
        let mut first = None;
        for rung in self.rungs() {
            if first.is_some_and(|(tier, _)| rung.tier != tier) {
                break;
            }
            if rung.technique.tier >= SLOW && finder.poll() == Flow::Break(()) {
                break;
            }
            let flow = sheet.find(rung.place, finder);
            if first.is_none() && !finder.is_empty() {
                first = Some((rung.tier, rung.place));
            }
            if flow == Flow::Break(()) {
                break;
            }
        }
        first
    }
}
