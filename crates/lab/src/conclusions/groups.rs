//! Groups of puzzles that differ: what holds in each comes before what holds on average, which may hold in none.

use super::{Bars, interval, noun, share};
use crate::Measure;
use crate::analysis::{Analysis, Comparison, Effect, MATTERS, Standing};
use crate::stats::{Estimate, SIGNIFICANCE};
use pencilmark::front::display::{p_value, ratio};

/// More groups than this are for a table.
const MOST: usize = 8;

/// What differs between groups; nothing if they tell the same story.
pub(super) fn sentences(parts: &[(String, Analysis)], bars: &Bars) -> Vec<String> {
    let [(_, first), _, ..] = parts else { return Vec::new() };
    if parts.len() > MOST || bars.unequal.is_some() {
        return Vec::new();
    }
    let mut all: Vec<String> = best(parts, bars).into_iter().collect();
    for (index, effect) in first.effects.iter().enumerate() {
        let name = format!("{}: {} against {}", effect.factor, effect.level, effect.against);
        let of = |analysis: &Analysis| {
            let same = analysis.effects.get(index);
            same.map(|effect: &Effect| Found { ratio: effect.ratio, p: effect.p, by: analysis.effects_by })
        };
        all.extend(differing(&name, parts, of));
    }
    for comparison in first.comparisons.iter().filter(|_| first.effects.is_empty()) {
        let Comparison { arm, baseline, .. } = comparison;
        if bars.are_same(arm, baseline) || bars.is_other(arm) || bars.is_other(baseline) {
            continue;
        }
        let of = |analysis: &Analysis| {
            let same = analysis.comparisons.iter().find(|other| other.arm == *arm);
            same.map(|other| Found { ratio: other.ratio, p: other.p, by: other.by })
        };
        all.extend(differing(&format!("{arm} against {baseline}"), parts, of));
    }
    all
}

/// What was found in a group.
struct Found {
    ratio: Option<Estimate>,
    p: f64,
    by: Measure,
}

/// One sentence with the ratio in every group, if they differ by enough to matter.
fn differing(name: &str, parts: &[(String, Analysis)], of: impl Fn(&Analysis) -> Option<Found>) -> Option<String> {
    let found: Vec<Found> = parts.iter().map(|(_, part)| of(part)).collect::<Option<_>>()?;
    let sure = found.iter().any(|found| found.p < SIGNIFICANCE);
    let known: Vec<Estimate> = found.iter().filter_map(|found| found.ratio).collect();
    // Beyond chance: two intervals do not even touch.
    let apart =
        |one: &Estimate, other: &Estimate| one.interval.high < other.interval.low && other.value > MATTERS * one.value;
    let differ = known.iter().any(|one| known.iter().any(|other| apart(one, other)));
    if known.is_empty() || !sure || known.len() == parts.len() && !differ {
        return None;
    }
    let each = parts.iter().zip(found).map(|((part, _), Found { ratio: estimate, p, by })| match estimate {
        Some(estimate) => {
            let word = noun(by);
            let what = if estimate.value.is_finite() && estimate.value > 0.0 {
                format!("{} times the {word}", ratio(estimate.value))
            } else if estimate.value > 0.0 {
                "does not solve what the other solves".to_owned()
            } else {
                "solves what the other does not".to_owned()
            };
            format!("on {part} {what} ({}{})", interval(estimate), p_value(p))
        }
        None => format!("on {part} too few are solved for a ratio ({} for PAR2)", p_value(p)),
    });
    Some(format!("{name}, by group of puzzles: {}.", each.collect::<Vec<_>>().join("; ")))
}

/// The best of every group, if that is not the same everywhere.
fn best(parts: &[(String, Analysis)], bars: &Bars) -> Option<String> {
    let of = |analysis: &Analysis| {
        let lead = analysis.leads.first()?;
        let counts = |arm: &str| !bars.are_same(&lead.arm, arm) && !bars.is_other(arm);
        let mut rivals = lead.rivals.iter().filter(|rival| counts(&rival.arm));
        let best = !bars.is_other(&lead.arm) && rivals.all(|rival| rival.standing == Standing::Worse);
        Some(best.then(|| lead.arm.clone()))
    };
    let leads: Vec<Option<String>> = parts.iter().map(|(_, part)| of(part)).collect::<Option<_>>()?;
    if leads.iter().all(|lead| *lead == leads[0]) {
        return None;
    }
    let each = parts.iter().zip(&leads).map(|((part, analysis), lead)| match lead {
        Some(arm) => {
            let solves = analysis.arm(arm).map(share).unwrap_or_default();
            format!("{arm} on {part}, where it solves {solves}")
        }
        None => format!("none on {part}"),
    });
    let by = noun(parts[0].1.leads.first()?.measure);
    Some(format!("Best by group of puzzles, by {by}: {}.", each.collect::<Vec<_>>().join("; ")))
}
