//! A piece of text that knows its position in a file, and errors that report it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;

use super::drawing::Drawing;
use super::{Columns, Remedy, bytes};

/// A piece of a file: the text of one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file's name, `-` for standard input.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// The number of its first line in the file, from 1.
    pub first_line: usize,
    /// What a line above it says about the columns of a table.
    pub columns: Option<Columns>,
    /// What was found in the text before. Those of another text are not used.
    pub notes: Option<&'a Notes>,
}

/// What one look at a text found, kept for the next: many formats look at a text before one reads it.
#[derive(Debug, Default)]
pub struct Notes {
    drawing: OnceCell<(Part, Option<Drawing>)>,
}

/// Which text it is: where its characters are, how many bytes they take, and the number of its first line.
type Part = (usize, usize, usize);

/// A line with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The text, without its end.
    pub text: &'a str,
    /// Its number in the file, from 1.
    pub number: usize,
}

/// A word or character with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The text.
    pub text: &'a str,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
}

/// What is wrong with a text, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct ParseError {
    /// The file's name.
    #[serde(rename = "file")]
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: Remedy,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.name, self.line, self.column, self.what)?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "\n  help: {}", self.remedy) }
    }
}

impl std::error::Error for ParseError {}

impl<'a> Source<'a> {
    /// A text of its own.
    pub fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, text, first_line: 1, columns: None, notes: None }
    }

    /// Returns the board that is drawn in the text, if all of it is a drawing. With notes, it is read once.
    pub fn drawing(&self) -> Option<Cow<'a, Drawing>> {
        let part = (self.text.as_ptr() as usize, self.text.len(), self.first_line);
        let noted = self.notes.map(|notes| notes.drawing.get_or_init(|| (part, Drawing::read(self))));
        match noted {
            Some((of, drawing)) if *of == part => drawing.as_ref().map(Cow::Borrowed),
            _ => Drawing::read(self).map(Cow::Owned),
        }
    }

    /// All lines, without line ends (CRLF too).
    pub fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let first = self.first_line;
        self.text.lines().enumerate().map(move |(index, text)| Line { text, number: first + index })
    }

    /// The lines that are neither blank nor comments, without the remarks at their ends.
    pub fn content(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let mut lines = self.lines().peekable();
        let mut above = None;
        std::iter::from_fn(move || {
            loop {
                let line = lines.next()?;
                above = line.is_content(above.as_ref(), lines.peek()).then_some(line);
                if above.is_some() {
                    return Some(line.without_comment());
                }
            }
        })
    }

    /// The text as one line without blanks around it, when it is one line of content.
    pub fn single_line(&self) -> Option<Token<'a>> {
        let mut content = self.content();
        let line = content.next()?;
        if content.next().is_some() { None } else { Some(line.trimmed()) }
    }

    /// An error at a place.
    pub fn error(
        &self,
        (line, column): (usize, usize),
        what: impl Into<String>,
        remedy: impl Into<Remedy>,
    ) -> ParseError {
        ParseError { name: self.name.to_owned(), line, column, what: what.into(), remedy: remedy.into() }
    }

    /// An error at a word.
    pub fn error_at(&self, token: &Token<'_>, what: impl Into<String>, remedy: impl Into<Remedy>) -> ParseError {
        self.error((token.line, token.column), what, remedy)
    }

    /// An error where the text ends.
    pub fn error_at_end(&self, what: impl Into<String>, remedy: impl Into<Remedy>) -> ParseError {
        let last = self.lines().filter(|line| !line.is_blank()).last();
        let place = last.map_or((self.first_line, 1), |line| (line.number, line.text.chars().count() + 1));
        self.error(place, what, remedy)
    }

    /// An error at the start of the text.
    pub fn error_at_start(&self, what: impl Into<String>, remedy: impl Into<Remedy>) -> ParseError {
        let first = self.content().next().map(|line| line.trimmed());
        self.error(first.map_or((self.first_line, 1), |token| (token.line, token.column)), what, remedy)
    }
}

impl<'a> Line<'a> {
    /// Whether there is nothing on it.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether it is a remark by itself: `# ` and a single word, or several of which one has two letters or more. A row of cells may begin with `#`,
    /// a hole; where rows have two cells, [`is_content`](Self::is_content) tells.
    /// The line that names the columns of a table is a remark, too.
    pub fn is_comment(&self) -> bool {
        let Some(rest) = self.text.trim_start().strip_prefix('#') else { return Columns::named(self).is_some() };
        let mut words = rest.split_whitespace();
        words.next().is_none()
            || rest.starts_with(char::is_whitespace)
                && (words.next().is_none() || rest.split_whitespace().any(is_prose))
    }

