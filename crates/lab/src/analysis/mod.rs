//! The analysis of records: how often each arm solves, at what effort, and how arms compare puzzle by puzzle.
//!
//! The unit of comparison is the puzzle: the median represents the several runs of a stochastic arm on it, so that
//! thirty seeds on one puzzle do not count as thirty puzzles. A run that did not solve has infinite effort.

mod factors;
mod lead;
mod paired;

use std::collections::HashMap;

use pencilmark::outcome::Why;
use serde::{Serialize, Serializer};

use crate::stats::Estimate;
use crate::stats::{par, proportion, quantile};
use crate::{Arm, Measure, Plan, Record, RunOutcome};
use paired::{Ratios, shares_together, together};

pub use factors::{Effect, Interaction, Simple, Under};
pub use lead::{Faster, Lead, Rival, Standing};
pub use paired::ShareTest;

/// Ratios that differ by no more than this factor tell the same story.
pub(crate) const MATTERS: f64 = 1.1;

/// Arms whose checks cost this many times as much as those of others do not spend them alike.
pub(crate) const DEARER: f64 = 3.0;

/// The results of an arm.
#[derive(Clone, Debug, Serialize)]
pub struct ArmSummary {
    /// Its label.
    pub label: String,
    /// Its runs.
    pub runs: usize,
    /// Runs that solved.
    pub solved: usize,
    /// Runs that proved that there is no solution.
    pub refuted: usize,
    /// The share solved, with [its interval](proportion::clustered); `None` without runs.
    pub share: Option<Estimate>,
    /// The effort per puzzle (the median of its runs) over puzzles; infinite where it was not solved.
    pub effort: Option<quantile::Summary>,
    /// The time per puzzle (the median of its runs), median over puzzles; infinite if most were not solved.
    pub seconds: f64,
    /// Nanoseconds for a check, over all runs; `None` if it made none.
    #[serde(rename = "ns_per_check")]
    pub per_check: Option<f64>,
    /// PAR2: the mean effort, with twice the budget for a run that did not solve.
    pub par2: f64,
    /// Why runs gave up, and how many.
    #[serde(serialize_with = "in_words")]
    pub gave_up: Vec<(Why, usize)>,
}

/// An arm compared with another, puzzle by puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The arm.
    pub arm: String,
    /// What it is compared with.
    pub baseline: String,
    /// What is compared: the measure of the experiment if both arms spend it alike, otherwise time.
    pub by: Measure,
    /// What of it: the effort to solve a puzzle, or PAR2 if too few puzzles are solved.
    pub of: Compared,
    /// The puzzles that are compared: for efforts, those that at least one of them solves.
    pub pairs: usize,
    /// The puzzles that at least one of them solves in more than half of its runs.
    pub solved_by_one: usize,
    /// The typical ratio of this arm's effort to the other's; `None` if too few puzzles are solved to have one.
    pub ratio: Option<Estimate>,
    /// The same for time.
    pub time_ratio: Option<Estimate>,
    /// Wilcoxon's signed-rank test over puzzles, with Holm's correction for all comparisons.
    pub p: f64,
    /// Its effect size: the matched-pairs rank-biserial correlation; above 0 where this arm needs more.
    pub rank_biserial: f64,
    /// Puzzles where this arm needed less, where both needed the same, where it needed more.
    pub less_same_more: [usize; 3],
    /// How often the arms solve a puzzle, compared likewise; corrected for all comparisons, too.
    pub shares: ShareTest,
}

/// What a comparison rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Compared {
    /// The effort to solve a puzzle.
    Effort,
    /// The mean effort of a puzzle's runs, with twice the budget for one that did not solve. Half of the puzzles or more have
    /// no ratio of efforts, or the typical one is not finite.
    Par2,
}

/// The analysis of all records of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// What effort is measured in.
    pub measure: Measure,
    /// The effort that PAR2 doubles for a run that did not solve: the limit of the measure, or the most that any run spent.
    pub par2_limit: f64,
    /// Puzzles.
    pub instances: usize,
    /// The arms, as in the plan.
    pub arms: Vec<ArmSummary>,
    /// Every arm compared with the baseline.
    pub comparisons: Vec<Comparison>,
    /// What effects are about: the measure, unless the arms do not spend it alike.
    pub effects_by: Measure,
    /// The effect of each level of each factor, in a factorial.
    pub effects: Vec<Effect>,
    /// Where the effect of one factor depends on another.
    pub interactions: Vec<Interaction>,
    /// The arm that does best and those that may do as well: among all, and by another measure than time within each
    /// family.
    pub leads: Vec<Lead>,
}

