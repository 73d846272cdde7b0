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
pub mod batch;
mod caption;
pub mod check;
pub mod corpus;
mod corrections;
pub mod display;
mod generated;
#[doc(hidden)]
pub mod inside;
mod plan;
mod puzzle;
pub mod read;
pub mod record;
pub mod registry;
pub mod remedy;
pub mod render;
pub mod reports;
mod row;
pub mod rules;
pub mod sketch;
mod solve;
pub mod table;
pub mod teach;
mod variations;
pub mod view;
pub mod watch;
mod write;

/// How searches end, what they count, and what they hold.
pub mod outcome {
    pub use pencilmark_csp::{Account, CounterInfo, Counters, End, Improvement, Outcome, Why};
}

/// What a method from outside needs: the problem as data, what may be spent, and whom to tell. [`Guest`](guest::Guest) has the contract.
pub mod guest {
    pub use pencilmark_csp::{Csp, Domain, Event, Level, Meter, Observer, Posted, Role, Rule, Value, Var};
    pub use pencilmark_search::{Complete, Draws, Family, Guest, MethodInfo, Run};
}

pub use caption::Caption;
pub use check::Check;
pub use corrections::Corrections;
pub use pencilmark_csp::{Budget, StopSignal, Verdict};
pub use pencilmark_puzzles::{
    Answer, Cell, Correction, GenerateError, Grid, Marks, ParseError, Position, Reason, Remedy, Settings, Spec,
};
pub use plan::{MethodChoice, Options, Plan};
pub use puzzle::Puzzle;
pub use solve::{LeftOut, Report, SolveError};
pub use variations::Variations;
