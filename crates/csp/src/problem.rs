//! The problem: variables, domains, posted rules.

use std::fmt;
use std::sync::Arc;

use crate::{Domain, Rule};

/// A variable: an index into [`Csp::domains`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

impl Var {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value of a variable: the integer that the rules compute with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u16);

impl Value {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    #[inline]
    pub(crate) fn word(self) -> usize {
        usize::from(self.0 >> 6)
    }
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// One value for every variable.
pub type Assignment = Vec<Value>;

/// Reads what a variable holds in a complete or partial assignment.
pub trait Lookup {
    /// The value of `var`, if it has one.
    fn get(&self, var: Var) -> Option<Value>;
}

impl Lookup for [Value] {
    fn get(&self, var: Var) -> Option<Value> {
        Some(self[var.index()])
    }
}

impl Lookup for [Option<Value>] {
    fn get(&self, var: Var) -> Option<Value> {
        self[var.index()]
    }
}

/// Which rule of the puzzle a constraint comes from: a short stable id for programs ("row") and a sentence for people
/// ("row 3 holds each digit once").
///
/// Two labels are equal if both parts are. Constraints that share a label are kept or dropped together when a conflict
/// is shrunk.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    rule: &'static str,
    text: Arc<str>,
}

impl Label {
    /// A label from the rule's id and its sentence.
    pub fn new(rule: &'static str, text: impl Into<Arc<str>>) -> Self {
        Self { rule, text: text.into() }
    }

    /// The id of the rule, such as `row`, `cage` or `given`: what every label of that rule has in common.
    pub fn rule(&self) -> &'static str {
        self.rule
    }

    /// The sentence.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<T: Into<Arc<str>>> From<(&'static str, T)> for Label {
    fn from((rule, text): (&'static str, T)) -> Self {
        Self::new(rule, text)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.rule, self.text)
    }
}

/// What repair search may do with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Holds in every state of a repair search.
    Hard,
    /// What a repair search works towards.
    Goal,
}

/// A rule with its label.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The constraint.
    pub rule: Rule,
    /// What it is called.
    pub label: Label,
    /// Its part in a repair search.
    pub role: Role,
}

/// How some variables of a complete board may step.
///
/// Each neighbourhood promises something about its variables. Every board that a walk starts from or steps to keeps the
/// promise, so rules that follow from it are never broken and cost nothing to satisfy.
#[derive(Clone, Debug)]
pub enum Neighbourhood {
    /// Give one of these variables another value of its domain.
    Change(Vec<Var>),
    /// These variables hold these values in some order: swap two.
    Deal {
        /// The variables.
        vars: Vec<Var>,
        /// The values dealt to them, one each.
        values: Vec<Value>,
    },
    /// The variables of this cage always satisfy it, and those of them that must differ do: take another tuple.
    Tuple {
        /// The rule's place in [`Csp::posted`].
        rule: usize,
    },
    /// Each variable is linked to the next by a relation that always holds: take another route between two of them.
    Chain {
        /// The variables, in the order of the chain.
        vars: Vec<Var>,
    },
    /// Change one variable of a broken [`Role::Goal`] rule, then reset to [`Csp::start`] what now breaks a [`Role::Hard`]
    /// one.
    Repair(Vec<Var>),
}

/// A way to walk from one complete board to the next, as data: which neighbourhoods to step in.
///
/// # Contract
///
/// - No variable is in two neighbourhoods. A variable in none of them has one value by a unary rule; if unary rules leave
///   it a choice, it changes by itself.
/// - Every solution keeps what the neighbourhoods promise, or the walk cannot find it.
/// - A deal has as many values as variables. A chain is linked by a [`Pairs`](crate::rule::Pairs) rule between every two
///   variables that follow each other. A tuple names a [`Cage`](crate::rule::Cage).
/// - A model that cannot keep this for a particular puzzle (a number given twice, say) leaves the walk out.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Its name: change, deal, tuple, chain or repair.
    pub name: &'static str,
    /// Where each step is taken.
    pub parts: Vec<Neighbourhood>,
}

/// A finite-domain problem: plain data, to be read by any method.
#[derive(Clone, Debug, Default)]
pub struct Csp {
    /// The values each variable may take, before any rule is applied.
    pub domains: Vec<Domain>,
    /// The rules.
    pub posted: Vec<Posted>,
    /// Variables that determine all the others.
    pub decisions: Vec<Var>,
    /// Groups of variables that may be exchanged, such as the two stars of a region.
    pub interchangeable: Vec<Vec<Var>>,
    /// How local search may walk, best first; any problem can also be walked by changing one variable at a time.
    pub walks: Vec<Walk>,
    /// A natural complete start, such as all white in Hitori.
    pub start: Option<Assignment>,
}

impl Csp {
    /// A problem with these domains and no rules, every variable a decision.
    pub fn new(domains: Vec<Domain>) -> Self {
        let decisions = (0..domains.len() as u32).map(Var).collect();
        Self { domains, decisions, ..Self::default() }
    }

    /// Adds a rule.
    pub fn post(&mut self, rule: impl Into<Rule>, label: impl Into<Label>, role: Role) {
        self.posted.push(Posted { rule: rule.into(), label: label.into(), role });
    }

    /// What unary rules leave of the domains.
    pub fn unary_domains(&self) -> Vec<Domain> {
        let mut domains = self.domains.clone();
        for posted in &self.posted {
            if let Rule::Allowed(given) = &posted.rule {
                let domain = &mut domains[given.var.index()];
                *domain = domain.intersection(&given.set);
            }
        }
        domains
    }

    /// All variables.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.domains.len() as u32).map(Var)
    }

    /// The sum of the violations of all rules at `assignment`; 0 exactly when it is a solution.
    pub fn cost<A: Lookup + ?Sized>(&self, assignment: &A) -> u64 {
        self.posted.iter().map(|posted| posted.rule.violation(assignment)).sum()
    }

    /// Whether every variable has a value of its domain and every rule holds.
    pub fn is_solution(&self, assignment: &[Value]) -> bool {
        assignment.len() == self.domains.len()
            && self.domains.iter().zip(assignment).all(|(domain, &value)| domain.contains(value))
            && self.cost(assignment) == 0
    }
}
