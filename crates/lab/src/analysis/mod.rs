//! The analysis of records: how often each arm solves, at what effort, and how arms compare puzzle by puzzle.
//!
//! The unit of comparison is the puzzle: the median represents the several runs of a stochastic arm on it, so that
//! thirty seeds on one puzzle do not count as thirty puzzles. A run that did not solve has infinite effort.

mod factors;

use std::collections::HashMap;

use crate::stats::{CONFIDENCE, Estimate, Interval};
use crate::stats::{bootstrap, holm, par, proportion, quantile, wilcoxon};
use crate::{Measure, Plan, Record};

pub use factors::Effect;
use factors::effects;

/// The seed of all resampling: the same records give the same intervals.
pub(crate) const SEED: u64 = 2026;

/// The results of an arm.
#[derive(Clone, Debug)]
pub struct ArmSummary {
    /// Its label.
    pub label: String,
    /// Its runs.
    pub runs: usize,
    /// Runs that solved.
    pub solved: usize,
    /// Runs that proved that there is no solution.
    pub refuted: usize,
    /// The share solved, with Wilson's interval for the effective number of runs: runs on one puzzle are correlated.
    pub share: Estimate,
    /// The effort per puzzle (the median of its runs) over puzzles; infinite where it was not solved.
    pub effort: Option<quantile::Summary>,
    /// The wall time per puzzle (the median of its runs), median over puzzles; infinite if most were not solved.
    pub seconds: f64,
    /// PAR2: the mean effort, with twice the budget for a run that did not solve.
    pub par2: f64,
    /// Why runs gave up, and how many.
    pub gave_up: Vec<(String, usize)>,
}

/// An arm compared with another, puzzle by puzzle.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The arm.
    pub arm: String,
    /// What it is compared with.
    pub baseline: String,
    /// Puzzles that at least one of them solves.
    pub pairs: usize,
    /// The median over puzzles of the ratio of this arm's effort to the other's; `None` if neither solved any.
    pub ratio: Option<Estimate>,
    /// The same for wall time.
    pub time_ratio: Option<Estimate>,
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction for all comparisons.
    pub p: f64,
    /// Its effect size: the matched-pairs rank-biserial correlation; above 0 where this arm needs more.
    pub rank_biserial: f64,
    /// Puzzles where this arm needed less, where both needed the same, where it needed more.
    pub less_same_more: [usize; 3],
}

/// The analysis of all records of a plan.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What effort is measured in.
    pub measure: Measure,
    /// The effort at which runs were stopped, or the most that any run spent.
    pub budget: f64,
    /// Puzzles.
    pub instances: usize,
    /// The arms, as in the plan.
    pub arms: Vec<ArmSummary>,
    /// Every arm compared with the baseline.
    pub comparisons: Vec<Comparison>,
    /// The effect of each level of each factor, in a factorial.
    pub effects: Vec<Effect>,
    /// The second best arm compared with the best, without correction.
    pub runner_up: Option<Comparison>,
}

impl Analysis {
    /// Analyses all records of a plan, or those of a group.
    pub fn of(plan: &Plan, records: &[&Record]) -> Self {
        let measure = plan.measure();
        let budget = plan.limit_of(measure, records);
        let efforts = Efforts::of(records, measure);
        let times = Efforts::of(records, Measure::Seconds);
        let arms: Vec<ArmSummary> =
            plan.arms.iter().map(|arm| summary(&arm.label, records, (&efforts, &times), measure, budget)).collect();
        let baseline = &plan.arms[plan.baseline].label;
        let others = plan.arms.iter().map(|arm| &arm.label).filter(|label| *label != baseline);
        let mut comparisons: Vec<Comparison> = others.map(|label| compare(label, baseline, &efforts, &times)).collect();
        let p: Vec<f64> = comparisons.iter().map(|comparison| comparison.p).collect();
        for (comparison, p) in comparisons.iter_mut().zip(holm::holm(&p).unwrap_or(p)) {
            comparison.p = p;
        }
        let effects = effects(plan, &efforts);
        let mut order: Vec<&ArmSummary> = arms.iter().collect();
        order.sort_by(|a, b| better(a, b));
        let runner_up = match &order[..] {
            [best, second, ..] => Some(compare(&second.label, &best.label, &efforts, &times)),
            _ => None,
        };
        Self { measure, budget, instances: efforts.instances.len(), arms, comparisons, effects, runner_up }
    }

    /// The arm with this label.
    pub fn arm(&self, label: &str) -> Option<&ArmSummary> {
        self.arms.iter().find(|arm| arm.label == label)
    }

    /// The best arm: the largest share solved, then the lowest PAR2.
    pub fn best(&self) -> Option<&ArmSummary> {
        self.arms.iter().min_by(|a, b| better(a, b))
    }
}

fn better(a: &ArmSummary, b: &ArmSummary) -> std::cmp::Ordering {
    b.share.value.total_cmp(&a.share.value).then(a.par2.total_cmp(&b.par2))
}

/// The effort per puzzle and arm: the median over seeds.
pub(crate) struct Efforts<'a> {
    /// The puzzles, in order.
    pub(crate) instances: Vec<&'a str>,
    by_arm: HashMap<&'a str, HashMap<&'a str, f64>>,
}

