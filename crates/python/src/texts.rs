//! Texts of one puzzle each, as Arrow, numpy and iterables of Python have them.

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;
use pencilmark::Puzzle as Inner;
use pencilmark::batch::Texts;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyString;

use crate::puzzle::Puzzle;

/// An Arrow array of texts. One with a dictionary has, for each text, its place among the values.
pub(crate) struct Column {
    values: ArrayRef,
    places: Option<Vec<Option<usize>>>,
}

impl Column {
    pub(crate) fn new(array: &ArrayRef) -> Self {
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            return Self { values: array.clone(), places: None };
        };
        let (keys, values) = (dictionary.keys(), dictionary.values());
        // Without values there is no key but NULL.
        let places = if values.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
        let place = |index| places.get(index).copied().filter(|_| keys.is_valid(index));
        Self { values: values.clone(), places: Some((0..keys.len()).map(place).collect()) }
    }
}

impl Texts for Column {
    fn count(&self) -> usize {
        self.places.as_ref().map_or(self.values.len(), Vec::len)
    }

    fn text(&self, index: usize) -> &str {
        let place = self.places.as_ref().map_or(Some(index), |places| places[index]);
        let Some(place) = place.filter(|&place| self.values.is_valid(place)) else { return "" };
        match self.values.data_type() {
            DataType::LargeUtf8 => self.values.as_string::<i64>().value(place),
            DataType::Utf8View => self.values.as_string_view().value(place),
            _ => self.values.as_string::<i32>().value(place),
        }
    }
}

/// Rows of bytes, all of one length: what numpy has in memory.
pub(crate) struct Fixed {
    bytes: PyBackedBytes,
    width: usize,
}

impl Fixed {
    pub(crate) fn new(bytes: PyBackedBytes, width: usize) -> PyResult<Self> {
        if width == 0 || !bytes.len().is_multiple_of(width) {
            return Err(PyTypeError::new_err(format!("{} bytes are not rows of {width}", bytes.len())));
        }
        Ok(Self { bytes, width })
    }
}

impl Texts for Fixed {
    fn count(&self) -> usize {
        self.bytes.len() / self.width
    }

    fn text(&self, index: usize) -> &str {
        let row = &self.bytes[index * self.width..][..self.width];
        // Shorter texts are filled up with zeros; one within a text belongs to it.
        let end = row.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        std::str::from_utf8(&row[..end]).unwrap_or("\u{fffd}")
    }
}

/// Texts and puzzles of an iterable.
#[derive(Default)]
pub(crate) struct Given {
    items: Vec<Item>,
    bytes: usize,
}

enum Item {
    Text(String),
    Puzzle(Inner),
}

impl Given {
    /// Adds a text or a puzzle. None is a text that is missing, as NULL is in Arrow.
    pub(crate) fn add(&mut self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        let item = if let Ok(text) = item.cast::<PyString>() {
            Item::Text(text.to_cow()?.into_owned())
        } else if let Ok(puzzle) = item.cast::<Puzzle>() {
            Item::Puzzle(puzzle.get().0.clone())
        } else if item.is_none() {
            Item::Text(String::new())
        } else {
            let what = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a puzzle is a text or a Puzzle, and this is {what}")));
        };
        self.bytes += if let Item::Text(text) = &item { text.len() } else { 0 };
        self.items.push(item);
        Ok(())
    }

    /// How many bytes its texts are.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Texts for Given {
    fn count(&self) -> usize {
        self.items.len()
    }

    fn text(&self, index: usize) -> &str {
        if let Item::Text(text) = &self.items[index] { text } else { "" }
    }

    fn puzzle(&self, index: usize) -> Option<Inner> {
        if let Item::Puzzle(puzzle) = &self.items[index] { Some(puzzle.clone()) } else { None }
    }
}
