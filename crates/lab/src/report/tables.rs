//! The tables of a report.

use crate::analysis::{Analysis, Compared};
use crate::document::Table;
use crate::stats::Estimate;
use crate::{Manifest, Measure, Plan, Record};
use pencilmark::front::display::{counted, duration, grouped, p_value, percent, ratio, short};

/// The results of every arm.
pub(super) fn arms(plan: &Plan, analysis: &Analysis) -> Table {
    let measure = analysis.measure;
    let median = median_of(measure);
    let mut table = Table::new(
        "",
        &["arm", "runs", "solved (95 %)", &median, "quartiles", "PAR2", "median time", "ns/check", "gave up"],
    );
    let refuted = analysis.arms.iter().any(|arm| arm.refuted > 0);
    for (index, arm) in analysis.arms.iter().enumerate() {
        let effort = arm.effort.as_ref();
        let quartiles = effort
            .map_or("-".to_owned(), |effort| format!("{}–{}", amount(effort.q1, measure), amount(effort.q3, measure)));
        let gave_up = arm.gave_up.iter().map(|(why, count)| match count {
            1 => format!("1 {}", why.word().trim_end_matches('s')),
            _ => format!("{} {}", grouped(*count as u64), why.word()),
        });
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
    let mut note = |column: &str, text: String| table.notes.push((column.to_owned(), text));
    note(&median, "Medians are over puzzles, each with the median of its runs.".to_owned());
    note("quartiles", "Quartiles are over puzzles.".to_owned());
    let limit = amount(analysis.par2_limit, measure);
    note("PAR2", format!("PAR2 is the mean over runs, with twice {limit} for a run that did not solve."));
    // Where most runs of an arm have no answer, PAR2 says more than a median that is not known.
    let unsolved = analysis.arms.iter().any(|arm| arm.effort.is_some_and(|effort| effort.median.is_infinite()));
    table.droppable = if unsolved { vec![4, 7, 1] } else { vec![5, 4, 1] };
    // Where time is the measure, it has its column already.
    if measure == Measure::Seconds { table.without(6) } else { table }
}

/// The name of the column of medians.
fn median_of(measure: Measure) -> String {
    if measure == Measure::Seconds { "median time".to_owned() } else { format!("median {}", measure.word()) }
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
    table.note = format!("Ratios: the arm over {baseline}, typical of puzzles; below 1 the arm needs less.");
    if analysis.comparisons.iter().any(|comparison| comparison.by != analysis.measure) {
        let other = format!(
            " Arms that do not spend {word} as the baseline does are not comparable by them: for those, p, effect and \
             counts are those of the time."
        );
        table.note.push_str(&other);
    }
    if analysis.comparisons.iter().any(|comparison| comparison.of == Compared::Par2) {
        table.note.push_str(
            " Without a ratio where too few puzzles are solved: there, p, effect and counts are those of PAR2.",
        );
    }
    table
}

/// The effect of each level of each factor.
pub(super) fn effects(analysis: &Analysis) -> Table {
    let word = analysis.effects_by.word();
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
    let word = analysis.effects_by.word();
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
    let median = parts.first().map_or_else(String::new, |(_, analysis)| median_of(analysis.measure));
    let head = ["puzzles", "arm", "solved (95 %)", &median, "ratio", "95 %", "p (Holm)"];
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
    table.note = format!("Ratios: the arm over {baseline} on these puzzles alone, typical of puzzles.");
    table.droppable = vec![5, 3];
    table
}

/// The effect of each level with each combination of the other factors, if there are others.
pub(super) fn simple_effects(analysis: &Analysis) -> Table {
    let word = analysis.effects_by.word();
    let mut table = Table::new("", &["change", "given", "puzzles", &format!("{word} ratio"), "95 %", "p (Holm)"]);
    for effect in analysis.effects.iter().filter(|effect| effect.by_combination.len() > 1) {
        for simple in &effect.by_combination {
            let (value, interval) = estimate(simple.ratio);
            table.rows.push(vec![
                format!("{}: {} over {}", effect.factor, effect.level, effect.against),
                simple.given.clone(),
                simple.pairs.to_string(),
                value,
                interval,
                p_cell(simple.p),
            ]);
        }
    }
    "Holm's correction is over the combinations of a change.".clone_into(&mut table.note);
    table.droppable = vec![2];
    table
}

/// Version, machine, command, seeds.
pub(super) fn provenance(plan: &Plan, manifest: &Manifest, records: &[Record]) -> Table {
    let mut table = Table::new("", &["", ""]);
    let mut row = |name: &str, value: String| table.rows.push(vec![name.to_owned(), value]);
    row("Pencilmark", manifest.build());
    row("machine", format!("{}, {}, {}", manifest.cpu, manifest.os, counted(manifest.threads, "thread")));
    row("command", format!("`{}`", manifest.command.join(" ")));
    row("began", manifest.started.clone());
    row("ended", manifest.finished.clone().unwrap_or_else(|| "not yet".to_owned()));
    row("runs", format!("{} of {}", grouped(records.len() as u64), grouped(plan.runs.len() as u64)));
    row("budget", plan.experiment.budget.to_string());
    let time: f64 = records.iter().map(|record| record.seconds).sum();
    row("time in methods", pencilmark::front::display::duration(time));
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
