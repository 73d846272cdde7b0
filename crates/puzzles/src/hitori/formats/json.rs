//! The field of a JSON object: `grid`, rows of numbers, `null` where there is none.

use serde_json::{Map, Value as Json};

use super::super::{Hitori, LARGEST, MOST};
use crate::ParseError;
use crate::text::json::{Object, Value};

/// Reads `grid`.
pub(in crate::hitori) fn from_json(object: &Object<'_>) -> Result<Hitori, ParseError> {
    let field = object.required("grid")?;
    let numbers = object.grid(field, "`grid`", MOST, |cell| match cell.value {
        Value::Null => Ok(None),
        _ => Ok(Some(object.integer(cell, "the number", 1, i64::from(LARGEST))? as u16)),
    })?;
    Hitori::new(numbers).map_err(|malformed| object.error(field, malformed.to_string(), "correct the grid"))
}

/// Writes it.
pub(in crate::hitori) fn to_json(puzzle: &Hitori) -> Map<String, Json> {
    let rows: Vec<&[Option<u16>]> = puzzle.numbers.iter_rows().collect();
    Map::from_iter([(
        "grid".to_owned(),
        Json::from(rows.iter().map(|row| Json::from(row.to_vec())).collect::<Vec<_>>()),
    )])
}
