//! A* finds an optimal solution only if h never overestimates (Hart, Nilsson and Raphael 1968). A known solution with
//! fewer changes than h estimates at the start proves that h overestimates.

use pencilmark::registry::AStar;
use pencilmark::{Answer, Budget};

use super::study::{ArmRuns, Finding, Study, clauses};
use crate::Instance;

/// The most puzzles to look at.
const MAX_PUZZLES: usize = 20;

/// The most puzzles to solve if no solution is known, and the nodes for each.
const MAX_SOLVED: usize = 3;
const NODES: u64 = 100_000;

/// A heuristic that overestimates, given to A*.
pub(super) fn overestimates(study: &Study<'_>) -> Vec<Finding> {
    let arms: Vec<&ArmRuns<'_>> = study.arms.iter().filter(|part| part.method() == "a-star").collect();
    let mut proofs: Vec<Option<String>> = vec![None; arms.len()];
    let mut to_solve = MAX_SOLVED;
    for instance in study.plan.instances.iter().take(MAX_PUZZLES) {
        if proofs.iter().all(Option::is_some) {
            break;
        }
        let Some(answer) = known(instance).or_else(|| {
            to_solve = to_solve.checked_sub(1)?;
            solved(instance)
        }) else {
            continue;
        };
        for (part, proof) in arms.iter().zip(&mut proofs).filter(|(_, proof)| proof.is_none()) {
            *proof = proved(part, instance, &answer);
        }
    }
    let proofs: Vec<String> = proofs.into_iter().flatten().collect();
    if proofs.is_empty() {
        return Vec::new();
    }
    vec![Finding::new(
        format!("h overestimates: {}", clauses(proofs)),
        "use `heuristic=disjoint` with `weight=1`, which never overestimates, or do not claim that solutions are \
         optimal",
    )]
}

fn proved(part: &ArmRuns<'_>, instance: &Instance, answer: &Answer) -> Option<String> {
    let solving = part.solving(&instance.puzzle)?;
    let (h, changes) = pencilmark::front::estimate(&instance.puzzle, solving, answer)?;
    let expected = h as f64 * AStar::WEIGHT.get(&solving.run.parameters);
    (expected > changes as f64).then(|| {
        let label = &part.arm.label;
        format!("`{label}` expects {expected} changes on `{}`, and {changes} lead to a solution", instance.id)
    })
}

/// The solution that came with the puzzle, if the judge accepts it.
fn known(instance: &Instance) -> Option<Answer> {
    instance.puzzle.solution().filter(|answer| instance.puzzle.judge(answer).is_ok()).cloned()
}

fn solved(instance: &Instance) -> Option<Answer> {
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    instance.puzzle.solver().budget(budget).run().ok()?.solution().cloned()
}
