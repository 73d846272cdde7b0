//! JSON that remembers where each value stands, so that an error in a cage can point at it.
//!
//! A small reader of our own, because the usual crates forget positions once a document is read.

mod reader;
mod value;

use std::fmt::Write as _;

use super::rows::shown;
use super::{ParseError, Remedy, Source, counted};
use crate::Grid;

pub use reader::{Reader, read_value};
pub use value::read_object;

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned {
    /// Line and column of its first character.
    pub place: (usize, usize),
    /// The value.
    pub value: Value,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the variants of JSON
pub enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Spanned>),
    Object(Vec<(String, Spanned)>),
}

impl Value {
    /// What it is, for error messages.
    pub fn describe(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(value) => value.to_string(),
            Self::Text(text) => format!("the text {}", shown(text)),
            Self::Array(_) => "an array".to_owned(),
            Self::Object(_) => "an object".to_owned(),
        }
    }
}

/// An object being read as a puzzle: look-ups fail with the place and what was expected.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    source: Source<'a>,
    place: (usize, usize),
    members: &'a [(String, Spanned)],
}

impl<'a> Object<'a> {
    /// Views a value as an object.
    pub fn new(source: Source<'a>, value: &'a Spanned) -> Result<Self, ParseError> {
        match &value.value {
            Value::Object(members) => Ok(Self { source, place: value.place, members }),
            other => {
                let what = format!("expected an object, found {}", other.describe());
                Err(source.error(value.place, what, "write one JSON object a puzzle: {\"kind\": …}"))
            }
        }
    }

    /// An error at a value.
    pub fn error(&self, at: &Spanned, what: impl Into<String>, remedy: impl Into<Remedy>) -> ParseError {
        self.source.error(at.place, what, remedy)
    }

    /// An error about the whole object.
    pub fn error_here(&self, what: impl Into<String>, remedy: impl Into<Remedy>) -> ParseError {
        self.source.error(self.place, what, remedy)
    }

    /// A member, if it is there and not null.
    pub fn get(&self, name: &str) -> Option<&'a Spanned> {
        let found = self.members.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        found.filter(|value| value.value != Value::Null)
    }

    /// A member that must be there.
    pub fn required(&self, name: &str) -> Result<&'a Spanned, ParseError> {
        self.get(name).ok_or_else(|| {
            let mut names = String::new();
            for (key, _) in self.members {
                let _ = write!(names, "{}{}", if names.is_empty() { "" } else { ", " }, shown(key));
            }
            self.error_here(format!("no field `{name}`; there are {names}"), format!("add \"{name}\": …"))
        })
    }

    /// A text member, if it is there.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, ParseError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match &value.value {
            Value::Text(text) => Ok(Some(text)),
            other => Err(self.error(value, format!("`{name}` is {}", other.describe()), "write it in quotes")),
        }
    }

    /// A value as a whole number from `low` to `high`; `what` names it in the error.
    pub fn integer(&self, value: &Spanned, what: &str, low: i64, high: i64) -> Result<i64, ParseError> {
        let remedy = format!("write a whole number from {low} to {high}");
        match value.value {
            Value::Number(number) if number.fract() == 0.0 && (low as f64..=high as f64).contains(&number) => {
                Ok(number as i64)
            }
            Value::Number(number) => Err(self.error(value, format!("{what} {number} is out of range"), remedy)),
            ref other => Err(self.error(value, format!("{what} is {}", other.describe()), remedy)),
        }
    }

    /// A value as an array.
    pub fn array(&self, value: &'a Spanned, what: &str) -> Result<&'a [Spanned], ParseError> {
        match &value.value {
            Value::Array(items) => Ok(items),
            other => Err(self.error(value, format!("{what} is {}", other.describe()), "write an array: [ … ]")),
        }
    }

    /// A value as an object inside this one.
    pub fn object(&self, value: &'a Spanned) -> Result<Object<'a>, ParseError> {
        Self::new(self.source, value)
    }

    /// A value as a rectangle, each cell read by `cell`; at most `most` rows and columns.
    pub fn grid<T>(
        &self,
        value: &'a Spanned,
        what: &str,
        most: usize,
        mut cell: impl FnMut(&'a Spanned) -> Result<T, ParseError>,
    ) -> Result<Grid<T>, ParseError> {
        let rows = self.array(value, what)?;
        let mut things = Vec::with_capacity(rows.len());
        for row in rows {
            let items = self.array(row, "a row")?;
            things.push(items.iter().map(&mut cell).collect::<Result<Vec<T>, _>>()?);
        }
        let width = things.first().map_or(0, Vec::len);
        if width == 0 {
            return Err(self.error(value, format!("{what} has no cells"), "give an array of rows"));
        }
        if rows.len() > most || width > most {
            let what = format!("{what} has {} rows and {width} columns", rows.len());
            return Err(self.error(value, what, format!("the largest supported board is {most} x {most}")));
        }
        if let Some(index) = things.iter().position(|row| row.len() != width) {
            let what = format!("row {} has {}, row 1 has {width}", index + 1, counted(things[index].len(), "cell"));
            return Err(self.error(&rows[index], what, "make all rows equally long"));
        }
        Grid::from_rows(things).ok_or_else(|| self.error(value, "rows differ in length", "make them equally long"))
    }
}
