//! Teaching: the next step and its reason, the whole way to the solution, and how hard a puzzle is.
//!
//! All three stand on the techniques of the kinds ([`techniques`]) and on one loop: take the easiest step that there is. A [`TeachOptions`] says which techniques
//! may be used and what may be spent; [`Puzzle::hint`](crate::Puzzle::hint), [`Puzzle::explain`](crate::Puzzle::explain) and [`Puzzle::grade`](crate::Puzzle::grade) do the rest.
//!
//! Nothing is built on a mistake: entries and marks are compared with the solution first. Where the techniques come to an end, a hint or an explanation goes on with a
//! contradiction within a contradiction, then with the smallest reason that there is, and says so; a grade says that the puzzle needs search.

mod explain;
mod grade;
mod hint;
mod judged;
mod ladder;
pub mod page;

mod record;

pub use explain::Explanation;
pub use grade::{Grade, LEVELS};
pub use hint::Hint;
pub use ladder::{TeachOptions, UnknownTechnique, technique_names};
pub use pencilmark_puzzles::technique::techniques;
pub use record::{EXPLAIN, ExplainRecord, GRADE, GradeRecord, HintRecord, Placed, STEP, StepRecord, schema, stages};

pub use pencilmark_puzzles::technique::audit::{Audit, Depth, Look};
pub use pencilmark_puzzles::technique::words;
pub use pencilmark_puzzles::technique::{Exchange, Mark, Premise, Rating, Step, TechniqueInfo, Telling};