impl<'a> Efforts<'a> {
    pub(crate) fn of(records: &[&'a Record], measure: Measure) -> Self {
        let mut instances: Vec<&str> = Vec::new();
        let mut runs: HashMap<(&str, &str), Vec<f64>> = HashMap::new();
        let mut seen = std::collections::HashSet::new();
        for record in records {
            if seen.insert(record.instance.as_str()) {
                instances.push(&record.instance);
            }
            runs.entry((&record.arm, &record.instance)).or_default().push(effort(record, measure));
        }
        let mut by_arm: HashMap<&str, HashMap<&str, f64>> = HashMap::new();
        for ((arm, instance), efforts) in runs {
            by_arm.entry(arm).or_default().extend(quantile::median(&efforts).map(|median| (instance, median)));
        }
        Self { instances, by_arm }
    }

    /// The effort of an arm on every puzzle; NaN where it did not run.
    pub(crate) fn arm(&self, label: &str) -> Vec<f64> {
        let own = self.by_arm.get(label);
        let of = |instance: &&str| own.and_then(|own| own.get(instance)).copied().unwrap_or(f64::NAN);
        self.instances.iter().map(of).collect()
    }
}

/// The effort of a run: at least 1, so that ratios exist, and infinite without an answer. A proof that there is no
/// solution counts as an answer.
fn effort(record: &Record, measure: Measure) -> f64 {
    let least = if measure == Measure::Seconds { 1e-9 } else { 1.0 };
    if record.is_answered() { record.effort(measure).max(least) } else { f64::INFINITY }
}

fn summary(
    label: &str,
    records: &[&Record],
    (efforts, times): (&Efforts<'_>, &Efforts<'_>),
    measure: Measure,
    budget: f64,
) -> ArmSummary {
    let own: Vec<&Record> = records.iter().copied().filter(|record| record.arm == label).collect();
    let mut gave_up: Vec<(String, usize)> = Vec::new();
    for record in own.iter().filter(|record| record.ended == crate::Ended::GaveUp) {
        match gave_up.iter_mut().find(|(why, _)| *why == record.why) {
            Some((_, count)) => *count += 1,
            None => gave_up.push((record.why.clone(), 1)),
        }
    }
    gave_up.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let there = |efforts: &Efforts<'_>| -> Vec<f64> {
        efforts.arm(label).into_iter().filter(|effort| !effort.is_nan()).collect()
    };
    let ended: Vec<(f64, bool)> = own.iter().map(|record| (record.effort(measure), record.is_answered())).collect();
    ArmSummary {
        label: label.to_owned(),
        runs: own.len(),
        solved: own.iter().filter(|record| record.is_solved()).count(),
        refuted: own.iter().filter(|record| record.ended == crate::Ended::Refuted).count(),
        share: share_solved(&own),
        effort: quantile::Summary::of(&there(efforts)),
        seconds: quantile::median(&there(times)).unwrap_or(f64::NAN),
        par2: par::par2(&ended, budget).unwrap_or(f64::NAN),
        gave_up,
    }
}

/// The share of runs that were solved, with its interval.
pub(crate) fn share_solved(records: &[&Record]) -> Estimate {
    let mut puzzles: HashMap<&str, (u64, u64)> = HashMap::new();
    for record in records {
        let (solved, runs) = puzzles.entry(&record.instance).or_default();
        *solved += u64::from(record.is_solved());
        *runs += 1;
    }
    let mut puzzles: Vec<(u64, u64)> = puzzles.into_values().collect();
    puzzles.sort_unstable();
    let solved: u64 = puzzles.iter().map(|(solved, _)| solved).sum();
    let value = solved as f64 / records.len().max(1) as f64;
    let runs = proportion::effective_runs(&puzzles);
    let interval = runs.and_then(|runs| proportion::wilson_of(value, runs, CONFIDENCE));
    Estimate { value, interval: interval.unwrap_or(Interval { low: 0.0, high: 1.0 }) }
}

/// The efforts of both arms on the puzzles where both ran and at least one solved.
fn paired(efforts: &Efforts<'_>, arm: &str, baseline: &str) -> (Vec<f64>, Vec<f64>) {
    let pairs = efforts.arm(baseline).into_iter().zip(efforts.arm(arm));
    pairs.filter(|(base, own)| !base.is_nan() && !own.is_nan() && (base.is_finite() || own.is_finite())).unzip()
}

fn compare(arm: &str, baseline: &str, efforts: &Efforts<'_>, times: &Efforts<'_>) -> Comparison {
    let (base, own) = paired(efforts, arm, baseline);
    let (base_time, own_time) = paired(times, arm, baseline);
    // On logarithms, so that the test matches the ratio.
    let logs = |efforts: &[f64]| efforts.iter().map(|effort| effort.ln()).collect::<Vec<f64>>();
    let test = wilcoxon::wilcoxon(&logs(&own), &logs(&base));
    let mut less_same_more = [0; 3];
    for (base, own) in base.iter().zip(&own) {
        less_same_more[(own.total_cmp(base) as i8 + 1) as usize] += 1;
    }
    Comparison {
        arm: arm.to_owned(),
        baseline: baseline.to_owned(),
        pairs: base.len(),
        ratio: bootstrap::median_ratio(&base, &own, SEED),
        time_ratio: bootstrap::median_ratio(&base_time, &own_time, SEED),
        p: test.as_ref().map_or(1.0, |test| test.p),
        rank_biserial: test.map_or(0.0, |test| test.rank_biserial),
        less_same_more,
    }
}
