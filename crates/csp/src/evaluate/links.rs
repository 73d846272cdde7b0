//! Which rules are about which variable, and how each of them is kept up to date.

use crate::{Csp, Rule, Value, Var};

/// A rule about a variable, and how it is kept up to date.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    Different {
        rule: u32,
        base: u32,
    },
    /// The values that count, where all are below 64.
    Count {
        rule: u32,
        mask: u64,
    },
    CountWide {
        rule: u32,
        term: u32,
    },
    /// A node of a connected set, and which set.
    Node {
        rule: u32,
        set: u32,
        node: u32,
    },
    Afresh {
        rule: u32,
    },
}

/// A count and what it has to be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    pub(super) now: i32,
    pub(super) min: i32,
    pub(super) max: i32,
}

impl Held {
    pub(super) fn new(rule: &Rule) -> Self {
        match rule {
            Rule::Count(count) => Self { now: 0, min: count.min as i32, max: count.max as i32 },
            _ => Self::default(),
        }
    }

    pub(super) fn violation(self) -> i32 {
        (self.now - self.max).max(0) + (self.min - self.now).max(0)
    }
}

/// The rules about each variable, looked at once.
pub(super) struct Links {
    /// One variable after the other.
    pub(super) all: Vec<Link>,
    /// Variable -> its first link.
    pub(super) first: Vec<u32>,
    /// Rule -> its variables.
    pub(super) scopes: Vec<Vec<Var>>,
    /// All-different rule -> where its tallies begin.
    pub(super) bases: Vec<u32>,
    /// How many tallies there are.
    pub(super) tallies: u32,
    /// Connected rules, each with the value that hangs together.
    pub(super) sets: Vec<(u32, Value)>,
}

impl Links {
    /// For values below `width`.
    pub(super) fn new(csp: &Csp, width: usize) -> Self {
        let scopes: Vec<Vec<Var>> = csp.posted.iter().map(|posted| posted.rule.scope()).collect();
        let mut of_var: Vec<Vec<Link>> = vec![Vec::new(); csp.domains.len()];
        let mut tallies = 0;
        let mut sets = Vec::new();
        let mut bases = vec![0; csp.posted.len()];
        for (rule, posted) in csp.posted.iter().enumerate() {
            let rule = rule as u32;
            for (term, &var) in scopes[rule as usize].iter().enumerate() {
                of_var[var.index()].push(match &posted.rule {
                    Rule::AllDifferent(_) => Link::Different { rule, base: tallies },
                    Rule::Count(count) => match count.terms[term].set.words() {
                        [] => Link::Count { rule, mask: 0 },
                        &[mask] => Link::Count { rule, mask },
                        _ => Link::CountWide { rule, term: term as u32 },
                    },
                    Rule::Connected(_) => Link::Node { rule, set: sets.len() as u32, node: term as u32 },
                    _ => Link::Afresh { rule },
                });
            }
            if matches!(posted.rule, Rule::AllDifferent(_)) {
                bases[rule as usize] = tallies;
                tallies += width as u32;
            }
            if let Rule::Connected(connected) = &posted.rule {
                sets.push((rule, connected.inside));
            }
        }
        let mut first = vec![0];
        let mut links = Vec::new();
        for of_this in of_var {
            links.extend(of_this);
            first.push(links.len() as u32);
        }
        Self { all: links, first, scopes, bases, tallies, sets }
    }
}

impl Link {
    pub(super) fn rule(&self) -> u32 {
        match *self {
            Self::Different { rule, .. }
            | Self::Count { rule, .. }
            | Self::CountWide { rule, .. }
            | Self::Node { rule, .. }
            | Self::Afresh { rule } => rule,
        }
    }
}

pub(super) fn in_mask(mask: u64, value: Value) -> bool {
    value.0 < 64 && mask >> value.0 & 1 == 1
}
