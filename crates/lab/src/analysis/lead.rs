//! Which arm does best, and which others may do as well: "best" takes a test that survives correction.
//!
//! Arms are ordered by the share solved, then by PAR2, and the first is tested against each of the others, puzzle by
//! puzzle: on the share of its runs that solve a puzzle, and on the PAR2 of a puzzle, the mean effort of its runs with twice
//! the budget for one without an answer. It does better if one of these says so, and none says the opposite.

use super::paired::{Ratios, Tested, shares_together, together};
use super::{ArmSummary, Efforts, comparable, summary};
use crate::stats::{Estimate, SIGNIFICANCE, normal};
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
    /// How it compares with the first arm.
    pub standing: Standing,
    /// Wilcoxon's test of PAR2 against the first arm, with Holm's correction.
    pub p: f64,
    /// The typical ratio of its PAR2 to that of the first arm.
    pub ratio: Option<Estimate>,
    /// Wilcoxon's test of the shares solved against the first arm, with Holm's correction.
    pub share_p: f64,
    /// If it takes significantly less time than the first arm, though another measure is compared.
    pub faster: Option<Faster>,
    /// Roughly how many puzzles would show a difference, if it is there and is not seen yet.
    pub puzzles: Option<usize>,
}

/// How much less time an arm takes than the first one.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Faster {
    /// The typical ratio of its time to that of the first arm.
    pub ratio: Estimate,
    /// Wilcoxon's test, with Holm's correction.
    pub p: f64,
}

/// How an arm compares with the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The first arm does better.
    Worse,
    /// No test tells them apart.
    Tied,
    /// It is better than the first arm in one respect: shares solved or effort.
    Mixed,
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)] // serde's signature
fn title<S: serde::Serializer>(family: &Option<Family>, serializer: S) -> Result<S::Ok, S::Error> {
    family.map(Family::title).serialize(serializer)
}

/// The lead among all arms, by time if they do not spend the measure alike; then, by the measure, the lead within each family
/// whose arms do.
pub(super) fn leads(plan: &Plan, records: &[&Record], arms: &[ArmSummary]) -> Vec<Lead> {
    let measure = plan.measure();
    let there: Vec<&Arm> =
        plan.arms.iter().zip(arms).filter(|(_, summary)| summary.runs > 0).map(|(arm, _)| arm).collect();
    if comparable(records, &there, measure) {
        return lead(plan, records, &there, measure, None).into_iter().collect();
    }
    let mut leads: Vec<Lead> = lead(plan, records, &there, Measure::Seconds, None).into_iter().collect();
    for family in plan.families() {
        let own: Vec<&Arm> = there.iter().copied().filter(|arm| arm.method.info.family == family).collect();
        if own.len() > 1 && comparable(records, &own, measure) {
            leads.extend(lead(plan, records, &own, measure, Some(family)));
        }
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
    let (scores, shares) = (Efforts::par2(records, measure, budget), Efforts::shares(records));
    let against = |efforts: &Efforts<'_>, other: &ArmSummary, measure: Measure| {
        Ratios::of(&efforts.arm(&other.label), &efforts.arm(&first.label), measure)
    };
    let samples: Vec<Ratios> = others.iter().map(|other| against(&scores, other, measure)).collect();
    let pairs: Vec<(&str, &str)> = others.iter().map(|other| (other.label.as_str(), first.label.as_str())).collect();
    let faster = if measure == Measure::Seconds {
        vec![None; others.len()]
    } else {
        let times: Vec<Ratios> = others.iter().map(|other| against(&times, other, Measure::Seconds)).collect();
        together(&times).into_iter().map(faster).collect()
    };
    let tests = together(&samples).into_iter().zip(shares_together(&shares, &pairs));
    let rivals =
        others.iter().zip(&samples).zip(tests).zip(faster).map(|(((other, sample), (effort, share)), faster)| {
            // More effort and a smaller share are worse.
            let ways = [effort.way(), -share.way()];
            let standing = match (ways.contains(&1), ways.contains(&-1)) {
                (_, true) => Standing::Mixed,
                (true, false) => Standing::Worse,
                (false, false) => Standing::Tied,
            };
            let puzzles = puzzles_needed(sample, effort.tendency, others.len()).filter(|_| standing == Standing::Tied);
            let Tested { ratio, p, .. } = effort;
            Rival { arm: other.label.clone(), standing, p, ratio, share_p: share.p, faster, puzzles }
        });
    Some(Lead { family, measure, arm: first.label.clone(), rivals: rivals.collect() })
}

/// A ratio of time that is significantly below 1, and by enough to matter.
fn faster(time: Tested) -> Option<Faster> {
    let enough = |ratio: &Estimate| time.way() < 0 && ratio.value < 1.0 / super::MATTERS;
    time.ratio.filter(enough).map(|ratio| Faster { ratio, p: time.p })
}

/// With fewer puzzles, nothing is known about how far efforts scatter.
const FEWEST: usize = 10;

/// Roughly how many puzzles it takes to see a difference like this one, if it is one of so many comparisons (Noether 1987):
/// the rank-biserial correlation is twice the chance by which one side has the larger Walsh average, less one.
fn puzzles_needed(sample: &Ratios, tendency: f64, comparisons: usize) -> Option<usize> {
    let pairs = sample.len() as f64;
    let [less, _, more] = sample.less_same_more();
    let differ = (less + more) as f64;
    let wanted = normal::quantile(1.0 - SIGNIFICANCE / (2.0 * comparisons as f64))? + normal::quantile(POWER)?;
    let needed = (4.0 * wanted.powi(2) / (3.0 * tendency.powi(2)) * pairs / differ).ceil();
    (sample.len() >= FEWEST && needed <= MOST_TIMES * pairs).then(|| (needed as usize).max(sample.len() + 1))
}

/// A difference that takes more than this many times the puzzles is hardly one.
const MOST_TIMES: f64 = 20.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weak_difference_takes_more_puzzles() {
        let sample = |puzzles: usize| Ratios::new((0..puzzles).map(|i| if i % 3 == 0 { 0.5 } else { 1.5 }));
        let needed = |tendency, comparisons| puzzles_needed(&sample(20), tendency, comparisons);
        // 4 (1.96 + .84)^2 / (3 x .16): by hand.
        assert_eq!(needed(0.4, 1), Some(66));
        assert!(needed(0.2, 1) > needed(0.4, 1) && needed(0.4, 9) > needed(0.4, 1));
        assert_eq!((needed(0.0, 1), needed(0.95, 1)), (None, Some(21)));
        // On six puzzles, nobody knows.
        assert_eq!(puzzles_needed(&sample(6), 0.4, 1), None);
    }
}
