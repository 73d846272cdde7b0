//! A finite-domain problem as plain data, and what narrows it.
//!
//! Glossary, used everywhere below:
//!
//! - **variable** ([`Var`]): an unknown; **value** ([`Value`]): a small integer it may take;
//! - **domain** ([`Domain`]): the values still possible for a variable, the pencil marks of a cell;
//! - **rule** ([`Rule`]): a constraint over some variables, its *scope*;
//! - **problem** ([`Csp`]): domains and posted rules, nothing else; it can be printed, counted, encoded;
//! - **assignment**: one value for every variable;
//! - **store** ([`Store`]): the domains during a search, with a trail that undoes changes;
//! - **level** ([`Level`]): how hard inference works between two decisions.
//!
//! The vocabulary is that of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, chapter 6.
//!
//! This crate knows nothing about puzzles, and it does not search.

mod budget;
mod counters;
mod domain;
mod encode;
mod evaluate;
mod likeness;
mod observe;
mod outcome;
mod problem;
mod propagate;
pub mod random;
pub mod rule;
mod trail;

pub use budget::{Account, Budget, Held, Meter, RaisedForNow, StopSignal, Why};
pub use counters::{CounterInfo, Counters, Improvement, Tally};
pub use domain::Domain;
pub use encode::Encoder;
pub use evaluate::Evaluator;
pub use observe::{Changes, Event, Generation, Observer, Silent};
pub use outcome::{End, Outcome, Verdict};
pub use problem::{Assignment, Csp, Label, Lookup, Neighbourhood, Posted, Role, Value, Var, Walk};
pub use propagate::{Conflict, Propagation, Stopped};
pub use rule::{Level, Rule};
pub use trail::{Store, Wipeout};

/// The SAT literals and clauses that [`Encoder`] speaks in.
pub use rustsat::types::{Clause, Lit};
