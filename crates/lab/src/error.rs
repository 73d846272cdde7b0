//! What can go wrong in the lab, each with what to do.

use std::path::{Path, PathBuf};

/// Why an experiment cannot be read, run or reported.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A file of an experiment is wrong.
    #[error("{file}:{line}:{column}: {what}")]
    Text {
        /// The file.
        file: String,
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// What is wrong, and what to do.
        what: String,
    },
    /// A request that cannot be met.
    #[error("{0}")]
    Request(String),
    /// A puzzle of an input is malformed.
    #[error("{0}")]
    Puzzle(#[from] Box<pencilmark::ParseError>),
    /// A file could not be read or written.
    #[error("cannot {what} {}: {error}", path.display())]
    File {
        /// read, write, …
        what: &'static str,
        /// Which one.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A folder of records that is not what it should be.
    #[error("{}: {what}", path.display())]
    Folder {
        /// Which one.
        path: PathBuf,
        /// What is wrong, and what to do.
        what: String,
    },
    /// Somebody wanted to stop.
    #[error("interrupted")]
    Interrupted,
    /// A bug: an answer broke a rule, or a puzzle with a solution was refuted.
    #[error("{0}")]
    Wrong(String),
}

impl LabError {
    pub(crate) fn text(file: &str, text: &str, offset: usize, what: impl Into<String>) -> Self {
        if text.is_empty() {
            return Self::Request(what.into());
        }
        let before = text.get(..offset.min(text.len())).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self::Text { file: file.to_owned(), line, column, what: what.into() }
    }

    pub(crate) fn at(file: &str, line: usize, column: usize, what: String) -> Self {
        Self::Text { file: file.to_owned(), line, column, what }
    }

    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File { what, path, error }
    }

    pub(crate) fn folder(path: &Path, what: impl Into<String>) -> Self {
        Self::Folder { path: path.to_owned(), what: what.into() }
    }
}
