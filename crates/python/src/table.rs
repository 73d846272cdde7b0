//! Tables of Arrow's, for other libraries to take without copying, and for those who have none of them.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use crate::arrow::capsule;
use crate::error;

/// An Arrow table: columns of one length. pyarrow, polars and pandas take it without copying.
///
/// >>> table = compare("sudoku/small", ["sat"]).records
/// >>> table["outcome"][:2], len(table["nodes"]) == len(table)
/// (['solved', 'solved'], True)
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    pub(crate) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }

    /// A bug: columns that do not fit each other.
    pub(crate) fn unfit(error: &ArrowError) -> PyErr {
        error::other(error.to_string())
    }
}

#[pymethods]
impl Table {
    /// For pyarrow, polars, pandas and whoever else reads Arrow's streams.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that wants other types casts by itself: the interface allows to ignore the request.
        drop(requested_schema);
        let batches = RecordBatchIterator::new(self.batches.clone().into_iter().map(Ok), Arc::clone(&self.schema));
        capsule(py, FFI_ArrowArrayStream::new(Box::new(batches)))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(|error| Self::unfit(&error))?)
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<Table: {} rows of {}>", self.__len__(), self.column_names().join(", "))
    }

    /// The names of its columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// The values of a column, as a list.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let (place, _) = self.schema.column_with_name(name).ok_or_else(|| {
            PyKeyError::new_err(format!("there is no column `{name}`; there are {}", self.column_names().join(", ")))
        })?;
        let list = PyList::empty(py);
        for batch in &self.batches {
            let column = batch.column(place);
            for row in 0..column.len() {
                list.append(value(py, column, row)?)?;
            }
        }
        Ok(list)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        self.column(py, name)
    }

    /// All columns by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for name in self.column_names() {
            columns.set_item(name, self.column(py, name)?)?;
        }
        Ok(columns)
    }
}

/// A value of the types that our tables have.
fn value<'py>(py: Python<'py>, column: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into_bound_py_any(py),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).into_bound_py_any(py),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        other => Err(PyTypeError::new_err(format!("a column of {other} has no values in Python"))),
    }
}
