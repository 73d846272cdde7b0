//! Search methods over a finite-domain problem: one file for each method. None of them knows about puzzles.
//!
//! To add one, write a file with a type that implements [`Method`] and add a line to [`METHODS`]. Help texts, listings and
//! conformance tests derive from that table. ARCHITECTURE.md walks through one method line by line. A crate outside makes
//! an [`MethodEntry`] of its method with [`entry`]; `examples/outside-method` does so.

mod annealing;
mod arc_consistency;
mod backtracking;
mod backtracking_then_sat;
mod conflict;
mod genetic;
mod hill_climbing;
mod informed;
pub mod local;
mod method;
mod min_conflicts;
pub mod names;
mod parameter;
mod sat;
mod smallest;
mod solutions;
mod subsets;
mod takes;
pub mod walk;

pub use annealing::Annealing;
pub use arc_consistency::ArcConsistency;
pub use backtracking::Backtracking;
pub use backtracking_then_sat::BacktrackingThenSat;
pub use conflict::{ConflictSet, ConflictingRule, conflict};
pub use genetic::Genetic;
pub use hill_climbing::HillClimbing;
pub use informed::{AStar, Greedy, UniformCost, disjoint, first_estimate};
pub use method::{Complete, Draws, Family, Guest, METHODS, Method, MethodEntry, MethodInfo, Run, entry, method};
pub use min_conflicts::MinConflicts;
pub use parameter::{Condition, FromValue, Key, Parameter, ParameterError, Parameters, ValueError};
pub use sat::{Sat, Turns};
pub use smallest::{Claim, Reason, Reasons};
pub use solutions::Solutions;
pub use subsets::Subsets;
pub use takes::{ParameterValue, Scalar, Takes};
