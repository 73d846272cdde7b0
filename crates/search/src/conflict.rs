//! Why there is no solution: a small set of rules that cannot hold together (an unsatisfiable core).
//!
//! Two ways to shrink the set, one after the other. Propagation: if it refutes the problem by itself, leave out ever
//! smaller chunks of rules while it still does; what remains is a chain of simple steps. SAT: take an unsatisfiable core
//! over the labels' selectors and drop one rule at a time (deletion, Bakker et al. 1993).
//!
//! Not to be confused with [`pencilmark_csp::Conflict`], the one rule at which propagation ran out of values.

use std::collections::HashMap;

use pencilmark_csp::{
    Budget, Csp, Encoder, Label, Level, Lit, Meter, Propagation, Silent, Stopped, Store, Var, Why, random,
};

use crate::sat::Session;

/// A set of rules that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictSet {
    /// The rules, one entry for each label, in the order in which they were posted.
    pub rules: Vec<ConflictingRule>,
    /// Whether dropping any one of them would leave the rest satisfiable; false if the budget did not allow to check.
    pub minimal: bool,
}

/// All constraints with one label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictingRule {
    /// The label.
    pub label: Label,
    /// The variables of these constraints, each once, in increasing order.
    pub vars: Vec<Var>,
}

impl ConflictSet {
    /// The labels of the rules.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        self.rules.iter().map(|rule| &rule.label)
    }

    fn new(csp: &Csp, labels: impl IntoIterator<Item = Label>, minimal: bool) -> Self {
        let rule = |label: Label| {
            let posted = csp.posted.iter().filter(|posted| posted.label == label);
            let mut vars: Vec<Var> = posted.flat_map(|posted| posted.rule.scope()).collect();
            vars.sort_unstable();
            vars.dedup();
            ConflictingRule { label, vars }
        };
        Self { rules: labels.into_iter().map(rule).collect(), minimal }
    }
}

/// How many decisions of SAT it may take to find out whether one rule can be dropped. A small set found soon is worth more
/// than the smallest one found late.
const SAT_NODES_PER_RULE: u64 = 20_000;

/// How many orders of leaving out rules are tried.
const ORDERS: u64 = 12;

/// Finds such a set and shrinks it. `None` if there is a solution after all.
pub fn conflict(csp: &Csp, budget: &Budget) -> Result<Option<ConflictSet>, Why> {
    let meter = budget.start();
    let labels = distinct_labels(csp);
    match shrink_by_propagation(csp, &labels, &meter) {
        Some(fewer) => {
            let mut part = csp.clone();
            part.posted.retain(|posted| fewer.contains(&posted.label));
            let shrunk = shrink_by_sat(&part, &meter);
            // Propagation has proved it already; without time for more, that is the answer.
            Ok(shrunk.unwrap_or_else(|_| Some(ConflictSet::new(csp, fewer, false))))
        }
        None => shrink_by_sat(csp, &meter),
    }
}

fn distinct_labels(csp: &Csp) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for posted in &csp.posted {
        if seen.insert(&posted.label) {
            labels.push(posted.label.clone());
        }
    }
    labels
}

/// Labels that propagation alone refutes together, if it refutes all of them. Which set comes out depends on the order
/// in which rules are left out, so several orders are tried and the smallest set wins.
fn shrink_by_propagation(csp: &Csp, labels: &[Label], meter: &Meter) -> Option<Vec<Label>> {
    let place: HashMap<&Label, usize> = labels.iter().enumerate().map(|(place, label)| (label, place)).collect();
    let label_of: Vec<usize> = csp.posted.iter().map(|posted| place[&posted.label]).collect();
    let mut propagation = Propagation::new(csp, Level::Full);
    let mut own = meter.clone();
    let mut refutes = |kept: &[bool]| {
        propagation.keep_rules(|rule| kept[label_of[rule]]);
        matches!(propagation.at_root(&mut Store::new(csp), &mut own, &mut Silent), Err(Stopped::Conflict(_)))
    };
    if !refutes(&vec![true; labels.len()]) {
        return None;
    }
    let mut best: Option<Vec<bool>> = None;
    for attempt in 0..ORDERS {
        let mut order: Vec<usize> = (0..labels.len()).collect();
        if attempt > 0 {
            order.sort_by_key(|&label| random::key(attempt, &[label as u64]));
        }
        let kept = leave_out(&order, &mut refutes, meter);
        let size = |kept: &[bool]| kept.iter().filter(|&&kept| kept).count();
        if best.as_ref().is_none_or(|best| size(&kept) < size(best)) {
            best = Some(kept);
        }
        if meter.check().is_err() {
            break;
        }
    }
    let kept = best?;
    Some(labels.iter().zip(kept).filter(|(_, kept)| *kept).map(|(label, _)| label.clone()).collect())
}

/// Leaves out ever smaller chunks, in this order, while what is left is still refuted.
fn leave_out(order: &[usize], refutes: &mut impl FnMut(&[bool]) -> bool, meter: &Meter) -> Vec<bool> {
    let mut kept = vec![true; order.len()];
    let mut left: Vec<usize> = order.to_vec();
    let mut chunk = left.len().div_ceil(2);
    while chunk > 0 {
        let mut still = Vec::new();
        for part in left.chunks(chunk) {
            for &label in part {
                kept[label] = false;
            }
            if meter.check().is_err() || !refutes(&kept) {
                for &label in part {
                    kept[label] = true;
                }
                still.extend_from_slice(part);
            }
        }
        left = still;
        chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
    }
    kept
}

fn shrink_by_sat(csp: &Csp, meter: &Meter) -> Result<Option<ConflictSet>, Why> {
    let encoder = Encoder::labelled(csp, meter)?;
    let selectors: Vec<(Label, Lit)> = encoder.selectors().to_vec();
    let mut session = Session::new(encoder, meter.clone());
    let mut core: Vec<Lit> = selectors.iter().map(|&(_, selector)| selector).collect();
    if session.solve(csp, &core, &mut Silent)?.is_some() {
        return Ok(None);
    }
    core = named(&selectors, &session.core(), &core);
    let mut minimal = true;
    let mut needed: Vec<Lit> = Vec::new();
    // A rule is needed if the rest, without it, has a model.
    while let Some(candidate) = core.pop() {
        let assumed: Vec<Lit> = needed.iter().chain(&core).copied().collect();
        session.set_meter(Budget { nodes: Some(SAT_NODES_PER_RULE), ..meter.rest() }.start());
        match session.solve(csp, &assumed, &mut Silent) {
            Ok(Some(_)) => needed.push(candidate),
            Ok(None) => {
                let smaller = named(&selectors, &session.core(), &assumed);
                core.retain(|lit| smaller.contains(lit));
            }
            Err(_) => {
                needed.push(candidate);
                minimal = false;
            }
        }
    }
    let in_order = selectors.into_iter().filter(|(_, selector)| needed.contains(selector));
    Ok(Some(ConflictSet::new(csp, in_order.map(|(label, _)| label), minimal)))
}

/// The assumptions that the core names, whichever sign it gives them.
fn named(selectors: &[(Label, Lit)], core: &[Lit], assumed: &[Lit]) -> Vec<Lit> {
    let blamed = |lit: &Lit| core.iter().any(|other| other.var() == lit.var());
    selectors.iter().map(|&(_, selector)| selector).filter(|lit| assumed.contains(lit) && blamed(lit)).collect()
}
