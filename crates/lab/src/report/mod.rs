//! The report of an experiment: conclusions first, then tables and charts, then provenance.

mod figures;
mod json;
mod tables;

use crate::analysis::complete;
use crate::document::{Block, Document, Table};
use crate::lint::{Warning, lint};
use crate::{Analysis, Manifest, Plan, Record, conclusions};
use pencilmark::StopSignal;
use pencilmark::front::display::{counted, grouped, sentence};

/// The report of an experiment, in short and in full.
#[derive(Clone, Debug)]
pub struct ExperimentReport {
    /// The conclusions, the warnings and the table of arms: what a terminal shows.
    pub summary: Document,
    /// The full report.
    pub full: Document,
    /// The same figures for programs.
    pub json: serde_json::Value,
}

/// The report of an experiment.
pub fn report(plan: &Plan, manifest: &Manifest, records: &[Record]) -> ExperimentReport {
    report_until(plan, manifest, records, &StopSignal::default())
}

/// The same, cut short when `stop` is raised: then it is of no use.
pub(crate) fn report_until(
    plan: &Plan,
    manifest: &Manifest,
    records: &[Record],
    stop: &StopSignal,
) -> ExperimentReport {
    // A puzzle counts for all arms or for none.
    let complete = complete(plan, records);
    let analysis = Analysis::of(plan, &complete);
    let parts = parts(plan, &complete, stop);
    let warnings = if stop.is_raised() { Vec::new() } else { lint(plan, manifest, records) };
    let json = json::json(plan, manifest, records, (&analysis, &parts), &warnings);
    let summary = summary(plan, &analysis, &parts, records, &warnings);
    let mut document = summary.clone();
    if parts.len() > 1 {
        document.heading("By group of puzzles");
        for (name, analysis) in parts.iter().take_while(|_| !stop.is_raised()) {
            document.push(Block::Heading(3, name.clone()));
            let said = conclusions(plan, analysis, &[], &warnings);
            document.blocks.extend(said.into_iter().take(1).map(Block::Text));
            document.push(Block::Table(tables::arms(plan, analysis)));
        }
    }
    if !analysis.effects.is_empty() {
        if !analysis.interactions.is_empty() {
            document.heading("Factors, two at a time");
            document.push(Block::Table(tables::interactions(&analysis)));
        }
        document.heading("Factors, one at a time");
        document.push(Block::Table(tables::effects(&analysis)));
        let simple = tables::simple_effects(&analysis);
        if simple.rows.len() > MOST_ROWS {
            document.push(Block::Details(SIMPLE.to_owned(), vec![Block::Table(simple)]));
        }
    }
    if analysis.comparisons.len() > 1 || analysis.effects.is_empty() {
        document.heading("Puzzle by puzzle against the baseline");
        document.push(Block::Table(tables::comparisons(&analysis)));
    }
    document.heading("Charts");
    if !stop.is_raised() {
        document.blocks.extend(figures::figures(plan, &analysis, &complete));
    }
    document.heading("How to read this");
    document.text(method_notes(plan, &analysis));
    document.heading("Provenance");
    document.push(Block::Table(tables::provenance(plan, manifest, records)));
    document.push(Block::Details("Arms with every setting".to_owned(), vec![Block::Table(tables::settings(manifest))]));
    document.push(Block::Details("Puzzles".to_owned(), vec![Block::Table(tables::instances(plan))]));
    document.push(Block::Details("The experiment as written".to_owned(), vec![Block::Code(plan.experiment.write())]));
    ExperimentReport { summary, full: document, json }
}

/// The puzzles by group, and by kind and size where a group has several; each part is analysed by itself.
fn parts(plan: &Plan, records: &[&Record], stop: &StopSignal) -> Vec<(String, Analysis)> {
    let mut parts: Vec<(String, Vec<&Record>)> = Vec::new();
    let varies = |group: &str, of: fn(&Record) -> &str| {
        let mut values = records.iter().filter(|record| record.group == group).map(|record| of(record));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    let groups = plan.groups();
    let named = groups.iter().map(|&group| {
        let (kinds, sizes) = (varies(group, |record| &record.kind), varies(group, |record| &record.size));
        (group, kinds, sizes)
    });
    let named: Vec<(&str, bool, bool)> = named.collect();
    for record in records {
        let Some((group, kinds, sizes)) = named.iter().find(|(group, ..)| *group == record.group) else { continue };
        let mut name = (*group).to_owned();
        if *kinds {
            name = format!("{name}, {}", record.kind);
        }
        if *sizes {
            name = format!("{name}, {}", record.size);
        }
        match parts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, own)) => own.push(record),
            None => parts.push((name, vec![record])),
        }
    }
    let wanted = parts.into_iter().take_while(|_| !stop.is_raised());
    wanted.map(|(name, records)| (name, Analysis::of(plan, &records))).collect()
}

/// The most rows of a table by parts, or of simple effects, in the summary.
const MOST_ROWS: usize = 40;

