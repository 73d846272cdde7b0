//! One file for each puzzle, in a folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::exit::Failure;
use crate::screen;

/// Files that are written into a folder, and how many of them there were.
pub(crate) struct Files<'a> {
    folder: &'a Path,
    /// Digits of the largest number, as far as that is known: names sort by it.
    digits: usize,
    written: AtomicUsize,
    replaced: AtomicUsize,
}

impl<'a> Files<'a> {
    /// Makes the folder, if it is not there yet. No number is larger than `last`.
    pub(crate) fn new(folder: &'a Path, last: u64) -> Result<Self, Failure> {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Usage(format!("cannot make the folder {}: {error}", folder.display())))?;
        let digits = last.to_string().len().max(3);
        Ok(Self { folder, digits, written: AtomicUsize::new(0), replaced: AtomicUsize::new(0) })
    }

    /// Writes a file: `NUMBER-NAME.ENDING`, whatever characters the name has.
    pub(crate) fn write(&self, number: u64, name: &str, ending: &str, text: &str) -> Result<(), Failure> {
        let safe = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).take(60);
        let name = format!("{number:0digits$}-{}{ending}", safe.collect::<String>(), digits = self.digits);
        let path = self.folder.join(&name);
        let replaces = std::fs::read(&path).is_ok_and(|old| old != text.as_bytes());
        written(&path, text).map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
        self.written.fetch_add(1, Ordering::Relaxed);
        self.replaced.fetch_add(usize::from(replaces), Ordering::Relaxed);
        Ok(())
    }

    /// Says on standard error what was written.
    pub(crate) fn tell(&self) {
        let (written, replaced) = (self.written.load(Ordering::Relaxed), self.replaced.load(Ordering::Relaxed));
        let others = match replaced {
            0 => String::new(),
            _ => format!("; {} had other content before", screen::counted(replaced, "file")),
        };
        screen::remark(&format!("wrote {} into {}{others}", screen::counted(written, "file"), self.folder.display()));
    }
}

/// Writes the whole file or none: under another name first, so that a full disk leaves neither half a file nor less than there was.
fn written(path: &Path, text: &str) -> std::io::Result<()> {
    let part = draft(path);
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&part);
    })
}

/// What a file is called until it is whole. A kill may leave it behind; `*` does not find it.
fn draft(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_hidden_beside_its_file() {
        let draft = draft(Path::new("made/001-sudoku.json"));
        assert_eq!(draft.parent(), Some(Path::new("made")));
        let name = draft.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(name.starts_with(".001-sudoku.json."), "{name}");
    }
}
