//! An admissible heuristic for repairing: broken rules that have no variable in common each need a change of their own.

use pencilmark_csp::{Csp, Evaluator, Rule, Var};

/// A lower bound on the changes that repair the board: broken rules without a common variable to blame, packed greedily.
///
/// It never overestimates. A broken rule holds at a solution, so the way there changes some variables that now have a part
/// in its violation: of those that share a value in an all-different all but one, of those that are too many in a count
/// the surplus, of those outside that are too few inside the deficit, and of any other rule at least one of its scope.
/// That is as many as the violation for the first two and one for the others. The rules packed here share none of these
/// variables, so no change counts twice, and a step that changes several variables costs as many.
pub(super) fn disjoint(csp: &Csp, at: &Evaluator<'_>) -> u64 {
    let mut rules: Vec<(u32, Vec<Var>, u32)> = Vec::new(); // changes needed, among which variables, rule
    for &rule in at.broken() {
        let needed = match &csp.posted[rule as usize].rule {
            Rule::AllDifferent(_) | Rule::Count(_) => at.rule_cost(rule),
            _ => 1,
        };
        let blamed = at.scope(rule).iter().copied().filter(|&var| at.blames(rule, var)).collect();
        rules.push((needed, blamed, rule));
    }
    // Those that need the most for the fewest variables go first; the rules themselves are in no order.
    rules.sort_unstable_by_key(|(needed, blamed, rule)| {
        (blamed.len() as u32 - (*needed).min(blamed.len() as u32), *rule)
    });
    let mut taken: Vec<Var> = Vec::new();
    let mut total = 0;
    for (needed, blamed, _) in rules {
        if blamed.iter().all(|var| !taken.contains(var)) {
            total += u64::from(needed);
            taken.extend(blamed);
        }
    }
    total
}
