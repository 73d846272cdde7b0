//! Pencilmark: one engine for five pencil-and-paper puzzles.
//!
//! Sudoku, KenKen, Hitori, Hidato and Star Battle are read from text, solved, proved unique (or shown to have two
//! solutions, or none, and why), generated and drawn, all through one type, [`Puzzle`].
//!
//! ```
//! use pencilmark::{Options, Puzzle, Verdict};
//!
//! let puzzle = Puzzle::parse(
//!     "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
//! )?;
//! let report = puzzle.solve(&Options::up_to(2))?;
//! assert_eq!(report.outcome.verdict(), Verdict::Unique);
//! println!("{}", pencilmark::render::text(&puzzle.board(report.solution()), &Default::default()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Front ends call this crate and nothing below it.

mod answer;
mod blame;
pub mod corpus;
mod film;
pub mod nine;
mod plan;
mod puzzle;
mod read;
mod registry;
pub mod render;
mod solve;
mod stage;
mod trace;
mod watch;
mod write;

pub use film::{Change, Film, Frame, Recorder, Shot};
pub use pencilmark_csp::{
    Budget, Changes, Counters, End, Event, Generation, Improvement, Label, Observer, Outcome, StopSignal, Value, Var,
    Verdict, Why,
};
pub use pencilmark_puzzles::{
    Accent, Answer, Board, Broken, Cell, Edge, Face, GenerateError, Grid, Hints, KindInfo, ModelInfo, ParseError,
    Position, Preset, Source, Spec, Tone,
};
pub use pencilmark_search::{Complete, Draws, Explanation, MethodInfo, Parameter, ParameterError, Parameters, Takes};
pub use plan::{MethodChoice, Options, PATIENCE, Plan};
pub use puzzle::Puzzle;
pub use read::{Chunk, Chunks, Item, ReadOptions, chunks, decode, no_puzzle, read};
pub use registry::{FormatInfo, JSON, KindEntry, generate, kind, kinds, method, methods};
pub use solve::{Check, Report, SolveError};
pub use stage::Stage;
pub use trace::{Trace, TraceOptions};
pub use watch::{Both, Scene};
