//! JSON objects in a text: where they begin, and how to go on after one that cannot be read.
//!
//! An array of objects is read element by element: the brackets around them and the commas between them say nothing that a blank would not,
//! so that a long array can be cut like JSON Lines.

use pencilmark_puzzles::text::json::{Object, Reader};
use pencilmark_puzzles::text::{Line, bytes, rows};
use pencilmark_puzzles::{ParseError, Source};

use super::{ReadItem, ReadOptions};
use crate::write::from_json;

/// Nothing but JSON objects, blanks and comments.
pub(super) fn read_json(source: &Source<'_>, options: &ReadOptions) -> Vec<ReadItem> {
    let mut reader = Reader::new(source);
    let mut all = read_objects(source, &mut reader, options);
    if !reader.rest().is_empty() {
        let found = rows::shown(reader.rest().lines().next().unwrap_or_default());
        let what = format!("expected a JSON object, found {found}");
        let error = source.error(reader.place(), what, "write one JSON object a puzzle: {\"kind\": …}");
        all.push(ReadItem::error(error));
    }
    all
}

/// Reads JSON objects, and comments between them, as long as there are some.
pub(super) fn read_objects(source: &Source<'_>, reader: &mut Reader<'_, '_>, options: &ReadOptions) -> Vec<ReadItem> {
    let mut all = Vec::new();
    loop {
        skip_remarks(reader);
        if !begins_object(reader.rest()) {
            return all;
        }
        let start = reader.clone();
        let line = start.place().0;
        let read = reader.read();
        if read.is_err() {
            *reader = start.clone();
            next_object(source, reader);
        }
        // What an object has taken of the text; one that is cut off reaches up to the next.
        let taken = &start.rest()[..start.rest().len() - reader.rest().len()];
        let piece = start.up_to(taken.trim_end().len());
        let refused = bytes::bad_byte(piece.rest()).map(|(at, byte)| {
            let mut here = piece.clone();
            here.skip(at);
            bytes::error(source, here.place(), byte)
        });
        let is_read = read.is_ok();
        let puzzle = match (refused, read) {
            (Some(error), _) => Err(error),
            (None, Ok(value)) => Object::new(*source, &value).and_then(|object| from_json(&object, options)),
            (None, Err(error)) => Err(piece.clone().read().err().unwrap_or(error)),
        };
        all.push(ReadItem::new(line, puzzle));
        if is_read {
            all.extend(after_object(source, &start, reader).map(ReadItem::error));
        }
    }
}

/// The field that names the kind of a puzzle; no part of one has it.
const KIND: &str = "kind";
const QUOTED_KIND: &str = "\"kind\"";

/// Objects that a chunk holds at most: errors take much more room than what they are about.
const MOST_OBJECTS: usize = 4096;

/// Bytes of objects that are enough for a chunk.
const ENOUGH: usize = 1 << 16;

/// How far the objects at the start of a text reach of which more may come, and whether other text follows there. If not, the
/// place is the start of an object; those before it are complete.
pub(super) fn cut(text: &str) -> (usize, bool) {
    let source = Source::new("", text);
    let mut reader = Reader::new(&source);
    skip_remarks(&mut reader);
    // The first object of an array may be still to come.
    let is_text = |rest: &str| !rest.is_empty() && !begins_object(rest) && rest.trim_end() != "[";
    if reader.rest().is_empty() || is_text(reader.rest()) {
        return (text.len() - reader.rest().len(), !reader.rest().is_empty());
    }
    let (mut safe, mut line, mut last) = (0, 0, 0);
    for count in 0.. {
        let here = text.len() - reader.rest().len();
        // From the last object on: a line may hold many of them.
        line = text[last..here].rfind('\n').map_or(line, |end| last + end + 1);
        last = here;
        let begins_line = may_stand_before(&text[line..here]);
        if count > 0 {
            safe = if begins_line { line } else { here };
        }
        if count >= MOST_OBJECTS || safe >= ENOUGH {
            break;
        }
        let whole = if here == line { whole_lines(reader.rest()) } else { 0 };
        if whole > 0 {
            reader.skip(whole);
            continue;
        }
        let start = reader.clone();
        match reader.read() {
            Ok(_) => drop(after_object(&source, &start, &mut reader)),
            Err(_) if reader.rest().is_empty() => break,
            Err(_) => {
                reader = start;
                next_object(&source, &mut reader);
            }
        }
        skip_remarks(&mut reader);
        if reader.rest().is_empty() {
            break;
        }
        if is_text(reader.rest()) {
            return (text.len() - reader.rest().len(), true);
        }
    }
    (safe, false)
}

/// The length of the lines at the start of a text that hold one object each, as long as another object begins the next line.
///
/// Brackets are counted and nothing is read: up to its first error, [`Reader`] sees the same brackets and quotes, and an error in
/// a line leads on to the next object.
fn whole_lines(text: &str) -> usize {
    let mut length = 0;
    for (at, line) in lines(text).take(MOST_OBJECTS) {
        if at > length && is_remark(line) {
            continue;
        }
        if !line.starts_with('{') || !begins_object(line) {
            break;
        }
        length = at;
        if length >= ENOUGH || balanced_end(line) != Some(line.trim_end().len()) {
            break;
        }
    }
    length
}

/// Where the object that begins a line ends on that line, by its brackets.
fn balanced_end(line: &str) -> Option<usize> {
    let mut brackets = Brackets::default();
    line.bytes()
        .take_while(|&byte| byte != b'\n')
        .position(|byte| {
            brackets.read(byte);
            matches!(byte, b'}' | b']') && brackets.are_closed()
        })
        .map(|last| last + 1)
}

