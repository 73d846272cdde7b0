//! The contract for programs: one JSON object a puzzle.

use pencilmark::{Answer, Check, End, MethodChoice, ParseError, Plan, Puzzle, Report};
use serde_json::{Map, Value, json};

use crate::exit::Exit;
use crate::verbs::verdict;

/// What the verb wanted to know; it decides what counts as having given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A solution.
    Solution,
    /// How many there are, up to a limit.
    Number,
}

/// One word for how it ended.
pub(crate) fn outcome(report: &Report, aim: Aim) -> &'static str {
    let found = report.outcome.found > 0;
    match report.outcome.end {
        End::GaveUp(_) if !(found && aim == Aim::Solution) => "gave-up",
        _ if found => "solved",
        End::Limit => "solved",
        _ => "refuted",
    }
}

/// The exit code that goes with it.
pub(crate) fn exit(report: &Report, aim: Aim) -> Exit {
    match outcome(report, aim) {
        "solved" => Exit::Done,
        "refuted" => Exit::Refuted,
        _ => Exit::GaveUp,
    }
}

/// The object for a puzzle that was worked on.
pub(crate) fn of(
    index: usize,
    puzzle: &Puzzle,
    report: &Report,
    aim: Aim,
    method: &MethodChoice,
    plan: &Plan,
) -> Map<String, Value> {
    let solutions = &report.outcome.solutions;
    let best = report.outcome.best.as_ref().map(|(board, cost)| json!({ "board": rows(board), "cost": cost }));
    let counters: Map<String, Value> =
        report.counters.rows().into_iter().map(|(name, count)| (name.to_owned(), count.into())).collect();
    let mut object = head(index, puzzle.id(), Some(puzzle.kind().id), outcome(report, aim));
    object.insert("solutions".to_owned(), report.outcome.found.into());
    object.insert("exhausted".to_owned(), report.outcome.exhausted().into());
    object.insert("solution".to_owned(), solutions.first().map_or(Value::Null, rows));
    object.insert("best".to_owned(), best.into());
    object.insert("method".to_owned(), method.to_string().into());
    object.insert("counters".to_owned(), counters.into());
    object.insert("seconds".to_owned(), report.elapsed.as_secs_f64().into());
    object.insert("error".to_owned(), Value::Null);
    let reason = match (&report.reason, report.outcome.end) {
        (Some(reason), _) => Some(reason.clone()),
        (None, End::GaveUp(why)) => Some(verdict::reason(why, puzzle, plan)),
        _ => None,
    };
    object.insert("reason".to_owned(), reason.into());
    let settings: Map<String, Value> =
        plan.settings(method.info).into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    object.insert("model".to_owned(), plan.model.into());
    object.insert("preset".to_owned(), plan.preset.map(|preset| preset.name).into());
    object.insert("settings".to_owned(), settings.into());
    object
}

/// Adds what `check` knows beyond that.
pub(crate) fn add_check(object: &mut Map<String, Value>, check: &Check) {
    let names = |cells: &[pencilmark::Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
    object.insert("verdict".to_owned(), check.word().into());
    if let Some(second) = check.report.outcome.solutions.get(1) {
        object.insert("second_solution".to_owned(), rows(second));
        object.insert("differences".to_owned(), names(&check.differences).into());
    }
    if let Some(conflict) = &check.conflict {
        let labels: Vec<&str> = conflict.labels.iter().map(pencilmark::Label::as_str).collect();
        object.insert("conflict".to_owned(), labels.into());
        object.insert("conflict_minimal".to_owned(), conflict.minimal.into());
    }
    if let Some(broken) = &check.claim {
        object.insert("claim".to_owned(), broken.as_str().into());
    }
    if !check.mistakes.is_empty() {
        object.insert("mistakes".to_owned(), names(&check.mistakes).into());
    }
}

/// The object for a puzzle that could not be read.
pub(crate) fn malformed(index: usize, error: &ParseError, method: &str) -> Map<String, Value> {
    let mut object = head(index, None, None, "malformed");
    object.insert("solutions".to_owned(), 0.into());
    object.insert("exhausted".to_owned(), false.into());
    for (name, value) in [
        ("solution", Value::Null),
        ("best", Value::Null),
        ("method", method.into()),
        ("counters", Value::Null),
        ("seconds", 0.0.into()),
    ] {
        object.insert(name.to_owned(), value);
    }
    object.insert("error".to_owned(), error.to_string().into());
    for name in ["reason", "model", "preset", "settings"] {
        object.insert(name.to_owned(), Value::Null);
    }
    object
}

/// The object on one line.
pub(crate) fn line(object: Map<String, Value>) -> String {
    Value::from(object).to_string()
}

/// A grid as an array of rows.
pub(crate) fn rows(answer: &Answer) -> Value {
    answer.iter_rows().map(|row| Value::from(row.to_vec())).collect()
}

fn head(index: usize, id: Option<&str>, kind: Option<&str>, outcome: &str) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("index".to_owned(), index.into());
    object.insert("id".to_owned(), id.into());
    object.insert("kind".to_owned(), kind.into());
    object.insert("outcome".to_owned(), outcome.into());
    object
}
