//! Records as CSV and as Parquet, for analysis with other tools: the same columns in both, and behind them one for each
//! factor of the experiment.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;
use pencilmark::outcome::{Counters, Improvement};
use pencilmark::table::Cell::{Real, Text, TextAt, Whole, WholeAt, Written};
use pencilmark::table::{Column, Value, Values};

use crate::record::RunOutcome;
use crate::{LabError, Record, journal};

/// The columns of every record, in order.
static COLUMNS: LazyLock<Vec<Column<Record>>> = LazyLock::new(|| {
    let counter = |(index, info): (usize, &pencilmark::outcome::CounterInfo)| Column {
        required: info.required,
        ..Column::new(info.name, WholeAt(|record: &Record, index| (Counters::LIST[index].get)(&record.counters), index))
    };
    let counters = Counters::LIST.iter().enumerate().map(counter);
    HEAD.iter().cloned().chain(counters).chain(TAIL.iter().cloned()).collect()
});

/// The columns before the counters.
const HEAD: &[Column<Record>] = &[
    Column::required("run", Whole(|record| Some(record.run))),
    Column::required("arm", Text(|record| Some(&record.arm))),
    Column::required("method", Text(|record| Some(&record.method))),
    Column::required("model", Text(|record| Some(&record.model))),
    Column::required("group", Text(|record| Some(&record.group))),
    Column::required("id", Text(|record| Some(&record.instance))),
    Column::required("hash", Text(|record| Some(&record.hash))),
    Column::required("kind", Text(|record| Some(&record.kind))),
    Column::required("size", Text(|record| Some(&record.size))),
    Column::required("seed", Whole(|record| Some(record.seed))),
    Column::required("outcome", Text(|record| Some(record.ended.word()))),
    Column::required("why", Text(|record| Some(record.ended.why()))),
    Column::required("solutions", Whole(|record| Some(record.solutions))),
];

/// The columns behind the counters.
const TAIL: &[Column<Record>] = &[
    Column::required("trajectory", Written(|record| Some(trajectory(&record.improvements)))),
    Column::required("seconds", Real(|record| Some(record.seconds))),
];

fn trajectory(improvements: &[Improvement]) -> String {
    let mut text = String::with_capacity(16 * improvements.len());
    for (index, Improvement { checks, evaluations, cost }) in improvements.iter().enumerate() {
        let blank = if index > 0 { " " } else { "" };
        let _ = write!(text, "{blank}{checks}:{evaluations}:{cost}");
    }
    text
}

fn improvements(text: &str) -> Result<Vec<Improvement>, String> {
    let read = |part: &str| {
        let numbers: Option<Vec<u64>> = part.split(':').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[checks, evaluations, cost]) => Ok(Improvement { checks, evaluations, cost }),
            _ => Err(format!("`{part}` is not `checks:evaluations:cost`")),
        }
    };
    text.split_whitespace().map(read).collect()
}

/// The columns of records with these factors, under the names that CSV and Parquet have.
pub fn columns(factors: &[String]) -> Vec<Column<Record>> {
    let level = |(place, factor): (usize, &String)| Column {
        name: format!("{FACTOR}{factor}").into(),
        required: true,
        cell: TextAt(|record: &Record, place| Some(record.levels.get(place).map_or("", |(_, level)| level)), place),
    };
    COLUMNS.iter().cloned().chain(factors.iter().enumerate().map(level)).collect()
}

fn columns_of(record: Option<&Record>) -> Vec<Column<Record>> {
    let levels = record.map_or(&[][..], |record| &record.levels);
    columns(&levels.iter().map(|(factor, _)| factor.clone()).collect::<Vec<_>>())
}

const FACTOR: &str = "factor_";

/// The factors in the head of a CSV file; `None` if these are not the columns of records.
pub(crate) fn factors(head: &csv::StringRecord) -> Option<Vec<String>> {
    let known = head.iter().zip(&*COLUMNS).filter(|(name, column)| *name == column.name).count();
    let more = head.iter().skip(COLUMNS.len()).map(|name| name.strip_prefix(FACTOR).map(str::to_owned));
    if known == COLUMNS.len() { more.collect() } else { None }
}

