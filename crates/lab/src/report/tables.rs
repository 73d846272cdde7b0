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
        &[
            "arm",
            "runs",
            "solved (95 %)",
            &format!("median {word}"),
            "quartiles",
            "PAR2",
            "median time",
            "ns/check",
            "gave up",
        ],
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
            share(arm.share) + &if refuted { format!(", {} refuted", arm.refuted) } else { String::new() },
            effort.map_or("-".to_owned(), |effort| amount(effort.median, measure)),
            quartiles,
            amount(arm.par2, measure),
            duration(arm.seconds),
            arm.per_check.map_or("-".to_owned(), short),
            gave_up.collect::<Vec<_>>().join(", "),
        ]);
    }
    let measures = if measure == Measure::Seconds { "time".to_owned() } else { format!("{word} and time") };
    table.note =
        format!("Medians and quartiles of {measures} are over puzzles; ∞ stands for a puzzle that was not solved.");
    table.droppable = vec![5, 4, 1];
    // Where time is the measure, it has its column already.
    if measure == Measure::Seconds { table.without(6) } else { table }
}

/// A p-value in a column that says what it is.
fn p_cell(p: f64) -> String {
    p_value(p).trim_start_matches("p ").trim_start_matches("= ").to_owned()
}

/// "90 % (70–97)", or a dash without runs.
fn share(share: Option<Estimate>) -> String {
    share.map_or("-".to_owned(), |Estimate { value, interval }| {
        format!("{} ({:.0}–{:.0})", percent(value), 100.0 * interval.low, 100.0 * interval.high)
    })
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
        let (value, interval) = estimate(comparison.ratio.filter(|_| comparison.by == analysis.measure));
        let [less, same, more] = comparison.less_same_more;
        table.rows.push(vec![
            comparison.arm.clone(),
            comparison.pairs.to_string(),
            value,
            interval,
            p_cell(comparison.p),
            format!("{:+.2}", comparison.rank_biserial),
            format!("{less} / {same} / {more}"),
            estimate(comparison.time_ratio).0,
        ]);
    }
    let baseline = analysis.comparisons.first().map_or("", |comparison| comparison.baseline.as_str());
    table.note = format!("Ratios: the arm over {baseline}, median over puzzles; below 1 the arm needs less.");
    if analysis.comparisons.iter().any(|comparison| comparison.by != analysis.measure) {
        let other = format!(
            " Arms of another family than the baseline are not comparable by {word}: for them, p, effect and counts are \
             those of the time."
        );
        table.note.push_str(&other);
    }
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
            p_cell(effect.p),
        ]);
    }
    table.note += "All else equal: a puzzle's ratio is the median over all combinations of the other factors.";
    table
}

/// Where the effect of a level depends on another factor.
pub(super) fn interactions(analysis: &Analysis) -> Table {
    let word = analysis.measure.word();
    let head =
        ["factor", "level", "against", "under", &format!("{word} ratio"), "95 %", "p (Holm)", "p of the difference"];
    let mut table = Table::new("", &head);
    for interaction in &analysis.interactions {
        for (index, under) in interaction.under.iter().enumerate() {
            let (value, interval) = estimate(under.ratio);
            let first = |text: &str| if index == 0 { text.to_owned() } else { String::new() };
            table.rows.push(vec![
                first(&interaction.factor),
                first(&interaction.level),
                first(&interaction.against),
                format!("{} {}", interaction.other, under.level),
                value,
                interval,
                p_cell(under.p),
                first(&p_cell(interaction.p)),
            ]);
        }
    }
    "The last column tests whether the effect differs between the levels of the other factor."
        .clone_into(&mut table.note);
    table
}

/// The results in every part of the puzzles, each against the baseline within that part.
pub(super) fn parts(plan: &Plan, parts: &[(String, Analysis)]) -> Table {
    let first = parts.first().map(|(_, analysis)| analysis.measure);
    let word = first.map_or("", Measure::word);
    let head = ["puzzles", "arm", "solved (95 %)", &format!("median {word}"), "ratio", "95 %", "p (Holm)"];
    let mut table = Table::new("", &head);
    for (name, analysis) in parts {
        for (index, arm) in analysis.arms.iter().enumerate() {
            let comparison = analysis.comparisons.iter().find(|comparison| comparison.arm == arm.label);
            let (value, interval) = estimate(comparison.and_then(|comparison| comparison.ratio));
            let time = comparison.is_some_and(|comparison| comparison.by != analysis.measure);
            let p = comparison.map(|comparison| p_cell(comparison.p));
            table.rows.push(vec![
                if index == 0 { format!("{name} ({})", analysis.instances) } else { String::new() },
                arm.label.clone(),
                share(arm.share),
                arm.effort.as_ref().map_or("-".to_owned(), |effort| amount(effort.median, analysis.measure)),
                if time { format!("{value} (time)") } else { value },
                interval,
                p.unwrap_or_else(|| "-".to_owned()),
            ]);
        }
    }
    let baseline = &plan.arms[plan.baseline].label;
    table.note = format!("Ratios: the arm over {baseline} on these puzzles alone, median over puzzles.");
    table.droppable = vec![6, 5];
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
