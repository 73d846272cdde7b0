//! Tests of the methods in one program: each file is about one thing that holds for several of them.

mod domains;
mod informed;
mod laws;
mod smallest;
mod stochastic;
mod walkthrough;
