//! Nested Python tuples or lists of labels, over one line or many: `board = (("A", "A"), ("B", "B"))`, or numbers. The
//! stars may stand before it: `stars = 2`. -1, `None`, "@" and "#" are holes.

use pencilmark_search::Parameters;

use super::super::{LABEL_LENGTH, MOST_STARS, StarBattle};
use super::{build, not_too_long, square, stars};
use crate::text::Token;
use crate::text::rows::{number, shown};
use crate::{Format, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<StarBattle> = Format {
    id: "tuples",
    title: "nested Python tuples or lists of labels, such as ((0, 0, 1), …)",
    one_line: false,
    carries_solution: false,
    sniff,
    read,
    write: Some(|puzzle, _| Some(write(puzzle))),
};

/// Reads Python's words one by one: brackets, commas, `=`, numbers, names, texts in quotes; skips blanks and comments.
struct Words<'a> {
    source: Source<'a>,
    at: usize, // byte offset of what comes next
    line: usize,
    column: usize,
}

impl<'a> Words<'a> {
    fn new(source: Source<'a>) -> Self {
        Self { source, at: 0, line: source.first_line, column: 1 }
    }

    fn bump(&mut self, c: char) {
        self.at += c.len_utf8();
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
    }

    fn skip(&mut self, mut skipped: impl FnMut(char) -> bool) {
        while let Some(c) = self.source.text[self.at..].chars().next().filter(|&c| skipped(c)) {
            self.bump(c);
        }
    }

    /// The next word; empty at the end of the text.
    fn next(&mut self) -> Token<'a> {
        let text = self.source.text;
        loop {
            self.skip(char::is_whitespace);
            if !text[self.at..].starts_with('#') {
                break;
            }
            self.skip(|c| c != '\n');
        }
        let (start, line, column) = (self.at, self.line, self.column);
        match text[start..].chars().next() {
            Some(quote @ ('"' | '\'')) => {
                self.bump(quote);
                self.skip(|c| c != quote && c != '\n');
                if text[self.at..].starts_with(quote) {
                    self.bump(quote);
                }
            }
            Some(c) if is_word(c) => self.skip(is_word),
            Some(c) => self.bump(c),
            None => {}
        }
        Token { text: &text[start..self.at], line, column }
    }

    /// The next word, without moving on.
    fn peek(&self) -> Token<'a> {
        Self { ..*self }.next()
    }

    fn unexpected<T>(&self, found: &Token<'_>, expected: &str) -> Result<T, ParseError> {
        let what = if found.text.is_empty() {
            format!("expected {expected}, but the text ends here")
        } else {
            format!("expected {expected}, found {}", shown(found.text))
        };
        Err(self.source.error_at(found, what, "write rows of labels: ((0, 0, 1), (0, 1, 1), …)"))
    }

    /// An opening bracket; returns the closing one.
    fn open(&mut self, what: &str) -> Result<(&'static str, Token<'a>), ParseError> {
        let token = self.next();
        match token.text {
            "(" => Ok((")", token)),
            "[" => Ok(("]", token)),
            _ => self.unexpected(&token, what),
        }
    }

    /// The items of a sequence, after its opening bracket.
    fn items(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        loop {
            if self.peek().text == close {
                self.next();
                return Ok(());
            }
            item(self)?;
            let after = self.next();
            if after.text == close {
                return Ok(());
            }
            if after.text != "," {
                return self.unexpected(&after, &format!("`,` or `{close}`"));
            }
        }
    }

    fn label(&mut self) -> Result<Option<String>, ParseError> {
        let token = self.next();
        let quoted = |quote| token.text.strip_prefix(quote).and_then(|rest: &str| rest.strip_suffix(quote));
        if token.text.len() > 1
            && let Some(text) = quoted('"').or_else(|| quoted('\''))
        {
            return match text {
                "@" | "#" => Ok(None),
                _ if text.chars().all(char::is_alphanumeric) && (1..=LABEL_LENGTH).contains(&text.chars().count()) => {
                    Ok(Some(text.to_owned()))
                }
                _ => self.unexpected(&token, "a label of letters or digits"),
            };
        }
        match token.text {
            "None" => Ok(None),
            text if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                let region = number(&self.source, &token, "a region", -1, 9999)?;
                Ok((region >= 0).then(|| region.to_string()))
            }
            _ => self.unexpected(&token, "a label: a number, or letters in quotes"),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// `name =` and `stars = 2` before the board; returns the stars.
fn preamble(words: &mut Words<'_>) -> Result<Option<usize>, ParseError> {
    let mut said = None;
    while words.peek().text.starts_with(char::is_alphabetic) {
        let name = words.next();
        let equals = words.next();
        if equals.text != "=" {
            return words.unexpected(&equals, "`=`");
        }
        if name.text.eq_ignore_ascii_case("stars") {
            let value = words.next();
            said = Some(number(&words.source, &value, "a number of stars", 1, MOST_STARS as i64)? as usize);
        }
    }
    Ok(said)
}

fn sniff(source: &Source<'_>) -> Sniff {
    let end = source.text.trim_end().trim_end_matches(',');
    if !end.ends_with([')', ']']) && !source.text.contains('=') {
        return Sniff::No;
    }
    let mut words = Words::new(*source);
    let opens = |token: &Token<'_>| matches!(token.text, "(" | "[");
    if preamble(&mut words).is_ok() && opens(&words.next()) && opens(&words.next()) { Sniff::Maybe } else { Sniff::No }
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<StarBattle>, ParseError> {
    let mut words = Words::new(*source);
    let said = preamble(&mut words)?;
    let mut rows: Vec<Vec<Option<String>>> = Vec::new();
    let mut starts = Vec::new();
    let (close, _) = words.open("`(` or `[`")?;
    words.items(close, |words| {
        let (close, start) = words.open("`(` or `[`, the start of a row")?;
        starts.push((start.line, start.column));
        not_too_long(source, (start.line, start.column), "rows", starts.len())?;
        let mut row = Vec::new();
        words.items(close, |words| {
            row.push(words.label()?);
            not_too_long(source, (start.line, start.column), "cells in a row", row.len())
        })?;
        rows.push(row);
        Ok(())
    })?;
    let mut after = words.next();
    if after.text == "," {
        after = words.next();
    }
    if !after.text.is_empty() {
        let what = format!("{} after the board", shown(after.text));
        return Err(source.error_at(&after, what, "keep one board, and its brackets closed at the end"));
    }
    let regions = square(source, rows, |index| starts.get(index).copied().unwrap_or((source.first_line, 1)))?;
    let stars = stars(source, said, settings, "add a line `stars = 2` above the board")?;
    Ok(Parsed::new(build(source, &regions, stars)?))
}

fn write(puzzle: &StarBattle) -> String {
    let label = |region: &Option<usize>| match region {
        Some(region) => format!("\"{}\"", puzzle.region_name(*region)),
        None => "\"@\"".to_owned(),
    };
    let row = |row: &[Option<usize>]| format!("({},)", row.iter().map(label).collect::<Vec<_>>().join(", "));
    let rows: Vec<String> = puzzle.regions.iter_rows().map(row).collect();
    format!("stars = {}\nboard = (\n    {},\n)\n", puzzle.stars, rows.join(",\n    "))
}
