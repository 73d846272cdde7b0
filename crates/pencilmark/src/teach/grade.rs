//! How hard a puzzle is.

use std::time::{Duration, Instant};

use pencilmark_csp::{Budget, Meter, Verdict, Why};
use pencilmark_puzzles::technique::{self, Climb, Finder, Rating, TIERS, TechniqueInfo};

use super::TeachOptions;
use crate::{Puzzle, Report, SolveError};

/// How hard a puzzle is for a person who always takes the easiest step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Grade {
    /// What the search for solutions found. Only a puzzle with one solution has a grade.
    pub report: Report,
    /// From 1 to 6: the tier of the hardest technique that is needed. `None`: the techniques do not solve it, or it has no grade.
    pub level: Option<u8>,
    /// Orders puzzles within a level: the rating of the hardest step, and a little more for every step. Thirty steps of one rating weigh as much as one that is rated a
    /// point higher.
    pub score: Option<f64>,
    /// The hardest technique that was used.
    pub hardest: Option<&'static TechniqueInfo>,
    /// The highest rating of a step.
    pub rating: Option<Rating>,
    /// How many steps there were in each tier.
    pub tiers: [usize; 6],
    /// Ratings on scales of other programs, by name, if they were asked for: `er`, `ep` and `ed` of Sudoku Explainer.
    pub ratings: Vec<(&'static str, Rating)>,
    /// Positions in which the easiest tier with a step has only one.
    pub bottlenecks: usize,
    /// What was spent before the end, if anything was; then there is no level.
    pub ended: Option<Why>,
    /// Elapsed time, including the search for solutions.
    pub elapsed: Duration,
}

/// The levels, starting at 1: their names, and what they ask of a solver.
pub const LEVELS: [(&str, &str); 6] = [
    ("easy", "look at one place at a time"),
    ("medium", "look at two or three places at a time"),
    ("hard", "see groups of cells and values"),
    ("very hard", "see patterns that span the board"),
    ("fiendish", "follow chains, or count over large areas"),
    ("extreme", "suppose something, and see it fail"),
];

impl Grade {
    /// The grade of a puzzle before its first step.
    fn ungraded(report: Report) -> Self {
        Self {
            elapsed: report.elapsed,
            report,
            level: None,
            score: None,
            hardest: None,
            rating: None,
            tiers: [0; 6],
            bottlenecks: 0,
            ratings: Vec::new(),
            ended: None,
        }
    }

    /// The grade of a puzzle that these steps solve.
    pub(crate) fn of_climb(report: Report, climb: &Climb) -> Self {
        let mut grade = Self::ungraded(report);
        grade.count(climb);
        grade
    }

    /// Counts the steps. They give a level if they solve the puzzle.
    fn count(&mut self, climb: &Climb) {
        (self.hardest, self.rating, self.ended) = (climb.hardest, climb.rating, climb.ended);
        (self.tiers, self.bottlenecks) = (climb.tiers, climb.bottlenecks);
        self.score = climb.ended.is_none().then(|| climb.score());
        self.level = climb.solved.then(|| climb.tier.unwrap_or(1));
    }

    /// Whether the puzzle has one solution that the techniques do not lead to.
    pub fn needs_search(&self) -> bool {
        self.report.outcome.verdict() == Verdict::Unique && self.level.is_none() && self.ended.is_none()
    }

    /// Returns the level as words for a heading: `level 3` or `needs search`. `None` without a
    /// grade.
    pub fn in_words(&self) -> Option<String> {
        match self.level {
            Some(level) => Some(format!("level {level}")),
            None => self.needs_search().then(|| "needs search".to_owned()),
        }
    }
}

impl Puzzle {
    /// How hard the puzzle is, if it has one solution.
    pub fn grade(&self, course: &TeachOptions) -> Result<Grade, SolveError> {
        let report = self.solver().options(&course.options()).run()?;
        self.grade_solved(report, course)
    }

    /// Grades the puzzle from the report of a finished solve, whose cost has already been charged.
    pub(crate) fn grade_solved(&self, report: Report, course: &TeachOptions) -> Result<Grade, SolveError> {
        let (start, solving) = (Instant::now(), report.elapsed);
        let mut grade = Grade::ungraded(report);
        if grade.report.outcome.verdict() != Verdict::Unique {
            return Ok(grade);
        }
        let time = course.budget.time.map(|time| time.saturating_sub(solving));
        let meter = Budget { time, ..course.budget.clone() }.start();
        self.climb(&mut grade, course, &meter)?;
        if course.ratings && grade.ended.is_none() {
            grade.ratings = self.clues.ratings(&meter);
            grade.ended = meter.check().err().filter(|_| grade.ratings.is_empty());
        }
        grade.elapsed = solving + start.elapsed();
        Ok(grade)
    }

    /// Takes the easiest step, again and again.
    fn climb(&self, grade: &mut Grade, course: &TeachOptions, meter: &Meter) -> Result<(), SolveError> {
        let Some(mut sheet) = technique::open(&self.clues, None, grade.report.solution()) else { return Ok(()) };
        let ladder = course.ladder(self.kind(), true).retain(|technique| TIERS.contains(&technique.tier));
        let mut finder = Finder::conclusions(2).within(meter.clone());
        let mut climb = ladder.climb(sheet.as_mut(), &mut finder);
        if !climb.solved && climb.ended.is_none() {
            // What the techniques did not do, a search has to do for every cell that is left.
            let position = sheet.position();
            let open = position.entries.cells().filter(|&cell| !position.marks[cell].is_empty()).count();
            climb.add(SEARCH, open);
        }
        grade.count(&climb);
        self.judge_sheet(sheet.as_ref(), &grade.report, grade.hardest)
    }
}

/// What a cell costs that only a search decides.
const SEARCH: Rating = Rating(100);
