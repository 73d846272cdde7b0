//! Enough runs, and the same for every arm: at least 20 puzzles, 30 seeds for stochastic arms, and the same seeds for
//! all.

use super::study::{ArmRuns, Finding, Study, clauses, grouped_by, labels};
use crate::DEFAULT_INSTANCES;
use crate::experiment::DEFAULT_SEEDS;
use pencilmark::front::display::counted;

/// One puzzle says nothing about others.
pub(super) fn one_run(study: &Study<'_>) -> Vec<Finding> {
    let [first, ..] = study.puzzles[..] else { return Vec::new() };
    if study.different_puzzles() > 1 {
        return Vec::new();
    }
    let (seeded, single): (Vec<&ArmRuns<'_>>, Vec<&ArmRuns<'_>>) =
        study.arms.iter().partition(|part| part.draws && part.arm.seeds > 1);
    let mut observed = Vec::new();
    if !single.is_empty() {
        observed.push(format!("one run: an anecdote, not evidence ({} on `{}`)", labels(&single), first.id));
    }
    if !seeded.is_empty() {
        observed.push(format!("the seeds of {} are about one puzzle alone, `{}`", labels(&seeded), first.id));
    }
    let seeds =
        if study.arms.iter().any(too_few_seeds) { format!(" and `seeds = {DEFAULT_SEEDS}`") } else { String::new() };
    vec![Finding::new(
        clauses(observed),
        format!("use at least {DEFAULT_INSTANCES} puzzles (`count = {DEFAULT_INSTANCES}`){seeds}"),
    )]
}

/// Too few puzzles or seeds to distinguish an effect from chance.
pub(super) fn few_runs(study: &Study<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let (all, different) = (study.puzzles.len(), study.different_puzzles());
    if (2..DEFAULT_INSTANCES).contains(&different) {
        let copies = if all > different { format!(" ({all} with copies)") } else { String::new() };
        found.push(Finding::new(
            format!("{}{copies}: too few to distinguish an effect from chance", counted(different, "puzzle")),
            format!("use at least {DEFAULT_INSTANCES} (`count = {DEFAULT_INSTANCES}`)"),
        ));
    }
    // The other rule warns about a single run.
    let few = study.arms.iter().filter(|part| too_few_seeds(part) && (different > 1 || part.arm.seeds > 1));
    let few = grouped_by(few, |part| part.arm.seeds).into_iter();
    let few = few.map(|(seeds, arms)| format!("{} for {}", counted(as_count(seeds), "seed"), labels(&arms)));
    let few: Vec<String> = few.collect();
    if !few.is_empty() {
        found.push(Finding::new(
            format!("{}: too few to distinguish the method from luck", clauses(few)),
            format!("give every stochastic arm {DEFAULT_SEEDS} seeds (`seeds = {DEFAULT_SEEDS}`)"),
        ));
    }
    found
}

/// Stochastic arms are paired by their seeds.
pub(super) fn changed_seeds(study: &Study<'_>) -> Vec<Finding> {
    let drawing = study.arms.iter().filter(|part| part.draws);
    let groups = grouped_by(drawing, |part| (part.arm.first_seed, part.arm.seeds));
    if groups.len() < 2 {
        return Vec::new();
    }
    let text = groups.into_iter().map(|((first, count), arms)| match count {
        1 => format!("seed {first} for {}", labels(&arms)),
        _ => format!("seeds {first} to {} for {}", first + count - 1, labels(&arms)),
    });
    vec![Finding::new(
        format!("{}: these runs are not paired", clauses(text.collect())),
        "set `seeds` and `first_seed` for the experiment, not for single arms",
    )]
}

fn too_few_seeds(part: &ArmRuns<'_>) -> bool {
    part.draws && part.arm.seeds < DEFAULT_SEEDS
}

fn as_count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
