//! The conclusions of an experiment in sentences, with intervals and p-values: only what the records support, and nothing
//! that a warning forbids.

mod groups;
mod lead;

use crate::analysis::{Analysis, ArmSummary, Compared, Comparison, Effect, Interaction, Under};
use crate::lint::Warning;
use crate::stats::{Estimate, SIGNIFICANCE};
use crate::{Measure, Plan};
use pencilmark::front::display::{counted, duration, grouped, p_value, percent, ratio, short};

/// The conclusions, the most important first. What contradicts a simple statement comes before it: groups of puzzles that
/// differ (`parts`, each with its own analysis), then interactions.
pub fn conclusions(
    plan: &Plan,
    analysis: &Analysis,
    parts: &[(String, Analysis)],
    warnings: &[Warning],
) -> Vec<String> {
    if let Some(nothing) = nothing(plan, analysis) {
        return vec![nothing];
    }
    let bars = Bars::of(warnings);
    let mut by_group = groups::sentences(parts, &bars);
    let pooled = !by_group.is_empty();
    let mut all = Vec::new();
    if let Some(why) = &bars.unequal {
        all.push(format!("The arms are not comparable, so none is called best: {why}."));
    } else {
        all.extend(analysis.leads.iter().filter_map(|lead| lead::sentence(lead, analysis, &bars)));
    }
    let by = analysis.effects_by;
    let matters: Vec<&Interaction> = analysis.interactions.iter().filter(|interaction| interaction.matters()).collect();
    all.extend(matters.iter().map(|interaction| interaction_sentence(interaction, by)));
    let depends =
        |effect: &&Effect| matters.iter().any(|one| (&one.factor, &one.level) == (&effect.factor, &effect.level));
    all.extend(analysis.effects.iter().filter(|effect| !depends(effect)).map(|effect| effect_sentence(effect, by)));
    if analysis.effects.is_empty() && !bars.has_unequal_budgets {
        let mut comparisons: Vec<&Comparison> = analysis.comparisons.iter().collect();
        comparisons.sort_by(|a, b| order(a).total_cmp(&order(b)));
        all.extend(comparisons.into_iter().filter_map(|comparison| claim(comparison, analysis, &bars)));
    }
    if pooled {
        by_group.extend(all.into_iter().map(|sentence| format!("All groups together: {sentence}")));
        return by_group;
    }
    all
}

/// What warnings forbid to claim.
#[derive(Debug, Default)]
struct Bars {
    /// Why arms are not comparable.
    unequal: Option<String>,
    has_unequal_budgets: bool,
    /// Arms that are one and the same, and arms alone that are not what they are called.
    disguised: Vec<Vec<String>>,
}

impl Bars {
    fn of(warnings: &[Warning]) -> Self {
        let unequal = warnings.iter().find(|warning| ["budgets", "changed-seeds"].contains(&warning.rule));
        let disguised = warnings.iter().filter(|warning| warning.rule == "disguised");
        Self {
            unequal: unequal.map(|warning| warning.observed.clone()),
            has_unequal_budgets: unequal.is_some_and(|warning| warning.rule == "budgets"),
            disguised: disguised.flat_map(|warning| warning.arms.clone()).collect(),
        }
    }

    /// Whether two arms are the same under two names.
    fn are_same(&self, one: &str, other: &str) -> bool {
        let has = |arms: &[String], arm: &str| arms.iter().any(|known| known == arm);
        self.disguised.iter().any(|arms| has(arms, one) && has(arms, other))
    }

