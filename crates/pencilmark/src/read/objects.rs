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
    let is_remark = |text| {
        let line = Line { text, number: 0 };
        line.is_blank() || line.is_comment()
    };
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
