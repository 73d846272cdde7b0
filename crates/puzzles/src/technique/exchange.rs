//! Exchanges: the second solution of a step that assumes there is only one.
//!
//! A **pattern** is some cells with two values each. If every cell of the pattern holds one of its two values in a solution, and no rule breaks when each of them holds
//! the other one instead, then there is a second solution. So a step that assumes one solution is right if, whenever a conclusion is wrong, its premises leave
//! no **way out**: no cell of the pattern can hold anything else, and no rule of the puzzle, given or not, can break by the exchange. A rule counts as kept before the exchange,
//! since that is a solution: two cells of a row that hold 1 and 2 in some order need no premise to hold them in the other order.

use std::collections::BTreeMap;

use pencilmark_csp::rule::{Allowed, Count, Pairs, Relation, Rule, Term};
use pencilmark_csp::{Domain, Label, Posted, Role, Value, Var};

use super::Exchange;
use crate::Lowered;

/// Posts what would be a way out, and returns each as labels of rules that must not hold together. One without labels says that the pattern makes no
/// second solution: a cell of it is not a variable with these two values.
pub(super) fn ways_out(lowered: &mut Lowered, rules: &[Posted], pattern: &[Exchange]) -> Vec<Vec<Label>> {
    let Some(swaps) = Swaps::new(lowered, pattern) else { return vec![Vec::new()] };
    let csp = &mut lowered.csp;
    let inside = Label::new("pattern", "pattern");
    let mut ways = Vec::new();
    for (&var, values) in &swaps.0 {
        let stray = Label::new("stray", format!("stray {}", var.index()));
        let others = csp.domains[var.index()].iter().filter(|value| !values.contains(value)).collect();
        csp.post(Allowed { var, set: others }, stray.clone(), Role::Hard);
        csp.post(Allowed { var, set: values.iter().copied().collect() }, inside.clone(), Role::Hard);
        ways.push(vec![stray]);
    }
    let touched = rules.iter().filter(|posted| posted.rule.scope().iter().any(|var| swaps.0.contains_key(var)));
    for (index, Posted { rule, .. }) in touched.enumerate() {
        let kept = Label::new("kept", format!("kept {index}"));
        csp.post(rule.clone(), kept.clone(), Role::Hard);
        for (case, broken) in swaps.breaks(&csp.domains, rule).into_iter().enumerate() {
            let label = Label::new("broken", format!("broken {index} {case}"));
            for rule in broken {
                csp.post(rule, label.clone(), Role::Hard);
            }
            ways.push(vec![inside.clone(), kept.clone(), label]);
        }
    }
    ways
}

/// The variables of a pattern with their two values.
struct Swaps(BTreeMap<Var, [Value; 2]>);

impl Swaps {
    fn new(lowered: &Lowered, pattern: &[Exchange]) -> Option<Self> {
        let Lowered { csp, reading } = lowered;
        let swap = |exchange: &Exchange| {
            let [one, other] = exchange.values;
            csp.vars().zip(&csp.domains).find_map(|(var, domain)| {
                let at = |value: u16| {
                    domain.iter().find(|&own| reading.cell(var, own) == Some((exchange.cell, i32::from(value))))
                };
                (one != other).then(|| Some((var, [at(one)?, at(other)?])))?
            })
        };
        let swaps: BTreeMap<Var, [Value; 2]> = pattern.iter().map(swap).collect::<Option<_>>()?;
        (!swaps.is_empty()).then_some(Self(swaps))
    }

    /// What the variable holds after the exchange, if it holds this before; and the other way round.
    fn of(&self, var: Var, value: Value) -> Value {
        match self.0.get(&var) {
            Some(&[one, other]) if value == one => other,
            Some(&[one, other]) if value == other => one,
            _ => value,
        }
    }

    /// What the variable holds before the exchange, if it holds one of these after it.
    fn before(&self, var: Var, set: &Domain) -> Domain {
        set.iter().map(|value| self.of(var, value)).collect()
    }

    /// The cases in which the rule may break by the exchange, each as rules about the board before it. A case without rules is one that cannot be excluded.
    fn breaks(&self, domains: &[Domain], rule: &Rule) -> Vec<Vec<Rule>> {
        match rule {
            Rule::Allowed(rule) => {
                let allowed = self.before(rule.var, &rule.set);
                let set = domains[rule.var.index()].iter().filter(|&value| !allowed.contains(value)).collect();
                vec![vec![Allowed { var: rule.var, set }.into()]]
            }
            // Some value stands twice; only those that move can.
            Rule::AllDifferent(rule) => {
                let moved: Domain = rule.vars.iter().filter_map(|var| self.0.get(var)).flatten().copied().collect();
                let twice = |value: Value| {
                    let term = |&var: &Var| Term { var, set: Domain::only(self.of(var, value)) };
                    let terms: Vec<Term> = rule.vars.iter().map(term).collect();
                    vec![Count { min: 2, max: terms.len(), terms }.into()]
                };
                moved.iter().map(twice).collect()
            }
            Rule::Count(rule) => {
                let term = |term: &Term| Term { var: term.var, set: self.before(term.var, &term.set) };
                let terms: Vec<Term> = rule.terms.iter().map(term).collect();
                let few = (rule.min > 0).then(|| Count { min: 0, max: rule.min - 1, terms: terms.clone() });
                let many = (rule.max < terms.len()).then(|| Count { min: rule.max + 1, max: terms.len(), terms });
                few.into_iter().chain(many).map(|count| vec![count.into()]).collect()
            }
            Rule::Pairs(Pairs { left, right, relation }) => {
                let [lefts, rights] =
                    [left, right].map(|var| domains[var.index()].last().map_or(0, |value| value.index() + 1));
                let broken = |a, b| !relation.allows(self.of(*left, a), self.of(*right, b));
                let relation = Relation::new(lefts, rights, broken);
                vec![vec![Pairs { left: *left, right: *right, relation }.into()]]
            }
            // A node that leaves may cut the rest in two; one that joins must have a neighbour that was there before.
            Rule::Connected(rule) => {
                let mut cases: Vec<Vec<Rule>> = Vec::new();
                for (node, &var) in rule.vars.iter().enumerate() {
                    if !self.0.get(&var).is_some_and(|values| values.contains(&rule.inside)) {
                        continue;
                    }
                    cases.push(vec![Allowed::given(var, rule.inside).into()]);
                    let beside = rule.graph.neighbours[node].iter().map(|&other| rule.vars[other as usize]);
                    let outside = |var: Var| {
                        let set = domains[var.index()].iter().filter(|&value| value != rule.inside).collect();
                        Allowed { var, set }.into()
                    };
                    cases.push(beside.filter(|var| !self.0.contains_key(var)).map(outside).collect());
                }
                if rule.vars.len() > 1 { cases } else { Vec::new() }
            }
            Rule::Cage(_) | Rule::Path(_) => vec![Vec::new()],
        }
    }
}
