//! What a sheet says about a puzzle beside its board: the solution and the level.

use pencilmark_csp::{Verdict, Why};
use pencilmark_puzzles::Answer;

use crate::registry::Generated;
use crate::teach::{Grade, TeachOptions};
use crate::{Puzzle, Report, SolveError};

/// What is printed with a puzzle, and what is wrong with it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Caption {
    /// The solution, if it is wanted and was found. Of several, it is the first.
    pub solution: Option<Answer>,
    /// How hard the puzzle is, in words, if that is wanted and known.
    pub level: Option<String>,
    /// Which budget ran out before the level was known, if any.
    pub ended: Option<Why>,
    /// What the search found; `None` if nothing was wanted.
    pub verdict: Option<Verdict>,
}

impl Caption {
    /// What a reader of the sheet should know about the puzzle, in words.
    ///
    /// ```
    /// # use pencilmark::{Puzzle, teach::TeachOptions};
    /// let caption = Puzzle::parse("1...............")?.caption(&TeachOptions::default(), false, true)?;
    /// assert_eq!(caption.notes(), ["it has several solutions; one of them is printed"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn notes(&self) -> Vec<String> {
        let level = self.ended.map(|why| format!("printed without a level: {why}"));
        let solution = match self.verdict {
            None | Some(Verdict::Unique) => None,
            Some(Verdict::Several) if self.solution.is_some() => {
                Some("it has several solutions; one of them is printed")
            }
            Some(Verdict::Several) => Some("it has several solutions"),
            Some(Verdict::Refuted) => Some("it has no solution"),
            Some(Verdict::Solved) => Some("whether it has one solution was not found out in time"),
            Some(Verdict::Undecided) => Some("its solution was not found in time"),
        };
        level.into_iter().chain(solution.map(str::to_owned)).collect()
    }

    fn of(
        (level, solution): (bool, bool),
        grade: impl FnOnce() -> Result<Grade, SolveError>,
        solve: impl FnOnce() -> Result<Report, SolveError>,
    ) -> Result<Self, SolveError> {
        let mut caption = Self::default();
        let report = if level {
            let grade = grade()?;
            (caption.level, caption.ended) = (grade.in_words(), grade.ended);
            grade.report
        } else if solution {
            solve()?
        } else {
            return Ok(caption);
        };
        caption.verdict = Some(report.outcome.verdict());
        caption.solution = report.solution().cloned().filter(|_| solution);
        Ok(caption)
    }
}

impl Puzzle {
    /// What to print with the puzzle: its level, its solution, both or neither. The level is that of [`Puzzle::grade`].
    pub fn caption(&self, course: &TeachOptions, level: bool, solution: bool) -> Result<Caption, SolveError> {
        Caption::of((level, solution), || self.grade(course), || self.solver().options(&course.options()).run())
    }
}

impl Generated {
    /// Returns what [`Puzzle::caption`] returns, without computing again what is known.
    pub fn caption(&self, course: &TeachOptions, level: bool, solution: bool) -> Result<Caption, SolveError> {
        Caption::of((level, solution), || self.grade(course), || self.solve(&course.options()))
    }
}
