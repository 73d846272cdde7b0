//! Tables of the façade as arrays of structs.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, BooleanArray, Float64Array, ListArray, StringArray, StructArray, UInt64Array,
};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use pencilmark::table::{Cell, Column, Table, Values};
use pencilmark::teach::STEP;

/// The fields of a struct with these columns. A row may be NULL, and then all of them are.
pub(crate) fn fields<R>(columns: &[Column<R>]) -> Fields {
    let data_type = |cell: &Cell<R>| match cell {
        Cell::Text(_) | Cell::TextAt(..) | Cell::Written(_) => DataType::Utf8,
        Cell::Whole(_) | Cell::WholeAt(..) => DataType::UInt64,
        Cell::Real(_) => DataType::Float64,
        Cell::Flag(_) => DataType::Boolean,
        Cell::Steps(_) => DataType::List(step_field()),
    };
    columns.iter().map(|column| Field::new(&*column.name, data_type(&column.cell), true)).collect()
}

fn step_field() -> Arc<Field> {
    Arc::new(Field::new("item", DataType::Struct(fields(STEP)), true))
}

/// The rows of a table, each a struct.
pub(crate) fn structs<R>(table: &Table<R>) -> StructArray {
    let arrays = table.values().iter().map(array).collect();
    StructArray::new(fields(table.columns()), arrays, Some(NullBuffer::from(table.there())))
}

/// The values of a column.
pub(crate) fn array(values: &Values) -> ArrayRef {
    match values {
        Values::Text(texts) => Arc::new(texts.iter().collect::<StringArray>()),
        Values::Whole(numbers) => Arc::new(numbers.iter().collect::<UInt64Array>()),
        Values::Real(numbers) => Arc::new(numbers.iter().collect::<Float64Array>()),
        Values::Flag(flags) => Arc::new(flags.iter().collect::<BooleanArray>()),
        Values::Steps { lengths, steps } => Arc::new(ListArray::new(
            step_field(),
            OffsetBuffer::from_lengths(lengths.iter().map(|length| length.unwrap_or(0))),
            Arc::new(structs(steps)),
            Some(lengths.iter().map(Option::is_some).collect()),
        )),
    }
}
