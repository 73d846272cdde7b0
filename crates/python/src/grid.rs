//! Grids of numbers: numpy arrays and lists of rows.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error;

/// Returns the rows of a grid. Converts arrays to lists, so that numpy need not be installed.
pub(crate) fn rows(grid: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<i64>>> {
    let what = || PyTypeError::new_err("a puzzle is a text, or a grid of numbers: rows of cells");
    let mut rows = Vec::new();
    for row in listed(grid).try_iter().map_err(|_| what())? {
        let cells = listed(&row?);
        let cells = cells.try_iter().map_err(|_| what())?.map(|cell| value(&cell?)).collect::<PyResult<Vec<i64>>>()?;
        rows.push(cells);
    }
    Ok(rows)
}

/// Converts an array to a list and returns anything else as it is.
fn listed<'py>(value: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    value.call_method0("tolist").unwrap_or_else(|_| value.clone())
}

/// Returns the number in a cell, 0 if it is empty.
fn value(cell: &Bound<'_, PyAny>) -> PyResult<i64> {
    if cell.is_none() {
        return Ok(0);
    }
    if let Ok(number) = cell.extract::<i64>() {
        return Ok(number);
    }
    // In tables with empty cells, these are NaN and all numbers are floats.
    match cell.extract::<f64>() {
        Ok(number) if number.is_nan() => Ok(0),
        #[expect(clippy::cast_possible_truncation, reason = "a whole number of this size is not cut")]
        Ok(number) if number.fract() == 0.0 && number.abs() < 1e9 => Ok(number as i64),
        _ => Err(error::setting(format!(
            "a cell cannot be {}: give whole numbers, and 0 for an empty cell",
            cell.repr()?
        ))),
    }
}
