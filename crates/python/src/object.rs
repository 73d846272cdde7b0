//! Values with Serde as Python objects: records are made in one place, and are the same here as in JSON.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// Dictionaries, lists, texts and numbers.
pub(crate) fn object<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    // Maps with keys of text and finite numbers always serialise.
    from_json(py, &serde_json::to_value(value).unwrap_or_default())
}

pub(crate) fn from_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (None, Some(number)) => number.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| from_json(py, item)).collect::<PyResult<_>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, from_json(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// A record of the package, by the name of its class.
pub(crate) fn record<'py>(py: Python<'py>, class: &str, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    record_of(py, class, &object(py, value)?)
}

/// A record of the package with these fields.
pub(crate) fn record_of<'py>(py: Python<'py>, class: &str, fields: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    py.import("pencilmark_puzzles.records")?.getattr(class)?.call1((fields,))
}
