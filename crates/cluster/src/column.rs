//! Columns of the structs that functions return: each is stated once, with its name, its type and how to get it.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, BooleanBuilder, Float64Builder, ListArray, StringBuilder, StructArray, UInt64Builder,
};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use pencilmark::teach::StepRecord;

use crate::row::STEP;

/// A column of rows `R`.
pub(crate) struct Column<R: 'static + ?Sized> {
    pub(crate) name: &'static str,
    pub(crate) cell: Cell<R>,
}

/// What a column holds, and how to get it.
pub(crate) enum Cell<R: 'static + ?Sized> {
    Text(fn(&R) -> Option<&str>),
    Whole(fn(&R) -> Option<u64>),
    Real(fn(&R) -> Option<f64>),
    Flag(fn(&R) -> Option<bool>),
    Steps(fn(&R) -> Option<&[StepRecord]>),
}

/// The fields of a struct with these columns.
pub(crate) fn fields<R>(columns: &[Column<R>]) -> Fields {
    let data_type = |cell: &Cell<R>| match cell {
        Cell::Text(_) => DataType::Utf8,
        Cell::Whole(_) => DataType::UInt64,
        Cell::Real(_) => DataType::Float64,
        Cell::Flag(_) => DataType::Boolean,
        Cell::Steps(_) => DataType::List(step_field()),
    };
    columns.iter().map(|column| Field::new(column.name, data_type(&column.cell), true)).collect()
}

fn step_field() -> Arc<Field> {
    Arc::new(Field::new("item", DataType::Struct(fields(STEP)), true))
}

/// Rows on their way to an array of structs.
pub(crate) struct Builder<R: 'static> {
    columns: Vec<(&'static Column<R>, Values)>,
    fields: Fields,
    there: Vec<bool>,
}

/// The values of a column so far.
enum Values {
    Text(StringBuilder),
    Whole(UInt64Builder),
    Real(Float64Builder),
    Flag(BooleanBuilder),
    Steps { lengths: Vec<usize>, there: Vec<bool>, steps: Box<Builder<StepRecord>> },
}

impl<R> Builder<R> {
    pub(crate) fn new(columns: &'static [Column<R>]) -> Self {
        let values = |cell: &Cell<R>| match cell {
            Cell::Text(_) => Values::Text(StringBuilder::new()),
            Cell::Whole(_) => Values::Whole(UInt64Builder::new()),
            Cell::Real(_) => Values::Real(Float64Builder::new()),
            Cell::Flag(_) => Values::Flag(BooleanBuilder::new()),
            Cell::Steps(_) => {
                Values::Steps { lengths: Vec::new(), there: Vec::new(), steps: Box::new(Builder::new(STEP)) }
            }
        };
        let filled = columns.iter().map(|column| (column, values(&column.cell))).collect();
        Self { columns: filled, fields: fields(columns), there: Vec::new() }
    }

    /// Adds a row; without one, a NULL.
    pub(crate) fn push(&mut self, row: Option<&R>) {
        self.there.push(row.is_some());
        for (column, values) in &mut self.columns {
            match (&column.cell, values) {
                (Cell::Text(get), Values::Text(texts)) => texts.append_option(row.and_then(get)),
                (Cell::Whole(get), Values::Whole(numbers)) => numbers.append_option(row.and_then(get)),
                (Cell::Real(get), Values::Real(numbers)) => numbers.append_option(row.and_then(get)),
                (Cell::Flag(get), Values::Flag(flags)) => flags.append_option(row.and_then(get)),
                (Cell::Steps(get), Values::Steps { lengths, there, steps }) => {
                    let list = row.and_then(get);
                    lengths.push(list.map_or(0, <[_]>::len));
                    there.push(list.is_some());
                    list.into_iter().flatten().for_each(|step| steps.push(Some(step)));
                }
                _ => unreachable!("the values of a column are made for its cells"),
            }
        }
    }

    pub(crate) fn finish(self) -> StructArray {
        let array = |values: Values| -> ArrayRef {
            match values {
                Values::Text(mut texts) => Arc::new(texts.finish()),
                Values::Whole(mut numbers) => Arc::new(numbers.finish()),
                Values::Real(mut numbers) => Arc::new(numbers.finish()),
                Values::Flag(mut flags) => Arc::new(flags.finish()),
                Values::Steps { lengths, there, steps } => Arc::new(ListArray::new(
                    step_field(),
                    OffsetBuffer::from_lengths(lengths),
                    Arc::new(steps.finish()),
                    Some(NullBuffer::from(there)),
                )),
            }
        };
        let arrays = self.columns.into_iter().map(|(_, values)| array(values)).collect();
        StructArray::new(self.fields, arrays, Some(NullBuffer::from(self.there)))
    }
}
