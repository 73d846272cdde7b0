//! A factorial: the effect of each level of a factor, whatever the other factors are.
//!
//! For every puzzle and every combination of the other factors, the effort with a level is divided by the effort with
//! the factor's first level; the median over combinations represents the puzzle. So each puzzle counts once, and all
//! factors but one are equal on both sides.

use super::{Efforts, SEED};
use crate::Plan;
use crate::stats::{Estimate, bootstrap, holm, quantile, wilcoxon};

/// The effect of a level of a factor, compared with the factor's first level.
#[derive(Clone, Debug)]
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

/// The effects of all factors; none if the plan is not a factorial.
pub(super) fn effects(plan: &Plan, efforts: &Efforts<'_>) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (factor, levels) in factors(plan) {
        let Some((first, others)) = levels.split_first() else { continue };
        for level in others {
            effects.push(effect(plan, efforts, &factor, first, level));
        }
    }
    let p: Vec<f64> = effects.iter().map(|effect| effect.p).collect();
    for (effect, p) in effects.iter_mut().zip(holm::holm(&p).unwrap_or(p)) {
        effect.p = p;
    }
    effects
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

fn effect(plan: &Plan, efforts: &Efforts<'_>, factor: &str, first: &str, level: &str) -> Effect {
    let level_of =
        |arm: &crate::Arm| arm.levels.iter().find(|(name, _)| name == factor).map(|(_, level)| level.clone());
    let others_of = |arm: &crate::Arm| -> Vec<(String, String)> {
        arm.levels.iter().filter(|(name, _)| name != factor).cloned().collect()
    };
    let mut by_puzzle: Vec<Vec<f64>> = vec![Vec::new(); efforts.instances.len()];
    let mut by_combination = Vec::new();
    for arm in plan.arms.iter().filter(|arm| level_of(arm).as_deref() == Some(level)) {
        let others = others_of(arm);
        let twin = plan.arms.iter().find(|twin| level_of(twin).as_deref() == Some(first) && others_of(twin) == others);
        let Some(twin) = twin else { continue };
        let (with, without) = (efforts.arm(&arm.label), efforts.arm(&twin.label));
        let mut pairs = (Vec::new(), Vec::new());
        for (puzzle, (&with, &without)) in with.iter().zip(&without).enumerate() {
            if with.is_finite() || without.is_finite() {
                by_puzzle[puzzle].push(with / without);
                pairs.0.push(without);
                pairs.1.push(with);
            }
        }
        let name = others.iter().map(|(_, level)| level.as_str()).collect::<Vec<_>>().join(" + ");
        by_combination.push((name, bootstrap::median_ratio(&pairs.0, &pairs.1, SEED)));
    }
    let ratios: Vec<f64> = by_puzzle.iter().filter_map(|ratios| quantile::median(ratios)).collect();
    let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    let test = wilcoxon::wilcoxon(&logs, &vec![0.0; logs.len()]);
    Effect {
        factor: factor.to_owned(),
        level: level.to_owned(),
        against: first.to_owned(),
        pairs: ratios.len(),
        ratio: ratio_of(&ratios),
        p: test.map_or(1.0, |test| test.p),
        by_combination,
    }
}

/// The median of ratios with its interval; a ratio of 0 or infinity is a puzzle that only one side solved.
fn ratio_of(ratios: &[f64]) -> Option<Estimate> {
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for &ratio in ratios {
        below.push(if ratio == 0.0 { f64::INFINITY } else { 1.0 });
        above.push(if ratio == 0.0 { 1.0 } else { ratio });
    }
    bootstrap::median_ratio(&below, &above, SEED)
}
