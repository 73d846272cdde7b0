//! One file for each puzzle, in a folder.

use std::path::Path;

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
    std::fs::write(&path, text).map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}
