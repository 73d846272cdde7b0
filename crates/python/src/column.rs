//! Columns of the façade as columns of Arrow.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, LargeStringArray, StringArray, UInt64Array};
use arrow_schema::{DataType, Field};
use pencilmark::table::{Cell, Column, Values};

/// Boards as text. Other libraries put batches together, and these may then take more than 2 GiB.
const BOARDS: &str = "solution";

/// The field of a column.
pub(crate) fn field<R: ?Sized>(column: &Column<R>) -> Field {
    let data_type = match column.cell {
        Cell::Text(_) if column.name == BOARDS => DataType::LargeUtf8,
        Cell::Text(_) | Cell::TextAt(..) | Cell::Written(_) => DataType::Utf8,
        Cell::Whole(_) | Cell::WholeAt(..) => DataType::UInt64,
        Cell::Real(_) => DataType::Float64,
        Cell::Flag(_) => DataType::Boolean,
        Cell::Steps(_) => unreachable!("no table of Python's has steps"),
    };
    Field::new(&*column.name, data_type, !column.required)
}

/// The values of a column.
pub(crate) fn array<R: ?Sized>(column: &Column<R>, values: &Values) -> ArrayRef {
    match values {
        Values::Text(texts) if column.name == BOARDS => Arc::new(texts.iter().collect::<LargeStringArray>()),
        Values::Text(texts) => Arc::new(texts.iter().collect::<StringArray>()),
        Values::Whole(numbers) => Arc::new(numbers.iter().collect::<UInt64Array>()),
        Values::Real(numbers) => Arc::new(numbers.iter().collect::<Float64Array>()),
        Values::Flag(flags) => Arc::new(flags.iter().collect::<BooleanArray>()),
        Values::Steps { .. } => unreachable!("no table of Python's has steps"),
    }
}
