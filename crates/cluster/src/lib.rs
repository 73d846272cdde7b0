//! Pencilmark's functions in SQL: on one machine by `DataFusion`, on many by Ballista.
//!
//! [`session::functions`] lists the scalar functions; [`session::local`] and [`session::connect`] make sessions that know
//! them and the table functions `generate` and `experiment`. Every process of a cluster registers the same list: plans
//! name functions, they do not carry them.
//!
//! **Invariant**: no row ends a process. What cannot be read is a row with an `error`; a bug is an error of the query.

mod argument;
mod cluster;
mod codec;
mod column;
mod compare;
mod experiment;
mod function;
mod generate;
pub mod job;
mod numbers;
pub mod session;
pub mod sql;

pub use cluster::{Executor, Scheduler};
pub use compare::compare;
pub use experiment::planned;
