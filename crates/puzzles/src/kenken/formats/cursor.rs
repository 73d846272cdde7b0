//! Reads a line from left to right, and knows the column.

use crate::text::Token;

/// The rest of a line.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    rest: Token<'a>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: Token<'a>) -> Self {
        Self { rest: line }
    }

    /// What is left.
    pub(super) fn rest(&self) -> Token<'a> {
        self.rest
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.text.chars().next()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.text.is_empty()
    }

    /// The character here, or nothing at the end: the token to blame.
    pub(super) fn here(&self) -> Token<'a> {
        Token { text: &self.rest.text[..self.peek().map_or(0, char::len_utf8)], ..self.rest }
    }

    /// Takes characters while they are wanted.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> Token<'a> {
        let text = self.rest.text;
        let length = text.find(|c| !wanted(c)).unwrap_or(text.len());
        self.take(length)
    }

    /// Takes one character if it is wanted.
    pub(super) fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<Token<'a>> {
        let first = self.peek().filter(|&c| wanted(c))?;
        Some(self.take(first.len_utf8()))
    }

    pub(super) fn digits(&mut self) -> Token<'a> {
        self.take_while(|c| c.is_ascii_digit())
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    fn take(&mut self, length: usize) -> Token<'a> {
        let (text, rest) = self.rest.text.split_at(length);
        let taken = Token { text, ..self.rest };
        self.rest = Token { text: rest, line: taken.line, column: taken.column + text.chars().count() };
        taken
    }
}
