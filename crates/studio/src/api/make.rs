//! New puzzles, one after the other.

use std::collections::BTreeMap;

use axum::extract::State;
use pencilmark::front::view::View;
use pencilmark::registry::{self, Generator};
use pencilmark::teach::{Grade, GradeRecord, TeachOptions};
use pencilmark::{GenerateError, Puzzle, SolveError, Spec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::error::{Body, ErrorBody};
use super::puzzle::{settings, view};
use super::stream::{Event, Stream};
use crate::workers::{Task, Teller, Workers};

/// Puzzles to make.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeRequest {
    kind: String,
    /// The kind's settings for its generator: size, level, technique and so on.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default)]
    seed: u64,
    /// The number of the first puzzle of this seed, from 0.
    #[serde(default)]
    from: u64,
    count: u64,
    /// The most seconds for each puzzle.
    seconds: Option<f64>,
}

/// What is told of a generator.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum MakeEvent {
    /// A puzzle.
    Made { index: u64, view: Box<View>, grade: Option<Box<GradeRecord>>, rejects: u64 },
    /// A puzzle that could not be made; the others go on.
    Failed { index: u64, error: ErrorBody, rejects: u64 },
    /// All were tried, or the time is up.
    End {
        made: u64,
        rejects: u64,
        /// Why not all were tried.
        stopped: Option<ErrorBody>,
    },
}

impl Event for MakeEvent {
    fn name(&self) -> &'static str {
        match self {
            Self::Made { .. } => "made",
            Self::Failed { .. } => "failed",
            Self::End { .. } => "end",
        }
    }
}

impl MakeRequest {
    /// The kind and what to make of it, if up to `most` puzzles at a time can be made like this.
    fn checked(&self, most: u64) -> Result<Generator, ApiError> {
        let Some(entry) = registry::kind(&self.kind) else {
            let what = format!("there is no kind `{}`", self.kind);
            return Err(ApiError::refused(what, "/api/about lists them"));
        };
        if self.count == 0 || self.count > most {
            let what = format!("{} puzzles cannot be made at a time", self.count);
            return Err(ApiError::refused(what, format!("ask for 1 to {most}")));
        }
        let settings = registry::settings_of(&self.kind, &settings(&self.settings));
        Ok(Generator::new(entry, &Spec { settings, ..Spec::default() })?)
    }
}

/// What a puzzle may take unless something else is asked for.
const SECONDS: f64 = 30.0;

pub(crate) async fn make(
    State(workers): State<Workers>,
    Body(request): Body<MakeRequest>,
) -> Result<Stream<MakeEvent>, ApiError> {
    // What is wrong with a request is told before the stream begins.
    let checked = move |task: &Task| {
        let generator = request.checked(task.limits.puzzles as u64)?;
        Ok((request, generator))
    };
    let (request, generator) = workers.quick(checked).await?;
    let events = workers.run(move |task, teller| run(&generator, &request, task, teller))?;
    Ok(Stream(events))
}

/// What is told of a puzzle: a wrong answer to it is a bug, and not a grade that is missing.
fn event(index: u64, puzzle: &Puzzle, graded: Result<Grade, SolveError>, rejects: u64) -> MakeEvent {
    match graded {
        Ok(grade) => {
            let (view, grade) = (Box::new(view(puzzle)), Some(Box::new(GradeRecord::of(&grade))));
            MakeEvent::Made { index, view, grade, rejects }
        }
        Err(error) => MakeEvent::Failed { index, error: ApiError::from(error).body().1, rejects },
    }
}

fn run(generator: &Generator, request: &MakeRequest, task: &Task, teller: &Teller<MakeEvent>) {
    let mut made = 0;
    let rejects = || generator.rejects();
    let _timer = task.stop_after(task.limits.run_time);
    // Whoever has gone is told nothing; for everybody else, the time is up.
    let late = |made| {
        let error = ApiError::late(task.limits.run_time, "ask for fewer at a time, or for something easier to find");
        teller.tell(MakeEvent::End { made, rejects: rejects(), stopped: Some(error.body().1) });
    };
    for index in request.from..request.from.saturating_add(request.count) {
        let budget = task.budget(Some(request.seconds.unwrap_or(SECONDS)), task.limits.run_time);
        // The timer may be late on a busy machine, and no puzzle is made in no time.
        if budget.time.is_some_and(|time| time.is_zero()) {
            return late(made);
        }
        let event = match generator.within(budget.clone()).generate(request.seed, index) {
            Ok(new) => {
                let course = TeachOptions::default().uniqueness(true).budget(budget);
                let graded = new.grade(&course);
                // A grade that was broken off says nothing about the puzzle.
                if task.stop.is_raised() {
                    return late(made);
                }
                let event = event(index, &new.puzzle, graded, rejects());
                made += u64::from(matches!(event, MakeEvent::Made { .. }));
                event
            }
            Err(GenerateError::Interrupted) => return late(made),
            Err(error) => MakeEvent::Failed { index, error: ApiError::from(error).body().1, rejects: rejects() },
        };
        if !teller.tell(event) {
            return;
        }
    }
    teller.tell(MakeEvent::End { made, rejects: rejects(), stopped: None });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_told_and_not_taken_for_a_missing_grade() {
        let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g").expect("a puzzle");
        let wrong = SolveError::Wrong { method: "exact".to_owned(), kind: "Sudoku", broken: "row 1".to_owned() };
        assert!(matches!(event(3, &puzzle, Err(wrong), 0), MakeEvent::Failed { index: 3, .. }));
        let grade = puzzle.grade(&TeachOptions::default());
        assert!(matches!(event(3, &puzzle, grade, 0), MakeEvent::Made { grade: Some(_), .. }));
    }
}