impl Analysis {
    /// Analyses all records of a plan, or those of a group.
    pub fn of(plan: &Plan, records: &[&Record]) -> Self {
        let measure = plan.measure();
        let par2_limit = plan.limit_of(measure, records);
        let efforts = Efforts::of(records, measure);
        let times = Efforts::of(records, Measure::Seconds);
        let arms: Vec<ArmSummary> =
            plan.arms.iter().map(|arm| summary(&arm.label, records, (&efforts, &times), measure, par2_limit)).collect();
        let comparisons = comparisons(plan, records, measure);
        let factorial: Vec<&Arm> = plan.arms.iter().filter(|arm| !arm.levels.is_empty()).collect();
        let effects_by = if comparable(records, &factorial, measure) { measure } else { Measure::Seconds };
        let (effects, interactions) = factors::effects(plan, &Efforts::of(records, effects_by), effects_by);
        let leads = lead::leads(plan, records, &arms);
        let instances = efforts.instances.len();
        Self { measure, par2_limit, instances, arms, comparisons, effects_by, effects, interactions, leads }
    }

    /// The arm with this label.
    pub fn arm(&self, label: &str) -> Option<&ArmSummary> {
        self.arms.iter().find(|arm| arm.label == label)
    }

    /// The arm that comes first: the largest share solved, then the lowest PAR2. Whether it is better than the others is
    /// for [its lead](Lead) to say.
    pub fn first(&self) -> Option<&ArmSummary> {
        self.leads.first().and_then(|lead| self.arm(&lead.arm))
    }
}

/// The records of the puzzles on which every planned run has ended. In a run that is not finished, other puzzles would
/// count for some arms and not for others.
pub fn complete<'a>(plan: &Plan, records: &'a [Record]) -> Vec<&'a Record> {
    let mut open: HashMap<&str, usize> = HashMap::new();
    for run in &plan.runs {
        *open.entry(&plan.instances[run.instance].id).or_default() += 1;
    }
    for record in records {
        open.entry(&record.instance).and_modify(|runs| *runs = runs.saturating_sub(1));
    }
    records.iter().filter(|record| open.get(record.instance.as_str()) == Some(&0)).collect()
}

/// Whether arms spend a measure alike, so that its amounts can be compared: time, or within a family what each of them spent,
/// unless a check costs some of them several times as much as others.
pub(crate) fn comparable(records: &[&Record], arms: &[&Arm], measure: Measure) -> bool {
    let [first, others @ ..] = arms else { return true };
    let of = |arm: &Arm| records.iter().copied().filter(|record| record.arm == arm.label).collect::<Vec<_>>();
    let runs: Vec<Vec<&Record>> = arms.iter().map(|arm| of(arm)).collect();
    let spent = |runs: &Vec<&Record>| runs.is_empty() || runs.iter().any(|record| record.effort(measure) > 0.0);
    measure == Measure::Seconds
        || others.iter().all(|arm| arm.method.info.family == first.method.info.family)
            && runs.iter().all(spent)
            && (measure != Measure::Checks || costs(&runs).is_none_or(|(least, most)| most < DEARER * least))
}

/// The least and the most that a check costs the arms with these runs, in nanoseconds.
pub(crate) fn costs(runs: &[Vec<&Record>]) -> Option<(f64, f64)> {
    let costs = runs.iter().filter_map(|runs| per_check(runs.iter().copied()));
    costs.fold(None, |range, cost| {
        let (least, most) = range.unwrap_or((cost, cost));
        Some((f64::min(least, cost), f64::max(most, cost)))
    })
}

/// The effort per puzzle and arm.
pub(crate) struct Efforts<'a> {
    /// The puzzles, in order.
    pub(crate) instances: Vec<&'a str>,
    by_arm: HashMap<&'a str, HashMap<&'a str, f64>>,
}

