//! One file for each puzzle, in a folder.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
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
    /// Makes the folder, if it is not there yet. No number is larger than `last`. A new folder that is called like a
    /// file is a slip; `redirects` says whether one file could go to standard output instead.
    pub(crate) fn new(folder: &'a Path, last: u64, redirects: bool) -> Result<Self, Failure> {
        let is_ending = |ending: &OsStr| ENDINGS.into_iter().any(|known| ending.eq_ignore_ascii_case(known));
        if folder.extension().is_some_and(is_ending) && !folder.is_dir() {
            let (name, stem) = (folder.display(), folder.with_extension(""));
            let what = format!("--out names a folder, and {name} is called like a file");
            let one = if redirects { format!("; `> {name}` writes one file") } else { String::new() };
            let help = format!("--out {} writes a file for each puzzle into that folder{one}", stem.display());
            return Err(Failure::Usage(format!("{what}\n  help: {help}")));
        }
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Usage(format!("cannot make the folder {}: {error}", folder.display())))?;
        let digits = last.to_string().len().max(3);
        Ok(Self { folder, digits, written: AtomicUsize::new(0), replaced: AtomicUsize::new(0) })
    }

    /// Writes a file: `NUMBER-NAME.ENDING`, whatever characters the name has.
    pub(crate) fn write(
        &self,
        number: u64,
        name: &str,
        ending: &str,
        content: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<(), Failure> {
        let content = content.as_ref();
        let path = self.folder.join(file_name(number, self.digits, name, ending));
        let replaces = std::fs::read(&path).is_ok_and(|old| old != content);
        write_whole(&path, content)?;
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

/// Endings of the files in such a folder.
const ENDINGS: [&str; 4] = ["png", "svg", "txt", "json"];

/// Bytes that a file's name may have.
const LONGEST: usize = 255;

fn file_name(number: u64, digits: usize, name: &str, ending: &str) -> String {
    let mut file = format!("{number:0digits$}-");
    for c in name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).take(60) {
        if file.len() + c.len_utf8() + ending.len() <= LONGEST {
            file.push(c);
        }
    }
    file + ending
}

/// Writes the whole file or none.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    written(path, content).map_err(|error| cannot_write(path, &error))
}

/// Whether a file can be made here, before there is anything to write into it. What is there stays as it is.
pub(crate) fn can_write(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(cannot_write(path, &ErrorKind::IsADirectory.into()));
    }
    let (part, _) = draft(path).map_err(|error| cannot_write(path, &error))?;
    let _ = std::fs::remove_file(part);
    Ok(())
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}

/// Writes the whole file or none: under another name first, so that a full disk leaves neither half a file nor less than there was.
fn written(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let (part, mut file) = draft(path)?;
    file.write_all(content).and_then(|()| std::fs::rename(&part, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&part);
    })
}

/// The file until it is whole, beside where it will be. A kill may leave it behind; `*` does not find it. Its name is short, whatever the
/// file's is, and nobody else's.
fn draft(path: &Path) -> std::io::Result<(PathBuf, File)> {
    static DRAFTS: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
        let part = path.with_file_name(format!(".{}-{number}.part", std::process::id()));
        match File::create_new(&part) {
            // Somebody was killed who had the same number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (part, file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_fits_into_what_file_systems_take() {
        for (name, number) in [("\u{20000}".repeat(60), u64::MAX), ("x".repeat(300), 1), (String::new(), 7)] {
            let name = file_name(number, 3, &name, ".svg");
            assert!(
                name.len() <= LONGEST
                    && name.rsplit_once('.').is_some_and(|(_, ending)| ending == "svg")
                    && name.contains('-'),
                "{name}"
            );
        }
        assert_eq!(file_name(1, 3, "a b/c-\u{e9}", ".txt"), "001-a_b_c-\u{e9}.txt");
    }
}
