//! Arrow, through the `PyCapsule` interface: arrays and streams that other libraries hand over, without copying. [`crate::table`] is the way back.
//!
//! The interface is two structures of C, an array and its schema, or a stream of arrays, each in a capsule with a name that says which. Whoever takes one
//! moves the structure out and leaves a released one behind. This is the only unsafe code of the package.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array as _, ArrayReader as _, ArrayRef, StructArray, make_array};
use arrow_schema::{ArrowError, DataType};
use pencilmark::batch::Texts;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::texts::Column;

/// A structure that is handed over in a capsule.
///
/// # Safety
///
/// The interface must say that a capsule of this name holds such a structure.
#[expect(unsafe_code, reason = "a wrong name would make one structure of another")]
pub(crate) unsafe trait Handed: Sized {
    const NAME: &'static CStr;

    fn released() -> Self;

    fn is_released(&self) -> bool;
}

macro_rules! handed {
    ($($structure:ty: $name:literal;)*) => { $(
        #[expect(unsafe_code, reason = "see the trait")]
        // SAFETY: these are the names that the interface gives to the structures.
        unsafe impl Handed for $structure {
            const NAME: &'static CStr = $name;

            fn released() -> Self {
                Self::empty()
            }

            fn is_released(&self) -> bool {
                self.release().is_none()
            }
        }
    )* };
}

handed! {
    FFI_ArrowArray: c"arrow_array";
    FFI_ArrowSchema: c"arrow_schema";
    FFI_ArrowArrayStream: c"arrow_array_stream";
}

/// A capsule for somebody else to take from.
pub(crate) fn capsule<T: Handed + Send + 'static>(py: Python<'_>, structure: T) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, structure, T::NAME)
}

/// Moves the structure out of a capsule, and leaves a released one behind.
#[expect(unsafe_code, reason = "the interface hands over pointers to structures of C")]
fn take<T: Handed>(capsule: &Bound<'_, PyAny>) -> PyResult<T> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(T::NAME))?;
    // SAFETY: a capsule of this name holds such a structure, which it owns until a consumer takes it, as the interface says. The lock of the
    // interpreter is held, so nobody else takes it meanwhile.
    let structure = unsafe { std::ptr::replace(pointer.cast::<T>().as_ptr(), T::released()) };
    if structure.is_released() {
        return Err(PyValueError::new_err("this Arrow data was taken before; ask its owner for it again"));
    }
    Ok(structure)
}

fn not_arrow(error: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(format!("this is not an Arrow array of texts: {error}"))
}

/// The chunks of an Arrow array, a stream of them, or the like of a table with one column, as they come.
pub(crate) type Chunks = Box<dyn Iterator<Item = Result<Arc<dyn Texts>, ArrowError>> + Send>;

/// What somebody hands over as Arrow. Only its type is looked at here: chunks are made and checked where they are asked for, which may take a while, and
/// may need the lock of the interpreter, if their producer is written in Python.
#[expect(unsafe_code, reason = "arrays are imported from structures of C")]
pub(crate) fn imported(object: &Bound<'_, PyAny>) -> PyResult<Chunks> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        let (schema, array) = (take::<FFI_ArrowSchema>(&schema)?, take::<FFI_ArrowArray>(&array)?);
        // SAFETY: both were taken from the capsules of one call, so the schema is that of the array.
        let data = unsafe { from_ffi(array, &schema) }.map_err(not_arrow)?;
        expect_texts(data.data_type())?;
        return Ok(Box::new(std::iter::once_with(move || texts(&make_array(data)))));
    }
    let stream = take::<FFI_ArrowArrayStream>(&object.call_method0("__arrow_c_stream__")?)?;
    let reader = object.py().detach(|| ArrayStreamReader::try_new(stream)).map_err(not_arrow)?;
    expect_texts(reader.field().data_type())?;
    Ok(Box::new(reader.map(|array| texts(&array?))))
}

/// Fails if there is not one column of texts.
fn expect_texts(data_type: &DataType) -> PyResult<()> {
    let column = match data_type {
        DataType::Struct(fields) if fields.len() == 1 => fields[0].data_type(),
        DataType::Struct(fields) => {
            return Err(PyTypeError::new_err(format!(
                "this table has {} columns; give one of them, such as table[\"puzzle\"]",
                fields.len()
            )));
        }
        array => array,
    };
    let values = if let DataType::Dictionary(_, values) = column { values } else { column };
    if matches!(values, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!("puzzles are texts, and this is an Arrow array of {column}")))
}

/// An array, or the only column of a record batch, as texts of one puzzle each. Whoever made it may have made it wrong, so that it is checked first.
fn texts(array: &ArrayRef) -> Result<Arc<dyn Texts>, ArrowError> {
    let column = array.as_any().downcast_ref::<StructArray>().map_or(array, |rows| rows.column(0));
    column.to_data().validate_full()?;
    Ok(Arc::new(Column::new(column)))
}