    /// Whether an arm is not what it is called.
    fn is_other(&self, arm: &str) -> bool {
        self.disguised.iter().any(|arms| matches!(&arms[..], [only] if only == arm))
    }
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

/// "12 nodes", "1 node", "40 µs".
fn amount(value: f64, measure: Measure) -> String {
    let (number, noun) = (short(value), noun(measure));
    match measure {
        Measure::Seconds => duration(value),
        _ if number == "1" => format!("1 {}", noun.trim_end_matches('s')),
        _ => format!("{number} {noun}"),
    }
}

/// "18 of 20 (90 %, 70-97 %)".
fn share(arm: &ArmSummary) -> String {
    let counts = format!("{} of {}", grouped(arm.solved as u64), grouped(arm.runs as u64));
    arm.share.map_or_else(String::new, |Estimate { value, interval }| {
        let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
        format!("{counts} ({}, {low:.0}-{high:.0} %)", percent(value))
    })
}

/// If no puzzle counts yet, or no arm has an answer, that is all there is to say.
fn nothing(plan: &Plan, analysis: &Analysis) -> Option<String> {
    let runs: usize = analysis.arms.iter().map(|arm| arm.runs).sum();
    let answered: usize = analysis.arms.iter().map(|arm| arm.solved + arm.refuted).sum();
    if analysis.instances == 0 {
        return Some("There is no puzzle yet on which every arm has ended, so nothing can be said.".to_owned());
    }
    let words = || format!("No arm solved anything in {} within {}.", counted(runs, "run"), plan.experiment.budget);
    (answered == 0).then(words)
}

/// The sentence of a comparison, unless its arms are not what they seem.
fn claim(comparison: &Comparison, analysis: &Analysis, bars: &Bars) -> Option<String> {
    let Comparison { arm, baseline, .. } = comparison;
    if bars.are_same(arm, baseline) {
        return Some(format!("{arm} and {baseline} do the same here: they have the same counters in every run."));
    }
    (!bars.is_other(arm) && !bars.is_other(baseline)).then(|| comparison_sentence(comparison, analysis))
}

/// A caveat where the test shows nothing.
fn doubt(comparison: &Comparison) -> String {
    let [less, _, more] = comparison.less_same_more;
    match comparison.pairs {
        _ if comparison.p < SIGNIFICANCE => String::new(),
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
    let Some(estimate) = estimate.filter(|_| comparison.of == Compared::Effort) else {
        return shares_sentence(comparison, analysis);
    };
    let clause = comparison_clause(estimate, *by, baseline, *p);
    let not_all =
        analysis.arm(arm).filter(|arm| arm.solved < arm.runs).map(|arm| format!("; it solves {}", share(arm)));
    let other =
        if *by == analysis.measure { String::new() } else { format!("; not comparable by {}", noun(analysis.measure)) };
    format!(
        "{arm} {clause} {} ({}{}{}{other}){}.",
        on(*pairs),
        interval(estimate),
        p_value(*p),
        doubt(comparison),
        not_all.unwrap_or_default()
    )
}

/// "X solves 39 of 600 (6.5 %, 3-13 %), and Y 21 of 600 (3.5 %, 1-9 %): not to be told apart (p = .2 …)."
fn shares_sentence(comparison: &Comparison, analysis: &Analysis) -> String {
    let Comparison { arm, baseline, by, pairs, p, rank_biserial, solved_by_one, shares, .. } = comparison;
    let (Some(own), Some(base)) = (analysis.arm(arm), analysis.arm(baseline)) else { return String::new() };
    if own.solved + own.refuted + base.solved + base.refuted == 0 {
        return format!("{arm} and {baseline}: neither solved any puzzle.");
    }
    let unit = if *by == Measure::Seconds { "PAR2 of the time".to_owned() } else { format!("PAR2 in {}", noun(*by)) };
    let by_par2 = format!("{unit} {}, {}", on(*pairs), p_value(*p));
    let by_share = format!("shares {}, {}", on(*pairs), p_value(shares.p));
    // Less effort and a larger share are better.
    let needs = if *p < SIGNIFICANCE { rank_biserial.total_cmp(&0.0) as i8 } else { 0 };
    let verdict = match (-needs, shares.way()) {
        (0, 0) => format!("not to be told apart ({by_par2})"),
        (0, 1) => format!("{arm} solves more ({by_share})"),
        (0, _) => format!("{arm} solves less ({by_share})"),
        (1, -1) => format!("{arm} solves less ({by_share}), but needs less ({by_par2})"),
        (-1, 1) => format!("{arm} solves more ({by_share}), but needs more ({by_par2})"),
        (1, _) => format!("{arm} does better ({by_par2})"),
        _ => format!("{arm} does worse ({by_par2})"),
    };
    let few = match solved_by_one {
        0 => " Neither solves any puzzle in half of its runs.".to_owned(),
        few if 2 * few < *pairs => {
            format!(
                " Only {} solved by one of them in half of its runs.",
                if *few == 1 { "1 puzzle is".to_owned() } else { format!("{few} puzzles are") }
            )
        }
        _ => String::new(),
    };
    format!("{arm} solves {}, and {baseline} {}: {verdict}.{few}", share(own), share(base))
}

/// "visits 0.48 times the nodes of Y", the way tables and charts say it.
fn comparison_clause(estimate: Estimate, measure: Measure, other: &str, p: f64) -> String {
    let (verb, noun, value) = (verb(measure), noun(measure), estimate.value);
    let quantity = if measure == Measure::Seconds { "much" } else { "many" };
    if (value - 1.0).abs() >= 0.005 {
        return format!("{verb} {} times the {noun} of {other}", ratio(value));
    }
    if p >= SIGNIFICANCE {
        return format!("{verb} about as {quantity} {noun} as {other}");
    }
    // Most puzzles tie, and the others go one way.
    let fewer = if measure == Measure::Seconds { "less" } else { "fewer" };
    let is_less = 1.0 - estimate.interval.low > estimate.interval.high - 1.0;
    format!("{verb} slightly {} {noun} than {other}", if is_less { fewer } else { "more" })
}

/// "95 % interval 0.42-0.55, "; nothing if the puzzles are too few for one.
fn interval(estimate: Estimate) -> String {
    let (low, high) = (estimate.interval.low, estimate.interval.high);
    if low <= 0.0 && high.is_infinite() {
        return String::new();
    }
    format!("95 % interval {}-{}, ", ratio(low), ratio(high))
}

/// "The effect of order depends on inference (p < .001): under forward mrv visits 0.5 times the nodes of in-order (…); …"
fn interaction_sentence(interaction: &Interaction, measure: Measure) -> String {
    let Interaction { factor, level, against, other, under, p } = interaction;
    let part = |(index, under): (usize, &Under)| {
        let what = match under.ratio {
            None => "the records do not tell".to_owned(),
            Some(estimate) => {
                let clause = ratio_clause(estimate, measure, against, under.p);
                format!("{clause} ({}{})", interval(estimate), p_value(under.p))
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
fn ratio_clause(estimate: Estimate, measure: Measure, against: &str, p: f64) -> String {
    if estimate.value.is_infinite() {
        format!("does not solve what {against} solves")
    } else if estimate.value == 0.0 {
        format!("solves what {against} does not")
    } else {
        comparison_clause(estimate, measure, against, p)
    }
}

fn effect_sentence(effect: &Effect, measure: Measure) -> String {
    let Effect { factor, level, against, pairs, ratio: estimate, p, by_combination } = effect;
    let Some(estimate) = estimate else {
        return format!("{factor}: the records do not distinguish {level} from {against}.");
    };
    let what = ratio_clause(*estimate, measure, against, *p);
    let side = |estimate: &Estimate| estimate.value.total_cmp(&1.0);
    let known = by_combination.iter().filter_map(|simple| simple.ratio);
    let same = known.filter(|other| side(other) == side(estimate)).count();
    let ending = match by_combination.len() {
        _ if *p >= SIGNIFICANCE => "; no clear direction)".to_owned(),
        0 | 1 => ")".to_owned(),
        all => format!("); the same direction in {same} of {all} combinations of the other factors"),
    };
    format!("{factor}: {level} {what} {} ({}{}{ending}.", on(*pairs), interval(*estimate), p_value(*p))
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
        let clause = comparison_clause(fewer, Measure::Nodes, "forward checking", 0.001);
        assert_eq!(clause, "visits 0.48 times the nodes of forward checking");
        assert_eq!(interval(fewer), "95 % interval 0.42-0.55, ");
        let more = estimate(3.0, 2.5, 4.0);
        assert_eq!(comparison_clause(more, Measure::Checks, "mac", 0.001), "needs 3.0 times the checks of mac");
        assert_eq!(
            comparison_clause(estimate(0.5, 0.4, 0.6), Measure::Seconds, "mac", 0.5),
            "takes 0.50 times the time of mac"
        );
        assert_eq!(
            comparison_clause(estimate(1.0, 1.0, 1.0), Measure::Seconds, "mac", 0.5),
            "takes about as much time as mac"
        );
        let slightly = comparison_clause(estimate(1.0, 0.98, 1.0), Measure::Checks, "mac", 0.0001);
        assert_eq!(slightly, "needs slightly fewer checks than mac");
        assert_eq!(
            (amount(1.0, Measure::Nodes), amount(10.5, Measure::Checks)),
            ("1 node".into(), "10.5 checks".into())
        );
    }
}
