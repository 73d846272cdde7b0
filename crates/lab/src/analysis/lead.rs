//! Which arm does best, and which others may do as well: "best" takes a test that survives correction.
//!
//! Arms are ordered by the share solved, then by PAR2, and the first is tested against each of the others, puzzle by
//! puzzle, on the PAR2 of a puzzle: the mean effort of its runs, with twice the budget for one without an answer. So a
//! higher share and a lower effort both count, and one test decides.

use super::{ArmSummary, Efforts, summary};
use crate::stats::{SIGNIFICANCE, holm, normal, wilcoxon};
use crate::{Arm, Measure, Plan, Record};
use pencilmark::registry::Family;
use serde::Serialize;

/// The chance to see a difference that is there, when a number of puzzles is recommended: 80 %.
const POWER: f64 = 0.8;

/// The arm that comes first among some, and how the others compare.
#[derive(Clone, Debug, Serialize)]
pub struct Lead {
    /// The family, if the measure compares arms of one family only.
    #[serde(serialize_with = "title")]
    pub family: Option<Family>,
    /// What is compared.
    pub measure: Measure,
    /// The first arm.
    pub arm: String,
    /// The others, in order.
    pub rivals: Vec<Rival>,
}

/// An arm that does not come first.
#[derive(Clone, Debug, Serialize)]
pub struct Rival {
    /// The arm.
    pub arm: String,
    /// Wilcoxon's test against the first arm, with Holm's correction.
    pub p: f64,
    /// Whether the test shows that the first arm does better.
    pub is_worse: bool,
    /// About how many puzzles would show the difference, if it is there; `None` if there is hardly any.
    pub puzzles: Option<usize>,
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)] // serde's signature
fn title<S: serde::Serializer>(family: &Option<Family>, serializer: S) -> Result<S::Ok, S::Error> {
    family.map(Family::title).serialize(serializer)
}

impl Lead {
    /// The arms that are not to be told apart from the first.
    pub fn ties(&self) -> impl Iterator<Item = &Rival> {
        self.rivals.iter().filter(|rival| !rival.is_worse)
    }
}

/// The lead among all arms, by time if they are of several families; then, by another measure, the lead within each family.
pub(super) fn leads(plan: &Plan, records: &[&Record], arms: &[ArmSummary]) -> Vec<Lead> {
    let measure = plan.measure();
    let there: Vec<&Arm> =
        plan.arms.iter().zip(arms).filter(|(_, summary)| summary.runs > 0).map(|(arm, _)| arm).collect();
    let families = plan.families();
    let one_currency = measure == Measure::Seconds || families.len() < 2;
    let overall = if one_currency { measure } else { Measure::Seconds };
    let mut leads: Vec<Lead> = lead(plan, records, &there, overall, None).into_iter().collect();
    for family in families.into_iter().filter(|_| !one_currency) {
        let own: Vec<&Arm> = there.iter().copied().filter(|arm| arm.method.info.family == family).collect();
        leads.extend(
            Some(own).filter(|own| own.len() > 1).and_then(|own| lead(plan, records, &own, measure, Some(family))),
        );
    }
    leads
}

fn lead(plan: &Plan, records: &[&Record], arms: &[&Arm], measure: Measure, family: Option<Family>) -> Option<Lead> {
    let budget = plan.limit_of(measure, records);
    let (efforts, times) = (Efforts::of(records, measure), Efforts::of(records, Measure::Seconds));
    let summaries = arms.iter().map(|arm| summary(&arm.label, records, (&efforts, &times), measure, budget));
    let mut order: Vec<ArmSummary> = summaries.collect();
    let share = |arm: &ArmSummary| arm.share.map_or(0.0, |share| share.value);
    order.sort_by(|a, b| share(b).total_cmp(&share(a)).then(a.par2.total_cmp(&b.par2)));
    let (first, others) = order.split_first()?;
    let scores = Efforts::par2(records, measure, budget);
    let tests: Vec<(usize, f64, f64)> = others.iter().map(|other| test(&scores, &first.label, &other.label)).collect();
    let p: Vec<f64> = tests.iter().map(|(_, p, _)| *p).collect();
    let corrected = holm::holm(&p).unwrap_or_else(|| p.clone());
    let rival = |((other, corrected), (pairs, p, tendency)): ((&ArmSummary, f64), (usize, f64, f64))| Rival {
        arm: other.label.clone(),
        p: corrected,
        is_worse: corrected < SIGNIFICANCE && tendency > 0.0,
        puzzles: puzzles_needed(pairs, p, others.len()),
    };
    let rivals = others.iter().zip(corrected).zip(tests).map(rival).collect();
    Some(Lead { family, measure, arm: first.label.clone(), rivals })
}

/// The puzzles that both arms ran on, the p of the test, and on which side the other arm lies: above 0 if it needs more.
fn test(scores: &Efforts<'_>, first: &str, other: &str) -> (usize, f64, f64) {
    let both = scores.arm(first).into_iter().zip(scores.arm(other)).filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let (first, other): (Vec<f64>, Vec<f64>) = both.unzip();
    let test = wilcoxon::of_logarithms(&other, &first);
    (first.len(), test.map_or(1.0, |test| test.p), test.map_or(0.0, |test| test.rank_biserial))
}

/// About how many puzzles it takes to see a difference like the one in `pairs` puzzles with this p, if it is one of so many
/// comparisons: the z of the test grows with the root of their number.
fn puzzles_needed(pairs: usize, p: f64, comparisons: usize) -> Option<usize> {
    let z = -normal::quantile(p / 2.0)?;
    let wanted = normal::quantile(1.0 - SIGNIFICANCE / (2.0 * comparisons as f64))? + normal::quantile(POWER)?;
    let needed = (pairs as f64 * (wanted / z).powi(2)).ceil();
    (z > 0.0 && needed <= MOST_TIMES * pairs as f64).then(|| (needed as usize).max(pairs + 1))
}

/// A difference that takes more than this many times the puzzles is hardly one.
const MOST_TIMES: f64 = 1000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weak_difference_takes_more_puzzles() {
        // z = 1.96 once, and 1.96 + .84 is wanted: about twice as many.
        assert_eq!(puzzles_needed(20, 0.05, 1), Some(41));
        assert!(puzzles_needed(20, 0.3, 1) > puzzles_needed(20, 0.1, 1));
        assert!(puzzles_needed(20, 0.05, 9) > puzzles_needed(20, 0.05, 1));
        assert_eq!(puzzles_needed(20, 1.0, 1), None);
    }
}
