//! Search methods over a finite-domain problem: one file a method, and none has ever heard of a puzzle.
//!
//! How to add one: a file with a type that implements [`Method`], and a line in [`METHODS`]. Help texts, listings and
//! conformance tests derive from that table.

mod annealing;
mod backtracking;
mod explain;
mod genetic;
mod local;
mod method;
mod sat;
mod tandem;
mod walk;

pub use annealing::Annealing;
pub use backtracking::Backtracking;
pub use explain::{Explanation, explain};
pub use genetic::Genetic;
pub use method::{
    Complete, Entry, METHODS, Method, MethodInfo, Parameter, ParameterError, Parameters, Run, Takes, method,
};
pub use sat::Sat;
pub use tandem::Tandem;
