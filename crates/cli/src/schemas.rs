//! The JSON Schemas of what the command writes, as `docs/schema/` has them.

use pencilmark::teach::{self, ExplainRecord, GradeRecord, HintRecord};
use serde_json::Value;

/// A schema: its name, what it describes, and the schema itself.
pub(crate) struct Schema {
    pub(crate) id: &'static str,
    pub(crate) about: &'static str,
    pub(crate) text: fn() -> String,
}

/// All of them.
pub(crate) const ALL: [Schema; 7] = [
    Schema { id: "record", about: "what solve, check and count write about a puzzle", text: record },
    Schema { id: "hint", about: "what hint writes about a puzzle", text: || pretty(&teach::schema::<HintRecord>()) },
    Schema {
        id: "explain",
        about: "what explain writes about a puzzle",
        text: || pretty(&teach::schema::<ExplainRecord>()),
    },
    Schema { id: "grade", about: "what grade writes about a puzzle", text: || pretty(&teach::schema::<GradeRecord>()) },
    Schema {
        id: "puzzle",
        about: "a puzzle, as generate and convert write it and every verb reads it",
        text: || include_str!("../../../docs/schema/puzzle.schema.json").to_owned(),
    },
    Schema {
        id: "list",
        about: "what list writes",
        text: || include_str!("../../../docs/schema/list.schema.json").to_owned(),
    },
    Schema {
        id: "comparison",
        about: "what compare and report write about an experiment",
        text: || include_str!("../../../docs/schema/comparison.schema.json").to_owned(),
    },
];

/// Generated from the types, so that it cannot fall behind them.
fn record() -> String {
    pretty(&pencilmark::record::schema())
}

fn pretty(schema: &Value) -> String {
    serde_json::to_string_pretty(schema).unwrap_or_default() + "\n"
}
