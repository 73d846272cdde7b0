//! A problem as clauses for a SAT solver.
//!
//! Each (variable, value) of the initial domains has a literal; a variable with two values has one literal and its
//! negation. Under [`Encoder::labelled`], every clause of a rule carries the negation of its label's selector, so that
//! assuming all selectors and failing names the labels to blame.

use std::collections::HashMap;

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::encodings::am1::{Encode as _, TwoProduct};
use rustsat::encodings::card::{BoundLower as _, BoundUpper as _, Totalizer};
use rustsat::instances::{BasicVarManager, ManageVars as _};
use rustsat::types::{Clause, Lit, TernaryVal};

use crate::{Csp, Domain, Label, Meter, Value, Var, Why};

/// Up to this many literals, forbidding every pair takes fewer clauses than any encoding with auxiliary variables.
const PAIRWISE: usize = 6;

/// The same where many short searches are to come, each of which would decide the auxiliary variables anew.
const PAIRWISE_LABELLED: usize = 10;

/// More literals than this would not fit into a sensible amount of memory.
const MOST_LITERALS: usize = 100_000_000;

/// Writes clauses; [`Encoder::take`] hands over what was written since last time.
pub struct Encoder {
    domains: Vec<Domain>,
    literals: Vec<Vec<Lit>>, // variable -> literal of each value of its domain, in order
    fresh: BasicVarManager,
    guard: Option<Lit>,
    selectors: Vec<(Label, Lit)>,
    never: Option<Lit>,
    pairwise: usize, // up to this many literals, every pair is forbidden
    clauses: Clauses,
}

impl Encoder {
    /// Encodes the domains and all rules of `csp`. Gives up when the budget is spent or the clauses take too much memory.
    pub fn new(csp: &Csp, meter: &Meter) -> Result<Self, Why> {
        let mut this = Self::domains_only(csp, PAIRWISE, meter);
        for posted in &csp.posted {
            posted.rule.encode(&mut this);
            this.clauses.check()?;
        }
        Ok(this)
    }

    /// The same, with a selector for each label: a rule binds only while its selector is assumed.
    pub fn labelled(csp: &Csp, meter: &Meter) -> Result<Self, Why> {
        let mut this = Self::domains_only(csp, PAIRWISE_LABELLED, meter);
        let mut selector_of: HashMap<Label, Lit> = HashMap::new();
        for posted in &csp.posted {
            let selector = *selector_of.entry(posted.label.clone()).or_insert_with(|| {
                let selector = this.fresh.new_lit();
                this.selectors.push((posted.label.clone(), selector));
                selector
            });
            this.guarded(selector, |this| posted.rule.encode(this));
            this.clauses.check()?;
        }
        Ok(this)
    }

    fn domains_only(csp: &Csp, pairwise: usize, meter: &Meter) -> Self {
        let mut this = Self {
            domains: csp.domains.clone(),
            literals: Vec::new(),
            fresh: BasicVarManager::default(),
            guard: None,
            selectors: Vec::new(),
            never: None,
            pairwise,
            clauses: Clauses { written: Vec::new(), literals: 0, guard: None, meter: meter.clone(), failed: None },
        };
        for domain in &csp.domains {
            let literals = if domain.len() == 2 {
                let low = this.fresh();
                vec![low, !low]
            } else {
                let literals: Vec<Lit> = domain.iter().map(|_| this.fresh()).collect();
                this.clause(literals.clone());
                this.at_most_one(&literals);
                literals
            };
            this.literals.push(literals);
        }
        this
    }

    /// The labels and their selectors.
    pub fn selectors(&self) -> &[(Label, Lit)] {
        &self.selectors
    }

    /// The clauses written since the last call. Fails if some could not be written, because the rest would be another
    /// problem.
    pub fn take(&mut self) -> Result<Vec<Clause>, Why> {
        self.clauses.check()?;
        Ok(std::mem::take(&mut self.clauses.written))
    }

    /// Whether anything was written, or should have been, since then.
    pub fn has_clauses(&self) -> bool {
        !self.clauses.written.is_empty() || self.clauses.failed.is_some()
    }

    /// Reads the assignment off a model.
    pub fn read(&self, value_of: impl Fn(Lit) -> TernaryVal) -> Vec<Value> {
        let value = |(domain, literals): (&Domain, &Vec<Lit>)| {
            let mut pairs = domain.iter().zip(literals);
            let held = pairs.find(|&(_, &lit)| value_of(lit) == TernaryVal::True);
            held.map_or_else(|| domain.first().unwrap_or_default(), |(value, _)| value)
        };
        self.domains.iter().zip(&self.literals).map(value).collect()
    }

    // ---- What rules write with ---------------------------------------------------------------------------------

