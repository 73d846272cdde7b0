//! Results of work that is not an experiment of the lab, as CSV: the same on every machine.

use std::path::Path;

use pencilmark_lab::{Folder, LabError};

/// A result that is one or more rows of a table.
pub(crate) trait Rows {
    /// The columns.
    fn head() -> Vec<&'static str>;

    /// The rows, without times.
    fn rows(&self) -> Vec<Vec<String>>;
}

/// Writes the results of named tasks to a file.
pub(crate) fn write<R: Rows>(folder: &Path, name: &str, tasks: &[String], results: &[R]) -> Result<(), LabError> {
    let failed = |error: std::io::Error| LabError::Request(format!("cannot write {name}: {error}"));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut text = line(std::iter::once("task").chain(R::head()));
    for (task, result) in tasks.iter().zip(results) {
        for row in result.rows() {
            text.push_str(&line(std::iter::once(task.as_str()).chain(row.iter().map(String::as_str))));
        }
    }
    Folder::new(folder).write(name, &text)
}

/// A line of CSV (RFC 4180).
fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let quoted = |cell: &str| {
        if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
    };
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// A single number.
impl Rows for f64 {
    fn head() -> Vec<&'static str> {
        vec!["value"]
    }

    fn rows(&self) -> Vec<Vec<String>> {
        vec![vec![self.to_string()]]
    }
}

impl Rows for usize {
    fn head() -> Vec<&'static str> {
        vec!["count"]
    }

    fn rows(&self) -> Vec<Vec<String>> {
        vec![vec![self.to_string()]]
    }
}

impl<R: Rows> Rows for Vec<R> {
    fn head() -> Vec<&'static str> {
        R::head()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        self.iter().flat_map(Rows::rows).collect()
    }
}

/// Nothing, where there is no result.
impl<R: Rows> Rows for Option<R> {
    fn head() -> Vec<&'static str> {
        R::head()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        self.iter().flat_map(Rows::rows).collect()
    }
}

/// Implements [`Rows`] for a struct with one row of the named fields.
macro_rules! one_row {
    ($type:ty: $($field:ident),+) => {
        impl crate::tasks::Rows for $type {
            fn head() -> Vec<&'static str> {
                vec![$(stringify!($field)),+]
            }

            fn rows(&self) -> Vec<Vec<String>> {
                vec![vec![$(crate::tasks::cell(&self.$field)),+]]
            }
        }
    };
}
pub(crate) use one_row;

/// A value in a cell.
pub(crate) fn cell(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    match text.strip_prefix("Some(").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => inner.to_owned(),
        None if text == "None" => String::new(),
        None => text.trim_matches('"').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(line(["a, b", "5 \"", "c"].into_iter()), "\"a, b\",\"5 \"\"\",c\n");
        assert_eq!([cell(&Some(3)), cell(&None::<u64>), cell(&"x"), cell(&0.5)], ["3", "", "x", "0.5"]);
    }
}
