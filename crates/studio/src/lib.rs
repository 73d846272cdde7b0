//! The studio: a local page on which to play, watch, compare and make puzzles.
//!
//! A small server on the loopback interface, and `web/`: plain ES modules that are embedded in the program. The server keeps no state: a request brings the
//! puzzle that it is about, and what takes longer is a stream of events that ends when its client goes away.
//!
//! Glossary: a **quick** request answers at once or within seconds; a **run** is a search, a generator or an experiment, told as a stream of events; a **worker** is a
//! thread that does one of either.

mod api;
mod assets;
mod connections;
mod guard;
mod impatient;
mod limits;
mod server;
mod workers;

pub use api::openapi;
pub use limits::Limits;
pub use server::{Studio, StudioError};
