//! A factorial: the effect of each level of a factor, whatever the other factors are, and where that is not the whole
//! story because the effect depends on another factor.
//!
//! For every puzzle and every combination of the other factors, the effort with a level is divided by the effort with
//! the factor's first level; the median over combinations represents the puzzle. So each puzzle counts once, and all
//! factors but one are equal on both sides. An interaction compares these ratios under one level of another factor with
//! those under its first level, puzzle by puzzle.

use serde::Serialize;

use super::{Efforts, SEED};
use crate::stats::{Estimate, SIGNIFICANCE, bootstrap, holm, quantile, wilcoxon};
use crate::{Arm, Plan};

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
    /// The median ratio of effort, level over first level.
    pub ratio: Option<Estimate>,
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction for all effects.
    pub p: f64,
    /// The median ratio with each combination of the other factors.
    pub by_combination: Vec<(String, Option<Estimate>)>,
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
    /// The median ratio of effort.
    pub ratio: Option<Estimate>,
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction for the levels of the other factor.
    pub p: f64,
    /// Which way the test goes: -1 for less effort, 1 for more, 0 if it shows neither.
    pub way: i8,
}

impl Interaction {
    /// Whether the effect itself is another one: it helps under one level, and under another it does not, or hurts.
    pub fn turns(&self) -> bool {
        self.p < SIGNIFICANCE && self.under.windows(2).any(|pair| pair[0].way != pair[1].way)
    }
}

/// The effects of all factors and their interactions; none if the plan is not a factorial.
pub(super) fn effects(plan: &Plan, efforts: &Efforts<'_>) -> (Vec<Effect>, Vec<Interaction>) {
    let factors = factors(plan);
    let (mut effects, mut interactions) = (Vec::new(), Vec::new());
    for (factor, levels) in &factors {
        let Some((first, others)) = levels.split_first() else { continue };
        for level in others {
            let change = Change { plan, efforts, factor, level, against: first };
            effects.push(change.effect());
            let other_factors = factors.iter().filter(|(other, levels)| other != factor && levels.len() > 1);
            interactions.extend(other_factors.map(|(other, levels)| change.interaction(other, levels)));
        }
    }
    correct(effects.iter_mut().map(|effect| &mut effect.p));
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
    factor: &'a str,
    level: &'a str,
    against: &'a str,
}

impl Change<'_> {
    fn effect(&self) -> Effect {
        let by_combination = self.twins().map(|(arm, twin)| {
            let name = self.others(arm).map(|(_, level)| level.as_str()).collect::<Vec<_>>().join(" + ");
            let ratios: Vec<f64> = self.ratios(arm, twin).into_iter().flatten().collect();
            (name, median_of_ratios(&ratios))
        });
        let by_combination = by_combination.collect();
        let ratios: Vec<f64> = self.by_puzzle(None).into_iter().flatten().collect();
        Effect {
            factor: self.factor.to_owned(),
            level: self.level.to_owned(),
            against: self.against.to_owned(),
            pairs: ratios.len(),
            ratio: median_of_ratios(&ratios),
            p: test(&ratios).map_or(1.0, |test| test.p),
            by_combination,
        }
    }

    fn interaction(&self, other: &str, levels: &[String]) -> Interaction {
        let by_level: Vec<Vec<Option<f64>>> = levels.iter().map(|level| self.by_puzzle(Some((other, level)))).collect();
        let mut under: Vec<Under> = levels.iter().zip(&by_level).map(|(level, ratios)| under(level, ratios)).collect();
        correct(under.iter_mut().map(|under| &mut under.p));
        for under in under.iter_mut().filter(|under| under.p >= SIGNIFICANCE) {
            under.way = 0;
        }
        // The most different of the levels, with Bonferroni's correction for having chosen it.
        let p = by_level[1..].iter().map(|ratios| difference(&by_level[0], ratios)).fold(1.0, f64::min);
        Interaction {
            factor: self.factor.to_owned(),
            level: self.level.to_owned(),
            against: self.against.to_owned(),
            other: other.to_owned(),
            under,
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
        efforts
            .map(|(with, without)| (with.is_finite() || without.is_finite()).then_some(with / without))
            .map(|ratio| ratio.filter(|ratio| !ratio.is_nan()))
            .collect()
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

fn under(level: &str, ratios: &[Option<f64>]) -> Under {
    let ratios: Vec<f64> = ratios.iter().copied().flatten().collect();
    let test = test(&ratios);
    Under {
        level: level.to_owned(),
        ratio: median_of_ratios(&ratios),
        p: test.map_or(1.0, |test| test.p),
        way: test.map_or(0, |test| test.rank_biserial.total_cmp(&0.0) as i8),
    }
}

/// Whether ratios lie evenly around 1.
fn test(ratios: &[f64]) -> Option<wilcoxon::SignedRank> {
    wilcoxon::of_logarithms(ratios, &vec![1.0; ratios.len()])
}

/// The p of the difference between ratios on the puzzles that have both.
fn difference(one: &[Option<f64>], other: &[Option<f64>]) -> f64 {
    let both = one.iter().zip(other).filter_map(|(one, other)| Some(((*one)?, (*other)?)));
    let (one, other): (Vec<f64>, Vec<f64>) = both.unzip();
    wilcoxon::of_logarithms(&one, &other).map_or(1.0, |test| test.p)
}

/// The median of ratios with its interval; a ratio of 0 or infinity is a puzzle that only one side solved.
fn median_of_ratios(ratios: &[f64]) -> Option<Estimate> {
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for &ratio in ratios {
        below.push(if ratio == 0.0 { f64::INFINITY } else { 1.0 });
        above.push(if ratio == 0.0 { 1.0 } else { ratio });
    }
    bootstrap::median_ratio(&below, &above, SEED)
}