    /// The initial domain of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.domains[var.index()]
    }

    /// "`var` is `value`".
    pub fn is(&mut self, var: Var, value: Value) -> Lit {
        let domain = &self.domains[var.index()];
        if !domain.contains(value) {
            return self.never();
        }
        self.literals[var.index()][domain.rank(value)]
    }

    /// "`var` is a member of `set`".
    pub fn is_in(&mut self, var: Var, set: &Domain) -> Lit {
        let domain = self.domains[var.index()].clone();
        let inside = domain.intersection(set);
        let outside: Vec<Value> = domain.iter().filter(|&value| !set.contains(value)).collect();
        match (inside.len(), outside.len()) {
            (0, _) => self.never(),
            (_, 0) => !self.never(),
            (1, _) => self.is(var, inside.first().unwrap_or_default()),
            (_, 1) => !self.is(var, outside[0]),
            _ => {
                let member = self.fresh();
                for value in inside.iter() {
                    let is = self.is(var, value);
                    self.clauses.push([!is, member]);
                }
                for value in outside {
                    let is = self.is(var, value);
                    self.clauses.push([!is, !member]);
                }
                member
            }
        }
    }

    /// A literal of a new variable.
    pub fn fresh(&mut self) -> Lit {
        self.fresh.new_lit()
    }

    /// One of these holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.clauses.push(literals.into_iter().chain(self.guard.map(|guard| !guard)));
    }

    /// At most one of these holds.
    pub fn at_most_one(&mut self, literals: &[Lit]) {
        if literals.len() <= self.pairwise {
            for (index, &a) in literals.iter().enumerate() {
                for &b in &literals[..index] {
                    self.clause([!a, !b]);
                }
            }
        } else {
            let mut product: TwoProduct = literals.iter().copied().collect();
            self.collect(|clauses, fresh| product.encode(clauses, fresh));
        }
    }

    /// At least `min` and at most `max` of these hold.
    pub fn between(&mut self, literals: &[Lit], min: usize, max: usize) {
        if min > literals.len() || min > max {
            return self.clause([]);
        }
        if min == 1 {
            self.clause(literals.iter().copied());
        } else if min == literals.len() {
            for &literal in literals {
                self.clause([literal]);
            }
        }
        if max == 0 {
            for &literal in literals {
                self.clause([!literal]);
            }
        } else if max == 1 {
            self.at_most_one(literals);
        }
        let need_lower = min > 1 && min < literals.len();
        let need_upper = max > 1 && max < literals.len();
        if !need_lower && !need_upper {
            return;
        }
        let mut totalizer: Totalizer = literals.iter().copied().collect();
        let mut enforced = Vec::new();
        if need_upper {
            self.collect(|clauses, fresh| totalizer.encode_ub(max..=max, clauses, fresh));
            enforced.extend(totalizer.enforce_ub(max).unwrap_or_default());
        }
        if need_lower {
            self.collect(|clauses, fresh| totalizer.encode_lb(min..=min, clauses, fresh));
            enforced.extend(totalizer.enforce_lb(min).unwrap_or_default());
        }
        for literal in enforced {
            self.clause([literal]);
        }
    }

    /// Writes under a further condition: the clauses bind only while `guard` holds.
    pub fn guarded<R>(&mut self, guard: Lit, write: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.guard.replace(guard);
        let result = write(self);
        self.guard = outer;
        result
    }

    fn never(&mut self) -> Lit {
        if let Some(never) = self.never {
            return never;
        }
        let never = self.fresh();
        self.never = Some(never);
        self.clauses.push([!never]);
        never
    }

    fn collect(&mut self, encode: impl FnOnce(&mut Clauses, &mut BasicVarManager) -> Result<(), OutOfMemory>) {
        self.clauses.guard = self.guard;
        // `Clauses` always returns Ok; it notes by itself when memory runs out.
        let _ = encode(&mut self.clauses, &mut self.fresh);
        self.clauses.guard = None;
    }
}

/// Where rustsat's encodings write to.
struct Clauses {
    written: Vec<Clause>,
    literals: usize, // written in all
    guard: Option<Lit>,
    meter: Meter,
    failed: Option<Why>, // from here on nothing more is written
}

impl Clauses {
    fn push(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.add(literals.into_iter().collect());
    }

    fn add(&mut self, clause: Clause) {
        if self.failed.is_some() {
            return;
        }
        self.literals += clause.len();
        if self.literals > MOST_LITERALS {
            self.failed = Some(Why::Memory);
        } else if self.written.len() % 4096 == 4095 {
            self.failed = self.meter.check().err();
        }
        self.written.push(clause);
    }

    fn check(&self) -> Result<(), Why> {
        self.failed.map_or(Ok(()), Err)
    }
}

impl CollectClauses for Clauses {
    fn n_clauses(&self) -> usize {
        self.written.len()
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) -> Result<(), OutOfMemory> {
        for mut clause in clauses {
            if let Some(guard) = self.guard {
                clause.add(!guard);
            }
            self.add(clause);
        }
        Ok(())
    }
}
