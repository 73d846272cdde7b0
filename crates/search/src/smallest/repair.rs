//! Assignments near a solution, found by repairing one broken unit after another: cheaper than SAT, and close to the solution, where few units are broken.

use pencilmark_csp::{Assignment, Csp, Rule, Value, Var};

use super::Claim;
use super::hitting::Set;

/// How many variables may change to satisfy the units that have to hold, and how many for each unit beyond them.
const DEPTH: [usize; 2] = [6, 3];

/// How many variables may be looked at for that.
const EFFORT: [usize; 2] = [10_000, 2_000];

/// A problem by its units, and an assignment that is being repaired.
pub(super) struct Repair<'a> {
    csp: &'a Csp,
    units: Vec<Unit<'a>>,
    rules_of: Vec<Vec<usize>>,    // variable -> units with rules about it that are not unary
    barred: Vec<Vec<Vec<usize>>>, // variable, value -> units that bar it by a unary rule
    solution: Assignment,
    now: Assignment,
    broken: Set,
    breaches: Vec<u32>, // unit -> how many of its unary rules are broken
    fixed: Vec<bool>,   // variable -> it is not to change any more
    effort: usize,      // that is left
}

#[derive(Default)]
struct Unit<'a> {
    unary: Vec<&'a pencilmark_csp::rule::Allowed>,
    rules: Vec<&'a Rule>, // the others
    scope: Vec<Var>,      // of the others
}

