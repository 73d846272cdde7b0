//! Treatments that change nothing: arms with the same settings, settings that change no counter, and inference that
//! removes no value. In one student report, AC-3 pruned nothing in any run.

use super::study::{ArmRuns, Finding, Study, clauses, distinct, grouped_by, labels, listed, searched_nothing};
use crate::Record;
use pencilmark::front::display::counted;

/// Same settings, same counters, or nothing inferred.
pub(super) fn no_op(study: &Study<'_>) -> Vec<Finding> {
    let mut found = same_settings(study);
    found.extend(same_effects(study));
    found.extend(idle_inference(study));
    found
}

/// The number of runs in which both arms have the same counters; `None` if any differ or there are fewer than two.
/// Runs that the time cap stopped are left out: their counters are not reproducible.
pub(super) fn same_counters(one: &ArmRuns<'_>, other: &ArmRuns<'_>) -> Option<usize> {
    let (mut left, mut right) = (one.runs.iter().peekable(), other.runs.iter().peekable());
    let mut both = 0;
    while let (Some((a, ours)), Some((b, theirs))) = (left.peek(), right.peek()) {
        match (a.instance, a.seed).cmp(&(b.instance, b.seed)) {
            std::cmp::Ordering::Less => drop(left.next()),
            std::cmp::Ordering::Greater => drop(right.next()),
            std::cmp::Ordering::Equal => {
                if !ours.timed_out() && !theirs.timed_out() {
                    if ours.ended != theirs.ended || ours.counts() != theirs.counts() {
                        return None;
                    }
                    both += 1;
                }
                left.next();
                right.next();
            }
        }
    }
    (both >= 2).then_some(both)
}

/// Arms with the same settings under different names.
fn same_settings(study: &Study<'_>) -> Vec<Finding> {
    let same = |one: &ArmRuns<'_>, other: &ArmRuns<'_>| is_same_arm(one, other).then_some(0);
    let describe = |class: Class<'_, '_>| {
        let set = |part: &ArmRuns<'_>| {
            let preset = part.arm.preset.iter().map(|preset| ("preset", preset.clone()));
            preset.chain(part.arm.set_by_hand()).map(|(name, value)| format!("`{name}={value}`")).collect::<Vec<_>>()
        };
        let set: Vec<Vec<String>> = class.arms.iter().map(|part| set(part)).collect();
        let in_some = distinct(set.iter().flatten()).into_iter();
        let idle: Vec<String> = in_some.filter(|text| !set.iter().all(|set| set.contains(text))).cloned().collect();
        let idle = if idle.is_empty() { String::new() } else { format!(", with {} or without", listed(idle)) };
        Finding::new(
            format!("{} have the same settings on every puzzle{idle}", labels(&class.arms)),
            "remove all but one, or change the setting that is to be compared",
        )
    };
    classes(study, same).into_iter().map(describe).collect()
}

fn is_same_arm(one: &ArmRuns<'_>, other: &ArmRuns<'_>) -> bool {
    let seeds = |part: &ArmRuns<'_>| if part.draws { (part.arm.first_seed, part.arm.seeds) } else { (0, 1) };
    one.differences(other).is_empty()
        && one.arm.limits.to_string() == other.arm.limits.to_string()
        && seeds(one) == seeds(other)
}

/// Arms with different settings and the same counters in every run. Arms that differ in the same settings share a
/// finding.
fn same_effects(study: &Study<'_>) -> Vec<Finding> {
    let same = |one: &ArmRuns<'_>, other: &ArmRuns<'_>| {
        if one.differences(other).is_empty() { None } else { same_counters(one, other) }
    };
    let groups = grouped_by(classes(study, same), Class::treatments);
    groups.into_iter().map(|(treatments, together)| no_effect(&treatments, &together)).collect()
}

