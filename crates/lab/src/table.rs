//! Records as CSV and as Parquet, for analysis with other tools: the same columns in both, and behind them one for each
//! factor of the experiment.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;

use crate::{LabError, Record, journal};

/// What a column holds, and how to get it.
pub(crate) enum Cell {
    Text(fn(&Record) -> &str),
    Integer(fn(&Record) -> u64),
    Optional(fn(&Record) -> Option<u64>),
    Float(fn(&Record) -> f64),
}

/// Every column of a record, in order.
pub(crate) const COLUMNS: &[(&str, Cell)] = &[
    ("run", Cell::Integer(|record| record.run)),
    ("arm", Cell::Text(|record| &record.arm)),
    ("method", Cell::Text(|record| &record.method)),
    ("model", Cell::Text(|record| &record.model)),
    ("group", Cell::Text(|record| &record.group)),
    ("id", Cell::Text(|record| &record.instance)),
    ("hash", Cell::Text(|record| &record.hash)),
    ("kind", Cell::Text(|record| &record.kind)),
    ("size", Cell::Text(|record| &record.size)),
    ("seed", Cell::Integer(|record| record.seed)),
    ("outcome", Cell::Text(|record| record.ended.word())),
    ("why", Cell::Text(|record| &record.why)),
    ("solutions", Cell::Integer(|record| record.solutions)),
    ("nodes", Cell::Integer(|record| record.nodes)),
    ("assignments", Cell::Integer(|record| record.assignments)),
    ("backtracks", Cell::Integer(|record| record.backtracks)),
    ("propagated", Cell::Integer(|record| record.propagated)),
    ("checks", Cell::Integer(|record| record.checks)),
    ("revisions", Cell::Integer(|record| record.revisions)),
    ("prunings", Cell::Integer(|record| record.prunings)),
    ("evaluations", Cell::Integer(|record| record.evaluations)),
    ("steps", Cell::Integer(|record| record.steps)),
    ("restarts", Cell::Integer(|record| record.restarts)),
    ("generations", Cell::Integer(|record| record.generations)),
    ("generated", Cell::Integer(|record| record.generated)),
    ("peak_stored", Cell::Integer(|record| record.peak_stored)),
    ("learnt", Cell::Integer(|record| record.learnt)),
    ("hand_overs", Cell::Integer(|record| record.hand_overs)),
    ("best_cost", Cell::Optional(|record| record.best_cost)),
    ("best_at_step", Cell::Optional(|record| record.best_at_step)),
    ("trajectory", Cell::Text(|record| &record.trajectory)),
    ("seconds", Cell::Float(|record| record.seconds)),
];

/// The values of a column, for tables of other libraries.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts.
    Text(Vec<String>),
    /// Whole numbers.
    Integer(Vec<u64>),
    /// Whole numbers, some of which are missing.
    Optional(Vec<Option<u64>>),
    /// Numbers.
    Float(Vec<f64>),
}

/// Records column by column, with the names that CSV and Parquet have.
pub fn columns(records: &[Record], factors: &[String]) -> Vec<(String, Values)> {
    let own = COLUMNS.iter().map(|(name, cell)| {
        let values = match cell {
            Cell::Text(get) => Values::Text(records.iter().map(|record| get(record).to_owned()).collect()),
            Cell::Integer(get) => Values::Integer(records.iter().map(get).collect()),
            Cell::Optional(get) => Values::Optional(records.iter().map(get).collect()),
            Cell::Float(get) => Values::Float(records.iter().map(get).collect()),
        };
        ((*name).to_owned(), values)
    });
    let level =
        |record: &Record, place: usize| record.levels.get(place).map_or_else(String::new, |(_, level)| level.clone());
    let levels = factors.iter().enumerate().map(|(place, factor)| {
        (factor_column(factor), Values::Text(records.iter().map(|record| level(record, place)).collect()))
    });
    own.chain(levels).collect()
}

/// The name of a factor's column.
fn factor_column(factor: &str) -> String {
    format!("{FACTOR}{factor}")
}

const FACTOR: &str = "factor_";

/// The factors in the head of a CSV file; `None` if these are not the columns of records.
pub(crate) fn factors(head: &csv::StringRecord) -> Option<Vec<String>> {
    let known = head.iter().zip(COLUMNS).filter(|(name, (column, _))| name == column).count();
    let more = head.iter().skip(COLUMNS.len()).map(|name| name.strip_prefix(FACTOR).map(str::to_owned));
    if known == COLUMNS.len() { more.collect() } else { None }
}

/// The names of all columns of these records.
pub(crate) fn names(record: &Record) -> Vec<String> {
    let factors = record.levels.iter().map(|(factor, _)| factor_column(factor));
    COLUMNS.iter().map(|(name, _)| (*name).to_owned()).chain(factors).collect()
}

