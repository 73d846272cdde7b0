//! The conclusions of an experiment in sentences, with intervals and p-values.

use crate::analysis::{Analysis, ArmSummary, Comparison, Effect, Interaction, Lead, Rival, Under};
use crate::stats::{Estimate, SIGNIFICANCE};
use crate::{Measure, Plan};
use pencilmark::display::{counted, duration, grouped, p_value, percent, ratio, short};

/// The conclusions, the most important first. What contradicts a simple statement comes before it.
pub fn conclusions(plan: &Plan, analysis: &Analysis) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(nothing(plan, analysis));
    if all.is_empty() {
        all.extend(analysis.leads.iter().filter_map(|lead| lead_sentence(lead, analysis)));
    }
    let turning: Vec<&Interaction> = analysis.interactions.iter().filter(|interaction| interaction.turns()).collect();
    all.extend(turning.iter().map(|interaction| interaction_sentence(interaction, analysis.measure)));
    let depends = |effect: &&Effect| {
        let same = |one: &&&Interaction| (&one.factor, &one.level) == (&effect.factor, &effect.level);
        turning.iter().any(|one| same(&one))
    };
    let plain = analysis.effects.iter().filter(|effect| !depends(effect));
    all.extend(plain.map(|effect| effect_sentence(effect, analysis.measure)));
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

fn amount(value: f64, measure: Measure) -> String {
    if measure == Measure::Seconds { duration(value) } else { format!("{} {}", short(value), noun(measure)) }
}

/// "18 of 20 (90 %, 70-97 %)".
fn share(arm: &ArmSummary) -> String {
    let counts = format!("{} of {}", grouped(arm.solved as u64), grouped(arm.runs as u64));
    arm.share.map_or_else(String::new, |Estimate { value, interval }| {
        let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
        format!("{counts} ({}, {low:.0}-{high:.0} %)", percent(value))
    })
}

/// If no arm has an answer, that is all there is to say.
fn nothing(plan: &Plan, analysis: &Analysis) -> Option<String> {
    let runs: usize = analysis.arms.iter().map(|arm| arm.runs).sum();
    let answered: usize = analysis.arms.iter().map(|arm| arm.solved + arm.refuted).sum();
    let words = || format!("No arm solved anything in {} within {}.", counted(runs, "run"), plan.experiment.budget);
    (answered == 0 && runs > 0).then(words)
}

/// The arm that does best, if a test says so; otherwise those that are not to be told apart.
fn lead_sentence(lead: &Lead, analysis: &Analysis) -> Option<String> {
    let first = analysis.arm(&lead.arm)?;
    let refuted = if first.refuted > 0 { format!(" and refutes {}", first.refuted) } else { String::new() };
    let result = format!("solves {}{refuted}{}", share(first), typical(first, lead.measure, analysis.measure));
    if lead.rivals.is_empty() {
        return Some(format!("{} {result}.", lead.arm));
    }
    let by = match lead.family {
        Some(family) => format!("by {}, among {}", noun(lead.measure), family.title()),
        None => format!("by {}", noun(lead.measure)),
    };
    let ties: Vec<&Rival> = lead.ties().collect();
    let [closest, ..] = ties[..] else {
        let p = lead.rivals.iter().map(|rival| rival.p).fold(0.0, f64::max);
        let others = if lead.rivals.len() == 1 { lead.rivals[0].arm.clone() } else { "each of the others".to_owned() };
        return Some(format!(
            "Best here, {by}: {}, which {result}. It does better than {others} ({}).",
            lead.arm,
            p_value(p)
        ));
    };
    let names: Vec<String> =
        std::iter::once(lead.arm.clone()).chain(ties.iter().map(|rival| rival.arm.clone())).collect();
    let all = if ties.len() == lead.rivals.len() { "" } else { "; all other arms do worse" };
    let more = match closest.puzzles {
        Some(puzzles) if puzzles > analysis.instances => format!(
            "About {} puzzles instead of {} would tell {} from {}, if they differ.",
            short(puzzles as f64),
            grouped(analysis.instances as u64),
            lead.arm,
            closest.arm
        ),
        _ => format!("{} and {} hardly differ: more puzzles would not tell.", lead.arm, closest.arm),
    };
    Some(format!(
        "Not to be told apart, {by}: {}{all}. {} comes first and {result} ({} against {}). {more}",
        pencilmark::display::listed(&names),
        lead.arm,
        p_value(closest.p),
        closest.arm
    ))
}

/// ", with a median of 12 nodes and 40 µs per puzzle".
fn typical(arm: &ArmSummary, measure: Measure, recorded: Measure) -> String {
    let median = arm.effort.as_ref().map_or(f64::NAN, |effort| effort.median);
    match measure {
        Measure::Seconds if !arm.seconds.is_finite() => String::new(),
        Measure::Seconds => format!(", with a median of {} per puzzle", duration(arm.seconds)),
        _ if !median.is_finite() => String::new(),
        _ => format!(", with a median of {} and {} per puzzle", amount(median, recorded), duration(arm.seconds)),
    }
}

