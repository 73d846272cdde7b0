//! Python data as JSON: dictionaries, lists, arrays and numbers.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyString};
use serde_json::{Map, Number, Value};

use crate::error;

/// The field of a puzzle whose cells are numbers, with 0 for an empty one.
pub(crate) const GRID: &str = "grid";

/// A list that holds itself has no end.
const DEEPEST: usize = 32;

/// Returns a dictionary as an object. Errors name a value by its path.
pub(crate) fn object(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    fields(dict, "", 0)
}

/// Returns a grid as rows of cells.
pub(crate) fn grid(rows: &Bound<'_, PyAny>) -> PyResult<Value> {
    value(rows, GRID, &0.into(), 0)
}

fn fields(dict: &Bound<'_, PyDict>, path: &str, depth: usize) -> PyResult<Map<String, Value>> {
    let mut object = Map::new();
    for (name, field) in dict {
        let Ok(name) = name.extract::<String>() else {
            return Err(PyTypeError::new_err(format!("names of fields are texts, and this is {}", name.repr()?)));
        };
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        // In a grid an empty cell is 0; entries have null there.
        let empty = if path == GRID { 0.into() } else { Value::Null };
        object.insert(name, value(&field, &path, &empty, depth + 1)?);
    }
    Ok(object)
}

/// Converts arrays to lists, so that numpy need not be installed. None and NaN are `empty`.
fn value(given: &Bound<'_, PyAny>, path: &str, empty: &Value, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(error::setting(format!("`{path}` is nested too deeply")));
    }
    if given.is_none() {
        return Ok(empty.clone());
    }
    if given.is_instance_of::<PyBool>() {
        return Ok(given.extract::<bool>()?.into());
    }
    if given.is_instance_of::<PyString>() {
        return Ok(given.extract::<String>()?.into());
    }
    if let Ok(dict) = given.cast::<PyDict>() {
        return Ok(fields(dict, path, depth)?.into());
    }
    // Arrays of numpy, and the scalars in them.
    if let Ok(list) = given.call_method0("tolist") {
        return value(&list, path, empty, depth + 1);
    }
    if let Ok(items) = given.try_iter()
        && !given.is_instance_of::<PyBytes>()
    {
        let items = items.enumerate().map(|(index, item)| value(&item?, &format!("{path}[{index}]"), empty, depth + 1));
        return items.collect();
    }
    if let Ok(number) = given.extract::<i64>() {
        return Ok(number.into());
    }
    let unfit = || {
        let what = given.repr().map_or_else(|_| given.get_type().to_string(), |text| text.to_string());
        error::setting(format!("`{path}` cannot be {what}"))
    };
    if !given.is_instance_of::<PyFloat>() {
        return Err(unfit());
    }
    match given.extract::<f64>()? {
        number if number.is_nan() => Ok(empty.clone()),
        // In tables with empty cells, all numbers are floats.
        #[expect(clippy::cast_possible_truncation, reason = "a whole number of this size is not cut")]
        number if number.fract() == 0.0 && number.abs() < 1e9 => Ok((number as i64).into()),
        number => Number::from_f64(number).map(Value::Number).ok_or_else(unfit),
    }
}
