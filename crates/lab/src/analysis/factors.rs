//! A factorial: the effect of each level of a factor, whatever the other factors are, and where that is not the whole
//! story because the effect depends on another factor.
//!
//! For every puzzle and every combination of the other factors, the effort with a level is divided by the effort with
//! the factor's first level; the median over combinations represents the puzzle. So each puzzle counts once, and all
//! factors but one are equal on both sides. An interaction compares these ratios under one level of another factor with
//! those under its first level, puzzle by puzzle.

use serde::Serialize;

use super::paired::{Ratios, Tested, ratio, together};
use super::{Efforts, MATTERS};
use crate::stats::{Estimate, SIGNIFICANCE, holm, quantile, wilcoxon};
use crate::{Arm, Measure, Plan};

/// The effect of a level of a factor, compared with the factor's first level.
#[derive(Clone, Debug, Serialize)]
pub struct Effect {
    /// The factor.
    pub factor: String,
    /// The level.
    pub level: String,
    /// The first level.
    pub against: String,
    /// The number of puzzles compared.
    pub pairs: usize,
    /// The typical ratio of effort, level over first level.
    pub ratio: Option<Estimate>,
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction for all effects.
    pub p: f64,
    /// The effect with each combination of the other factors.
    pub by_combination: Vec<Simple>,
}

/// A simple effect: that of a level while all other factors have a given level each.
#[derive(Clone, Debug, Serialize)]
pub struct Simple {
    /// The levels of the other factors.
    pub given: String,
    /// The number of puzzles compared.
    pub pairs: usize,
    /// The typical ratio of effort.
    pub ratio: Option<Estimate>,
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction for all combinations.
    pub p: f64,
}

/// How the effect of a level depends on another factor.
#[derive(Clone, Debug, Serialize)]
pub struct Interaction {
    /// The factor.
    pub factor: String,
    /// The level.
    pub level: String,
    /// The factor's first level.
    pub against: String,
    /// The other factor.
    pub other: String,
    /// The effect under each level of the other factor.
    pub under: Vec<Under>,
    /// Wilcoxon's signed-rank test over puzzles of the difference between levels of the other factor, with Holm's correction
    /// for all interactions.
    pub p: f64,
}

/// The effect of a level while another factor has a level.
#[derive(Clone, Debug, Serialize)]
pub struct Under {
    /// The level of the other factor.
    pub level: String,
    /// The typical ratio of effort.
    pub ratio: Option<Estimate>,
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction for the levels of the other factor.
    pub p: f64,
    /// Which way the test goes: -1 for less effort, 1 for more, 0 if it shows neither.
    pub way: i8,
}

impl Interaction {
    /// Whether the effect is another one under another level, by more than a reader would shrug at.
    pub fn matters(&self) -> bool {
        let ratios = || self.under.iter().filter_map(|under| under.ratio).map(|ratio| ratio.value);
        let (least, most) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
        self.p < SIGNIFICANCE && most > MATTERS * least
    }
}

/// The effects of all factors and their interactions; none if the plan is not a factorial.
pub(super) fn effects(plan: &Plan, efforts: &Efforts<'_>, measure: Measure) -> (Vec<Effect>, Vec<Interaction>) {
    let factors = factors(plan);
    let (mut effects, mut samples, mut interactions) = (Vec::new(), Vec::new(), Vec::new());
    for (factor, levels) in &factors {
        let Some((first, others)) = levels.split_first() else { continue };
        for level in others {
            let change = Change { plan, efforts, measure, factor, level, against: first };
            let (effect, sample) = change.effect();
            effects.push(effect);
            samples.push(sample);
            let other_factors = factors.iter().filter(|(other, levels)| other != factor && levels.len() > 1);
            interactions.extend(other_factors.map(|(other, levels)| change.interaction(other, levels)));
        }
    }
    let samples: Vec<Ratios> = samples.into_iter().map(Ratios::new).collect();
    for (effect, Tested { ratio, p, .. }) in effects.iter_mut().zip(together(&samples)) {
        (effect.ratio, effect.p) = (ratio, p);
    }
    correct(interactions.iter_mut().map(|interaction| &mut interaction.p));
    (effects, interactions)
}

/// Holm's correction in place.
fn correct<'a>(values: impl Iterator<Item = &'a mut f64>) {
    let mut values: Vec<&mut f64> = values.collect();
    let p: Vec<f64> = values.iter().map(|p| **p).collect();
    for (value, corrected) in values.iter_mut().zip(holm::holm(&p).unwrap_or(p)) {
        **value = corrected;
    }
}

/// Every factor with its levels, in order.
fn factors(plan: &Plan) -> Vec<(String, Vec<String>)> {
    let mut factors: Vec<(String, Vec<String>)> = Vec::new();
    for (factor, level) in plan.arms.iter().flat_map(|arm| &arm.levels) {
        match factors.iter_mut().find(|(known, _)| known == factor) {
            Some((_, levels)) if levels.contains(level) => {}
            Some((_, levels)) => levels.push(level.clone()),
            None => factors.push((factor.clone(), vec![level.clone()])),
        }
    }
    factors
}

