//! Reads, solves, explains, grades and generates five pencil-and-paper puzzles: Sudoku, KenKen,
//! Hitori, Hidato and Star Battle.
//!
//! One type, [`Puzzle`], stands for a puzzle of any kind. Every solution that this crate returns has
//! been checked against the rules by a judge that shares no code with the solvers.
//!
//! # Read and draw
//!
//! [`Puzzle::parse`] accepts lines, grids, drawings, puzz.link addresses, JSON and more, and finds out
//! which kind and format a text is in. [`read::read`] reads many puzzles from one text.
//!
//! ```
//! use pencilmark::{Puzzle, render};
//!
//! let puzzle = Puzzle::parse("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")?;
//! println!("{}", render::text(&puzzle.board(None), &render::TextStyle::default()));
//! assert_eq!(puzzle.title(), "Sudoku 9×9");
//! # Ok::<(), pencilmark::ParseError>(())
//! ```
//!
//! # Solve
//!
//! [`Puzzle::solver`] runs the kind's own engine, or any method of the
//! [registry](registry::methods), within a [`Budget`]. Two solutions are enough to know whether the
//! first is the only one.
//!
//! ```
//! use pencilmark::{Puzzle, Verdict};
//!
//! let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
//! let report = puzzle.solver().method("backtracking:order=mrv")?.limit(2).run()?;
//! assert_eq!(report.outcome.verdict(), Verdict::Unique);
//! println!("{} nodes", report.counters.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Explain
//!
//! [`Puzzle::hint`] finds the next step, [`Puzzle::explain`] all steps, and [`Puzzle::grade`] how hard
//! they are. Each step gives its reason.
//!
//! ```
//! use pencilmark::Puzzle;
//! use pencilmark::teach::TeachOptions;
//!
//! let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
//! let explanation = puzzle.explain(&TeachOptions::default(), false)?;
//! for (_, step) in &explanation.steps {
//!     println!("{}: {}", step.technique.title, step.why.reason);
//! }
//! assert!(explanation.solved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Generate
//!
//! [`Puzzle::generate`] makes a puzzle with one solution. The same seed gives the same puzzle.
//!
//! ```
//! use pencilmark::{Puzzle, Spec};
//!
//! let puzzle = Puzzle::generate("star-battle", &Spec::default().with("size", 6), 2026)?;
//! assert!(puzzle.prove_unique()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! | To | see |
//! | --- | --- |
//! | find out why a puzzle has no solution, or several, and which clue to change | [`Puzzle::check`], [`Corrections`] |
//! | list kinds, formats, methods and settings, or make many puzzles | [`registry`] |
//! | read files and streams, or set the kind and format | [`read`] |
//! | work on thousands of puzzles on all cores | [`batch`] |
//! | draw boards as text or SVG | [`render`] |
//! | show a learner the next step, or grade by techniques | [`teach`] |
//! | tell which rules the entries break | [`rules`] |
//! | write results as JSON, CSV or Parquet | [`record`], [`table`] |
//! | follow a search event by event | [`watch`] |
//! | add a search method of your own | [`guest`] |
//! | use the built-in puzzles | [`corpus`] |

mod about;
mod answer;
pub mod batch;
mod caption;
pub mod check;
pub mod corpus;
mod corrections;
#[doc(hidden)]
pub mod front;
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
mod row;
pub mod rules;
mod solve;
pub mod table;
pub mod teach;
mod variations;
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
pub use solve::{LeftOut, Report, SolveError, Solver};
pub use variations::Variations;
