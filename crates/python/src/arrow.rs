//! Arrow, through the `PyCapsule` interface: arrays that other libraries hand over, and tables for them to take, both without copying.
//!
//! The interface is two structures of C, an array and its schema, or a stream of arrays, each in a capsule with a name that says which. Whoever takes one
//! moves the structure out and leaves a released one behind.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, StructArray, make_array};
use arrow_schema::{DataType, SchemaRef};
use pencilmark::batch::Texts;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

const ARRAY: &CStr = c"arrow_array";
const SCHEMA: &CStr = c"arrow_schema";
const STREAM: &CStr = c"arrow_array_stream";

/// A table of Arrow's: record batches of one schema.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    pub(crate) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
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
        let batches = RecordBatchIterator::new(self.batches.clone().into_iter().map(Ok), self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(not_arrow)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
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

    /// The values of a column.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let (place, _) = self.schema.column_with_name(name).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no column `{name}`; there are {}", self.column_names().join(", ")))
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
    use arrow_array::types::{Float64Type, UInt64Type};
    use pyo3::IntoPyObjectExt as _;
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into_bound_py_any(py),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).into_bound_py_any(py),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        other => Err(not_arrow(format!("a column of {other}"))),
    }
}

fn not_arrow(error: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(format!("this is not an Arrow array of texts: {error}"))
}

/// Moves a structure out of a capsule of this name, and leaves a released one behind.
#[expect(unsafe_code, reason = "the interface hands over pointers to structures of C")]
fn take<T>(capsule: &Bound<'_, PyAny>, name: &CStr, released: T) -> PyResult<T> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?;
    // SAFETY: a capsule of this name holds such a structure, which it owns until a consumer takes it, as the interface says. The lock of the
    // interpreter is held, so nobody else takes it meanwhile.
    Ok(unsafe { std::ptr::replace(pointer.cast::<T>().as_ptr(), released) })
}

/// The chunks of what somebody hands over as Arrow: an array, a chunked array, or a table with one column.
#[expect(unsafe_code, reason = "arrays are imported from structures of C")]
pub(crate) fn imported(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        let schema = take(&schema, SCHEMA, FFI_ArrowSchema::empty())?;
        let array = take(&array, ARRAY, FFI_ArrowArray::empty())?;
        // SAFETY: both were taken from the capsules of one call, so the schema is that of the array.
        let data = unsafe { from_ffi(array, &schema) }.map_err(not_arrow)?;
        return Ok(vec![only_column(make_array(data))?]);
    }
    let stream = object.call_method0("__arrow_c_stream__")?;
    let mut stream = take(&stream, STREAM, FFI_ArrowArrayStream::empty())?;
    chunks(&mut stream)
}

/// The arrays of a stream. Its elements are record batches or, for a single column, plain arrays, which the reader of `arrow-array` does not take.
#[expect(unsafe_code, reason = "arrays are imported from structures of C")]
fn chunks(stream: &mut FFI_ArrowArrayStream) -> PyResult<Vec<ArrayRef>> {
    let failed = || not_arrow("the stream could not be read");
    let mut schema = FFI_ArrowSchema::empty();
    let (get_schema, get_next) = (stream.get_schema().ok_or_else(failed)?, stream.get_next().ok_or_else(failed)?);
    // SAFETY: the functions are those of this stream, which is not released, and write to structures that are empty.
    if unsafe { get_schema(stream, &raw mut schema) } != 0 {
        return Err(failed());
    }
    let mut arrays = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        if unsafe { get_next(stream, &raw mut array) } != 0 {
            return Err(failed());
        }
        if array.is_released() {
            return Ok(arrays);
        }
        // SAFETY: all arrays of a stream have its schema.
        let data = unsafe { from_ffi(array, &schema) }.map_err(not_arrow)?;
        arrays.push(only_column(make_array(data))?);
    }
}

/// The array itself, or the only column of a record batch.
fn only_column(array: ArrayRef) -> PyResult<ArrayRef> {
    match array.as_any().downcast_ref::<StructArray>() {
        None => Ok(array),
        Some(rows) if rows.num_columns() == 1 => Ok(rows.column(0).clone()),
        Some(rows) => Err(PyTypeError::new_err(format!(
            "this table has {} columns; give one of them, such as table[\"puzzle\"]",
            rows.num_columns()
        ))),
    }
}

/// An array of texts.
struct Column(ArrayRef);

impl Texts for Column {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn text(&self, index: usize) -> &str {
        if self.0.is_null(index) {
            return "";
        }
        match self.0.data_type() {
            DataType::LargeUtf8 => self.0.as_string::<i64>().value(index),
            DataType::Utf8View => self.0.as_string_view().value(index),
            _ => self.0.as_string::<i32>().value(index),
        }
    }
}

/// The array as texts of one puzzle each.
pub(crate) fn texts(array: ArrayRef) -> PyResult<Arc<dyn Texts>> {
    match array.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(Arc::new(Column(array))),
        other => Err(PyTypeError::new_err(format!("puzzles are texts, and this is an Arrow array of {other}"))),
    }
}

/// Rows of bytes, all of one length: what numpy has in memory.
struct Fixed {
    bytes: Vec<u8>,
    width: usize,
}

impl Texts for Fixed {
    fn count(&self) -> usize {
        self.bytes.len() / self.width
    }

    fn text(&self, index: usize) -> &str {
        let row = &self.bytes[index * self.width..][..self.width];
        // Shorter texts are filled up with zeros.
        let end = row.iter().position(|&byte| byte == 0).unwrap_or(self.width);
        std::str::from_utf8(&row[..end]).unwrap_or("\u{fffd}")
    }
}

pub(crate) fn fixed(bytes: Vec<u8>, width: usize) -> PyResult<Arc<dyn Texts>> {
    if width == 0 || !bytes.len().is_multiple_of(width) {
        return Err(PyTypeError::new_err(format!("{} bytes are not rows of {width}", bytes.len())));
    }
    Ok(Arc::new(Fixed { bytes, width }))
}
