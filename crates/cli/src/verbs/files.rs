//! One file for each puzzle, in a folder.

use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// Makes the folder, if it is not there yet.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Usage(format!("cannot make the folder {}: {error}", folder.display())))
}

/// Writes a file into the folder: `NUMBER-NAME.ENDING`, whatever characters the name has.
pub(crate) fn write(folder: &Path, number: u64, name: &str, ending: &str, text: &str) -> Result<(), Failure> {
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect();
    let path = folder.join(format!("{number:03}-{safe}{ending}"));
    written(&path, text).map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}

/// Writes the whole file or none: under another name first, so that a full disk leaves neither half a file nor less than there was.
fn written(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&part);
    })
}
