//! The studio's server over real connections.

mod client;
mod events;
mod experiments;
mod fuzzed;
mod hostile;
mod load;
mod puzzles;