/// Brackets outside quotes that are open.
#[derive(Default)]
struct Brackets {
    depth: i32,
    quoted: bool,
    escaped: bool,
}

impl Brackets {
    fn read(&mut self, byte: u8) {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = self.quoted,
            b'"' => self.quoted = !self.quoted,
            b'{' | b'[' if !self.quoted => self.depth += 1,
            b'}' | b']' if !self.quoted => self.depth -= 1,
            _ => {}
        }
    }

    fn are_closed(&self) -> bool {
        self.depth == 0 && !self.quoted
    }
}

fn is_remark(text: &str) -> bool {
    let line = Line { text, number: 0 };
    line.is_blank() || line.is_comment()
}

/// Moves on from an object that cannot be read: to another object on the same line, to the next line that begins an object and is no deeper or a
/// puzzle by itself, or to a line that is not JSON, whichever comes first.
fn next_object(source: &Source<'_>, reader: &mut Reader<'_, '_>) {
    let (text, column) = (reader.rest(), reader.place().1);
    if let Some(next) = next_on_line(text) {
        return reader.skip(next);
    }
    let above = &source.text[..source.text.len() - text.len()];
    let before = above.rsplit('\n').next().unwrap_or(above);
    // Behind another object there is no telling how deep it is.
    let depth = if may_stand_before(before) { column } else { 1 };
    let next = lines(text).skip(1).find(|(at, line)| {
        let is_no_deeper = || line.chars().take_while(|c| c.is_whitespace() && *c != '\n').count() < depth;
        !may_be_json(line) || begins_object(&text[*at..]) && (is_no_deeper() || is_puzzle(line))
    });
    reader.skip(next.map_or(text.len(), |(at, _)| at));
}

/// Whether the object that a line begins with is a puzzle, not a part of one: it has a kind, first of all or before it ends on this line.
fn is_puzzle(line: &str) -> bool {
    let object = line.trim_start();
    let whole = || balanced_end(object).map_or("", |end| &object[..end]);
    first_field(object) == Some(KIND) || whole().contains(QUOTED_KIND)
}

/// Where the next object begins on the line of one that cannot be read: behind its closing bracket, or where its brackets do not tell, at one that
/// begins like it.
fn next_on_line(text: &str) -> Option<usize> {
    let mut brackets = Brackets::default();
    let (field, mut is_closed) = (first_field(text), false);
    for (at, byte) in text.bytes().enumerate().take_while(|&(_, byte)| byte != b'\n') {
        brackets.read(byte);
        if byte == b'{' && at > 0 && begins_like(text, at, field) {
            return Some(at);
        }
        if matches!(byte, b'}' | b']') && brackets.are_closed() && !is_closed {
            let next = at + 1 + separators(&text[at + 1..]);
            if begins_object(&text[next..]) {
                return Some(next);
            }
            is_closed = true;
        }
    }
    None
}

/// Whether the bracket at a place begins an object of the same array as one whose first field this is, and not a part of it: its first field is
/// the kind, or the same behind another object.
fn begins_like(text: &str, at: usize, field: Option<&str>) -> bool {
    let Some(found) = first_field(&text[at..]) else { return false };
    let is_behind = || text[..at].trim_end().ends_with([',', '[', '}']);
    found == KIND || Some(found) == field && is_behind()
}

/// The name of the first field of an object.
fn first_field(object: &str) -> Option<&str> {
    const LONGEST: usize = 64;
    let rest = object.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    let length = rest.bytes().take(LONGEST).position(|byte| byte == b'"')?;
    rest[length + 1..].trim_start().starts_with(':').then(|| &rest[..length])
}

/// Whether a line may be the middle or the end of an object that begins above it.
fn may_be_json(line: &str) -> bool {
    let line = line.trim();
    let begins = line.starts_with(|c: char| "\"[]{},-tfn".contains(c) || c.is_ascii_digit());
    let is_word = || matches!(line, "true" | "false" | "null") || line.parse::<f64>().is_ok() && line.len() < 16;
    begins && (line.contains(['"', '[', ']', '{', '}', ',', ':']) || is_word())
}

/// What follows an object on its line, other than another object, is an error; it ends where another object begins that is like the one
/// before, at `start`.
fn after_object(source: &Source<'_>, start: &Reader<'_, '_>, reader: &mut Reader<'_, '_>) -> Option<ParseError> {
    // Never to the end of the line before it is needed: that would be quadratic where many objects stand on it.
    reader.skip(separators(reader.rest()));
    let next = reader.rest().chars().next();
    if next.is_none_or(|c| c == '\n') || begins_object(reader.rest()) {
        return None;
    }
    let (rest, field) = (reader.rest(), first_field(start.rest()));
    let ends = |&(at, byte): &(usize, u8)| byte == b'\n' || byte == b'{' && begins_like(rest, at, field);
    let rest = &rest[..rest.bytes().enumerate().find(ends).map_or(rest.len(), |(at, _)| at)];
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
            if begins_object(&text[at..]) { at + line.len() - line.trim_start().len() } else { at }
        });
        reader.skip(length);
    }
    // The bracket of an array, up to its first object.
    let rest = reader.rest();
    if rest.starts_with('[') && begins_object(rest) {
        reader.skip(rest.find('{').unwrap_or(0));
    }
}

/// Whether an object that stands behind this begins its line: blanks, and the bracket of an array.
fn may_stand_before(text: &str) -> bool {
    text.chars().all(|c| is_separator(c) || c == '[')
}

/// The length of what may stand behind an object of an array at the start of a text, up to the end of the line.
fn separators(text: &str) -> usize {
    text.find(|c| c == '\n' || !is_separator(c)).unwrap_or(text.len())
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
