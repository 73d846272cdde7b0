//! The words of entries and labels, turned to fit a sentence.

use pencilmark_csp::Label;
use pencilmark_puzzles::Cell;

/// Whether a text names a cell.
pub(super) fn names(text: &str, cell: Cell) -> bool {
    let name = cell.to_string();
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name)
}

/// Whether a label names all of these cells.
pub(super) fn names_all(label: &Label, cells: &[Cell]) -> bool {
    cells.iter().all(|&cell| names(label.as_str(), cell))
}

/// Rewords an entry as ruled out: `is 7` becomes `cannot be 7`.
pub(super) fn cannot(words: &str) -> String {
    match words.split_once(' ') {
        Some(("is", what)) => format!("cannot be {what}"),
        Some(("has", what)) => format!("cannot have {what}"),
        _ => format!("is ruled out: it {words}"),
    }
}

/// Rewords an entry as wrong: `is 7` becomes `is not 7`.
pub(super) fn is_not(words: &str) -> String {
    match words.split_once(' ') {
        Some(("is", what)) => format!("is not {what}"),
        Some(("has", what)) => match what.strip_prefix("no ") {
            Some(what) => format!("has a {what}"),
            None => format!("does not have {what}"),
        },
        _ => format!("is wrong: it {words}"),
    }
}

/// Puts the words of an entry in the plural: `is 7` becomes `are 7`.
pub(super) fn several(words: &str) -> String {
    match words.split_once(' ') {
        Some(("is", what)) => format!("are {what}"),
        Some(("has", what)) => format!("have {what}"),
        _ => words.to_owned(),
    }
}
