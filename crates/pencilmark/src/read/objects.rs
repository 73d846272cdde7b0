//! JSON objects in a text: where they begin, and how to go on after one that cannot be read.
//!
//! An array of objects is read element by element: the brackets around them and the commas between them say nothing that a blank would not,
//! so that a long array can be cut like JSON Lines.

use pencilmark_puzzles::text::json::Reader;
use pencilmark_puzzles::text::{Line, rows};
use pencilmark_puzzles::{ParseError, Source};

use super::{Entry, ReadOptions};
use crate::write::from_json;

/// Nothing but JSON objects, blanks and comments.
pub(super) fn read_json(source: &Source<'_>, options: &ReadOptions) -> Vec<Entry> {
    let mut reader = Reader::new(source);
    let mut all = read_objects(source, &mut reader, options);
    if !reader.rest().is_empty() {
        let found = rows::shown(reader.rest().lines().next().unwrap_or_default());
        let what = format!("expected a JSON object, found {found}");
        let error = source.error(reader.place(), what, "write one JSON object a puzzle: {\"kind\": …}");
        all.push(Entry::error(error));
    }
    all
}

/// Reads JSON objects, and comments between them, as long as there are some.
pub(super) fn read_objects(source: &Source<'_>, reader: &mut Reader<'_, '_>, options: &ReadOptions) -> Vec<Entry> {
    let mut all = Vec::new();
    loop {
        skip_remarks(reader);
        if !begins_object(reader.rest()) {
            return all;
        }
        let start = reader.clone();
        match reader.read() {
            Ok(value) => {
                all.push(Entry::new(start.place().0, from_json(source, &value, options)));
                all.extend(after_object(source, reader).map(Entry::error));
            }
            Err(error) => {
                all.push(Entry::error(error));
                let failed = reader.place().0;
                *reader = start;
                next_object(reader, failed);
            }
        }
    }
}

/// How far the objects at the start of a text reach of which more may come, and whether other text follows there. If not, the
/// place is the start of the last object with a line of its own; objects before it are complete.
pub(super) fn cut(text: &str) -> (usize, bool) {
    let first = Source::new("", text);
    let mut reader = Reader::new(&first);
    skip_remarks(&mut reader);
    // The first object of an array may be still to come.
    let is_text = |rest: &str| !rest.is_empty() && !begins_object(rest) && rest.trim_end() != "[";
    if reader.rest().is_empty() || is_text(reader.rest()) {
        return (text.len() - reader.rest().len(), !reader.rest().is_empty());
    }
    let mut safe = 0; // the start of a line, below which an object begins
    let mut seen = 0; // how far errors so far have looked
    loop {
        safe += whole_lines(&text[safe..]);
        let source = Source::new("", &text[safe..]);
        let mut reader = Reader::new(&source);
        // Objects until one begins a line.
        loop {
            skip_remarks(&mut reader);
            if is_text(reader.rest()) {
                return (text.len() - reader.rest().len(), true);
            }
            let start = reader.clone();
            match reader.read() {
                Ok(_) => drop(after_object(&source, &mut reader)),
                Err(_) if reader.rest().is_empty() => return (safe, false),
                Err(_) => {
                    let failed = reader.place().0;
                    seen = text.len() - reader.rest().len();
                    reader = start;
                    next_object(&mut reader, failed);
                }
            }
            skip_remarks(&mut reader);
            if reader.rest().is_empty() {
                return (safe, false);
            }
            let here = text.len() - reader.rest().len();
            let line = text[..here].rfind('\n').map_or(0, |end| end + 1);
            if begins_object(reader.rest()) && text[line..here].trim().is_empty() && line > seen {
                safe = line;
                break;
            }
        }
    }
}

/// The length of the lines at the start of a text that hold one object each, as long as another object begins the next line.
///
/// Brackets are counted and nothing is read: up to its first error, [`Reader`] sees the same brackets and quotes, and an error in
/// a line leads on to the next object.
fn whole_lines(text: &str) -> usize {
    let mut length = 0;
    for (at, line) in lines(text) {
        if at > length && is_remark(line) {
            continue;
        }
        if !line.starts_with('{') || !begins_object(line) {
            break;
        }
        length = at;
        if !is_balanced(line.as_bytes()) {
            break;
        }
    }
    length
}

