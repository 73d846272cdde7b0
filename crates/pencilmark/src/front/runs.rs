//! What a laboratory asks about a puzzle and a plan.

use pencilmark_puzzles::Answer;
use pencilmark_search::{AStar, Method as _, first_estimate};

use crate::{Plan, Puzzle};

/// Returns whether another seed can change a solve by this plan. If not, one run says all.
pub fn draws(puzzle: &Puzzle, plan: &Plan) -> bool {
    plan.method.info.draws(&plan.run.parameters, || puzzle.lower(plan).csp.start.is_some())
}

/// Returns how many changes A* estimates before the first, and how many changes lead to `answer`. If
/// the first number is larger, the heuristic overestimates. `None` unless the plan repairs a natural
/// start by A*.
pub fn estimate(puzzle: &Puzzle, plan: &Plan, answer: &Answer) -> Option<(u64, u64)> {
    if plan.method.info.id != AStar::INFO.id {
        return None;
    }
    let lowered = puzzle.lower(plan);
    let (start, h) = first_estimate(&lowered.csp, &plan.run.parameters)?;
    let goal = lowered.reading.encode(&lowered.csp, answer)?;
    Some((h, start.iter().zip(&goal).filter(|(now, then)| now != then).count() as u64))
}

/// Returns a fingerprint of the puzzle alone. It stays the same if a board is turned or reflected, or
/// if its digits are renamed where they are mere names. Two puzzles of a kind with the same
/// fingerprint are very likely the same.
pub fn likeness(puzzle: &Puzzle) -> u64 {
    puzzle.clues.lower(puzzle.kind().models[0].id).csp.likeness()
}
