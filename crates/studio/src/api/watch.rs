//! A search, picture by picture.

use axum::Json;
use axum::extract::State;
use pencilmark::front::view::View;
use pencilmark::record::{Goal, Origin, Record};
use pencilmark::watch::{BoardPainter, Eventful, Picture, eventful as find_eventful};
use pencilmark::{MethodChoice, Plan, Puzzle, registry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::error::{Body, ErrorBody};
use super::puzzle::SolveRequest;
use super::stream::{Event, Stream};
use crate::workers::{Task, Teller, Workers};

/// Pictures that are sent together.
const TOGETHER: usize = 50;

/// A search to watch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WatchRequest {
    #[serde(flatten)]
    solve: SolveRequest,
    /// Whether moves that are only tried have a picture, too.
    #[serde(default)]
    tries: bool,
}

/// A request for a search that is worth watching.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventfulRequest {
    kind: String,
    /// Methods with their settings, in order of preference.
    methods: Vec<String>,
    /// The fewest backtracks.
    least: u64,
    /// The most backtracks.
    most: u64,
}

/// A built-in puzzle on which a search makes the requested number of backtracks, or nearly so.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EventfulAnswer {
    view: View,
    /// The method, one of those in the request.
    method: String,
    /// How many backtracks its search makes.
    backtracks: u64,
}

/// The most methods in one request.
const MOST_METHODS: usize = 8;

pub(crate) async fn eventful(
    State(workers): State<Workers>,
    Body(request): Body<EventfulRequest>,
) -> Result<Json<EventfulAnswer>, ApiError> {
    let work = move |task: &Task| {
        let EventfulRequest { kind, methods, least, most } = request;
        let known = registry::kind(&kind);
        let entry =
            known.ok_or_else(|| ApiError::refused(format!("there is no kind `{kind}`"), "/api/about lists them"))?;
        if methods.len() > MOST_METHODS {
            return Err(ApiError::refused("too many methods", format!("name up to {MOST_METHODS}")));
        }
        let methods =
            methods.iter().map(|method| Ok(method.parse::<MethodChoice>()?)).collect::<Result<Vec<_>, ApiError>>()?;
        let budget = task.budget(None, task.limits.quick_time);
        let found = find_eventful(entry.info.id, &methods, least..=most, &budget)?;
        let none = || ApiError::refused("no built-in puzzle was solved by these methods", "choose other methods");
        let Eventful { puzzle, method, backtracks, .. } = found.ok_or_else(none)?;
        Ok(EventfulAnswer { view: super::puzzle::view(&puzzle), method: method.to_string(), backtracks })
    };
    workers.quick(work).await.map(Json)
}

/// What is told of a search.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum WatchEvent {
    /// Before the first picture: how it is set.
    Plan {
        method: String,
        model: &'static str,
        settings: std::collections::BTreeMap<&'static str, String>,
        /// Whether cells are told right from wrong by the solution; if not, by the rules.
        solved: bool,
    },
    /// Pictures in order.
    Pictures { pictures: Vec<Picture> },
    /// How it ended.
    End {
        record: Box<Record>,
        /// Pictures that were left out.
        left_out: u64,
    },
    /// It could not be run.
    Failed { error: ErrorBody },
}

impl Event for WatchEvent {
    fn name(&self) -> &'static str {
        match self {
            Self::Plan { .. } => "plan",
            Self::Pictures { .. } => "pictures",
            Self::End { .. } => "end",
            Self::Failed { .. } => "failed",
        }
    }
}

pub(crate) async fn watch(
    State(workers): State<Workers>,
    Body(request): Body<WatchRequest>,
) -> Result<Stream<WatchEvent>, ApiError> {
    // What is wrong with a request is told before the stream begins.
    let checked = move |_: &Task| {
        let puzzle = request.solve.puzzle.read()?;
        let plan = request.solve.options(pencilmark::Budget::default())?.plan(puzzle.kind())?;
        Ok((request, puzzle, plan))
    };
    let (request, puzzle, mut plan) = workers.quick(checked).await?;
    let events = workers.run(move |task, teller| {
        plan.run.budget = request.solve.within(task.budget(request.solve.seconds, task.limits.run_time));
        if let Err(error) = show(&puzzle, &plan, request.tries, task, teller) {
            teller.tell(WatchEvent::Failed { error: error.body().1 });
        }
    })?;
    Ok(Stream(events))
}

fn show(puzzle: &Puzzle, plan: &Plan, tries: bool, task: &Task, teller: &Teller<WatchEvent>) -> Result<(), ApiError> {
    let painter = BoardPainter::new(puzzle, plan)?;
    teller.tell(WatchEvent::Plan {
        method: plan.method.to_string(),
        model: plan.model,
        settings: plan.settings(plan.method.info).into_iter().collect(),
        solved: painter.is_solved(),
    });
    let (mut pictures, mut told) = (Vec::new(), 0);
    let (report, left_out) = painter.solve(plan, (tries, task.limits.frames), |picture| {
        told += 1;
        pictures.push(picture);
        // The first ones are sent at once: somebody is waiting for them.
        if pictures.len() >= TOGETHER || told <= TOGETHER {
            teller.tell(WatchEvent::Pictures { pictures: std::mem::take(&mut pictures) });
        }
    })?;
    if !pictures.is_empty() {
        teller.tell(WatchEvent::Pictures { pictures });
    }
    let goal = Goal::of_limit(plan.run.limit);
    let record = Box::new(Record::of(Origin::default(), puzzle, &report, goal, plan));
    teller.tell(WatchEvent::End { record, left_out });
    Ok(())
}