/// A level of a factor in place of another one.
struct Change<'a> {
    plan: &'a Plan,
    efforts: &'a Efforts<'a>,
    measure: Measure,
    factor: &'a str,
    level: &'a str,
    against: &'a str,
}

impl Change<'_> {
    /// The effect, and the ratio on every puzzle: it is yet to be tested with the others.
    fn effect(&self) -> (Effect, Vec<f64>) {
        let twins: Vec<(&Arm, &Arm)> = self.twins().collect();
        let samples: Vec<Ratios> =
            twins.iter().map(|(arm, twin)| Ratios::new(self.ratios(arm, twin).into_iter().flatten())).collect();
        let simple = twins.iter().zip(&samples).zip(together(&samples)).map(|(((arm, _), sample), tested)| Simple {
            given: self.others(arm).map(crate::plan::level_name).collect::<Vec<_>>().join(" + "),
            pairs: sample.len(),
            ratio: tested.ratio,
            p: tested.p,
        });
        let ratios: Vec<f64> = self.by_puzzle(None).into_iter().flatten().collect();
        let effect = Effect {
            factor: self.factor.to_owned(),
            level: self.level.to_owned(),
            against: self.against.to_owned(),
            pairs: ratios.len(),
            ratio: None,
            p: 1.0,
            by_combination: simple.collect(),
        };
        (effect, ratios)
    }

    fn interaction(&self, other: &str, levels: &[String]) -> Interaction {
        let by_level: Vec<Vec<Option<f64>>> = levels.iter().map(|level| self.by_puzzle(Some((other, level)))).collect();
        let samples: Vec<Ratios> =
            by_level.iter().map(|ratios| Ratios::new(ratios.iter().copied().flatten())).collect();
        let under = levels.iter().zip(together(&samples)).map(|(level, tested)| Under {
            level: level.clone(),
            ratio: tested.ratio,
            p: tested.p,
            way: tested.way(),
        });
        // The most different of the levels, with Bonferroni's correction for having chosen it.
        let p = by_level[1..].iter().map(|ratios| difference(&by_level[0], ratios)).fold(1.0, f64::min);
        Interaction {
            factor: self.factor.to_owned(),
            level: self.level.to_owned(),
            against: self.against.to_owned(),
            other: other.to_owned(),
            under: under.collect(),
            p: (p * (levels.len() - 1) as f64).min(1.0),
        }
    }

    /// For each puzzle, the median ratio over the combinations of the other factors in which one has a given level.
    fn by_puzzle(&self, given: Option<(&str, &str)>) -> Vec<Option<f64>> {
        let mut by_puzzle: Vec<Vec<f64>> = vec![Vec::new(); self.efforts.instances.len()];
        let fits = |arm: &Arm| given.is_none_or(|(factor, level)| level_of(arm, factor) == Some(level));
        for (arm, twin) in self.twins().filter(|(arm, _)| fits(arm)) {
            for (ratios, ratio) in by_puzzle.iter_mut().zip(self.ratios(arm, twin)) {
                ratios.extend(ratio);
            }
        }
        by_puzzle.iter().map(|ratios| quantile::median(ratios)).collect()
    }

    /// The ratio on each puzzle that at least one of the two solves.
    fn ratios(&self, arm: &Arm, twin: &Arm) -> Vec<Option<f64>> {
        let efforts = self.efforts.arm(&arm.label).into_iter().zip(self.efforts.arm(&twin.label));
        efforts.map(|(with, without)| ratio(with, without, self.measure)).collect()
    }

    /// Every arm with the level, and the arm that differs from it in having the first level.
    fn twins(&self) -> impl Iterator<Item = (&Arm, &Arm)> {
        let with = self.plan.arms.iter().filter(|arm| level_of(arm, self.factor) == Some(self.level));
        with.filter_map(|arm| {
            let is_twin = |twin: &&Arm| {
                level_of(twin, self.factor) == Some(self.against) && self.others(twin).eq(self.others(arm))
            };
            self.plan.arms.iter().find(is_twin).map(|twin| (arm, twin))
        })
    }

    fn others<'a>(&self, arm: &'a Arm) -> impl Iterator<Item = &'a (String, String)> {
        arm.levels.iter().filter(move |(name, _)| name != self.factor)
    }
}

fn level_of<'a>(arm: &'a Arm, factor: &str) -> Option<&'a str> {
    arm.levels.iter().find(|(name, _)| name == factor).map(|(_, level)| level.as_str())
}

/// The p of the difference between ratios on the puzzles that have both.
fn difference(one: &[Option<f64>], other: &[Option<f64>]) -> f64 {
    let both = one.iter().zip(other).filter_map(|(one, other)| Some(((*one)?, (*other)?)));
    let (one, other): (Vec<f64>, Vec<f64>) = both.unzip();
    wilcoxon::of_logarithms(&one, &other).map_or(1.0, |test| test.p)
}
