//! Results as tables. A [`Column`] states once what a column is called, which type it has, and how
//! to get its cell from a row. What it says is in the JSON Schema of the record under the same name.
//! Every writer of columns (CSV, Parquet, Arrow for Python and SQL) maps the few types to its own
//! and goes by the same list.

use std::borrow::Cow;

use serde_json::Map;

use crate::teach::{STEP, StepRecord};

/// A column of rows `R`.
#[derive(Clone, Debug)]
pub struct Column<R: ?Sized + 'static> {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Whether every row has a value.
    pub required: bool,
    /// Its type, and how to get its cell from a row.
    pub cell: Cell<R>,
}

/// The type of a column, and how to get its cell from a row; `None` is a missing value. The indexed
/// forms are for columns that are themselves listed somewhere, such as counters.
#[derive(Debug)]
pub enum Cell<R: ?Sized + 'static> {
    /// A text of the row.
    Text(fn(&R) -> Option<&str>),
    /// A text of the row, by index.
    TextAt(fn(&R, usize) -> Option<&str>, usize),
    /// A text that is made when it is written.
    Written(fn(&R) -> Option<String>),
    /// A whole number.
    Whole(fn(&R) -> Option<u64>),
    /// A whole number, by index.
    WholeAt(fn(&R, usize) -> Option<u64>, usize),
    /// A number.
    Real(fn(&R) -> Option<f64>),
    /// Yes or no.
    Flag(fn(&R) -> Option<bool>),
    /// Steps of a solution: each is a row with the columns [`STEP`].
    Steps(fn(&R) -> Option<&[StepRecord]>),
}

// A derive would ask for rows that can be copied.
impl<R: ?Sized> Clone for Cell<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: ?Sized> Copy for Cell<R> {}

/// The value of a cell.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A whole number.
    Whole(u64),
    /// A number.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// Steps of a solution.
    Steps(&'a [StepRecord]),
}

impl<R: ?Sized> Column<R> {
    /// A column in which values may be missing.
    pub const fn new(name: &'static str, cell: Cell<R>) -> Self {
        Self { name: Cow::Borrowed(name), required: false, cell }
    }

    /// A column in which every row has a value.
    pub const fn required(name: &'static str, cell: Cell<R>) -> Self {
        Self { name: Cow::Borrowed(name), required: true, cell }
    }

    /// Returns the cell of a row.
    pub fn value<'a>(&self, row: &'a R) -> Option<Value<'a>> {
        let text = |text: &'a str| Value::Text(Cow::Borrowed(text));
        match self.cell {
            Cell::Text(get) => get(row).map(text),
            Cell::TextAt(get, index) => get(row, index).map(text),
            Cell::Written(get) => get(row).map(|text| Value::Text(Cow::Owned(text))),
            Cell::Whole(get) => get(row).map(Value::Whole),
            Cell::WholeAt(get, index) => get(row, index).map(Value::Whole),
            Cell::Real(get) => get(row).map(Value::Real),
            Cell::Flag(get) => get(row).map(Value::Flag),
            Cell::Steps(get) => get(row).map(Value::Steps),
        }
    }

    /// Returns the cells of all rows.
    pub fn values<'a>(&self, rows: impl IntoIterator<Item = &'a R>) -> Values {
        let mut values = self.empty();
        rows.into_iter().for_each(|row| values.push(self.value(row)));
        values
    }

    fn empty(&self) -> Values {
        match self.cell {
            Cell::Text(_) | Cell::TextAt(..) | Cell::Written(_) => Values::Text(Texts::default()),
            Cell::Whole(_) | Cell::WholeAt(..) => Values::Whole(Vec::new()),
            Cell::Real(_) => Values::Real(Vec::new()),
            Cell::Flag(_) => Values::Flag(Vec::new()),
            Cell::Steps(_) => Values::Steps { lengths: Vec::new(), steps: Table::new(STEP) },
        }
    }
}

impl Value<'_> {
    /// Returns the value as it is written in CSV. Lists have no such form.
    pub fn text(self) -> String {
        match self {
            Self::Text(text) => text.into_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Steps(steps) => format!("{} steps", steps.len()),
        }
    }
}

/// The values of a column, row by row.
#[derive(Clone, Debug)]
pub enum Values {
    /// Texts.
    Text(Texts),
    /// Whole numbers.
    Whole(Vec<Option<u64>>),
    /// Numbers.
    Real(Vec<Option<f64>>),
    /// Yes or no.
    Flag(Vec<Option<bool>>),
    /// Steps of solutions.
    Steps {
        /// How many steps each row has.
        lengths: Vec<Option<usize>>,
        /// The steps of all rows, one row after the other.
        steps: Table<StepRecord>,
    },
}

