//! The JSON fields of a Sudoku: `grid` (0 is empty), `box` [rows, columns], and `candidates` where there are pencil
//! marks: for every cell the digits it may hold, or null where `grid` says it all.

use serde_json::{Map, Value as Json, json};

use pencilmark_search::Parameters;

use crate::text::json::{Object, Spanned, Value};
use crate::{Cell, ParseError};

use crate::sudoku::parts::{BOX, MOST, check_side, resolve_shape};
use crate::sudoku::{Candidates, ShapeError, Sudoku};

/// Reads them.
pub(in crate::sudoku) fn from_json(object: &Object<'_>, settings: &Parameters) -> Result<Sudoku, ParseError> {
    let at = object.required("grid")?;
    let fail = |error: ShapeError| object.error(at, error.to_string(), error.remedy());
    let side = object.array(at, "grid")?.len();
    check_side(side).map_err(fail)?;
    let all = Candidates::all(side);
    let mut cells = object.grid(at, "grid", MOST, |cell| {
        let digit = object.integer(cell, "digit", 0, side as i64)?;
        Ok(if digit == 0 { all } else { Candidates::only(digit as usize) })
    })?;
    if let Some(marks) = object.get("candidates") {
        let sets = object.grid(marks, "candidates", MOST, |cell| Ok((read_set(object, cell, side)?, cell)))?;
        if (sets.rows(), sets.cols()) != (cells.rows(), cells.cols()) {
            let what = format!(
                "`grid` has {} rows and {} columns, `candidates` {} and {}",
                cells.rows(),
                cells.cols(),
                sets.rows(),
                sets.cols()
            );
            return Err(object.error(marks, what, "give both the same shape"));
        }
        for place in sets.cells() {
            let (Some(set), spot) = sets[place] else { continue };
            if let Some(given) = cells[place].single()
                && set != Candidates::only(given)
            {
                let what = format!("`grid` has {given} at {place}, but its candidates are {set:?}");
                return Err(object.error(spot, what, format!("write [{given}], or 0 in `grid`")));
            }
            cells[place] = set;
        }
    }
    let stated = match object.get("box") {
        Some(value) => match object.array(value, "box")? {
            [rows, cols] => Some((read_extent(object, rows)?, read_extent(object, cols)?)),
            other => {
                let what = format!("`box` has {} numbers", other.len());
                return Err(object.error(value, what, "write [rows, columns] of a box"));
            }
        },
        None => None,
    };
    let shape = resolve_shape(side, stated, BOX.get(settings))
        .map_err(|error| object.error(object.get("box").unwrap_or(at), error.to_string(), error.remedy()))?;
    Sudoku::new(shape, cells).map_err(fail)
}

fn read_extent(object: &Object<'_>, value: &Spanned) -> Result<usize, ParseError> {
    object.integer(value, "the extent of a box", 2, MOST as i64).map(|extent| extent as usize)
}

fn read_set<'a>(object: &Object<'a>, value: &'a Spanned, side: usize) -> Result<Option<Candidates>, ParseError> {
    if value.value == Value::Null {
        return Ok(None);
    }
    let digits = object.array(value, "a cell of `candidates`")?;
    let digits = digits.iter().map(|digit| object.integer(digit, "digit", 1, side as i64).map(|digit| digit as usize));
    digits.collect::<Result<_, _>>().map(Some)
}

/// Writes them.
pub(in crate::sudoku) fn to_json(puzzle: &Sudoku) -> Map<String, Json> {
    let side = puzzle.side();
    let rows = |cell: &dyn Fn(Candidates) -> Json| -> Json {
        let row = |row| (0..side).map(|col| cell(puzzle.cells[Cell { row, col }])).collect::<Vec<Json>>();
        (0..side).map(row).collect::<Vec<_>>().into()
    };
    let mut fields = Map::new();
    fields.insert("box".to_owned(), json!([puzzle.box_rows, puzzle.box_cols]));
    fields.insert("grid".to_owned(), rows(&|cell| cell.single().unwrap_or(0).into()));
    if !puzzle.is_plain() {
        fields.insert("candidates".to_owned(), rows(&|cell| cell.digits().collect::<Vec<_>>().into()));
    }
    fields
}
