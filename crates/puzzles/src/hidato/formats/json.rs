//! The JSON fields: `grid`, rows of numbers with 0 empty and -1 a hole, and `moves`, `"king"` or `"orthogonal"`.

use serde_json::{Map, Value as Json, json};

use pencilmark_search::Parameters;

use super::super::{HOLE, Hidato, MOST, Moves, Square};
use crate::ParseError;
use crate::text::json::Object;

/// Reads `grid` and `moves`.
pub(in crate::hidato) fn from_json(object: &Object<'_>, settings: &Parameters) -> Result<Hidato, ParseError> {
    let moves = match object.text("moves")? {
        None => Moves::asked_for(settings),
        Some("king") => Moves::King,
        Some("orthogonal") => Moves::Orthogonal,
        Some(other) => {
            let what = format!("there are no moves called {}", crate::text::rows::shown(other));
            return Err(object.error(object.required("moves")?, what, "write \"king\" or \"orthogonal\""));
        }
    };
    let field = object.required("grid")?;
    let values = object.grid(field, "`grid`", MOST, Ok)?;
    let mut squares = values.map(|_| Square::Empty);
    for cell in values.cells() {
        squares[cell] = match object.integer(values[cell], "a cell", HOLE.into(), (MOST * MOST) as i64)? {
            -1 => Square::Hole,
            0 => Square::Empty,
            number => Square::Given(number as u16),
        };
    }
    Hidato::new(squares, moves).map_err(|malformed| {
        let at = malformed.cell.map_or(field, |cell| values[cell]);
        object.error(at, malformed.what, malformed.remedy + "; 0 is an empty cell and -1 a hole")
    })
}

/// Writes the same fields.
pub(in crate::hidato) fn to_json(puzzle: &Hidato) -> Map<String, Json> {
    let number = |square: &Square| match *square {
        Square::Hole => HOLE,
        Square::Empty => 0,
        Square::Given(number) => number.into(),
    };
    let rows: Vec<Vec<i32>> = puzzle.squares.iter_rows().map(|row| row.iter().map(number).collect()).collect();
    let mut fields = Map::new();
    fields.insert("grid".to_owned(), json!(rows));
    if puzzle.moves == Moves::Orthogonal {
        fields.insert("moves".to_owned(), json!("orthogonal"));
    }
    fields
}
