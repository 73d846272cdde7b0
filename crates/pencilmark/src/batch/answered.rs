//! The obvious jobs of a batch, with results that can be kept.

use std::borrow::Cow;
use std::sync::Arc;

use pencilmark_puzzles::ParseError;

use super::nine::{self, Nine};
use super::{BatchError, Event, Input, Item, Plans, Progress, Results, Session};
use crate::read::Entry;
use crate::{Check, Puzzle, Report};

/// What to do with every puzzle. To count solutions is to solve with a larger limit and to keep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// [`Puzzle::solve_with`].
    Solve,
    /// [`Puzzle::check_with`].
    Check,
}

/// A puzzle of a batch, where it comes from and what came of it.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Its place in the batch, from 0.
    pub index: usize,
    /// The name of its input, if it has one.
    pub name: Option<Arc<str>>,
    entry: Entry,
    found: Found,
}

#[derive(Clone, Debug)]
enum Found {
    /// The only solution of a line, when up to this many were asked for.
    Line(Nine, usize),
    Report(Box<Report>),
    Check(Box<Check>),
    /// The puzzle is malformed.
    Nothing,
}

impl Answered {
    /// The line where it begins, from 1, if it stands in a text.
    pub fn line(&self) -> Option<usize> {
        self.entry.line()
    }

    /// The puzzle, or what is wrong with it.
    pub fn puzzle(&self) -> Result<Puzzle, ParseError> {
        self.entry.clone().puzzle()
    }

    /// The only solution of a Sudoku on a line, as a line, where no more than that was looked for.
    pub fn line_solution(&self) -> Option<&str> {
        if let Found::Line(solution, _) = &self.found { std::str::from_utf8(solution).ok() } else { None }
    }

    /// What the method found; `None` if the puzzle is malformed.
    pub fn report(&self) -> Option<Cow<'_, Report>> {
        match &self.found {
            Found::Line(solution, limit) => Some(Cow::Owned(nine::report(solution, *limit))),
            Found::Report(report) => Some(Cow::Borrowed(report)),
            Found::Check(check) => Some(Cow::Borrowed(&check.report)),
            Found::Nothing => None,
        }
    }

    /// What a check found; `None` if the puzzle is malformed or was not checked.
    pub fn check(&self) -> Option<Cow<'_, Check>> {
        match &self.found {
            Found::Line(solution, _) => Some(Cow::Owned(Check::of(nine::report(solution, 2)))),
            Found::Check(check) => Some(Cow::Borrowed(check)),
            Found::Report(_) | Found::Nothing => None,
        }
    }
}

impl Results for Vec<Answered> {
    fn bytes(&self) -> usize {
        let cells = |report: &Report| report.outcome.solutions.iter().map(|answer| 4 * answer.len()).sum::<usize>();
        let bytes = |answered: &Answered| match &answered.found {
            Found::Report(report) => size_of::<Report>() + cells(report),
            Found::Check(check) => size_of::<Check>() + cells(&check.report),
            Found::Line(..) | Found::Nothing => 0,
        };
        self.iter().map(|answered| size_of::<Answered>() + bytes(answered)).sum()
    }
}

impl Session<'_> {
    /// Does a job with every puzzle, by these plans; `show` gets each with what came of it, in input order.
    ///
    /// ```
    /// # use pencilmark::{Options, batch::{BatchError, Input, Job, Plans, Session}};
    /// let input = Input::text("mine", "1..............4\n\nsudoku/4/4/g1k23k3g\n");
    /// let mut words = Vec::new();
    /// Session::default().answer(input, Job::Check, &Plans::of(Options::default()), |answered, _| {
    ///     let verdict = answered.check().map_or("malformed", |check| check.word());
    ///     words.push(format!("{}:{} {verdict}", answered.name.as_deref().unwrap_or(""), answered.line().unwrap_or(0)));
    ///     Ok::<(), BatchError>(())
    /// })?;
    /// assert_eq!(words, ["mine:1 several", "mine:3 unique"]);
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn answer<E: From<BatchError> + Send + 'static>(
        &self,
        input: Input,
        job: Job,
        plans: &Plans<'_>,
        mut show: impl FnMut(Answered, &Progress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let work = |item: &Item<'_>, all: &mut Vec<Answered>| {
            let found = found(item, job, plans)?;
            let (index, name, entry) = (item.index(), item.name().cloned(), item.entry.clone());
            all.push(Answered { index, name, entry, found });
            Ok(())
        };
        self.run(input, work, |event, progress| match event {
            Event::Result(all) => all.into_iter().try_for_each(|answered| show(answered, progress)),
            Event::Idle => Ok(()),
        })
    }
}

fn found(item: &Item<'_>, job: Job, plans: &Plans<'_>) -> Result<Found, BatchError> {
    let Some((kind, _)) = item.kind_and_shape() else { return Ok(Found::Nothing) };
    let plan = plans.get(kind)?;
    Ok(match (item.solution, job) {
        (Some(solution), _) => Found::Line(*solution, plan.run.limit),
        (None, Job::Solve) => {
            item.solve(plan).transpose()?.map_or(Found::Nothing, |report| Found::Report(report.into()))
        }
        (None, Job::Check) => item.check(plan).transpose()?.map_or(Found::Nothing, |check| Found::Check(check.into())),
    })
}
