//! One example or more of every format, with what it shows.

mod any_kind;
mod hidato;
mod hitori;
mod kenken;
mod star_battle;
mod sudoku;

use serde_json::Value;

/// A text and the puzzle it stands for.
pub(crate) struct Example {
    /// What it is an example of.
    pub(crate) name: &'static str,
    /// The format it is in.
    pub(crate) format: &'static str,
    /// The kind, where the text alone cannot tell.
    pub(crate) ask: &'static str,
    /// The text.
    pub(crate) text: String,
    /// All that should come of it.
    pub(crate) json: Value,
    /// Whether it is known to have one solution.
    pub(crate) unique: bool,
}

/// All examples.
pub(crate) fn all() -> Vec<Example> {
    [
        sudoku::all(),
        kenken::all(),
        hitori::all(),
        hidato::all(),
        star_battle::all(),
        any_kind::drawings(),
        any_kind::objects(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn example(name: &'static str, format: &'static str, text: impl Into<String>, json: &Value) -> Example {
    Example { name, format, ask: "", text: text.into(), json: json.clone(), unique: false }
}

fn unique(name: &'static str, format: &'static str, text: impl Into<String>, json: &Value) -> Example {
    Example { unique: true, ..example(name, format, text, json) }
}

/// The fields of a puzzle and more of them.
fn with(puzzle: &Value, more: &Value) -> Value {
    let mut fields = puzzle.as_object().expect("an object").clone();
    fields.extend(more.as_object().expect("an object").clone());
    fields.into()
}

/// Rows of characters as numbers, `.` as 0.
fn digits(rows: &[&str]) -> Value {
    rows.iter().map(|row| row.chars().map(|c| c.to_digit(36).unwrap_or(0)).collect::<Value>()).collect()
}

/// The characters of a row with something between them.
fn spread(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}
