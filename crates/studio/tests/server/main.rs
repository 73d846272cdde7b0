//! The studio's server over real connections.

mod client;
mod events;
mod hostile;
mod puzzles;
