//! The tables of a report.

use crate::analysis::{Analysis, Effect};
use crate::document::{Block, Table};
use crate::stats::Estimate;
use crate::{Manifest, Measure, Plan, Record};
use pencilmark::display::{duration, grouped, p_value, percent, ratio, short};

/// The results of every arm.
pub(super) fn arms(plan: &Plan, analysis: &Analysis) -> Table {
    let measure = analysis.measure;
    let word = measure.word();
    let mut table = Table::new(
        "",
        &["arm", "runs", "solved (95 %)", &format!("median {word}"), "quartiles", "PAR2", "median time", "gave up"],
    );
    let refuted = analysis.arms.iter().any(|arm| arm.refuted > 0);
    for (index, arm) in analysis.arms.iter().enumerate() {
        let effort = arm.effort.as_ref();
        let quartiles = effort
            .map_or("-".to_owned(), |effort| format!("{}–{}", amount(effort.q1, measure), amount(effort.q3, measure)));
        let gave_up = arm.gave_up.iter().map(|(why, count)| format!("{} {why}", grouped(*count as u64)));
        let baseline = index == plan.baseline && analysis.effects.is_empty() && analysis.arms.len() > 1;
        table.rows.push(vec![
            if baseline { format!("{} (baseline)", arm.label) } else { arm.label.clone() },
            grouped(arm.runs as u64),
            format!(
                "{} ({:.0}–{:.0}){}",
                percent(arm.share.value),
                100.0 * arm.share.interval.low,
                100.0 * arm.share.interval.high,
                if refuted { format!(", {} refuted", arm.refuted) } else { String::new() }
            ),
            effort.map_or("-".to_owned(), |effort| amount(effort.median, measure)),
            quartiles,
            amount(arm.par2, measure),
            duration(arm.seconds),
            gave_up.collect::<Vec<_>>().join(", "),
        ]);
    }
    table.note = format!(
        "Medians and quartiles of {word} and time are over puzzles; ∞ stands for a puzzle that was \
         not solved."
    );
    table.droppable = vec![5, 4, 1];
    table
}

fn amount(value: f64, measure: Measure) -> String {
    if measure == Measure::Seconds && value.is_finite() { duration(value) } else { short(value) }
}

fn estimate(estimate: Option<Estimate>) -> (String, String) {
    let Some(Estimate { value, interval }) = estimate else { return ("-".to_owned(), "-".to_owned()) };
    (ratio(value), format!("{}–{}", ratio(interval.low), ratio(interval.high)))
}

/// Every arm compared with the baseline.
pub(super) fn comparisons(analysis: &Analysis) -> Table {
    let word = analysis.measure.word();
    let mut table = Table::new(
        "",
        &["arm", "puzzles", &format!("{word} ratio"), "95 %", "p (Holm)", "effect", "less / same / more", "time ratio"],
    );
    for comparison in &analysis.comparisons {
        let (value, interval) = estimate(comparison.ratio);
        let [less, same, more] = comparison.less_same_more;
        table.rows.push(vec![
            comparison.arm.clone(),
            comparison.pairs.to_string(),
            value,
            interval,
            p_value(comparison.p).trim_start_matches("p ").trim_start_matches("= ").to_owned(),
            format!("{:+.2}", comparison.rank_biserial),
            format!("{less} / {same} / {more}"),
            estimate(comparison.time_ratio).0,
        ]);
    }
    let baseline = analysis.comparisons.first().map_or("", |comparison| comparison.baseline.as_str());
    table.note = format!("Ratios: the arm over {baseline}, median over puzzles; below 1 the arm needs less.");
    table
}

/// The effect of each level of each factor.
pub(super) fn effects(analysis: &Analysis) -> Table {
    let word = analysis.measure.word();
    let mut table =
        Table::new("", &["factor", "level", "against", "puzzles", &format!("{word} ratio"), "95 %", "p (Holm)"]);
    for effect in &analysis.effects {
        let (value, interval) = estimate(effect.ratio);
        table.rows.push(vec![
            effect.factor.clone(),
            effect.level.clone(),
            effect.against.clone(),
            effect.pairs.to_string(),
            value,
            interval,
            p_value(effect.p).trim_start_matches("p ").trim_start_matches("= ").to_owned(),
        ]);
    }
    table.note += "All else equal: a puzzle's ratio is the median over all combinations of the other factors.";
    table
}

/// The effect of each level with each combination of the other factors.
pub(super) fn combinations(analysis: &Analysis) -> Vec<Block> {
    let of = |effect: &Effect| {
        let title = format!("{}: {} over {}", effect.factor, effect.level, effect.against);
        let mut table = Table::new(&title, &["other factors", &format!("{} ratio", analysis.measure.word()), "95 %"]);
        for (name, ratio) in &effect.by_combination {
            let (value, interval) = estimate(*ratio);
            table.rows.push(vec![name.clone(), value, interval]);
        }
        Block::Table(table)
    };
    analysis.effects.iter().filter(|effect| effect.by_combination.len() > 1).map(of).collect()
}

/// Version, machine, command, seeds.
pub(super) fn provenance(plan: &Plan, manifest: &Manifest, records: &[Record]) -> Table {
    let mut table = Table::new("", &["", ""]);
    let mut row = |name: &str, value: String| table.rows.push(vec![name.to_owned(), value]);
    row("Pencilmark", manifest.build());
    row("machine", format!("{}, {}, {} threads", manifest.cpu, manifest.os, manifest.threads));
    row("command", format!("`{}`", manifest.command.join(" ")));
    row("began", manifest.started.clone());
    row("ended", manifest.finished.clone().unwrap_or_else(|| "not yet".to_owned()));
    row("runs", format!("{} of {}", grouped(records.len() as u64), grouped(plan.runs.len() as u64)));
    row("budget", plan.experiment.budget.to_string());
    let time: f64 = records.iter().map(|record| record.seconds).sum();
    row("time in methods", pencilmark::display::duration(time));
    table
}

/// Arms with every setting filled in.
pub(super) fn settings(manifest: &Manifest) -> Table {
    // Columns in which all arms agree are left out.
    let named = manifest.arms.iter().any(|arm| arm.label != arm.method);
    let limits = manifest.arms.windows(2).any(|pair| pair[0].limits != pair[1].limits);
    let columns =
        [("arm", true), ("method", named), ("model", true), ("settings", true), ("seeds", true), ("budget", limits)];
    let head: Vec<&str> = columns.iter().filter(|(_, shown)| *shown).map(|(name, _)| *name).collect();
    let mut table = Table::new("", &head);
    for arm in &manifest.arms {
        let settings: Vec<String> = arm.settings.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let seeds = match arm.seeds {
            (_, 1) => "one run".to_owned(),
            (first, count) => format!("{first} to {}", first + count - 1),
        };
        let cells = [&arm.label, &arm.method, &arm.model, &settings.join(", "), &seeds, &arm.limits];
        let shown = cells.into_iter().zip(columns).filter(|(_, (_, shown))| *shown);
        table.rows.push(shown.map(|(cell, _)| cell.clone()).collect());
    }
    table
}

/// The puzzles with their hashes.
pub(super) fn instances(plan: &Plan) -> Table {
    let mut table = Table::new("", &["puzzle", "group", "kind", "size", "hash"]);
    for instance in &plan.instances {
        table.rows.push(vec![
            instance.id.clone(),
            instance.group.clone(),
            instance.puzzle.kind().id.to_owned(),
            instance.size(),
            format!("`{}`", instance.hash),
        ]);
    }
    table
}