fn no_effect(treatments: &[(&'static str, String)], together: &[Class<'_, '_>]) -> Finding {
    let changes = if treatments.len() == 1 { "changes" } else { "change" };
    let settings = listed(treatments.iter().map(|(name, values)| format!("{name} ({values})")).collect());
    let arms = clauses(together.iter().map(Class::describe).collect());
    let observed = format!("{settings} {changes} nothing: identical counters of {arms}");
    let parts = || together.iter().flat_map(|class| &class.arms);
    if parts().all(|part| part.records().all(|record| record.is_answered() && searched_nothing(record))) {
        let infers = parts().any(|part| inference(part).is_some());
        let weaker = if infers { ", or infer less" } else { "" };
        return Finding::new(
            format!("{observed}, because every puzzle is solved before any decision"),
            format!("use harder puzzles{weaker}, so that the setting can make a difference"),
        );
    }
    let known = parts().next().map_or(&[][..], |part| part.arm.method.info.parameters).iter();
    let meant = known.filter(|known| treatments.iter().any(|(name, _)| *name == known.name));
    let meant = clauses(meant.map(|known| format!("{}: {}", known.name, known.help)).collect());
    let meant = if meant.is_empty() { meant } else { format!(" ({meant})") };
    let remedy = "remove all but one, or choose puzzles and settings where it makes a difference";
    Finding::new(observed, format!("{remedy}{meant}"))
}

/// Arms whose inference never removes a value.
fn idle_inference(study: &Study<'_>) -> Vec<Finding> {
    let idle = |part: &&ArmRuns<'_>| {
        let worked = part.count(|record| record.counters.checks > 0);
        worked >= 2 && inference(part).is_some() && part.records().all(|record: &Record| record.counters.prunings == 0)
    };
    let idle = study.arms.iter().filter(idle).filter_map(|part| {
        Some(format!("{} of `{}` in {}", inference(part)?, part.arm.label, counted(part.runs.len(), "run")))
    });
    let idle: Vec<String> = idle.collect();
    if idle.is_empty() {
        return Vec::new();
    }
    vec![Finding::new(
        format!("inference removes no value in any run: {}", listed(idle)),
        "remove it, or choose puzzles or a `model` where it has values to remove (`prunings` in the records)",
    )]
}

/// The inference of an arm, if it has any.
fn inference(part: &ArmRuns<'_>) -> Option<String> {
    if part.method() == "ac-3" {
        return Some("AC-3".to_owned());
    }
    if part.values("space").any(|space| space == "repair") {
        return None; // there is nothing to infer on complete boards
    }
    ["inference", "preprocess"].into_iter().find_map(|name| {
        let level = part.values(name).find(|level| *level != "none")?;
        Some(format!("{name}={level}"))
    })
}

/// Arms of one method that are equal in some respect.
struct Class<'s, 'a> {
    arms: Vec<&'s ArmRuns<'a>>,
    runs: usize,
}

/// The classes with at least two arms; each arm is compared with the first of every class.
fn classes<'s, 'a>(
    study: &'s Study<'a>,
    same: impl Fn(&ArmRuns<'a>, &ArmRuns<'a>) -> Option<usize>,
) -> Vec<Class<'s, 'a>> {
    let mut classes: Vec<Class<'s, 'a>> = Vec::new();
    for part in &study.arms {
        let found = classes.iter_mut().find_map(|class| {
            let first = class.arms.first().filter(|first| first.method() == part.method())?;
            same(first, part).map(|runs| (class, runs))
        });
        match found {
            Some((class, runs)) => {
                class.runs = if class.arms.len() == 1 { runs } else { class.runs.min(runs) };
                class.arms.push(part);
            }
            None => classes.push(Class { arms: vec![part], runs: 0 }),
        }
    }
    classes.retain(|class| class.arms.len() > 1);
    classes
}

impl Class<'_, '_> {
    fn describe(&self) -> String {
        let whole = self.arms.iter().all(|part| part.runs.len() == self.runs);
        let shared = if whole { "" } else { " that compare" };
        format!("{} in all {}{shared}", labels(&self.arms), counted(self.runs, "run"))
    }

    /// The settings that differ, with their values.
    fn treatments(&self) -> Vec<(&'static str, String)> {
        let settings = distinct(self.arms.iter().flat_map(|part| self.arms[0].differences(part)));
        let values = |name| distinct(self.arms.iter().flat_map(|part| part.values(name))).join(", ");
        settings.into_iter().map(|name| (name, values(name))).collect()
    }
}
