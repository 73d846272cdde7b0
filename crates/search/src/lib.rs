//! Search methods over a finite-domain problem: one file a method, and none has ever heard of a puzzle.
//!
//! How to add one: a file with a type that implements [`Method`], and a line in [`METHODS`]. Help texts, listings and
//! conformance tests derive from that table.

mod annealing;
mod arc_consistency;
mod backtracking;
mod explain;
mod genetic;
mod hill_climbing;
mod informed;
mod local;
mod method;
mod min_conflicts;
mod sat;
mod solutions;
mod tandem;
mod walk;

pub use annealing::Annealing;
pub use arc_consistency::ArcConsistency;
pub use backtracking::Backtracking;
pub use explain::{Explanation, explain};
pub use genetic::Genetic;
pub use hill_climbing::HillClimbing;
pub use informed::{AStar, Greedy, UniformCost, disjoint, first_estimate};
pub use method::{
    Complete, Draws, Entry, METHODS, Method, MethodInfo, Parameter, ParameterError, Parameters, Run, Takes, method,
};
pub use min_conflicts::MinConflicts;
pub use sat::Sat;
pub use solutions::Solutions;
pub use tandem::Tandem;
