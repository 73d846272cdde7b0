//! The command from outside: what a shell, a script and a person get.
//!
//! Every test runs the binary itself. The puzzles are small and made for the purpose; see [`common`].

mod batches;
mod common;
mod completion;
mod contract;
mod conversion;
mod corrections;
mod counters;
mod equivalent;
mod exit_codes;
mod front_end_words;
mod generation;
mod interruption;
mod lab;
#[cfg(unix)]
mod lab_faults;
mod limits;
mod locale;
mod people;
mod print;
mod progress;
mod schemas;
mod streaming;
mod streams;
#[cfg(unix)]
mod studio;
mod teach;
mod terminal;
mod texts;
mod traces;
mod watching;
mod words;
