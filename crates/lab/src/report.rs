//! The report of an experiment: answers first, then tables and pictures, then where it all comes from.

mod figures;
mod tables;

use crate::document::{Block, Document};
use crate::lint::{Warning, lint};
use crate::words::{counted, grouped, sentence};
use crate::{Analysis, Manifest, Plan, Record, answers};

/// The report of an experiment, short and whole.
#[derive(Clone, Debug)]
pub struct Reported {
    /// The answers, what speaks against them, and the table of arms: what a terminal shows.
    pub summary: Document,
    /// All of it.
    pub whole: Document,
}

/// The report of an experiment.
pub fn report(plan: &Plan, manifest: &Manifest, records: &[Record]) -> Reported {
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
            document.blocks.extend(answers(plan, &analysis).into_iter().take(1).map(Block::Text));
            document.push(Block::Table(tables::arms(plan, &analysis)));
        }
    }
    if !analysis.effects.is_empty() {
        document.heading("Factors, one at a time");
        document.push(Block::Table(tables::effects(&analysis)));
        let combinations = tables::combinations(&analysis);
        if !combinations.is_empty() {
            document.push(Block::Fold("By combination of the other factors".to_owned(), combinations));
        }
    }
    if analysis.comparisons.len() > 1 || analysis.effects.is_empty() {
        document.heading("Puzzle by puzzle against the baseline");
        document.push(Block::Table(tables::comparisons(&analysis)));
    }
    document.heading("Pictures");
    document.blocks.extend(figures::figures(plan, &analysis, records));
    document.heading("How to read this");
    document.text(method_notes(plan, &analysis));
    document.heading("Where this comes from");
    document.push(Block::Table(tables::provenance(plan, manifest, records)));
    document.push(Block::Fold("Arms with every setting".to_owned(), vec![Block::Table(tables::settings(manifest))]));
    document.push(Block::Fold("Puzzles".to_owned(), vec![Block::Table(tables::instances(plan))]));
    document.push(Block::Fold(
        "The experiment as it was written down".to_owned(),
        vec![Block::Code(plan.experiment.write())],
    ));
    Reported { summary, whole: document }
}

fn summary(plan: &Plan, analysis: &Analysis, records: &[Record], warnings: &[Warning]) -> Document {
    let mut document = Document::new(plan.experiment.name.clone());
    if let Some(question) = &plan.experiment.question {
        document.text(question.clone());
    }
    let seeds = plan.arms.iter().map(|arm| arm.seeds).max().unwrap_or(1);
    let drawn = records.len() > plan.arms.len() * plan.instances.len();
    document.text(format!(
        "{}, {}, {}{}; at most {} a run{}.",
        counted(plan.instances.len(), "puzzle"),
        counted(plan.arms.len(), "arm"),
        counted(records.len(), "run"),
        if drawn { format!(" ({} seeds for arms that draw)", grouped(seeds)) } else { String::new() },
        plan.experiment.budget,
        if plan.experiment.solutions > 1 { ", to find a solution and prove that there is no other" } else { "" }
    ));
    for answer in answers(plan, analysis) {
        document.push(Block::Answer(answer));
    }
    document.blocks.extend(warnings.iter().map(warning));
    document.push(Block::Table(tables::arms(plan, analysis)));
    document
}

/// What a plan would run, and what is wrong with it.
pub fn plan_blocks(plan: &Plan, warnings: &[Warning]) -> Vec<Block> {
    let mut blocks: Vec<Block> = warnings.iter().map(warning).collect();
    blocks.push(Block::Table(tables::settings(&Manifest::new(plan, 1, Vec::new()))));
    blocks
}

fn warning(Warning { rule, saw, remedy }: &Warning) -> Block {
    Block::Warning { rule: (*rule).to_owned(), saw: sentence(saw), remedy: sentence(remedy) }
}

fn method_notes(plan: &Plan, analysis: &Analysis) -> String {
    let measure = analysis.measure.word();
    let proof = if plan.experiment.solutions > 1 { " and the proof that there is no other" } else { "" };
    format!(
        "Solved means a solution that passed the judge{proof}. Every arm meets the same puzzles with the same seeds under the same \
         budget. Effort is measured in {measure}; docs/counters.md says what they count. For an arm that draws, the median of \
         its seeds stands for a puzzle, so a puzzle counts once in every comparison; a run that is not solved has infinite effort. \
         Shares solved come with Wilson's 95 % interval, for as many runs as they are worth: runs on one puzzle are alike (Kish's design effect); ratios are medians over puzzles with a 95 % percentile bootstrap \
         interval (10,000 resamples of puzzles); p is Wilcoxon's signed-rank test of the logarithms over puzzles, two-sided, with Holm's correction \
         over all comparisons of a table unless it says otherwise; \
         the effect size beside it is the matched-pairs rank-biserial correlation, from -1 (always less) to 1 (always more). \
         PAR2 is the mean effort of a run with twice the budget for one that is not solved (twice the most that any run spent, where the \
         budget is in another measure). Times depend on the machine and on what \
         else it does; counters replay exactly (`pencilmark report --verify`)."
    )
}
