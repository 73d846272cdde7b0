//! The lab: comparisons of search methods that can be believed.

pub mod plot;
pub mod stats;