    /// Whether it is neither blank nor a comment, below a line of content and above any other line. Below a row of two cells, `# 3` is a row,
    /// too, unless longer rows follow: there, the line above may be their size.
    pub fn is_content(&self, above: Option<&Self>, below: Option<&Self>) -> bool {
        let is_row = || {
            let fits = |line: &Self| line.is_blank() || line.is_comment() || line.has_two_cells();
            self.has_two_cells() && above.is_some_and(Self::has_two_cells) && below.is_none_or(fits)
        };
        !self.is_blank() && (!self.is_comment() || is_row())
    }

    /// Whether it may be a row of two cells, which are numbers, symbols or pencil marks.
    fn has_two_cells(&self) -> bool {
        const LONGEST: usize = 4;
        let is_cell = |word: &str| (word.len() <= LONGEST || word.starts_with('{')) && !is_prose(word);
        let mut words = self.without_comment().text.split_whitespace();
        let cells = [words.next(), words.next()];
        cells.into_iter().all(|word| word.is_some_and(is_cell)) && words.next().is_none()
    }

    /// The line up to a remark at its end: ` # ` and at least one word of two letters or more. A hole may be written `#`, too, so a line
    /// whose cells are such words themselves, as the names of regions may be, has no remark.
    pub fn without_comment(self) -> Self {
        let rest = self.before_comment();
        if rest.len() == self.text.len() {
            return self;
        }
        let is_name = |word: &str| word.chars().all(char::is_alphabetic) && is_prose(word);
        let names = rest.starts_with(char::is_alphanumeric) && rest.split_whitespace().any(is_name);
        if rest.trim().is_empty() || names { self } else { Self { text: rest, ..self } }
    }

    /// What stands before that which may be a remark; all of it, if there is none.
    pub(super) fn before_comment(&self) -> &'a str {
        if !self.text.contains('#') {
            return self.text;
        }
        let (mut end, mut prose) = (self.text.len(), false);
        for word in self.text.split_whitespace().rev() {
            let at = word.as_ptr() as usize - self.text.as_ptr() as usize;
            if word == "#" && prose && at > 0 {
                (end, prose) = (at, false);
            }
            prose |= is_prose(word);
        }
        if end == self.text.len() { self.text } else { self.text[..end].trim_end() }
    }

    /// The line without the blanks around it.
    pub fn trimmed(&self) -> Token<'a> {
        let skipped = self.text.len() - self.text.trim_start().len();
        Token { text: self.text.trim(), line: self.number, column: self.text[..skipped].chars().count() + 1 }
    }

    /// Its words.
    pub fn words(&self) -> Vec<Token<'a>> {
        self.trimmed().split(char::is_whitespace)
    }

    /// Its characters that are not blanks.
    pub fn characters(&self) -> Vec<Token<'a>> {
        let all = self.text.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        all.map(|(column, (at, c))| Token {
            text: &self.text[at..at + c.len_utf8()],
            line: self.number,
            column: column + 1,
        })
        .collect()
    }
}

/// Whether a word has two letters or more. A byte that is not UTF-8 counts as one: remarks may be in any encoding.
fn is_prose(word: &str) -> bool {
    word.chars().filter(|&c| c.is_alphabetic() || bytes::byte_of(c).is_some()).count() >= 2
}

impl<'a> Token<'a> {
    /// The pieces between separators, without the empty ones.
    pub fn split(&self, separator: impl Fn(char) -> bool) -> Vec<Token<'a>> {
        let mut pieces = Vec::new();
        let (mut start, mut start_column) = (None, 0);
        for (column, (at, c)) in self.text.char_indices().enumerate() {
            match (separator(c), start) {
                (false, None) => (start, start_column) = (Some(at), column),
                (true, Some(from)) => {
                    pieces.push(self.part(from, at, start_column));
                    start = None;
                }
                _ => {}
            }
        }
        if let Some(from) = start {
            pieces.push(self.part(from, self.text.len(), start_column));
        }
        pieces
    }

    fn part(&self, from: usize, to: usize, column: usize) -> Token<'a> {
        Token { text: &self.text[from..to], line: self.line, column: self.column + column }
    }

    /// The character at a place in the token, as a token.
    pub fn at(&self, place: usize) -> Token<'a> {
        let (from, to) = match self.text.char_indices().nth(place) {
            Some((at, c)) => (at, at + c.len_utf8()),
            None => (self.text.len(), self.text.len()),
        };
        self.part(from, to, place)
    }
}