/// A caveat where the test does not confirm the median.
fn doubt(comparison: &Comparison) -> String {
    let [less, _, more] = comparison.less_same_more;
    let side = comparison.ratio.map_or(0.0, |estimate| estimate.value - 1.0);
    let clear = comparison.p < SIGNIFICANCE && (side * comparison.rank_biserial >= 0.0);
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

/// "X visits 0.48 times the nodes of Y on these 40 puzzles (95 % interval 0.42-0.55, p < .001)."
fn comparison_sentence(comparison: &Comparison, analysis: &Analysis) -> String {
    let Comparison { arm, baseline, by, ratio: estimate, pairs, p, .. } = comparison;
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
    let clause = comparison_clause(*estimate, *by, baseline);
    let not_all =
        analysis.arm(arm).filter(|arm| arm.solved < arm.runs).map(|arm| format!("; it solves {}", share(arm)));
    let other =
        if *by == analysis.measure { String::new() } else { format!("; not comparable by {}", noun(analysis.measure)) };
    format!(
        "{arm} {clause} {} ({}, {}{}{other}){}.",
        on(*pairs),
        interval(*estimate),
        p_value(*p),
        doubt(comparison),
        not_all.unwrap_or_default()
    )
}

/// "visits 0.48 times the nodes of Y", the way tables and charts say it.
fn comparison_clause(estimate: Estimate, measure: Measure, other: &str) -> String {
    let (verb, noun, value) = (verb(measure), noun(measure), estimate.value);
    if (value - 1.0).abs() < 0.005 {
        return format!("{verb} about as many {noun} as {other}").replace("as many time", "as much time");
    }
    format!("{verb} {} times the {noun} of {other}", ratio(value))
}

/// "95 % interval 0.42-0.55".
fn interval(estimate: Estimate) -> String {
    format!("95 % interval {}-{}", ratio(estimate.interval.low), ratio(estimate.interval.high))
}

/// "order depends on inference: mrv visits 0.5 times the nodes of in-order under forward (…), and about as many under mac (…)."
fn interaction_sentence(interaction: &Interaction, measure: Measure) -> String {
    let Interaction { factor, level, against, other, under, p } = interaction;
    let part = |(index, under): (usize, &Under)| {
        let what = match under.ratio {
            None => "the records do not tell".to_owned(),
            Some(estimate) => {
                format!("{} ({}, {})", ratio_clause(estimate, measure, against), interval(estimate), p_value(under.p))
            }
        };
        let what = if index == 0 { format!("{level} {what}") } else { what };
        let way = if under.way == 0 && under.ratio.is_some() { "; no clear direction" } else { "" };
        format!("under {} {what}{way}", under.level)
    };
    let parts: Vec<String> = under.iter().enumerate().map(part).collect();
    format!("The effect of {factor} depends on {other} ({}): {}.", p_value(*p), parts.join("; "))
}

/// As [`comparison_clause`], also for puzzles that one side does not solve.
fn ratio_clause(estimate: Estimate, measure: Measure, against: &str) -> String {
    if estimate.value.is_infinite() {
        format!("does not solve what {against} solves")
    } else if estimate.value == 0.0 {
        format!("solves what {against} does not")
    } else {
        comparison_clause(estimate, measure, against)
    }
}

fn effect_sentence(effect: &Effect, measure: Measure) -> String {
    let Effect { factor, level, against, pairs, ratio: estimate, p, by_combination } = effect;
    let Some(estimate) = estimate else {
        return format!("{factor}: the records do not distinguish {level} from {against}.");
    };
    let what = ratio_clause(*estimate, measure, against);
    let side = |estimate: &Estimate| estimate.value.total_cmp(&1.0);
    let known = by_combination.iter().filter_map(|(_, estimate)| estimate.as_ref());
    let same = known.clone().filter(|other| side(other) == side(estimate)).count();
    let agree = if by_combination.len() > 1 {
        format!("; the same direction in {same} of {} combinations of the other factors", by_combination.len())
    } else {
        String::new()
    };
    let unclear = if *p < SIGNIFICANCE { "" } else { "; no clear direction" };
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
    fn sentences_say_ratios_as_tables_and_charts_do() {
        let fewer = estimate(0.476, 0.42, 0.55);
        let clause = comparison_clause(fewer, Measure::Nodes, "forward checking");
        assert_eq!(clause, "visits 0.48 times the nodes of forward checking");
        assert_eq!(interval(fewer), "95 % interval 0.42-0.55");
        let more = estimate(3.0, 2.5, 4.0);
        assert_eq!(comparison_clause(more, Measure::Checks, "mac"), "needs 3.0 times the checks of mac");
        assert_eq!(
            comparison_clause(estimate(0.5, 0.4, 0.6), Measure::Seconds, "mac"),
            "takes 0.50 times the time of mac"
        );
        assert_eq!(
            comparison_clause(estimate(1.0, 1.0, 1.0), Measure::Seconds, "mac"),
            "takes about as much time as mac"
        );
    }
}
