//! Enough runs, and the same ones: at least 20 puzzles, 30 seeds for arms that draw, no arm with seeds of its own.

use super::study::{Finding, Part, Study, clauses, grouped_by, labels};
use crate::INSTANCES;
use crate::experiment::SEEDS;
use crate::words::counted;

/// One puzzle says nothing about the next.
pub(super) fn one_run(study: &Study<'_>) -> Vec<Finding> {
    let [first, ..] = &study.plan.instances[..] else { return Vec::new() };
    if study.different_puzzles() > 1 {
        return Vec::new();
    }
    let (seeded, single): (Vec<&Part<'_>>, Vec<&Part<'_>>) =
        study.arms.iter().partition(|part| part.draws && part.arm.seeds > 1);
    let mut saw = Vec::new();
    if !single.is_empty() {
        saw.push(format!("one run: an anecdote, not evidence ({} on `{}`)", labels(&single), first.id));
    }
    if !seeded.is_empty() {
        saw.push(format!("the seeds of {} tell of one puzzle alone, `{}`", labels(&seeded), first.id));
    }
    let seeds = if study.arms.iter().any(too_few_seeds) { format!(" and `seeds = {SEEDS}`") } else { String::new() };
    vec![Finding::new(clauses(saw), format!("take at least {INSTANCES} puzzles (`count = {INSTANCES}`){seeds}"))]
}

/// Fewer puzzles or seeds than tell chance from effect.
pub(super) fn few_runs(study: &Study<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let (all, different) = (study.plan.instances.len(), study.different_puzzles());
    if (2..INSTANCES).contains(&different) {
        let copies = if all > different { format!(" ({all} with copies)") } else { String::new() };
        found.push(Finding::new(
            format!("{}{copies}: too few to tell chance from effect", counted(different, "puzzle")),
            format!("take at least {INSTANCES} (`count = {INSTANCES}`)"),
        ));
    }
    // A single run is the other rule's.
    let few = study.arms.iter().filter(|part| too_few_seeds(part) && (different > 1 || part.arm.seeds > 1));
    let few = grouped_by(few, |part| part.arm.seeds).into_iter();
    let few = few.map(|(seeds, arms)| format!("{} for {}", counted(as_count(seeds), "seed"), labels(&arms)));
    let few: Vec<String> = few.collect();
    if !few.is_empty() {
        found.push(Finding::new(
            format!("{}: too few to tell luck from method", clauses(few)),
            format!("give every arm that draws {SEEDS} (`seeds = {SEEDS}`)"),
        ));
    }
    found
}

/// Arms that draw are paired by their seeds.
pub(super) fn changed_seeds(study: &Study<'_>) -> Vec<Finding> {
    let drawing = study.arms.iter().filter(|part| part.draws);
    let groups = grouped_by(drawing, |part| (part.arm.first_seed, part.arm.seeds));
    if groups.len() < 2 {
        return Vec::new();
    }
    let told = groups.into_iter().map(|((first, count), arms)| match count {
        1 => format!("seed {first} for {}", labels(&arms)),
        _ => format!("seeds {first} to {} for {}", first + count - 1, labels(&arms)),
    });
    vec![Finding::new(
        format!("{}: these runs are not paired", clauses(told.collect())),
        "set `seeds` and `first_seed` once for the experiment, and in no arm",
    )]
}

fn too_few_seeds(part: &Part<'_>) -> bool {
    part.draws && part.arm.seeds < SEEDS
}

fn as_count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
