//! Pencilmark for Python: the extension module behind the package `pencilmark_puzzles`.
//!
//! The package in `python/` is what people import: it has the types, the documentation and the records. This module is the way from there to the
//! façade and the lab, and knows no puzzle, method, setting or technique by itself: names come from the registries, and records are
//! the same that the command writes as JSON.
//!
//! Work is done without the interpreter's lock, so that other threads run meanwhile, and asks it now and then whether Ctrl-C was pressed.

#![expect(clippy::doc_link_with_quotes, reason = "documentation of what Python sees is written in Python's way")]
#![expect(clippy::needless_pass_by_value, reason = "what comes from Python is made for the call, and arrives by value")]
#![allow(rustdoc::broken_intra_doc_links, reason = "the same: brackets are lists there")]

mod about;
mod arrow;
mod batch;
mod column;
mod compare;
mod data;
mod error;
mod method;
mod object;
mod options;
mod paper;
mod problem;
mod puzzle;
mod sources;
mod table;
mod texts;
mod wait;

/// What the package in `python/` imports.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::about::{kinds, methods, schemas, techniques};
    #[pymodule_export]
    use crate::batch::{Batch, solve_batch, solve_table};
    #[pymodule_export]
    use crate::compare::{Experiment, compare};
    #[pymodule_export]
    use crate::paper::{dedupe, sheet};
    #[pymodule_export]
    use crate::problem::Problem;
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::sources::{corpus, generate, parse, read};
    #[pymodule_export]
    use crate::table::Table;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
