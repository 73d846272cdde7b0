//! A document: the content of a report, independent of its format. It is written as HTML, Markdown or text for a
//! terminal.

mod html;
mod markdown;
mod text;

use serde::Serialize;

pub use text::LineStyle;

/// A document.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// Its parts, in order.
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// A heading of this level, 2 or 3.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A conclusion.
    Conclusion(String),
    /// Something that weakens the conclusions: what was observed, and what to do.
    Warning {
        /// The rule that warns.
        rule: String,
        /// What was observed.
        observed: String,
        /// What to do.
        remedy: String,
    },
    /// A table.
    Table(Table),
    /// A chart as inline SVG, and what it shows in words.
    Figure {
        /// The picture.
        svg: String,
        /// What it shows.
        caption: String,
    },
    /// A part that is collapsed at first, with its title.
    Details(String, Vec<Block>),
    /// Text as it is.
    Code(String),
}

/// A table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Table {
    /// What it shows; may be empty.
    pub title: String,
    /// The columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// A note on how to read it; may be empty.
    pub note: String,
    /// Notes on single columns, by name: only those of columns that are shown are.
    pub notes: Vec<(String, String)>,
    /// Columns that may be left out on a narrow terminal, in the order in which they are dropped.
    #[serde(skip)]
    pub droppable: Vec<usize>,
}

impl Table {
    /// A table of these columns.
    pub fn new(title: &str, head: &[&str]) -> Self {
        Self { title: title.to_owned(), head: head.iter().map(|&name| name.to_owned()).collect(), ..Self::default() }
    }

    /// The notes on what is shown, and on infinity where it appears.
    fn footnote(&self) -> String {
        let own = self.notes.iter().filter(|(column, _)| self.head.contains(column)).map(|(_, note)| note.as_str());
        let infinite = self.rows.iter().flatten().any(|cell| cell.contains('∞'));
        let unsolved = infinite.then_some("∞ stands for puzzles that were not solved.");
        let all = std::iter::once(self.note.as_str()).chain(own).chain(unsolved);
        all.filter(|note| !note.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The table without columns that are empty in every row.
    fn without_empty(&self) -> Self {
        let empty = |column: usize| {
            !self.rows.is_empty() && self.rows.iter().all(|row| row.get(column).is_none_or(String::is_empty))
        };
        (0..self.head.len()).rev().filter(|&column| empty(column)).fold(self.clone(), Self::without)
    }

    /// The table without a column.
    pub(crate) fn without(mut self, column: usize) -> Self {
        self.head.remove(column);
        for row in self.rows.iter_mut().filter(|row| column < row.len()) {
            row.remove(column);
        }
        self.droppable.retain(|&droppable| droppable != column);
        for droppable in self.droppable.iter_mut().filter(|droppable| **droppable > column) {
            *droppable -= 1;
        }
        self
    }

    /// Whether all entries of a column are numbers, perhaps with a unit or an interval: such a column is aligned to
    /// the right.
    fn is_numeric(&self, column: usize) -> bool {
        let looks = |cell: &String| {
            let first = cell.trim_start_matches(['-', '+', '<', '~', '.', ' ']).chars().next();
            let worded = cell.split(|letter: char| !letter.is_alphabetic()).any(|word| word.chars().count() > 4);
            !worded
                && cell.chars().count() <= 24
                && first.is_none_or(|first| first.is_ascii_digit() || "∞–-".contains(first))
        };
        column > 0 && self.rows.iter().filter_map(|row| row.get(column)).all(looks)
    }
}

impl Document {
    /// An empty document.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a part.
    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds a heading of the second level.
    pub fn heading(&mut self, text: &str) {
        self.push(Block::Heading(2, text.to_owned()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.push(Block::Text(text.into()));
    }
}

#[cfg(test)]
mod tests;
