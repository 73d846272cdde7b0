//! Reads JSON values, one after the other, and keeps count of lines and columns.

use super::{Spanned, Value};
use crate::text::rows::shown;
use crate::{ParseError, Source};

/// Nesting deeper than any puzzle needs is refused, so that no text can exhaust the stack.
pub(super) const DEEPEST: usize = 16;
/// So are objects with more fields, and arrays with more items, than any board has.
pub(super) const MOST_FIELDS: usize = 64;
pub(super) const MOST_ITEMS: usize = 4096;

/// Reads one JSON value from the start of `source`; returns it and the number of bytes read.
pub fn read_value(source: &Source<'_>) -> Result<(Spanned, usize), ParseError> {
    let mut reader = Reader::new(source);
    let value = reader.read()?;
    Ok((value, source.text.len() - reader.rest.len()))
}

/// Reads JSON values one after the other, and knows where it is.
#[derive(Clone, Debug)]
pub struct Reader<'a, 's> {
    source: &'s Source<'a>,
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a, 's> Reader<'a, 's> {
    /// At the start of a text.
    pub fn new(source: &'s Source<'a>) -> Self {
        Self { source, rest: source.text, line: source.first_line, column: 1 }
    }

    /// What is left to read.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Line and column of what comes next.
    pub fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// The same reader of the next bytes alone, which end with a whole character.
    #[must_use]
    pub fn up_to(&self, bytes: usize) -> Self {
        Self { rest: &self.rest[..bytes], ..self.clone() }
    }

    /// Reads one value, and the blanks before it.
    pub fn read(&mut self) -> Result<Spanned, ParseError> {
        self.skip_blanks();
        self.value(0)
    }

    /// Moves on by this many bytes, which end with a whole character.
    pub fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        match skipped.rsplit_once('\n') {
            Some((above, last)) => {
                self.line += above.matches('\n').count() + 1;
                self.column = last.chars().count() + 1;
            }
            None => self.column += skipped.chars().count(),
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.bump();
        }
    }

    fn fail<T>(&self, expected: &str) -> Result<T, ParseError> {
        let what = match self.peek() {
            Some(c) => format!("expected {expected}, found {}", shown(&c.to_string())),
            None => format!("expected {expected}, but the text ends here"),
        };
        Err(self.source.error((self.line, self.column), what, "correct the JSON at this place"))
    }

    fn value(&mut self, depth: usize) -> Result<Spanned, ParseError> {
        let place = (self.line, self.column);
        if depth > DEEPEST {
            return Err(self.source.error(place, "nested too deeply", "a puzzle needs at most four levels"));
        }
        let value = match self.peek() {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"') => Value::Text(self.text()?),
            Some('-' | '0'..='9') => self.number()?,
            Some('a'..='z') => self.word()?,
            _ => return self.fail("a JSON value"),
        };
        Ok(Spanned { place, value })
    }

    fn object(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut members: Vec<(String, Spanned)> = Vec::new();
        self.items('}', |this| {
            if this.peek() != Some('"') {
                return this.fail("a field name in quotes");
            }
            let place = (this.line, this.column);
            let name = this.text()?;
            if members.len() == MOST_FIELDS {
                let what = format!("more than {MOST_FIELDS} fields in an object");
                return Err(this.source.error(place, what, "keep the fields of a puzzle"));
            }
            if members.iter().any(|(key, _)| *key == name) {
                let what = format!("the field {} is there twice", shown(&name));
                return Err(this.source.error(place, what, "keep one of them"));
            }
            this.skip_blanks();
            if this.bump_if(':').is_none() {
                return this.fail("`:`");
            }
            this.skip_blanks();
            let value = this.value(depth + 1)?;
            members.push((name, value));
            Ok(())
        })?;
        Ok(Value::Object(members))
    }

    fn array(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut items = Vec::new();
        self.items(']', |this| {
            if items.len() == MOST_ITEMS {
                let what = format!("more than {MOST_ITEMS} items in an array");
                return Err(this.source.error(this.place(), what, "no board is so large"));
            }
            items.push(this.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Value::Array(items))
    }

    fn items(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.bump();
        self.skip_blanks();
        if self.bump_if(close).is_some() {
            return Ok(());
        }
        loop {
            self.skip_blanks();
            item(self)?;
            self.skip_blanks();
            if self.bump_if(close).is_some() {
                return Ok(());
            }
            if self.bump_if(',').is_none() {
                return self.fail(&format!("`,` or `{close}`"));
            }
        }
    }

    fn bump_if(&mut self, wanted: char) -> Option<char> {
        if self.peek() == Some(wanted) { self.bump() } else { None }
    }

    fn text(&mut self) -> Result<String, ParseError> {
        let mut text = String::new();
        self.bump();
        loop {
            match self.peek() {
                Some('"') => {
                    self.bump();
                    return Ok(text);
                }
                Some('\\') => {
                    self.bump();
                    text.push(self.escape()?);
                }
                Some(c) if c >= ' ' => text.extend(self.bump()),
                _ => return self.fail("the closing quote of a text"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let simple = match self.peek() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                self.bump();
                let first = self.hex4()?;
                if (0xd800..0xdc00).contains(&first) && self.rest.starts_with("\\u") {
                    self.bump();
                    self.bump();
                    let second = self.hex4()?;
                    if !(0xdc00..0xe000).contains(&second) {
                        return self.fail("the second half of a surrogate pair, \\udc00 to \\udfff, before this");
                    }
                    let joined = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                    return Ok(char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            _ => return self.fail("an escape such as \\n or \\u00e9"),
        };
        self.bump();
        Ok(simple)
    }

    fn hex4(&mut self) -> Result<u32, ParseError> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) else { return self.fail("a hexadecimal digit") };
            self.bump();
            code = code * 16 + digit;
        }
        Ok(code)
    }

    fn number(&mut self) -> Result<Value, ParseError> {
        let place = (self.line, self.column);
        let length =
            self.rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(self.rest.len());
        let text = &self.rest[..length];
        // Boards are full of small numbers.
        let small =
            text.bytes().all(|byte| byte.is_ascii_digit()) && length < 10 && (length == 1 || !text.starts_with('0'));
        let valid = match text.parse::<u32>() {
            Ok(number) if small => Some(f64::from(number)),
            _ => serde_json::from_str::<serde_json::Number>(text).ok().and_then(|number| number.as_f64()),
        };
        let Some(number) = valid.filter(|number| number.is_finite()) else {
            let what = format!("{} is not a JSON number", shown(text));
            return Err(self.source.error(place, what, "write digits, such as 12 or -1"));
        };
        for _ in 0..length {
            self.bump();
        }
        Ok(Value::Number(number))
    }

    fn word(&mut self) -> Result<Value, ParseError> {
        for (word, value) in [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)] {
            if self.rest.starts_with(word) {
                for _ in 0..word.len() {
                    self.bump();
                }
                return Ok(value);
            }
        }
        self.fail("a JSON value")
    }
}
