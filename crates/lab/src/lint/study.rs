//! What rules look at: the arms of a plan with their resolved settings and their records.

use std::collections::HashSet;

use pencilmark::outcome::Counters;
use pencilmark::{Plan as SolvePlan, Puzzle};

use crate::{Arm, Instance, Manifest, Plan, Record, Run};

/// What a rule observed, and what to do about it.
pub(super) struct Finding {
    pub(super) observed: String,
    pub(super) remedy: String,
    pub(super) arms: Vec<Vec<String>>,
}

impl Finding {
    pub(super) fn new(observed: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { observed: observed.into(), remedy: remedy.into(), arms: Vec::new() }
    }

    /// The same about these arms.
    pub(super) fn about(self, arms: Vec<Vec<String>>) -> Self {
        Self { arms, ..self }
    }
}

/// A plan and its records.
pub(super) struct Study<'a> {
    pub(super) plan: &'a Plan,
    /// How it was run, once it was.
    pub(super) manifest: Option<&'a Manifest>,
    /// The puzzles with records; before there are any, those of the plan.
    pub(super) puzzles: Vec<&'a Instance>,
    pub(super) arms: Vec<ArmRuns<'a>>,
}

/// The settings of an arm on a kind: the model, every parameter of the method, the solutions wanted.
pub(super) type Settings = Vec<(&'static str, String)>;

/// An arm and its records.
pub(super) struct ArmRuns<'a> {
    pub(super) arm: &'a Arm,
    /// How it solves puzzles: a plan for each kind.
    pub(super) solving: &'a [SolvePlan],
    /// One list per kind, with presets and defaults filled in.
    pub(super) settings: Vec<Settings>,
    /// Whether the seed can make a difference.
    pub(super) draws: bool,
    /// By puzzle and seed.
    pub(super) runs: Vec<(Run, &'a Record)>,
}

impl<'a> Study<'a> {
    pub(super) fn new(plan: &'a Plan, manifest: Option<&'a Manifest>, records: &[&'a Record]) -> Self {
        let kinds = grouped_by(&plan.instances, |instance| instance.puzzle.kind().id);
        let kinds: Vec<&Instance> = kinds.into_iter().map(|(_, instances)| instances[0]).collect();
        let mut planned = vec![0; plan.arms.len()];
        for run in &plan.runs {
            planned[run.arm] += 1;
        }
        let arms = plan.arms.iter().zip(planned).enumerate();
        let mut arms: Vec<ArmRuns<'a>> = arms
            .map(|(index, (arm, planned))| {
                let solving = plan.solving_by_kind(index);
                let mut draws =
                    kinds.iter().zip(solving).map(|(kind, solving)| pencilmark::front::draws(&kind.puzzle, solving));
                ArmRuns {
                    arm,
                    solving,
                    settings: solving.iter().map(|solving| settings(arm, solving)).collect(),
                    draws: planned > plan.instances.len() || arm.seeds == 1 && draws.any(|draws| draws),
                    runs: Vec::new(),
                }
            })
            .collect();
        for &record in records {
            let run = usize::try_from(record.run).ok().and_then(|number| plan.runs.get(number));
            if let Some(&run) = run {
                arms[run.arm].runs.push((run, record));
            }
        }
        for part in &mut arms {
            part.runs.sort_by_key(|(run, _)| (run.instance, run.seed));
            part.runs.dedup_by_key(|(run, _)| *run);
        }
        let ran: HashSet<&str> = records.iter().map(|record| record.instance.as_str()).collect();
        let counts = |instance: &&Instance| ran.is_empty() || ran.contains(instance.id.as_str());
        let puzzles = plan.instances.iter().filter(counts).collect();
        Self { plan, manifest, puzzles, arms }
    }

    /// The records of all arms.
    pub(super) fn records(&self) -> impl Iterator<Item = &'a Record> {
        self.arms.iter().flat_map(ArmRuns::records)
    }

    /// The number of distinct puzzles, where one that was turned or renamed is the same.
    pub(super) fn different_puzzles(&self) -> usize {
        self.puzzles.iter().map(|instance| instance.likeness()).collect::<HashSet<_>>().len()
    }
}

impl<'a> ArmRuns<'a> {
    pub(super) fn method(&self) -> &'static str {
        self.arm.method.info.id
    }

    pub(super) fn records(&self) -> impl Iterator<Item = &'a Record> {
        self.runs.iter().map(|(_, record)| *record)
    }

    /// How it solves puzzles of this one's kind.
    pub(super) fn solving(&self, puzzle: &Puzzle) -> Option<&'a SolvePlan> {
        self.solving.iter().find(|plan| plan.kind == puzzle.kind().id)
    }

    /// The number of runs that satisfy a predicate.
    pub(super) fn count(&self, is_such: impl Fn(&Record) -> bool) -> usize {
        self.records().filter(|record| is_such(record)).count()
    }

    /// Whether more than half of its runs satisfy a predicate.
    pub(super) fn mostly(&self, is_such: impl Fn(&Record) -> bool) -> bool {
        2 * self.count(is_such) > self.runs.len()
    }

    /// The values of a setting on all kinds.
    pub(super) fn values(&self, setting: &str) -> impl Iterator<Item = &str> {
        let all = self.settings.iter().flatten();
        all.filter(move |(name, _)| *name == setting).map(|(_, value)| value.as_str())
    }

    /// The settings in which two arms of one method differ, on any kind.
    pub(super) fn differences(&self, other: &Self) -> Vec<&'static str> {
        let pairs = self.settings.iter().zip(&other.settings).flat_map(|(ours, theirs)| ours.iter().zip(theirs));
        distinct(pairs.filter(|(ours, theirs)| ours != theirs).map(|((name, _), _)| *name))
    }
}

