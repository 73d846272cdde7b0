//! Errors: what the façade and the lab say, as exceptions of the package, which are `ValueError`s, or as `OSError`s where the system says no.

use std::io;
use std::path::Path;

use pencilmark::batch::BatchError;
use pencilmark::teach::UnknownTechnique;
use pencilmark::{GenerateError, ParseError, SolveError};
use pencilmark_lab::LabError;
use pyo3::exceptions::PyOSError;
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

/// Data that is not a puzzle. There is no text, so `what` names the value by its path.
pub(crate) fn data(error: &ParseError) -> PyErr {
    raise("ParseError", (error.what.clone(), error.remedy.to_string()))
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
    match error {
        LabError::Text { file, line, column, what, .. } => {
            raise("ExperimentError", (what.clone(), file.clone(), *line, *column))
        }
        LabError::Puzzle(error) => parse(error),
        LabError::File { path, error, .. } => file(path, error),
        LabError::Wrong(what) => wrong(what.clone()),
        _ => experiment(error.to_string()),
    }
}

/// A file that cannot be read or written, with its name. Python chooses the class by the number, such as `FileNotFoundError`.
pub(crate) fn file(path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let what = text.split_once(" (os error").map_or(text.as_str(), |(what, _)| what);
            PyOSError::new_err((number, what.to_owned(), path.to_owned()))
        }
        None => io::Error::new(error.kind(), format!("{}: {error}", path.display())).into(),
    }
}

/// An experiment that cannot be run as it is asked for.
pub(crate) fn experiment(what: impl Into<String>) -> PyErr {
    raise("ExperimentError", (what.into(),))
}

/// An answer that breaks the rules.
pub(crate) fn wrong(what: impl Into<String>) -> PyErr {
    raise("WrongAnswer", (what.into(),))
}

pub(crate) fn batch(error: &BatchError) -> PyErr {
    match error {
        BatchError::Solve(error) => solve(error),
        BatchError::Reader => other(error.to_string()),
    }
}

/// What no other class is for.
pub(crate) fn other(what: impl Into<String>) -> PyErr {
    raise("PencilmarkError", (what.into(),))
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