/// Reads a row of CSV whose columns are those of records with these factors.
pub(crate) fn read_row(row: &csv::StringRecord, factors: &[String]) -> Result<Record, String> {
    let mut cells = Cells(COLUMNS.iter().zip(row));
    let record = Record {
        run: cells.number()?,
        arm: cells.text(),
        method: cells.text(),
        model: cells.text(),
        group: cells.text(),
        instance: cells.text(),
        hash: cells.text(),
        kind: cells.text(),
        size: cells.text(),
        seed: cells.number()?,
        ended: RunOutcome::read(&cells.text(), &cells.text()).map_err(|error| format!("`outcome`: {error}"))?,
        solutions: cells.number()?,
        counters: cells.counters()?,
        improvements: improvements(&cells.text()).map_err(|error| format!("`trajectory`: {error}"))?,
        seconds: cells.number()?,
        levels: factors.iter().cloned().zip(row.iter().skip(COLUMNS.len()).map(str::to_owned)).collect(),
    };
    Ok(record)
}

/// The cells of a row with their columns, from left to right.
struct Cells<C>(C);

impl<'a, C: Iterator<Item = (&'a Column<Record>, &'a str)>> Cells<C> {
    fn text(&mut self) -> String {
        self.0.next().map_or_else(String::new, |(_, text)| text.to_owned())
    }

    fn number<T: FromStr<Err: std::fmt::Display>>(&mut self) -> Result<T, String> {
        let (column, text) = self.0.next().ok_or("it ends too early")?;
        text.parse().map_err(|error| format!("`{}`: {error}", column.name))
    }

    fn counters(&mut self) -> Result<Counters, String> {
        let mut counters = Counters::default();
        for (info, (column, text)) in Counters::LIST.iter().zip(self.0.by_ref()) {
            if info.required || !text.is_empty() {
                (info.set)(&mut counters, text.parse().map_err(|error| format!("`{}`: {error}", column.name))?);
            }
        }
        Ok(counters)
    }
}

/// The names of all columns of these records.
pub(crate) fn names(record: &Record) -> Vec<String> {
    columns_of(Some(record)).into_iter().map(|column| column.name.into_owned()).collect()
}

/// A record as text, column by column.
pub(crate) fn cells(record: &Record) -> Vec<String> {
    let text = |column: &Column<Record>| column.value(record).map_or_else(String::new, Value::text);
    COLUMNS.iter().map(text).chain(record.levels.iter().map(|(_, level)| level.clone())).collect()
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
    let columns: Vec<(Column<Record>, Values)> = columns_of(records.first())
        .into_iter()
        .map(|column| {
            let values = column.values(records);
            (column, values)
        })
        .collect();
    let fields = columns.iter().map(|(column, values)| field(column, values).map(Arc::new));
    let schema = Type::group_type_builder("records").with_fields(fields.collect::<Result<_, _>>()?).build()?;
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut file = SerializedFileWriter::new(out, Arc::new(schema), properties)?;
    let mut group = file.next_row_group()?;
    for (column, values) in &columns {
        let Some(mut writer) = group.next_column()? else { break };
        let there = |is_there: Vec<bool>| (!column.required).then(|| is_there.into_iter().map(i16::from).collect());
        match values {
            Values::Text(texts) => {
                let there: Option<Vec<i16>> = there(texts.iter().map(|text| text.is_some()).collect());
                let values: Vec<ByteArray> = texts.iter().flatten().map(ByteArray::from).collect();
                writer.typed::<ByteArrayType>().write_batch(&values, there.as_deref(), None)?
            }
            // A seed above 2^63 wraps, as Parquet's unsigned integers do.
            Values::Whole(numbers) => {
                let there: Option<Vec<i16>> = there(numbers.iter().map(Option::is_some).collect());
                let values: Vec<i64> = numbers.iter().flatten().map(|&number| number as i64).collect();
                writer.typed::<Int64Type>().write_batch(&values, there.as_deref(), None)?
            }
            Values::Real(numbers) => {
                let there: Option<Vec<i16>> = there(numbers.iter().map(Option::is_some).collect());
                let values: Vec<f64> = numbers.iter().flatten().copied().collect();
                writer.typed::<DoubleType>().write_batch(&values, there.as_deref(), None)?
            }
            Values::Flag(_) | Values::Steps { .. } => return Err(not_in_records()),
        };
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(())
}

fn field(column: &Column<Record>, values: &Values) -> Result<Type, ParquetError> {
    let (physical, converted) = match values {
        Values::Text(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        Values::Whole(_) => (Physical::INT64, ConvertedType::UINT_64),
        Values::Real(_) => (Physical::DOUBLE, ConvertedType::NONE),
        Values::Flag(_) | Values::Steps { .. } => return Err(not_in_records()),
    };
    let repetition = if column.required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
    let builder = Type::primitive_type_builder(&column.name, physical);
    builder.with_converted_type(converted).with_repetition(repetition).build()
}

fn not_in_records() -> ParquetError {
    ParquetError::NYI("records have no columns of this type".to_owned())
}