/// Whether a run did not search at all: it made no decision and no move, and had no state but the first.
pub(super) fn searched_nothing(record: &Record) -> bool {
    let Counters { nodes, assignments, steps, evaluations, generated, .. } = record.counters;
    nodes <= 1 && assignments == 0 && steps == 0 && evaluations <= 1 && generated <= 1
}

/// Names in backquotes, the first few of them.
pub(super) fn names<'n>(all: impl IntoIterator<Item = &'n str>) -> String {
    listed(all.into_iter().map(|name| format!("`{name}`")).collect())
}

/// "a", "a and b", "a, b and c", "a, b, c and 7 more".
pub(super) fn listed(mut all: Vec<String>) -> String {
    const SHOWN: usize = 4;
    if all.len() > SHOWN {
        let more = all.len() - (SHOWN - 1);
        all.truncate(SHOWN - 1);
        all.push(format!("{more} more"));
    }
    pencilmark::front::display::listed(&all)
}

/// The first few clauses, separated by semicolons.
pub(super) fn clauses(mut all: Vec<String>) -> String {
    const SHOWN: usize = 3;
    if all.len() > SHOWN + 1 {
        let more = all.len() - SHOWN;
        all.truncate(SHOWN);
        all.push(format!("and {more} more"));
    }
    all.join("; ")
}

/// Groups items by a key, in the order in which keys first occur.
pub(super) fn grouped_by<T, K: PartialEq>(all: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for one in all {
        let key = key(&one);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups
}

/// The labels of arms.
pub(super) fn labels(arms: &[&ArmRuns<'_>]) -> String {
    names(arms.iter().map(|part| part.arm.label.as_str()))
}

/// The distinct items, in order.
pub(super) fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen: Vec<T> = Vec::new();
    for one in all {
        if !seen.contains(&one) {
            seen.push(one);
        }
    }
    seen
}

fn settings(arm: &Arm, plan: &SolvePlan) -> Settings {
    let mut settings = vec![("model", plan.model.to_owned())];
    settings.extend(plan.settings(arm.method.info));
    settings.push(("solutions", arm.solutions.to_string()));
    settings
}