impl Values {
    fn push(&mut self, value: Option<Value<'_>>) {
        match (self, value) {
            (Self::Text(texts), Some(Value::Text(text))) => texts.push(Some(&text)),
            (Self::Text(texts), None) => texts.push(None),
            (Self::Whole(numbers), Some(Value::Whole(number))) => numbers.push(Some(number)),
            (Self::Whole(numbers), None) => numbers.push(None),
            (Self::Real(numbers), Some(Value::Real(number))) => numbers.push(Some(number)),
            (Self::Real(numbers), None) => numbers.push(None),
            (Self::Flag(flags), Some(Value::Flag(flag))) => flags.push(Some(flag)),
            (Self::Flag(flags), None) => flags.push(None),
            (Self::Steps { lengths, steps }, Some(Value::Steps(list))) => {
                lengths.push(Some(list.len()));
                for step in list {
                    steps.push(Some(step));
                }
            }
            (Self::Steps { lengths, .. }, None) => lengths.push(None),
            (Self::Text(_) | Self::Whole(_) | Self::Real(_) | Self::Flag(_) | Self::Steps { .. }, Some(_)) => {
                unreachable!("the values of a column are made for its cells")
            }
        }
    }

    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Text(texts), Self::Text(more)) => texts.append(&more),
            (Self::Whole(numbers), Self::Whole(more)) => numbers.extend(more),
            (Self::Real(numbers), Self::Real(more)) => numbers.extend(more),
            (Self::Flag(flags), Self::Flag(more)) => flags.extend(more),
            (Self::Steps { lengths, steps }, Self::Steps { lengths: more, steps: more_steps }) => {
                lengths.extend(more);
                steps.append(more_steps);
            }
            (Self::Text(_) | Self::Whole(_) | Self::Real(_) | Self::Flag(_) | Self::Steps { .. }, _) => {
                unreachable!("tables that are put together have the same columns")
            }
        }
    }

    fn json(&self, row: usize) -> serde_json::Value {
        match self {
            Self::Text(texts) => texts.get(row).into(),
            Self::Whole(numbers) => numbers[row].into(),
            Self::Real(numbers) => numbers[row].into(),
            Self::Flag(flags) => flags[row].into(),
            Self::Steps { lengths, steps } => {
                let first = lengths[..row].iter().flatten().sum::<usize>();
                let list = |length: usize| (first..first + length).filter_map(|step| steps.object(step));
                lengths[row].map(|length| list(length).collect::<Vec<_>>()).into()
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Text(texts) => texts.buffer.len() + size_of_val(&texts.ends[..]),
            Self::Whole(numbers) => size_of_val(&numbers[..]),
            Self::Real(numbers) => size_of_val(&numbers[..]),
            Self::Flag(flags) => size_of_val(&flags[..]),
            Self::Steps { lengths, steps } => size_of_val(&lengths[..]) + steps.bytes(),
        }
    }
}

/// Texts, one after the other in one buffer: there may be millions of them.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    buffer: String,
    /// Where each text ends, and whether it is there.
    ends: Vec<(usize, bool)>,
}

impl Texts {
    fn push(&mut self, text: Option<&str>) {
        self.buffer.push_str(text.unwrap_or_default());
        self.ends.push((self.buffer.len(), text.is_some()));
    }

    fn append(&mut self, more: &Self) {
        let start = self.buffer.len();
        self.buffer.push_str(&more.buffer);
        self.ends.extend(more.ends.iter().map(|&(end, is_there)| (start + end, is_there)));
    }

    /// Returns each text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.ends.len()).map(|row| self.get(row))
    }

    fn get(&self, row: usize) -> Option<&str> {
        let (end, is_there) = self.ends[row];
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before].0);
        is_there.then(|| &self.buffer[start..end])
    }
}

/// Rows, column by column.
#[derive(Clone, Debug)]
pub struct Table<R: ?Sized + 'static> {
    columns: &'static [Column<R>],
    values: Vec<Values>,
    /// Whether each row is there; without one, all of its cells are missing.
    there: Vec<bool>,
}

impl<R> Table<R> {
    /// A table without rows.
    pub fn new(columns: &'static [Column<R>]) -> Self {
        Self { columns, values: columns.iter().map(Column::empty).collect(), there: Vec::new() }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.there.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.there.is_empty()
    }

    /// Adds a row; `None` is a missing one.
    pub fn push(&mut self, row: Option<&R>) {
        self.there.push(row.is_some());
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            values.push(row.and_then(|row| column.value(row)));
        }
    }

    /// Adds the rows of another table with the same columns.
    pub fn append(&mut self, other: Self) {
        self.there.extend(other.there);
        self.values.iter_mut().zip(other.values).for_each(|(values, more)| values.append(more));
    }

    /// Whether each row is there.
    pub fn there(&self) -> &[bool] {
        &self.there
    }

    /// Returns the columns.
    pub fn columns(&self) -> &'static [Column<R>] {
        self.columns
    }

    /// Returns the values of each column.
    pub fn values(&self) -> &[Values] {
        &self.values
    }

    /// Returns a row as JSON: an object with the names of the columns.
    pub fn object(&self, row: usize) -> Option<Map<String, serde_json::Value>> {
        let field = |(column, values): (&Column<R>, &Values)| (column.name.clone().into_owned(), values.json(row));
        (row < self.len()).then(|| self.columns.iter().zip(&self.values).map(field).collect())
    }

    /// About how much memory the values take.
    pub fn bytes(&self) -> usize {
        self.values.iter().map(Values::bytes).sum()
    }
}