impl<'a> Repair<'a> {
    /// The units by number, with the rules of each.
    pub(super) fn new(
        csp: &'a Csp,
        units: usize,
        rules: impl Iterator<Item = (usize, &'a Rule)>,
        solution: &[Value],
    ) -> Self {
        let mut all: Vec<Unit<'a>> = (0..units).map(|_| Unit::default()).collect();
        for (unit, rule) in rules {
            match rule {
                Rule::Allowed(rule) => all[unit].unary.push(rule),
                _ => all[unit].rules.push(rule),
            }
        }
        let mut rules_of = vec![Vec::new(); csp.domains.len()];
        let room = |domain: &pencilmark_csp::Domain| vec![Vec::new(); domain.last().map_or(0, |last| last.index() + 1)];
        let mut barred: Vec<Vec<Vec<usize>>> = csp.domains.iter().map(room).collect();
        for (number, unit) in all.iter_mut().enumerate() {
            unit.scope = unit.rules.iter().flat_map(|rule| rule.scope()).collect();
            unit.scope.sort_unstable();
            unit.scope.dedup();
            unit.scope.iter().for_each(|var| rules_of[var.index()].push(number));
            for rule in &unit.unary {
                let values = csp.domains[rule.var.index()].iter().filter(|&value| !rule.set.contains(value));
                values.for_each(|value| barred[rule.var.index()][value.index()].push(number));
            }
        }
        Self {
            csp,
            rules_of,
            barred,
            solution: solution.to_vec(),
            now: solution.to_vec(),
            broken: Set::none(units),
            breaches: vec![0; units],
            fixed: vec![false; csp.domains.len()],
            units: all,
            effort: 0,
        }
    }

    /// An assignment near the solution that satisfies these units and denies the claim, and what it breaks beside; `None` if none was found.
    pub(super) fn deny(&mut self, claim: Claim, units: &Set) -> Option<(Assignment, Set)> {
        let domain = self.csp.domains[claim.var.index()].clone();
        self.effort = EFFORT[0];
        for depth in 0..DEPTH[0] {
            for value in domain.iter().filter(|&value| (value == claim.value) != claim.holds) {
                self.restart();
                self.set(claim.var, value);
                if self.mend_beside(claim.var, units, depth) {
                    return Some(self.grown(claim.var));
                }
            }
        }
        None
    }

    /// Satisfies more units than an assignment that denies the claim does.
    pub(super) fn grow(&mut self, claim: Claim, assignment: &[Value]) -> (Assignment, Set) {
        self.restart();
        for (var, &value) in self.csp.vars().zip(assignment) {
            self.set(var, value);
        }
        self.grown(claim.var)
    }

    /// The units that an assignment breaks.
    pub(super) fn broken_by(&mut self, assignment: &[Value]) -> Set {
        self.restart();
        for (var, &value) in self.csp.vars().zip(assignment) {
            self.set(var, value);
        }
        self.broken.clone()
    }

    fn restart(&mut self) {
        for var in self.csp.vars() {
            self.set(var, self.solution[var.index()]);
        }
    }

    /// Satisfies one unit after the other without losing any and without changing this variable.
    fn grown(&mut self, var: Var) -> (Assignment, Set) {
        let wanted: Vec<usize> = self.broken.iter().collect();
        for unit in wanted {
            if !self.broken.contains(unit) {
                continue;
            }
            let mut kept = self.broken.complement(self.units.len());
            kept.insert(unit);
            self.effort = EFFORT[1];
            let _ = (1..=DEPTH[1]).any(|depth| self.mend_beside(var, &kept, depth));
        }
        (self.now.clone(), self.broken.clone())
    }

    fn mend_beside(&mut self, var: Var, units: &Set, depth: usize) -> bool {
        self.fixed[var.index()] = true;
        let done = self.mend(units, depth);
        self.fixed[var.index()] = false;
        done
    }

    /// Satisfies these units by changing up to `depth` variables; leaves all as it was if that fails.
    fn mend(&mut self, units: &Set, depth: usize) -> bool {
        let Some(unit) = self.broken.common(units) else { return true };
        if depth == 0 {
            return false;
        }
        for (var, value) in self.repairs(unit) {
            let Some(left) = self.effort.checked_sub(1) else { return false };
            self.effort = left;
            let old = self.now[var.index()];
            self.set(var, value);
            self.fixed[var.index()] = true;
            let done = self.mend(units, depth - 1);
            self.fixed[var.index()] = false;
            if done {
                return true;
            }
            self.set(var, old);
        }
        false
    }

    /// Lists changes of one variable that repair a broken unit or make it less wrong.
    fn repairs(&mut self, unit: usize) -> Vec<(Var, Value)> {
        let mut repairs = Vec::new();
        let Unit { unary, rules, scope } = &self.units[unit];
        for rule in
            unary.iter().filter(|rule| !rule.set.contains(self.now[rule.var.index()]) && !self.fixed[rule.var.index()])
        {
            let values = self.csp.domains[rule.var.index()].intersection(&rule.set);
            repairs.extend(values.iter().map(|value| (rule.var, value)));
        }
        let violation = |now: &[Value]| -> u64 { rules.iter().map(|rule| rule.violation(now)).sum() };
        let before = if rules.is_empty() { 0 } else { violation(&self.now) };
        if before == 0 {
            return repairs;
        }
        for &var in scope {
            let old = self.now[var.index()];
            // Of variables that have to differ, only those that do not are worth a change.
            let twin = |rule: &&Rule| match rule {
                Rule::AllDifferent(rule) => {
                    rule.vars.iter().any(|&other| other != var && self.now[other.index()] == old)
                }
                _ => true,
            };
            if self.fixed[var.index()] || !rules.iter().any(twin) {
                continue;
            }
            for value in self.csp.domains[var.index()].iter().filter(|&value| value != old) {
                let Some(left) = self.effort.checked_sub(scope.len()) else { break };
                self.effort = left;
                self.now[var.index()] = value;
                if violation(&self.now) < before {
                    repairs.push((var, value));
                }
            }
            self.now[var.index()] = old;
        }
        repairs
    }

    fn set(&mut self, var: Var, value: Value) {
        let old = std::mem::replace(&mut self.now[var.index()], value);
        if old == value {
            return;
        }
        for &unit in &self.barred[var.index()][old.index()] {
            self.breaches[unit] -= 1;
        }
        for &unit in &self.barred[var.index()][value.index()] {
            self.breaches[unit] += 1;
        }
        let changed = self.barred[var.index()][old.index()].iter().chain(&self.barred[var.index()][value.index()]);
        for &unit in changed.chain(&self.rules_of[var.index()]) {
            let Unit { rules, .. } = &self.units[unit];
            if self.breaches[unit] > 0 || rules.iter().any(|rule| rule.violation(self.now.as_slice()) > 0) {
                self.broken.insert(unit);
            } else {
                self.broken.remove(unit);
            }
        }
    }
}
