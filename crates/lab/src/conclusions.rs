//! The conclusions of an experiment in sentences, with intervals and p-values.

use crate::analysis::{Analysis, ArmSummary, Comparison, Effect};
use crate::stats::Estimate;
use crate::{Measure, Plan};
use pencilmark::display::{counted, duration, grouped, p_value, percent, ratio, short};

/// The conclusions, the most important first.
pub fn conclusions(plan: &Plan, analysis: &Analysis) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(best(plan, analysis));
    all.extend(analysis.effects.iter().map(|effect| effect_sentence(effect, analysis.measure)));
    if analysis.effects.is_empty() {
        let mut comparisons: Vec<&Comparison> = analysis.comparisons.iter().collect();
        comparisons.sort_by(|a, b| order(a).total_cmp(&order(b)));
        all.extend(comparisons.into_iter().map(|comparison| comparison_sentence(comparison, analysis)));
    }
    all
}

fn order(comparison: &Comparison) -> f64 {
    comparison.ratio.map_or(f64::INFINITY, |estimate| estimate.value)
}

/// The verb that goes with a measure: "visits … nodes".
fn verb(measure: Measure) -> &'static str {
    match measure {
        Measure::Nodes => "visits",
        Measure::Assignments => "makes",
        Measure::Generated => "generates",
        Measure::Seconds => "takes",
        _ => "needs",
    }
}

fn noun(measure: Measure) -> &'static str {
    match measure {
        Measure::Seconds => "time",
        Measure::Generated => "states",
        other => other.word(),
    }
}

/// "fewer" for counts, "less" for time.
fn fewer(measure: Measure) -> &'static str {
    if measure == Measure::Seconds { "less" } else { "fewer" }
}

fn amount(value: f64, measure: Measure) -> String {
    if measure == Measure::Seconds { duration(value) } else { format!("{} {}", short(value), noun(measure)) }
}

/// "18 of 20 (90 %, 70-97 %)".
fn share(arm: &ArmSummary) -> String {
    let Estimate { value, interval } = arm.share;
    let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
    format!("{} of {} ({}, {low:.0}-{high:.0} %)", grouped(arm.solved as u64), grouped(arm.runs as u64), percent(value))
}

fn best(plan: &Plan, analysis: &Analysis) -> Option<String> {
    let best = analysis.best()?;
    if best.solved == 0 && best.refuted == 0 {
        let runs: usize = analysis.arms.iter().map(|arm| arm.runs).sum();
        return Some(format!("No arm solved anything in {} within {}.", counted(runs, "run"), plan.experiment.budget));
    }
    let median = best.effort.as_ref().map_or(f64::NAN, |effort| effort.median);
    let refuted = if best.refuted > 0 { format!(" and refutes {}", best.refuted) } else { String::new() };
    let effort = match analysis.measure {
        _ if !median.is_finite() => String::new(),
        Measure::Seconds => format!(", with a median of {} per puzzle", duration(median)),
        measure => format!(", with a median of {} and {} per puzzle", amount(median, measure), duration(best.seconds)),
    };
    if analysis.arms.len() == 1 {
        return Some(format!("{} solves {}{refuted}{effort}.", best.label, share(best)));
    }
    let like = |arm: &&ArmSummary| arm.share.value.total_cmp(&best.share.value).is_eq();
    let how = match analysis.arms.iter().filter(like).count() {
        1 => "solves the most",
        count if count == analysis.arms.len() => "all arms solve the same share; the lowest PAR2",
        _ => "solves the most, with the lowest PAR2",
    };
    // A comparison with the baseline is reported anyway.
    let baseline = &plan.arms[plan.baseline].label;
    let is_worth_naming =
        |next: &&Comparison| !analysis.effects.is_empty() || (next.arm != *baseline && next.baseline != *baseline);
    let next = analysis.runner_up.as_ref().filter(is_worth_naming);
    let next = next.map(|next| next_sentence(next, analysis.measure)).unwrap_or_default();
    let quicker = quicker(analysis, best).unwrap_or_default();
    Some(format!("Best here: {} ({how}): {}{refuted}{effort}.{next}{quicker}", best.label, share(best)))
}

/// The arm that takes at least a fifth less time than the best arm by effort, if there is one.
fn quicker(analysis: &Analysis, best: &ArmSummary) -> Option<String> {
    let like = |arm: &&ArmSummary| arm.share.value.total_cmp(&best.share.value).is_eq();
    let first = analysis.arms.iter().filter(like).min_by(|a, b| a.seconds.total_cmp(&b.seconds))?;
    let worth = analysis.measure != Measure::Seconds && first.seconds < 0.8 * best.seconds;
    worth.then(|| format!(" {} takes less time: {} per puzzle.", first.label, duration(first.seconds)))
}

/// How far the second best is behind, and whether that is more than chance.
fn next_sentence(next: &Comparison, measure: Measure) -> String {
    let Some(estimate) = next.ratio.filter(|estimate| estimate.value.is_finite() && estimate.value > 0.0) else {
        return String::new();
    };
    let clause = comparison_clause(estimate, measure, &next.baseline);
    format!(
        " Next comes {}, which {clause} ({}, {}, uncorrected{}).",
        next.arm,
        interval(estimate),
        p_value(next.p),
        doubt(next)
    )
}

