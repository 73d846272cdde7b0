//! A new puzzle, with what its generator knows about it.

use std::time::Duration;

use pencilmark_csp::{Counters, End, Outcome};
use pencilmark_puzzles::Answer;
use pencilmark_puzzles::technique::Climb;

use crate::teach::{Grade, TeachOptions};
use crate::{Options, Puzzle, Report, SolveError};

/// A new puzzle, and what its generator knows about it: nothing of that is computed again.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution, which has not been judged. `None` if it may have several, or is not known.
    pub(crate) solution: Option<Answer>,
    /// How the techniques solve it, measured as for a grade.
    pub(crate) climb: Option<Climb>,
}

impl Generated {
    /// Reports the only solution, after the judge has seen it. Solves the puzzle with these options
    /// if none is known.
    pub fn solve(&self, options: &Options) -> Result<Report, SolveError> {
        match &self.solution {
            Some(solution) => self.puzzle.known(solution),
            None => self.puzzle.solver().options(options).run(),
        }
    }

    /// Returns the grade that [`Puzzle::grade`] returns, without the search for solutions if the only
    /// one is known, and without climbing again if a climb with the same techniques is known.
    ///
    /// ```
    /// # use pencilmark::{Spec, registry::{Generator, kind}, teach::TeachOptions};
    /// let spec = Spec::sized(4, 4);
    /// let made = Generator::new(kind("sudoku").expect("Sudoku is there"), &spec)?.generate(2026, 0)?;
    /// let grade = made.grade(&TeachOptions::default())?;
    /// assert_eq!(grade.level, made.puzzle.grade(&TeachOptions::default())?.level);
    /// assert_eq!(grade.report.solution(), made.puzzle.solver().run()?.solution());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grade(&self, course: &TeachOptions) -> Result<Grade, SolveError> {
        let Some(solution) = &self.solution else { return self.puzzle.grade(course) };
        let report = self.puzzle.known(solution)?;
        match &self.climb {
            Some(climb) if course.is_usual() => Ok(Grade::of_climb(report, climb)),
            _ => self.puzzle.grade_solved(report, course),
        }
    }
}

impl From<Puzzle> for Generated {
    /// A puzzle of which nothing else is known.
    fn from(puzzle: Puzzle) -> Self {
        Self { puzzle, solution: None, climb: None }
    }
}

impl Puzzle {
    /// The report of a search that found this solution and no other. Fails if the solution is wrong.
    fn known(&self, solution: &Answer) -> Result<Report, SolveError> {
        let wrong = |broken| SolveError::Wrong { method: "generator".to_owned(), kind: self.kind().title, broken };
        self.judge(solution).map_err(|reason| wrong(reason.text))?;
        Ok(Report {
            outcome: Outcome { solutions: vec![solution.clone()], found: 1, ..Outcome::nothing(End::Exhausted) },
            left_out: None,
            reason: None,
            marks: None,
            counters: Counters::default(),
            improvements: Vec::new(),
            elapsed: Duration::ZERO,
        })
    }
}