/// A record as text, column by column.
pub(crate) fn cells(record: &Record) -> Vec<String> {
    let cell = |(_, cell): &(&str, Cell)| match cell {
        Cell::Text(get) => get(record).to_owned(),
        Cell::Integer(get) => get(record).to_string(),
        Cell::Optional(get) => get(record).map_or_else(String::new, |value| value.to_string()),
        Cell::Float(get) => get(record).to_string(),
    };
    COLUMNS.iter().map(cell).chain(record.levels.iter().map(|(_, level)| level.clone())).collect()
}

/// Rows of CSV, below their head if it is asked for.
pub(crate) fn csv(records: &[Record], headed: bool) -> Result<Vec<u8>, String> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    if let Some(first) = records.first().filter(|_| headed) {
        rows.write_record(names(first)).map_err(|error| error.to_string())?;
    }
    for record in records {
        rows.write_record(cells(record)).map_err(|error| error.to_string())?;
    }
    rows.into_inner().map_err(|error| error.to_string())
}

/// The records in rows of CSV below their head, as another program wrote them; errors call the text `name`.
pub fn read_csv(name: &str, bytes: &[u8]) -> Result<Vec<Record>, LabError> {
    let (rows, _) = journal::rows(Path::new(name), bytes)?;
    Ok(rows.into_iter().map(|(_, record)| record).collect())
}

/// The rows of a Parquet file, as the text of each column.
pub(crate) fn read_parquet(file: std::fs::File) -> Result<Vec<Vec<String>>, ParquetError> {
    let reader = SerializedFileReader::new(file)?;
    let text = |field: &Field| match field {
        Field::Str(text) => text.clone(),
        Field::ULong(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        Field::Null => String::new(),
        other => other.to_string(),
    };
    reader.get_row_iter(None)?.map(|row| Ok(row?.get_column_iter().map(|(_, field)| text(field)).collect())).collect()
}

/// Writes all records as one row group.
pub(crate) fn write_parquet<W: Write + Send>(records: &[Record], out: W) -> Result<(), ParquetError> {
    let factors: Vec<String> = records.first().map_or(Vec::new(), |first| names(first).split_off(COLUMNS.len()));
    let text = Cell::Text(|record| &record.arm);
    let columns = COLUMNS.iter().map(|(name, cell)| field(name, cell));
    let fields: Result<Vec<Arc<Type>>, ParquetError> =
        columns.chain(factors.iter().map(|name| field(name, &text))).map(|field| field.map(Arc::new)).collect();
    let schema = Arc::new(Type::group_type_builder("records").with_fields(fields?).build()?);
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut file = SerializedFileWriter::new(out, schema, properties)?;
    let mut group = file.next_row_group()?;
    for (_, cell) in COLUMNS {
        let Some(mut writer) = group.next_column()? else { break };
        match cell {
            Cell::Text(get) => {
                let values: Vec<ByteArray> = records.iter().map(|record| ByteArray::from(get(record))).collect();
                writer.typed::<ByteArrayType>().write_batch(&values, None, None)?
            }
            // A seed above 2^63 wraps, as Parquet's unsigned integers do.
            Cell::Integer(get) => {
                let values: Vec<i64> = records.iter().map(|record| get(record) as i64).collect();
                writer.typed::<Int64Type>().write_batch(&values, None, None)?
            }
            Cell::Float(get) => {
                let values: Vec<f64> = records.iter().map(get).collect();
                writer.typed::<DoubleType>().write_batch(&values, None, None)?
            }
            Cell::Optional(get) => {
                let there: Vec<i16> = records.iter().map(|record| i16::from(get(record).is_some())).collect();
                let values: Vec<i64> = records.iter().filter_map(get).map(|value| value as i64).collect();
                writer.typed::<Int64Type>().write_batch(&values, Some(&there), None)?
            }
        };
        writer.close()?;
    }
    for factor in 0..factors.len() {
        let Some(mut writer) = group.next_column()? else { break };
        let level = |record: &Record| {
            record.levels.get(factor).map_or_else(ByteArray::default, |(_, level)| ByteArray::from(level.as_str()))
        };
        let values: Vec<ByteArray> = records.iter().map(level).collect();
        writer.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(())
}

fn field(name: &str, cell: &Cell) -> Result<Type, ParquetError> {
    let (physical, converted, repetition) = match cell {
        Cell::Text(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8, Repetition::REQUIRED),
        Cell::Integer(_) => (Physical::INT64, ConvertedType::UINT_64, Repetition::REQUIRED),
        Cell::Float(_) => (Physical::DOUBLE, ConvertedType::NONE, Repetition::REQUIRED),
        Cell::Optional(_) => (Physical::INT64, ConvertedType::UINT_64, Repetition::OPTIONAL),
    };
    Type::primitive_type_builder(name, physical).with_converted_type(converted).with_repetition(repetition).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counter_is_a_column_under_its_own_name() {
        let columns: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
        let counters: Vec<&str> = pencilmark::outcome::Counters::LIST.iter().map(|info| info.name).collect();
        assert!(columns.windows(counters.len()).any(|part| part == counters), "{columns:?}");
    }
}