/// Whether a text of whole lines is nothing but objects, all of which are closed.
pub(super) fn are_complete(text: &str) -> bool {
    let first = lines(text).map(|(_, line)| line).find(|line| !is_remark(line));
    first.is_some_and(begins_object) && is_balanced(text.as_bytes())
}

fn is_balanced(line: &[u8]) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0_i32, false, false);
    for &byte in line {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth == 0 && !quoted
}

fn is_remark(text: &str) -> bool {
    let line = Line { text, number: 0 };
    line.is_blank() || line.is_comment()
}

/// Moves on to the next line, from line `failed` on, that begins an object and is no deeper than the one here.
fn next_object(reader: &mut Reader<'_, '_>, failed: usize) {
    let (text, (here, column)) = (reader.rest(), reader.place());
    let next = lines(text).zip(here..).skip(1).find(|((at, line), number)| {
        let depth = line.chars().take_while(|c| c.is_whitespace()).count();
        *number >= failed && depth < column && begins_object(&text[*at..])
    });
    reader.skip(next.map_or(text.len(), |((at, _), _)| at));
}

/// What follows an object on its line, other than another object, is an error.
fn after_object(source: &Source<'_>, reader: &mut Reader<'_, '_>) -> Option<ParseError> {
    let line = reader.rest().lines().next().unwrap_or_default();
    let rest = line.trim_start_matches(is_separator);
    reader.skip(line.len() - rest.len());
    let next = reader.rest().chars().find(|&c| c == '\n' || !c.is_whitespace());
    if next.is_none_or(|c| c == '\n') || begins_object(reader.rest()) {
        return None;
    }
    let line = reader.rest().lines().next().unwrap_or_default();
    let rest = line.trim_start();
    reader.skip(line.len() - rest.len());
    let what = format!("{} after a JSON object", rows::shown(rest.trim_end()));
    let error = source.error(reader.place(), what, "write one object a puzzle, with nothing between them but blanks");
    reader.skip(rest.len());
    Some(error)
}

/// Moves past blanks and comments.
fn skip_remarks(reader: &mut Reader<'_, '_>) {
    let text = reader.rest();
    let here = text.trim_start_matches([' ', '\t']);
    if here.starts_with(['{', '[']) {
        reader.skip(text.len() - here.len());
    } else {
        let is_closing = |line: &str| !line.trim().is_empty() && line.chars().all(is_separator);
        let is_content = |line: &str| !is_remark(line) && !is_closing(line);
        let length = lines(text).find(|(_, line)| is_content(line)).map_or(text.len(), |(at, line)| {
            // The blanks before an object, too, so that what is left begins with it.
            at + line.len() - line.trim_start().len()
        });
        reader.skip(length);
    }
    // The bracket of an array, up to its first object.
    let rest = reader.rest();
    if rest.starts_with('[') && begins_object(rest) {
        reader.skip(rest.find('{').unwrap_or(0));
    }
}

/// What may stand behind an object of an array.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ']')
}

/// The lines of a text, each with the place where it starts, in bytes.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = next;
        next += line.len();
        (at, line)
    })
}

/// Whether a text begins with a line that begins like a JSON object, or an array of them. Pencil marks may begin with `{`, too: `{2,4}`,
/// `{B,W}`.
pub(super) fn begins_object(text: &str) -> bool {
    // Only the first characters of the line are looked at: it may hold many objects.
    let is_blank = |c: &char| c.is_whitespace() && *c != '\n';
    let blanks: usize = text.chars().take_while(is_blank).map(char::len_utf8).sum();
    let line = &text[blanks..];
    let after = |text: &str| text.chars().find(|&c| c == '\n' || !c.is_whitespace());
    let is_symbol = |text: &str| {
        let mut chars = text.chars();
        chars.next().is_some_and(|c| c != '"') && matches!(chars.next(), Some(',' | '}'))
    };
    match (line.strip_prefix('{'), line.strip_prefix('[')) {
        (Some(rest), _) if is_symbol(rest) => false,
        (Some(rest), _) => match rest.strip_prefix('}') {
            Some(more) => after(more).is_none_or(|c| matches!(c, '\n' | ',' | ']')),
            None => after(rest).is_none_or(|c| !c.is_ascii_digit() && c != '}'),
        },
        // The first object may begin on another line than its array.
        (_, Some(rest)) => rest.trim_start().starts_with('{') && begins_object(rest.trim_start()),
        _ => false,
    }
}
