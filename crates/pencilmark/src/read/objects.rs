//! JSON objects in a text: where they begin, and how to go on after one that cannot be read.

use pencilmark_puzzles::text::json::Reader;
use pencilmark_puzzles::text::{Line, rows};
use pencilmark_puzzles::{ParseError, Source};

use super::ReadOptions;
use crate::Puzzle;
use crate::write::from_json;

/// Nothing but JSON objects, blanks and comments.
pub(super) fn read_json(source: &Source<'_>, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let mut reader = Reader::new(source);
    let mut all = read_objects(source, &mut reader, options);
    if !reader.rest().is_empty() {
        let found = rows::shown(reader.rest().lines().next().unwrap_or_default());
        let what = format!("expected a JSON object, found {found}");
        all.push(Err(source.error(reader.place(), what, "write one JSON object a puzzle: {\"kind\": …}")));
    }
    all
}

/// Reads JSON objects, and comments between them, as long as there are some.
pub(super) fn read_objects(
    source: &Source<'_>,
    reader: &mut Reader<'_, '_>,
    options: &ReadOptions,
) -> Vec<Result<Puzzle, ParseError>> {
    let mut all = Vec::new();
    loop {
        skip_remarks(reader);
        if !begins_object(reader.rest()) {
            return all;
        }
        let start = reader.clone();
        match reader.read() {
            Ok(value) => {
                all.push(from_json(source, &value, options));
                all.extend(after_object(source, reader).map(Err));
            }
            Err(error) => {
                all.push(Err(error));
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
    let is_text = |rest: &str| !rest.is_empty() && !begins_object(rest);
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
    let next = lines(text).zip(here..).skip(1).find(|((_, line), number)| {
        let depth = line.chars().take_while(|c| c.is_whitespace()).count();
        *number >= failed && depth < column && begins_object(line)
    });
    reader.skip(next.map_or(text.len(), |((at, _), _)| at));
}

/// What follows an object on its line, other than another object, is an error.
fn after_object(source: &Source<'_>, reader: &mut Reader<'_, '_>) -> Option<ParseError> {
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
        return reader.skip(text.len() - here.len());
    }
    let length = lines(text).find(|(_, line)| !is_remark(line)).map_or(text.len(), |(at, line)| {
        // The blanks before an object, too, so that what is left begins with it.
        at + line.len() - line.trim_start().len()
    });
    reader.skip(length);
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

/// Whether a line begins like a JSON object, or an array of them. Pencil marks may begin with `{`, too: `{2,4}`.
pub(super) fn begins_object(line: &str) -> bool {
    let line = line.trim_start();
    if !line.starts_with(['{', '[']) {
        return false;
    }
    // Only the first characters are looked at: a line may hold many objects.
    let after = |text: &str| text.chars().find(|&c| c == '\n' || !c.is_whitespace());
    match (line.strip_prefix('{'), line.strip_prefix('[')) {
        (Some(rest), _) => match rest.strip_prefix('}') {
            Some(more) => after(more).is_none_or(|c| c == '\n'),
            None => after(rest).is_none_or(|c| !c.is_ascii_digit() && c != '}'),
        },
        (_, Some(rest)) => after(rest) == Some('{'),
        _ => false,
    }
}
