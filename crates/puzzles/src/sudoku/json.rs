//! The JSON fields of a Sudoku: `grid` (0 is empty), `box` [rows, columns], and `candidates` where there are pencil
//! marks: for every cell the digits it may hold, or null where `grid` says it all.

use serde_json::{Map, Value as Json, json};

use crate::text::json::{Object, Spanned, Value};
use crate::{Cell, Hints, ParseError};

use super::candidates::MOST;
use super::{Candidates, ShapeError, Sudoku, shape};

pub(super) fn read(object: &Object<'_>, hints: &Hints) -> Result<Sudoku, ParseError> {
    let at = object.required("grid")?;
    let fail = |error: ShapeError| object.error(at, error.to_string(), error.remedy());
    let side = object.array(at, "grid")?.len();
    shape::check_side(side).map_err(fail)?;
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
    let shape = shape::resolve(side, stated, hints)
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

pub(super) fn write(puzzle: &Sudoku) -> Map<String, Json> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{config, json, small_puzzle};
    use super::super::{Candidates, Sudoku};
    use crate::{Grid, Kind as _};

    #[test]
    fn json_carries_every_puzzle() {
        proptest!(config(60), |((puzzle, _) in small_puzzle())| {
            let text = serde_json::Value::Object(puzzle.to_json()).to_string();
            prop_assert_eq!(json(&text), Ok(puzzle), "{}", text);
        });
        let odd = Sudoku::new((4, 2), Grid::filled(8, 8, Candidates::all(8))).expect("fits");
        assert_eq!(json(&serde_json::Value::Object(odd.to_json()).to_string()), Ok(odd));
    }

    #[test]
    fn json_errors_say_where_and_what_to_do() {
        let rows = "[0,0,0,0],[0,0,0,0],[0,0,0,0]";
        let cases = [
            (
                format!(r#"{{"grid": [[5,0,0,0],{rows}]}}"#),
                "t:1:12: digit 5 is out of range\n  help: write a whole number from 0 to 4",
            ),
            (
                format!(r#"{{"grid": [{rows}]}}"#),
                "t:1:10: a board of 3 x 3 cells is out of range\n  help: Sudoku is served from 4 x 4 to 25 x 25; usual sides are 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25",
            ),
            (
                format!(r#"{{"grid": [[1,0,0],{rows}]}}"#),
                "t:1:19: row 2 has 4 cells, row 1 has 3\n  help: make all rows equally long",
            ),
            (
                format!(r#"{{"grid": [[1,0,0,0],{rows}], "box": [2]}}"#),
                "t:1:60: `box` has 1 numbers\n  help: write [rows, columns] of a box",
            ),
            (
                format!(r#"{{"grid": [[1,0,0,0],{rows}], "box": [2, 3]}}"#),
                "t:1:60: boxes of 2 rows and 3 columns do not fit a board of 4 x 4 cells\n  help: say the rows and columns of a box, --box RxC: 2x2",
            ),
            (
                format!(r#"{{"grid": [[1,0,0,0],{rows}], "candidates": [[[2]]]}}"#),
                "t:1:67: `grid` has 4 rows and 4 columns, `candidates` 1 and 1\n  help: give both the same shape",
            ),
            (
                format!(
                    r#"{{"grid": [[1,0,0,0],{rows}], "candidates": [[[1,2],[],[],[]],[[],[],[],[]],[[],[],[],[]],[[],[],[],[]]]}}"#
                ),
                "t:1:69: `grid` has 1 at r1c1, but its candidates are {1, 2}\n  help: write [1], or 0 in `grid`",
            ),
            (r#"{"puzzle": 1}"#.to_owned(), "t:1:1: no field `grid`; there are `puzzle`\n  help: add \"grid\": …"),
        ];
        for (text, expected) in cases {
            assert_eq!(json(&text).expect_err(&text).to_string(), expected, "{text}");
        }
    }
}
