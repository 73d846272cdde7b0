//! The report of an experiment: conclusions first, then tables and charts, then provenance.

mod figures;
mod tables;

use crate::document::{Block, Document};
use crate::lint::{Warning, lint};
use crate::{Analysis, Manifest, Plan, Record, conclusions};
use pencilmark::display::{counted, grouped, sentence};

/// The report of an experiment, in short and in full.
#[derive(Clone, Debug)]
pub struct ExperimentReport {
    /// The conclusions, the warnings and the table of arms: what a terminal shows.
    pub summary: Document,
    /// The full report.
    pub full: Document,
}

/// The report of an experiment.
pub fn report(plan: &Plan, manifest: &Manifest, records: &[Record]) -> ExperimentReport {
    let all: Vec<&Record> = records.iter().collect();
    let analysis = Analysis::of(plan, &all);
    let summary = summary(plan, &analysis, records, &lint(plan, records));
    let mut document = summary.clone();
    let groups = plan.groups();
    if groups.len() > 1 {
        document.heading("By group of puzzles");
        for group in &groups {
            let own: Vec<&Record> = records.iter().filter(|record| record.group == *group).collect();
            let analysis = Analysis::of(plan, &own);
            document.push(Block::Heading(3, (*group).to_owned()));
            document.blocks.extend(conclusions(plan, &analysis).into_iter().take(1).map(Block::Text));
            document.push(Block::Table(tables::arms(plan, &analysis)));
        }
    }
    if !analysis.effects.is_empty() {
        document.heading("Factors, one at a time");
        document.push(Block::Table(tables::effects(&analysis)));
        let combinations = tables::combinations(&analysis);
        if !combinations.is_empty() {
            document.push(Block::Details("By combination of the other factors".to_owned(), combinations));
        }
    }
    if analysis.comparisons.len() > 1 || analysis.effects.is_empty() {
        document.heading("Puzzle by puzzle against the baseline");
        document.push(Block::Table(tables::comparisons(&analysis)));
    }
    document.heading("Charts");
    document.blocks.extend(figures::figures(plan, &analysis, records));
    document.heading("How to read this");
    document.text(method_notes(plan, &analysis));
    document.heading("Provenance");
    document.push(Block::Table(tables::provenance(plan, manifest, records)));
    document.push(Block::Details("Arms with every setting".to_owned(), vec![Block::Table(tables::settings(manifest))]));
    document.push(Block::Details("Puzzles".to_owned(), vec![Block::Table(tables::instances(plan))]));
    document.push(Block::Details("The experiment as written".to_owned(), vec![Block::Code(plan.experiment.write())]));
    ExperimentReport { summary, full: document }
}

fn summary(plan: &Plan, analysis: &Analysis, records: &[Record], warnings: &[Warning]) -> Document {
    let mut document = Document::new(plan.experiment.name.clone());
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
    for answer in conclusions(plan, analysis) {
        document.push(Block::Conclusion(answer));
    }
    document.blocks.extend(warnings.iter().map(warning));
    document.push(Block::Table(tables::arms(plan, analysis)));
    document
}

/// What a plan would run, and the linter's warnings.
pub fn plan_blocks(plan: &Plan, warnings: &[Warning]) -> Vec<Block> {
    let mut blocks: Vec<Block> = warnings.iter().map(warning).collect();
    blocks.push(Block::Table(tables::settings(&Manifest::new(plan, 1, Vec::new()))));
    blocks
}

fn warning(Warning { rule, observed, remedy }: &Warning) -> Block {
    Block::Warning { rule: (*rule).to_owned(), observed: sentence(observed), remedy: sentence(remedy) }
}

fn method_notes(plan: &Plan, analysis: &Analysis) -> String {
    let measure = analysis.measure.word();
    let proof = if plan.experiment.solutions > 1 { " and was proved to be the only one" } else { "" };
    format!(
        "Solved means that a solution passed the judge{proof}. Every arm gets the same puzzles with the same seeds \
         under the same budget. Effort is measured in {measure}; docs/counters.md defines the counters. For a \
         stochastic arm, the median over seeds represents a puzzle, so a puzzle counts once in every comparison; a \
         run that did not solve has infinite effort. Shares solved come with Wilson's 95 % interval for the \
         effective number of runs, because runs on one puzzle are correlated (Kish's design effect); ratios are \
         medians over puzzles with a 95 % percentile bootstrap \
         interval (10,000 resamples of puzzles); p is Wilcoxon's signed-rank test of the logarithms over puzzles, \
         two-sided, with Holm's correction \
         over all comparisons of a table unless it says otherwise; \
         the effect size beside it is the matched-pairs rank-biserial correlation, from -1 (always less) to 1 \
         (always more). \
         PAR2 is the mean effort of a run with twice the budget for a run that did not solve (twice the most that \
         any run spent, if the budget is in another measure). Times depend on the machine and its load; counters \
         replay exactly, so every record can be verified."
    )
}
