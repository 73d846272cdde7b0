//! Records as Parquet, for those who analyse them elsewhere. The columns are those of the CSV file.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::Value as Json;

use crate::Record;

/// Writes all records as one row group.
pub(crate) fn write_parquet<W: Write + Send>(records: &[Record], out: W) -> Result<(), ParquetError> {
    let rows: Vec<Json> = records.iter().filter_map(|record| serde_json::to_value(record).ok()).collect();
    let names: Vec<String> = match rows.first() {
        Some(Json::Object(first)) => first.keys().cloned().collect(),
        _ => Vec::new(),
    };
    let columns: Vec<(String, Column)> = names
        .into_iter()
        .map(|name| {
            let cells: Vec<&Json> = rows.iter().map(|row| &row[&name]).collect();
            let column = Column::of(&name, &cells);
            (name, column)
        })
        .collect();
    let fields: Result<Vec<Arc<Type>>, ParquetError> =
        columns.iter().map(|(name, column)| column.field(name).map(Arc::new)).collect();
    let schema = Arc::new(Type::group_type_builder("records").with_fields(fields?).build()?);
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut file = SerializedFileWriter::new(out, schema, properties)?;
    let mut group = file.next_row_group()?;
    for (_, column) in &columns {
        let Some(mut writer) = group.next_column()? else { break };
        match column {
            Column::Text(values) => writer.typed::<ByteArrayType>().write_batch(values, None, None)?,
            Column::Whole(values) => writer.typed::<Int64Type>().write_batch(values, None, None)?,
            Column::Number(values) => writer.typed::<DoubleType>().write_batch(values, None, None)?,
            Column::Maybe(values, there) => writer.typed::<Int64Type>().write_batch(values, Some(there), None)?,
        };
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(())
}

enum Column {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    Number(Vec<f64>),
    /// The values that are there, and for every row 1 if it has one.
    Maybe(Vec<i64>, Vec<i16>),
}

impl Column {
    fn of(name: &str, cells: &[&Json]) -> Self {
        let whole = |cell: &&Json| cell.as_i64();
        if name.starts_with("best_") {
            let there = cells.iter().map(|cell| i16::from(!cell.is_null())).collect();
            return Self::Maybe(cells.iter().filter_map(whole).collect(), there);
        }
        match cells.first() {
            Some(Json::String(_)) => {
                Self::Text(cells.iter().map(|cell| ByteArray::from(cell.as_str().unwrap_or_default())).collect())
            }
            Some(Json::Number(number)) if number.is_f64() => {
                Self::Number(cells.iter().map(|cell| cell.as_f64().unwrap_or(f64::NAN)).collect())
            }
            // Counts and seeds; a seed above 2^63 wraps, as Parquet's unsigned integers do.
            _ => Self::Whole(cells.iter().map(|cell| cell.as_u64().unwrap_or_default() as i64).collect()),
        }
    }

    fn field(&self, name: &str) -> Result<Type, ParquetError> {
        let (physical, converted, repetition) = match self {
            Self::Text(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8, Repetition::REQUIRED),
            Self::Whole(_) => (Physical::INT64, ConvertedType::UINT_64, Repetition::REQUIRED),
            Self::Number(_) => (Physical::DOUBLE, ConvertedType::NONE, Repetition::REQUIRED),
            Self::Maybe(..) => (Physical::INT64, ConvertedType::UINT_64, Repetition::OPTIONAL),
        };
        Type::primitive_type_builder(name, physical).with_converted_type(converted).with_repetition(repetition).build()
    }
}
