//! Tables: cells between separators, and the line above them that names their columns.

use super::{Line, Token};

/// What the line that names the columns of a table says about the lines below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// What stands between two cells.
    pub separator: char,
    /// How many columns there are.
    pub count: usize,
    /// The one that holds puzzles, counted from 0.
    pub puzzle: Option<usize>,
    /// The one that holds solutions.
    pub solution: Option<usize>,
    /// Whether the name of the puzzles' column may also stand for their number: `clues`.
    pub may_be_number: bool,
}

/// Names for a column of puzzles. Where a table has several of them, the first in this list counts.
const PUZZLES: [&str; 12] = [
    "puzzle", "puzzles", "quizzes", "quiz", "question", "problem", "sudoku", "sudokus", "board", "grid", "givens",
    "clues",
];
/// How many names at the end of that list may also stand for a number of givens.
const MAY_BE_NUMBERS: usize = 2;
const SOLUTIONS: [&str; 4] = ["solution", "solutions", "answer", "answers"];

/// What may stand between two cells, in the order in which a line is searched for it: a comma may also be a decimal point.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// No line that names columns is longer.
const LONGEST: usize = 500;

impl Columns {
    /// The columns that a line names, one of which holds puzzles: `puzzle,solution`, or `puzzle` alone.
    pub fn named(line: &Line<'_>) -> Option<Self> {
        // Quick for the lines of a list of boards.
        if matches!(line.text.as_bytes(), [b'0'..=b'9' | b'.', ..])
            || !line.text.starts_with(|c: char| c.is_alphabetic() || "\"',;\t _-(".contains(c))
        {
            return None;
        }
        Self::of_names(line).filter(|columns| columns.puzzle.is_some())
    }

    /// The columns of the table whose rows stand below a line of names in any language. A row has as many cells, and a board in
    /// one of them.
    pub fn above<'a>(line: &Line<'_>, below: impl Iterator<Item = &'a Line<'a>>) -> Option<Self> {
        const ROWS: usize = 8;
        let columns = Self::of_names(line).filter(|columns| columns.count > 1)?;
        let is_row = |row: &Line<'_>| {
            let cells = cells(&row.trimmed(), columns.separator);
            cells.len() == columns.count && cells.iter().any(|cell| may_be_board(cell.text))
        };
        below.take(ROWS).any(is_row).then_some(columns)
    }

    /// The cells of a row that are read, if the names of the columns say which.
    pub fn read_of<'a>(&self, row: &Token<'a>) -> Option<Vec<Token<'a>>> {
        let puzzle = self.puzzle.filter(|_| self.count > 1 && !self.may_be_number)?;
        let cells = cells(row, self.separator);
        let read = [Some(puzzle), self.solution].into_iter().flatten();
        (cells.len() == self.count).then(|| read.filter_map(|place| cells.get(place).copied()).collect())
    }

    fn of_names(line: &Line<'_>) -> Option<Self> {
        if line.text.len() > LONGEST {
            return None;
        }
        let whole = line.trimmed();
        let separator = separator_of(whole.text);
        let names = cells(&whole, separator.unwrap_or(','));
        let is_name = |name: &Token<'_>| {
            name.text.chars().all(|c| c.is_alphanumeric() || " _-.()".contains(c)) && !may_be_board(name.text)
        };
        let is_word = |name: &Token<'_>| name.text.chars().any(char::is_alphabetic);
        if !names.iter().all(is_name) || !names.iter().any(is_word) {
            return None;
        }
        let place = |known: &str| names.iter().position(|name| name.text.eq_ignore_ascii_case(known));
        let puzzle = PUZZLES.iter().enumerate().find_map(|(rank, known)| Some((rank, place(known)?)));
        Some(Self {
            separator: separator.unwrap_or(','),
            count: names.len(),
            puzzle: puzzle.map(|(_, place)| place),
            solution: SOLUTIONS.iter().find_map(|known| place(known)),
            may_be_number: puzzle.is_some_and(|(rank, _)| rank >= PUZZLES.len() - MAY_BE_NUMBERS),
        })
    }
}

/// Whether a cell of a table may hold a board rather than the name of a column.
fn may_be_board(cell: &str) -> bool {
    const SHORTEST: usize = 16;
    let is_blank = |c: char| ".*_-?".contains(c);
    let cells = cell.chars().filter(|&c| c.is_ascii_digit() || is_blank(c)).count();
    cell.len() >= SHORTEST && cells * 4 >= cell.len() && cell.chars().all(|c| c.is_ascii_alphanumeric() || is_blank(c))
}

/// What stands between the cells of a line, if it may be one of a table.
pub fn separator_of(text: &str) -> Option<char> {
    SEPARATORS.into_iter().find(|&separator| text.contains(separator))
}

/// The cells of a line, empty ones too, without blanks and quotes around them. Within quotes, a separator is part of the cell.
pub fn cells<'a>(line: &Token<'a>, separator: char) -> Vec<Token<'a>> {
    let mut cells = Vec::new();
    let (mut rest, mut column) = (line.text, line.column);
    loop {
        let end = cell_end(rest, separator);
        let raw = &rest[..end];
        let text = unquoted(raw);
        let before = &raw[..text.as_ptr() as usize - raw.as_ptr() as usize];
        cells.push(Token { text, line: line.line, column: column + before.chars().count() });
        if end == rest.len() {
            return cells;
        }
        column += raw.chars().count() + 1;
        rest = &rest[end + separator.len_utf8()..];
    }
}

/// Where the cell that a text begins with ends. A quote that is not closed is a character like any other.
fn cell_end(text: &str, separator: char) -> usize {
    let blanks = text.len() - text.trim_start_matches(' ').len();
    if text[blanks..].starts_with('"') {
        let mut quoted = false;
        for (at, c) in text.char_indices() {
            match c {
                '"' => quoted = !quoted,
                _ if c == separator && !quoted => return at,
                _ => {}
            }
        }
        if !quoted {
            return text.len();
        }
    }
    text.find(separator).unwrap_or(text.len())
}

/// A cell without what stands around it. Spreadsheets put an apostrophe before digits that are not a number.
fn unquoted(cell: &str) -> &str {
    let cell = cell.trim();
    let inner = cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')).unwrap_or(cell).trim();
    inner.strip_prefix('\'').unwrap_or(inner)
}