/// The title of the table of simple effects.
const SIMPLE: &str = "One change at a time, all else given";

fn summary(
    plan: &Plan,
    analysis: &Analysis,
    parts: &[(String, Analysis)],
    records: &[Record],
    warnings: &[Warning],
) -> Document {
    let mut document = Document::new(plan.experiment.name.clone());
    if records.len() < plan.runs.len() {
        document.push(Block::Warning {
            rule: "partial".to_owned(),
            observed: format!(
                "This run is not finished: {} of {} runs have ended. What follows rests on the {} of {} on which every arm has \
                 ended.",
                grouped(records.len() as u64),
                grouped(plan.runs.len() as u64),
                grouped(analysis.instances as u64),
                counted(plan.instances.len(), "puzzle"),
            ),
            remedy: "Resume the experiment to run the rest.".to_owned(),
        });
    }
    if let Some(question) = &plan.experiment.question {
        document.text(question.clone());
    }
    let seeds = plan.arms.iter().map(|arm| arm.seeds).max().unwrap_or(1);
    let drawn = records.len() > plan.arms.len() * plan.instances.len();
    document.text(format!(
        "{}, {}, {}{}; at most {} per run{}.",
        counted(plan.instances.len(), "puzzle"),
        counted(plan.arms.len(), "arm"),
        counted(records.len(), "run"),
        if drawn { format!(" ({} seeds for stochastic arms)", grouped(seeds)) } else { String::new() },
        plan.experiment.budget,
        if plan.experiment.solutions > 1 { ", to find a solution and prove that there is no other" } else { "" }
    ));
    for answer in conclusions(plan, analysis, parts, warnings) {
        document.push(Block::Conclusion(answer));
    }
    document.blocks.extend(warnings.iter().map(warning));
    document.push(Block::Table(tables::arms(plan, analysis)));
    if parts.len() > 1 && parts.len() * plan.arms.len() <= MOST_ROWS {
        document.push(Block::Table(tables::parts(plan, parts)));
    }
    let simple = tables::simple_effects(analysis);
    if (1..=MOST_ROWS).contains(&simple.rows.len()) {
        document.push(Block::Table(Table { title: SIMPLE.to_owned(), ..simple }));
    }
    document
}

/// What a plan would run, and the linter's warnings.
pub fn plan_blocks(plan: &Plan, warnings: &[Warning]) -> Vec<Block> {
    let mut blocks: Vec<Block> = warnings.iter().map(warning).collect();
    blocks.push(Block::Table(tables::settings(&Manifest::new(plan, 1, Vec::new()))));
    blocks
}

fn warning(Warning { rule, observed, remedy, .. }: &Warning) -> Block {
    Block::Warning { rule: (*rule).to_owned(), observed: sentence(observed), remedy: sentence(remedy) }
}

fn method_notes(plan: &Plan, analysis: &Analysis) -> String {
    let measure = analysis.measure.word();
    let families = plan.families().into_iter().map(pencilmark::registry::Family::title).collect::<Vec<_>>().join(", ");
    let proof = if plan.experiment.solutions > 1 { " and was proved to be the only one" } else { "" };
    format!(
        "Solved means that a solution passed the judge{proof}. Every arm gets the same puzzles with the same seeds \
         under the same budget. Effort is measured in {measure}; docs/counters.md defines the counters. For a \
         stochastic arm, the median over seeds represents a puzzle, so a puzzle counts once in every comparison; a \
         run that did not solve has infinite effort. Shares solved come with Wilson's 95 % interval for the \
         effective number of runs, because runs on one puzzle are correlated (Kish's design effect), and it is never \
         narrower than if all runs had ended alike; p is Wilcoxon's signed-rank test of the logarithms over puzzles, \
         two-sided, with Holm's correction over all comparisons of a table unless it says otherwise; ratios are those of \
         Hodges and Lehmann, the median of the geometric means of all pairs of puzzles, with the 95 % interval that belongs to \
         this test at the level that the correction leaves, so that it excludes 1 where p is below .05 (it may end at 1 where \
         both arms need the same on many puzzles); \
         the effect size beside it is the matched-pairs rank-biserial correlation, from -1 (always less) to 1 \
         (always more). \
         PAR2 is the mean effort of a run with twice the budget for a run that did not solve (twice the most that \
         any run spent, if the budget is in another measure). Time is the time of the run's own thread on its core; arms \
         take turns on every puzzle, and at most one run is on a core unless more were asked for. It depends on the machine; \
         counters replay exactly, so every record can be verified. Counts are compared within a family of methods \
         ({families}), and checks only if they cost no arm three times as much as another (see ns/check); otherwise time is \
         compared. A ratio rests on at least half of the puzzles; where fewer are solved, shares and PAR2 are compared. \
         An arm is called best only if the first arm does better than each of the others by Wilcoxon's test on the PAR2 of \
         every puzzle or on the share of its runs that solve it, with Holm's correction."
    )
}
