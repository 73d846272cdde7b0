//! A fingerprint that puzzles share if they are the same but for symmetries: boards turned or reflected, rows of a band
//! exchanged, digits renamed.
//!
//! Colour refinement (Weisfeiler and Leman 1968) on the graph of variables, rules and values: every node takes the colours of its
//! neighbours into its own, until the colours of isomorphic problems must agree, whatever their variables are called. Values that no
//! rule tells apart start with the same colour; all others with their own. Problems with different fingerprints are different.
//! The reverse is very likely where there are clues, not certain.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::rule::Relation;
use crate::{Csp, Domain, Posted, Rule, Value, Var};

/// Rounds of refinement: enough for a clue to be felt across a board.
const ROUNDS: usize = 8;

impl Csp {
    /// A fingerprint that does not change if variables are renamed, or values that only all-different rules,
    /// relations and clues mention. The same for two problems: they are very likely the same but for symmetries.
    pub fn likeness(&self) -> u64 {
        let is_free =
            |posted: &Posted| matches!(posted.rule, Rule::AllDifferent(_) | Rule::Allowed(_) | Rule::Pairs(_));
        let names_only = self.posted.iter().all(is_free);
        let present: Domain = self.domains.iter().flat_map(Domain::iter).collect();
        let most = present.last().map_or(0, |last| last.index() + 1);
        let mut values: Vec<u64> = (0..most).map(|value| if names_only { 0 } else { hash(&value) }).collect();
        let domains = self.unary_domains();
        let mut vars: Vec<u64> = domains.iter().map(|domain| hash(&domain.len())).collect();
        for _ in 0..ROUNDS {
            let mut heard: Vec<Vec<u64>> = vec![Vec::new(); vars.len()];
            let mut named: Vec<Vec<u64>> = vec![Vec::new(); values.len()];
            let mut relations: HashMap<*const Relation, [u64; 2]> = HashMap::new();
            for posted in &self.posted {
                if let Rule::Pairs(rule) = &posted.rule {
                    relations
                        .entry(Arc::as_ptr(&rule.relation))
                        .or_insert_with(|| relate(&rule.relation, &values, &present, &mut named));
                }
            }
            for posted in &self.posted {
                tell(&posted.rule, &vars, &relations, &mut heard);
            }
            for (var, domain) in domains.iter().enumerate() {
                // A full domain says nothing, and there may be many.
                if domain.len() < self.domains[var].len() || domain.len() == 1 {
                    let of: Vec<u64> = domain.iter().map(|value| values[value.index()]).collect();
                    heard[var].push(combined(3, of));
                    domain.iter().for_each(|value| named[value.index()].push(vars[var]));
                }
            }
            vars = vars.iter().zip(heard).map(|(&old, heard)| hash(&(old, combined(1, heard)))).collect();
            values = values.iter().zip(named).map(|(&old, named)| hash(&(old, combined(2, named)))).collect();
        }
        combined(0, vars)
    }
}

/// Sends each variable of a rule what the rule looks like from there.
fn tell(rule: &Rule, colours: &[u64], relations: &HashMap<*const Relation, [u64; 2]>, heard: &mut [Vec<u64>]) {
    let of = |vars: &[Var]| vars.iter().map(|var| colours[var.index()]).collect::<Vec<u64>>();
    let mut tell_all = |vars: &[Var], kind: u64| {
        let whole = combined(kind, of(vars));
        for var in vars {
            heard[var.index()].push(whole);
        }
    };
    match rule {
        Rule::Allowed(_) => {}
        Rule::AllDifferent(rule) => tell_all(&rule.vars, 10),
        Rule::Cage(rule) => tell_all(&rule.vars, hash(&(11, format!("{:?}", rule.operator), rule.target))),
        Rule::Count(rule) => {
            let terms = rule.terms.iter().map(|term| hash(&(colours[term.var.index()], term.set.words())));
            let whole = combined(hash(&(12, rule.min, rule.max)), terms.collect());
            rule.terms.iter().for_each(|term| heard[term.var.index()].push(whole));
        }
        Rule::Pairs(rule) => {
            let (left, right) = (rule.left.index(), rule.right.index());
            let [from_left, from_right] = relations.get(&Arc::as_ptr(&rule.relation)).copied().unwrap_or_default();
            heard[left].push(hash(&(13, from_left, colours[right])));
            heard[right].push(hash(&(13, from_right, colours[left])));
        }
        Rule::Connected(rule) => adjacent(&rule.vars, &rule.graph.neighbours, hash(&(14, rule.inside)), colours, heard),
        Rule::Path(rule) => adjacent(&rule.vars, &rule.graph.neighbours, hash(&(15, rule.length)), colours, heard),
    }
}

/// Sends each value the colours of the values that a relation allows beside it; what the relation looks like from either side.
fn relate(relation: &Relation, colours: &[u64], present: &Domain, named: &mut [Vec<u64>]) -> [u64; 2] {
    relation.sides().map(|side| {
        // A value that no variable can take, such as a hole of a board, is no part of the problem.
        let mut looks = Vec::new();
        for (value, allowed) in side.iter().enumerate().filter(|(value, _)| present.contains(Value(*value as u16))) {
            let beside = allowed.intersection(present).iter().map(|value| colours[value.index()]).collect();
            let look = combined(20, beside);
            named[value].push(look);
            looks.push(hash(&(colours[value], look)));
        }
        combined(21, looks)
    })
}

fn adjacent(vars: &[Var], neighbours: &[Vec<u32>], kind: u64, colours: &[u64], heard: &mut [Vec<u64>]) {
    for (var, near) in vars.iter().zip(neighbours) {
        let near = near.iter().map(|&node| colours[vars[node as usize].index()]).collect();
        heard[var.index()].push(combined(kind, near));
    }
}

/// The hash of a multiset.
fn combined(kind: u64, mut all: Vec<u64>) -> u64 {
    all.sort_unstable();
    hash(&(kind, all))
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
