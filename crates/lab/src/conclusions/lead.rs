//! The arm that does best, if tests say so; otherwise what speaks for which.

use super::{Bars, amount, comparison_clause, interval, noun, share};
use crate::Measure;
use crate::analysis::{Analysis, ArmSummary, Faster, Lead, Rival, Standing};
use crate::stats::SIGNIFICANCE;
use pencilmark::front::display::{duration, grouped, listed, p_value, short};

/// The sentence of a lead.
pub(super) fn sentence(lead: &Lead, analysis: &Analysis, bars: &Bars) -> Option<String> {
    let first = analysis.arm(&lead.arm)?;
    let refuted = if first.refuted > 0 { format!(" and refutes {}", first.refuted) } else { String::new() };
    let result = format!("solves {}{refuted}{}", share(first), typical(first, lead.measure, analysis.measure));
    if lead.rivals.is_empty() {
        return Some(format!("{} {result}. There is no other arm to compare it with.", lead.arm));
    }
    if bars.is_other(&lead.arm) {
        return Some(format!("{} comes first, but it is not what it is called here: none is called best.", lead.arm));
    }
    let same: Vec<String> =
        lead.rivals.iter().map(|rival| rival.arm.clone()).filter(|arm| bars.are_same(&lead.arm, arm)).collect();
    let same_here = if same.is_empty() { String::new() } else { format!(" ({} does the same here)", listed(&same)) };
    let counts = |rival: &&Rival| !bars.are_same(&lead.arm, &rival.arm) && !bars.is_other(&rival.arm);
    let rivals: Vec<&Rival> = lead.rivals.iter().filter(counts).collect();
    if rivals.is_empty() {
        return Some(format!("{}{same_here} {result}.", lead.arm));
    }
    let mut by = format!("by {}", noun(lead.measure));
    let instead = (lead.measure != analysis.measure).then(|| noun(analysis.measure));
    by.extend(instead.map(|measure| format!(" (not comparable by {measure})")));
    by.extend(lead.family.map(|family| format!(", among {}", family.title())));
    let of = |standing: Standing| rivals.iter().copied().filter(move |rival| rival.standing == standing);
    let mixed: Vec<&Rival> = of(Standing::Mixed).collect();
    let ties: Vec<&Rival> = of(Standing::Tied).collect();
    let others = if of(Standing::Worse).next().is_some() { "; all other arms do worse" } else { "" };
    let head = if !mixed.is_empty() {
        let each: Vec<String> = mixed.iter().map(|rival| trade_off(rival, lead, first, analysis)).collect();
        let tied = if ties.is_empty() {
            String::new()
        } else {
            format!(" Not to be told apart from {}: {}.", lead.arm, names(&ties))
        };
        format!("No arm is best, {by}: {}{others}.{tied}", each.join("; "))
    } else if let [closest, ..] = ties[..] {
        let all: Vec<String> = std::iter::once(format!("{}{same_here}", lead.arm))
            .chain(ties.iter().map(|rival| rival.arm.clone()))
            .collect();
        format!(
            "Not to be told apart, {by}: {}{others}. {} comes first and {result} ({} against {}).{}",
            listed(&all),
            lead.arm,
            p_value(closest.p),
            closest.arm,
            more_puzzles(lead, closest, analysis)
        )
    } else {
        // The weakest of the tests that decided.
        let p = rivals.iter().map(|rival| rival.p.min(rival.share_p)).fold(0.0, f64::max);
        let others = if let [only] = rivals[..] { only.arm.clone() } else { "each of the others".to_owned() };
        format!(
            "Best here, {by}: {}{same_here}, which {result}. It does better than {others} ({}).",
            lead.arm,
            p_value(p)
        )
    };
    Some(head + &slower(lead, &rivals))
}

fn names(rivals: &[&Rival]) -> String {
    listed(&rivals.iter().map(|rival| rival.arm.clone()).collect::<Vec<_>>())
}

/// "sat solves 40 of 40 (…) and backtracking 26 of 40 (…) (p < .001), but backtracking takes 0.07 times the time of sat (…)".
fn trade_off(rival: &Rival, lead: &Lead, first: &ArmSummary, analysis: &Analysis) -> String {
    let other = analysis.arm(&rival.arm).map(share).unwrap_or_default();
    let way = rival.ratio.filter(|_| rival.p < SIGNIFICANCE);
    let but = way.map_or_else(
        || format!("does better on most puzzles ({})", p_value(rival.share_p)),
        |ratio| {
            let unsolved =
                if first.solved == first.runs && analysis.arm(&rival.arm).is_some_and(|arm| arm.solved == arm.runs) {
                    ""
                } else {
                    ", by PAR2"
                };
            let clause = comparison_clause(ratio, lead.measure, &lead.arm, rival.p);
            format!("{clause}{unsolved} ({}{})", interval(ratio), p_value(rival.p))
        },
    );
    format!(
        "{} solves {} and {} {other} ({}), but {} {but}",
        lead.arm,
        share(first),
        rival.arm,
        p_value(rival.share_p),
        rival.arm
    )
}

/// " Roughly 60 puzzles instead of 20 would tell A from B, if they differ."
fn more_puzzles(lead: &Lead, closest: &Rival, analysis: &Analysis) -> String {
    match closest.puzzles {
        Some(puzzles) => format!(
            " Roughly {} puzzles instead of {} would tell {} from {}, if they differ.",
            short(puzzles as f64),
            grouped(analysis.instances as u64),
            lead.arm,
            closest.arm
        ),
        None if analysis.instances < FEW => " These puzzles are too few to tell.".to_owned(),
        None => format!(" {} and {} hardly differ: more puzzles would not tell.", lead.arm, closest.arm),
    }
}

/// With fewer puzzles, nobody knows how many it takes.
const FEW: usize = 10;

/// " But X takes 0.6 times the time of Y (…)": the best by a count may be slow.
fn slower(lead: &Lead, rivals: &[&Rival]) -> String {
    let mut faster: Vec<(&Rival, Faster)> =
        rivals.iter().filter_map(|rival| rival.faster.map(|faster| (*rival, faster))).collect();
    faster.sort_by(|(_, a), (_, b)| a.ratio.value.total_cmp(&b.ratio.value));
    let Some((rival, Faster { ratio, p })) = faster.first() else { return String::new() };
    let clause = comparison_clause(*ratio, Measure::Seconds, &lead.arm, *p);
    let too = match faster.len() - 1 {
        0 => String::new(),
        1 => format!("; {} is faster, too", faster[1].0.arm),
        more => format!("; {more} other arms are faster, too"),
    };
    format!(" But {} {clause} ({}{}){too}.", rival.arm, interval(*ratio), p_value(*p))
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
