//! The studio's server over real connections.

mod client;
mod events;
mod experiments;
mod hostile;
mod puzzles;
