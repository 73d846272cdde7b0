//! What can go wrong in the lab, and what to do about it.

use std::path::{Path, PathBuf};

use crate::Holder;

/// Why an experiment cannot be read, run or reported. The text says what is wrong; [`LabError::remedy`] says what to do.
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
        /// What is wrong.
        what: String,
        /// What to do about it.
        remedy: Option<Remedy>,
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
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
        /// What to do about it.
        remedy: Option<Remedy>,
    },
    /// Another program writes to the folder.
    #[error("{}: {} is writing to this folder", path.display(), who(holder.as_ref()))]
    Busy {
        /// The folder.
        path: PathBuf,
        /// Which program, if that is known.
        holder: Option<Holder>,
    },
    /// A folder of records is not in the expected state.
    #[error("{}: {what}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What is wrong.
        what: String,
        /// What to do about it.
        remedy: Option<Remedy>,
    },
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// A bug: an answer broke a rule, or a puzzle with a solution was refuted.
    #[error("{0}")]
    Wrong(String),
}

/// What to do about an error, as data: each front end words it in its own terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Make it possible to write (make room on the disk, for instance), then resume the experiment in this folder: what
    /// was recorded is there.
    Resume(PathBuf),
    /// Resume the experiment in this folder, or use another folder.
    ResumeOrUseAnotherFolder(PathBuf),
    /// Start the experiment again in another folder.
    UseAnotherFolder,
    /// Run an experiment first.
    RunExperiment,
    /// Verify the records in this folder.
    Verify(PathBuf),
    /// Remove the row from the records in this folder, then resume.
    RemoveRowAndResume(PathBuf),
    /// Restore the file, or start again in another folder.
    RestoreFileOrUseAnotherFolder,
    /// Save the file as UTF-8.
    SaveAsUtf8,
    /// Wait until the other program is done, or stop it.
    WaitForOtherProgram,
}

impl LabError {
    /// What to do about it, where there is something to do.
    pub fn remedy(&self) -> Option<&Remedy> {
        match self {
            Self::Text { remedy, .. } | Self::Folder { remedy, .. } | Self::File { remedy, .. } => remedy.as_ref(),
            Self::Busy { .. } => Some(&Remedy::WaitForOtherProgram),
            _ => None,
        }
    }

    pub(crate) fn text(file: &str, text: &str, offset: usize, what: impl Into<String>) -> Self {
        if file.is_empty() {
            return Self::Request(what.into());
        }
        let (line, column) = place(text.get(..offset.min(text.len())).unwrap_or(text));
        Self::Text { file: file.to_owned(), line, column, what: what.into(), remedy: None }
    }

    /// The text of a file, or the place of the first byte that is not UTF-8.
    pub(crate) fn decoded(file: &str, bytes: Vec<u8>) -> Result<String, Self> {
        String::from_utf8(bytes).map_err(|error| {
            let (good, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let (line, column) = place(&String::from_utf8_lossy(good));
            let byte = rest.first().copied().unwrap_or_default();
            Self::at(file, line, column, format!("byte 0x{byte:02x} is not UTF-8 text")).with_remedy(Remedy::SaveAsUtf8)
        })
    }

    pub(crate) fn at(file: &str, line: usize, column: usize, what: impl Into<String>) -> Self {
        Self::Text { file: file.to_owned(), line, column, what: what.into(), remedy: None }
    }

    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File { what, path, error, remedy: None }
    }

    pub(crate) fn folder(path: &Path, what: impl Into<String>) -> Self {
        Self::Folder { path: path.to_owned(), what: what.into(), remedy: None }
    }

    /// The same error with a remedy.
    pub(crate) fn with_remedy(mut self, wanted: Remedy) -> Self {
        if let Self::Text { remedy, .. } | Self::Folder { remedy, .. } | Self::File { remedy, .. } = &mut self {
            *remedy = Some(wanted);
        }
        self
    }
}

/// Line and column of what follows this text.
fn place(before: &str) -> (usize, usize) {
    (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or("").chars().count() + 1)
}

fn who(holder: Option<&Holder>) -> String {
    holder.map_or("another program".to_owned(), |Holder { process, since }| {
        format!("another program (process {process}, since {since})")
    })
}
