//! Errors: what the façade and the lab say, as exceptions of the package. All of them are `ValueError`s.

use pencilmark::batch::BatchError;
use pencilmark::teach::UnknownTechnique;
use pencilmark::{GenerateError, ParseError, SolveError};
use pencilmark_lab::LabError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// An exception of the package by its name. If that cannot be imported, the exception says so.
fn raise(name: &'static str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) -> PyErr {
    Python::attach(|py| {
        let made = py.import("pencilmark_puzzles.errors").and_then(|module| module.getattr(name)?.call1(arguments));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

pub(crate) fn parse(error: &ParseError) -> PyErr {
    let ParseError { name, line, column, what, remedy } = error;
    raise("ParseError", (what.clone(), remedy.to_string(), name.clone(), *line, *column))
}

pub(crate) fn solve(error: &SolveError) -> PyErr {
    let name = if matches!(error, SolveError::Wrong { .. }) { "WrongAnswer" } else { "SettingError" };
    raise(name, (error.to_string(),))
}

pub(crate) fn generate(error: &GenerateError) -> PyErr {
    let name = if matches!(error, GenerateError::Spec { .. }) { "SettingError" } else { "GenerateError" };
    raise(name, (error.to_string(),))
}

pub(crate) fn technique(error: &UnknownTechnique) -> PyErr {
    raise("SettingError", (error.to_string(),))
}

pub(crate) fn lab(error: &LabError) -> PyErr {
    let name = if matches!(error, LabError::Wrong(_)) { "WrongAnswer" } else { "ExperimentError" };
    raise(name, (error.to_string(),))
}

pub(crate) fn batch(error: &BatchError) -> PyErr {
    match error {
        BatchError::Solve(error) => solve(error),
        BatchError::Reader => raise("PencilmarkError", (error.to_string(),)),
    }
}

/// Something that was asked for and that there is not.
pub(crate) fn setting(what: impl Into<String>) -> PyErr {
    raise("SettingError", (what.into(),))
}

/// The exception with which a method hears that its budget is spent.
pub(crate) fn budget_spent(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "pencilmark_puzzles.errors", "BudgetSpent")
}