/// A caveat where the test does not confirm the median.
fn doubt(comparison: &Comparison) -> String {
    let [less, _, more] = comparison.less_same_more;
    let side = comparison.ratio.map_or(0.0, |estimate| estimate.value - 1.0);
    let clear = comparison.p < 0.05 && (side * comparison.rank_biserial >= 0.0);
    match comparison.pairs {
        _ if clear => String::new(),
        pairs if pairs < 10 && (less == 0 || more == 0) => "; too few puzzles to be significant".to_owned(),
        _ => format!("; no clear direction: less on {less}, more on {more}"),
    }
}

/// "on this puzzle", "on these 40 puzzles".
fn on(pairs: usize) -> String {
    if pairs == 1 { "on this puzzle".to_owned() } else { format!("on these {}", counted(pairs, "puzzle")) }
}

/// "X visits 2.1x fewer nodes than Y on these 40 puzzles (95 % interval 1.8-2.4, p < .001)."
fn comparison_sentence(comparison: &Comparison, analysis: &Analysis) -> String {
    let Comparison { arm, baseline, ratio: estimate, pairs, p, .. } = comparison;
    let solved = analysis.arm(arm).map(share).unwrap_or_default();
    let Some(estimate) = estimate else {
        return format!("{arm} and {baseline}: neither solved any puzzle.");
    };
    if estimate.value.is_infinite() {
        let half = "at least half of the puzzles that";
        return format!("{arm} fails on {half} {baseline} solves: it solves {solved} runs ({}).", p_value(*p));
    }
    if estimate.value == 0.0 {
        let half = "at least half of the puzzles that";
        return format!("{baseline} fails on {half} {arm} solves: {arm} solves {solved} runs ({}).", p_value(*p));
    }
    let clause = comparison_clause(*estimate, analysis.measure, baseline);
    let not_all =
        analysis.arm(arm).filter(|arm| arm.solved < arm.runs).map(|arm| format!("; it solves {}", share(arm)));
    format!(
        "{arm} {clause} {} ({}, {}{}){}.",
        on(*pairs),
        interval(*estimate),
        p_value(*p),
        doubt(comparison),
        not_all.unwrap_or_default()
    )
}

/// "visits 2.1x fewer nodes than Y".
fn comparison_clause(estimate: Estimate, measure: Measure, other: &str) -> String {
    let (verb, noun, value) = (verb(measure), noun(measure), estimate.value);
    if (value - 1.0).abs() < 0.005 {
        return format!("{verb} about as many {noun} as {other}").replace("as many time", "as much time");
    }
    if value < 1.0 {
        return format!("{verb} {}x {} {noun} than {other}", ratio(1.0 / value), fewer(measure));
    }
    format!("{verb} {}x the {noun} of {other}", ratio(value))
}

/// "95 % interval 1.8-2.4", inverted where the sentence says "fewer".
fn interval(estimate: Estimate) -> String {
    let (low, high) = (estimate.interval.low, estimate.interval.high);
    let turned = estimate.value < 0.995;
    let (low, high) = if turned { (1.0 / high, 1.0 / low) } else { (low, high) };
    format!("95 % interval {}-{}", ratio(low), ratio(high))
}

fn effect_sentence(effect: &Effect, measure: Measure) -> String {
    let Effect { factor, level, against, pairs, ratio: estimate, p, by_combination } = effect;
    let Some(estimate) = estimate else {
        return format!("{factor}: the records do not distinguish {level} from {against}.");
    };
    let what = if estimate.value.is_infinite() {
        format!("does not solve what {against} solves")
    } else if estimate.value == 0.0 {
        format!("solves what {against} does not")
    } else {
        comparison_clause(*estimate, measure, against)
    };
    let side = |estimate: &Estimate| estimate.value.total_cmp(&1.0);
    let known = by_combination.iter().filter_map(|(_, estimate)| estimate.as_ref());
    let same = known.clone().filter(|other| side(other) == side(estimate)).count();
    let agree = if by_combination.len() > 1 {
        format!("; the same direction in {same} of {} combinations of the other factors", by_combination.len())
    } else {
        String::new()
    };
    let unclear = if *p < 0.05 { "" } else { "; no clear direction" };
    format!("{factor}: {level} {what} {} ({}, {}{unclear}){agree}.", on(*pairs), interval(*estimate), p_value(*p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, interval: Interval { low, high } }
    }

    #[test]
    fn sentences_turn_ratios_the_way_people_say_them() {
        let fewer = estimate(0.476, 0.42, 0.55);
        assert_eq!(
            comparison_clause(fewer, Measure::Nodes, "forward checking"),
            "visits 2.1x fewer nodes than forward checking"
        );
        assert_eq!(interval(fewer), "95 % interval 1.8-2.4");
        let more = estimate(3.0, 2.5, 4.0);
        assert_eq!(comparison_clause(more, Measure::Checks, "mac"), "needs 3.0x the checks of mac");
        assert_eq!(interval(more), "95 % interval 2.5-4.0");
        assert_eq!(
            comparison_clause(estimate(0.5, 0.4, 0.6), Measure::Seconds, "mac"),
            "takes 2.0x less time than mac"
        );
        assert_eq!(
            comparison_clause(estimate(1.0, 1.0, 1.0), Measure::Seconds, "mac"),
            "takes about as much time as mac"
        );
        assert_eq!(interval(estimate(0.5, 0.0, 0.6)), "95 % interval 1.7-∞");
    }
}