impl<'a> Efforts<'a> {
    /// The median over seeds; infinite without an answer.
    pub(crate) fn of(records: &[&'a Record], measure: Measure) -> Self {
        Self::by(records, |record| effort(record, measure), quantile::median)
    }

    /// The share of runs that solve.
    fn shares(records: &[&'a Record]) -> Self {
        Self::by(records, |record| f64::from(u8::from(record.is_solved())), mean)
    }

    /// The mean over seeds, with twice the budget where there is no answer.
    fn par2(records: &[&'a Record], measure: Measure, budget: f64) -> Self {
        let spent = |record: &Record| Some(effort(record, measure)).filter(|effort| effort.is_finite());
        Self::by(records, |record| spent(record).unwrap_or(2.0 * budget), mean)
    }

    fn by(records: &[&'a Record], effort: impl Fn(&Record) -> f64, represent: impl Fn(&[f64]) -> Option<f64>) -> Self {
        let mut instances: Vec<&str> = Vec::new();
        let mut runs: HashMap<(&str, &str), Vec<f64>> = HashMap::new();
        let mut seen = std::collections::HashSet::new();
        for record in records {
            if seen.insert(record.instance.as_str()) {
                instances.push(&record.instance);
            }
            runs.entry((&record.arm, &record.instance)).or_default().push(effort(record));
        }
        let mut by_arm: HashMap<&str, HashMap<&str, f64>> = HashMap::new();
        for ((arm, instance), efforts) in runs {
            by_arm.entry(arm).or_default().extend(represent(&efforts).map(|effort| (instance, effort)));
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

fn mean(efforts: &[f64]) -> Option<f64> {
    (!efforts.is_empty()).then(|| efforts.iter().sum::<f64>() / efforts.len() as f64)
}

fn in_words<S: Serializer>(counts: &[(Why, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(counts.iter().map(|(why, count)| (why.word(), count)))
}

/// The effort of a run: infinite without an answer. A proof that there is no solution counts as an answer.
fn effort(record: &Record, measure: Measure) -> f64 {
    if record.is_answered() { record.effort(measure) } else { f64::INFINITY }
}

fn summary(
    label: &str,
    records: &[&Record],
    (efforts, times): (&Efforts<'_>, &Efforts<'_>),
    measure: Measure,
    budget: f64,
) -> ArmSummary {
    let own: Vec<&Record> = records.iter().copied().filter(|record| record.arm == label).collect();
    let mut gave_up: Vec<(Why, usize)> = Vec::new();
    for record in &own {
        let RunOutcome::GaveUp(why) = record.ended else { continue };
        match gave_up.iter_mut().find(|(known, _)| *known == why) {
            Some((_, count)) => *count += 1,
            None => gave_up.push((why, 1)),
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
        refuted: own.iter().filter(|record| record.ended == RunOutcome::Refuted).count(),
        share: share_solved(&own),
        effort: quantile::Summary::of(&there(efforts)),
        seconds: quantile::median(&there(times)).unwrap_or(f64::NAN),
        per_check: per_check(own.iter().copied()),
        par2: par::par2(&ended, budget).unwrap_or(f64::NAN),
        gave_up,
    }
}

/// Nanoseconds for a check, over all of these runs; `None` if they made none.
pub(crate) fn per_check<'a>(records: impl Iterator<Item = &'a Record>) -> Option<f64> {
    let (checks, seconds) = records.fold((0, 0.0), |(c, s), record| (c + record.counters.checks, s + record.seconds));
    (checks > 0).then(|| 1e9 * seconds / checks as f64)
}

/// The share of runs that were solved, with its interval; `None` without runs.
pub(crate) fn share_solved(records: &[&Record]) -> Option<Estimate> {
    let mut puzzles: HashMap<&str, (u64, u64)> = HashMap::new();
    for record in records {
        let (solved, runs) = puzzles.entry(&record.instance).or_default();
        *solved += u64::from(record.is_solved());
        *runs += 1;
    }
    let mut puzzles: Vec<(u64, u64)> = puzzles.into_values().collect();
    puzzles.sort_unstable();
    proportion::clustered(&puzzles)
}

/// Every arm compared with the baseline.
fn comparisons(plan: &Plan, records: &[&Record], measure: Measure) -> Vec<Comparison> {
    let baseline = &plan.arms[plan.baseline];
    let there = |arm: &&Arm| records.iter().any(|record| record.arm == arm.label);
    let times = Efforts::of(records, Measure::Seconds);
    let mut comparisons = Vec::new();
    let mut samples = Vec::new();
    for arm in plan.arms.iter().filter(|arm| arm.label != baseline.label).filter(there) {
        let by = if comparable(records, &[arm, baseline], measure) { measure } else { Measure::Seconds };
        let ratios = |efforts: &Efforts<'_>, measure| {
            Ratios::of(&efforts.arm(&arm.label), &efforts.arm(&baseline.label), measure)
        };
        let efforts = Efforts::of(records, by);
        let (mut of, mut sample) = (Compared::Effort, ratios(&efforts, by));
        let solved_by_one = sample.len();
        let typical = together(std::slice::from_ref(&sample))[0].ratio.map_or(f64::NAN, |ratio| ratio.value);
        if 2 * sample.len() < efforts.instances.len() || !typical.is_finite() || typical <= 0.0 {
            (of, sample) = (Compared::Par2, ratios(&Efforts::par2(records, by, plan.limit_of(by, records)), by));
        }
        comparisons.push(Comparison {
            arm: arm.label.clone(),
            baseline: baseline.label.clone(),
            by,
            of,
            pairs: sample.len(),
            solved_by_one,
            ratio: None,
            time_ratio: together(&[ratios(&times, Measure::Seconds)])[0].ratio.filter(|_| of == Compared::Effort),
            p: 1.0,
            rank_biserial: 0.0,
            less_same_more: sample.less_same_more(),
            shares: ShareTest { p: 1.0, rank_biserial: 0.0 },
        });
        samples.push(sample);
    }
    for (comparison, tested) in comparisons.iter_mut().zip(together(&samples)) {
        comparison.ratio = tested.ratio.filter(|_| comparison.of == Compared::Effort);
        (comparison.p, comparison.rank_biserial) = (tested.p, tested.tendency);
    }
    let pairs: Vec<(String, String)> =
        comparisons.iter().map(|comparison| (comparison.arm.clone(), comparison.baseline.clone())).collect();
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(arm, base)| (arm.as_str(), base.as_str())).collect();
    for (comparison, tested) in comparisons.iter_mut().zip(shares_together(&Efforts::shares(records), &pairs)) {
        comparison.shares = tested;
    }
    comparisons
}
